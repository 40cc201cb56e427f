"""Tables that programs print."""

from book_cli.tables import Row, read_tables

OUTPUT = """lesson 06: transpose

transpose 1056 x 1024 floats          GB/s   of copy %
device copy                        4,182.1       100.0
naive, reads coalesced                   -           -
all right: yes
stride    sectors per request
1                           4
checked   twice   over
"""


def test_rows_are_read_with_title_names_and_cells() -> None:
    title = "transpose 1056 x 1024 floats"
    assert read_tables(OUTPUT) == [
        Row(title, "device copy", {"GB/s": 4182.1, "of copy %": 100.0}),
        Row(title, "naive, reads coalesced", {"GB/s": None, "of copy %": None}),
        Row("stride", "1", {"sectors per request": 4.0}),
    ]


def test_text_between_rows_ends_the_table() -> None:
    assert len(read_tables("t  a\nr  1\nsome words\nr  2\n")) == 1


def test_a_row_with_too_few_cells_is_no_row() -> None:
    assert read_tables("t  a  b\nr  1\n") == []


def test_a_word_in_a_cell_is_no_number() -> None:
    assert read_tables("t  a  b\nr  1  ok\n") == [Row("t", "r", {"a": 1.0, "b": None})]
