"""The title and question of a lesson's page, from lesson.toml. The facts above them are the template's (page.py)."""

from book_cli.lesson import Lesson
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

from sphinx_book.book import Book, book_of, is_lesson_text, language_of, lesson_of
from sphinx_book.element import make
from sphinx_book.warp import LANES, warp_strip


def lesson_head(book: Book, lesson: Lesson, language: str) -> list[nodes.Node]:
    """What stands between the title and the first section."""
    question = make("p", {"class": "question"}, lesson.question[language])
    return [question, warp_strip(round(LANES * lesson.id / len(book.curriculum.lessons)) / LANES)]


class LessonHead(SphinxTransform):
    """Wraps the text of a lesson in one section that carries its title."""

    default_priority = 300

    def apply(self, **_arguments: object) -> None:
        lesson = lesson_of(self.env, self.env.docname)
        if lesson is None or not is_lesson_text(self.env.docname):
            return
        book, language = book_of(self.env), language_of(self.env)
        section = nodes.section(ids=[lesson.slug], names=[lesson.slug], classes=["lesson"], is_page=True)
        section += nodes.title("", lesson.title[language])
        section += lesson_head(book, lesson, language)
        section += self.document.children
        self.document.children = []
        self.document += section
        self.document["title"] = lesson.title[language]


def setup(app: Sphinx) -> None:
    app.add_transform(LessonHead)
