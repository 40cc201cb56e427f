"""What a run printed, against expected/."""

from pathlib import Path

from book_cli.expected import compare
from book_cli.lesson import Run
from book_cli.lesson_tests.outcome import TestFailed

_BLESS = "If this is right now: tools/book test --bless, and read its diff."


def check_status(run: Run, status: int, output: str, reports: str) -> None:
    """The run must end with the exit status that lesson.toml gives."""
    if status != run.exit_status:
        raise TestFailed(
            f"{run.name} ended with status {status}, expected {run.exit_status}; it printed:\n{output}{reports}"
        )


def check_output(file: Path, got: str) -> None:
    """The text must match the expected file."""
    if not file.is_file():
        raise TestFailed(f"{file} is missing\n{_BLESS}\nPrinted:\n{got}")
    difference = compare(file.read_text(encoding="utf-8"), got)
    if difference is not None:
        raise TestFailed(f"{file}: the output differs (- expected, + printed):\n{difference}\n{_BLESS}")
