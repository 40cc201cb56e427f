"""The book's Sphinx extension. One file a directive or role; this one only wires them."""

from importlib import import_module

from sphinx.application import Sphinx

PARTS = (
    "element",
    "assets",
    "chinese_markdown",
    "chinese_search",
    "excerpts",
    "page",
    "headings",
    "lesson_head",
    "margin",
    "claim",
    "term",
    "glossary",
    "lesson_link",
    "learn",
    "remember",
    "region",
    "program",
    "kernel",
    "header",
    "transcript",
    "measured",
    "counted",
    "lesson_data",
    "myth",
    "quiz",
    "exercise",
    "simulator",
    "book_map",
    "start",
    "way",
)


def setup(app: Sphinx) -> dict[str, object]:
    app.add_config_value("book_root", "", "env", types=frozenset({str}))
    for part in PARTS:
        import_module(f"sphinx_book.{part}").setup(app)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
