"""tools/book test --bless: what it writes, what it keeps, what it refuses."""

import re

import pytest
from book_cli.bless import bless
from book_cli.commands.test import chosen_tests
from book_cli.counters_file import read_counters
from book_cli.errors import BookError
from book_cli.lesson import load_lesson
from book_cli.lesson_tests import emulator
from conftest import LESSON, Book, launch
from test_lesson_tests import COPY, Bench


def test_blessing_makes_the_emulator_test_pass(book: Book) -> None:
    bench = Bench(book)
    bench.add_program("06_copy", "echo 'copy 1 GiB  GB/s'; echo 'device copy  -'; echo done", [launch(0, COPY, 36)])
    diff, failures = bless([load_lesson(book.lesson)], bench.tree)
    assert failures == []
    assert "-ok\n+copy 1 GiB  GB/s\n+device copy  {number}\n+done\n" in diff
    assert "old 06-coalescing/expected/06_copy.counters.jsonl" in diff
    assert bench.emulator().startswith("output as expected")


def test_blessing_twice_changes_nothing(book: Book) -> None:
    bench = Bench(book)
    bless([load_lesson(book.lesson)], bench.tree)
    assert bless([load_lesson(book.lesson)], bench.tree) == ("", [])


def test_paths_of_this_machine_are_not_stored(book: Book) -> None:
    bench = Bench(book)
    counted = launch(0, COPY, 32)
    counted["lines"][0]["file"] = str(book.source)
    bench.add_program("06_copy", f"echo {book.source}:5: error", [counted])
    bless([load_lesson(book.lesson)], bench.tree)
    assert (book.lesson / "expected" / "06_copy.txt").read_text() == "{any}06_copy.cu:5: error\n"
    stored = book.lesson / "expected" / "06_copy.counters.jsonl"
    assert str(book.root) not in stored.read_text()
    assert read_counters(stored)[0].lines[0].file == "06_copy.cu"


def test_a_run_with_the_wrong_exit_status_is_not_blessed(book: Book) -> None:
    bench = Bench(book)
    bench.add_program("06_copy", "echo crashed; exit 1", [])
    diff, failures = bless([load_lesson(book.lesson)], bench.tree)
    assert diff == ""
    assert "ended with status 1, expected 0" in failures[0]
    assert (book.lesson / "expected" / "06_copy.txt").read_text() == "ok\n"


def test_findings_are_blessed_where_a_run_asks_for_them(book: Book) -> None:
    more = '\n[[run]]\nname = "06_copy-bad"\nprogram = "06_copy"\narguments = ["bad"]\nfindings = true\n'
    (book.lesson / "lesson.toml").write_text(LESSON + more)
    bench = Bench(book)
    bench.add_program("06_copy", f"echo ok; echo Misaligned at {book.source}:5 >&2", [])
    bless([load_lesson(book.lesson)], bench.tree)
    assert (book.lesson / "expected" / "06_copy-bad.findings.txt").read_text() == "Misaligned at {any}06_copy.cu:5\n"
    assert emulator.run(load_lesson(book.lesson), bench.tree, "06_copy-bad") == "output and findings as expected"


def test_only_the_chosen_tests_are_blessed(book: Book) -> None:
    bench = Bench(book)
    bench.add_program("06_copy", "echo new", [launch(0, COPY, 32)])
    lessons = [load_lesson(book.lesson)]
    assert bless(lessons, bench.tree, re.compile("07_")) == ("", [])
    assert "+new" in bless(lessons, bench.tree, chosen_tests(["-R", "lesson06"]))[0]


def test_blessing_refuses_what_it_does_not_know() -> None:
    with pytest.raises(BookError, match="takes -R and a name"):
        chosen_tests(["-j", "4"])
