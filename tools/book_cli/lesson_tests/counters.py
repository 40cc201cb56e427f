"""lessonNN.counters: the emulator counts what a GPU's own counters say, launch by launch."""

from book_cli.build_tree import BuildTree
from book_cli.counters_file import read_counters
from book_cli.hardware import compare_launches
from book_cli.lesson import HasPrograms
from book_cli.lesson_tests.outcome import TestFailed, fail_if_any
from book_cli.measured_file import measurements

_MOST_DIFFERENCES = 20


def run(owner: HasPrograms, build: BuildTree, name: str) -> str:
    del build, name
    differences: list[str] = []
    compared = []
    launches = values = 0
    for gpu, measurement in measurements(owner).items():
        for program in owner.programs:
            measured = measurement.programs.get(program.name)
            if measured is None or not measured.launches:
                continue
            if measured.is_stale(program):
                differences.append(
                    f"{measurement.file}: {program.name} changed since; measure again: {measurement.command}"
                )
                continue
            comparison = compare_launches(read_counters(program.expected_counters), measured.launches)
            launches += comparison.launches
            values += comparison.values
            compared.append(f"{program.name} on {gpu}")
            differences += [f"{program.name} on {gpu}: {mismatch}" for mismatch in comparison.mismatches]
    fail_if_any(differences[:_MOST_DIFFERENCES], f"of {len(differences)} differences from the hardware's counters")
    if values == 0:
        raise TestFailed(
            f"nothing could be compared: no GPU's counters of these launches are stored in {owner.measured_folder}\n"
            f"On a machine with a GPU and Nsight Compute: {owner.measure_command}"
        )
    return f"{values} counters of {launches} launches equal the hardware's ({', '.join(compared)})"
