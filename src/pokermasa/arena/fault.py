"""Faults: refused answers of bots. All are counted, and the first of each bot recorded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

MOST_RECORDED = 20
"""Maximum number of recorded faults of one bot."""
FaultOf: TypeAlias = tuple[int, int, str]
"""Number of the bot, number of the deal or hand (from 1), and reason."""


class BrokenPolicy(ValueError):
    """Raised if a bot acts against its own `policy`, or its policy cannot be computed.

    AIVAT and local best response would then give wrong results.
    """


class RecordedFault(NamedTuple):
    """A recorded fault."""

    bot: int
    where: int
    message: str


class FaultLog:
    """Counts and records the faults of all bots."""

    def __init__(self, bots: int) -> None:
        self.counts = [0] * bots
        self.recorded: list[RecordedFault] = []
        self.last_words = [""] * bots
        """Standard error of the first process of each bot that had a fault."""

    def add(self, faults: Iterable[FaultOf], last_words: Sequence[str]) -> None:
        for bot, where, text in faults:
            if self.counts[bot] < MOST_RECORDED:
                self.recorded.append(RecordedFault(bot, where, text))
            self.counts[bot] += 1
            self.last_words[bot] = self.last_words[bot] or last_words[bot]

    def merge(self, other: FaultLog, bots: Sequence[int]) -> None:
        """Add the faults of another log. *bots* are the numbers of its bots in this log."""
        for fault in other.recorded:
            bot = bots[fault.bot]
            if sum([mine.bot == bot for mine in self.recorded]) < MOST_RECORDED:
                self.recorded.append(fault._replace(bot=bot))
        for bot, count, output in zip(bots, other.counts, other.last_words, strict=True):
            self.counts[bot] += count
            self.last_words[bot] = self.last_words[bot] or output

    def as_json(self, names: Sequence[str]) -> list[dict[str, Any]]:
        return [{**fault._asdict(), "bot": names[fault.bot]} for fault in self.recorded]
