"""tools/book: dispatch, messages, and what it does before anything is installed."""

import argparse
import ast
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from book_cli.commands import run as run_command
from book_cli.errors import BookError
from book_cli.main import find_commands, main
from book_cli.own_program import own_program

ROOT = Path(__file__).resolve().parents[2]
FRONT_DOOR = ROOT / "tools" / "book"


def test_every_command_has_a_line_of_help_and_both_functions() -> None:
    for name, module in find_commands().items():
        assert (module.__doc__ or "").strip(), name
        module.add_arguments(argparse.ArgumentParser())
        assert callable(module.run), name


def test_the_documented_commands_exist() -> None:
    assert {"serve", "build", "test", "run", "measure"} <= find_commands().keys()


def test_an_old_python_can_parse_the_front_door() -> None:
    ast.parse(FRONT_DOOR.read_text(), feature_version=(3, 4))


def test_an_old_python_is_told_which_one_is_needed() -> None:
    pretend = f"import sys, runpy; sys.version_info = (3, 9, 2); runpy.run_path({str(FRONT_DOOR)!r})"
    done = subprocess.run([sys.executable, "-c", pretend], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "Python 3.11 or newer is needed, and this is Python 3.9" in done.stderr
    assert "Traceback" not in done.stderr


def test_help_needs_nothing_but_the_standard_library() -> None:
    # -S -E: no site-packages at all, as on a bare machine.
    done = subprocess.run(
        [sys.executable, "-S", "-E", FRONT_DOOR, "--help"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "serve" in done.stdout


def test_output_that_nobody_reads_ends_the_command_quietly() -> None:
    command = [sys.executable, str(FRONT_DOOR), "claims"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 128 + signal.SIGPIPE


def test_an_unknown_option_is_refused_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["build", "--fast"])
    assert "build does not know --fast" in capsys.readouterr().err


def test_an_unknown_program_is_answered_with_the_names_there_are(tmp_path: Path) -> None:
    lesson = tmp_path / "lessons" / "06-coalescing"
    lesson.mkdir(parents=True)
    (lesson / "07_transpose.cu").touch()
    with pytest.raises(BookError, match=r"no program named transpose(?s:.*)07_transpose"):
        run_command.find_program(tmp_path, "transpose")


def test_a_reader_s_own_program_is_not_mistaken_for_one_of_the_book_s(tmp_path: Path) -> None:
    lesson = tmp_path / "lessons" / "06-coalescing"
    lesson.mkdir(parents=True)
    (lesson / "07_transpose.cu").touch()
    own = tmp_path / "mine" / "07_transpose.cu"
    own.parent.mkdir()
    own.touch()
    with pytest.raises(BookError, match=r"not one of the book's(?s:.*)-cudart shared(?s:.*)book run"):
        run_command.find_program(tmp_path, str(own))


def test_a_path_to_an_executable_is_a_reader_s_own_program(tmp_path: Path) -> None:
    own = tmp_path / "mine" / "program"
    own.parent.mkdir()
    own.touch()
    with pytest.raises(BookError, match="cannot be executed"):
        own_program(tmp_path, str(own))
    own.chmod(0o755)
    assert own_program(tmp_path, str(own)) == own
    built = tmp_path / "build" / "lessons" / "06-coalescing" / "07_transpose"
    built.parent.mkdir(parents=True)
    built.touch(mode=0o755)
    for name in (str(built), "07_transpose", "07_transpose.cu", "7"):
        assert own_program(tmp_path, name) is None


@pytest.mark.parametrize(
    "name", ["07_transpose", "07_transpose.cu", "lessons/06-coalescing/07_transpose.cu", "7", "07"]
)
def test_a_program_is_found_by_name_number_and_path(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    source = tmp_path / "lessons" / "06-coalescing" / "07_transpose.cu"
    source.parent.mkdir(parents=True)
    source.touch()
    assert run_command.find_program(tmp_path, name) == source
