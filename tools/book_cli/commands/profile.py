"""count what a program does, kernel by kernel and line by line, with Nsight Compute's names

PROGRAM is one of the book's (07_transpose, or 7) or your own (./program), compiled with nvcc -arch=sm_90 -cudart shared
-lineinfo; what follows it goes to the program instead of its usual arguments.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from book_cli.build_tree import BuildTree
from book_cli.commands.run import find_program as find_source
from book_cli.counters_file import source_files, stored_form
from book_cli.emulator_run import run_on_emulator
from book_cli.example import load_owners
from book_cli.lesson import find_program
from book_cli.own_program import own_program
from book_cli.prepare import prepare
from book_cli.profile_report import report
from book_cli.progress import Progress
from book_cli.setup import For
from book_cli.setup.layout import Layout


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print the counters as JSON Lines instead of tables")
    parser.add_argument("program", metavar="PROGRAM")
    parser.add_argument("arguments", metavar="ARGUMENT", nargs=argparse.REMAINDER)


def run(args: argparse.Namespace) -> int:
    own = own_program(args.root, args.program)
    build = BuildTree(Layout(args.root).build)
    if own:
        prepare(args.root, {For.BUILDING}, Progress(sys.stderr), ("emulate",))
        executable, arguments = own, args.arguments
    else:
        _, program = find_program(load_owners(args.root), find_source(args.root, args.program).stem)
        prepare(args.root, {For.BUILDING}, Progress(sys.stderr), (program.name, "emulate"))
        executable, arguments = build.program(program), args.arguments or program.arguments
    with tempfile.TemporaryDirectory() as folder:
        counters = Path(folder) / "counters.jsonl"
        result = run_on_emulator(build, executable, arguments, counters)
        print(result.output, end="", file=sys.stderr)
        print(result.reports, end="", file=sys.stderr)
        if args.json:
            print(stored_form(counters.read_text(encoding="utf-8")), end="")
        else:
            sources = source_files(counters) if own else [program.source]
            print(report(result.launches(), sources), end="")
    return result.status
