"""tools/book measure, from the parsers to the whole command with a make-believe GPU on PATH."""

import argparse
import json
import os
import stat
from pathlib import Path

import pytest
from book_cli.commands import measure
from book_cli.errors import BookError
from book_cli.lesson import load_lesson
from book_cli.measured_file import Cell, read_measurement, reference_measurement
from book_cli.measuring.gpu import Gpu
from book_cli.measuring.ncu import parse_report
from book_cli.measuring.timing import combine
from book_cli.tables import read_tables
from conftest import Book

COLUMNS = (
    '"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device",'
    '"CC","Section Name","Metric Name","Metric Unit","Metric Value"'
)
COPY = "copy(const float *, float *, int)"
REQUESTS = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"
RATIO = "smsp__thread_inst_executed_per_inst_executed.ratio"


def report_row(identity: int, kernel: str, grid: str, metric: str, value: str) -> str:
    fields = [
        str(identity), "4711", "06_copy", "host", kernel, "1", "7", "(256, 1, 1)", grid, "0", "9.0",
        "Command line profiler metrics", metric, "", value,
    ]  # fmt: skip
    return ",".join(f'"{field}"' for field in fields)


REPORT = "\n".join(
    [
        "==PROF== Connected to process 4711 (/tmp/06_copy)",
        '==PROF== Profiling "copy" - 0: 0%....50%....100% - 3 passes',
        COLUMNS,
        report_row(0, COPY, "(4194304, 2, 1)", REQUESTS, "1,048,576"),
        report_row(0, COPY, "(4194304, 2, 1)", RATIO, "31.95"),
        report_row(1, "void strided<(int)8>(float *)", "(1, 1, 1)", REQUESTS, "8"),
        report_row(1, "void strided<(int)8>(float *)", "(1, 1, 1)", RATIO, "n/a"),
        "==PROF== Disconnected from process 4711",
    ]
)  # fmt: skip


def test_a_report_becomes_launches_in_order() -> None:
    copy, strided = parse_report(REPORT)
    assert (copy.index, copy.name, copy.grid, copy.block) == (0, "copy", (4194304, 2, 1), (256, 1, 1))
    assert copy.metrics == {REQUESTS: 1048576, RATIO: 31.95}
    assert isinstance(copy.metrics[REQUESTS], int)
    assert (strided.index, strided.name, strided.metrics) == (1, "strided<8>", {REQUESTS: 8})


def test_a_report_without_a_csv_header_has_no_launch() -> None:
    assert parse_report("==WARNING== No kernels were profiled.\n") == []


def test_median_min_and_max_are_taken_cell_by_cell() -> None:
    tables = [read_tables(f"t  GB/s  share\ncopy  {rate}  -\nnone  -  -\n") for rate in ("10", "30", "20", "90")]
    rows = combine(tables)
    assert [(row.table, row.row, row.cells) for row in rows] == [("t", "copy", {"GB/s": Cell(25.0, 10.0, 90.0)})]


def test_runs_that_print_different_rows_are_refused() -> None:
    with pytest.raises(BookError, match="different tables"):
        combine([read_tables("t  a\nr  1\n"), read_tables("t  a\ns  1\n")])


@pytest.mark.parametrize(
    ("name", "stem"),
    [("NVIDIA H200", "h200"), ("NVIDIA GeForce RTX 4090", "geforce-rtx-4090"), ("Tesla T4", "tesla-t4")],
)
def test_the_file_is_named_after_the_gpu(name: str, stem: str) -> None:
    assert Gpu(name, "9.0", 1, "580", None, None).file_stem == stem


class Machine:
    """A folder on PATH with make-believe nvidia-smi, nvcc and ncu."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        folder.mkdir()
        monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
        monkeypatch.delenv("CUDACXX", raising=False)
        monkeypatch.delenv("NCU", raising=False)
        self.add(
            "nvidia-smi",
            'if [ "$1" = -L ]; then echo "GPU 0: NVIDIA H200 (UUID: GPU-0)"; exit 0; fi\n'
            'echo "NVIDIA H200, 9.0, 143771, 580.159.04"',
        )
        # "Compiles" to a program whose rate grows with each run.
        program = folder / "program.sh"
        program.write_text(
            "#!/bin/sh\n"
            f"runs={folder}/runs; echo x >> $runs\n"
            'echo "arguments: $*"; echo "copy 1 GiB  GB/s"; echo "device copy  $((4000 + $(wc -l < $runs)))"\n'
        )
        self.add(
            "nvcc",
            'if [ "$1" = --version ]; then echo "Cuda compilation tools, release 13.0, V13.0.88"; exit 0; fi\n'
            'while [ "$1" != -o ]; do shift; done\n'
            f"cp {program} $2; chmod +x $2",
        )
        report = folder / "report.csv"
        report.write_text(REPORT)
        self.add(
            "ncu",
            'if [ "$1" = --version ]; then echo "Version 2025.3.1.0 (build 1)"; exit 0; fi\n'
            f'echo "$*" > {folder}/ncu-arguments\n'
            'while [ "$1" != --log-file ]; do shift; done\n'
            f"cp {report} $2",
        )

    def add(self, name: str, script: str) -> None:
        file = self.folder / name
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(file.stat().st_mode | stat.S_IXUSR)

    def measure(self, book: Book, *arguments: str) -> int:
        parser = argparse.ArgumentParser()
        measure.add_arguments(parser)
        args = parser.parse_args(arguments)
        args.root = book.root
        return measure.run(args)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path / "machine", monkeypatch)


def test_the_command_writes_timings_counters_and_where_they_come_from(book: Book, machine: Machine) -> None:
    assert machine.measure(book, "--lesson", "6") == 0
    measurement = read_measurement(book.lesson / "measured" / "h200.json")
    assert (measurement.gpu_name, measurement.driver, measurement.toolkit) == ("H200", "580.159.04", "13.0.88")
    assert measurement.gpu["memory_bytes"] == 143771 << 20
    assert measurement.command == "tools/book measure --lesson 06"
    program = measurement.programs["06_copy"]
    assert program.cell("device copy", "GB/s", None, "here") == Cell(4002.0, 4001.0, 4003.0)
    assert (program.runs, program.timing_arguments, program.counter_arguments) == (3, ("large",), ("small",))
    assert program.transcript == "arguments: large\ncopy 1 GiB  GB/s\ndevice copy  4002\n"
    assert program.counter_tool == "ncu 2025.3.1.0"
    assert [launch.name for launch in program.launches] == ["copy", "strided<8>"]
    assert not program.is_stale(load_lesson(book.lesson).program("06_copy"))


def test_nsight_compute_is_asked_for_the_expected_output_run(book: Book, machine: Machine) -> None:
    machine.measure(book)
    arguments = (machine.folder / "ncu-arguments").read_text()
    assert arguments.startswith("--csv --log-file ")
    assert "--clock-control none --print-units base --metrics " in arguments
    assert (
        "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"
        in arguments
    )
    assert arguments.rstrip().endswith(f"{os.sep}06_copy small")


def test_one_line_holds_one_launch(book: Book, machine: Machine) -> None:
    machine.measure(book)
    text = (book.lesson / "measured" / "h200.json").read_text()
    launches = [line for line in text.splitlines() if '"launch":' in line]
    assert len(launches) == 2
    assert json.loads(launches[0].rstrip(","))["metrics"][REQUESTS] == 1048576


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ('echo "==ERROR== ERR_NVGPUCTRPERM - no permission"; exit 1', "NVreg_RestrictProfilingToAdminUsers"),
        ('echo "==ERROR== Failed to initialize the profiler: LibraryNotLoaded"; exit 255', "LibraryNotLoaded"),
        ('echo "==WARNING== No kernels were profiled."', "reported no launch"),
    ],
)
def test_without_counters_the_timings_are_stored_and_the_reason_is_said(
    book: Book, machine: Machine, capsys: pytest.CaptureFixture[str], script: str, reason: str
) -> None:
    machine.add("ncu", script)
    assert machine.measure(book) == 1
    assert reason in capsys.readouterr().out
    measurement = reference_measurement(load_lesson(book.lesson))
    assert measurement is not None
    assert measurement.programs["06_copy"].launches == ()
    assert measurement.programs["06_copy"].rows[0].row == "device copy"


def test_a_program_that_fails_is_reported_with_what_it_printed(
    book: Book, machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    (machine.folder / "program.sh").write_text("#!/bin/sh\necho out of memory; exit 3\n")
    assert machine.measure(book) == 1
    output = capsys.readouterr().out
    assert "ended with status 3" in output and "out of memory" in output
    assert not (book.lesson / "measured").exists()


def test_a_machine_without_a_gpu_is_refused(book: Book, machine: Machine) -> None:
    machine.add("nvidia-smi", 'echo "NVIDIA-SMI has failed because it could not communicate with the driver"; exit 9')
    with pytest.raises(BookError, match=r"no GPU here \(nvidia-smi: NVIDIA-SMI has failed"):
        machine.measure(book)


def test_fewer_runs_can_be_asked_for(book: Book, machine: Machine) -> None:
    machine.measure(book, "--runs", "1")
    measurement = read_measurement(book.lesson / "measured" / "h200.json")
    assert measurement.programs["06_copy"].runs == 1
    assert measurement.command == "tools/book measure --lesson 06 --runs 1"
