"""Downloads: what is tried again, and what is said when it cannot help. With the real pip where pip is the point."""

import hashlib
import io
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from book_cli.errors import BookError
from book_cli.process import CommandFailed, run_logged
from book_cli.progress import Progress
from book_cli.setup import download, sources, wheels


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(download, "PAUSES_SECONDS", (0.0, 0.0))


class Failing:
    """A download that fails `times` times with `output`, then succeeds."""

    def __init__(self, times: int, output: str) -> None:
        self.left, self.output, self.calls = times, output, 0

    def __call__(self) -> None:
        self.calls += 1
        if self.left:
            self.left -= 1
            raise CommandFailed("pip ended with status 1", self.output, Path("pip.log"))


def test_a_download_that_breaks_off_is_tried_again() -> None:
    failing = Failing(2, "ReadTimeoutError: Read timed out.")
    download.with_retries(failing, Progress())
    assert failing.calls == 3


def test_a_network_that_stays_away_is_explained() -> None:
    failing = Failing(9, "[Errno -3] Temporary failure in name resolution")
    with pytest.raises(BookError, match=r"run the same command again(?s:.*)pip\.log"):
        download.with_retries(failing, Progress())
    assert failing.calls == 3


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        ("ERROR: No matching distribution found for ziglang==0.17.1", "no ready-made ziglang==0.17.1"),
        ("OSError: [Errno 28] No space left on device", "disk is full"),
        ("npm error code EINTEGRITY", "not the one in the lock file"),
    ],
)
def test_what_waiting_cannot_cure_is_explained_at_once(output: str, reason: str) -> None:
    failing = Failing(9, output)
    with pytest.raises(BookError, match=reason):
        download.with_retries(failing, Progress())
    assert failing.calls == 1


def make_wheel(folder: Path) -> Path:
    """The smallest wheel that pip installs."""
    wheel = folder / "tiny-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as file:
        file.writestr("tiny.py", "")
        file.writestr("tiny-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n")
        file.writestr("tiny-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        file.writestr("tiny-1.0.dist-info/RECORD", "")
    return wheel


def pip_download(tmp_path: Path, digest: str) -> None:
    """`pip download` of the tiny wheel under a lock file with `digest`, without an index."""
    pytest.importorskip("pip")
    lock = tmp_path / "tiny.txt"
    lock.write_text(f"tiny==1.0 --hash=sha256:{digest}\n")
    command = [sys.executable, "-m", "pip", "download", "--require-hashes", "--no-index", "--find-links", str(tmp_path)]
    command += ["--no-cache-dir", "-d", str(tmp_path / "to"), "-r", str(lock)]
    environment = {"PATH": "/usr/bin:/bin", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    download.with_retries(lambda: run_logged(command, tmp_path / "log", environment), Progress())


def test_pip_takes_the_file_that_the_lock_file_names(tmp_path: Path) -> None:
    pip_download(tmp_path, hashlib.sha256(make_wheel(tmp_path).read_bytes()).hexdigest())
    assert (tmp_path / "to" / "tiny-1.0-py3-none-any.whl").exists()


def test_pip_refuses_a_file_that_was_replaced_on_the_way(tmp_path: Path) -> None:
    make_wheel(tmp_path)
    with pytest.raises(BookError, match="not the one in the lock file"):
        pip_download(tmp_path, "0" * 64)


def test_pips_raw_progress_becomes_a_name_and_megabytes() -> None:
    details: list[str] = []

    class Recorder(Progress):
        def detail(self, text: str) -> None:
            details.append(text)

    on_line = wheels.pip_reporter(Recorder())
    on_line("Downloading nvidia_nvvm-13.0.88-py3-none-manylinux2010_x86_64.manylinux_2_12_x86_64.whl (61.6 MB)")
    on_line("Progress 12000000 of 61600000")
    on_line("Installing collected packages: nvidia-nvvm")
    assert details == ["nvidia_nvvm-13.0.88 (61.6 MB)", "nvidia_nvvm-13.0.88: 12 of 62 MB", "unpacking"]


def test_only_the_sources_and_the_licence_are_unpacked(tmp_path: Path) -> None:
    archive = tmp_path / "lz4-4.4.5.tar.gz"
    with tarfile.open(archive, "w:gz") as tar:
        for name in ("lz4libs/lz4.c", "LICENSE", "setup.py", "lz4/block/_block.c", "lz4libs/../../evil.c"):
            member = tarfile.TarInfo(f"lz4-4.4.5/{name}")
            member.size = len(name)
            tar.addfile(member, io.BytesIO(name.encode()))
    sources.unpack(archive, "lz4libs", tmp_path / "out")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["LICENSE", "lz4.c"]
