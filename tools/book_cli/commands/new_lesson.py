"""make the folder of a lesson that is on the map but not written

What is missing is your kernel, your words and a measurement; the commands it prints at the end lead to a lesson that
passes its tests.
"""

import argparse
import os

from book_cli.curriculum import load_curriculum
from book_cli.errors import BookError
from book_cli.scaffold import make_lesson, next_program_number


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("lesson", type=int, metavar="NN", help="the lesson's number in docs/curriculum.toml")
    parser.add_argument(
        "--program", type=int, metavar="MM", help="number of its first program (default: the next free)"
    )


def run(args: argparse.Namespace) -> int:
    entries = {entry.id: entry for entry in load_curriculum(args.root).lessons}
    if args.lesson not in entries:
        raise BookError(f"lesson {args.lesson} is not on the map\n    Add it to docs/curriculum.toml first.")
    number = args.program or next_program_number(args.root)
    for file in make_lesson(args.root, entries[args.lesson], number):
        print(f"wrote {os.path.relpath(file)}")
    print(
        "Then:\n"
        f"  tools/book test --bless -R lesson{args.lesson:02}   store what the programs print and count\n"
        f"  tools/book measure --lesson {args.lesson:02}        on a machine with a GPU\n"
        f"  tools/book check --lesson {args.lesson:02}          figures, texts, exercise\n"
        f"  tools/book test -R lesson{args.lesson:02}           everything\n"
        "docs/handbook/formats.md explains every file."
    )
    return 0
