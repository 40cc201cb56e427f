"""Where the build lays things: programs of lessons and examples, the emulator."""

from dataclasses import dataclass
from pathlib import Path

from book_cli.lesson import HasPrograms, Lesson, Program
from book_cli.toml_table import ContentError


@dataclass(frozen=True)
class BuildTree:
    """One build folder."""

    folder: Path

    @property
    def emulate(self) -> Path:
        return self.folder / "bin" / "emulate"

    def program(self, program: Program) -> Path:
        return self._existing(self._place(program.folder) / program.name)

    def exercise(self, lesson: Lesson, name: str) -> Path:
        """The exercise's `start` or `solution`."""
        return self._existing(self._place(lesson.folder) / "exercise" / name)

    def scratch(self, owner: HasPrograms) -> Path:
        """A folder for what a test writes."""
        folder = self._place(owner.folder) / "test"
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def _place(self, source: Path) -> Path:
        """As in the source tree: `lessons/06-coalescing`, `examples/roofline`."""
        source = source.resolve()
        return self.folder / source.parent.name / source.name

    def _existing(self, program: Path) -> Path:
        if not program.is_file():
            raise ContentError(program, "the program is not built", f"Build it: cmake --build {self.folder}")
        return program
