"""A match: its bots, its stakes, its deals, and the work items it is played in.

Deals are duplicate: each is played once in every rotation of the players, so that everybody holds
the same cards from the same places against the same opponents. No bot sees a deal twice: every
rotation is a work item of its own, with new bots.

A match is divided into blocks of deals, and every block begins with new bots too. Therefore the
result does not depend on the number of workers, even for bots that learn, because a block does not
know the other blocks. And therefore the interval is correct: what a bot learns in one deal changes
the next, so only whole blocks are independent of each other.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterator, Sequence
from random import Random
from time import time
from typing import NamedTuple

from pokermasa.arena.fault import FaultOf
from pokermasa.arena.hand import BotTable, PlayedHand, close_bot
from pokermasa.arena.named_random import NamedRandom
from pokermasa.arena.terms import Terms
from pokermasa.bots.bot import Bot
from pokermasa.bots.named import Entry, entry
from pokermasa.histories import phh
from pokermasa.histories.record import record
from pokermasa.histories.run import Run
from pokermasa.notebook.html import shortened
from pokermasa.rules import HandDealer, Showdown
from pokermasa.rules.chips import StackIndex

BLOCK = 250
"""Maximum number of deals that bots play before they are created again."""
LEAST_BLOCK = 10
"""Minimum number of deals in a block. A short match has `FEWEST_BLOCKS` unless the blocks would be
shorter than this. The number of blocks never depends on the machine."""
FEWEST_BLOCKS = 10
FIRST_CHECKPOINT = 20
"""Number of blocks before the first check of a match that is played `until` its interval is
narrow.

With few blocks the width is only a rough estimate, and stopping when it happens to be narrow would
bias the result.
"""
MOST_PLAYERS = 10
MOST_DEALS = 1_000_000
AIVAT_IS_FOR_TWO = "AIVAT is for matches between two"


def distinct(names: Sequence[str]) -> tuple[str, ...]:
    """Return *names* with a number added to repeated ones.

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
    """A match between bots. `play` plays it.

    >>> match = Match.between("caller", "folder", deals=100, seed=7)
    >>> match.names, match.players, match.hands_a_deal
    (('caller', 'folder'), 2, 2)
    """

    entries: tuple[Entry, ...]
    terms: Terms = Terms()
    deals: int = 10_000
    until: float | None = None
    """Target half width of the interval in mbb/hand. `deals` is then the maximum."""
    duplicate: bool = True
    seed: int = 1
    stream: str | None = None
    """Name that determines the cards. By default it follows from the players and the terms. Two
    matches with the same stream and seed have the same deals, so that they can be compared in
    pairs."""
    aivat: bool = False
    """Whether to apply AIVAT (`arena.aivat`), a variance reduction for two players."""

    @classmethod
    def between(cls, *bots: str | Entry | type | Bot, **options: object) -> Match:
        """Return a match between bots, each given as name, class or object.

        Example: `Match.between("house", MyBot, MyBot(0.3), deals=1000)`. Raises `ValueError` for a
        wrong number of bots.

        >>> Match.between("caller")
        Traceback (most recent call last):
            ...
        ValueError: a match is between 2 to 10 bots, not 1: caller
        """
        entries = tuple(map(entry, bots))
        if not 2 <= len(entries) <= MOST_PLAYERS:
            names = ", ".join([one.name for one in entries]) or "none was given"
            message = f"a match is between 2 to {MOST_PLAYERS} bots"
            raise ValueError(f"{message}, not {len(entries)}: {names}")
        unknown = sorted(options.keys() - set(cls._fields[1:]))
        if unknown:
            known = ", ".join(cls._fields[1:])
            message = (
                "a match has no option {}; it has {} (house rules, blinds and stack are terms)"
            )
            raise ValueError(message.format(", ".join(unknown), known))
        if "terms" in options and not isinstance(options["terms"], Terms):
            options["terms"] = Terms.for_rules(options["terms"])  # type: ignore[arg-type]
        deals, until = options.get("deals", 1), options.get("until")
        if not isinstance(deals, int) or deals < 1:
            raise ValueError(f"deals is how many deals are played, at least 1, not {deals!r:.40}")
        if until is not None and not (isinstance(until, int | float) and until > 0):
            raise ValueError(f"until is a width in mbb/hand, above 0, not {until!r:.40}")
        if options.get("aivat") and len(entries) != 2:
            raise ValueError(f"{AIVAT_IS_FOR_TWO}, not {len(entries)}")
        return cls(entries, **options)  # type: ignore[arg-type]

    def __repr__(self) -> str:
        names = " v ".join(self.names)
        return shortened(f"<Match: {names}, {self.deals:,} deals, {self.terms.words}>")

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
    def random(self) -> NamedRandom:
        """The random numbers of this match. Matches with the same stream and seed share them."""
        stream = self.stream
        if stream is None:
            stream = " v ".join([*(entry.name for entry in self.entries), self.terms.words])
        return NamedRandom(self.seed, stream)

    @property
    def blocks(self) -> int:
        """Number of blocks. Their sizes differ by at most one deal.

        >>> [Match((), deals=deals).blocks for deals in (1, 20, 50, 2000, 10_000)]
        [1, 2, 5, 10, 40]
        """
        few = min(FEWEST_BLOCKS, self.deals // LEAST_BLOCK)
        return max(1, few, math.ceil(self.deals / BLOCK))

    @property
    def checkpoints(self) -> Iterator[range]:
        """Blocks that are played before each check of the result.

        The checks are fixed in advance. From one to the next the number of blocks grows by a
        quarter.
        """
        last, whole = 0, self.blocks
        due = whole if self.until is None else FIRST_CHECKPOINT
        while last < whole:
            due = min(due, whole)
            yield range(last, due)
            last, due = due, due * 5 // 4

    def tasks(self, blocks: range) -> Iterator[MatchTask]:
        for block in blocks:
            for rotation in range(self.players):
                yield MatchTask(self, block, rotation)


class BlockScores(NamedTuple):
    """Result of one block in one rotation."""

    nets: tuple[array[int], ...]
    """Chips won or lost in each deal of the block, by bot in the match's order."""
    faults: list[FaultOf]
    last_words: tuple[str, ...]
    """Standard error of each bot that is a program and had a fault."""
    hands: list[tuple[str, str]]
    """Key and PHH of each hand, if they are saved."""
    corrected: tuple[array[float], ...] = ()
    """Like `nets`, with AIVAT. Empty without AIVAT."""
    handed: tuple[FallbackCount, ...] = ()
    """Decisions that each bot left to the house bot."""


class FallbackCount(NamedTuple):
    """Decisions that a bot with a strategy table left to the house bot."""

    decisions: int = 0
    """Number of decisions for which the table has no entry."""
    of: int = 0
    why: str = ""
    """Reason at the first such decision."""

    @classmethod
    def by(cls, bot: object) -> FallbackCount:
        handed, decided = getattr(bot, "handed", 0), getattr(bot, "decided", 0)
        return cls(handed, handed + decided, getattr(bot, "why_handed", ""))

    def sentence(self, name: str) -> str:
        """Return a sentence about the bot *name*.

        >>> FallbackCount(3, 12, "it plays heads-up fixed limit only").sentence("house:limit")
        'house:limit left 3 of 12 decisions to the house bot: it plays heads-up fixed limit only.'
        """
        some = f"{self.decisions:,} of {self.of:,} decisions"
        return f"{name} left {some} to the house bot: {self.why}."

    def plus(self, other: FallbackCount) -> FallbackCount:
        return FallbackCount(
            self.decisions + other.decisions, self.of + other.of, self.why or other.why
        )


class MatchTask(NamedTuple):
    """One block of deals in one rotation: the work item of a worker."""

    match: Match
    block: int
    rotation: int
    saves: bool = False
    run: Run | None = None
    """Source of numbers and dates for saved hands. None if they have none."""

    @property
    def deals(self) -> range:
        deals, blocks = self.match.deals, self.match.blocks
        return range(self.block * deals // blocks, (self.block + 1) * deals // blocks)

    @property
    def sides(self) -> list[int]:
        """Number of the bot on each stack."""
        players = self.match.players
        return [(stack - self.rotation) % players for stack in range(players)]

    def play(self, count: Callable[[], None] = lambda: None) -> BlockScores:
        """Play the block. *count* is called after every hand."""
        match, sides, random = self.match, self.sides, self.match.random
        names, here = match.names, (self.block, self.rotation)
        bots = [match.entries[bot].make(random.seed("bot", *here, bot)) for bot in sides]
        dice = Random(random.seed("dice", *here))
        aivat = None
        if match.aivat:  # imported late, because it needs the compiled packages
            from pokermasa.arena.aivat import Aivat

            aivat = Aivat(bots, match.terms.stack)
        watch = None if aivat is None else aivat.watch
        table = BotTable([names[bot] for bot in sides], bots, dice, watch)
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
                cards = random.cards(deal, match.players)
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
                faults += [(sides[index], deal + 1, fault) for index, fault in table.faults]
                if self.saves:
                    hands.append(self._saved(deal, cards, played, table.names))
                count()
        finally:
            for bot, playing in zip(sides, bots, strict=True):
                last_words[bot] = close_bot(playing)
        fair = corrected if match.aivat else ()
        handed = [FallbackCount.by(bots[sides.index(bot)]) for bot in range(match.players)]
        return BlockScores(nets, faults, tuple(last_words), hands, fair, tuple(handed))

    def _saved(
        self, deal: int, cards: HandDealer, played: PlayedHand, names: tuple[str, ...]
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
