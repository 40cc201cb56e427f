"""Groups of wheels, each with a lock file in `tools/requirements/`."""

import re
from collections.abc import Callable

from book_cli.process import run_logged
from book_cli.progress import Progress
from book_cli.setup.download import with_retries
from book_cli.setup.layout import Layout
from book_cli.setup.step import Step
from book_cli.setup.virtual_environment import pip_environment

DOWNLOADING = re.compile(r"\s*(?:Downloading|Using cached|Resuming download) (?:\S*/)?(\w+-[\w.]+?)-\S+ ?(\(.*\))?")
RECEIVED = re.compile(r"Progress (\d+) of (\d+)")
MEGABYTE = 1e6


def pip_reporter(progress: Progress) -> Callable[[str], None]:
    """Turns pip's `--progress-bar=raw` lines into details such as `nvidia_nvvm-13.0.88: 12 of 65 MB`."""
    current = ""

    def on_line(line: str) -> None:
        nonlocal current
        if match := DOWNLOADING.match(line):
            current = match[1]
            progress.detail(f"{current} {match[2] or ''}")
        elif match := RECEIVED.match(line):
            received, total = (int(number) / MEGABYTE for number in match.groups())
            if total >= 1:
                progress.detail(f"{current}: {received:.0f} of {total:.0f} MB")
        elif line.startswith("Installing collected packages"):
            progress.detail("unpacking")

    return on_line


def pip(layout: Layout, progress: Progress, log: str, *arguments: object) -> None:
    """`pip ARGUMENTS` in the environment, with progress, retries and explanations."""
    # Pip resumes a download that breaks off, and keeps finished ones in its cache for the next try.
    common = ("--require-hashes", "--progress-bar=raw", "--resume-retries=10")
    command = [str(word) for word in (layout.python, "-m", "pip", *arguments, *common)]
    with_retries(
        lambda: run_logged(command, layout.logs / log, pip_environment(layout), on_line=pip_reporter(progress)),
        progress,
    )


def step(layout: Layout, group: str, title: str, size: str, then: Callable[[], None] = lambda: None) -> Step:
    """Installs the wheels of `tools/requirements/GROUP.txt`, then calls `then`."""
    requirements = layout.requirements / f"{group}.txt"

    def run(progress: Progress) -> None:
        pip(layout, progress, f"{group}.log", "install", "--only-binary=:all:", "-r", requirements)
        then()

    return Step(title=title, size=size, stamp=layout.venv / "stamps" / group, inputs=(requirements,), run=run)
