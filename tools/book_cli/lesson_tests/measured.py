"""example.<name>.measured: it is measured, and what was measured belongs to the programs as they are."""

from book_cli.build_tree import BuildTree
from book_cli.lesson import LANGUAGES, HasPrograms
from book_cli.lesson_tests.outcome import TestFailed, fail_if_any
from book_cli.measured_file import measurements
from book_cli.printed import PRINTED

OTHER_LANGUAGES = [language for language in LANGUAGES if language != PRINTED]


def run(owner: HasPrograms, build: BuildTree, name: str) -> str:
    del build, name
    found = measurements(owner)
    if not found:
        raise TestFailed(f"{owner.measured_folder} holds no measurement\n    Measure: {owner.measure_command}")
    fail_if_any([*stale_measurements(owner), *unnamed(owner)], "problems with measurements")
    return f"measured on {', '.join(measurement.gpu_name for measurement in found.values())}"


def unnamed(owner: HasPrograms) -> list[str]:
    """What the measured tables call their titles, rows and columns: pages of every language have a name for it."""
    rows = [row for found in measurements(owner).values() for one in found.programs.values() for row in one.rows]
    if not rows:
        return []
    printed = [name for row in rows for name in (row.table, row.row, *row.cells)]
    return [
        *(
            f'{owner.file}: the programs print "{name}", and [printed.{language}] has no name for it\n'
            f'    Add a line: "{name}" = "…"'
            for language in OTHER_LANGUAGES
            for name in owner.printed.missing(printed, language)
        ),
        *(
            f'{owner.file}: no program prints "{name}" of [printed.{language}]\n    Remove the line, or correct it.'
            for language in OTHER_LANGUAGES
            for name in owner.printed.unused(printed, language)
        ),
    ]


def stale_measurements(owner: HasPrograms) -> list[str]:
    """Measured programs whose source or arguments changed since: pages show their tables too, not only claims."""
    return [
        f"{measurement.file}: {program.name} or its arguments changed after {measurement.date}\n"
        f"    Measure again: {measurement.command}"
        for measurement in measurements(owner).values()
        for program in owner.programs
        if program.name in measurement.programs and measurement.programs[program.name].is_stale(program)
    ]
