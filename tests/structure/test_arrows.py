"""The arrows between the rooms, as docs say them: who may include whom, and what a room may not use.

CMake targets hold most of this already; this test also sees includes that happen to compile.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EMULATOR = ROOT / "tools" / "emulator"

# A room, and the rooms whose headers it may include (besides its own).
ARROWS = {
    "base": set(),
    "ptx": {"base"},
    "decode": {"base", "ptx", "memory"},
    "memory": {"base"},
    "exec": {"base", "ptx", "decode", "memory"},
    "counters": {"base", "ptx", "decode", "memory", "exec"},
    "checks": {"base", "ptx", "decode", "memory", "exec"},
    "runtime": {"base", "ptx", "decode", "memory", "exec", "counters", "checks"},
    "cli": {"base", "checks"},
    "wasm": {"base", "ptx", "decode", "memory", "exec", "counters", "checks"},
}
BELOW_RUNTIME = sorted(set(ARROWS) - {"runtime", "cli"})

# What WebAssembly without threads, files and exceptions does not have.
FORBIDDEN_HEADERS = {
    "thread",
    "mutex",
    "condition_variable",
    "future",
    "fstream",
    "iostream",
    "ostream",
    "istream",
    "sstream",
    "filesystem",
    "chrono",
    "ctime",
    "time.h",
    "unistd.h",
    "pthread.h",
}
FORBIDDEN_WORDS = re.compile(r"\b(throw|try|catch|fopen|getenv|printf|fprintf|puts|stdout|stderr)\b")


def sources(room: str) -> list[Path]:
    return sorted(p for p in (EMULATOR / room).rglob("*") if p.suffix in {".h", ".cc", ".def"})


def includes(path: Path) -> list[tuple[int, str, str]]:
    """(line number, '"' or '<', what is included)."""
    found = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if match := re.match(r'\s*#\s*include\s*(["<])([^">]+)[">]', line):
            found.append((number, match[1], match[2]))
    return found


def without_comments_and_strings(text: str) -> str:
    text = re.sub(r"//[^\n]*", "", text)
    text = re.sub(r"/\*.*?\*/", lambda m: "\n" * m[0].count("\n"), text, flags=re.S)
    return re.sub(r'"(?:\\.|[^"\\\n])*"', '""', text)


def test_every_room_on_disk_is_in_the_arrows() -> None:
    rooms = {p.name for p in EMULATOR.iterdir() if p.is_dir() and sources(p.name)}
    assert rooms, f"no room found under {EMULATOR}"
    assert rooms <= set(ARROWS), f"rooms without arrows: {sorted(rooms - set(ARROWS))}; add them to {__file__}"


@pytest.mark.parametrize("room", sorted(ARROWS))
def test_a_room_includes_only_the_rooms_below_it(room: str) -> None:
    wrong = []
    for path in sources(room):
        for number, kind, name in includes(path):
            other = name.split("/")[0]
            if kind == '"' and other in ARROWS and other != room and other not in ARROWS[room]:
                wrong.append(f"{path.relative_to(ROOT)}:{number}: {room}/ must not include {name}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("room", BELOW_RUNTIME)
def test_nothing_below_runtime_uses_threads_files_streams_exceptions_or_the_clock(room: str) -> None:
    wrong = []
    for path in sources(room):
        for number, kind, name in includes(path):
            if kind == "<" and name in FORBIDDEN_HEADERS:
                wrong.append(f"{path.relative_to(ROOT)}:{number}: <{name}> does not exist for WebAssembly")
        for number, line in enumerate(without_comments_and_strings(path.read_text()).splitlines(), 1):
            if match := FORBIDDEN_WORDS.search(line):
                wrong.append(f"{path.relative_to(ROOT)}:{number}: '{match[0]}' is not used below runtime/")
    assert not wrong, "\n".join(wrong)


def test_lessons_and_examples_stand_alone() -> None:
    """A program compiles alone, anywhere: it includes the toolkit and the standard library, no file of ours."""
    programs = sorted(p for pattern in ("lessons/**/*.cu", "examples/**/*.cu") for p in ROOT.glob(pattern))
    assert programs
    wrong = [
        f'{path.relative_to(ROOT)}:{number}: includes "{name}"'
        for path in programs
        for number, kind, name in includes(path)
        if kind == '"'
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(("package", "stranger"), [("book_cli", "sphinx_book")])
def test_the_lesson_tools_do_not_know_the_site_extension(package: str, stranger: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{number}: imports {stranger}"
        for path in sorted((ROOT / "tools" / package).rglob("*.py"))
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if re.match(rf"\s*(from|import)\s+{stranger}\b", line)
    ]
    assert not wrong, "\n".join(wrong)


def test_widgets_do_not_count_for_themselves() -> None:
    """One model, one place: a sector or a bank is computed by the emulator's code only."""
    pattern = re.compile(r"(/\s*32\b|>>\s*5\b|%\s*128\b|&\s*31\b).*\b(sector|bank|wavefront)", re.I)
    wrong = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in sorted((ROOT / "tools" / "widgets").rglob("*.ts"))
        if "node_modules" not in path.parts
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if pattern.search(line)
    ]
    assert not wrong, "counting belongs to tools/emulator/counters:\n" + "\n".join(wrong)
