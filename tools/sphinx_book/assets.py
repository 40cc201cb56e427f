"""Puts files into _static: one stylesheet from the theme's css/, and the widgets' bundle beside it."""

import shutil
from pathlib import Path

from book_cli.widgets import widgets_folder
from sphinx.application import Sphinx

_FOR_NODE = frozenset({"static.js", "static_chart.js", "check_scenes.js"})


def write_assets(app: Sphinx, _exception: Exception | None = None) -> None:
    root = Path(app.config.book_root)
    static = Path(app.outdir) / "_static"
    static.mkdir(parents=True, exist_ok=True)
    sheets = sorted((root / "docs" / "theme" / "grid_to_lane" / "css").glob("*.css"))
    (static / "book.css").write_text("".join(sheet.read_text(encoding="utf-8") for sheet in sheets), encoding="utf-8")
    for built in (widgets_folder(root) / "dist").glob("*"):
        if built.suffix in {".js", ".css"} and built.name not in _FOR_NODE:
            shutil.copy(built, static / built.name)


def has_widgets(root: Path) -> bool:
    return (widgets_folder(root) / "dist" / "widgets.js").exists()


def setup(app: Sphinx) -> None:
    app.connect("build-finished", write_assets)
