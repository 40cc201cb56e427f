"""Measures one lesson or example and writes measured/<gpu>.json."""

import datetime
import json
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from book_cli.counters_file import Launch
from book_cli.errors import BookError
from book_cli.lesson import HasPrograms, Program
from book_cli.measured_file import FORMAT, sha256_of
from book_cli.measuring.gpu import Gpu, find_gpu, find_nvcc, toolkit_version
from book_cli.measuring.ncu import NoCounters, collect_counters, find_ncu, ncu_version
from book_cli.measuring.timing import Timing, time_program

Say = Callable[[str], None]


@dataclass(frozen=True)
class Bench:
    """What measures: the GPU, the compiler, and the profiler where there is one."""

    gpu: Gpu
    nvcc: Path
    toolkit: str
    ncu: Path | None
    build: Path

    @staticmethod
    def of_this_machine(root: Path) -> "Bench":
        nvcc = find_nvcc(root)
        return Bench(find_gpu(), nvcc, toolkit_version(nvcc), find_ncu(), root / "build" / "measure")


def measure_programs(owner: HasPrograms, bench: Bench, runs: int | None, say: Say) -> list[str]:
    """Measures every program of the folder and writes what worked. Returns what did not, one message each."""
    programs: dict[str, Any] = {}
    failures: list[str] = []
    for program in owner.programs:
        try:
            programs[program.name] = _measure_program(program, bench, runs or program.runs, say, failures)
        except BookError as error:
            failures.append(f"{program.name}: {error}")
            say(f"  FAILED: {error}")
    if programs:
        file = owner.measured_folder / f"{bench.gpu.file_stem}.json"
        file.parent.mkdir(exist_ok=True)
        command = owner.measure_command + (f" --runs {runs}" if runs else "")
        file.write_text(to_json(_document(bench, command, programs)), encoding="utf-8")
        say(f"wrote {file}")
    return failures


def compile_program(program: Program, bench: Bench) -> Path:
    """Builds the program for this very GPU, as a reader would: nvcc, one file. -O3 is for the host, which checks."""
    bench.build.mkdir(parents=True, exist_ok=True)
    binary = bench.build / program.name
    command = [bench.nvcc, f"-arch={bench.gpu.architecture}", "-O3", "-lineinfo", "-o", binary, program.source]
    words = [str(word) for word in command]
    result = subprocess.run(words, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise BookError(f"{' '.join(words)}: ended with status {result.returncode}:\n{result.stdout}{result.stderr}")
    return binary


def to_json(document: dict[str, Any]) -> str:
    """The file's text: a line a row of a table and a line a launch, so that a new measurement gives a readable diff."""
    lines: list[str] = []

    def write(value: Any, key: str, indent: str, end: str) -> None:
        flat = json.dumps(value, ensure_ascii=False)
        if (
            isinstance(value, dict)
            and value
            and (key in ("", "programs") or {"timing", "rows", "launches"} & set(value))
        ):
            lines.append(f"{indent}{_label(key)}{{")
            items = list(value.items())
            for number, (name, item) in enumerate(items, start=1):
                write(item, name, indent + " ", "," if number < len(items) else "")
            lines.append(f"{indent}}}{end}")
        elif isinstance(value, list) and value and key in ("rows", "launches"):
            lines.append(f"{indent}{_label(key)}[")
            for number, item in enumerate(value, start=1):
                comma = "," if number < len(value) else ""
                lines.append(f"{indent} {json.dumps(item, ensure_ascii=False)}{comma}")
            lines.append(f"{indent}]{end}")
        else:
            lines.append(f"{indent}{_label(key)}{flat}{end}")

    write(document, "", "", "")
    return "\n".join(lines) + "\n"


def _label(key: str) -> str:
    return f"{json.dumps(key)}: " if key else ""


def _measure_program(program: Program, bench: Bench, runs: int, say: Say, failures: list[str]) -> dict[str, Any]:
    say(f"{program.name}: compiling for {bench.gpu.architecture}")
    binary = compile_program(program, bench)
    started = time.monotonic()

    def report(run: int) -> None:
        say(f"  run {run} of {runs}, {time.monotonic() - started:.0f} s")

    say(f"  timing: {' '.join([program.name, *program.measure])}")
    timing = time_program(binary, program.measure, runs, report)
    launches: list[Launch] = []
    if bench.ncu is None:
        failures.append(f"{program.name}: no counters: Nsight Compute (ncu) was not found\n    Install it, or set NCU.")
        say("  no counters: Nsight Compute (ncu) was not found; timings are stored without counters")
    else:
        say(f"  counters: {' '.join([program.name, *program.arguments])}")
        try:
            launches = collect_counters(bench.ncu, [str(binary), *program.arguments])
            say(f"  {len(launches)} launches, {time.monotonic() - started:.0f} s")
        except NoCounters as error:
            failures.append(f"{program.name}: no counters: {error}")
            say(f"  no counters, timings are stored without them: {error}")
    return _program_entry(program, timing, launches, ncu_version(bench.ncu) if bench.ncu else "")


def _program_entry(program: Program, timing: Timing, launches: list[Launch], tool: str) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "source_sha256": sha256_of(program.source),
        "timing": {
            "arguments": list(program.measure),
            "runs": timing.runs,
            "rows": [
                {
                    "table": row.table,
                    "row": row.row,
                    "cells": {
                        column: {"median": cell.median, "min": cell.min, "max": cell.max}
                        for column, cell in row.cells.items()
                    },
                }
                for row in timing.rows
            ],
        },
    }
    if launches:
        entry["counters"] = {
            "arguments": list(program.arguments),
            "tool": tool,
            "launches": [
                {
                    "launch": launch.index,
                    "kernel": launch.kernel,
                    "grid": launch.grid,
                    "block": launch.block,
                    "metrics": launch.metrics,
                }
                for launch in launches
            ],
        }
    entry["transcript"] = {"arguments": list(program.measure), "text": timing.transcript}
    return entry


def _document(bench: Bench, command: str, programs: dict[str, Any]) -> dict[str, Any]:
    gpu = {
        "name": bench.gpu.name,
        "compute_capability": bench.gpu.compute_capability,
        "multiprocessors": bench.gpu.multiprocessors,
        "memory_bytes": bench.gpu.memory_bytes,
        "l2_bytes": bench.gpu.l2_bytes,
    }
    return {
        "format": FORMAT,
        "gpu": {key: value for key, value in gpu.items() if value is not None},
        "driver": bench.gpu.driver,
        "toolkit": bench.toolkit,
        "date": datetime.date.today().isoformat(),
        "command": command,
        "programs": programs,
    }
