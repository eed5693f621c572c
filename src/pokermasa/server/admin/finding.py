"""Findings of `masa admin doctor`."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Verdict(StrEnum):
    WELL, WARNING, WRONG = "well", "warning", "wrong"


class Finding(NamedTuple):
    what: str
    verdict: Verdict
    words: str


def well(what: str, words: str) -> Finding:
    return Finding(what, Verdict.WELL, words)
