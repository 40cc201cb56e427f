"""Which of the system's programs set-up takes, and what it says when one is missing."""

import importlib.util
import io
from pathlib import Path

import pytest
from book_cli.errors import BookError
from book_cli.progress import Progress
from book_cli.setup import cuda, node, system_packages, virtual_environment
from book_cli.setup.layout import Layout


def put_program(folder: Path, name: str, output: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / name
    program.write_text(f"#!/bin/sh\necho '{output}'\n")
    program.chmod(0o755)
    return program


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is the whole PATH."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv("CUDACXX", raising=False)
    monkeypatch.delenv("CXX", raising=False)
    monkeypatch.delenv("BOOK_BROWSER", raising=False)
    monkeypatch.setattr(cuda, "USUAL_PLACE", tmp_path / "usual" / "nvcc")
    return folder


def test_cuda_13_on_path_is_taken(path: Path) -> None:
    nvcc = put_program(path, "nvcc", "Cuda compilation tools, release 13.0, V13.0.88")
    assert cuda.installed_compiler() == nvcc


def test_cuda_12_on_path_is_passed_over_for_13_in_the_usual_place(path: Path) -> None:
    put_program(path, "nvcc", "Cuda compilation tools, release 12.4, V12.4.131")
    usual = put_program(cuda.USUAL_PLACE.parent, "nvcc", "Cuda compilation tools, release 13.1, V13.1.80")
    assert cuda.installed_compiler() == usual


def test_cuda_12_alone_is_not_enough(path: Path) -> None:
    put_program(path, "nvcc", "Cuda compilation tools, release 12.4, V12.4.131")
    assert cuda.installed_compiler() is None


def test_the_wheels_get_the_links_that_cmake_and_the_linker_look_for(tmp_path: Path) -> None:
    layout = Layout(tmp_path)
    root = layout.venv / "lib" / "python3.11" / "site-packages" / "nvidia" / "cu13"
    (root / "lib").mkdir(parents=True)
    (root / "lib" / "libcudart.so.13").write_text("library")
    for _ in range(2):  # Repeatable.
        cuda.complete_wheels(layout)
        assert (root / "lib64" / "libcudart.so").read_text() == "library"


def test_the_compiler_that_was_fetched_has_a_path_without_the_version_of_python(tmp_path: Path) -> None:
    layout = Layout(tmp_path)
    root = layout.venv / "lib" / "python3.11" / "site-packages" / "nvidia" / "cu13"
    put_program(root / "bin", "nvcc", "Cuda compilation tools, release 13.0, V13.0.88")
    cuda.complete_wheels(layout)
    assert cuda.major_version(tmp_path / ".book" / "cuda" / "bin" / "nvcc") == 13


def test_node_18_is_too_old(path: Path) -> None:
    put_program(path, "node", "v18.20.4")
    put_program(path, "npm", "10.8.2")
    assert not node.system_has_node()


def test_node_20_without_npm_is_not_enough(path: Path) -> None:
    put_program(path, "node", "v20.19.0")
    assert not node.system_has_node()
    put_program(path, "npm", "10.8.2")
    assert node.system_has_node()


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What apt-get would have been asked for; nothing is installed."""
    commands: list[list[str]] = []
    monkeypatch.setattr(system_packages, "run_logged", lambda command, *args: commands.append(command))
    return commands


def be(monkeypatch: pytest.MonkeyPatch, user: int, debian: bool) -> None:
    monkeypatch.setattr("os.geteuid", lambda: user)
    monkeypatch.setattr(system_packages, "is_debian", lambda: debian)


def test_a_python_without_ensurepip_is_answered_with_the_line_to_type(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    be(monkeypatch, user=1000, debian=True)
    find_spec = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "ensurepip" else find_spec(name))
    with pytest.raises(BookError, match=r"sudo apt install python3[.0-9]*-venv"):
        virtual_environment.require_venv_modules(Layout(tmp_path), Progress())


def test_a_missing_compiler_is_answered_with_the_line_to_type(
    tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    be(monkeypatch, user=1000, debian=True)
    with pytest.raises(BookError, match=r"sudo apt install g\+\+"):
        system_packages.require_compiler(Layout(tmp_path), Progress())
    put_program(path, "g++", "")
    system_packages.require_compiler(Layout(tmp_path), Progress())


def test_root_on_debian_gets_the_package_installed(
    tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch, installed: list[list[str]]
) -> None:
    be(monkeypatch, user=0, debian=True)
    system_packages.require_compiler(Layout(tmp_path), Progress())
    assert installed[-1] == ["apt-get", "install", "-y", "--no-install-recommends", "g++"]


def test_root_elsewhere_gets_a_line_without_sudo(tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    be(monkeypatch, user=0, debian=False)
    with pytest.raises(BookError, match=r"\n  apt install g\+\+\n"):
        system_packages.require_compiler(Layout(tmp_path), Progress())


def test_an_ordinary_user_is_told_that_browser_tests_are_skipped(
    tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch, installed: list[list[str]]
) -> None:
    be(monkeypatch, user=1000, debian=True)
    monkeypatch.setattr(system_packages, "has_chinese_fonts", lambda: False)
    said = io.StringIO()
    system_packages.provide_for_browser_tests(Layout(tmp_path), Progress(said))
    assert "sudo apt install chromium fonts-noto-cjk" in said.getvalue()
    assert "skipped" in said.getvalue()
    assert installed == []


def test_the_users_own_browser_goes_before_the_systems(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chromium = put_program(path, "chromium", "Chromium 140")
    assert system_packages.browser() == str(chromium)
    monkeypatch.setenv("BOOK_BROWSER", "/opt/chrome/chrome")
    assert system_packages.browser() == "/opt/chrome/chrome"
