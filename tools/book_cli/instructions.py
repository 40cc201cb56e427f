"""The emulator's table of instructions, and how many recorded forms of the GPU check each of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

TABLE = Path("tools/emulator/decode/opcodes.def")
RECORDED = Path("tests/emulator/ptx_programs/recorded/h200.txt")
RECORDED_MATRICES = Path("tests/emulator/ptx_programs/matrix/recorded/h200.txt")
PROGRAMS = Path("tests/emulator/runtime/recorded")

_ROW = re.compile(r'^GTL_OPCODE\((\w+), "([^"]*)", "([^"]*)", "([^"]*)", "([^"]*)", "([^"]*)"\)')
_FORM = re.compile(r"^(?P<name>\S.*?) : \S.* <- ")
_TYPE = re.compile(r"^(pred|[bus](2|4|8|16|32|64|128)|[us]16x2|b?f16(x2)?|[tf]+32(x2)?|f64|u?e\dm\dx2)$")


@dataclass
class Opcode:
    """A row of the table."""

    name: str
    mnemonic: str
    operands: str
    types: list[str]
    meaning: str
    section: str
    group: str
    forms: int = 0  #: Recorded forms that check it.
    has_program: bool = False  #: A recorded program uses it.


@dataclass
class _Instruction:
    opcode: str
    modifiers: list[str] = field(default_factory=list)
    operands: str = ""

    @staticmethod
    def of(text: str) -> _Instruction:
        words = re.sub(r"^@!?\w+ ", "", text.strip()).rstrip(";").split(None, 1)
        spelled = words[0].rstrip(",").split(".")
        return _Instruction(spelled[0], spelled[1:], words[1] if len(words) > 1 else "")

    @property
    def form(self) -> str:
        """The modifier that the text does not spell: see FunctionDecoder::form_of."""
        first, _, second = self.operands.partition(", ")
        if self.opcode == "mov":
            if first.startswith("{"):
                return "unpack"
            if second.startswith("{"):
                return "pack"
            if second == "%VAParam":
                return "arguments"
            return "clock" if second.startswith(("%clock", "%globaltimer")) else ""
        if self.opcode in {"atom", "red"}:
            return "vector" if {"v2", "v4", "v8"} & set(self.modifiers) else ""
        if self.opcode in {"add", "sub", "fma"} and "f32" in self.modifiers:
            return "mixed" if {"f16", "bf16"} & set(self.modifiers) else ""
        return ""

    @property
    def type(self) -> str:
        return next((word for word in self.modifiers if _TYPE.match(word)), "-")


def read_table(root: Path) -> list[Opcode]:
    """All rows, in the table's order; `forms` counts those recorded on the GPU."""
    rows: list[Opcode] = []
    group = ""
    for line in (root / TABLE).read_text(encoding="utf-8").splitlines():
        if heading := re.match(r"^// (\w.*), (9\.7[\d., to and]*)$", line):
            group = heading[1]
        elif match := _ROW.match(line):
            name, mnemonic, operands, types, meaning, section = match.groups()
            rows.append(Opcode(name, mnemonic, operands, types.split(), meaning, section, group))
    beside = dict[int, int]()  # How often a row occurs in forms of another instruction.
    for name, body in _recorded_forms(root):
        opcode = re.split(r"[. ,]", name)[0]
        about = [i for i in body if i.opcode == opcode] or body
        for row in _rows_of(rows, about):
            row.forms += 1
        for row in _rows_of(rows, body):
            beside[id(row)] = beside.get(id(row), 0) + 1
    programs = "\n".join(file.read_text(encoding="utf-8") for file in recorded_programs(root))
    for row in rows:
        row.forms = row.forms or beside.get(id(row), 0)
        row.has_program = re.search(rf"[\" ]{re.escape(row.mnemonic)}\.", programs) is not None
    return rows


def form_files(root: Path) -> list[Path]:
    """Every list of forms, single instructions first."""
    return [file for record in (RECORDED, RECORDED_MATRICES) for file in sorted(_forms_beside(root / record))]


def recorded_programs(root: Path) -> list[Path]:
    """Programs whose output on the GPU is stored beside them."""
    sources = sorted((root / PROGRAMS).glob("*.cu"))
    return [source for source in sources if source.with_name(f"{source.stem}_h200.txt").exists()]


def _forms_beside(record: Path) -> Iterator[Path]:
    return (record.parent.parent / "forms").glob("*.forms")


def _recorded_forms(root: Path) -> Iterator[tuple[str, list[_Instruction]]]:
    for record in (root / RECORDED, root / RECORDED_MATRICES):
        lines = record.read_text(encoding="utf-8").splitlines()
        recorded = {line.split("\t", 1)[0] for line in lines if not line.startswith("#")}
        for file in sorted(_forms_beside(record)):
            yield from ((name, body) for name, body in _forms(file) if f"{file.stem}/{name}" in recorded)


def _forms(file: Path) -> Iterator[tuple[str, list[_Instruction]]]:
    """Each form's name and the instructions of its body."""
    name, body = "", list[str]()

    def finished() -> Iterator[tuple[str, list[_Instruction]]]:
        if name:
            parts = [part.strip() for line in body for part in line.split(";")]
            parts = [part for part in parts if part and not part.startswith((".", "{", "}"))]
            yield name, [_Instruction.of(part) for part in parts or [name.split(" (")[0]]]

    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        if match := _FORM.match(line):
            yield from finished()
            name, body = match["name"], []
        elif line.startswith(" "):
            body.append(line)
    yield from finished()


def _rows_of(rows: list[Opcode], instructions: list[_Instruction]) -> list[Opcode]:
    """The rows of these instructions, each once."""
    return list({id(row): row for row in (_row_of(rows, i) for i in instructions) if row}.values())


def _row_of(rows: list[Opcode], instruction: _Instruction) -> Opcode | None:
    """The first row that fits, as decode/opcodes.cc looks for it."""
    for row in rows:
        mnemonic, _, required = row.mnemonic.partition(".")
        if mnemonic != instruction.opcode:
            continue
        if required and required != instruction.form and required not in instruction.modifiers:
            continue
        if not required and instruction.form:
            continue
        if instruction.type in row.types:
            return row
    return None
