"""Regions of a program."""

from pathlib import Path

import pytest
from book_cli.regions import read_region, read_regions, without_markers
from book_cli.toml_table import ContentError
from conftest import Book


def test_a_region_is_shown_without_markers_and_common_indentation(book: Book) -> None:
    region = read_region(book.source, "copy")
    assert region.text.splitlines()[:2] == ["int i = blockIdx.x * blockDim.x + threadIdx.x;", "if (i < n) {"]
    assert region.line_numbers == (3, 4, 5, 6)


def test_a_nested_region_leaves_its_markers_out_of_the_outer_one(tmp_path: Path) -> None:
    source = tmp_path / "a.cu"
    source.write_text("// [show: outer]\na\n  // [show: inner]\n  b\n  // [end: inner]\n// [end: outer]\n")
    assert read_region(source, "outer").text == "a\n  b\n"
    assert read_region(source, "outer").line_numbers == (2, 4)
    assert read_region(source, "inner").text == "b\n"


def test_the_whole_program_is_shown_without_markers(book: Book) -> None:
    text, numbers = without_markers(book.source)
    assert "[show" not in text
    assert numbers == (1, 3, 4, 5, 6, 8)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("// [show: a]\nx\n", ':1: the region "a" never ends'),
        ("x\n// [end: a]\n", ':2: the region "a" ends but never started'),
        ("// [show: a]\nx\n// [end: a]\n// [show: a]\n", ':4: the region "a" is already there'),
        ("// [show: a]\n\n// [end: a]\n", "is empty"),
        ("// [show: A b]\n", "is not a region name"),
    ],
)
def test_a_broken_marker_is_refused_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    source = tmp_path / "a.cu"
    source.write_text(text)
    with pytest.raises(ContentError) as error:
        read_regions(source)
    assert message in str(error.value)


def test_an_unknown_region_is_refused_with_those_there_are(book: Book) -> None:
    with pytest.raises(ContentError, match="Regions there: copy"):
        read_region(book.source, "paste")
