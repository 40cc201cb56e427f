"""The lock files: every version pinned, every file hashed, no address in them."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
REQUIREMENTS = ROOT / "tools" / "requirements"
GROUPS = sorted(REQUIREMENTS.glob("*.in"))


@pytest.mark.parametrize("group", GROUPS, ids=lambda path: path.stem)
def test_every_requirement_is_pinned_and_hashed(group: Path) -> None:
    text = group.with_suffix(".txt").read_text().replace("\\\n", " ")
    entries = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert entries
    for entry in entries:
        assert re.match(r"[\w.-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", entry), entry


@pytest.mark.parametrize("group", GROUPS, ids=lambda path: path.stem)
def test_every_package_of_the_list_is_in_the_lock_file(group: Path) -> None:
    lines = (line.partition("#")[0].strip() for line in group.read_text().splitlines())
    wanted = {match[0].lower() for line in lines if (match := re.match(r"[\w.-]+", line))}
    locked = set(re.findall(r"^([\w.-]+)==", group.with_suffix(".txt").read_text(), re.MULTILINE))
    assert wanted <= locked


def test_groups_that_share_a_package_agree_on_its_version() -> None:
    versions: dict[str, set[str]] = {}
    for group in GROUPS:
        for name, version, marker in re.findall(
            r"^([\w.-]+)==(\S+)( ;[^\\]*)?", group.with_suffix(".txt").read_text(), re.MULTILINE
        ):
            if not marker:
                versions.setdefault(name, set()).add(version)
    assert {name: found for name, found in versions.items() if len(found) > 1} == {}


def test_lock_files_name_no_address() -> None:
    npm = json.loads((ROOT / "tools" / "widgets" / "package-lock.json").read_text())
    packages = {name: entry for name, entry in npm["packages"].items() if name}
    assert packages
    for name, entry in packages.items():
        assert "resolved" not in entry, name
        assert entry["integrity"].startswith("sha512-"), name
    for path in REQUIREMENTS.iterdir():
        assert "://" not in path.read_text(), path
