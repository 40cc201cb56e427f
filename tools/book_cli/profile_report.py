"""The counters of a run as text: a table a kernel with Nsight Compute's names, and the source lines that cause them."""

from collections.abc import Sequence
from pathlib import Path

from book_cli.counters_file import Launch
from book_cli.metrics import SHORT_METRICS, UnknownMetric, exactly, metric_value

# A column a quantity that a source line can cause; a line without it shows nothing there.
_LINE_COLUMNS = {
    "sectors-per-request-ld": "sect/req ld",
    "sectors-per-request-st": "sect/req st",
    "wavefronts-per-instruction-ld": "wavefr ld",
    "wavefronts-per-instruction-st": "wavefr st",
}
REWRITTEN = {
    "shared_ld": "ptxas merged loads from shared memory into wider ones: a GPU counts fewer, with other wavefronts",
    "shared_st": "ptxas merged stores to shared memory into wider ones: a GPU counts fewer, with other wavefronts",
    "global_atom": "ptxas adds up a warp's integer atomics on one address first: a GPU counts one lane's",
    "shared_atom": "ptxas made ATOMS.POPC.INC of additions of 1 in shared memory: what a GPU counts is not known",
}
"""What the counters' `rewritten` says, in words."""
_RATIOS = tuple(name for name, metric in SHORT_METRICS.items() if metric.per is not None)


def report(launches: Sequence[Launch], sources: Sequence[Path]) -> str:
    """Every kernel in order of launch; launches of one kernel that count the same are shown once."""
    texts = {source.name: source.read_text(encoding="utf-8", errors="replace").splitlines() for source in sources}
    groups: list[list[Launch]] = []
    for launch in launches:
        same = next((group for group in groups if _counts_the_same(group[0], launch)), None)
        if same is None:
            groups.append([launch])
        else:
            same.append(launch)
    return "\n".join(_kernel(group, texts) for group in groups)


def _counts_the_same(one: Launch, other: Launch) -> bool:
    return (one.name, one.grid, one.block, one.metrics) == (other.name, other.grid, other.block, other.metrics)


def _kernel(group: Sequence[Launch], texts: dict[str, list[str]]) -> str:
    launch = group[0]
    times = f", {len(group)} launches" if len(group) > 1 else ""
    lines = [f"{launch.name}  grid {_dimensions(launch.grid)}, block {_dimensions(launch.block)}{times}"]
    counted = {name: value for name, value in launch.metrics.items() if value}
    ratios = {
        f"{SHORT_METRICS[name].label['en']}": value for name in _RATIOS if (value := _value(launch.metrics, name))
    }
    width = max(map(len, [*counted, *ratios]), default=0)
    lines += [f"  {name:<{width}}  {exactly(value):>14}" for name, value in {**counted, **ratios}.items()]
    lines += [f"  * {REWRITTEN.get(what, what)}" for what in launch.rewritten]
    return "\n".join([*lines, *_source_lines(launch, texts)]) + "\n"


def _source_lines(launch: Launch, texts: dict[str, list[str]]) -> list[str]:
    rows = []
    for line in sorted(launch.lines, key=lambda line: (line.file, line.line)):
        values = [_value(line.metrics, name) for name in _LINE_COLUMNS]
        if any(value is not None for value in values):
            cells = "  ".join(f"{'' if value is None else exactly(value):>11}" for value in values)
            text = texts.get(line.file, [])
            code = text[line.line - 1].strip() if line.line <= len(text) else ""
            rows.append(f"  {cells}  {line.file}:{line.line}  {code}")
    return ["  " + "  ".join(f"{title:>11}" for title in _LINE_COLUMNS.values()) + "  line", *rows] if rows else []


def _value(metrics: dict[str, float], name: str) -> float | None:
    try:
        return metric_value(metrics, name)
    except UnknownMetric:
        return None


def _dimensions(value: tuple[int, int, int]) -> str:
    return " x ".join(map(str, value))
