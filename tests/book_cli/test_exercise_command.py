"""tools/book exercise: verdicts, hints one at a time."""

import argparse

import pytest
from book_cli.commands.exercise import add_arguments, hint, judge_solution
from book_cli.errors import BookError
from book_cli.exercise import Exercise, load_exercise
from book_cli.lesson import load_lesson
from book_cli.toml_table import ContentError
from conftest import Book, launch
from test_lesson_tests import CHECKS, COPY, Bench


@pytest.fixture
def bench(book: Book) -> Bench:
    (book.lesson / "exercise").mkdir()
    (book.lesson / "exercise" / "check.toml").write_text(CHECKS)
    return Bench(book)


def judged(bench: Bench, script: str, sectors: int, language: str = "en") -> int:
    bench.add_program("exercise/start", script, [launch(0, COPY, sectors)])
    lesson = load_lesson(bench.book.lesson)
    return judge_solution(lesson, load_exercise(lesson), bench.tree, language)


def test_a_right_and_coalesced_solution_is_solved(bench: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    assert judged(bench, "echo ok", 32) == 0
    assert capsys.readouterr().out.endswith("Solved.\n")


def test_a_broken_bound_is_explained(bench: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    assert judged(bench, "echo ok", 256) == 1
    said = capsys.readouterr().out
    assert "passed  The result is right\nFAILED  At most 4 sectors per load request\n" in said
    assert "sectors-per-request-ld of copy is 32" in said
    assert "Neighbouring lanes are far apart." in said
    assert "tools/book exercise 06 --hint 1" in said


def test_a_wrong_result_still_has_its_counters_judged(bench: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    assert judged(bench, "echo wrong; exit 1", 32) == 1
    said = capsys.readouterr().out
    assert "FAILED  The result is right" in said
    assert "passed  At most 4 sectors per load request" in said
    assert "ended with status 1" in said


def test_a_solution_that_ends_with_an_error_is_not_solved(bench: Bench) -> None:
    assert judged(bench, "echo ok; exit 1", 32) == 1


def test_verdicts_speak_chinese_on_request(bench: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    judged(bench, "echo ok", 256, "zh")
    assert "相邻 lane 相距太远。" in capsys.readouterr().out


def load(bench: Bench, text: str) -> Exercise:
    (bench.book.lesson / "exercise" / "check.toml").write_text(text)
    return load_exercise(load_lesson(bench.book.lesson))


def test_hint_without_a_number_is_the_first() -> None:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    assert parser.parse_args(["6", "--hint"]).hint == 1
    assert parser.parse_args(["6", "--hint", "2"]).hint == 2
    assert parser.parse_args(["6"]).hint is None


def test_hints_come_one_at_a_time(bench: Bench) -> None:
    exercise = load(bench, CHECKS)
    assert hint(exercise, 1, "en") == "Hint 1 of 1: Look at the lanes."
    with pytest.raises(BookError, match="has hints 1 to 1"):
        hint(exercise, 2, "en")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("at_most = 4\n", "", "must have either output, or one bound"),
        ("at_most = 4", "at_most = 4\nat_least = 1", "must have either output, or one bound"),
        ("at_most = 4", "at_mots = 4", "at_mots: no such key here"),
        ('output = "ok"', 'kernel = "copy"\nmetric = "sectors-ld"\nat_least = 1', "none is on output"),
        ('{ en = "Look at the lanes.", zh = "看看各个 lane。" }', "", "hints: there is none"),
    ],
)
def test_a_mistake_in_check_toml_is_named(bench: Bench, old: str, new: str, message: str) -> None:
    with pytest.raises(ContentError) as error:
        load(bench, CHECKS.replace(old, new))
    assert message in str(error.value)
