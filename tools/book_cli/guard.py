"""Keeps two runs from setting up the same folder at once."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from book_cli.progress import Progress


@contextmanager
def exclusive(lock: Path, progress: Progress) -> Iterator[None]:
    """Holds `lock` while the body runs. The system lets go of it when the process ends, however it ends."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            progress.say(
                f"Another tools/book (process {file.read().strip()}) is at work in this folder; waiting for it."
            )
            fcntl.flock(file, fcntl.LOCK_EX)
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield
