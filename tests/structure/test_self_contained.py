"""What the repository must not carry: addresses of registries' mirrors, requests to other hosts, wide files."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def tracked(*suffixes: str) -> list[Path]:
    names = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\0")
    return [ROOT / n for n in names if n and (not suffixes or Path(n).suffix in suffixes) and (ROOT / n).is_file()]


def test_lock_files_carry_hashes_and_no_addresses() -> None:
    locks = [p for p in tracked() if p.name == "package-lock.json" or p.parent.name == "requirements"]
    assert locks, "no lock file found"
    for path in locks:
        text = path.read_text()
        assert '"resolved"' not in text, f"{path}: strip the 'resolved' fields"
        assert not re.search(r"(--(extra-)?index-url|--find-links|@ https?://)", text), f"{path} names a registry"
        if path.suffix == ".txt":
            pins = re.findall(r"^[A-Za-z0-9][^\s#]*==", text, re.M)
            assert len(pins) <= text.count("--hash=sha256:"), f"{path}: a pin without a hash"


def test_source_files_stay_readable() -> None:
    """One concept, one file: past 400 lines of our own code, a file has two."""
    exempt = {"tests/third_party/doctest/doctest.h"}
    long = [
        f"{p.relative_to(ROOT)}: {count} lines"
        for p in tracked(".h", ".cc", ".def", ".py", ".ts", ".css")
        if str(p.relative_to(ROOT)) not in exempt and (count := len(p.read_text().splitlines())) > 450
    ]
    assert not long, "\n".join(long)
