"""Runs one test of a lesson or an example, for CTest.

`python3 -m book_cli.lesson_tests emulator lessons/06-coalescing build 07_transpose` is lesson06.07_transpose.emulator;
`python3 -m book_cli.lesson_tests list lessons/06-coalescing` prints the names of its runs.
"""

import argparse
import importlib
import sys
from pathlib import Path

from book_cli.build_tree import BuildTree
from book_cli.errors import BookError
from book_cli.example import load_example
from book_cli.lesson import HasPrograms, load_lesson
from book_cli.lesson_tests.outcome import SKIP_STATUS, TestFailed, TestSkipped

KINDS = ("emulator", "gpu", "claims", "counters", "measured", "pages", "exercise", "ptx", "scenes")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="book_cli.lesson_tests")
    parser.add_argument("kind", choices=[*KINDS, "list"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("build", type=Path, nargs="?", default=Path("build"))
    parser.add_argument("name", nargs="?", default="")
    args = parser.parse_args(arguments)
    try:
        owner = _load(args.folder)
        if args.kind == "list":
            print("\n".join(run.name for run in owner.runs))
        else:
            print(
                importlib.import_module(f"book_cli.lesson_tests.{args.kind}").run(
                    owner, BuildTree(args.build), args.name
                )
            )
    except TestSkipped as skipped:
        print(f"skipped: {skipped}")
        return SKIP_STATUS
    except (TestFailed, BookError) as error:
        root = args.folder.resolve().parents[1]
        print(f"FAILED: {error}".replace(f"{root}/", ""), file=sys.stderr)
        return 1
    return 0


def _load(folder: Path) -> HasPrograms:
    return load_example(folder) if (folder / "example.toml").is_file() else load_lesson(folder)


sys.exit(main(sys.argv[1:]))
