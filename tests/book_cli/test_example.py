"""Examples: found, checked, tested and measured as lessons are."""

from pathlib import Path

import pytest
from book_cli.build_tree import BuildTree
from book_cli.example import find_example, load_example, load_examples
from book_cli.lesson import find_program
from book_cli.lesson_tests import measured
from book_cli.lesson_tests.outcome import TestFailed
from book_cli.toml_table import ContentError

ROOT = Path(__file__).resolve().parents[2]
TOML = 'title = { en = "Ceilings", zh = "上限" }\n[[program]]\nname = "ceilings"\nmeasure = ["1024"]\n'


def write_example(root: Path, toml: str = TOML) -> Path:
    folder = root / "examples" / "ceilings"
    folder.mkdir(parents=True)
    (folder / "example.toml").write_text(toml, encoding="utf-8")
    (folder / "ceilings.cu").write_text("int main() {}\n", encoding="utf-8")
    return folder


def test_an_example_is_found_by_its_folder_and_its_program_by_name(tmp_path: Path) -> None:
    folder = write_example(tmp_path)
    example = find_example(tmp_path, "ceilings")
    assert example.name == "example.ceilings"
    assert example.measure_command == "tools/book measure --example ceilings"
    assert [run.name for run in example.runs] == ["ceilings"]
    assert find_program(load_examples(tmp_path), "ceilings")[1].source == folder / "ceilings.cu"
    with pytest.raises(ContentError, match="Examples: ceilings"):
        find_example(tmp_path, "sealings")


def test_a_program_that_example_toml_forgets_is_refused(tmp_path: Path) -> None:
    folder = write_example(tmp_path)
    (folder / "floors.cu").write_text("int main() {}\n", encoding="utf-8")
    with pytest.raises(ContentError, match=r"floors\.cu has no \[\[program\]\]"):
        load_example(folder)


def test_what_an_example_builds_lies_beside_the_lessons(tmp_path: Path) -> None:
    folder = write_example(tmp_path)
    built = tmp_path / "build" / "examples" / "ceilings" / "ceilings"
    built.parent.mkdir(parents=True)
    built.touch()
    assert BuildTree(tmp_path / "build").program(load_example(folder).programs[0]) == built


def test_an_example_without_a_measurement_fails_and_names_the_command(tmp_path: Path) -> None:
    example = load_example(write_example(tmp_path))
    with pytest.raises(TestFailed, match="tools/book measure --example ceilings"):
        measured.run(example, BuildTree(tmp_path), "")


def test_a_measurement_of_another_source_is_stale(tmp_path: Path) -> None:
    example = load_example(write_example(tmp_path))
    example.measured_folder.mkdir()
    (example.measured_folder / "h200.json").write_text(
        '{"format": 1, "gpu": {"name": "NVIDIA H200"}, "driver": "580", "toolkit": "13.0", "date": "2026-11-30",'
        ' "command": "tools/book measure --example ceilings", "programs": {"ceilings": {"source_sha256": "another",'
        ' "timing": {"arguments": ["1024"], "runs": 1, "rows": []}, "transcript": {"text": ""}}}}',
        encoding="utf-8",
    )
    with pytest.raises(TestFailed, match="changed after 2026-11-30"):
        measured.run(example, BuildTree(tmp_path), "")


def test_the_books_examples_are_sound() -> None:
    for example in load_examples(ROOT):
        assert all(run.expected_output.is_file() for run in example.runs), f"{example.name}: tools/book test --bless"


def test_an_example_has_scenes_as_a_lesson_has() -> None:
    scene = find_example(ROOT, "divergence").scene("divergence")
    assert [variant.id for variant in scene.variants] == ["two-ways", "own-rounds"]
    assert scene.ptx() == ROOT / "examples" / "divergence" / "expected" / "divergence.ptx"
    with pytest.raises(ContentError, match="Its scenes are: none"):
        find_example(ROOT, "roofline").scene("divergence")
