"""The profile as text."""

from book_cli.counters_file import launch_from_json
from book_cli.profile_report import report
from conftest import Book, launch


def test_a_kernel_is_shown_with_its_counters_and_the_lines_that_cause_them(book: Book) -> None:
    text = report([launch_from_json(launch(0, "void strided<8>(float*)", 256))], [book.source])
    assert text.startswith("strided<8>  grid 1 x 1 x 1, block 256 x 1 x 1\n")
    assert "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum" in text
    assert ["sectors", "per", "load", "request", "32"] in [line.split() for line in text.splitlines()]
    assert text.splitlines()[-1].split() == ["32", "06_copy.cu:5", "out[i]", "=", "in[i];"]


def test_launches_that_count_the_same_are_shown_once(book: Book) -> None:
    launches = [launch_from_json(launch(index, "copy(float*)", sectors)) for index, sectors in enumerate((32, 32, 40))]
    text = report(launches, [book.source])
    assert text.count("copy  grid") == 2
    assert "2 launches" in text


def test_what_ptxas_rewrote_is_said_below_the_counters(book: Book) -> None:
    counted = launch(0, "copy(float*)", 32) | {"rewritten": ["shared_ld"]}
    assert "\n  * ptxas merged loads from shared memory" in report([launch_from_json(counted)], [book.source])
    assert "ptxas" not in report([launch_from_json(launch(0, "copy(float*)", 32))], [book.source])
