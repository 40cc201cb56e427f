"""`{lesson-data}`: every stored row behind a lesson's or example's figures, on a page that their evidence links to."""

from book_cli.counters_file import read_counters
from book_cli.lesson import HasPrograms, Program
from book_cli.measured_file import Measurement, reference_measurement
from docutils import nodes
from sphinx.application import Sphinx

from sphinx_book.counted import counted_caption
from sphinx_book.data_rows import counter_anchor, measured_anchor
from sphinx_book.directive import BookDirective
from sphinx_book.element import element, make
from sphinx_book.measured import measured_caption
from sphinx_book.strings import say
from sphinx_book.tables import Row, number_table


class LessonData(BookDirective):
    def run(self) -> list[nodes.Node]:
        owner = self.owner
        measurement = reference_measurement(owner)
        blocks: list[nodes.Node] = []
        for program in owner.programs:
            blocks.append(make("h2", {"id": program.name}, make("code", {}, program.source.name)))
            blocks += _measured(owner, program, measurement, self.language)
            blocks += _counted(owner, program, self.language)
        return blocks


def _measured(owner: HasPrograms, program: Program, measurement: Measurement | None, language: str) -> list[element]:
    if measurement is None or program.name not in measurement.programs:
        return []
    found = measurement.programs[program.name]
    seen: set[str] = set()
    rows: list[Row] = []
    for row in found.rows:
        for column, cell in row.cells.items():
            anchor = measured_anchor(program.name, row.row)
            attributes = {} if anchor in seen else {"id": anchor}
            seen.add(anchor)
            values = [f"{value:,.6g}" for value in (cell.median, cell.min, cell.max)]
            names = [owner.printed.shown(name, language) for name in (row.row, column)]
            rows.append((attributes, [*names, *values]))
    head = [say(language, key) for key in ("column-row", "column-column", "column-median", "column-min", "column-max")]
    return [number_table(head, rows, measured_caption(measurement, found, language))]


def _counted(owner: HasPrograms, program: Program, language: str) -> list[element]:
    if not program.expected_counters.is_file():
        return []
    launches = read_counters(program.expected_counters)
    seen: set[str] = set()
    rows: list[Row] = []
    for launch in launches:
        anchor = counter_anchor(program.name, launch.name)
        shape = f"{'×'.join(map(str, launch.grid))} · {'×'.join(map(str, launch.block))}"
        for position, (metric, value) in enumerate(launch.metrics.items()):
            attributes = {"id": anchor} if position == 0 and anchor not in seen else {}
            place = [make("code", {}, launch.name), shape] if position == 0 else ["", ""]
            rows.append((attributes, [*place, make("code", {}, metric), f"{value:,.10g}"]))
        seen.add(anchor)
    head = [say(language, key) for key in ("column-kernel", "column-shape", "column-metric", "column-value")]
    return [number_table(head, rows, counted_caption(owner, program, launches, language))]


def setup(app: Sphinx) -> None:
    app.add_directive("lesson-data", LessonData)
