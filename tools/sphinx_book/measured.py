"""`{measured} PROGRAM`: the table a program printed on the GPU, medians over its runs, with GPU and date."""

from typing import Any, ClassVar

from book_cli.errors import BookError
from book_cli.lesson import Program
from book_cli.measured_file import Cell, MeasuredRow, Measurement, ProgramMeasurement, reference_measurement
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx

from sphinx_book.data_rows import measured_anchor
from sphinx_book.directive import BookDirective
from sphinx_book.element import element, make
from sphinx_book.evidence import mark_of
from sphinx_book.strings import say
from sphinx_book.tables import Row, number_table


def names(argument: str) -> list[str]:
    """One name a line, or separated by `;`."""
    return [name.strip() for name in argument.replace("\n", ";").split(";") if name.strip()]


def decimals_of(cells: list[Cell]) -> int:
    """Decimals of a column: three significant digits of its median size, the same for all rows."""
    largest = max((abs(cell.median) for cell in cells), default=0.0)
    return 0 if largest >= 1000 else 1 if largest >= 10 else 2


def cell_text(cell: Cell | None, decimals: int) -> str:
    return "–" if cell is None else f"{cell.median:,.{decimals}f}"


def _bar_column(columns: list[str]) -> str:
    """The column drawn as bars: a percentage where there is one."""
    return next((column for column in columns if "%" in column), columns[0])


def _shares(cells: list[Cell | None], column: str) -> list[float]:
    """Each cell as a part of 100 %, or of the greatest where the column is no percentage."""
    medians = [cell.median if cell is not None else 0.0 for cell in cells]
    whole = 100.0 if "%" in column else max(medians)
    return [min(max(median / whole, 0.0), 1.0) if whole else 0.0 for median in medians]


def measured_caption(measurement: Measurement, program: ProgramMeasurement, language: str) -> list[nodes.Node | str]:
    text = say(
        language,
        "measured-caption",
        gpu=measurement.gpu["name"],
        date=measurement.date,
        driver=measurement.driver,
        toolkit=measurement.toolkit,
        runs=program.runs,
    )
    return [mark_of("measured"), f" {text} ", make("code", {}, measurement.command)]


class Measured(BookDirective):
    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {"rows": names, "columns": names, "table": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        owner = self.owner
        try:
            program = owner.program(self.arguments[0])
            measurement = reference_measurement(owner)
        except BookError as error:
            raise self.error(str(error)) from None
        if measurement is None or program.name not in measurement.programs:
            return [make("p", {"class": "missing"}, self.say("not-measured", command=owner.measure_command))]
        self.env.note_dependency(str(measurement.file))
        self.env.note_dependency(str(program.source))
        return [self._shown(measurement, measurement.programs[program.name], program)]

    def _shown(self, measurement: Measurement, found: ProgramMeasurement, program: Program) -> nodes.Element:
        return self._table(measurement, found, program)

    def _table(self, measurement: Measurement, found: ProgramMeasurement, program: Program) -> element:
        rows = self._rows(found)
        columns = self.options.get("columns") or list(dict.fromkeys(column for row in rows for column in row.cells))
        decimals = {name: decimals_of([row.cells[name] for row in rows if name in row.cells]) for name in columns}
        body: list[Row] = []
        for row in rows:
            name = make("a", {"href": self._place_in_data(found, row.row)}, self._shown_name(row.row))
            cells: list[nodes.Node | str] = [self._cell(row.cells.get(column), decimals[column]) for column in columns]
            body.append(({}, [name, *cells]))
        caption = measured_caption(measurement, found, self.language)
        if found.is_stale(program):
            caption.append(make("strong", {"class": "problem"}, self.say("stale")))
        drawn = _bar_column(columns)
        shares = _shares([row.cells.get(drawn) for row in rows], drawn)
        tables = list(dict.fromkeys(row.table for row in rows))
        return number_table(
            [
                self._shown_name(tables[0]) if len(tables) == 1 else self.say("column-row"),
                *map(self._shown_name, columns),
            ],
            body,
            caption,
            shares,
        )

    def _shown_name(self, printed: str) -> str:
        return self.owner.printed.shown(printed, self.language)

    def _rows(self, found: ProgramMeasurement) -> list[MeasuredRow]:
        table = self.options.get("table")
        rows = [row for row in found.rows if table in (None, row.table)]
        wanted = self.options.get("rows")
        if wanted is None:
            chosen = rows
        else:
            chosen = [row for name in wanted for row in rows if row.row == name]
            missing = [name for name in wanted if all(row.row != name for row in rows)]
            if missing:
                known = "; ".join(dict.fromkeys(row.row for row in rows))
                raise self.error(f"{found.program} has no measured row “{missing[0]}”; rows: {known}")
        if not chosen:
            tables = "; ".join(dict.fromkeys(row.table for row in found.rows))
            raise self.error(f"{found.program} has no measured table “{table}”; tables: {tables}")
        return chosen

    def _place_in_data(self, found: ProgramMeasurement, row: str) -> str:
        return f"data.html#{measured_anchor(found.program, row)}"

    def _cell(self, cell: Cell | None, decimals: int) -> nodes.Node | str:
        text = cell_text(cell, decimals)
        if cell is None or cell.min == cell.max:
            return text
        spread = self.say("spread", least=f"{cell.min:,.{decimals}f}", most=f"{cell.max:,.{decimals}f}")
        return make("span", {"title": spread}, text)


def setup(app: Sphinx) -> None:
    app.add_directive("measured", Measured)
