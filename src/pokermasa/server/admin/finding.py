"""Findings of `masa admin doctor`."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class CheckResult(StrEnum):
    WELL, WARNING, WRONG = "well", "warning", "wrong"


class Finding(NamedTuple):
    what: str
    verdict: CheckResult
    words: str


def well(what: str, text: str) -> Finding:
    return Finding(what, CheckResult.WELL, text)
