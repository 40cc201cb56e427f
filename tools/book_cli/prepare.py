"""What the commands do before their own work: set-up, build, site; one run at a time in a checkout."""

import os
from pathlib import Path

from book_cli import native_build
from book_cli.emulator_module import build_emulator_module
from book_cli.guard import exclusive
from book_cli.progress import Progress
from book_cli.setup import For, set_up
from book_cli.setup.environment import child_environment
from book_cli.setup.layout import Layout
from book_cli.site import build_site


def prepare(root: Path, purposes: set[For], progress: Progress, targets: tuple[str, ...] = ()) -> None:
    """Sets up for `purposes`, then builds what they need: `build/` (or some `targets` of it), then `build/site/`."""
    with exclusive(Layout(root).home / "lock", progress):
        set_up(root, purposes, progress)
        # From here on, this process and every program it starts find what was set up.
        os.environ.update(child_environment(root))
        if For.BUILDING in purposes:
            native_build.configure(root, progress)
            native_build.build(root, targets)
        if For.READING in purposes:
            with progress.step("Compiling the emulator for the pages, minutes the first time"):
                build_emulator_module(root, progress)
            with progress.step("Building the site"):
                build_site(root, progress.detail)
