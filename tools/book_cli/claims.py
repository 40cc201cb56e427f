"""The figures of a lesson: every `[[claim]]` evaluated from counters and measurements, with its evidence."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from book_cli.counters_file import Launch, launches_of, read_counters
from book_cli.expressions import ExpressionError, Quantity, Source, evaluate
from book_cli.hardware import Comparison, compare_launches
from book_cli.lesson import ClaimSpec, Lesson, Program
from book_cli.measured_file import Measurement, ProgramMeasurement, reference_measurement
from book_cli.metrics import UnknownMetric, exactly, metric_value
from book_cli.toml_table import ContentError

_SOURCES_OF_KIND = {
    "counted": ("counter",),
    "measured": ("measured", "measured_counter"),
    "derived": ("counter", "measured", "measured_counter", "claim"),
}
NO_VALUE = "—"


@dataclass(frozen=True)
class HardwareCheck:
    """That the counters of a source were compared with a GPU's: how many launches, and whether all were equal."""

    gpu: str
    date: str
    launches: int
    values: int
    equal: bool


@dataclass(frozen=True)
class EvidenceSource:
    """One leaf of a claim's arithmetic: where the number came from and how to get it again."""

    kind: str
    """`counter` (the emulator), `measured` (a time or rate on a GPU) or `measured_counter` (a GPU's counter)."""
    program: str
    item: str
    """The kernel, or the row of the printed table."""
    quantity: str
    """The metric, or the column."""
    value: float
    command: str
    """What to type to reproduce it."""
    gpu: str | None = None
    date: str | None = None
    runs: int | None = None
    hardware: HardwareCheck | None = None


@dataclass(frozen=True)
class Evidence:
    """Why a figure may be believed."""

    expression: str
    sources: tuple[EvidenceSource, ...] = ()
    claims: tuple[str, ...] = ()
    """Ids of the claims it was derived from."""


@dataclass(frozen=True)
class ClaimValue:
    """One claim, evaluated. Where `problem` is set, the figure must not be trusted; `text` is `—` if there is none."""

    id: str
    kind: str
    value: float
    text: str
    unit: str
    spread: tuple[float, float] | None
    """Least and greatest over the runs, where the value was measured."""
    evidence: Evidence
    problem: str | None = None
    """What is wrong and what to do: no measurement yet, a stale one, an `expect` that does not hold, …"""
    blames: str | None = None
    """The claim it rests on whose problem this really is."""


def evaluate_claims(lesson: Lesson) -> dict[str, ClaimValue]:
    """Every claim of the lesson by id. Nothing is raised for a claim without a value: see `ClaimValue.problem`."""
    book = _Claims(lesson)
    return {spec.id: book.value_of(spec) for spec in lesson.claims}


def format_number(value: float, digits: int) -> str:
    """The figure as it is shown: fixed decimals, thousands grouped."""
    return f"{value:,.{digits}f}"


class _Claims:
    """Evaluates claims on demand, each once, and knows which are being evaluated: a cycle is refused."""

    def __init__(self, lesson: Lesson) -> None:
        self._lesson = lesson
        self._specs = {spec.id: spec for spec in lesson.claims}
        self._done: dict[str, tuple[ClaimValue, Quantity | None]] = {}
        self._open: list[str] = []
        self._counters: dict[str, list[Launch]] = {}

    def value_of(self, spec: ClaimSpec) -> ClaimValue:
        return self._evaluated(spec)[0]

    def _evaluated(self, spec: ClaimSpec) -> tuple[ClaimValue, Quantity | None]:
        if spec.id not in self._done:
            self._open.append(spec.id)
            self._done[spec.id] = self._evaluate(spec)
            self._open.pop()
        return self._done[spec.id]

    def _evaluate(self, spec: ClaimSpec) -> tuple[ClaimValue, Quantity | None]:
        leaves = _Leaves(self, spec)
        try:
            quantity = evaluate(spec.expression, leaves.sources())
        except (ExpressionError, ContentError, UnknownMetric) as error:
            return self._without_value(spec, leaves, _message(error, spec)), None
        spread = (quantity.low, quantity.high) if leaves.is_measured else None
        value = ClaimValue(
            id=spec.id,
            kind=spec.kind,
            value=quantity.value,
            text=format_number(quantity.value, spec.digits),
            unit=spec.unit,
            spread=spread,
            evidence=leaves.evidence(),
            problem=leaves.problem or _broken_expectation(spec, quantity.value) or _hidden_digits(spec, quantity.value),
            blames=leaves.blames,
        )
        return value, quantity

    def _without_value(self, spec: ClaimSpec, leaves: "_Leaves", problem: str) -> ClaimValue:
        return ClaimValue(
            spec.id, spec.kind, math.nan, NO_VALUE, spec.unit, None, leaves.evidence(), problem, leaves.blames
        )

    def claim(self, name: str, asked_by: ClaimSpec) -> tuple[ClaimValue, Quantity | None]:
        if name not in self._specs:
            raise ContentError(asked_by.where, f'no claim "{name}"', f"Claims: {', '.join(self._specs)}.")
        if name in self._open:
            circle = " → ".join([*self._open[self._open.index(name) :], name])
            raise ContentError(
                asked_by.where, f"the claims go in a circle: {circle}", "Derive one of them from a measurement."
            )
        return self._evaluated(self._specs[name])

    def program(self, name: str) -> Program:
        return self._lesson.program(name)

    def counters(self, program: Program) -> list[Launch]:
        if program.name not in self._counters:
            self._counters[program.name] = read_counters(program.expected_counters)
        return self._counters[program.name]

    @cached_property
    def measurement(self) -> Measurement | None:
        return reference_measurement(self._lesson)

    def measured_program(self, program: Program, asked_by: ClaimSpec) -> tuple[Measurement, ProgramMeasurement]:
        measure = f"tools/book measure --lesson {self._lesson.id:02}"
        if self.measurement is None:
            raise ContentError(asked_by.where, "nothing was measured yet", f"On a machine with a GPU: {measure}")
        if program.name not in self.measurement.programs:
            raise ContentError(
                asked_by.where, f"{program.name} is not in {self.measurement.file.name}", f"Measure it: {measure}"
            )
        return self.measurement, self.measurement.programs[program.name]


class _Leaves:
    """The sources one claim may use, and a record of those it used."""

    def __init__(self, book: _Claims, spec: ClaimSpec) -> None:
        self._book = book
        self._spec = spec
        self._used: list[EvidenceSource] = []
        self._claims: list[str] = []
        self.is_measured = False
        self.problem: str | None = None
        self.blames: str | None = None

    def sources(self) -> Mapping[str, Source]:
        everything: dict[str, Source] = {
            "counter": self._counter,
            "measured": self._measured,
            "measured_counter": self._measured_counter,
            "claim": self._claim,
        }
        return {name: everything[name] for name in _SOURCES_OF_KIND[self._spec.kind]}

    def evidence(self) -> Evidence:
        return Evidence(self._spec.expression, tuple(dict.fromkeys(self._used)), tuple(dict.fromkeys(self._claims)))

    def _counter(self, program: str, kernel: str, metric: str, *, launch: int | None = None) -> Quantity:
        found = self._book.program(program)
        launches = self._book.counters(found)
        value = self._one_value(launches, kernel, metric, launch, str(found.expected_counters))
        arguments = "".join(f" {argument}" for argument in found.arguments)
        self._used.append(
            EvidenceSource(
                kind="counter",
                program=program,
                item=kernel,
                quantity=metric,
                value=value,
                command=f"tools/book profile {program}{arguments}",
                hardware=self._hardware_check(found, launches_of(launches, kernel, program)),
            )
        )
        return Quantity.exact(value)

    def _measured(self, program: str, row: str, column: str, table: str | None = None) -> Quantity:
        found = self._book.program(program)
        measurement, entry = self._book.measured_program(found, self._spec)
        cell = entry.cell(row, column, table, str(measurement.file))
        self._note(measurement, entry, found)
        self._used.append(
            EvidenceSource(
                kind="measured",
                program=program,
                item=row,
                quantity=column,
                value=cell.median,
                command=measurement.command,
                gpu=measurement.gpu_name,
                date=measurement.date,
                runs=entry.runs,
            )
        )
        return Quantity(cell.median, cell.min, cell.max)

    def _measured_counter(self, program: str, kernel: str, metric: str, *, launch: int | None = None) -> Quantity:
        found = self._book.program(program)
        measurement, entry = self._book.measured_program(found, self._spec)
        value = self._one_value(entry.launches, kernel, metric, launch, str(measurement.file))
        self._note(measurement, entry, found)
        self._used.append(
            EvidenceSource(
                kind="measured_counter",
                program=program,
                item=kernel,
                quantity=metric,
                value=value,
                command=measurement.command,
                gpu=measurement.gpu_name,
                date=measurement.date,
            )
        )
        return Quantity.exact(value)

    def _claim(self, name: str) -> Quantity:
        value, quantity = self._book.claim(name, self._spec)
        self._claims.append(name)
        self._used += value.evidence.sources
        self.is_measured = self.is_measured or value.spread is not None
        if value.problem is not None:
            self.blames = value.blames or name
            self.problem = f'it rests on the claim "{self.blames}", which has a problem\n    Mend that first.'
        if quantity is None:
            raise ContentError(self._spec.where, *str(self.problem).split("\n    "))
        return quantity

    def _note(self, measurement: Measurement, entry: ProgramMeasurement, program: Program) -> None:
        self.is_measured = True
        if entry.is_stale(program):
            self.problem = (
                f"the measurement is stale: {program.source.name} or its arguments changed after "
                f"{measurement.date}\n    On a machine with a GPU: {measurement.command}"
            )

    def _one_value(
        self, launches: list[Launch] | tuple[Launch, ...], kernel: str, metric: str, launch: int | None, where: str
    ) -> float:
        found = launches_of(launches, kernel, where)
        if launch is not None:
            if not 0 <= launch < len(found):
                raise ContentError(
                    self._spec.where, f"{kernel} has no launch={launch}", f"It has launches 0 to {len(found) - 1}."
                )
            found = [found[launch]]
        values = [metric_value(one.metrics, metric) for one in found]
        if len(set(values)) > 1:
            listed = ", ".join(f"{exactly(value)}" for value in values)
            raise ContentError(
                self._spec.where,
                f"the launches of {kernel} disagree on {metric}: {listed}",
                "Choose one: add launch=K, from 0.",
            )
        return values[0]

    def _hardware_check(self, program: Program, used: list[Launch]) -> HardwareCheck | None:
        measurement = self._book.measurement
        entry = measurement.programs.get(program.name) if measurement else None
        if measurement is None or entry is None or not entry.launches or entry.is_stale(program):
            return None
        kernels = {launch.name for launch in used}
        theirs = [launch for launch in entry.launches if launch.name in kernels]
        ours = [launch for launch in self._book.counters(program) if launch.name in kernels]
        comparison: Comparison = compare_launches(ours, theirs)
        return HardwareCheck(
            gpu=measurement.gpu_name,
            date=measurement.date,
            launches=comparison.launches,
            values=comparison.values,
            equal=comparison.launches > 0 and not comparison.mismatches,
        )


def _message(error: Exception, spec: ClaimSpec) -> str:
    """The error's text, without repeating which claim it is about."""
    return str(error).removeprefix(f"{spec.where}: ")


def _broken_expectation(spec: ClaimSpec, value: float) -> str | None:
    if spec.expect is not None and not math.isclose(value, spec.expect, rel_tol=1e-12, abs_tol=1e-12):
        return f"is {exactly(value)}, expected {exactly(spec.expect)}\n    One is wrong: the program or the derivation."
    if spec.expect_min is not None and value < spec.expect_min:
        return (
            f"is {exactly(value)}, expected at least {exactly(spec.expect_min)}\n    Correct the program or the text."
        )
    if spec.expect_max is not None and value > spec.expect_max:
        return f"is {exactly(value)}, expected at most {exactly(spec.expect_max)}\n    Correct the program or the text."
    return None


def _hidden_digits(spec: ClaimSpec, value: float) -> str | None:
    """A counted figure is exact; 4.5 shown as 4 would be a lie. With decimals the reader expects rounding."""
    if spec.kind == "counted" and spec.digits == 0 and value != round(value):
        return f"is {exactly(value)}, but digits = 0 shows {format_number(value, 0)}\n    Add digits = 1 or more."
    return None
