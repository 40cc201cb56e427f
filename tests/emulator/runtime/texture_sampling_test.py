"""The emulator samples textures as an H200 did, case by case.

texture_sampling_test.py PROGRAM LIBRARY_FOLDER RECORD
"""

import os
import struct
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Tolerance:
    """What may differ in a case: how many of a thousand results, and each by how much."""

    per_thousand: int
    difference: float
    why: str


# Every other case is equal bit by bit. The first name that a case begins with counts.
TOLERANCES = {
    "gradient": Tolerance(1000, 4.0, "the hardware approximates the level that gradients ask for"),
    "levels by gradients": Tolerance(1000, 1.0, "the hardware approximates the level that gradients ask for"),
    "level shape 2 linear between levels": Tolerance(40, 4.0, "16 texels: the order of two roundings is not known"),
    "filter 1d signed8": Tolerance(250, 1.1 / 32767, "8-bit signed: the last bit of 16 is not known"),
    "filter 2d signed8": Tolerance(250, 1.1 / 32767, "8-bit signed: the last bit of 16 is not known"),
    "filter 3d signed8": Tolerance(250, 1.1 / 32767, "8-bit signed: the last bit of 16 is not known"),
    "signed8": Tolerance(250, 1.1 / 32767, "8-bit signed: the last bit of 16 is not known"),
    "filter 3d": Tolerance(5, 1e-6, "texels of very different exponents: the last bit"),
    "sRGB linear": Tolerance(20, 0.01, "the alignment of texels inside the filter is not quite known"),
}
# Refused by name, so there is nothing to compare.
REFUSED = ("cube linear seamless", "cubes linear seamless", "gradient shape 5", "gradient shape 6")


def cases(lines: list[str]) -> dict[str, list[str]]:
    """Results by the name of their case: its line, then indented lines."""
    found: dict[str, list[str]] = {}
    name = ""
    for line in lines:
        if line.startswith(" "):
            found[name] += line.split()
        else:
            name = line
            found[name] = []
    return found


def number(bits: str) -> float:
    return float(struct.unpack("<f", struct.pack("<I", int(bits, 16)))[0])


def problem(name: str, said: list[str], expected: list[str]) -> str:
    if name.startswith(REFUSED) and not said:
        return ""
    if len(said) != len(expected):
        return f"{len(said)} results instead of {len(expected)}"
    different = [(i, a, b) for i, (a, b) in enumerate(zip(said, expected, strict=True)) if a != b]
    if not different:
        return ""
    tolerance = next((t for prefix, t in TOLERANCES.items() if name.startswith(prefix)), None)
    if tolerance is None:
        i, ours, theirs = different[0]
        return f"{len(different)} of {len(expected)} differ; result {i} is {ours}, an H200 says {theirs}"
    far = [i for i, a, b in different if not abs(number(a) - number(b)) <= tolerance.difference]
    if far or len(different) * 1000 > tolerance.per_thousand * len(expected):
        return f"{len(different)} of {len(expected)} differ, {len(far)} by more than {tolerance.difference}"
    return ""


def main() -> int:
    program, library_folder, record = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    environment = {**os.environ, "LD_LIBRARY_PATH": library_folder}
    result = subprocess.run([program], env=environment, capture_output=True, text=True, timeout=300, check=False)
    if result.returncode != 0:
        print(f"{program}: ended with status {result.returncode}\n{result.stderr}")
        return 1
    said, recorded = cases(result.stdout.splitlines()), cases(record.read_text().splitlines())
    found = {name: problem(name, said.get(name, []), expected) for name, expected in recorded.items()}
    wrong = [f"{name}: {what}" for name, what in found.items() if what]
    if not recorded:
        wrong = ["the record is empty"]
    print("\n".join(wrong) or f"{len(recorded)} cases agree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
