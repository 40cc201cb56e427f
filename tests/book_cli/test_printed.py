"""What programs print, in the words of the other language's pages."""

from pathlib import Path

import pytest
from book_cli.example import load_example, load_owners
from book_cli.lesson_tests.measured import unnamed
from book_cli.printed import PrintedNames
from book_cli.toml_table import ContentError
from test_example import TOML, write_example

ROOT = Path(__file__).resolve().parents[2]
NAMES = PrintedNames({"zh": {"stride {}": "步长 {}", "stride 0": "不动", "{} to {}": "从 {} 到 {}", "copy": "拷贝"}})
MEASURED = (
    '{"format":1,"gpu":{"name":"NVIDIA H200"},"driver":"1","toolkit":"13.1","date":"2026-01-01","command":"measure",'
    '"programs":{"ceilings":{"source_sha256":"x","timing":{"arguments":[],"runs":1,"rows":['
    '{"table":"ceilings","row":"copy 4","cells":{"GB/s":{"median":1,"min":1,"max":1}}}]},'
    '"transcript":{"arguments":[],"text":""}}}}'
)


@pytest.mark.parametrize(
    ("printed", "shown"),
    [
        ("stride 8", "步长 8"),
        ("stride 0", "不动"),
        ("1 to 32", "从 1 到 32"),
        ("copy", "拷贝"),
        ("stride x", "stride x"),
    ],
)
def test_a_name_is_shown_with_its_numbers(printed: str, shown: str) -> None:
    assert NAMES.shown(printed, "zh") == shown
    assert NAMES.shown(printed, "en") == printed


def test_a_name_that_loses_a_number_is_refused(tmp_path: Path) -> None:
    folder = write_example(tmp_path, TOML + '[printed.zh]\n"stride {}" = "步长"\n')
    with pytest.raises(ContentError, match=r"printed\.zh\.stride \{\}: has another number of blanks"):
        load_example(folder)


def test_what_has_no_name_is_told_and_what_nobody_prints(tmp_path: Path) -> None:
    names = '[printed.zh]\n"ceilings" = "上限"\n"copy {}" = "拷贝 {}"\n"floors" = "下限"\n'
    example = load_example(write_example(tmp_path, TOML + names))
    example.measured_folder.mkdir()
    (example.measured_folder / "h200.json").write_text(MEASURED, encoding="utf-8")
    missing, unused = unnamed(example)
    assert 'print "GB/s", and [printed.zh] has no name' in missing
    assert 'no program prints "floors"' in unused


def test_every_measured_table_of_the_book_has_its_chinese() -> None:
    for owner in load_owners(ROOT):
        assert unnamed(owner) == []
