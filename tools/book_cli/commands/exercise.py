"""judge your solution of a lesson's exercise: its result and its counters, without a GPU

Edit lessons/NN-…/exercise/start.cu, then run this. Stuck? --hint 1 gives the first hint, --hint 2 the next.
"""

import argparse
import os
import sys

from book_cli.build_tree import BuildTree
from book_cli.emulator_run import run_on_emulator
from book_cli.errors import BookError
from book_cli.exercise import Exercise, explain, judge, load_exercise
from book_cli.lesson import LANGUAGES, Lesson, find_lesson
from book_cli.prepare import prepare
from book_cli.progress import Progress
from book_cli.setup import For
from book_cli.setup.layout import Layout


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("lesson", type=int, metavar="NN", help="the lesson's number")
    parser.add_argument("--hint", type=int, nargs="?", const=1, metavar="K", help="print the K-th hint (1) and stop")
    parser.add_argument("--language", choices=LANGUAGES, default=_language_of_terminal(), help="of hints and checks")


def run(args: argparse.Namespace) -> int:
    lesson = find_lesson(args.root, args.lesson)
    exercise = load_exercise(lesson)
    if args.hint is not None:
        print(hint(exercise, args.hint, args.language))
        return 0
    target = f"{lesson.name}_exercise_{exercise.program}"
    prepare(args.root, {For.BUILDING}, Progress(sys.stderr), (target, "emulate"))
    return judge_solution(lesson, exercise, BuildTree(Layout(args.root).build), args.language)


def judge_solution(lesson: Lesson, exercise: Exercise, build: BuildTree, language: str) -> int:
    """Runs the reader's program and prints the verdicts; 0 when every check passes."""
    counters = build.scratch(lesson) / "exercise.counters.jsonl"
    result = run_on_emulator(build, build.exercise(lesson, exercise.program), exercise.arguments, counters)
    print(result.output, end="")
    print(result.reports, end="")
    verdicts = judge(exercise, result)
    print(f"\n{explain(verdicts, language)}")
    if result.status == 0 and all(verdict.passed for verdict in verdicts):
        print("Solved.")
        return 0
    if result.status != 0:
        print(f"FAILED  the program ended with status {result.status}")
    print(f"\nEdit {os.path.relpath(lesson.exercise_folder / exercise.program)}.cu and run this again.")
    print(f"Stuck? tools/book exercise {lesson.id:02} --hint 1")
    return 1


def hint(exercise: Exercise, number: int, language: str) -> str:
    """The hint, and whether there is another."""
    count = len(exercise.hints)
    if not 1 <= number <= count:
        raise BookError(f"there is no hint {number}; this exercise has hints 1 to {count}")
    return f"Hint {number} of {count}: {exercise.hints[number - 1][language]}"


def _language_of_terminal() -> str:
    """Chinese where the terminal speaks it."""
    spoken = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return "zh" if spoken.startswith("zh") else "en"
