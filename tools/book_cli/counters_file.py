"""The emulator's counters: JSON Lines, one object a launch (see docs/handbook/formats.md)."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from book_cli.kernel_names import kernel_name
from book_cli.toml_table import ContentError

Dimensions = tuple[int, int, int]
Metrics = dict[str, float]


@dataclass(frozen=True)
class Line:
    """The counters of one source line in one launch."""

    file: str
    line: int
    metrics: Metrics


@dataclass(frozen=True)
class Launch:
    """The counters of one kernel launch."""

    index: int
    kernel: str
    """Demangled, with parameters."""
    grid: Dimensions
    block: Dimensions
    metrics: Metrics
    lines: tuple[Line, ...] = field(default=())
    rewritten: tuple[str, ...] = field(default=())
    """What ptxas rewrote, so that a GPU counts otherwise: see docs/handbook/counters.md."""

    @property
    def name(self) -> str:
        """The kernel's name as people write it: `read_strided<8>`."""
        return kernel_name(self.kernel)


def read_counters(file: Path) -> list[Launch]:
    """Every launch of the file, in order."""
    if not file.is_file():
        raise ContentError(file, "the counters are missing", "Write them with: tools/book test --bless")
    launches = []
    for number, text in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        if not text.strip():
            continue
        try:
            launches.append(launch_from_json(json.loads(text)))
        except (json.JSONDecodeError, KeyError, TypeError, ValueError) as error:
            raise ContentError(
                f"{file}:{number}",
                f"is not a launch's counters: {error!r}",
                "Write the file anew: tools/book test --bless",
            ) from None
    return launches


def source_files(file: Path) -> list[Path]:
    """The sources that the counters name, as far as they are on this machine."""
    launches = (json.loads(text) for text in file.read_text(encoding="utf-8").splitlines() if text.strip())
    named = dict.fromkeys(Path(line["file"]) for launch in launches for line in launch.get("lines", []))
    return [source for source in named if source.is_file()]


def launch_from_json(value: dict[str, Any]) -> Launch:
    """One object of the file; also the form of `launches` in measured/<gpu>.json."""
    return Launch(
        index=int(value["launch"]),
        kernel=str(value["kernel"]),
        grid=_dimensions(value["grid"]),
        block=_dimensions(value["block"]),
        metrics=dict(value["metrics"]),
        lines=tuple(
            Line(Path(line["file"]).name, int(line["line"]), dict(line["metrics"])) for line in value.get("lines", [])
        ),
        rewritten=tuple(value.get("rewritten", [])),
    )


def stored_form(counters: str) -> str:
    """The counters as they are stored: base names of source files instead of this machine's paths."""
    stored = []
    for text in counters.splitlines():
        if text.strip():
            value = json.loads(text)
            for line in value.get("lines", []):
                line["file"] = Path(line["file"]).name
            stored.append(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
    return "".join(f"{text}\n" for text in stored)


def launches_of(launches: Sequence[Launch], kernel: str, where: str) -> list[Launch]:
    """The launches of the kernel that people call `kernel`, in order; refuses a name nobody launched."""
    wanted = kernel_name(kernel)
    found = [launch for launch in launches if launch.name == wanted]
    if not found:
        names = ", ".join(dict.fromkeys(launch.name for launch in launches)) or "none"
        raise ContentError(where, f'no launch of a kernel "{kernel}"', f"Kernels launched: {names}.")
    return found


def _dimensions(value: Any) -> Dimensions:
    x, y, z = value
    return int(x), int(y), int(z)
