"""What the commands do before their own work: set-up, build, site; one run at a time in a checkout."""

from pathlib import Path

from book_cli import native_build, site_build
from book_cli.guard import exclusive
from book_cli.progress import Progress
from book_cli.setup import For, set_up
from book_cli.setup.layout import Layout


def prepare(root: Path, purposes: set[For], progress: Progress, targets: tuple[str, ...] = ()) -> None:
    """Sets up for `purposes`, then builds what they need: `build/` (or some `targets` of it), then `build/site/`."""
    with exclusive(Layout(root).home / "lock", progress):
        set_up(root, purposes, progress)
        if For.BUILDING in purposes:
            native_build.configure(root, progress)
            native_build.build(root, targets)
        if For.READING in purposes:
            site_build.build(root, progress)
