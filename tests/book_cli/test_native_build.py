"""When `build/` is configured, and when from the beginning."""

from collections.abc import Callable
from pathlib import Path

import pytest
from book_cli import native_build
from book_cli.progress import Progress

NVCC = "/opt/cuda/bin/nvcc"


@pytest.fixture
def configured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """Calls configure and returns what it ran: the words after `cmake --preset default`, or ["nothing"]."""
    ran: list[list[str]] = []
    monkeypatch.setenv("CUDACXX", NVCC)
    monkeypatch.setattr(native_build, "run_logged", lambda command, *args, **kwargs: ran.append(command))

    def call() -> list[str]:
        ran.clear()
        native_build.configure(tmp_path, Progress())
        return ran[0][3:] if ran else ["nothing"]

    return call


def write_build(root: Path, generator: str = "Ninja", nvcc: str = NVCC, home: str | None = None) -> None:
    build = root / "build"
    build.mkdir()
    (build / "CMakeCache.txt").write_text(
        f"CMAKE_HOME_DIRECTORY:INTERNAL={home or root}\nCMAKE_GENERATOR:INTERNAL={generator}\n"
        f"CMAKE_CUDA_COMPILER:STRING={nvcc}\n"
    )
    (build / "build.ninja").touch()
    (build / ".configured").touch()


def test_a_new_checkout_is_configured(tmp_path: Path, configured: Callable[[], list[str]]) -> None:
    (tmp_path / "build").mkdir()
    assert configured() == []


def test_a_configured_build_is_left_alone(tmp_path: Path, configured: Callable[[], list[str]]) -> None:
    write_build(tmp_path)
    assert configured() == ["nothing"]


def test_an_interrupted_configuration_is_repeated(tmp_path: Path, configured: Callable[[], list[str]]) -> None:
    write_build(tmp_path)
    (tmp_path / "build" / ".configured").unlink()
    assert configured() == []


@pytest.mark.parametrize(
    "other", [{"generator": "Unix Makefiles"}, {"nvcc": "/usr/bin/nvcc"}, {"home": "/where/it/was/before"}]
)
def test_what_cmake_cannot_change_in_place_starts_it_afresh(
    tmp_path: Path, configured: Callable[[], list[str]], other: dict[str, str]
) -> None:
    write_build(tmp_path, **other)
    assert configured() == ["--fresh"]
