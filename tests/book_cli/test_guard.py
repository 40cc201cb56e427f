"""Two runs of tools/book in one checkout."""

import io
import subprocess
import sys
from pathlib import Path

from book_cli.guard import exclusive
from book_cli.progress import Progress

TOOLS = Path(__file__).resolve().parents[2] / "tools"
HOLD = """
import sys
from pathlib import Path
from book_cli.guard import exclusive
from book_cli.progress import Progress
with exclusive(Path(sys.argv[1]), Progress()):
    print("held", flush=True)
    sys.stdin.readline()
    Path(sys.argv[2]).touch()
"""


def test_the_second_run_waits_for_the_first_and_says_so(tmp_path: Path) -> None:
    lock, finished = tmp_path / "lock", tmp_path / "finished"
    first = subprocess.Popen(
        [sys.executable, "-c", HOLD, lock, finished],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={"PYTHONPATH": str(TOOLS)},
    )  # fmt: skip
    assert first.stdin is not None and first.stdout is not None
    assert first.stdout.readline() == "held\n"

    class ReleasesTheFirst(io.StringIO):
        """The message is printed before waiting, so it can set the first run free."""

        def write(self, text: str) -> int:
            assert first.stdin is not None
            first.stdin.write("\n")
            first.stdin.flush()
            return super().write(text)

    said = ReleasesTheFirst()
    with exclusive(lock, Progress(said)):
        assert finished.exists()
    assert f"process {first.pid}" in said.getvalue()
    first.communicate()


def test_a_run_that_was_killed_leaves_no_lock_behind(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    first = subprocess.Popen(
        [sys.executable, "-c", HOLD, lock, tmp_path / "finished"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={"PYTHONPATH": str(TOOLS)},
    )  # fmt: skip
    assert first.stdout is not None
    first.stdout.readline()
    first.kill()
    first.communicate()
    said = io.StringIO()
    with exclusive(lock, Progress(said)):
        assert said.getvalue() == ""
