"""Builds the site: stages both languages, runs Doxygen, the widgets' bundle and two Sphinx builds."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from book_cli.doxygen import build_doxygen
from book_cli.errors import BookError
from book_cli.setup.environment import python
from book_cli.stage import LANGUAGES, stage_language
from book_cli.widgets import build_widgets

Progress = Callable[[str], None]
_SPHINX_LANGUAGE = {"en": "en", "zh": "zh_CN"}


def build_site(root: Path, progress: Progress) -> Path:
    """Builds `build/site/{index.html,en,zh}` and returns `build/site`. What is up to date is not built again."""
    build = root / "build"
    site = build / "site"
    for language in LANGUAGES:
        stage_language(root, build / "src" / language, language)
    progress("Reading the programs' documentation (Doxygen)")
    build_doxygen(root, build / "doxygen")
    progress("Bundling the simulators")
    build_widgets(root)
    progress("Writing the pages in English and Chinese (Sphinx)")
    _run_sphinx(root, build, site)
    progress("Comparing the two languages, heading by heading")
    _check_parity(root, build)
    shutil.copy(root / "docs" / "choose_language.html", site / "index.html")
    return site


def _check_parity(root: Path, build: Path) -> None:
    doctrees = [str(build / "doctrees" / language) for language in LANGUAGES]
    done = subprocess.run(
        [str(python(root)), "-m", "sphinx_book.parity", *doctrees],
        env={**os.environ, "PYTHONPATH": str(root / "tools")}, capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode != 0:
        raise BookError(f"the two languages differ:\n{(done.stdout + done.stderr).rstrip()}\n    Make them equal.")


def _run_sphinx(root: Path, build: Path, site: Path) -> None:
    """Both languages at once: each is one process on its own folders."""
    running = {
        language: subprocess.Popen(
            [
                str(python(root)), "-m", "sphinx", "--fail-on-warning", "--quiet", "--builder", "html",
                "--conf-dir", str(root / "docs"),
                "--doctree-dir", str(build / "doctrees" / language),
                "--define", f"language={_SPHINX_LANGUAGE[language]}",
                "--define",
                f"book_root={root}",
                str(build / "src" / language), str(site / language),
            ],
            cwd=root, env={**os.environ, "PYTHONPATH": str(root / "tools")},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )
        for language in LANGUAGES
    }  # fmt: skip
    messages = {language: process.communicate()[0] for language, process in running.items()}
    for language, process in running.items():
        if process.returncode != 0:
            text = messages[language].replace(f"{build / 'src' / language}{os.sep}", f"{language}: ")
            raise BookError(
                f"the {language} pages could not be built:\n{text.rstrip()}\n    Correct the place named above."
            )
