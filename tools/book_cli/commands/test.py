"""set up what is missing, build everything, run every test

Whatever this command does not know goes to ctest: `tools/book test -R lesson06` runs lesson 06.
"""

import argparse
import os
import re
import subprocess
from pathlib import Path

from book_cli.bless import bless
from book_cli.build_tree import BuildTree
from book_cli.errors import BookError
from book_cli.example import load_owners
from book_cli.prepare import prepare
from book_cli.progress import Progress
from book_cli.setup import For
from book_cli.setup.layout import Layout

PASS_ON = "ctest"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--bless",
        action="store_true",
        help="instead of testing, take what the programs print and count now as expected, and show the diff",
    )


def run(args: argparse.Namespace) -> int:
    if args.bless:
        return run_bless(args.root, chosen_tests(args.passed_on))
    prepare(args.root, set(For), Progress())
    os.environ.setdefault("CTEST_PARALLEL_LEVEL", str(os.cpu_count() or 1))
    command = ["ctest", "--test-dir", str(Layout(args.root).build), "--output-on-failure", *args.passed_on]
    return subprocess.run(command, check=False).returncode


def chosen_tests(arguments: list[str]) -> re.Pattern[str]:
    """What `-R` chooses, as for ctest: `-R lesson06`, `-R 07_transpose`. Without it, every test."""
    match arguments:
        case []:
            return re.compile("")
        case ["-R", expression]:
            return re.compile(expression)
    raise BookError(f"--bless takes -R and a name, nothing else; it does not know {' '.join(arguments)}")


def run_bless(root: Path, tests: re.Pattern[str]) -> int:
    """Rewrites expected/ for the tests chosen; 1 when a program did not end as its lesson says."""
    prepare(root, {For.BUILDING}, Progress())
    diff, failures = bless(load_owners(root), BuildTree(Layout(root).build), tests)
    print(diff or "Nothing changed.")
    for failure in failures:
        print(f"NOT BLESSED {failure}")
    return 1 if failures else 0
