"""The Python code is formatted, free of lint, and strictly typed."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def run_module(*arguments: str) -> None:
    result = subprocess.run([sys.executable, "-m", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def test_ruff_finds_nothing() -> None:
    pytest.importorskip("ruff")
    run_module("ruff", "check", "tools", "tests")


def test_the_code_is_formatted() -> None:
    pytest.importorskip("ruff")
    run_module("ruff", "format", "--check", "tools", "tests")


def test_types_are_strict() -> None:
    pytest.importorskip("mypy")
    run_module("mypy", "tools/book_cli", "tools/sphinx_book", "tests/book_cli")
