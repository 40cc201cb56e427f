"""The table of instructions that the handbook shows."""

from pathlib import Path

import pytest
from book_cli.instructions import read_table

ROOT = Path(__file__).resolve().parents[2]

DEFINITIONS = """\
// Integer arithmetic, 9.7.1
GTL_OPCODE(AddCarry, "addc", "t t t", "u32", "d = a + b + CC.CF", "2.2")
GTL_OPCODE(AddInteger, "add", "t t t", "u16 s32", "d = a + b", "1.1")
GTL_OPCODE(MulWide, "mul.wide", "w t t", "s32", "d = a * b", "1.3")
GTL_OPCODE(MulLow, "mul", "t t t", "s32", "d = lower half", "1.3")
// Data movement and conversion, 9.7.9
GTL_OPCODE(Multiply, "mma", "*", "f16", "d = a * b + c", "14.5")
GTL_OPCODE(Pack, "mov.pack", "*", "b32 b64", "d = {a, b}", "9.4")
GTL_OPCODE(Move, "mov", "*", "b32 b64", "d = a", "9.3")
"""
FORMS = """\
# Sums.
add.sat.s32 : b32 <- i32 i32
add.u16 : b16 <- i16 i16
mul.wide.s32 : b64 <- i32 i32
mul.lo.s32 (not recorded) : b32 <- i32 i32
    mul.lo.s32 d, a, b;
mov.b64 (pack two words) : b64 <- i32 i32
    add.s32 t0, a, b;
    mov.b64 d, {a, t0};
"""
RECORDED = """\
# Results of a GPU.
sums/add.sat.s32\t12\t34
sums/add.u16\t12\t34
sums/mul.wide.s32\t12\t34
sums/mov.b64 (pack two words)\t12\t34
"""

MATRIX_FORMS = """\
mma.sync.m8n8k4.f16 : d=b32*1 <- a=f16*1
    mma.sync.m8n8k4.f16 $d, $a;
"""
RECORDED_MATRICES = """\
# Results of a GPU.
mma/mma.sync.m8n8k4.f16\t12\t34
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in {
        "tools/emulator/decode/opcodes.def": DEFINITIONS,
        "tests/emulator/ptx_programs/forms/sums.forms": FORMS,
        "tests/emulator/ptx_programs/recorded/h200.txt": RECORDED,
        "tests/emulator/ptx_programs/matrix/forms/mma.forms": MATRIX_FORMS,
        "tests/emulator/ptx_programs/matrix/recorded/h200.txt": RECORDED_MATRICES,
        "tests/emulator/runtime/recorded/carry.cu": 'asm("addc.u32 %0, 1, 2;");',
        "tests/emulator/runtime/recorded/carry_h200.txt": "3",
    }.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path


def test_a_form_counts_for_the_row_of_its_own_instruction(root: Path) -> None:
    forms = {row.name: row.forms for row in read_table(root)}
    assert forms == {"AddCarry": 0, "AddInteger": 2, "MulWide": 1, "MulLow": 0, "Multiply": 1, "Pack": 1, "Move": 0}


def test_a_recorded_program_that_uses_an_instruction_is_noted(root: Path) -> None:
    assert [row.name for row in read_table(root) if row.has_program] == ["AddCarry"]


def test_rows_carry_the_heading_above_them(root: Path) -> None:
    assert [row.group for row in read_table(root)][-1] == "Data movement and conversion"


def test_every_recorded_form_of_the_book_has_a_row() -> None:
    rows = read_table(ROOT)
    recorded = (ROOT / "tests/emulator/ptx_programs/recorded/h200.txt").read_text().count("\n") - 1
    assert sum(row.forms for row in rows) >= recorded
