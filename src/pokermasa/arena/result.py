"""The result of a match: chips won by each bot, with confidence intervals."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from typing import Any, NamedTuple

from pokermasa.arena.fault import FaultLog
from pokermasa.arena.interval import Interval, Sums
from pokermasa.arena.match import BlockScores, FallbackCount, Match
from pokermasa.notebook import html
from pokermasa.notebook.data import data_frame
from pokermasa.notebook.html import shortened


class Row(NamedTuple):
    """Result of one bot."""

    name: str
    mbb: Interval
    """Thousandths of a big blind won per hand (mbb/hand).

    The interval is computed from blocks, not hands, because the hands of a deal share their cards,
    and the deals of a block share what the bots have learned in it.
    """
    chips: int
    faults: int
    aivat: Interval | None = None
    """Same as `mbb`, with AIVAT. None if the match does not use AIVAT."""

    @property
    def surest(self) -> Interval:
        return self.mbb if self.aivat is None else self.aivat


class Result:
    """Result of a match. The blocks are added in their order.

    >>> from pokermasa.arena import play
    >>> result = play(Match.between("raiser", "folder", deals=20))
    >>> result
    <Result: 40 hands, mbb/hand: raiser +750.00 ± 0.00, folder -750.00 ± 0.00>
    >>> result.to_records()[0]["chips"]
    60
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.nets: tuple[array[int], ...] = tuple([array("q") for _ in match.entries])
        """Chips won by each bot in each deal, summed over its rotations."""
        self.sums = [Sums() for _ in match.entries]
        """Winnings of each bot in each block, in mbb/hand times the number of deals."""
        self.corrected = [Sums() for _ in match.entries] if match.aivat else []
        """Same as `sums`, with AIVAT. Empty without AIVAT."""
        self.faults = FaultLog(match.players)
        self.handed = [FallbackCount() for _ in match.entries]
        """Decisions that each bot left to the house bot."""

    def add(self, block: Sequence[BlockScores]) -> None:
        """Add the next block, with one result for each rotation."""
        scale = self.scale
        for bot, (nets, sums) in enumerate(zip(self.nets, self.sums, strict=True)):
            totals = [
                sum(deal) for deal in zip(*[scores.nets[bot] for scores in block], strict=True)
            ]
            nets.extend(totals)
            sums.add(sum(totals) * scale, len(totals))
        for bot, sums in enumerate(self.corrected):
            total = math.fsum([chips for scores in block for chips in scores.corrected[bot]])
            sums.add(total * scale, len(block[0].corrected[bot]))
        for scores in block:
            self.faults.add(scores.faults, scores.last_words)
            pairs = zip(self.handed, scores.handed, strict=True)
            self.handed = [so_far.plus(more) for so_far, more in pairs]

    @property
    def scale(self) -> float:
        """Factor from the chips of a deal to mbb/hand."""
        return 1000 / self.match.terms.blinds.big / self.match.hands_a_deal

    @property
    def deals(self) -> int:
        return len(self.nets[0])

    @property
    def hands(self) -> int:
        return self.deals * self.match.hands_a_deal

    @property
    def rows(self) -> list[Row]:
        """Result of each bot, in the match's order."""
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

    def __repr__(self) -> str:
        won = [f"{row.name} {row.surest}" for row in self.rows]
        return shortened(f"<Result: {self.hands:,} hands, mbb/hand: {', '.join(won)}>")

    def _repr_html_(self) -> str:
        columns = ("bot", "mbb/hand", "± (95 %)", "chips", "faults")
        rows = [
            (row.name, f"{row.surest.mean:+,.1f}", f"{row.surest.half:,.1f}", row.chips, row.faults)
            for row in self.rows
        ]
        said = f"{self.hands:,} hands in {self.deals:,} deals; {self.match.terms.words}"
        return html.page(html.table(columns, rows), html.line(said))

    def to_records(self) -> list[dict[str, Any]]:
        """Return one plain dictionary for each bot, in the match's order.

        `low` and `high` are the ends of the 95 % interval of `mbb_per_hand`, None with too few
        blocks. With AIVAT, `aivat_mbb_per_hand` is the corrected result.
        """
        return [
            {
                "bot": row.name,
                "mbb_per_hand": row.mbb.mean,
                **row.mbb.ends,
                **({"aivat_mbb_per_hand": row.aivat.mean} if row.aivat else {}),
                "chips": row.chips,
                "hands": self.hands,
                "faults": row.faults,
            }
            for row in self.rows
        ]

    def to_frame(self) -> Any:
        """Return the records as a data frame of pandas, or of polars if only that is installed."""
        return data_frame(self.to_records())

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
                    "last_words": text,
                    "handed": handed._asdict() if handed.decisions else None,
                }
                for row, text, handed in zip(
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
