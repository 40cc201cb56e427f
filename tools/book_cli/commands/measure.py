"""measure the programs of a lesson on this machine's GPU

Runs each program of the lesson several times, takes the median, min and max of every figure it prints, reads the GPU's
counters with Nsight Compute, and writes lessons/*/measured/<gpu>.json. Needs python3, nvcc and a GPU; ncu for counters.
"""

import argparse

from book_cli.errors import BookError
from book_cli.lesson import find_lesson, load_lessons
from book_cli.measuring.record import Bench, measure_lesson


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lesson", type=int, metavar="NN", help="only this lesson (default: all)")
    parser.add_argument("--runs", type=int, metavar="N", help="processes a program (default: what lesson.toml says)")


def run(args: argparse.Namespace) -> int:
    lessons = load_lessons(args.root) if args.lesson is None else [find_lesson(args.root, args.lesson)]
    if args.runs is not None and args.runs < 1:
        raise BookError("--runs must be at least 1")
    bench = Bench.of_this_machine(args.root)
    profiler = bench.ncu or "no Nsight Compute"
    print(f"{bench.gpu.name}, driver {bench.gpu.driver}, nvcc {bench.toolkit}, {profiler}", flush=True)
    failures = []
    for lesson in lessons:
        print(f"lesson {lesson.id:02}", flush=True)
        failures += measure_lesson(lesson, bench, args.runs, lambda text: print(text, flush=True))
    for failure in failures:
        print(f"NOT MEASURED {failure}")
    return 1 if failures else 0
