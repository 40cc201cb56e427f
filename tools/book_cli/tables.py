"""The tables that programs print: for people, and for `tools/book measure` (see docs/handbook/formats.md)."""

import re
from dataclasses import dataclass

_SEPARATOR = re.compile(r"\s{2,}|\t+")
_NUMBER = re.compile(r"[-+]?(\d[\d,]*)?\.?\d+([eE][-+]?\d+)?")


@dataclass(frozen=True)
class Row:
    """One row: cells by column name. A cell without a number (`-`, a word) is None."""

    table: str
    name: str
    cells: dict[str, float | None]


def read_tables(output: str) -> list[Row]:
    """Every row of every table in a program's output, in order.

    A header line is a title and at least one column name, all separated by two or more blanks; the lines that follow
    it with the same number of fields, at least one of them a number or `-`, are its rows. Other lines end the table.
    """
    rows: list[Row] = []
    title: str | None = None
    columns: list[str] = []
    for line in output.splitlines():
        fields = _SEPARATOR.split(line.rstrip())
        if line[:1].isspace() or len(fields) < 2:
            title = None
        elif title is not None and len(fields) == len(columns) + 1 and any(_is_cell(text) for text in fields[1:]):
            rows.append(
                Row(title, fields[0], {column: _cell(text) for column, text in zip(columns, fields[1:], strict=True)})
            )
        elif not any(_is_cell(text) for text in fields[1:]):
            title, columns = fields[0], fields[1:]
        else:
            title = None
    return rows


def _is_cell(text: str) -> bool:
    return text == "-" or _NUMBER.fullmatch(text) is not None


def _cell(text: str) -> float | None:
    return float(text.replace(",", "")) if _NUMBER.fullmatch(text) else None
