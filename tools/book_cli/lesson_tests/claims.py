"""lessonNN.claims: every figure of the lesson has a value, as expected, from measurements that are not stale."""

from collections.abc import Sequence

from book_cli.build_tree import BuildTree
from book_cli.claims import ClaimValue, evaluate_claims
from book_cli.lesson import Lesson
from book_cli.lesson_tests.measured import stale_measurements, unnamed
from book_cli.lesson_tests.outcome import TestFailed, fail_if_any

_MOST_IDS = 5


def run(lesson: Lesson, build: BuildTree, name: str) -> str:
    del build, name
    claims = evaluate_claims(lesson)
    if not claims:
        raise TestFailed(f"{lesson.file} has no [[claim]]\nAdd one for each figure of the text.")
    problems = [*claim_problems(list(claims.values())), *stale_measurements(lesson), *unnamed(lesson)]
    fail_if_any(problems, "problems with figures")
    kinds = ", ".join(
        f"{sum(claim.kind == kind for claim in claims.values())} {kind}" for kind in ("counted", "measured", "derived")
    )
    return f"{len(claims)} claims hold ({kinds})"


def claim_problems(claims: Sequence[ClaimValue]) -> list[str]:
    """Each cause once, with the claims it spoils; claims that only rest on a spoilt one come last, in one line."""
    spoilt: dict[str, list[str]] = {}
    for claim in claims:
        if claim.problem is not None and claim.blames is None:
            spoilt.setdefault(claim.problem, []).append(claim.id)
    problems = [f"{_some(ids)}: {problem}" for problem, ids in spoilt.items()]
    resting = [claim.id for claim in claims if claim.blames is not None]
    if resting:
        problems.append(f"{_some(resting)}: rest on those above\n    Mend those first.")
    return problems


def _some(ids: Sequence[str]) -> str:
    shown = ", ".join(ids[:_MOST_IDS])
    return shown if len(ids) <= _MOST_IDS else f"{shown} and {len(ids) - _MOST_IDS} more"
