"""Runs a program with its output in a log file, so that the terminal shows one line and a failure shows the cause."""

import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from book_cli.errors import BookError

TAIL_LINES = 25


class CommandFailed(BookError):
    """A program ended with an error. `output` is everything it printed, `log` the file that has it."""

    def __init__(self, message: str, output: str, log: Path) -> None:
        super().__init__(message)
        self.output = output
        self.log = log


def run_logged(
    command: Sequence[str | Path],
    log: Path,
    environment: Mapping[str, str],
    directory: Path | None = None,
    on_line: Callable[[str], None] = lambda line: None,
) -> None:
    """Runs `command`; each line it prints goes to `log` and to `on_line`. Raises CommandFailed."""
    words = [str(word) for word in command]
    log.parent.mkdir(parents=True, exist_ok=True)
    lines: list[str] = []
    with log.open("w", encoding="utf-8") as file:
        file.write(f"$ {' '.join(words)}\n")
        try:
            process = subprocess.Popen(
                words,
                cwd=directory,
                env=dict(environment),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
            )
        except OSError as error:
            raise BookError(f"cannot start {words[0]}: {error.strerror}") from error
        with process:
            assert process.stdout is not None
            for line in process.stdout:
                file.write(line)
                lines.append(line)
                on_line(line.rstrip("\n"))
    if process.returncode != 0:
        tail = "".join(lines[-TAIL_LINES:]).rstrip()
        raise CommandFailed(
            f"this command ended with status {process.returncode}:\n  {' '.join(words)}\n"
            f"Its last lines (all of them are in {log}):\n{tail}",
            "".join(lines),
            log,
        )
