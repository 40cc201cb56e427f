"""lesson.toml: what is read, and what a mistake is answered with."""

from pathlib import Path

import pytest
from book_cli.curriculum import load_curriculum
from book_cli.lesson import find_lesson, find_program, load_lesson, load_lessons
from book_cli.toml_table import ContentError
from conftest import LESSON, Book

ROOT = Path(__file__).resolve().parents[2]


def test_a_lesson_is_read_with_its_programs(book: Book) -> None:
    lesson = load_lesson(book.lesson)
    assert (lesson.name, lesson.slug, lesson.title["zh"]) == ("lesson06", "coalescing", "合并访问")
    program = lesson.program("06_copy")
    assert (program.arguments, program.measure, program.runs) == (("small",), ("large",), 3)
    assert program.expected_counters == book.lesson / "expected" / "06_copy.counters.jsonl"


def test_every_program_has_a_run_of_its_own_and_the_lesson_may_add_some(book: Book) -> None:
    own = load_lesson(book.lesson).run("06_copy")
    assert (own.arguments, own.exit_status, own.findings) == (("small",), 0, False)
    assert own.expected_output == book.lesson / "expected" / "06_copy.txt"
    more = (
        '\n[[run]]\nname = "06_copy-bad"\nprogram = "06_copy"\narguments = ["bad"]\nexit_status = 1\nfindings = true\n'
    )
    (book.lesson / "lesson.toml").write_text(LESSON + more)
    run = load_lesson(book.lesson).run("06_copy-bad")
    assert (run.arguments, run.exit_status, run.findings, run.expected_counters) == (("bad",), 1, True, None)
    assert run.expected_findings == book.lesson / "expected" / "06_copy-bad.findings.txt"


def test_a_source_that_lesson_toml_forgets_is_named(book: Book) -> None:
    (book.lesson / "07_forgotten.cu").write_text("int main() {}\n")
    with pytest.raises(ContentError, match=r"07_forgotten.cu has no \[\[program\]\]"):
        load_lesson(book.lesson)


@pytest.mark.parametrize(
    ("line", "replacement", "message"),
    [
        ('slug = "coalescing"', 'slug = "other"', "ask for the folder 06-other"),
        ("minutes = 22", 'minutes = "22"', 'minutes: is the string "22", not a whole number'),
        ("minutes = 22", "", "minutes: is missing"),
        ("minutes = 22", "minutes = 22\nlevel = 3", "level: no such key here"),
        ('question = { en = "Which bytes?", zh = "哪些字节？" }', 'question = "Which?"', "both languages"),
        ('name = "06_copy"', 'name = "06_paste"', "06_paste.cu is missing"),
        ('arguments = ["small"]', "arguments = [16]", "program[0].arguments: is not a list of strings"),
        ("runs = 3", "runs = 0", "program[0].runs: must be at least 1"),
        ("stage = 2", "stage = = 2", "is not TOML"),
    ],
)
def test_a_mistake_names_file_key_and_cure(book: Book, line: str, replacement: str, message: str) -> None:
    file = book.lesson / "lesson.toml"
    file.write_text(LESSON.replace(line, replacement))
    with pytest.raises(ContentError) as error:
        load_lesson(book.lesson)
    assert message in str(error.value)
    assert str(file) in str(error.value)
    assert error.value.cure


def test_a_counted_claim_needs_a_value_derived_by_hand(book: Book) -> None:
    book.write_toml('id = "a"\nkind = "counted"\nvalue = "1"')
    with pytest.raises(ContentError, match="needs a value derived by hand"):
        load_lesson(book.lesson)


def test_a_claim_id_occurs_once(book: Book) -> None:
    claim = 'id = "a"\nkind = "derived"\nvalue = "1"'
    book.write_toml(claim, claim)
    with pytest.raises(ContentError, match='"a" occurs twice'):
        load_lesson(book.lesson)


def test_a_program_is_found_by_its_number(book: Book) -> None:
    lessons = load_lessons(book.root)
    assert find_program(lessons, "6")[1].name == "06_copy"
    assert find_program(lessons, "06_copy")[1].name == "06_copy"
    with pytest.raises(ContentError, match="Programs: 06_copy"):
        find_program(lessons, "07_nothing")


def test_a_lesson_that_is_not_written_is_refused_with_those_that_are(book: Book) -> None:
    with pytest.raises(ContentError, match="Written lessons: 06"):
        find_lesson(book.root, 7)


def test_the_map_of_the_book_has_eighteen_lessons_in_five_stages() -> None:
    curriculum = load_curriculum(ROOT)
    assert len(curriculum.lessons) == 18
    assert [stage.id for stage in curriculum.stages] == [1, 2, 3, 4, 5]
    assert curriculum.lessons[5].folder_name == "06-coalescing"


def test_every_written_lesson_is_on_the_map() -> None:
    entries = {entry.folder_name: entry for entry in load_curriculum(ROOT).lessons}
    for lesson in load_lessons(ROOT):
        entry = entries[lesson.folder.name]
        assert (entry.stage, entry.title, entry.question) == (lesson.stage, lesson.title, lesson.question)
