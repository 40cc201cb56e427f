"""example.<name>.measured: it is measured, and what was measured belongs to the programs as they are."""

from book_cli.build_tree import BuildTree
from book_cli.lesson import HasPrograms
from book_cli.lesson_tests.outcome import TestFailed, fail_if_any
from book_cli.measured_file import measurements


def run(owner: HasPrograms, build: BuildTree, name: str) -> str:
    del build, name
    found = measurements(owner)
    if not found:
        raise TestFailed(f"{owner.measured_folder} holds no measurement\n    Measure: {owner.measure_command}")
    fail_if_any(stale_measurements(owner), "stale measurements")
    return f"measured on {', '.join(measurement.gpu_name for measurement in found.values())}"


def stale_measurements(owner: HasPrograms) -> list[str]:
    """Measured programs whose source or arguments changed since: pages show their tables too, not only claims."""
    return [
        f"{measurement.file}: {program.name} or its arguments changed after {measurement.date}\n"
        f"    Measure again: {measurement.command}"
        for measurement in measurements(owner).values()
        for program in owner.programs
        if program.name in measurement.programs and measurement.programs[program.name].is_stale(program)
    ]
