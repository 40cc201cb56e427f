"""`{chart} PROGRAM`: a column of a measured table, drawn over the numbers in its rows' names.

tools/widgets draws it, here and again in the page when the reader adds a measurement; without Node it stays a table.
"""

import json
import posixpath
import re
from functools import cached_property
from typing import Any, ClassVar

from book_cli.errors import BookError
from book_cli.lesson import HasPrograms, Program, find_lesson
from book_cli.measured_file import Cell, MeasuredRow, Measurement, ProgramMeasurement, sha256_of
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx

from sphinx_book.book import named_example
from sphinx_book.element import make
from sphinx_book.measured import Measured, measured_caption, names

BYTES = {"B": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30}
_PLACE = re.compile(rf"(\d+(?:\.\d+)?)(?: ({'|'.join(BYTES)})\b)?")


def place_of(name: str) -> tuple[float, str] | None:
    """Where a row stands on the axis, and how the axis says so: the last number of its name, with its unit of bytes.

    `stride 8` is 8, `float4 (16 bytes)` is 16, `64 MiB` is 67108864.
    """
    found = list(_PLACE.finditer(name))
    if not found:
        return None
    number, unit = found[-1].groups()
    return float(number) * BYTES.get(unit, 1), found[-1].group()


class Chart(Measured):
    option_spec: ClassVar[dict[str, Any]] = {
        "table": directives.unchanged_required,
        "rows": names,
        "column": directives.unchanged_required,
        "places": names,
        "reference": directives.unchanged_required,
        "lesson": directives.nonnegative_int,
        "example": directives.unchanged_required,
        "title": directives.unchanged_required,
        "axis": directives.unchanged_required,
    }

    @cached_property
    def owner(self) -> HasPrograms:
        """The page's lesson, or what `:lesson:` or `:example:` names: charts may stand on other pages too."""
        try:
            if "example" in self.options:
                return named_example(self.env, self.options["example"])
            if "lesson" in self.options:
                return find_lesson(self.book.root, self.options["lesson"])
        except BookError as error:
            raise self.error(str(error)) from None
        return super().owner

    @cached_property
    def _identifier(self) -> str:
        """The same in both languages, whose charts stand in the same order."""
        return f"chart-{self.env.new_serialno('chart') + 1}"

    def _shown(self, measurement: Measurement, found: ProgramMeasurement, program: Program) -> nodes.Element:
        if "title" not in self.options:
            raise self.error("a chart needs a :title:")
        data = json.dumps(self._data(measurement, found, program))
        drawing = self.drawn("static_chart.js", ["--lang", self.language, "--id", self._identifier], "the chart", data)
        if not drawing:
            return super()._shown(measurement, found, program)
        title = self.options["title"]
        caption = make("figcaption", {}, *measured_caption(measurement, found, self.language))
        caption += nodes.Text(f" {self.say('chart-spread')}")
        if found.is_stale(program):
            caption += make("strong", {"class": "problem"}, f" {self.say('stale')}")
        live = make(
            "gtl-chart",
            {"id": self._identifier, "lang": self.language, "data-column": self._column(found)},
            nodes.raw("", drawing, format="html"),
        )
        return make("figure", {"class": "chart"}, make("p", {"class": "chart-title"}, title), live, caption)

    def _data(self, measurement: Measurement, found: ProgramMeasurement, program: Program) -> dict[str, Any]:
        rows = self._rows(found)
        column = self._column(found)
        places = self._places(rows)
        reference = self.options.get("reference")
        return {
            "title": self.options["title"],
            "axis": self.options.get("axis", self._shown_name(rows[0].table)),
            "program": program.name,
            "source_sha256": sha256_of(program.source),
            "table": rows[0].table,
            "column": column,
            "command": self.owner.measure_command,
            "gpu": {key: measurement.gpu[key] for key in ("name", "l2_bytes") if key in measurement.gpu},
            "date": measurement.date,
            "rows": [
                {
                    "row": row.row,
                    "x": x,
                    "label": label,
                    "href": self._place_in_data(found, row.row),
                    "cell": _figures(row.cells[column]),
                }
                for row, (x, label) in zip(rows, places, strict=True)
            ],
            "reference": None if reference is None else self._reference(found, reference, column),
            "names": {
                printed: shown
                for printed in (rows[0].table, column, *(row.row for row in rows), *([reference] if reference else []))
                if (shown := self._shown_name(printed)) != printed
            },
            "bytes": any(label.split(" ")[-1] in BYTES for _, label in places),
        }

    def _column(self, found: ProgramMeasurement) -> str:
        columns = [set(row.cells) for row in self._rows(found)]
        column = self.options.get("column") or next(iter(self._rows(found)[0].cells))
        if any(column not in cells for cells in columns):
            known = "; ".join(sorted(set.intersection(*columns))) or "none"
            raise self.error(f"{found.program}: not every row has the column “{column}”; columns of all rows: {known}")
        return column

    def _places(self, rows: list[MeasuredRow]) -> list[tuple[float, str]]:
        tables = dict.fromkeys(row.table for row in rows)
        if len(tables) > 1:
            raise self.error(f"a chart shows one table; name it with :table:, of: {'; '.join(tables)}")
        given = self.options.get("places")
        if given is not None and len(given) != len(rows):
            raise self.error(f":places: lists {len(given)} numbers for {len(rows)} rows")
        places = []
        for name in given or [row.row for row in rows]:
            place = place_of(name)
            if place is None:
                raise self.error(f"“{name}” holds no number; list where the rows stand with :places:")
            places.append(place)
        if len({x for x, _ in places}) < 2:
            raise self.error("a chart needs rows at two places or more")
        return places

    def _reference(self, found: ProgramMeasurement, row: str, column: str) -> dict[str, Any]:
        try:
            cell = found.cell(row, column, None, ":reference:")
        except BookError as error:
            raise self.error(str(error)) from None
        return {"row": row, "href": self._place_in_data(found, row), "cell": _figures(cell)}

    def _place_in_data(self, found: ProgramMeasurement, row: str) -> str:
        data = self.owner.folder.relative_to(self.book.root).as_posix()
        here = posixpath.relpath(data, posixpath.dirname(self.env.docname) or ".")
        return posixpath.normpath(f"{here}/{super()._place_in_data(found, row)}")


def _figures(cell: Cell) -> dict[str, float]:
    return {"median": cell.median, "min": cell.min, "max": cell.max}


def setup(app: Sphinx) -> None:
    app.add_directive("chart", Chart)
