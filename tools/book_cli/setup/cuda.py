"""The CUDA compiler: an installed one when it is new enough, else the wheels'."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from book_cli.setup.layout import Layout, replace_link

MINIMUM_MAJOR = 13
USUAL_PLACE = Path("/usr/local/cuda/bin/nvcc")


def major_version(nvcc: Path) -> int:
    """The CUDA major version of a compiler, 0 when it does not run."""
    try:
        output = subprocess.run([nvcc, "--version"], capture_output=True, text=True, check=False).stdout
    except OSError:
        return 0
    match = re.search(r"release (\d+)\.", output)
    return int(match[1]) if match else 0


def installed_compiler() -> Path | None:
    """The system's nvcc: $CUDACXX, else PATH, else the usual place; None when there is none new enough."""
    found = (os.environ.get("CUDACXX"), shutil.which("nvcc"), USUAL_PLACE)
    candidates = [Path(candidate) for candidate in found if candidate]
    return next((nvcc for nvcc in candidates if major_version(nvcc) >= MINIMUM_MAJOR), None)


def wheels_root(layout: Layout) -> Path:
    """Where the wheels lay the toolkit: `bin`, `include`, `lib`, `nvvm`."""
    return layout.site_packages() / "nvidia" / "cu13"


def compiler(layout: Layout) -> Path | None:
    """The nvcc that builds use."""
    from_wheels = wheels_root(layout) / "bin" / "nvcc"
    return installed_compiler() or (from_wheels if from_wheels.exists() else None)


def complete_wheels(layout: Layout) -> None:
    """Adds the links that CMake's compiler check and the linker need and that wheels cannot carry.

    Readers call the compiler too: `.book/cuda/bin/nvcc`, whatever the version of Python.
    """
    root = wheels_root(layout)
    replace_link(layout.cuda, os.path.relpath(root, layout.cuda.parent))
    replace_link(root / "lib64", "lib")
    for library in (root / "lib").glob("*.so.*"):
        replace_link(library.with_name(library.name.partition(".so.")[0] + ".so"), library.name)
