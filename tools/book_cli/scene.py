"""A scene: kernels of a program with their buffers and launches, for readers to run in the page (`{run}`)."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from book_cli.formula import FormulaError, Names, Tree, parse_arguments, parse_dimensions, parse_formula
from book_cli.metrics import SHORT_METRICS
from book_cli.regions import Region, read_regions
from book_cli.toml_table import ContentError, TomlTable

if TYPE_CHECKING:
    from book_cli.lesson import Program

ELEMENT_TYPES = ("float", "int")
FILLS = ("index", "hash", "zeros", "unwritten")
SHOWN = ("picture", "numbers", "hidden")
CHECKS = ("memcheck", "racecheck", "initcheck", "synccheck")
Parsed = TypeVar("Parsed")


@dataclass(frozen=True)
class Parameter:
    """A whole number that the reader sets."""

    name: str
    label: dict[str, str]
    least: int
    most: int
    step: int
    default: int


@dataclass(frozen=True)
class Buffer:
    """An array of the device."""

    name: str
    type: str
    count: Tree
    fill: str
    shown: str
    width: Tree
    """Of a picture: elements in a row."""


@dataclass(frozen=True)
class LineCount:
    """What a variant counts on a line, worked out by hand."""

    line: str
    metrics: dict[str, float]


@dataclass(frozen=True)
class Variant:
    """One kernel and its launch."""

    id: str
    title: dict[str, str]
    kernel: str
    grid: list[Tree]
    block: list[Tree]
    arguments: list[Tree]
    multiples: dict[str, int]
    """Parameters that must be a multiple of something."""
    expect: dict[str, Tree]
    """Buffer → the value of its element `i` after the run."""
    counts: tuple[LineCount, ...]


@dataclass(frozen=True)
class Edit:
    """A change of the source, at one place; it keeps the number of lines."""

    replace: str
    replacement: str
    variants: tuple[str, ...]
    """Whose kernel it is in."""
    line: str
    """A part of the line where the bug is found, or counted."""


@dataclass(frozen=True)
class Bug:
    """What the reader can plant: one or more edits that make the same mistake."""

    id: str
    title: dict[str, str]
    check: str
    """That finds it; empty where only a counter tells."""
    counts: dict[str, float]
    """On the edits' lines, where no check finds it."""
    settings: dict[str, int]
    """Parameters with which it shows."""
    edits: tuple[Edit, ...]

    def apply(self, source: str) -> str:
        for edit in self.edits:
            source = source.replace(edit.replace, edit.replacement)
        return source


@dataclass(frozen=True)
class Scene:
    """One `[[scene]]`."""

    id: str
    program: "Program"
    title: dict[str, str]
    regions: tuple[Region, ...]
    parameters: tuple[Parameter, ...]
    buffers: tuple[Buffer, ...]
    variants: tuple[Variant, ...]
    bugs: tuple[Bug, ...]
    metrics: tuple[str, ...]

    @property
    def file(self) -> str:
        return self.program.source.name

    def variant(self, name: str) -> Variant:
        """The variant called `name`; refuses others by naming those there are."""
        for variant in self.variants:
            if variant.id == name:
                return variant
        names = ", ".join(variant.id for variant in self.variants)
        where = self.program.folder / "lesson.toml"
        raise ContentError(where, f'no variant "{name}" in the scene "{self.id}"', f"There are: {names}.")

    def ptx(self, bug: Bug | None = None) -> Path:
        """What nvcc makes of the program, as stored; with a bug, of the changed program."""
        if bug is None:
            return self.program.expected_ptx
        return self.program.folder / "expected" / f"{self.program.name}-{self.id}-{bug.id}.ptx"

    def changed_lines(self, bug: Bug) -> dict[int, str]:
        """Line number → its new text. A bug keeps the number of lines."""
        before = self.program.source.read_text(encoding="utf-8")
        pairs = zip(before.splitlines(), bug.apply(before).splitlines(), strict=True)
        return {number: new for number, (old, new) in enumerate(pairs, start=1) if old != new}


def read_scene(entry: TomlTable, programs: Sequence["Program"]) -> Scene:
    """Reads and checks one `[[scene]]`."""
    identifier = _identifier(entry)
    of = entry.text("program")
    program = next((program for program in programs if program.name == of), None)
    if program is None:
        known = ", ".join(program.name for program in programs)
        raise entry.error("program", f'no program "{of}"', f"Programs: {known}.")
    parameters = tuple(_parameter(table) for table in entry.tables("parameters"))
    names = Names({parameter.name for parameter in parameters})
    tables = list(entry.tables("buffers"))
    filled = Names(names.values | {"i"}, {table.text("name") for table in tables})
    expected: dict[str, Tree] = {}
    buffers = tuple(_buffer(table, names, filled, expected) for table in tables)
    variants = tuple(
        _variant(table, Names(names.values, filled.buffers), filled, expected) for table in entry.tables("variants")
    )
    scene = Scene(
        id=identifier,
        program=program,
        title=entry.bilingual("title"),
        regions=_regions(entry, program),
        parameters=parameters,
        buffers=buffers,
        variants=variants,
        bugs=tuple(_bug(table, program, variants, names) for table in entry.tables("bugs")),
        metrics=_metrics(entry, entry.texts("metrics")),
    )
    entry.finish()
    if not variants:
        raise entry.error("variants", "there is none", "A scene has at least one kernel to run.")
    for kind, ids in (("variants", [one.id for one in variants]), ("bugs", [one.id for one in scene.bugs])):
        for one in ids:
            if ids.count(one) > 1:
                raise entry.error(kind, f'"{one}" occurs twice', "Give each its own id.")
    return scene


def _identifier(entry: TomlTable) -> str:
    identifier = entry.text("id")
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", identifier):
        raise entry.error("id", f'"{identifier}" is not words-with-hyphens', "Use small letters, digits and hyphens.")
    return identifier


def _one_of(entry: TomlTable, key: str, known: Sequence[str], default: str | None = None) -> str:
    value = entry.text(key, default)
    if value not in known and value != default:
        raise entry.error(key, f'"{value}" is unknown', f"Use one of: {', '.join(known)}.")
    return value


def _formula(entry: TomlTable, key: str, text: str, parse: Callable[[str, Names], Parsed], names: Names) -> Parsed:
    try:
        return parse(text, names)
    except FormulaError as error:
        raise entry.error(key, str(error), "docs/handbook/formats.md says what a formula may have.") from None


def _parameter(entry: TomlTable) -> Parameter:
    parameter = Parameter(
        name=entry.text("name"),
        label=entry.bilingual("label"),
        least=entry.integer("least"),
        most=entry.integer("most"),
        step=entry.integer("step", 1),
        default=entry.integer("default"),
    )
    entry.finish()
    if not re.fullmatch(r"[a-z][a-z_]*", parameter.name) or parameter.name == "i":
        raise entry.error("name", f'"{parameter.name}" is no name', 'Use a word of small letters; "i" is the index.')
    if not parameter.least <= parameter.default <= parameter.most:
        raise entry.error("default", "lies outside least … most", "Correct one of the three.")
    return parameter


def _buffer(entry: TomlTable, names: Names, filled: Names, expected: dict[str, Tree]) -> Buffer:
    buffer = Buffer(
        name=entry.text("name"),
        type=_one_of(entry, "type", ELEMENT_TYPES),
        count=_formula(entry, "count", entry.text("count"), parse_formula, names),
        fill=_one_of(entry, "fill", FILLS),
        shown=_one_of(entry, "show", SHOWN, "hidden"),
        width=_formula(entry, "width", entry.text("width", "1"), parse_formula, names),
    )
    if entry.has("expect"):
        expected[buffer.name] = _formula(entry, "expect", entry.text("expect"), parse_formula, filled)
    entry.finish()
    return buffer


def _variant(entry: TomlTable, launch: Names, filled: Names, expected: dict[str, Tree]) -> Variant:
    own = entry.table("expect")
    for_all = dict(expected)
    for name in own.names():
        if name not in filled.buffers:
            raise own.error(name, "is no buffer of the scene", f"Buffers: {', '.join(sorted(filled.buffers))}.")
        for_all[name] = _formula(own, name, own.text(name), parse_formula, filled)
    multiples = entry.table("multiples")
    for name in multiples.names():
        if name not in launch.values:
            raise multiples.error(
                name, "is no parameter of the scene", f"Parameters: {', '.join(sorted(launch.values))}."
            )
    shape = Names(launch.values)
    variant = Variant(
        id=_identifier(entry),
        title=entry.bilingual("title"),
        kernel=entry.text("kernel"),
        grid=_formula(entry, "grid", entry.text("grid"), parse_dimensions, shape),
        block=_formula(entry, "block", entry.text("block"), parse_dimensions, shape),
        arguments=_formula(entry, "arguments", entry.text("arguments"), parse_arguments, launch),
        multiples={name: multiples.integer(name) for name in multiples.names()},
        expect=for_all,
        counts=tuple(_line_count(table) for table in entry.tables("counts")),
    )
    entry.finish()
    return variant


def _line_count(entry: TomlTable) -> LineCount:
    count = LineCount(line=entry.text("line"), metrics=_counted(entry, skip=("line",)))
    entry.finish()
    return count


def _counted(entry: TomlTable, skip: Sequence[str] = ()) -> dict[str, float]:
    names = _metrics(entry, tuple(key for key in entry.names() if key not in skip))
    return {name: entry.number(name) or 0 for name in names}


def _metrics(entry: TomlTable, names: tuple[str, ...]) -> tuple[str, ...]:
    for name in names:
        if name not in SHORT_METRICS:
            raise entry.error(name, "is no short name of a counter", f"There are: {', '.join(SHORT_METRICS)}.")
    return names


def _bug(entry: TomlTable, program: "Program", variants: Sequence[Variant], names: Names) -> Bug:
    settings = entry.table("settings")
    bug = Bug(
        id=_identifier(entry),
        title=entry.bilingual("title"),
        check=_one_of(entry, "check", CHECKS, ""),
        counts=_counted(entry.table("counts")),
        settings={name: settings.integer(name) for name in settings.names()},
        edits=tuple(_edit(table, program, variants) for table in entry.tables("edits")),
    )
    entry.finish()
    if not bug.edits:
        raise entry.error("edits", "there is none", "Say what the bug changes in the source.")
    if bool(bug.check) == bool(bug.counts):
        raise entry.error("check", "either a check finds the bug or a counter shows it", "Give check, or counts.")
    for name in bug.settings:
        if name not in names.values:
            known = ", ".join(sorted(names.values))
            raise settings.error(name, "is no parameter of the scene", f"Parameters: {known}.")
    return bug


def _edit(entry: TomlTable, program: "Program", variants: Sequence[Variant]) -> Edit:
    edit = Edit(
        replace=entry.text("replace"),
        replacement=entry.text("with"),
        variants=entry.texts("variants"),
        line=entry.text("line"),
    )
    entry.finish()
    source = program.source.read_text(encoding="utf-8")
    found = source.count(edit.replace)
    if found != 1:
        raise entry.error("replace", f"stands {found} times in {program.source.name}", "It must stand there once.")
    if edit.replace.count("\n") != edit.replacement.count("\n"):
        raise entry.error("with", "has another number of lines than replace", "Lines must keep their numbers.")
    if edit.line not in source.replace(edit.replace, edit.replacement):
        raise entry.error("line", "no line of the changed program has this", "Write a part of the line it shows at.")
    known = [variant.id for variant in variants]
    if not edit.variants:
        raise entry.error("variants", "is empty", "Name the variants whose kernel the change is in.")
    for name in edit.variants:
        if name not in known:
            raise entry.error("variants", f'no variant "{name}"', f"There are: {', '.join(known)}.")
    return edit


def _regions(entry: TomlTable, program: "Program") -> tuple[Region, ...]:
    known = read_regions(program.source)
    for name in entry.texts("regions"):
        if name not in known:
            raise entry.error("regions", f'no region "{name}"', f"Regions: {', '.join(known)}.")
    chosen = [known[name] for name in entry.texts("regions")]
    if not chosen:
        raise entry.error("regions", "is empty", "Name the regions of the program that show the kernels.")
    return tuple(sorted(chosen, key=lambda region: region.first_line))
