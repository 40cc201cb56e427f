#!/usr/bin/env python3
"""Record what a GPU counts for each launch of a probe.

    python3 record.py GROUP RESULT [PROGRAM [ARGUMENT…]]

GROUP `patterns` is the program probe.cu and becomes readings_h200.csv, `copies` is probe_copies.cu (cp.async) and
becomes readings_copies_h200.csv; all others are groups of form_probe.cu and become forms_GROUP_h200.csv.
Needs nvcc (unless PROGRAM, the built probe, is given), Nsight Compute's `ncu`, and the right to read counters.
Each row of RESULT is a launch: what it accessed, how, and where, then the counters.
"""

import csv
import io
import re
import subprocess
import sys
import tempfile
from pathlib import Path

GLOBAL = r"l1tex__t_(requests|sectors)_pipe_lsu_mem_global_op_(ld|st|atom|red)"
LOCAL = r"l1tex__t_(requests|sectors)_pipe_lsu_mem_local_op_(ld|st)"
SHARED_INSTRUCTIONS = r"smsp__inst_executed_op_shared_(ld|st|atom)"
SHARED = r"l1tex__data_(pipe_lsu_wavefronts|bank_conflicts_pipe_lsu)_mem_shared(_op_(ld|st|atom))?"
ALL_WAVEFRONTS = r"l1tex__data_pipe_lsu_wavefronts"
INSTRUCTIONS = r"smsp__inst_executed"

# What each group asks for: regular expressions of whole names. Every name more may be another pass over each launch.
METRICS = {
    "patterns": [GLOBAL, SHARED_INSTRUCTIONS, SHARED, ALL_WAVEFRONTS, INSTRUCTIONS],
    # LDGSTS has metrics of its own, all of which are asked for.
    "copies": [GLOBAL, SHARED_INSTRUCTIONS, SHARED, ALL_WAVEFRONTS, INSTRUCTIONS, r"(?!.*average).*ldgsts.*"],
    "names": [
        r"smsp__inst_executed_op_(global|local|shared|generic)_(ld|st|atom|red)",
        r"smsp__sass_inst_executed_op_(global|local|shared)_(ld|st|atom|red)",
    ],
    "local": [LOCAL],
    "generic": [GLOBAL, LOCAL, SHARED_INSTRUCTIONS, SHARED],
    "global_atoms": [GLOBAL.replace("ld|st|atom|red", "atom|red")],
    "global_reds": [GLOBAL.replace("ld|st|atom|red", "atom|red")],
    "global_loads": [GLOBAL.replace("ld|st|atom|red", "ld")],
    "global_stores": [GLOBAL.replace("ld|st|atom|red", "st")],
    "shared_loads": [r"smsp__inst_executed_op_shared_ld", SHARED.replace(")?", ")").replace("ld|st|atom", "ld")],
    "shared_stores": [r"smsp__inst_executed_op_shared_st", SHARED.replace(")?", ")").replace("ld|st|atom", "st")],
    "shared_atoms": [SHARED_INSTRUCTIONS, SHARED],
    "shared_loops": [
        r"smsp__inst_executed_op_shared_(ld|atom)",
        SHARED.replace(")?", ")").replace("ld|st|atom", "ld|atom"),
    ],
}


def known_metrics(group: str) -> list[str]:
    """The metrics of the group that this ncu can read on this GPU: it refuses to start when asked for another."""
    listed = subprocess.run(["ncu", "--query-metrics"], check=True, capture_output=True, text=True).stdout
    names = [line.split()[0] for line in listed.splitlines() if line.strip()]
    known = [f"{name}.sum" for name in names if any(re.fullmatch(each, name) for each in METRICS[group])]
    if not known:
        sys.exit("`ncu --query-metrics` lists none of the metrics: is there a GPU, and may you read its counters?")
    return known


def build(group: str, folder: Path) -> list[str]:
    """The probe's command line."""
    here = Path(__file__).parent
    program = str(folder / "probe")
    compiler = ["nvcc", "-arch=native", "-std=c++20", "-o", program]
    if group in ("patterns", "copies"):
        source = "probe.cu" if group == "patterns" else "probe_copies.cu"
        subprocess.run([*compiler, here / source], check=True)
        return [program]
    subprocess.run([*compiler, here / "form_probe.cu", here / "form_module.cc"], check=True)
    subprocess.run([program, "write-ptx", folder], check=True)
    # ptxas, not the driver's compiler: its version is known.
    for module in folder.glob("*.ptx"):
        subprocess.run(["ptxas", "-arch=sm_90", module, "-o", module.with_suffix(".cubin")], check=False)
    return [program, "run", group, str(folder)]


def profile(command: list[str], log: Path, metrics: list[str]) -> tuple[list[dict[str, str]], list[dict[str, str]]]:
    """The program's table of launches, and one row of counters a launch."""
    profiler = ["ncu", "--csv", "--page", "raw", "--print-units", "base", "--log-file", str(log)]
    profiler += ["--clock-control", "none", "--cache-control", "none", "--metrics", ",".join(metrics)]
    output = subprocess.run([*profiler, *command], check=True, stdout=subprocess.PIPE, text=True).stdout
    table = [line for line in log.read_text().splitlines() if line.startswith('"')]  # The rest is progress.
    counters = [row for row in csv.DictReader(table) if row["ID"]]  # The row below the header holds the units.
    return list(csv.DictReader(io.StringIO(output))), counters


def main() -> None:
    if len(sys.argv) < 3 or sys.argv[1] not in METRICS:
        sys.exit(f"usage: record.py GROUP RESULT [PROGRAM [ARGUMENT…]]\nGROUP is one of {', '.join(METRICS)}")
    group, result = sys.argv[1], Path(sys.argv[2])
    metrics = known_metrics(group)
    with tempfile.TemporaryDirectory() as folder:
        command = sys.argv[3:] or build(group, Path(folder))
        launches, counters = profile(command, Path(folder) / "ncu.log", metrics)
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
