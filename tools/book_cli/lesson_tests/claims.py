"""lessonNN.claims: every figure of the lesson has a value, as expected, from measurements that are not stale."""

from book_cli.build_tree import BuildTree
from book_cli.claims import evaluate_claims
from book_cli.lesson import Lesson
from book_cli.lesson_tests.outcome import TestFailed, fail_if_any
from book_cli.measured_file import measurements


def run(lesson: Lesson, build: BuildTree, name: str) -> str:
    del build, name
    claims = evaluate_claims(lesson)
    if not claims:
        raise TestFailed(f"{lesson.file} has no [[claim]]\nAdd one for each figure of the text.")
    problems = [f"{claim.id}: {claim.problem}" for claim in claims.values() if claim.problem is not None]
    fail_if_any([*problems, *stale_measurements(lesson)], "problems with figures")
    kinds = ", ".join(
        f"{sum(claim.kind == kind for claim in claims.values())} {kind}" for kind in ("counted", "measured", "derived")
    )
    return f"{len(claims)} claims hold ({kinds})"


def stale_measurements(lesson: Lesson) -> list[str]:
    """Measured programs whose source or arguments changed since: pages show their tables too, not only claims."""
    return [
        f"{measurement.file}: {program.name} or its arguments changed after {measurement.date}\n"
        f"    Measure again: {measurement.command}"
        for measurement in measurements(lesson).values()
        for program in lesson.programs
        if program.name in measurement.programs and measurement.programs[program.name].is_stale(program)
    ]
