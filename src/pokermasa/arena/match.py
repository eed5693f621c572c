"""A match: who plays, for what, over how many deals; and the rooms it is played in.

Deals are duplicate: each is played once with every rotation of the players, so that everybody holds
the same cards from the same places against the same opponents. No bot sees a deal twice: every
rotation has a room of its own, with fresh bots.

A match is cut into blocks of deals, and every block begins with fresh bots too. That is what makes
its result the same whatever the number of workers, for bots that learn as well: a block does not
know what others are played beside it. And it is what makes its interval true: what a bot learns in
one deal changes the next, so only whole blocks are independent of each other.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterator, Sequence
from random import Random
from time import time
from typing import NamedTuple

from pokermasa.arena.fault import FaultOf
from pokermasa.arena.hand import Played, Table, closed
from pokermasa.arena.named_random import NamedRandom
from pokermasa.arena.terms import Terms
from pokermasa.bots.bot import Bot
from pokermasa.bots.named import Entry, entry
from pokermasa.histories import phh
from pokermasa.histories.record import record
from pokermasa.histories.run import Run
from pokermasa.rules import HandDealer, Showdown
from pokermasa.rules.chips import StackIndex

BLOCK = 250
"""The most deals that bots play together before they are made afresh."""
LEAST_BLOCK = 10
"""And the fewest: a short match has `FEWEST_BLOCKS`, unless they would be shorter than this. None
of it ever depends on the machine."""
FEWEST_BLOCKS = 10
FIRST_LOOK = 20
"""Blocks before a match that goes on `until` its interval is narrow is first looked at: the width
that a few tell is rough, and stopping where it happens to be narrow would make it untrue."""
MOST_PLAYERS = 10
MOST_DEALS = 1_000_000
AIVAT_IS_FOR_TWO = "AIVAT is for matches between two"


def distinct(names: Sequence[str]) -> tuple[str, ...]:
    """Everybody told apart.

    >>> distinct(["house", "caller", "caller"])
    ('house', 'caller', 'caller 2')
    """
    counts = [names[:place].count(name) for place, name in enumerate(names)]
    return tuple(
        [
            f"{name} {count + 1}" if count else name
            for name, count in zip(names, counts, strict=True)
        ]
    )


class Match(NamedTuple):
    entries: tuple[Entry, ...]
    terms: Terms = Terms()
    deals: int = 10_000
    until: float | None = None
    """The width to play for, in mbb/hand each way; *deals* is the most that are dealt then."""
    duplicate: bool = True
    seed: int = 1
    stream: str | None = None
    """Whose cards are dealt. By default those of nobody but these players under these terms: two
    matches with one stream and one seed have the same deals, which pairs them on purpose."""
    aivat: bool = False
    """Take out the luck that can be known, too (`arena.aivat`): between two only."""

    @classmethod
    def of(cls, *bots: str | Entry | type | Bot, **options: object) -> Match:
        """By name, class or object: `Match.of("house", MyBot, MyBot(0.3), deals=1000)`.

        >>> Match.of("caller")
        Traceback (most recent call last):
            ...
        ValueError: a match is between 2 to 10 bots, not 1: caller
        """
        entries = tuple(map(entry, bots))
        if not 2 <= len(entries) <= MOST_PLAYERS:
            names = ", ".join([one.name for one in entries]) or "none was given"
            words = f"a match is between 2 to {MOST_PLAYERS} bots"
            raise ValueError(f"{words}, not {len(entries)}: {names}")
        if options.get("aivat") and len(entries) != 2:
            raise ValueError(f"{AIVAT_IS_FOR_TWO}, not {len(entries)}")
        return cls(entries, **options)  # type: ignore[arg-type]

    @property
    def players(self) -> int:
        return len(self.entries)

    @property
    def hands_a_deal(self) -> int:
        return self.players if self.duplicate else 1

    @property
    def names(self) -> tuple[str, ...]:
        return distinct([entry.name for entry in self.entries])

    @property
    def luck(self) -> NamedRandom:
        """Of this match alone, or of all that share its stream."""
        stream = self.stream
        if stream is None:
            stream = " v ".join([*(entry.name for entry in self.entries), self.terms.words])
        return NamedRandom(self.seed, stream)

    @property
    def blocks(self) -> int:
        """How many; all of one size, give or take a deal.

        >>> [Match((), deals=deals).blocks for deals in (1, 20, 50, 2000, 10_000)]
        [1, 2, 5, 10, 40]
        """
        few = min(FEWEST_BLOCKS, self.deals // LEAST_BLOCK)
        return max(1, few, math.ceil(self.deals / BLOCK))

    @property
    def looks(self) -> Iterator[range]:
        """The blocks up to each look at the result. They are fixed in advance, and grow by a
        quarter each."""
        last, whole = 0, self.blocks
        due = whole if self.until is None else FIRST_LOOK
        while last < whole:
            due = min(due, whole)
            yield range(last, due)
            last, due = due, due * 5 // 4

    def rooms(self, blocks: range) -> Iterator[Room]:
        for block in blocks:
            for rotation in range(self.players):
                yield Room(self, block, rotation)


class Scores(NamedTuple):
    """What came of a room."""

    nets: tuple[array[int], ...]
    """Of each bot, by the match's order: the chips won or lost in each deal of the block."""
    faults: list[FaultOf]
    last_words: tuple[str, ...]
    """What each bot wrote to its standard error, if it is a program and had a fault."""
    hands: list[tuple[str, str]]
    """Key and PHH of each, where they are saved."""
    corrected: tuple[array[float], ...] = ()
    """As *nets*, with AIVAT; nothing where it was not asked for."""
    handed: tuple[Handed, ...] = ()
    """Of each bot."""


class Handed(NamedTuple):
    """Decisions of a bot that plays by a table, which the table does not know."""

    decisions: int = 0
    """That it left to the house bot."""
    of: int = 0
    why: str = ""
    """The first time."""

    @classmethod
    def by(cls, bot: object) -> Handed:
        handed, decided = getattr(bot, "handed", 0), getattr(bot, "decided", 0)
        return cls(handed, handed + decided, getattr(bot, "why_handed", ""))

    def told(self, name: str) -> str:
        """
        >>> Handed(3, 12, "it plays heads-up fixed limit only").told("house:limit")
        'house:limit left 3 of 12 decisions to the house bot: it plays heads-up fixed limit only.'
        """
        some = f"{self.decisions:,} of {self.of:,} decisions"
        return f"{name} left {some} to the house bot: {self.why}."

    def and_also(self, other: Handed) -> Handed:
        return Handed(self.decisions + other.decisions, self.of + other.of, self.why or other.why)


class Room(NamedTuple):
    """One block of deals in one rotation: the piece of work that a worker does."""

    match: Match
    block: int
    rotation: int
    saves: bool = False
    run: Run | None = None
    """What numbers and dates of saved hands are made of."""

    @property
    def deals(self) -> range:
        deals, blocks = self.match.deals, self.match.blocks
        return range(self.block * deals // blocks, (self.block + 1) * deals // blocks)

    @property
    def sides(self) -> list[int]:
        """Which bot sits on each stack."""
        players = self.match.players
        return [(stack - self.rotation) % players for stack in range(players)]

    def play(self, count: Callable[[], None] = lambda: None) -> Scores:
        """*count* is called after every hand."""
        match, sides, luck = self.match, self.sides, self.match.luck
        names, here = match.names, (self.block, self.rotation)
        bots = [match.entries[bot].make(luck.seed("bot", *here, bot)) for bot in sides]
        dice = Random(luck.seed("dice", *here))
        aivat = None
        if match.aivat:  # it needs what is compiled
            from pokermasa.arena.aivat import Aivat

            aivat = Aivat(bots, match.terms.stack)
        watch = None if aivat is None else aivat.watch
        table = Table([names[bot] for bot in sides], bots, dice, watch)
        opening, stack = match.terms.opening(match.players), match.terms.stack
        nets = tuple([array("q", bytes(8 * len(self.deals))) for _ in bots])
        corrected = tuple([array("d", bytes(8 * len(self.deals))) for _ in bots])
        faults: list[FaultOf] = []
        hands: list[tuple[str, str]] = []
        last_words = [""] * match.players
        try:
            for place, deal in enumerate(self.deals):
                if not match.duplicate and deal % match.players != self.rotation:
                    continue
                cards = luck.cards(deal, match.players)
                if aivat is not None:
                    aivat.begin(cards)
                played = table.play(opening, cards)
                outcome = played.end.outcome
                assert outcome is not None
                for bot, chips in zip(sides, outcome.winners.stacks, strict=True):
                    nets[bot][place] = chips - stack
                if aivat is not None:
                    won = aivat.end(outcome.winners.stacks, isinstance(outcome, Showdown))
                    corrected[sides[0]][place], corrected[sides[1]][place] = won, -won
                faults += [(sides[index], deal + 1, words) for index, words in table.faults]
                if self.saves:
                    hands.append(self._saved(deal, cards, played, table.names))
                count()
        finally:
            for bot, playing in zip(sides, bots, strict=True):
                last_words[bot] = closed(playing)
        fair = corrected if match.aivat else ()
        handed = [Handed.by(bots[sides.index(bot)]) for bot in range(match.players)]
        return Scores(nets, faults, tuple(last_words), hands, fair, tuple(handed))

    def _saved(
        self, deal: int, cards: HandDealer, played: Played, names: tuple[str, ...]
    ) -> tuple[str, str]:
        terms = self.match.terms
        fields = {}
        if self.run is not None:
            count = deal * self.match.players + self.rotation
            fields = self.run.fields(deal, self.rotation, count=count, now=time())
        history = record(
            [terms.stack] * len(names),
            StackIndex(0),
            terms.blinds,
            cards,
            played.moves,
            rules=terms.rules,
            bets=terms.bets,
            names=names,
            fields=fields,
        )
        return f"{deal + 1}.{self.rotation + 1}", phh.write(history.with_remarks(played.reasons))
