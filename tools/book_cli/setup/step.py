"""One piece of set-up, with the stamp that tells whether it is still good."""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from book_cli.progress import Progress


@dataclass(frozen=True)
class Step:
    """Something to fetch or to make.

    The stamp lies beside the result, so that deleting a result deletes what vouches for it.
    """

    title: str
    size: str  # What is fetched, roughly: "90 MB". Empty when nothing is.
    stamp: Path
    inputs: tuple[Path, ...]  # Files whose change makes the result stale.
    run: Callable[[Progress], None]
    needs: str = ""  # Anything else the result depends on.

    def is_current(self) -> bool:
        """True when the stamp was written for the present inputs."""
        try:
            return self.stamp.read_text(encoding="utf-8") == self._fingerprint()
        except OSError:
            return False

    def carry_out(self, progress: Progress, number: str) -> None:
        """Runs the step; the stamp is written last, so an interrupted step is run again."""
        fetched = f", fetching about {self.size}" if self.size else ""
        with progress.step(f"[{number}] {self.title}{fetched}"):
            self.stamp.unlink(missing_ok=True)
            self.run(progress)
            self.stamp.parent.mkdir(parents=True, exist_ok=True)
            self.stamp.write_text(self._fingerprint(), encoding="utf-8")

    def _fingerprint(self) -> str:
        digests = [hashlib.sha256(path.read_bytes()).hexdigest() for path in self.inputs]
        return "\n".join([*digests, self.needs])


def stale(steps: Iterable[Step]) -> list[Step]:
    """The steps that have to run."""
    return [step for step in steps if not step.is_current()]
