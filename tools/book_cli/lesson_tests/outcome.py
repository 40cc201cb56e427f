"""How a lesson's test can end, other than well."""

from collections.abc import Sequence

SKIP_STATUS = 77
"""CTest's SKIP_RETURN_CODE for these tests."""


class TestFailed(Exception):
    """What is wrong, and what to do about it."""

    __test__ = False


class TestSkipped(Exception):
    """Why the test could not be made here."""

    __test__ = False


def fail_if_any(problems: Sequence[str], what: str) -> None:
    """Fails with all problems, numbered by their count: mending one at a time is slow."""
    if problems:
        listed = "\n".join(f"* {problem}" for problem in problems)
        raise TestFailed(f"{len(problems)} {what}:\n{listed}")
