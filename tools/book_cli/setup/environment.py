"""The environment that child processes run in: what set-up fetched comes first on PATH."""

import os
import sys
from pathlib import Path

from book_cli.setup import cuda, system_packages
from book_cli.setup.layout import Layout, join_path


def child_environment(root: Path) -> dict[str, str]:
    """Variables for cmake, ctest, npm, sphinx and the compilers. Works, with the system's own, before set-up too."""
    layout = Layout(root)
    path = join_path([layout.bin, layout.venv / "bin"], os.environ.get("PATH", ""))
    variables = {
        **os.environ,
        "PATH": path,
        "PYTHONNOUSERSITE": "1",
        "npm_config_cache": str(layout.cache / "npm"),
        "ZIG_GLOBAL_CACHE_DIR": str(layout.cache / "zig"),
    }
    if nvcc := cuda.compiler(layout):
        variables["CUDACXX"] = str(nvcc)
    if browser := system_packages.browser():
        variables[system_packages.BROWSER_VARIABLE] = browser
    return variables


def python(root: Path) -> Path:
    """The interpreter that has Sphinx and the test tools: the one set up, else the one that is running."""
    prepared = Layout(root).python
    return prepared if prepared.exists() else Path(sys.executable)
