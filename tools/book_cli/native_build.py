"""Calls CMake and Ninja for `build/`."""

import os
import re
import subprocess
import sys
from pathlib import Path

from book_cli.errors import BookError
from book_cli.process import run_logged
from book_cli.progress import Progress
from book_cli.setup.layout import Layout


def cached(build: Path, name: str) -> str | None:
    """A variable of CMakeCache.txt, None when there is no cache or no such variable."""
    try:
        cache = (build / "CMakeCache.txt").read_text(encoding="utf-8")
    except OSError:
        return None
    match = re.search(rf"^{name}:\w+=(.*)$", cache, re.MULTILINE)
    return match[1] if match else None


def configure(root: Path, progress: Progress) -> None:
    """Configures `build/` unless that has been done for these tools; Ninja itself notices changed CMake files."""
    layout = Layout(root)
    # CMake cannot change these in an existing build folder; the folder may be from before set-up, or moved.
    wanted = {
        "CMAKE_HOME_DIRECTORY": str(root),
        "CMAKE_GENERATOR": "Ninja",
        "CMAKE_CUDA_COMPILER": os.environ.get("CUDACXX"),
    }
    present = {name: cached(layout.build, name) for name in wanted}
    # Written when CMake finishes without an error.
    stamp = layout.build / ".configured"
    if present == wanted and stamp.exists() and (layout.build / "build.ninja").exists():
        return
    fresh = ["--fresh"] if any(present.values()) and present != wanted else []
    with progress.step("Configuring with CMake"):
        stamp.unlink(missing_ok=True)
        command = ["cmake", "--preset", "default", *fresh]
        run_logged(command, layout.logs / "cmake.log", os.environ, directory=root)
        stamp.touch()


def build(root: Path, targets: tuple[str, ...] = ()) -> None:
    """Runs Ninja, whose progress goes to standard error: `run` leaves standard output to the program."""
    layout = Layout(root)
    command = ["cmake", "--build", str(layout.build), *(["--target", *targets] if targets else [])]
    status = subprocess.run(command, stdout=sys.stderr, check=False).returncode
    if status != 0:
        raise BookError(f"the build failed (status {status}); the first error above is the one to look at")
