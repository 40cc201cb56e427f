"""Sphinx configuration of both languages. `tools/book build` calls it, once with `-D language=zh_CN`."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))

project = "Grid to Lane"
author = "the Grid to Lane authors"
language = "en"
extensions = ["myst_parser", "breathe", "sphinx_book"]
root_doc = "index"
nitpicky = True
book_root = str(ROOT)

myst_enable_extensions = ["colon_fence", "deflist"]
suppress_warnings = [
    "myst.header",  # A lesson's text starts with its first section, `##`: its title comes from lesson.toml.
    "duplicate_declaration.cpp",  # A namespace is declared in each header of its room.
]

html_theme = "grid_to_lane"
html_theme_path = [str(ROOT / "docs" / "theme")]
html_use_index = False
html_copy_source = False
html_show_search_summary = False
templates_path: list[str] = []

# Doxygen writes CUDA's attributes into the signatures that the C++ domain parses.
cpp_id_attributes = ["__global__", "__device__", "__host__", "__forceinline__", "__restrict__", "__shared__"]
cpp_paren_attributes = ["__launch_bounds__"]
nitpick_ignore_regex = [("cpp:.*", ".*")]  # Types of the standard library and of other headers are not on our pages.
