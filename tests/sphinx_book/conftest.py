"""A small book of one lesson, built once for all tests of this folder."""

import shutil
from pathlib import Path

import pytest
from book_cli.site import build_site

ROOT = Path(__file__).resolve().parents[2]


def make_book(folder: Path) -> Path:
    """Copies the small book; configuration, theme and tools are the real ones."""
    shutil.copytree(Path(__file__).parent / "book", folder)
    for shared in ("docs/conf.py", "docs/theme", "docs/choose_language.html", "tools"):
        (folder / shared).symlink_to(ROOT / shared)
    return folder


@pytest.fixture(scope="session")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_book(tmp_path_factory.mktemp("book") / "root")


@pytest.fixture(scope="session")
def site(book: Path) -> Path:
    if shutil.which("doxygen") is None:
        pytest.skip("no doxygen; `tools/book test` installs it")
    return build_site(book, lambda _line: None)
