"""The tests of a lesson, each made to pass and made to fail, with a make-believe emulator."""

import json
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from book_cli.build_tree import BuildTree
from book_cli.lesson import load_lesson
from book_cli.lesson_tests import claims, counters, emulator, exercise, gpu
from book_cli.lesson_tests.outcome import TestFailed, TestSkipped
from conftest import LESSON, REQUESTS, SECTORS, Book, launch

COPY = "copy(float const*, float*, int)"
STRIDED = "void strided<8>(float*)"
LAUNCHES = [launch(0, COPY, 32), launch(1, STRIDED, 256)]
CHECKS = """program = "start"
arguments = ["7"]
hints = [ { en = "Look at the lanes.", zh = "看看各个 lane。" } ]

[[check]]
what = { en = "The result is right", zh = "结果正确" }
output = "ok"

[[check]]
what = { en = "At most 4 sectors per load request", zh = "每个请求至多 4 个扇区" }
kernel = "copy"
metric = "sectors-per-request-ld"
at_most = 4
because = { en = "Neighbouring lanes are far apart.", zh = "相邻 lane 相距太远。" }
"""


def write_script(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"#!/bin/sh\n{text}\n")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)


class Bench:
    """A build tree: `emulate` runs the program and copies the counters that lie beside it."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.folder = book.root / "build"
        self.tree = BuildTree(self.folder)
        write_script(self.folder / "bin" / "emulate", 'cp "$3.counters" "$2"\nshift 2\nexec "$@"')
        self.add_program("06_copy", "echo ok", LAUNCHES)

    def add_program(self, name: str, script: str, launches: list[dict[str, Any]]) -> None:
        program = self.folder / "lessons" / "06-coalescing" / name
        write_script(program, script)
        program.with_name(f"{program.name}.counters").write_text("".join(json.dumps(one) + "\n" for one in launches))

    def emulator(self, name: str = "06_copy") -> str:
        return emulator.run(load_lesson(self.book.lesson), self.tree, name)

    def exercise(self) -> str:
        return exercise.run(load_lesson(self.book.lesson), self.tree, "")


@pytest.fixture
def bench(book: Book) -> Bench:
    return Bench(book)


def test_emulator_passes_with_the_stored_output_and_counters(bench: Bench) -> None:
    assert bench.emulator() == "output as expected, counters of 2 launches equal the stored ones"


def test_emulator_fails_on_other_output(bench: Bench) -> None:
    bench.add_program("06_copy", "echo not ok", LAUNCHES)
    with pytest.raises(TestFailed, match="- ok\n\\+ not ok"):
        bench.emulator()


def test_emulator_fails_on_another_exit_status(bench: Bench) -> None:
    bench.add_program("06_copy", "echo ok; exit 3", LAUNCHES)
    with pytest.raises(TestFailed, match="ended with status 3, expected 0"):
        bench.emulator()


def test_emulator_fails_on_another_counter_of_a_kernel(bench: Bench) -> None:
    bench.book.write_counters([launch(0, COPY, 33), launch(1, STRIDED, 256)])
    with pytest.raises(TestFailed, match=f"launch 0, copy: {SECTORS}: expected 33, counted 32"):
        bench.emulator()


def test_emulator_fails_on_another_counter_of_a_line(bench: Bench) -> None:
    stored = launch(1, STRIDED, 256)
    stored["lines"][0]["line"] = 6
    bench.book.write_counters([launch(0, COPY, 32), stored])
    with pytest.raises(TestFailed, match=r"launch 1, strided<8>, 06_copy.cu:5: .* expected 0, counted 256"):
        bench.emulator()


def test_a_counter_that_the_stored_file_does_not_know_must_be_zero(bench: Bench) -> None:
    counted = launch(0, COPY, 32)
    counted["metrics"] = counted["metrics"] | {"emulator__new.sum": 0}
    bench.add_program("06_copy", "echo ok", [counted, launch(1, STRIDED, 256)])
    assert bench.emulator().startswith("output as expected")
    counted["metrics"]["emulator__new.sum"] = 1
    bench.add_program("06_copy", "echo ok", [counted, launch(1, STRIDED, 256)])
    with pytest.raises(TestFailed, match=r"emulator__new.sum: expected 0, counted 1"):
        bench.emulator()


def test_emulator_fails_on_another_sequence_of_launches(bench: Bench) -> None:
    bench.book.write_counters(LAUNCHES[:1])
    with pytest.raises(TestFailed, match="launches: expected copy"):
        bench.emulator()


def test_findings_are_compared_where_a_run_asks_for_it(bench: Bench) -> None:
    more = (
        '\n[[run]]\nname = "06_copy-bad"\nprogram = "06_copy"\narguments = ["bad"]\nexit_status = 1\nfindings = true\n'
    )
    (bench.book.lesson / "lesson.toml").write_text(LESSON + more)
    expected = bench.book.lesson / "expected"
    (expected / "06_copy-bad.txt").write_text("{any}06_copy.cu:5: misaligned\n")
    (expected / "06_copy-bad.findings.txt").write_text("Misaligned read at 06_copy.cu:{number}\n")
    bench.add_program(
        "06_copy", "echo /tmp/06_copy.cu:5: misaligned; echo Misaligned read at 06_copy.cu:5 >&2; exit 1", []
    )
    assert bench.emulator("06_copy-bad") == "output and findings as expected"
    (expected / "06_copy-bad.findings.txt").write_text("Out of bounds\n")
    with pytest.raises(TestFailed, match="- Out of bounds\n\\+ Misaligned"):
        bench.emulator("06_copy-bad")


def test_claims_fails_without_claims_and_on_a_wrong_one(book: Book) -> None:
    with pytest.raises(TestFailed, match="has no"):
        claims.run(load_lesson(book.lesson), BuildTree(book.root), "")
    value = 'counter("06_copy", "copy", "sectors-per-request-ld")'
    for expected, passes in (("4", True), ("8", False)):
        book.write_toml(f'id = "a"\nkind = "counted"\nvalue = \'{value}\'\nexpect = {expected}')
        if passes:
            assert claims.run(load_lesson(book.lesson), BuildTree(book.root), "").startswith("1 claims hold")
        else:
            with pytest.raises(TestFailed, match=r"a: .*is 4, expected 8"):
                claims.run(load_lesson(book.lesson), BuildTree(book.root), "")


def test_claims_fails_on_a_stale_measurement_even_when_no_claim_uses_it(book: Book) -> None:
    book.write_measurement(sha256="0" * 64)
    book.write_toml('id = "a"\nkind = "derived"\nvalue = \'1\'')
    with pytest.raises(TestFailed, match="06_copy or its arguments changed after 2026-11-30"):
        claims.run(load_lesson(book.lesson), BuildTree(book.root), "")


def compare_with(book: Book, launches: list[dict[str, Any]]) -> str:
    book.write_measurement(launches)
    return counters.run(load_lesson(book.lesson), BuildTree(book.root), "")


def test_counters_says_how_much_was_compared(book: Book) -> None:
    hardware = [launch(0, "copy(const float *, float *, int)", 32), launch(1, "void strided<(int)8>(float *)", 256)]
    assert compare_with(book, hardware) == "4 counters of 2 launches equal the hardware's (06_copy on h200)"


def test_counters_fails_on_one_sector_too_many(book: Book) -> None:
    with pytest.raises(TestFailed, match=r"strided<8>: .*sectors.*: emulator 256, hardware 257"):
        compare_with(book, [launch(0, COPY, 32), launch(1, STRIDED, 257)])


def test_counters_fails_on_another_grid(book: Book) -> None:
    other = launch(0, COPY, 32) | {"grid": [2, 1, 1]}
    with pytest.raises(TestFailed, match="kernel, grid, block"):
        compare_with(book, [other, launch(1, STRIDED, 256)])


def test_counters_fails_when_nothing_could_be_compared(book: Book) -> None:
    with pytest.raises(TestFailed, match="nothing could be compared"):
        counters.run(load_lesson(book.lesson), BuildTree(book.root), "")
    with pytest.raises(TestFailed, match="nothing could be compared"):
        compare_with(book, [])


def test_gpu_is_skipped_with_the_reason_where_there_is_none(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(TestSkipped, match="no NVIDIA driver here"):
        gpu.run(load_lesson(bench.book.lesson), bench.tree, "06_copy")


def test_gpu_compares_the_output_where_there_is_one(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = bench.folder / "machine"
    says = 'if [ "$1" = -L ]; then echo "GPU 0: NVIDIA H200"; else echo "NVIDIA H200, 9.0, 143771, 580.1"; fi'
    write_script(machine / "nvidia-smi", says)
    monkeypatch.setenv("PATH", f"{machine}:/usr/bin:/bin")
    lesson = load_lesson(bench.book.lesson)
    assert gpu.run(lesson, bench.tree, "06_copy") == "output as expected on NVIDIA H200"
    bench.add_program("06_copy", "echo wrong", [])
    with pytest.raises(TestFailed, match="\\+ wrong"):
        gpu.run(lesson, bench.tree, "06_copy")


@pytest.fixture
def task(bench: Bench) -> Bench:
    """An exercise whose solution copies well and whose start copies with a stride."""
    folder = bench.book.lesson / "exercise"
    folder.mkdir()
    (folder / "check.toml").write_text(CHECKS)
    bench.add_program("exercise/solution", "[ $1 = 7 ] && echo ok", [launch(0, COPY, 32)])
    bench.add_program("exercise/start", "echo ok", [launch(0, COPY, 256)])
    return bench


def test_exercise_passes_when_only_the_solution_does(task: Bench) -> None:
    said = task.exercise()
    assert said.startswith("the solution passes 2 checks, the start fails 1 of them")
    assert "sectors-per-request-ld of copy is 32" in said
    assert "Neighbouring lanes are far apart." in said


def test_exercise_fails_when_the_solution_breaks_a_bound(task: Bench) -> None:
    task.add_program("exercise/solution", "echo ok", [launch(0, COPY, 40)])
    with pytest.raises(TestFailed, match="does not pass its own checks"):
        task.exercise()


def test_exercise_fails_when_the_start_has_nothing_to_mend(task: Bench) -> None:
    task.add_program("exercise/start", "echo wrong", [launch(0, COPY, 32)])
    with pytest.raises(TestFailed, match="breaks no bound on a counter"):
        task.exercise()


def test_exercise_fails_when_the_start_fails_for_want_of_the_kernel(task: Bench) -> None:
    task.add_program("exercise/start", "echo ok", [launch(0, "other()", 256)])
    with pytest.raises(TestFailed, match="breaks no bound on a counter"):
        task.exercise()


def test_exercise_holds_every_launch_to_the_bound(task: Bench) -> None:
    task.add_program("exercise/solution", "echo ok", [launch(0, COPY, 32), launch(1, COPY, 256)])
    with pytest.raises(TestFailed, match="is 32"):
        task.exercise()


def test_the_command_line_lists_runs_and_ends_with_the_right_status(bench: Bench) -> None:
    def status(*arguments: str) -> tuple[int, str]:
        tools = str(Path(__file__).resolve().parents[2] / "tools")
        command = [sys.executable, "-m", "book_cli.lesson_tests", *arguments]
        result = subprocess.run(command, capture_output=True, text=True, check=False, env={"PYTHONPATH": tools})
        return result.returncode, result.stdout + result.stderr

    lesson, build = str(bench.book.lesson), str(bench.folder)
    assert status("list", lesson) == (0, "06_copy\n")
    assert status("emulator", lesson, build, "06_copy")[0] == 0
    assert status("counters", lesson, build)[0] == 1
    code, said = status("gpu", lesson, build, "06_copy")
    assert (code, said.startswith("skipped: ")) == (77, True)


def test_metrics_of_the_fixture_are_the_real_names() -> None:
    """Guards the fixtures above: a misspelt metric would make the comparisons pass on nothing."""
    from book_cli.metrics import COMPARED_METRICS

    assert {REQUESTS, SECTORS} <= set(COMPARED_METRICS)
