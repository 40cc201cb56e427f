"""Calls the site builder, `book_cli.site`."""

import importlib
import importlib.util
from pathlib import Path

from book_cli.errors import BookError
from book_cli.progress import Progress


def build(root: Path, progress: Progress) -> Path:
    """Builds both languages into `build/site/` and returns that folder."""
    if importlib.util.find_spec("book_cli.site") is None:
        raise BookError("this checkout has no site builder (tools/book_cli/site.py), so there is no site to build")
    site: Path = importlib.import_module("book_cli.site").build_site(root, progress)
    return site
