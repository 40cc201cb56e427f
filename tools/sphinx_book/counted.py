"""`{counted} PROGRAM`: kernels and their counters, as the emulator counted them, checked against the GPU's."""

from typing import Any, ClassVar

from book_cli.counters_file import Launch, launches_of, read_counters
from book_cli.errors import BookError
from book_cli.hardware import compare_launches
from book_cli.lesson import HasPrograms, Program
from book_cli.measured_file import reference_measurement
from book_cli.metrics import SHORT_METRICS, UnknownMetric, metric_value
from docutils import nodes
from sphinx.application import Sphinx

from sphinx_book.data_rows import counter_anchor
from sphinx_book.directive import BookDirective
from sphinx_book.element import make
from sphinx_book.evidence import mark_of
from sphinx_book.measured import names
from sphinx_book.strings import say
from sphinx_book.tables import Row, number_table

DEFAULT_METRICS = ["requests-ld", "sectors-ld", "sectors-per-request-ld"]


def counted_caption(
    owner: HasPrograms, program: Program, launches: list[Launch], language: str
) -> list[nodes.Node | str]:
    """Says whether the hardware agrees, launch by launch."""
    measurement = reference_measurement(owner)
    theirs = measurement.programs[program.name].launches if measurement and program.name in measurement.programs else ()
    text = say(language, "counted-unchecked")
    if measurement is not None and theirs and not measurement.programs[program.name].is_stale(program):
        comparison = compare_launches(read_counters(program.expected_counters), theirs)
        key = "counted-differs" if comparison.mismatches else "counted-equal"
        text = say(language, key, gpu=measurement.gpu_name, launches=comparison.launches, date=measurement.date)
    command = " ".join(["tools/book profile", program.name, *program.arguments])
    return [mark_of("counted"), f" {text} ", make("code", {}, command)]


class Counted(BookDirective):
    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {"kernels": names, "metrics": names}

    def run(self) -> list[nodes.Node]:
        lesson = self.lesson
        try:
            program = lesson.program(self.arguments[0])
            self.env.note_dependency(str(program.expected_counters))
            if not program.expected_counters.is_file():
                return [make("p", {"class": "missing"}, self.say("not-counted", command="tools/book test --bless"))]
            launches = read_counters(program.expected_counters)
            chosen = self._chosen(launches, str(program.expected_counters))
        except BookError as error:
            raise self.error(str(error)) from None
        metrics = self.options.get("metrics", DEFAULT_METRICS)
        if len(metrics) == 1:
            metrics = metrics[0].replace(",", " ").split()
        body: list[Row] = []
        for launch in chosen:
            anchor = counter_anchor(program.name, launch.name)
            name = make("a", {"href": f"data.html#{anchor}"}, make("code", {}, launch.name))
            body.append(({}, [name, *[self._value(launch, metric) for metric in metrics]]))
        head = [self.say("column-kernel"), *[self._title(metric) for metric in metrics]]
        return [number_table(head, body, counted_caption(lesson, program, chosen, self.language))]

    def _chosen(self, launches: list[Launch], where: str) -> list[Launch]:
        """One launch a kernel: the first."""
        wanted = self.options.get("kernels") or list(dict.fromkeys(launch.name for launch in launches))
        return [launches_of(launches, kernel, where)[0] for kernel in wanted]

    def _title(self, metric: str) -> str:
        return SHORT_METRICS[metric].label[self.language] if metric in SHORT_METRICS else metric

    def _value(self, launch: Launch, metric: str) -> str:
        if metric not in SHORT_METRICS and metric not in launch.metrics:
            raise self.error(f"no counter “{metric}”; short names: {', '.join(SHORT_METRICS)}")
        try:
            return f"{metric_value(launch.metrics, metric):,.10g}"
        except UnknownMetric:
            return "–"


def setup(app: Sphinx) -> None:
    app.add_directive("counted", Counted)
