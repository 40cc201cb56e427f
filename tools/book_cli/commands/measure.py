"""measure the programs of a lesson or an example on this machine's GPU

Runs each program several times, takes the median, min and max of every figure it prints, reads the GPU's
counters with Nsight Compute, and writes measured/<gpu>.json. Needs python3, nvcc and a GPU; ncu for counters.
"""

import argparse

from book_cli.errors import BookError
from book_cli.example import find_example, load_owners
from book_cli.lesson import HasPrograms, find_lesson
from book_cli.measuring.record import Bench, measure_programs


def add_arguments(parser: argparse.ArgumentParser) -> None:
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument("--lesson", type=int, metavar="NN", help="only this lesson (default: all, and every example)")
    chosen.add_argument("--example", metavar="NAME", help="only examples/NAME")
    parser.add_argument("--runs", type=int, metavar="N", help="processes a program (default: what lesson.toml says)")


def run(args: argparse.Namespace) -> int:
    owners = _chosen(args)
    if args.runs is not None and args.runs < 1:
        raise BookError("--runs must be at least 1")
    bench = Bench.of_this_machine(args.root)
    profiler = bench.ncu or "no Nsight Compute"
    print(f"{bench.gpu.name}, driver {bench.gpu.driver}, nvcc {bench.toolkit}, {profiler}", flush=True)
    failures = []
    for owner in owners:
        print(owner.name, flush=True)
        failures += measure_programs(owner, bench, args.runs, lambda text: print(text, flush=True))
    for failure in failures:
        print(f"NOT MEASURED {failure}")
    return 1 if failures else 0


def _chosen(args: argparse.Namespace) -> list[HasPrograms]:
    if args.lesson is not None:
        return [find_lesson(args.root, args.lesson)]
    if args.example is not None:
        return [find_example(args.root, args.example)]
    return load_owners(args.root)
