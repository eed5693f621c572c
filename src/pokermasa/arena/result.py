"""What came of a match: chips, deal by deal, and what they say about who is better."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from typing import Any, NamedTuple

from pokermasa.arena.fault import FaultBook
from pokermasa.arena.interval import Interval, Sums
from pokermasa.arena.match import Handed, Match, Scores


class Row(NamedTuple):
    """One bot's result."""

    name: str
    mbb: Interval
    """Thousandths of a big blind won a hand. The interval is of blocks, not hands: the hands of one
    deal share their cards, and the deals of one block what the bots have learnt in it."""
    chips: int
    faults: int
    aivat: Interval | None = None
    """The same without the luck that can be known, where the match asked for it."""

    @property
    def surest(self) -> Interval:
        return self.mbb if self.aivat is None else self.aivat


class Result:
    """Filled block by block, in their order."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.nets: tuple[array[int], ...] = tuple([array("q") for _ in match.entries])
        """Of each bot: the chips won in each deal, all its rotations together."""
        self.sums = [Sums() for _ in match.entries]
        """Of each bot: what it won in each block, in mbb/hand times deals."""
        self.corrected = [Sums() for _ in match.entries] if match.aivat else []
        """The same with AIVAT."""
        self.faults = FaultBook(match.players)
        self.handed = [Handed() for _ in match.entries]
        """Of each bot: what it left to the house bot."""

    def add(self, block: Sequence[Scores]) -> None:
        """The rooms of the next block, one for each rotation."""
        scale = self.scale
        for bot, (nets, sums) in enumerate(zip(self.nets, self.sums, strict=True)):
            totals = [sum(deal) for deal in zip(*[room.nets[bot] for room in block], strict=True)]
            nets.extend(totals)
            sums.add(sum(totals) * scale, len(totals))
        for bot, sums in enumerate(self.corrected):
            total = math.fsum([chips for room in block for chips in room.corrected[bot]])
            sums.add(total * scale, len(block[0].corrected[bot]))
        for room in block:
            self.faults.add(room.faults, room.last_words)
            pairs = zip(self.handed, room.handed, strict=True)
            self.handed = [so_far.and_also(more) for so_far, more in pairs]

    @property
    def scale(self) -> float:
        """From the chips of a deal to mbb/hand."""
        return 1000 / self.match.terms.blinds.big / self.match.hands_a_deal

    @property
    def deals(self) -> int:
        return len(self.nets[0])

    @property
    def hands(self) -> int:
        return self.deals * self.match.hands_a_deal

    @property
    def rows(self) -> list[Row]:
        """In the match's order."""
        aivat: list[Interval | None] = [sums.interval for sums in self.corrected]
        aivat = aivat or [None] * self.match.players
        return [
            Row(name, sums.interval, sum(nets), faults, fair)
            for name, sums, nets, faults, fair in zip(
                self.match.names, self.sums, self.nets, self.faults.counts, aivat, strict=True
            )
        ]

    @property
    def widest(self) -> float:
        return max([row.surest.half for row in self.rows])

    def as_json(self) -> dict[str, Any]:
        match = self.match
        return {
            "bots": [
                {
                    "name": row.name,
                    "mbb_per_hand": row.mbb.mean,
                    "interval": row.mbb.as_json(),
                    "aivat": row.aivat and {"mbb": row.aivat.mean, "interval": row.aivat.as_json()},
                    "chips": row.chips,
                    "faults": row.faults,
                    "last_words": words,
                    "handed": handed._asdict() if handed.decisions else None,
                }
                for row, words, handed in zip(
                    self.rows, self.faults.last_words, self.handed, strict=True
                )
            ],
            "deals": self.deals,
            "hands": self.hands,
            "duplicate": match.duplicate,
            "terms": match.terms.as_json(),
            "seed": match.seed,
            "stream": match.stream,
            "until": match.until,
            "faults": self.faults.as_json(match.names),
        }
