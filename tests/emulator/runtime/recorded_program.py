"""Runs a recording program on the emulator: what it prints is compared with what it printed on an H200."""

import os
import subprocess
from pathlib import Path


def run(program: str, library_folder: str, part: str = "") -> list[str]:
    """The lines that the program prints; it must end well. `part` may name several words."""
    environment = {**os.environ, "LD_LIBRARY_PATH": library_folder}
    command = [program, *part.split()]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    if result.returncode != 0:
        raise SystemExit(f"{' '.join(command)}: ended with status {result.returncode}\n{result.stderr}")
    return result.stdout.splitlines()


def recorded(record: str) -> list[str]:
    lines = Path(record).read_text().splitlines()
    if not lines:
        raise SystemExit(f"{record} is empty")
    return lines
