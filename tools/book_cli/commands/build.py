"""set up what is missing, then build build/ and the site in build/site/"""

import argparse

from book_cli.prepare import prepare
from book_cli.progress import Progress
from book_cli.setup import For
from book_cli.setup.layout import Layout


def add_arguments(parser: argparse.ArgumentParser) -> None:
    del parser


def run(args: argparse.Namespace) -> int:
    layout = Layout(args.root)
    prepare(args.root, {For.READING, For.BUILDING}, Progress())
    print(f"Built: {layout.short(layout.build / 'bin')}/ and {layout.short(layout.site / 'index.html')}")
    return 0
