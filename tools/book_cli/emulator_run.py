"""Runs a program on the emulator and reads what it counted."""

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from book_cli.build_tree import BuildTree
from book_cli.counters_file import Launch, read_counters
from book_cli.toml_table import ContentError

TIMEOUT_SECONDS = 600


@dataclass(frozen=True)
class EmulatorRun:
    """What one run printed and counted."""

    status: int
    output: str
    reports: str
    """Standard error: the findings of the checks."""
    counters: Path

    def launches(self) -> list[Launch]:
        return read_counters(self.counters)


def run_on_emulator(build: BuildTree, program: Path, arguments: Sequence[str], counters: Path) -> EmulatorRun:
    """Runs `program`; its counters go to the file `counters`."""
    if not build.emulate.is_file():
        raise ContentError(build.emulate, "the emulator is not built", f"Build it: cmake --build {build.folder}")
    counters.unlink(missing_ok=True)
    command = [str(build.emulate), "--counters", str(counters), str(program), *arguments]
    try:
        result = subprocess.run(
            command, capture_output=True, text=True, errors="replace", check=False, timeout=TIMEOUT_SECONDS
        )
    except subprocess.TimeoutExpired:
        raise ContentError(
            " ".join(command),
            f"did not end within {TIMEOUT_SECONDS} s",
            "Run a smaller size, or look for an endless loop.",
        ) from None
    return EmulatorRun(result.returncode, result.stdout, result.stderr, counters)
