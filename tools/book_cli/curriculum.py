"""The map of the book: docs/curriculum.toml, with every lesson, written or not."""

from dataclasses import dataclass
from pathlib import Path

from book_cli.toml_table import TomlTable, read_toml


@dataclass(frozen=True)
class Stage:
    """One of the book's five parts."""

    id: int
    title: dict[str, str]


@dataclass(frozen=True)
class LessonEntry:
    """A lesson's place on the map."""

    id: int
    slug: str
    stage: int
    title: dict[str, str]
    question: dict[str, str]

    @property
    def folder_name(self) -> str:
        return f"{self.id:02}-{self.slug}"

    def is_written(self, root: Path) -> bool:
        return (root / "lessons" / self.folder_name / "lesson.toml").is_file()


@dataclass(frozen=True)
class Curriculum:
    """All stages and lessons, in reading order."""

    stages: tuple[Stage, ...]
    lessons: tuple[LessonEntry, ...]


def load_curriculum(root: Path) -> Curriculum:
    """Reads and checks `docs/curriculum.toml`."""
    table = read_toml(root / "docs" / "curriculum.toml")
    curriculum = Curriculum(
        stages=tuple(_stage(entry) for entry in table.tables("stage")),
        lessons=tuple(_lesson(entry) for entry in table.tables("lesson")),
    )
    table.finish()
    if [lesson.id for lesson in curriculum.lessons] != list(range(1, len(curriculum.lessons) + 1)):
        raise table.error("lesson", "ids do not run 1, 2, 3, …", "List the lessons in order, without gaps.")
    stages = {stage.id for stage in curriculum.stages}
    for lesson in curriculum.lessons:
        if lesson.stage not in stages:
            raise table.error(
                "lesson", f"lesson {lesson.id} is in stage {lesson.stage}, which is not there", "Add the [[stage]]."
            )
    return curriculum


def _stage(entry: TomlTable) -> Stage:
    stage = Stage(id=entry.integer("id"), title=entry.bilingual("title"))
    entry.finish()
    return stage


def _lesson(entry: TomlTable) -> LessonEntry:
    lesson = LessonEntry(
        id=entry.integer("id"),
        slug=entry.text("slug"),
        stage=entry.integer("stage"),
        title=entry.bilingual("title"),
        question=entry.bilingual("question"),
    )
    entry.finish()
    return lesson
