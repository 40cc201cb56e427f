"""Expected output with patterns."""

import pytest
from book_cli.expected import bless_text, compare, line_matches


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        ("copy  {number} GB/s", "copy      4,182.5 GB/s"),
        ("copy  {number}", "copy  -"),
        ("at {number}", "at 1e-5"),
        ("{any}06.cu:12: error", "/somewhere/06.cu:12: error"),
        ("a.b (c)", "a.b   (c)  "),
        ("", "   "),
    ],
)
def test_a_line_matches(expected: str, got: str) -> None:
    assert line_matches(expected, got)


@pytest.mark.parametrize(
    ("expected", "got"),
    [("a.b", "axb"), ("copy {number}", "copy fast"), ("ok", "ok no"), ("a b", "ab"), ("{number}", "1 2")],
)
def test_a_line_does_not_match(expected: str, got: str) -> None:
    assert not line_matches(expected, got)


def test_equal_output_gives_no_diff() -> None:
    assert compare("a\nb {number}\n", "a\nb 3\n") is None


def test_a_diff_shows_what_was_expected_and_what_was_printed() -> None:
    assert compare("a\nsectors 4\nb\n", "a\nsectors 5\nb\n") == "  a\n- sectors 4\n+ sectors 5\n  b"


def test_a_missing_and_an_extra_line_are_found_without_disturbing_the_rest() -> None:
    assert compare("a\nb\nc\n", "a\nc\nd\n") == "  a\n- b\n  c\n+ d"


def test_far_away_lines_are_left_out_of_a_diff() -> None:
    common = "\n".join("123456789")
    assert compare(f"{common}\nx\n", f"{common}\ny\n") == "  …\n  8\n  9\n- x\n+ y"


def test_blessing_keeps_patterns_that_matched_and_takes_the_rest_as_printed() -> None:
    assert bless_text("copy  {number}\nold\n", "copy  12\nnew\n") == "copy  {number}\nnew\n"


def test_blessing_a_new_file_makes_a_pattern_of_each_rate_the_emulator_cannot_give() -> None:
    assert (
        bless_text("", "t - x      GB/s\ncopy          -    -\n")
        == "t - x      GB/s\ncopy          {number}    {number}\n"
    )
