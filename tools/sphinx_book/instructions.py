"""`{instruction-table}`: the emulator's opcode table, with the number of recorded forms that check each row."""

import re
from itertools import groupby

from book_cli.instructions import RECORDED, RECORDED_MATRICES, TABLE, Opcode, form_files, read_table, recorded_programs
from docutils import nodes
from sphinx.application import Sphinx

from sphinx_book.directive import BookDirective
from sphinx_book.element import element, make
from sphinx_book.strings import load_strings

_COLUMNS = ("instruction", "instruction-types", "instruction-meaning", "instruction-section", "instruction-forms")


class InstructionTable(BookDirective):
    def run(self) -> list[nodes.Node]:
        root = self.book.root
        sources = (root / TABLE, root / RECORDED, root / RECORDED_MATRICES, *form_files(root), *recorded_programs(root))
        for file in sources:
            self.env.note_dependency(str(file))
        rows = read_table(root)
        forms = sum(row.forms for row in rows)
        result: list[nodes.Node] = [make("p", {}, self.say("instructions-caption", rows=len(rows), forms=forms))]
        for group, members in groupby(rows, lambda row: row.group):
            result += [make("h3", {}, self._heading(group)), self._table(list(members))]
        return result

    def _heading(self, group: str) -> str:
        key = "instructions-" + re.sub(r"\W+", "-", group.lower())
        return self.say(key) if key in load_strings() else group

    def _table(self, rows: list[Opcode]) -> element:
        head = make("tr")
        for key in _COLUMNS:
            head += make("th", {"scope": "col"}, self.say(key))
        body = make("tbody")
        for row in rows:
            types = " ".join(row.types) if row.types != ["-"] else ""
            body += make(
                "tr",
                {},
                make("th", {"scope": "row"}, make("code", {}, row.mnemonic)),
                make("td", {}, make("small", {}, types)),
                make("td", {"lang": "en"}, row.meaning),
                make("td", {}, f"9.7.{row.section}" if row.section != "10" else "10"),
                make("td", {"class": "number"}, self._check_of(row)),
            )
        table = make("table", {}, make("thead", {}, head), body)
        return make("figure", {"class": "table"}, make("div", {"class": "table-box"}, table))

    def _check_of(self, row: Opcode) -> str:
        if row.forms:
            return str(row.forms)
        return self.say("recorded-program" if row.has_program else "specification")


def setup(app: Sphinx) -> None:
    app.add_directive("instruction-table", InstructionTable)
