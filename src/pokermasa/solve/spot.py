"""A spot: two players after the flop, what each may hold, and how they may bet."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from pokermasa.batch.array import Floats
from pokermasa.cards import Card, CardError, CardsLike, distinct, read_cards
from pokermasa.notation import fen
from pokermasa.rules import (
    Betting,
    BettingRound,
    Blinds,
    Chips,
    Dealer,
    HouseRules,
    Pot,
    Role,
    Situation,
    Stack,
    StackIndex,
)
from pokermasa.rules.chips import MOST_CHIPS
from pokermasa.solve import memory as memory_of_machine
from pokermasa.solve.betting import Grower, Rake
from pokermasa.solve.cards import Cards
from pokermasa.solve.game import Game, Need
from pokermasa.solve.holdem import holdem
from pokermasa.solve.memory import in_words
from pokermasa.solve.node import Node
from pokermasa.solve.refusal import SolveError, SolveRefusal
from pokermasa.solve.size import Sizes
from pokermasa.strength.hand_class import Combo
from pokermasa.strength.range import Range, RangeError

RangeLike = Range | str
_ROUNDS = {3: BettingRound.FLOP, 4: BettingRound.TURN, 5: BettingRound.RIVER}
_MOST_DECISIONS = 50_000  # of the tree without cards; such a tree is of no use to anybody
_LIMIT_RAISES = 3  # after the bet, where nobody says: four bets in all


@dataclass(frozen=True, eq=False)
class Spot:
    """Player 0 is out of position (first to act after the flop), player 1 in position.

    >>> spot = Spot.of("2c 7d 9h Js Qs", pot=100, stack=200, oop="AA, 88", ip="KK", bets="all-in")
    >>> [len(hands) for hands in spot.hands], spot.need().learnt
    ([12, 6], 576)
    """

    situation: Situation
    players: tuple[StackIndex, StackIndex]
    """The stacks of both in the situation."""
    board: tuple[Card, ...]
    ranges: tuple[Range, Range]
    sizes: Sizes
    rake: Rake = field(default_factory=Rake)
    all_in_from: float = 1.0
    """A bet that puts in this part of the shorter stack, or more, is all in."""
    donks: bool = True
    """Whether who is out of position may bet into who led the betting in the round before."""
    raise_cap: int | None = None
    """Raises after the bet, in a round; None: as many as there are chips for."""

    @classmethod
    def of(
        cls,
        board: CardsLike,
        pot: Chips,
        stack: Chips | tuple[Chips, Chips],
        oop: RangeLike,
        ip: RangeLike,
        bets: str | Sizes = "50%, all-in",
        *,
        raises: str | None = None,
        sizes: Mapping[str, str] | None = None,
        rake: float = 0.0,
        rake_cap: float = 0.0,
        all_in_from: float = 1.0,
        donks: bool = True,
        raise_cap: int | None = None,
        betting: Betting | str = Betting.NO_LIMIT,
        limits: tuple[Chips, Chips] | None = None,
        big_blind: Chips = 1,
    ) -> Spot:
        """The beginning of a round, nobody having acted.

        *stack* is what both have behind, or what each has. *bets* and *raises* are lists like
        "33%, 75%, all-in"; *sizes* has what differs, by round, player and kind: {"river oop bet":
        "150%"}. *limits* are fixed limit's bets on the flop and later; *big_blind* is the least bet
        of the other two.
        """
        cards = _board(board)
        stacks = stack if isinstance(stack, tuple) else (stack, stack)
        for name, chips in (("pot", pot), ("stack", stacks[0]), ("stack", stacks[1])):
            _whole(name, chips)
        _whole("big blind", big_blind)
        for chips in limits or ():
            _whole("limit", chips)
        try:
            betting = Betting(betting)
        except ValueError:
            known = ", ".join(Betting)
            words = f"no betting is named {str(betting)[:40]!r}; known: {known}"
            raise SolveError(SolveRefusal.CHIPS, words) from None
        if betting is Betting.FIXED_LIMIT and limits is None:
            words = "fixed limit needs its two bets (limits): on the flop, and later"
            raise SolveError(SolveRefusal.CHIPS, words)
        dealer = Dealer(
            blinds=Blinds.of(big_blind),
            round=_ROUNDS[len(cards)],
            button=StackIndex(1),
            turn_to_act=StackIndex(0),
            last_full_raise=big_blind,
            running_pot=Pot(pot, (StackIndex(0), StackIndex(1))),
            side_pots=(),
            stacks=tuple(Stack(Role.INVOLVED, chips) for chips in stacks),
            rules=HouseRules.named("tda").but(betting=betting),
            bets=limits or (big_blind, 2 * big_blind),
        ).counted()
        return cls.at(
            Situation(dealer),
            {0: oop, 1: ip},
            bets,
            board=cards,
            raises=raises,
            sizes=sizes,
            rake=rake,
            rake_cap=rake_cap,
            all_in_from=all_in_from,
            donks=donks,
            raise_cap=raise_cap,
        )

    @classmethod
    def at(
        cls,
        situation: Situation,
        ranges: Mapping[int, RangeLike],
        bets: str | Sizes = "50%, all-in",
        *,
        board: CardsLike | None = None,
        raises: str | None = None,
        sizes: Mapping[str, str] | None = None,
        rake: float = 0.0,
        rake_cap: float = 0.0,
        all_in_from: float = 1.0,
        donks: bool = True,
        raise_cap: int | None = None,
    ) -> Spot:
        """A decision of a real hand: *ranges*, by stack, are what the two who are left may hold at
        this moment. The board is the situation's own unless given."""
        dealer = situation.dealer
        players = _two_left(situation)
        if not {*players} <= {*ranges}:
            words = (
                f"ranges are needed for stacks {players[0]} and {players[1]}, not {list(ranges)}"
            )
            raise SolveError(SolveRefusal.RANGE, words)
        if board is None:
            dealt = situation.hand_dealer
            board = dealt.middle(dealer.round).cards if dealt is not None else ()
        cards = _board(board)
        if len(cards) != dealer.round.board_cards:
            words = (
                f"this round has {dealer.round.board_cards} cards on the board, not {len(cards)}"
            )
            raise SolveError(SolveRefusal.CARDS, words)
        if not isinstance(bets, Sizes):
            bets = Sizes.read(bets, sizes, raises)
        if not (isinstance(rake, int | float) and 0 <= rake < 1 and rake_cap >= 0):
            words = f"a rake is a part of the pot from 0 to 1 and a cap, not {rake!r}, {rake_cap!r}"
            raise SolveError(SolveRefusal.CHIPS, words)
        if not (math.isfinite(all_in_from) and 0 < all_in_from <= 1):
            words = f"all in from a part of the stack above 0 and up to 1, not {all_in_from!r}"
            raise SolveError(SolveRefusal.SIZE, words)
        if raise_cap is not None and (type(raise_cap) is not int or raise_cap < 0):
            words = f"a cap on raises is 0 or more, not {raise_cap!r}"
            raise SolveError(SolveRefusal.SIZE, words)
        if raise_cap is None and dealer.rules.betting is Betting.FIXED_LIMIT:
            raise_cap = _LIMIT_RAISES
        spot = cls(
            Situation(dealer),
            players,
            cards,
            (_range("oop", ranges[players[0]]), _range("ip", ranges[players[1]])),
            bets,
            Rake(float(rake), float(rake_cap)),
            float(all_in_from),
            donks,
            raise_cap,
        )
        spot._check()
        return spot

    def _check(self) -> None:
        on_board = " ".join(map(str, self.board))
        for name, hands, range_ in zip(("oop", "ip"), self.hands, self.ranges, strict=True):
            if not hands:
                words = (
                    f"the board {on_board} leaves no hand of {name}'s range {str(range_)[:60]!r}"
                )
                raise SolveError(SolveRefusal.RANGE, words)
        if not any(not {*mine} & {*theirs} for mine in self.hands[0] for theirs in self.hands[1]):
            words = "the two ranges exclude each other: whatever one holds, the other cannot"
            raise SolveError(SolveRefusal.RANGE, words)
        can_bet = self.situation.legal.raises is not None or self.situation.legal.all_in is not None
        empty = not (self.sizes.bets or self.sizes.raises or any(self.sizes.own.values()))
        if empty and can_bet and self.situation.dealer.rules.betting is not Betting.FIXED_LIMIT:
            words = "these sizes make no bet: give at least one, such as 50% or all-in"
            raise SolveError(SolveRefusal.SIZE, words)

    # What it is made of

    @cached_property
    def hands(self) -> tuple[list[Combo], list[Combo]]:
        """By player: what the board leaves, in the order of all arrays."""
        first, second = (list(each.without(self.board)) for each in self.ranges)
        return first, second

    @cached_property
    def weights(self) -> tuple[Floats, Floats]:
        first, second = (
            np.array([range_[hand] for hand in hands])
            for range_, hands in zip(self.ranges, self.hands, strict=True)
        )
        return first, second

    @property
    def pot(self) -> Chips:
        """What is in the middle now: the players' gains add up to it, less the rake."""
        return self.situation.dealer.pot

    def grower(self, memory: int | None = None, small: bool = False) -> Grower:
        counts = [len(hands) for hands in self.hands]
        boards = [1, *(52 - len(self.board) - come for come in range(5 - len(self.board)))]
        first = self.situation.round.place
        taken, decisions = 0, 0

        def charge(round: BettingRound, player: int, acts: int) -> None:
            """A tree that cannot fit is given up while it grows; renaming suits may spare some."""
            nonlocal taken, decisions
            decisions += 1
            if decisions > _MOST_DECISIONS:
                words = (
                    f"the betting alone has more than {_MOST_DECISIONS:,} decisions: take fewer "
                )
                words += "sizes, cap the raises, or go all in from a part of the stack"
                raise SolveError(SolveRefusal.TOO_LARGE, words)
            copies = math.prod(boards[: 1 + round.place - first])
            taken += acts * counts[player] * copies * (4 if small else 8)
            if memory is not None and taken > 24 * memory:
                self._refuse(taken, memory, small, "more than ")

        return Grower(
            self.situation,
            self.players,
            self.sizes,
            self.rake,
            self.all_in_from,
            self.donks,
            self.raise_cap,
            charge,
        )

    def tree(self) -> Node:
        """The betting, without the cards."""
        return self.grower().grow()

    def cards(self, symmetric: bool = True) -> Cards:
        return holdem(self.ranges, self.board, symmetric)

    def game(
        self,
        *,
        small: bool = False,
        threads: int | None = None,
        symmetric: bool = True,
        memory: int | None = None,
    ) -> Game:
        """Ready to be learnt; `SolveError` if it needs more than *memory* bytes, or than there
        are."""
        room = memory_of_machine.available() if memory is None else memory
        try:
            root = self.grower(room, small).grow()
        except RecursionError:
            words = "the betting goes on for hundreds of raises: cap them, or take larger sizes"
            raise SolveError(SolveRefusal.TOO_LARGE, words) from None
        game = Game(root, self.cards(symmetric), self.weights, small, threads)
        if room is not None and game.need.total > room:
            self._refuse(game.need.total, room, small)
        return game

    def need(self, *, small: bool = False, threads: int = 1) -> Need:
        """The memory it would take, in bytes."""
        return Game(self.tree(), self.cards(), self.weights, small, threads).need

    def _refuse(self, need: float, room: float, small: bool, words: str = "") -> None:
        advice = "fewer sizes or narrower ranges" + ("" if small else ", or 16-bit numbers")
        raise SolveError(
            SolveRefusal.TOO_LARGE,
            f"this tree takes {words}{in_words(need)}, and there are {in_words(room)}: "
            f"take {advice}",
        )

    # For a file

    def to_data(self) -> dict[str, Any]:
        return {
            "fen": fen.write(self.situation.dealer),
            "players": list(self.players),
            "board": " ".join(map(str, self.board)),
            "ranges": [str(each) for each in self.ranges],
            "sizes": self.sizes.to_data(),
            "rake": [self.rake.part, self.rake.cap],
            "all_in_from": self.all_in_from,
            "donks": self.donks,
            "raise_cap": self.raise_cap,
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Spot:
        listed = data["sizes"]
        sizes = Sizes.read(listed["bets"], listed["own"], listed["raises"])
        first, second = data["players"]
        spot = cls.at(
            Situation(fen.read(data["fen"])),
            {first: data["ranges"][0], second: data["ranges"][1]},
            sizes,
            board=data["board"],
            rake=data["rake"][0],
            rake_cap=data["rake"][1],
            all_in_from=data["all_in_from"],
            donks=data["donks"],
        )
        return replace(spot, raise_cap=data["raise_cap"])


def _board(cards: CardsLike) -> tuple[Card, ...]:
    try:
        board = distinct(read_cards(cards))
    except CardError as error:
        raise SolveError(SolveRefusal.CARDS, str(error)) from None
    if len(board) not in _ROUNDS:
        words = f"a board has 3, 4 or 5 cards here, not {len(board)}"
        raise SolveError(SolveRefusal.CARDS, words)
    return board


def _whole(name: str, chips: object) -> None:
    if type(chips) is not int or not 0 < chips <= MOST_CHIPS:
        words = f"the {name} is a whole number of chips above 0, not {str(chips)[:40]!r}"
        raise SolveError(SolveRefusal.CHIPS, words)


def _range(name: str, given: RangeLike) -> Range:
    if isinstance(given, Range):
        return given
    try:
        return Range.read(given)
    except (RangeError, CardError) as error:
        raise SolveError(SolveRefusal.RANGE, f"{name}: {error}") from None


def _two_left(situation: Situation) -> tuple[StackIndex, StackIndex]:
    """The stacks of the two who are left, in the order in which they act after the flop."""
    dealer = situation.dealer
    left = [index for index, stack in enumerate(dealer.stacks) if stack.role is not Role.FOLDED]
    if situation.end or dealer.round is BettingRound.PREFLOP or len(left) != 2:
        what = "the hand is over" if situation.end else f"{len(left)} are in the hand"
        if dealer.round is BettingRound.PREFLOP and not situation.end:
            what = "it is before the flop"
        words = f"{SolveRefusal.NOT_HEADS_UP}: {what}"
        raise SolveError(SolveRefusal.NOT_HEADS_UP, words)
    count = len(dealer.stacks)
    first, second = sorted(left, key=lambda index: (index - dealer.button - 1) % count)
    return StackIndex(first), StackIndex(second)
