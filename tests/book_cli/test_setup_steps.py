"""Set-up's steps: what makes one run, what vouches for its result."""

from pathlib import Path

import pytest
from book_cli.progress import Progress
from book_cli.setup import For, node, plan, virtual_environment
from book_cli.setup.layout import Layout
from book_cli.setup.step import Step, stale


@pytest.fixture
def lock_file(tmp_path: Path) -> Path:
    path = tmp_path / "group.txt"
    path.write_text("one==1")
    return path


def make_step(lock_file: Path, calls: list[str], needs: str = "") -> Step:
    return Step(
        title="Group",
        size="",
        stamp=lock_file.parent / "venv" / "stamps" / "group",
        inputs=(lock_file,),
        needs=needs,
        run=lambda progress: calls.append("ran"),
    )


def test_a_step_that_has_run_is_not_stale(lock_file: Path) -> None:
    step = make_step(lock_file, [])
    assert stale([step]) == [step]
    step.carry_out(Progress(), "1/1")
    assert stale([step]) == []


def test_a_changed_lock_file_makes_its_step_stale(lock_file: Path) -> None:
    step = make_step(lock_file, [])
    step.carry_out(Progress(), "1/1")
    lock_file.write_text("one==2")
    assert stale([step]) == [step]


def test_a_moved_checkout_makes_its_step_stale(lock_file: Path) -> None:
    make_step(lock_file, [], needs="/here").carry_out(Progress(), "1/1")
    assert not make_step(lock_file, [], needs="/there").is_current()


def test_an_interrupted_step_runs_again(lock_file: Path) -> None:
    def interrupted(progress: Progress) -> None:
        raise KeyboardInterrupt

    make_step(lock_file, []).carry_out(Progress(), "1/1")
    stamp = lock_file.parent / "venv" / "stamps" / "group"
    broken = Step(title="Group", size="", stamp=stamp, inputs=(lock_file,), run=interrupted)
    with pytest.raises(KeyboardInterrupt):
        broken.carry_out(Progress(), "1/1")
    assert not make_step(lock_file, []).is_current()


def titles(tmp_path: Path, purposes: set[For]) -> str:
    return " | ".join(step.title for step in plan(Layout(tmp_path), purposes))


def test_reading_needs_no_cuda_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("book_cli.setup.cuda.installed_compiler", lambda: None)
    assert "CUDA" not in titles(tmp_path, {For.READING})
    assert "CUDA" in titles(tmp_path, {For.BUILDING})


def test_an_installed_cuda_is_preferred_to_the_wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("book_cli.setup.cuda.installed_compiler", lambda: Path("/opt/cuda/bin/nvcc"))
    assert "CUDA" not in titles(tmp_path, set(For))


def test_node_is_fetched_only_where_the_system_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(node, "system_has_node", lambda: True)
    assert "Node.js" not in titles(tmp_path, {For.READING})
    monkeypatch.setattr(node, "system_has_node", lambda: False)
    assert "Node.js" in titles(tmp_path, {For.READING})


def test_the_packages_of_the_tests_serve_readers_too(tmp_path: Path) -> None:
    modules = tmp_path / "tools" / "widgets" / "node_modules"
    modules.mkdir(parents=True)
    layout = Layout(tmp_path)
    assert node.packages_step(layout, with_tests=False).stamp.name == ".for-reading"
    (modules / ".complete").touch()
    assert node.packages_step(layout, with_tests=False).stamp.name == ".complete"


def test_an_environment_whose_python_is_gone_is_discarded_with_its_stamps(tmp_path: Path) -> None:
    layout = Layout(tmp_path)
    layout.python.parent.mkdir(parents=True)
    layout.python.symlink_to("/usr/bin/python3.that-was-upgraded")
    (layout.venv / "stamps").mkdir()
    virtual_environment.discard_if_broken(layout)
    assert not layout.venv.exists()


def test_an_environment_that_works_is_kept(tmp_path: Path) -> None:
    layout = Layout(tmp_path)
    layout.python.parent.mkdir(parents=True)
    layout.python.symlink_to("/bin/true")
    virtual_environment.discard_if_broken(layout)
    assert layout.python.exists()
