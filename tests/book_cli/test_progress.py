"""What the user sees while something takes time."""

import io

import pytest
from book_cli.progress import Progress, columns, duration


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("seconds", "text"), [(0.04, "0.0 s"), (9.94, "9.9 s"), (59, "59 s"), (185.2, "3 min 5 s")])
def test_durations_read_well(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_a_log_gets_whole_lines_and_no_details() -> None:
    log = io.StringIO()
    progress = Progress(log)
    with progress.step("Fetching"):
        progress.detail("12 of 65 MB")
    first, second = log.getvalue().splitlines()
    assert first == "Fetching ..."
    assert second.startswith("  done in ")


def test_a_terminal_sees_the_detail_and_keeps_one_line() -> None:
    terminal = Terminal()
    progress = Progress(terminal)
    with progress.step("Fetching"):
        progress.detail("12 of 65 MB")
    assert "12 of 65 MB" in terminal.getvalue()
    assert terminal.getvalue().rpartition("\r")[2].startswith("Fetching: done in ")
    assert terminal.getvalue().count("\n") == 1


@pytest.mark.parametrize(("width", "is_shown"), [("60", True), ("24", False)])
def test_a_detail_is_shown_whole_or_not_at_all(width: str, is_shown: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", width)
    terminal = Terminal()
    progress = Progress(terminal)
    with progress.step("Fetching"):
        progress.detail("sphinx-9.0.tar.gz")
    assert ("sphinx-9.0.tar.gz" in terminal.getvalue()) == is_shown
    assert ("sphi" in terminal.getvalue()) == is_shown


def test_a_failed_step_says_so() -> None:
    log = io.StringIO()
    with pytest.raises(ValueError, match="broken"), Progress(log).step("Fetching"):
        raise ValueError("broken")
    assert "failed after" in log.getvalue()


def test_a_han_character_is_two_columns_wide() -> None:
    assert columns("线程束 warp") == 11
