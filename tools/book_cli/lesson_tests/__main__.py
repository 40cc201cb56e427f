"""Runs one test of a lesson, for CTest.

`python3 -m book_cli.lesson_tests emulator lessons/06-coalescing build 07_transpose` is lesson06.07_transpose.emulator;
`python3 -m book_cli.lesson_tests list lessons/06-coalescing` prints the names of the lesson's runs.
"""

import argparse
import importlib
import sys
from pathlib import Path

from book_cli.build_tree import BuildTree
from book_cli.errors import BookError
from book_cli.lesson import load_lesson
from book_cli.lesson_tests.outcome import SKIP_STATUS, TestFailed, TestSkipped

KINDS = ("emulator", "gpu", "claims", "counters", "pages", "exercise")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="book_cli.lesson_tests")
    parser.add_argument("kind", choices=[*KINDS, "list"])
    parser.add_argument("lesson", type=Path)
    parser.add_argument("build", type=Path, nargs="?", default=Path("build"))
    parser.add_argument("name", nargs="?", default="")
    args = parser.parse_args(arguments)
    try:
        lesson = load_lesson(args.lesson)
        if args.kind == "list":
            print("\n".join(run.name for run in lesson.runs))
        else:
            print(
                importlib.import_module(f"book_cli.lesson_tests.{args.kind}").run(
                    lesson, BuildTree(args.build), args.name
                )
            )
    except TestSkipped as skipped:
        print(f"skipped: {skipped}")
        return SKIP_STATUS
    except (TestFailed, BookError) as error:
        root = args.lesson.resolve().parents[1]
        print(f"FAILED: {error}".replace(f"{root}/", ""), file=sys.stderr)
        return 1
    return 0


sys.exit(main(sys.argv[1:]))
