#!/usr/bin/env python3
"""Record what a GPU counts for each pattern of probe.cu.

    python3 record.py readings_h200.csv [PROBE]
    python3 record.py readings_copies_h200.csv probe_copies.cu

Needs nvcc (unless PROBE is a built program), Nsight Compute's `ncu`, and the right to read counters. Each row
of the result is a launch: operation, bytes a lane, mask, the offsets of the 32 lanes, then the counters.
"""

import csv
import io
import subprocess
import sys
import tempfile
from pathlib import Path

METRICS = [
    *(
        f"l1tex__t_{what}_pipe_lsu_mem_global_op_{op}.sum"
        for op in ("ld", "st", "atom", "red")
        for what in ("requests", "sectors")
    ),
    *(f"smsp__inst_executed_op_shared_{op}.sum" for op in ("ld", "st", "atom")),
    *(
        f"l1tex__data_{what}_mem_shared{op}.sum"
        for what in ("pipe_lsu_wavefronts", "bank_conflicts_pipe_lsu")
        for op in ("", "_op_ld", "_op_st", "_op_atom")
    ),
    "l1tex__data_pipe_lsu_wavefronts.sum",
    "smsp__inst_executed.sum",
]


def known_metrics(of_copies: bool) -> list[str]:
    """The metrics that this ncu can read on this GPU: it refuses to start when asked for another.

    cp.async (LDGSTS) has metrics of its own, all of which are asked for.
    """
    listed = subprocess.run(["ncu", "--query-metrics"], check=True, capture_output=True, text=True).stdout
    names = {line.split()[0] for line in listed.splitlines() if line.strip()}
    for metric in METRICS:
        if metric.removesuffix(".sum") not in names:
            print(f"not known to this ncu, left out: {metric}", file=sys.stderr)
    known = [metric for metric in METRICS if metric.removesuffix(".sum") in names]
    if not known:
        sys.exit("`ncu --query-metrics` lists none of the metrics: is there a GPU, and may you read its counters?")
    if of_copies:
        known += [f"{name}.sum" for name in sorted(names) if "ldgsts" in name and "average" not in name]
    return known


def build(source: Path, folder: Path) -> Path:
    program = folder / "probe"
    subprocess.run(["nvcc", "-arch=native", "-std=c++17", "-o", program, source], check=True)
    return program


def profile(program: Path, log: Path, metrics: list[str]) -> tuple[list[dict[str, str]], list[dict[str, str]]]:
    """The program's table of launches, and one row of counters a launch."""
    command = ["ncu", "--csv", "--page", "raw", "--print-units", "base", "--log-file", str(log)]
    command += ["--clock-control", "none", "--cache-control", "none", "--metrics", ",".join(metrics)]
    output = subprocess.run([*command, program], check=True, stdout=subprocess.PIPE, text=True).stdout
    table = [line for line in log.read_text().splitlines() if line.startswith('"')]  # The rest is progress.
    counters = [row for row in csv.DictReader(table) if row["ID"]]  # The row below the header holds the units.
    return list(csv.DictReader(io.StringIO(output))), counters


def main() -> None:
    result = Path(sys.argv[1])
    probe = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(__file__).with_name("probe.cu")
    metrics = known_metrics("copies" in probe.name)
    with tempfile.TemporaryDirectory() as folder:
        program = build(probe, Path(folder)) if probe.suffix == ".cu" else probe.resolve()
        launches, counters = profile(program, Path(folder) / "ncu.log", metrics)
    if len(launches) != len(counters):
        sys.exit(f"{len(launches)} launches but {len(counters)} rows of counters: the program and ncu disagree")
    metrics = [metric for metric in metrics if metric in counters[0]]  # Some have no sum.
    with result.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([*launches[0], *metrics])
        for launch, counted in zip(launches, counters, strict=True):
            writer.writerow([*launch.values(), *(counted[metric].replace(",", "") for metric in metrics)])
    print(f"{len(launches)} launches recorded in {result}")


if __name__ == "__main__":
    main()
