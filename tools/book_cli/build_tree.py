"""Where the build lays things: programs of the lessons, the emulator."""

from dataclasses import dataclass
from pathlib import Path

from book_cli.lesson import Lesson, Program
from book_cli.toml_table import ContentError


@dataclass(frozen=True)
class BuildTree:
    """One build folder."""

    folder: Path

    @property
    def emulate(self) -> Path:
        return self.folder / "bin" / "emulate"

    def program(self, program: Program) -> Path:
        return self._existing(self.folder / "lessons" / program.folder.name / program.name)

    def exercise(self, lesson: Lesson, name: str) -> Path:
        """The exercise's `start` or `solution`."""
        return self._existing(self.folder / "lessons" / lesson.folder.name / "exercise" / name)

    def scratch(self, lesson: Lesson) -> Path:
        """A folder for what a test writes."""
        folder = self.folder / "lessons" / lesson.folder.name / "test"
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def _existing(self, program: Path) -> Path:
        if not program.is_file():
            raise ContentError(program, "the program is not built", f"Build it: cmake --build {self.folder}")
        return program
