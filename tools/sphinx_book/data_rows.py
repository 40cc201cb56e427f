"""Anchors of the rows on a lesson's data page: the figures' cards point at them."""

import re


def counter_anchor(program: str, kernel: str) -> str:
    return f"counted-{program}-{_slug(kernel)}"


def measured_anchor(program: str, row: str) -> str:
    return f"measured-{program}-{_slug(row)}"


def _slug(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_]+", "-", name).strip("-")
