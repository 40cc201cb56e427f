"""set up what is missing, then build build/ and the site in build/site/"""

import argparse
import shutil

from book_cli.prepare import prepare
from book_cli.progress import Progress
from book_cli.setup import For
from book_cli.setup.layout import Layout


def add_arguments(parser: argparse.ArgumentParser) -> None:
    del parser


def run(args: argparse.Namespace) -> int:
    layout = Layout(args.root)
    system_has_ctest = shutil.which("ctest") is not None
    prepare(args.root, {For.READING, For.BUILDING}, Progress())
    print(f"Built: {layout.short(layout.build / 'bin')}/ and {layout.short(layout.site / 'index.html')}")
    path = "" if system_has_ctest else f"PATH={layout.short(layout.venv / 'bin')}:$PATH "
    print(f"To test a lesson: {path}ctest --test-dir {layout.short(layout.build)} -R lesson06")
    return 0
