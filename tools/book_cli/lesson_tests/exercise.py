"""lessonNN.exercise: the solution passes every check; the start runs and breaks a bound on a counter."""

from book_cli.build_tree import BuildTree
from book_cli.emulator_run import run_on_emulator
from book_cli.exercise import Exercise, Verdict, explain, judge, load_exercise
from book_cli.lesson import Lesson
from book_cli.lesson_tests.outcome import TestFailed


def run(lesson: Lesson, build: BuildTree, name: str) -> str:
    del name
    exercise = load_exercise(lesson)
    solution = _verdicts(lesson, build, exercise, "solution")
    if not all(verdict.passed for verdict in solution):
        raise TestFailed(f"{lesson.exercise_folder}/solution.cu does not pass its own checks:\n{explain(solution)}")
    start = _verdicts(lesson, build, exercise, exercise.program)
    failed = [verdict for verdict in start if not verdict.passed]
    if not any(verdict.value is not None for verdict in failed):
        raise TestFailed(
            f"{lesson.exercise_folder}/{exercise.program}.cu breaks no bound on a counter, so there is nothing to do:\n"
            f"{explain(start)}\nTighten a bound in {exercise.file}, or start from a worse kernel."
        )
    return f"the solution passes {len(solution)} checks, the start fails {len(failed)} of them:\n{explain(start)}"


def _verdicts(lesson: Lesson, build: BuildTree, exercise: Exercise, name: str) -> list[Verdict]:
    counters = build.scratch(lesson) / f"exercise-{name}.counters.jsonl"
    run_of = run_on_emulator(build, build.exercise(lesson, name), exercise.arguments, counters)
    if run_of.status != 0:
        raise TestFailed(
            f"{lesson.exercise_folder}/{name}.cu ended with status {run_of.status}; it printed:\n"
            f"{run_of.output}{run_of.reports}"
        )
    return judge(exercise, run_of)
