"""Nsight Compute: reads a GPU's counters of every launch of a program."""

import csv
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from book_cli.counters_file import Dimensions, Launch
from book_cli.errors import BookError
from book_cli.metrics import COLLECTED_METRICS

NCU_TIMEOUT_SECONDS = 900
_DEFAULT_PLACES = ("/usr/local/cuda/bin/ncu", "/opt/nvidia/nsight-compute")
_HEADER_START = '"ID"'
_COUNT = re.compile(r"\d+(,\d{3})*")


class NoCounters(BookError):
    """The counters could not be read; the message says why and what to do."""


def find_ncu() -> Path | None:
    """Nsight Compute's command line: $NCU, PATH, or the usual places of an installation."""
    named = os.environ.get("NCU") or shutil.which("ncu")
    if named:
        return Path(named)
    toolkit, installed = map(Path, _DEFAULT_PLACES)
    if toolkit.is_file():
        return toolkit
    versions = sorted(installed.glob("*/ncu"))
    return versions[-1] if versions else None


def ncu_version(ncu: Path) -> str:
    """`ncu 2025.3.1`."""
    result = subprocess.run([ncu, "--version"], capture_output=True, text=True, check=False, timeout=60)
    found = re.search(r"Version (\d+(\.\d+)+)", result.stdout)
    return f"ncu {found.group(1)}" if found else "ncu"


def ncu_command(ncu: Path, log: Path, program: Sequence[str]) -> list[str]:
    """The command line. Clocks are left as they are: counters of memory do not depend on them."""
    return [
        str(ncu),
        "--csv",
        "--log-file",
        str(log),
        "--clock-control",
        "none",
        "--print-units",
        "base",
        "--metrics",
        ",".join(COLLECTED_METRICS),
        *program,
    ]


def collect_counters(ncu: Path, program: Sequence[str]) -> list[Launch]:
    """Runs the program under Nsight Compute; every launch in order. Raises NoCounters with the tool's own words."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "ncu.csv"
        command = ncu_command(ncu, log, program)
        try:
            result = subprocess.run(
                command,
                capture_output=True,
                text=True,
                check=False,
                timeout=NCU_TIMEOUT_SECONDS,
                env={**os.environ, "LC_ALL": "C"},
            )
        except subprocess.TimeoutExpired:
            raise NoCounters(f"{' '.join(command)}: did not end within {NCU_TIMEOUT_SECONDS} s") from None
        except OSError as error:
            raise NoCounters(f"{ncu}: cannot be started: {error.strerror}") from None
        report = log.read_text(encoding="utf-8", errors="replace") if log.is_file() else ""
        said = "\n".join(
            part for part in (report[-2000:], result.stdout[-2000:], result.stderr[-2000:]) if part.strip()
        )
        if "ERR_NVGPUCTRPERM" in report + result.stdout + result.stderr:
            raise NoCounters(
                "the driver lets only the administrator read counters (ERR_NVGPUCTRPERM)\n"
                "    Run as root, or load the nvidia module with NVreg_RestrictProfilingToAdminUsers=0."
            )
        if result.returncode != 0:
            raise NoCounters(f"{' '.join(command)}: ended with status {result.returncode}; it printed:\n{said}")
        launches = parse_report(report)
        if not launches:
            raise NoCounters(f"{' '.join(command)}: reported no launch; it printed:\n{said}")
        return launches


def parse_report(report: str) -> list[Launch]:
    """The launches of an `ncu --csv` report, one CSV row a metric. Lines that are not CSV are the tool's remarks."""
    lines = report.splitlines()
    start = next((number for number, line in enumerate(lines) if line.startswith(_HEADER_START)), None)
    if start is None:
        return []
    launches: dict[str, Launch] = {}
    for row in csv.DictReader(line for line in lines[start:] if line.startswith('"')):
        identity = row["ID"]
        if identity not in launches:
            launches[identity] = Launch(
                index=len(launches),
                kernel=row["Kernel Name"],
                grid=_dimensions(row["Grid Size"]),
                block=_dimensions(row["Block Size"]),
                metrics={},
            )
        value = _number(row["Metric Value"])
        if value is not None:
            launches[identity].metrics[row["Metric Name"]] = value
    return list(launches.values())


def _dimensions(text: str) -> Dimensions:
    """`(16, 8, 1)`."""
    x, y, z = (int(number) for number in re.findall(r"\d+", text))
    return x, y, z


def _number(text: str) -> float | None:
    """`1,048,576`, `31.95`; None for `n/a`. A count stays an integer, so that it is stored without a decimal point."""
    text = text.strip()
    if _COUNT.fullmatch(text) or text.isdigit():
        return int(text.replace(",", ""))
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None
