"""A small book in a temporary folder: one lesson, one program, its counters and its measurement."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

SOURCE = """// A copy.
// [show: copy]
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
      out[i] = in[i];
    }
// [end: copy]
int main() {}
"""

LESSON = """id = 6
slug = "coalescing"
stage = 2
minutes = 22
title = { en = "Memory coalescing", zh = "合并访问" }
question = { en = "Which bytes?", zh = "哪些字节？" }

[[program]]
name = "06_copy"
arguments = ["small"]
measure = ["large"]
runs = 3
"""

SECTORS = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
REQUESTS = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"


def launch(index: int, kernel: str, sectors: int, requests: int = 8) -> dict[str, Any]:
    metrics = {REQUESTS: requests, SECTORS: sectors}
    return {
        "launch": index,
        "kernel": kernel,
        "mangled": "_Z",
        "grid": [1, 1, 1],
        "block": [256, 1, 1],
        "metrics": metrics,
        "lines": [{"file": "06_copy.cu", "line": 5, "metrics": metrics}],
    }


class Book:
    """The temporary book: change its files, then load it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.lesson = root / "lessons" / "06-coalescing"
        self.source = self.lesson / "06_copy.cu"
        (self.lesson / "expected").mkdir(parents=True)
        self.source.write_text(SOURCE)
        self.write_toml()
        self.write_counters(
            [launch(0, "copy(float const*, float*, int)", 32), launch(1, "void strided<8>(float*)", 256)]
        )
        (self.lesson / "expected" / "06_copy.txt").write_text("ok\n")

    def write_toml(self, *claims: str) -> None:
        entries = "".join(f"\n[[claim]]\n{claim}\n" for claim in claims)
        (self.lesson / "lesson.toml").write_text(LESSON + entries)

    def write_counters(self, launches: list[dict[str, Any]]) -> None:
        text = "".join(json.dumps(one) + "\n" for one in launches)
        (self.lesson / "expected" / "06_copy.counters.jsonl").write_text(text)

    def write_measurement(self, launches: list[dict[str, Any]] | None = None, sha256: str | None = None) -> None:
        rows = [
            {
                "table": "copy 1 GiB",
                "row": name,
                "cells": {"GB/s": {"median": median, "min": median - 10, "max": median + 20}},
            }
            for name, median in (("device copy", 4000.0), ("ours", 3600.0))
        ]
        program = {
            "source_sha256": sha256 or hashlib.sha256(self.source.read_bytes()).hexdigest(),
            "timing": {"arguments": ["large"], "runs": 3, "rows": rows},
            "counters": {"arguments": ["small"], "tool": "ncu 2025.3.1", "launches": launches or []},
            "transcript": {"arguments": ["large"], "text": "ok\n"},
        }
        value = {
            "format": 1,
            "gpu": {"name": "NVIDIA H200"},
            "driver": "580.1",
            "toolkit": "13.0.88",
            "date": "2026-11-30",
            "command": "tools/book measure --lesson 06",
            "programs": {"06_copy": program},
        }
        (self.lesson / "measured").mkdir(exist_ok=True)
        (self.lesson / "measured" / "h200.json").write_text(json.dumps(value))


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return Book(tmp_path)
