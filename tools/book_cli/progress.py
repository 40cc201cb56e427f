"""Tells what is going on: one living line on a terminal, plain lines elsewhere."""

import shutil
import sys
import threading
import time
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

TICK_SECONDS = 1.0


def duration(seconds: float) -> str:
    """`0.4 s`, `12 s`, `3 min 5 s`."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    if seconds < 60:
        return f"{seconds:.0f} s"
    return f"{int(seconds) // 60} min {int(seconds) % 60} s"


def columns(text: str) -> int:
    """The width on a terminal: a full-width character takes two columns."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


class Progress:
    """Steps that take time, each with a title, a passing detail, and the time it took."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stdout
        self._is_terminal = self._stream.isatty()
        self._title = ""
        self._detail = ""
        self._started = 0.0
        self._drawn = 0
        self._lock = threading.Lock()

    @contextmanager
    def step(self, title: str) -> Iterator[None]:
        """Shows `title` while the body runs, and how long it took after it."""
        self._title, self._detail, self._started = title, "", time.monotonic()
        if not self._is_terminal:
            self._write(f"{title} ...\n")
        finished = threading.Event()
        ticker = threading.Thread(target=self._tick, args=(finished,), daemon=True)
        ticker.start()
        try:
            yield
        except BaseException:
            self._end(finished, ticker, "failed after")
            raise
        self._end(finished, ticker, "done in")

    def detail(self, text: str) -> None:
        """What the running step does at the moment; seen on a terminal only."""
        self._detail = text
        self._draw()

    def say(self, text: str) -> None:
        """A line that stays."""
        with self._lock:
            self._erase()
            self._write(f"{text}\n")

    def _tick(self, finished: threading.Event) -> None:
        # Without this a quiet program under a step would look as if it hung.
        while not finished.wait(TICK_SECONDS):
            self._draw()

    def _end(self, finished: threading.Event, ticker: threading.Thread, outcome: str) -> None:
        finished.set()
        ticker.join()
        elapsed = duration(time.monotonic() - self._started)
        self.say(f"{self._title}: {outcome} {elapsed}" if self._is_terminal else f"  {outcome} {elapsed}")

    def _draw(self) -> None:
        if not self._is_terminal:
            return
        elapsed = duration(time.monotonic() - self._started)
        line = f"{self._title} ({elapsed})"
        width = shutil.get_terminal_size().columns - 1
        # Half a word says nothing: a detail that does not fit is left out.
        if self._detail and columns(f"{line} {self._detail}") <= width:
            line += f" {self._detail}"
        while columns(line) > width:
            line = line[:-1]
        with self._lock:
            self._erase()
            self._write(line)
            self._drawn = columns(line)

    def _erase(self) -> None:
        if self._drawn:
            self._write("\r" + " " * self._drawn + "\r")
            self._drawn = 0

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()
