"""What an example is: examples/<name>/ with its programs and example.toml; what a lesson is, without the texts."""

import re
from dataclasses import dataclass
from pathlib import Path

from book_cli.lesson import (
    HasPrograms,
    Program,
    Run,
    load_lessons,
    own_runs,
    read_program,
    read_scenes,
    refuse_unlisted,
)
from book_cli.printed import PrintedNames, read_printed
from book_cli.scene import Scene
from book_cli.toml_table import ContentError, read_toml


@dataclass(frozen=True)
class Example(HasPrograms):
    """One folder under examples/."""

    title: dict[str, str]
    programs: tuple[Program, ...]
    runs: tuple[Run, ...]
    scenes: tuple[Scene, ...]
    printed: PrintedNames
    folder: Path

    @property
    def name(self) -> str:
        """`example.roofline`, as in test names."""
        return f"example.{self.folder.name}"

    @property
    def file(self) -> Path:
        return self.folder / "example.toml"

    @property
    def measure_command(self) -> str:
        return f"tools/book measure --example {self.folder.name}"


def load_example(folder: Path) -> Example:
    """Reads and checks `folder/example.toml`."""
    table = read_toml(folder / "example.toml")
    programs = tuple(read_program(entry, folder) for entry in table.tables("program"))
    example = Example(
        title=table.bilingual("title"),
        programs=programs,
        runs=own_runs(programs),
        scenes=read_scenes(table, programs),
        printed=read_printed(table),
        folder=folder,
    )
    table.finish()
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", folder.name):
        raise ContentError(folder, "the folder's name is not words-with-hyphens", "Use small letters and digits.")
    refuse_unlisted(table, folder.glob("*.cu"), programs)
    return example


def load_examples(root: Path) -> list[Example]:
    """Every example, by name."""
    return [load_example(file.parent) for file in sorted((root / "examples").glob("*/example.toml"))]


def load_owners(root: Path) -> list[HasPrograms]:
    """Every lesson, then every example."""
    return [*load_lessons(root), *load_examples(root)]


def find_example(root: Path, name: str) -> Example:
    """The example called `name`; refuses others by naming those there are."""
    examples = load_examples(root)
    for example in examples:
        if example.folder.name == name:
            return example
    names = ", ".join(example.folder.name for example in examples) or "none"
    raise ContentError(root / "examples", f'no example "{name}"', f"Examples: {names}.")
