"""Compares the emulator's counters with a GPU's for the same launches."""

from collections.abc import Sequence
from dataclasses import dataclass

from book_cli.counters_file import Launch
from book_cli.metrics import COMPARED_METRICS, exactly


@dataclass(frozen=True)
class Mismatch:
    """One counter of one launch, or a launch itself, that differs."""

    launch: str
    metric: str
    emulator: str
    hardware: str

    def __str__(self) -> str:
        return f"{self.launch}: {self.metric}: emulator {self.emulator}, hardware {self.hardware}"


@dataclass(frozen=True)
class Comparison:
    """What was compared, and what differed."""

    launches: int
    values: int
    mismatches: tuple[Mismatch, ...]


def compare_launches(emulator: Sequence[Launch], hardware: Sequence[Launch]) -> Comparison:
    """Pairs the launches in order; every counter that both sides have must be equal."""
    mismatches: list[Mismatch] = []
    launches = values = 0
    if len(emulator) != len(hardware):
        mismatches.append(Mismatch("all", "launches", str(len(emulator)), str(len(hardware))))
    for ours, theirs in zip(emulator, hardware, strict=False):
        where = f"launch {ours.index}, {ours.name}"
        if (ours.name, ours.grid, ours.block) != (theirs.name, theirs.grid, theirs.block):
            mismatches.append(Mismatch(where, "kernel, grid, block", _shape(ours), _shape(theirs)))
            continue
        shared = [metric for metric in COMPARED_METRICS if metric in ours.metrics and metric in theirs.metrics]
        launches += bool(shared)
        values += len(shared)
        mismatches += [
            Mismatch(where, metric, exactly(ours.metrics[metric]), exactly(theirs.metrics[metric]))
            for metric in shared
            if ours.metrics[metric] != theirs.metrics[metric]
        ]
    return Comparison(launches, values, tuple(mismatches))


def _shape(launch: Launch) -> str:
    return f"{launch.name} <<<{launch.grid}, {launch.block}>>>"
