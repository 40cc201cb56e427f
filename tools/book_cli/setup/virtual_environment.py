"""The project's own Python environment, `.book/venv`."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

from book_cli.process import run_logged
from book_cli.progress import Progress
from book_cli.setup import system_packages
from book_cli.setup.download import with_retries
from book_cli.setup.layout import Layout
from book_cli.setup.step import Step


def require_venv_modules(layout: Layout, progress: Progress) -> None:
    """Debian and Ubuntu split `ensurepip` off their Python."""
    if importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip"):
        return
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    is_default = Path(sys.executable).resolve() == Path("/usr/bin/python3").resolve()
    package = "python3-venv" if is_default else f"python{version}-venv"
    reason = f"{sys.executable} cannot make virtual environments, because its ensurepip module is missing."
    system_packages.require(package, reason, layout, progress)


def pip_environment(layout: Layout) -> dict[str, str]:
    """The caller's environment (proxies, mirrors and certificates are the user's business) with our cache."""
    return {
        **os.environ,
        "PIP_CACHE_DIR": str(layout.cache / "pip"),
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_NO_INPUT": "1",
        "PYTHONNOUSERSITE": "1",
    }


def discard_if_broken(layout: Layout) -> None:
    """Removes the environment, and with it the stamps of all that is in it, when its interpreter no longer runs.

    A system upgrade takes away the Python that the environment points to.
    """
    if not layout.venv.exists():
        return
    try:
        works = subprocess.run([layout.python, "-c", "pass"], capture_output=True, check=False).returncode == 0
    except OSError:
        works = False
    if not works:
        shutil.rmtree(layout.venv)


def step(layout: Layout) -> Step:
    """Makes `.book/venv` and gives it the locked pip."""
    requirements = layout.requirements / "pip.txt"

    def run(progress: Progress) -> None:
        require_venv_modules(layout, progress)
        shutil.rmtree(layout.venv, ignore_errors=True)
        environment = pip_environment(layout)
        progress.detail("python -m venv")
        run_logged([sys.executable, "-m", "venv", layout.venv], layout.logs / "venv.log", environment)
        progress.detail("pip")
        # By the old pip, which knows neither resuming nor progress; see wheels.pip for all others.
        install = [str(layout.python), "-m", "pip", "install", "--require-hashes", "--only-binary=:all:"]
        install += ["-r", str(requirements)]
        with_retries(lambda: run_logged(install, layout.logs / "pip.log", environment), progress)

    return Step(
        title="Python environment",
        size="2 MB",
        stamp=layout.venv / "stamps" / "pip",
        inputs=(requirements,),
        # Scripts in an environment hold its absolute path, so a moved checkout needs a new one.
        needs=str(layout.venv),
        run=run,
    )
