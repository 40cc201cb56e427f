"""Timed runs: the same program in several processes; median, min and max of every printed figure."""

import statistics
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from book_cli.errors import BookError
from book_cli.measured_file import Cell, MeasuredRow
from book_cli.tables import Row, read_tables

RUN_TIMEOUT_SECONDS = 600


@dataclass(frozen=True)
class Timing:
    """What the runs printed, taken together."""

    runs: int
    rows: tuple[MeasuredRow, ...]
    transcript: str
    """The output of one of the runs."""


def time_program(
    program: Path, arguments: Sequence[str], runs: int, on_run: Callable[[int], None] = lambda run: None
) -> Timing:
    """Runs `program` `runs` times; each run is a process of its own, so that none inherits the warmth of another."""
    outputs = []
    for run in range(runs):
        outputs.append(run_program([str(program), *arguments]))
        on_run(run + 1)
    return Timing(runs, combine([read_tables(output) for output in outputs]), outputs[len(outputs) // 2])


def run_program(command: Sequence[str]) -> str:
    """The program's standard output; an exit status other than 0 is an error that shows what it printed."""
    words = " ".join(command)
    try:
        result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=RUN_TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired:
        raise BookError(f"{words}: did not end within {RUN_TIMEOUT_SECONDS} s\n    Measure a smaller size.") from None
    except OSError as error:
        raise BookError(f"{words}: cannot be started: {error.strerror}") from None
    if result.returncode != 0:
        raise BookError(f"{words}: ended with status {result.returncode}; it printed:\n{result.stdout}{result.stderr}")
    return result.stdout


def combine(tables: Sequence[Sequence[Row]]) -> tuple[MeasuredRow, ...]:
    """The rows of all runs, cell by cell. A cell that is `-` in any run, and a row left without cells, is left out."""
    first = tables[0]
    for other in tables[1:]:
        if [(row.table, row.name, list(row.cells)) for row in other] != [
            (row.table, row.name, list(row.cells)) for row in first
        ]:
            raise BookError(
                "the runs printed different tables\n    Make the rows' names and order the same in every run."
            )
    measured = []
    for index, row in enumerate(first):
        cells = {}
        for column in row.cells:
            values = [value for table in tables if (value := table[index].cells[column]) is not None]
            if len(values) == len(tables):
                cells[column] = Cell(statistics.median(values), min(values), max(values))
        if cells:
            measured.append(MeasuredRow(row.table, row.name, cells))
    return tuple(measured)
