"""tools/book new-lesson: what it writes is a lesson by every check that needs no emulator."""

import json
import re
import shutil
from pathlib import Path

import pytest
from book_cli.claims import evaluate_claims
from book_cli.counters_file import stored_form
from book_cli.curriculum import load_curriculum
from book_cli.errors import BookError
from book_cli.exercise import load_exercise
from book_cli.lesson import load_lesson
from book_cli.pages import check_pages
from book_cli.regions import read_region
from book_cli.scaffold import make_lesson, next_program_number
from conftest import launch

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A book with the real map and glossary, and no lesson."""
    (tmp_path / "docs").mkdir()
    for name in ("curriculum.toml", "glossary.toml"):
        shutil.copy(ROOT / "docs" / name, tmp_path / "docs")
    return tmp_path


def test_the_new_lesson_is_one_by_every_check(root: Path) -> None:
    entry = load_curriculum(root).lessons[6]
    make_lesson(root, entry, 8)
    lesson = load_lesson(root / "lessons" / "07-shared-memory")
    program = lesson.program("08_shared_memory")
    assert read_region(program.source, "double-each").text.startswith("/// Doubles each")
    program.expected_counters.parent.mkdir()
    program.expected_counters.write_text(stored_form(json.dumps(launch(0, "double_each(float*, int)", 32))))
    assert check_pages(lesson, root) == []
    assert evaluate_claims(lesson)["sectors-per-request"].problem is None
    assert len(load_exercise(lesson).checks) == 2


def test_a_new_lesson_shares_no_label_with_another(root: Path) -> None:
    """Labels are known to the whole book: one that two pages have stops the build of the site."""
    lessons = load_curriculum(root).lessons
    written = [file.read_text(encoding="utf-8") for file in sorted(ROOT.glob("lessons/*/en.md"))]
    for entry in (lessons[6], lessons[7]):
        make_lesson(root, entry, 8)
        written.append((root / "lessons" / entry.folder_name / "en.md").read_text(encoding="utf-8"))
    labels = [label for text in written for label in re.findall(r"^\((.+)\)=$", text, re.MULTILINE)]
    assert len(labels) > len(written)
    assert len(set(labels)) == len(labels)


def test_nothing_of_the_templates_is_left_open(root: Path) -> None:
    for file in make_lesson(root, load_curriculum(root).lessons[0], 1):
        assert "{{" not in file.read_text(encoding="utf-8")


def test_a_lesson_that_is_there_is_not_overwritten(root: Path) -> None:
    entry = load_curriculum(root).lessons[0]
    make_lesson(root, entry, 1)
    with pytest.raises(BookError, match="is there already"):
        make_lesson(root, entry, 1)


def test_programs_are_numbered_through_the_book(root: Path) -> None:
    assert next_program_number(root) == 1
    make_lesson(root, load_curriculum(root).lessons[0], 4)
    assert next_program_number(root) == 5
