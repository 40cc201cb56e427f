"""The exercise of a lesson: check.toml, and judging a solution by its output and its counters."""

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from book_cli.counters_file import launches_of
from book_cli.emulator_run import EmulatorRun
from book_cli.expected import line_matches
from book_cli.lesson import Lesson
from book_cli.metrics import UnknownMetric, exactly, metric_value
from book_cli.toml_table import ContentError, TomlTable, read_toml

_BOUNDS: dict[str, Callable[[float, float], bool]] = {
    "at_most": operator.le,
    "at_least": operator.ge,
}


@dataclass(frozen=True)
class Check:
    """One `[[check]]`: a line that must be printed, or a bound on a counter of a kernel's every launch."""

    what: dict[str, str]
    because: dict[str, str] | None
    output: str | None
    kernel: str
    metric: str
    bound: str
    """`at_most` or `at_least`."""
    limit: float

    @property
    def is_on_counters(self) -> bool:
        return self.output is None


@dataclass(frozen=True)
class Exercise:
    """One check.toml."""

    file: Path
    program: str
    arguments: tuple[str, ...]
    hints: tuple[dict[str, str], ...]
    checks: tuple[Check, ...]


@dataclass(frozen=True)
class Verdict:
    """How one check went; `found` is what was printed or counted instead."""

    check: Check
    passed: bool
    found: str
    value: float | None = None
    """The counter's, where there is one: the launch that breaks the bound, else the first."""


def load_exercise(lesson: Lesson) -> Exercise:
    """Reads and checks `exercise/check.toml`."""
    table = read_toml(lesson.exercise_folder / "check.toml")
    exercise = Exercise(
        file=table.file,
        program=table.text("program"),
        arguments=table.texts("arguments"),
        hints=table.bilinguals("hints"),
        checks=tuple(_check(entry) for entry in table.tables("check")),
    )
    table.finish()
    if not exercise.hints:
        raise table.error("hints", "there is none", "Give at least one, from a nudge to nearly the answer.")
    for wanted, present in (("output", False), ("kernel", True)):
        if all(check.is_on_counters != present for check in exercise.checks):
            raise table.error("check", f"none is on {wanted}", "Check the result and the counters: both must be right.")
    return exercise


def judge(exercise: Exercise, run: EmulatorRun) -> list[Verdict]:
    """Every check against one run on the emulator. A run that failed may still have launched the kernels."""
    return [_judge_one(exercise, check, run) for check in exercise.checks]


def _judge_one(exercise: Exercise, check: Check, run: EmulatorRun) -> Verdict:
    if check.output is not None:
        printed = run.output.splitlines()
        passed = any(line_matches(check.output, line.strip()) for line in printed)
        return Verdict(check, passed, "it was printed" if passed else f'no line "{check.output}" was printed')
    try:
        launches = launches_of(run.launches(), check.kernel, str(exercise.file))
        values = [metric_value(launch.metrics, check.metric) for launch in launches]
    except (ContentError, UnknownMetric) as error:
        return Verdict(check, False, str(error))
    worst = next((value for value in values if not _BOUNDS[check.bound](value, check.limit)), values[0])
    passed = _BOUNDS[check.bound](worst, check.limit)
    return Verdict(check, passed, f"{check.metric} of {check.kernel} is {exactly(worst)}", worst)


def explain(verdicts: Sequence[Verdict], language: str = "en") -> str:
    """The verdicts as a reader should see them."""
    lines = []
    for verdict in verdicts:
        lines.append(f"{'passed' if verdict.passed else 'FAILED'}  {verdict.check.what[language]}")
        if not verdict.passed:
            lines.append(f"        {verdict.found}")
            if verdict.check.because is not None:
                lines.append(f"        {verdict.check.because[language]}")
    return "\n".join(lines)


def _check(entry: TomlTable) -> Check:
    limits = {bound: limit for bound in _BOUNDS if (limit := entry.number(bound)) is not None}
    on_output = entry.has("output")
    bound, limit = next(iter(limits.items()), ("", 0.0))
    check = Check(
        what=entry.bilingual("what"),
        because=entry.bilingual("because") if entry.has("because") else None,
        output=entry.text("output") if on_output else None,
        kernel="" if on_output else entry.text("kernel"),
        metric="" if on_output else entry.text("metric"),
        bound=bound,
        limit=limit,
    )
    entry.finish()
    if len(limits) != (0 if on_output else 1):
        raise entry.error("what", "must have either output, or one bound", f"The bounds are: {', '.join(_BOUNDS)}.")
    return check
