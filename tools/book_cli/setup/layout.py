"""Where set-up puts things: everything is under `.book/`, and deleting that folder undoes it."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Layout:
    """The paths of one checkout."""

    root: Path

    @property
    def home(self) -> Path:
        return self.root / ".book"

    @property
    def venv(self) -> Path:
        return self.home / "venv"

    @property
    def python(self) -> Path:
        """The interpreter that has the wheels."""
        return self.venv / "bin" / "python"

    @property
    def bin(self) -> Path:
        """Programs that do not come from a wheel's own `bin`: node, npm."""
        return self.home / "bin"

    @property
    def cuda(self) -> Path:
        """A link to the CUDA compiler that the wheels brought: a path short enough to type."""
        return self.home / "cuda"

    @property
    def sources(self) -> Path:
        """Source files that the emulator compiles in."""
        return self.home / "src"

    @property
    def cache(self) -> Path:
        return self.home / "cache"

    @property
    def logs(self) -> Path:
        return self.home / "log"

    @property
    def requirements(self) -> Path:
        return self.root / "tools" / "requirements"

    @property
    def widgets(self) -> Path:
        return self.root / "tools" / "widgets"

    @property
    def build(self) -> Path:
        return self.root / "build"

    @property
    def site(self) -> Path:
        return self.build / "site"

    def site_packages(self) -> Path:
        """The folder the wheels are unpacked to; its name holds the Python version."""
        return next(self.venv.glob("lib/python3.*/site-packages"), self.venv / "lib")

    def short(self, path: Path) -> str:
        """The path as the user would type it."""
        return os.path.relpath(path) if path.is_relative_to(self.root) else str(path)


def join_path(folders: Sequence[Path], path: str) -> str:
    """A PATH with `folders` before `path`."""
    return os.pathsep.join([*map(str, folders), *([path] if path else [])])


def replace_link(link: Path, target: str) -> None:
    """Makes `link` point to `target`, whatever it was before."""
    link.unlink(missing_ok=True)
    link.symlink_to(target)
