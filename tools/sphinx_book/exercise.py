"""`{exercise}`: the task; its hints, checks and starting program come from exercise/."""

from book_cli.toml_table import TomlTable, read_toml
from docutils import nodes
from sphinx.application import Sphinx

from sphinx_book.directive import BookDirective
from sphinx_book.element import element, make
from sphinx_book.listing import make_listing


class Exercise(BookDirective):
    has_content = True

    def run(self) -> list[nodes.Node]:
        self.assert_has_content()
        lesson = self.lesson
        checks_file = lesson.exercise_folder / "check.toml"
        start = lesson.exercise_folder / "start.cu"
        self.env.note_dependency(str(checks_file))
        self.env.note_dependency(str(start))
        box = make("section", {"class": "exercise", "aria-label": self.say("exercise")})
        box += make("p", {"class": "label"}, self.say("exercise"))
        box += self.parse_content_to_nodes()
        if start.is_file():
            box += self._start(start.read_text(encoding="utf-8"))
        if checks_file.is_file():
            table = read_toml(checks_file)
            box += self._checks(list(table.tables("check")))
            box += self._hints(table.bilinguals("hints"))
        command = make("code", {}, f"tools/book exercise {lesson.id:02}")
        box += make("p", {"class": "command"}, self.say("exercise-check"), " ", command)
        return [box]

    def _start(self, text: str) -> element:
        lines = text.rstrip("\n").count("\n") + 1
        listing = make_listing(
            file="exercise/start.cu",
            text=text,
            line_numbers=range(1, lines + 1),
            accesses={},
            anchor="exercise-start",
            caption="",
            language=self.language,
        )
        summary = make("summary", {}, self.say("exercise-start", lines=lines))
        return make("details", {"class": "program"}, summary, listing)

    def _checks(self, checks: list[TomlTable]) -> element:
        listing = make("ul", {"class": "checks"})
        for check in checks:
            listing += make("li", {}, check.bilingual("what")[self.language])
        return make("div", {}, make("p", {"class": "label"}, self.say("exercise-checks")), listing)

    def _hints(self, hints: tuple[dict[str, str], ...]) -> element:
        box = make("div", {"class": "hints"})
        for number, hint in enumerate(hints, start=1):
            summary = make("summary", {}, self.say("hint", number=number))
            box += make("details", {"class": "hint"}, summary, make("p", {}, hint[self.language]))
        return box


def setup(app: Sphinx) -> None:
    app.add_directive("exercise", Exercise)
