"""Faults: answers of bots that were not taken. All are counted, and the first of each bot kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

KEPT = 20
"""Of each bot, word for word."""
FaultOf: TypeAlias = tuple[int, int, str]
"""Which bot, in which deal or hand (from 1), and why."""


class BrokenPolicy(ValueError):
    """A bot did what its own `policy` says it never does, or cannot be asked for one: AIVAT and
    local best response would say nothing true."""


class Kept(NamedTuple):
    bot: int
    where: int
    words: str


class FaultBook:
    def __init__(self, bots: int) -> None:
        self.counts = [0] * bots
        self.kept: list[Kept] = []
        self.last_words = [""] * bots
        """What the first process of each bot that had a fault wrote to its standard error."""

    def add(self, faults: Iterable[FaultOf], last_words: Sequence[str]) -> None:
        for bot, where, words in faults:
            if self.counts[bot] < KEPT:
                self.kept.append(Kept(bot, where, words))
            self.counts[bot] += 1
            self.last_words[bot] = self.last_words[bot] or last_words[bot]

    def merge(self, other: FaultBook, bots: Sequence[int]) -> None:
        """Another's, whose bots are these of ours."""
        for kept in other.kept:
            bot = bots[kept.bot]
            if sum([mine.bot == bot for mine in self.kept]) < KEPT:
                self.kept.append(kept._replace(bot=bot))
        for bot, count, words in zip(bots, other.counts, other.last_words, strict=True):
            self.counts[bot] += count
            self.last_words[bot] = self.last_words[bot] or words

    def as_json(self, names: Sequence[str]) -> list[dict[str, Any]]:
        return [{**kept._asdict(), "bot": names[kept.bot]} for kept in self.kept]
