"""What a lesson is: lesson.toml and the files beside it, read and checked."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from book_cli.printed import PrintedNames, read_printed
from book_cli.scene import Scene, read_scene
from book_cli.toml_table import ContentError, TomlTable, read_toml

CLAIM_KINDS = ("counted", "measured", "derived")
LANGUAGES = ("en", "zh")
Named = TypeVar("Named")


@dataclass(frozen=True)
class Run:
    """One run whose output is stored: every program's own, and the lesson's `[[run]]`s."""

    name: str
    program: "Program"
    arguments: tuple[str, ...]
    exit_status: int = 0
    findings: bool = False
    """Whether the emulator's reports (its standard error) are compared too."""

    @property
    def expected_output(self) -> Path:
        return self.program.folder / "expected" / f"{self.name}.txt"

    @property
    def expected_findings(self) -> Path:
        return self.program.folder / "expected" / f"{self.name}.findings.txt"

    @property
    def expected_counters(self) -> Path | None:
        """Only a program's own run has them."""
        return self.program.expected_counters if self.name == self.program.name else None


@dataclass(frozen=True)
class Program:
    """One `[[program]]`: a complete CUDA program of the lesson, and how it is run."""

    name: str
    source: Path
    arguments: tuple[str, ...]
    """Of the run whose output and counters are stored, on the emulator and on a GPU."""
    measure: tuple[str, ...]
    """Of the timed runs on a GPU."""
    runs: int
    """How many processes are timed; median, min and max are taken over them."""

    @property
    def folder(self) -> Path:
        return self.source.parent

    @property
    def expected_counters(self) -> Path:
        return self.folder / "expected" / f"{self.name}.counters.jsonl"

    @property
    def expected_ptx(self) -> Path:
        """Of programs that a scene runs in the page."""
        return self.folder / "expected" / f"{self.name}.ptx"


@dataclass(frozen=True)
class ClaimSpec:
    """One `[[claim]]`: a figure of the text, as arithmetic over counters and measurements."""

    id: str
    kind: str
    expression: str
    expect: float | None
    expect_min: float | None
    expect_max: float | None
    unit: str
    digits: int
    where: str
    """File and key, for messages."""


class HasPrograms:
    """A folder with programs of its own, and what they print and measured: a lesson or an example."""

    programs: tuple[Program, ...]
    runs: tuple[Run, ...]
    """Every program's own run, then the further ones."""
    scenes: tuple[Scene, ...]
    """What of the programs readers run in the page."""
    printed: PrintedNames
    """What the programs print, as pages of other languages call it."""
    folder: Path

    @property
    def name(self) -> str:
        """As in test names."""
        raise NotImplementedError

    @property
    def file(self) -> Path:
        raise NotImplementedError

    @property
    def measure_command(self) -> str:
        raise NotImplementedError

    @property
    def measured_folder(self) -> Path:
        return self.folder / "measured"

    def program(self, name: str) -> Program:
        """The program called `name`; refuses others by naming those there are."""
        return self._called("program", name, {program.name: program for program in self.programs})

    def run(self, name: str) -> Run:
        """The run called `name`; refuses others by naming those there are."""
        return self._called("run", name, {run.name: run for run in self.runs})

    def scene(self, name: str) -> Scene:
        """The scene called `name`; refuses others by naming those there are."""
        return self._called("scene", name, {scene.id: scene for scene in self.scenes})

    def _called(self, kind: str, name: str, known: Mapping[str, Named]) -> Named:
        if name not in known:
            names = ", ".join(known) or "none"
            raise ContentError(self.file, f'no {kind} "{name}"', f"Its {kind}s are: {names}.")
        return known[name]


@dataclass(frozen=True)
class Lesson(HasPrograms):
    """One folder under lessons/."""

    id: int
    slug: str
    stage: int
    minutes: int
    title: dict[str, str]
    question: dict[str, str]
    programs: tuple[Program, ...]
    runs: tuple[Run, ...]
    claims: tuple[ClaimSpec, ...]
    scenes: tuple[Scene, ...]
    printed: PrintedNames
    folder: Path

    @property
    def name(self) -> str:
        """`lesson06`, as in test names."""
        return f"lesson{self.id:02}"

    @property
    def file(self) -> Path:
        return self.folder / "lesson.toml"

    @property
    def measure_command(self) -> str:
        return f"tools/book measure --lesson {self.id:02}"

    @property
    def exercise_folder(self) -> Path:
        return self.folder / "exercise"

    def text(self, language: str) -> Path:
        return self.folder / f"{language}.md"


def load_lesson(folder: Path) -> Lesson:
    """Reads and checks `folder/lesson.toml`."""
    table = read_toml(folder / "lesson.toml")
    programs = tuple(_program(entry, folder) for entry in table.tables("program"))
    lesson = Lesson(
        id=table.integer("id"),
        slug=table.text("slug"),
        stage=table.integer("stage"),
        minutes=table.integer("minutes"),
        title=table.bilingual("title"),
        question=table.bilingual("question"),
        programs=programs,
        runs=own_runs(programs) + tuple(_run(entry, programs) for entry in table.tables("run")),
        claims=tuple(_claim(entry) for entry in table.tables("claim")),
        scenes=read_scenes(table, programs),
        printed=read_printed(table),
        folder=folder,
    )
    table.finish()
    expected_folder = f"{lesson.id:02}-{lesson.slug}"
    if folder.name != expected_folder:
        raise table.error(
            "id", f"id and slug ask for the folder {expected_folder}", "Rename the folder or correct id and slug."
        )
    _refuse_repeats(table, "program", [program.name for program in lesson.programs])
    _refuse_repeats(table, "run", [run.name for run in lesson.runs])
    refuse_unlisted(table, folder.glob("[0-9][0-9]_*.cu"), programs)
    _refuse_repeats(table, "claim", [claim.id for claim in lesson.claims])
    return lesson


def lesson_folders(root: Path) -> list[Path]:
    """The folders of the written lessons, in the book's order."""
    return sorted(file.parent for file in (root / "lessons").glob("*/lesson.toml"))


def load_lessons(root: Path) -> list[Lesson]:
    """Every written lesson of the book, in order."""
    return [load_lesson(folder) for folder in lesson_folders(root)]


def find_lesson(root: Path, number: int) -> Lesson:
    """The lesson with this number; refuses others by naming those there are."""
    lessons = load_lessons(root)
    for lesson in lessons:
        if lesson.id == number:
            return lesson
    written = ", ".join(f"{lesson.id:02}" for lesson in lessons) or "none"
    raise ContentError(root / "lessons", f"lesson {number:02} is not written", f"Written lessons: {written}.")


def find_program(owners: Sequence[HasPrograms], name: str) -> tuple[HasPrograms, Program]:
    """The program called `name` in any lesson or example; `7` and `07` find `07_transpose`."""
    found = [
        (owner, program)
        for owner in owners
        for program in owner.programs
        if program.name == name or (name.isdigit() and program.name.split("_")[0] == name.zfill(2))
    ]
    if found:
        return found[0]
    names = ", ".join(program.name for owner in owners for program in owner.programs) or "none"
    raise ContentError("lessons", f'no program "{name}"', f"Programs: {names}.")


def read_scenes(table: TomlTable, programs: Sequence[Program]) -> tuple[Scene, ...]:
    """Every `[[scene]]`, of a lesson or an example."""
    scenes = tuple(read_scene(entry, programs) for entry in table.tables("scene"))
    _refuse_repeats(table, "scene", [scene.id for scene in scenes])
    return scenes


def refuse_unlisted(table: TomlTable, sources: Iterable[Path], programs: Sequence[Program]) -> None:
    """Of the sources in its folder, a lesson or an example names every one."""
    for source in sorted(sources):
        if source.stem not in {program.name for program in programs}:
            raise table.error("program", f"{source.name} has no [[program]]", f'Add one with name = "{source.stem}".')


def own_runs(programs: Sequence[Program]) -> tuple[Run, ...]:
    """The run that every program has: its arguments, its expected output."""
    return tuple(Run(program.name, program, program.arguments) for program in programs)


def _program(entry: TomlTable, folder: Path) -> Program:
    name = entry.text("name")
    if not re.fullmatch(r"\d\d_[a-z0-9_]+", name):
        raise entry.error(
            "name", f'"{name}" is not NN_words', 'Name it like "07_transpose": the running number, then words.'
        )
    return read_program(entry, folder)


def read_program(entry: TomlTable, folder: Path) -> Program:
    """One `[[program]]`, of a lesson or an example."""
    name = entry.text("name")
    program = Program(
        name=name,
        source=folder / f"{name}.cu",
        arguments=entry.texts("arguments"),
        measure=entry.texts("measure"),
        runs=entry.integer("runs", 11),
    )
    entry.finish()
    if not program.source.is_file():
        raise entry.error("name", f"{program.source} is missing", "Add the program, or remove its [[program]].")
    if program.runs < 1:
        raise entry.error("runs", "must be at least 1", "11 gives a steady median.")
    return program


def _run(entry: TomlTable, programs: Sequence[Program]) -> Run:
    name, of = entry.text("name"), entry.text("program")
    found = [program for program in programs if program.name == of]
    if not found:
        raise entry.error("program", f'no program "{of}"', f"Programs: {', '.join(one.name for one in programs)}.")
    if not re.fullmatch(rf"{of}-[a-z0-9]+(-[a-z0-9]+)*", name):
        raise entry.error("name", f'"{name}" is not the program\'s name and a word', f'Name it like "{of}-odd".')
    run = Run(
        name, found[0], entry.texts("arguments"), entry.integer("exit_status", 0), entry.boolean("findings", False)
    )
    entry.finish()
    return run


def _claim(entry: TomlTable) -> ClaimSpec:
    claim = ClaimSpec(
        id=entry.text("id"),
        kind=entry.text("kind"),
        expression=entry.text("value"),
        expect=entry.number("expect"),
        expect_min=entry.number("expect_min"),
        expect_max=entry.number("expect_max"),
        unit=entry.text("unit", ""),
        digits=entry.integer("digits", 0),
        where=f'{entry.file}: claim "{entry.text("id")}"',
    )
    entry.finish()
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", claim.id):
        raise entry.error("id", f'"{claim.id}" is not words-with-hyphens', "Use small letters, digits and hyphens.")
    if claim.kind not in CLAIM_KINDS:
        raise entry.error("kind", f'"{claim.kind}" is unknown', f"Use one of: {', '.join(CLAIM_KINDS)}.")
    if claim.digits < 0:
        raise entry.error("digits", "must not be negative", "It is the number of decimals shown.")
    if claim.kind == "counted" and claim.expect is None:
        raise entry.error(
            "expect", "a counted claim needs a value derived by hand", "Work it out on paper and add expect = N."
        )
    return claim


def _refuse_repeats(table: TomlTable, key: str, names: list[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise table.error(key, f'"{name}" occurs twice', "Give each its own name.")
