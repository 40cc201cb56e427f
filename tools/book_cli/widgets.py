"""Bundles tools/widgets with its own build script: the scripts, styles and static figures of the pages."""

import shutil
import subprocess
from pathlib import Path

from book_cli.errors import BookError


def widgets_folder(root: Path) -> Path:
    return root / "tools" / "widgets"


def build_widgets(root: Path) -> None:
    """Runs `npm run build` of tools/widgets where its sources are newer than its output."""
    folder = widgets_folder(root)
    if not (folder / "package.json").exists():
        return
    npm = shutil.which("npm")
    if npm is None:
        raise BookError("npm is not there\n    tools/book build fetches Node; run that once.")
    done = subprocess.run([npm, "run", "--silent", "build"], cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        raise BookError(f"tools/widgets could not be bundled:\n{(done.stdout + done.stderr).rstrip()}")
