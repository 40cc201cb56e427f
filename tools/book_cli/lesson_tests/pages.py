"""lessonNN.pages: the two texts are equal in structure and right in what they name."""

from book_cli.build_tree import BuildTree
from book_cli.lesson import Lesson
from book_cli.lesson_tests.outcome import fail_if_any
from book_cli.myst import read_outline
from book_cli.pages import check_pages


def run(lesson: Lesson, build: BuildTree, name: str) -> str:
    del build, name
    fail_if_any(check_pages(lesson, lesson.folder.parents[1]), "mistakes in the texts")
    outline = read_outline(lesson.text("en"))
    return f"both texts agree: {len(outline.headings)} headings, {len(outline.directives)} directives"
