"""What the extension knows of the book: the language of this build, the map, the written lessons."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from book_cli.curriculum import Curriculum, LessonEntry, Stage, load_curriculum
from book_cli.example import Example, load_example
from book_cli.lesson import Lesson, load_lesson, load_lessons
from book_cli.stage import has_texts
from sphinx.environment import BuildEnvironment

HTML_LANGUAGE = {"en": "en", "zh": "zh-Hans"}


@dataclass(frozen=True)
class Book:
    """The book as one build sees it."""

    root: Path
    curriculum: Curriculum
    written: dict[int, Lesson]

    def stage(self, number: int) -> Stage:
        return next(stage for stage in self.curriculum.stages if stage.id == number)

    def neighbours(self, number: int) -> tuple[LessonEntry | None, LessonEntry | None]:
        """The lessons before and after this one on the map, written or not."""
        by_id = {lesson.id: lesson for lesson in self.curriculum.lessons}
        return by_id.get(number - 1), by_id.get(number + 1)


@cache
def load_book(root: Path) -> Book:
    """Reads the map and every lesson.toml, once a process."""
    return Book(root, load_curriculum(root), {lesson.id: lesson for lesson in load_lessons(root) if has_texts(lesson)})


def book_of(env: BuildEnvironment) -> Book:
    return load_book(Path(env.config.book_root))


def language_of(env: BuildEnvironment) -> str:
    """`en` or `zh`: the folder of this build and the key in every bilingual text."""
    return "zh" if str(env.config.language).startswith("zh") else "en"


def lesson_docname(folder_name: str) -> str:
    return f"lessons/{folder_name}/index"


def is_lesson_text(docname: str) -> bool:
    """Whether this page is a lesson itself, not the page of its data."""
    return docname.startswith("lessons/") and docname.endswith("/index")


def lesson_of(env: BuildEnvironment, docname: str) -> Lesson | None:
    """The lesson that this page belongs to, or None."""
    parts = docname.split("/")
    if len(parts) != 3 or parts[0] != "lessons":
        return None
    folder = Path(env.config.book_root) / "lessons" / parts[1]
    file = folder / "lesson.toml"
    env.note_dependency(str(file), docname=docname)
    return _read_lesson(folder, file.stat().st_mtime_ns)


def example_of(env: BuildEnvironment, docname: str) -> Example | None:
    """The example whose data this page shows, or None."""
    parts = docname.split("/")
    return named_example(env, parts[1]) if len(parts) == 3 and parts[0] == "examples" else None


def named_example(env: BuildEnvironment, name: str) -> Example:
    """The example called `name`; the page being read depends on it."""
    folder = Path(env.config.book_root) / "examples" / name
    env.note_dependency(str(folder / "example.toml"))
    return load_example(folder)


@cache
def _read_lesson(folder: Path, _changed: int) -> Lesson:
    """Read once for all roles of a page, and again when the file has changed."""
    return load_lesson(folder)
