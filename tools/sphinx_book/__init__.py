"""The book's Sphinx extension. One file a directive or role; this one only wires them."""

import zlib
from importlib import import_module
from pathlib import Path

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
    "instructions",
    "transcript",
    "measured",
    "chart",
    "counted",
    "lesson_data",
    "myth",
    "quiz",
    "exercise",
    "simulator",
    "run",
    "book_map",
    "start",
    "way",
)


def setup(app: Sphinx) -> dict[str, object]:
    app.add_config_value("book_root", "", "env", types=frozenset({str}))
    for part in PARTS:
        import_module(f"sphinx_book.{part}").setup(app)
    return {"version": "1", "env_version": _code_version(), "parallel_read_safe": True, "parallel_write_safe": True}


def _code_version() -> int:
    """Changes with this extension's code: Sphinx then reads every page again."""
    files = sorted(Path(__file__).parent.glob("*.*"))
    return zlib.crc32(b"".join(file.read_bytes() for file in files if file.suffix in {".py", ".toml"}))
