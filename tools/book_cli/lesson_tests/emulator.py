"""lessonNN.<run>.emulator: the run's output and counters on the emulator are the stored ones."""

from collections.abc import Sequence

from book_cli.build_tree import BuildTree
from book_cli.counters_file import Launch, read_counters
from book_cli.emulator_run import run_on_emulator
from book_cli.lesson import HasPrograms
from book_cli.lesson_tests.outcome import fail_if_any
from book_cli.lesson_tests.output import check_output, check_status
from book_cli.metrics import exactly

_MOST_DIFFERENCES = 20


def run(owner: HasPrograms, build: BuildTree, name: str) -> str:
    run_of = owner.run(name)
    counters = build.scratch(owner) / f"{name}.counters.jsonl"
    result = run_on_emulator(build, build.program(run_of.program), run_of.arguments, counters)
    check_status(run_of, result.status, result.output, result.reports)
    check_output(run_of.expected_output, result.output)
    checked = "output"
    if run_of.findings:
        check_output(run_of.expected_findings, result.reports)
        checked += " and findings"
    if run_of.expected_counters is None:
        return f"{checked} as expected"
    launches = result.launches()
    differences = compare_counters(read_counters(run_of.expected_counters), launches)
    fail_if_any(
        differences[:_MOST_DIFFERENCES],
        f"of {len(differences)} counters differ from {run_of.expected_counters} "
        "(if they are right now: tools/book test --bless)",
    )
    return f"{checked} as expected, counters of {len(launches)} launches equal the stored ones"


def compare_counters(expected: Sequence[Launch], got: Sequence[Launch]) -> list[str]:
    """Every difference, kernel by kernel and line by line."""
    if [(one.name, one.grid, one.block) for one in expected] != [(one.name, one.grid, one.block) for one in got]:
        return [f"launches: expected {_names(expected)}, counted {_names(got)}"]
    differences = []
    for before, after in zip(expected, got, strict=True):
        where = f"launch {after.index}, {after.name}"
        differences += _compare_metrics(where, before.metrics, after.metrics)
        lines_before = {(line.file, line.line): line.metrics for line in before.lines}
        lines_after = {(line.file, line.line): line.metrics for line in after.lines}
        for place in sorted(lines_before.keys() | lines_after.keys()):
            at = f"{where}, {place[0]}:{place[1]}"
            differences += _compare_metrics(at, lines_before.get(place, {}), lines_after.get(place, {}))
    return differences


def _compare_metrics(where: str, expected: dict[str, float], got: dict[str, float]) -> list[str]:
    """A counter that is not there counts as 0: an emulator that learns to count more does not fail old files."""
    return [
        f"{where}: {metric}: expected {exactly(expected.get(metric, 0))}, counted {exactly(got.get(metric, 0))}"
        for metric in sorted(expected.keys() | got.keys())
        if expected.get(metric, 0) != got.get(metric, 0)
    ]


def _names(launches: Sequence[Launch]) -> str:
    return ", ".join(f"{launch.name} {launch.grid} {launch.block}" for launch in launches)
