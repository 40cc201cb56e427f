"""check what lessons say: figures, counters against hardware, both texts, exercises

Nothing is built or run: this reads files, and takes a second. `tools/book test` runs the programs too.
"""

import argparse
from collections.abc import Callable

from book_cli.build_tree import BuildTree
from book_cli.curriculum import load_curriculum
from book_cli.errors import BookError
from book_cli.exercise import load_exercise
from book_cli.lesson import Lesson, find_lesson, load_lessons
from book_cli.lesson_tests import claims, counters, pages
from book_cli.lesson_tests.outcome import TestFailed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lesson", type=int, metavar="NN", help="only this lesson (default: all)")


def run(args: argparse.Namespace) -> int:
    lessons = load_lessons(args.root) if args.lesson is None else [find_lesson(args.root, args.lesson)]
    build = BuildTree(args.root / "build")
    failed = 0
    for lesson in lessons:
        for name, check in _CHECKS.items():
            try:
                print(f"{lesson.name}.{name}: {check(lesson, build, '')}")
            except (TestFailed, BookError) as error:
                failed += 1
                print(f"{lesson.name}.{name}: FAILED: {error}".replace(f"{args.root}/", ""))
    print(f"{failed} failed" if failed else "All is well.")
    return 1 if failed else 0


def _on_map(lesson: Lesson, build: BuildTree, name: str) -> str:
    del build, name
    if lesson.folder.name not in {entry.folder_name for entry in load_curriculum(lesson.folder.parents[1]).lessons}:
        raise TestFailed(
            f"{lesson.folder.name} is not in docs/curriculum.toml\nAdd it to the map, or rename the folder."
        )
    return "on the map of the book"


def _exercise(lesson: Lesson, build: BuildTree, name: str) -> str:
    del build, name
    exercise = load_exercise(lesson)
    return f"{len(exercise.hints)} hints, {len(exercise.checks)} checks"


_CHECKS: dict[str, Callable[[Lesson, BuildTree, str], str]] = {
    "map": _on_map,
    "claims": claims.run,
    "counters": counters.run,
    "pages": pages.run,
    "exercise": _exercise,
}
