"""set up what is missing, build everything, run every test

Whatever this command does not know goes to ctest: `tools/book test -R lesson06` runs lesson 06.
"""

import argparse
import os
import subprocess

from book_cli.prepare import prepare
from book_cli.progress import Progress
from book_cli.setup import For
from book_cli.setup.layout import Layout

PASS_ON = "ctest"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    del parser


def run(args: argparse.Namespace) -> int:
    prepare(args.root, set(For), Progress())
    os.environ.setdefault("CTEST_PARALLEL_LEVEL", str(os.cpu_count() or 1))
    command = ["ctest", "--test-dir", str(Layout(args.root).build), "--output-on-failure", *args.passed_on]
    return subprocess.run(command, check=False).returncode
