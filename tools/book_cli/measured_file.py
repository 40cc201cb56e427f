"""measured/<gpu>.json: what `tools/book measure` found on one GPU (see docs/handbook/formats.md)."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from book_cli.counters_file import Launch, launch_from_json
from book_cli.lesson import HasPrograms, Program
from book_cli.toml_table import ContentError

FORMAT = 1
REFERENCE_GPU = "h200"
"""The GPU whose figures the book prints. A lesson without it uses the first of what it has."""


@dataclass(frozen=True)
class Cell:
    """One measured figure over all runs."""

    median: float
    min: float
    max: float


@dataclass(frozen=True)
class MeasuredRow:
    """One row of a program's table; columns without numbers are left out."""

    table: str
    row: str
    cells: dict[str, Cell]


@dataclass(frozen=True)
class ProgramMeasurement:
    """One program on one GPU."""

    program: str
    source_sha256: str
    timing_arguments: tuple[str, ...]
    runs: int
    rows: tuple[MeasuredRow, ...]
    counter_arguments: tuple[str, ...]
    counter_tool: str
    launches: tuple[Launch, ...]
    """Empty where the GPU's counters could not be read."""
    transcript: str

    def is_stale(self, program: Program) -> bool:
        """Whether the source, or the arguments it is run with, changed since."""
        if self.source_sha256 != sha256_of(program.source) or self.timing_arguments != program.measure:
            return True
        return bool(self.launches) and self.counter_arguments != program.arguments

    def cell(self, row: str, column: str, table: str | None, where: str) -> Cell:
        """The cell; refuses a name that is not there, or that is in two tables, by saying which there are."""
        rows = [entry for entry in self.rows if entry.row == row and table in (None, entry.table)]
        if not rows:
            names = "; ".join(dict.fromkeys(entry.row for entry in self.rows if table in (None, entry.table))) or "none"
            raise ContentError(where, f'{self.program} has no measured row "{row}"', f"Rows: {names}.")
        if len(rows) > 1:
            titles = "; ".join(entry.table for entry in rows)
            raise ContentError(where, f'the row "{row}" is in several tables', f"Add the table's title: {titles}.")
        if column not in rows[0].cells:
            names = "; ".join(rows[0].cells) or "none"
            raise ContentError(where, f'the row "{row}" has no measured column "{column}"', f"Columns: {names}.")
        return rows[0].cells[column]


@dataclass(frozen=True)
class Measurement:
    """One file: one GPU, every measured program of the lesson."""

    file: Path
    gpu: dict[str, Any]
    driver: str
    toolkit: str
    date: str
    command: str
    programs: dict[str, ProgramMeasurement]

    @property
    def gpu_name(self) -> str:
        """As people say it: `H200`."""
        return str(self.gpu["name"]).removeprefix("NVIDIA ")


def sha256_of(source: Path) -> str:
    """The hash that tells whether a measurement belongs to this source."""
    return hashlib.sha256(source.read_bytes()).hexdigest()


def read_measurement(file: Path) -> Measurement:
    """Reads and checks one file."""
    try:
        value = json.loads(file.read_text(encoding="utf-8"))
        if value["format"] != FORMAT:
            raise ContentError(file, f"has format {value['format']}, this tool reads {FORMAT}", "Measure again.")
        return Measurement(
            file=file,
            gpu=dict(value["gpu"]),
            driver=value["driver"],
            toolkit=value["toolkit"],
            date=value["date"],
            command=value["command"],
            programs={name: _program(name, entry) for name, entry in value["programs"].items()},
        )
    except (json.JSONDecodeError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise ContentError(file, f"is not a measurement: {error!r}", "Write it anew: tools/book measure") from None


def measurements(owner: HasPrograms) -> dict[str, Measurement]:
    """A lesson's or example's measurements by GPU (`h200`), the reference first."""
    files = sorted(owner.measured_folder.glob("*.json"), key=lambda file: (file.stem != REFERENCE_GPU, file.stem))
    return {file.stem: read_measurement(file) for file in files}


def reference_measurement(owner: HasPrograms) -> Measurement | None:
    """The measurement that the lesson's figures come from, or None where nothing was measured."""
    return next(iter(measurements(owner).values()), None)


def _program(name: str, value: dict[str, Any]) -> ProgramMeasurement:
    timing = value["timing"]
    counters = value.get("counters") or {"arguments": [], "tool": "", "launches": []}
    return ProgramMeasurement(
        program=name,
        source_sha256=value["source_sha256"],
        timing_arguments=tuple(timing["arguments"]),
        runs=timing["runs"],
        rows=tuple(
            MeasuredRow(
                row["table"],
                row["row"],
                {column: Cell(cell["median"], cell["min"], cell["max"]) for column, cell in row["cells"].items()},
            )
            for row in timing["rows"]
        ),
        counter_arguments=tuple(counters["arguments"]),
        counter_tool=counters["tool"],
        launches=tuple(launch_from_json(launch) for launch in counters["launches"]),
        transcript=value["transcript"]["text"],
    )
