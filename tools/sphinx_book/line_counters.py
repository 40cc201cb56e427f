"""The emulator's counters of each source line, gathered over the launches of a program's stored run."""

from collections.abc import Mapping
from dataclasses import dataclass

from book_cli.counters_file import read_counters
from book_cli.lesson import Program
from book_cli.metrics import SHORT_METRICS, UnknownMetric, metric_value

# Kind of access → its short metric: sectors per request in global memory, wavefronts per instruction in shared.
ACCESSES: dict[str, str] = {
    "global-ld": "sectors-per-request-ld",
    "shared-ld": "wavefronts-per-instruction-ld",
    "global-st": "sectors-per-request-st",
    "shared-st": "wavefronts-per-instruction-st",
}


@dataclass(frozen=True)
class Access:
    """One kind of access of one line in one kernel."""

    kind: str
    """A key of ACCESSES."""
    kernel: str
    per_request: float
    requests: float
    used_sectors: float | None
    """Sectors a request would need if every moved byte were used; None where bytes are not counted."""

    @property
    def is_load(self) -> bool:
        return self.kind.endswith("ld")

    @property
    def is_global(self) -> bool:
        return self.kind.startswith("global")


def line_accesses(program: Program) -> dict[int, list[Access]]:
    """Source line → what the kernels did there. Launches of one kernel are added up."""
    sums: dict[tuple[int, str], dict[str, float]] = {}
    if not program.expected_counters.is_file():
        return {}
    for launch in read_counters(program.expected_counters):
        for line in launch.lines:
            if line.file == program.source.name:
                total = sums.setdefault((line.line, launch.name), {})
                for metric, value in line.metrics.items():
                    total[metric] = total.get(metric, 0) + value
    accesses: dict[int, list[Access]] = {}
    for (number, kernel), metrics in sums.items():
        for kind, short in ACCESSES.items():
            access = _access(kind, short, kernel, metrics)
            if access is not None:
                accesses.setdefault(number, []).append(access)
    return accesses


def _access(kind: str, short: str, kernel: str, metrics: Mapping[str, float]) -> Access | None:
    requests = metrics.get(SHORT_METRICS[short].per or "", 0)
    if not requests:
        return None
    try:
        used = metric_value(metrics, f"bytes-used-{kind[-2:]}") / 32 / requests if kind.startswith("global") else None
    except UnknownMetric:
        used = None
    return Access(kind, kernel, metric_value(metrics, short), requests, used)
