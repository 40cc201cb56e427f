"""The reader's own programs: any that nvcc compiled, beside those of the book."""

import os
from pathlib import Path

from book_cli.errors import BookError
from book_cli.setup.layout import Layout


def own_program(root: Path, name: str) -> Path | None:
    """The executable that the user means by a path; None when the name is for the book to look up."""
    path = Path(name)
    if path.suffix == ".cu" or not path.is_file():
        return None
    path = path.resolve()
    if path.is_relative_to(Layout(root).build.resolve()):
        return None  # Of the book: it is built anew before it runs.
    if not os.access(path, os.X_OK):
        raise BookError(f"{name} is no program: it cannot be executed")
    return path
