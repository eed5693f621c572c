"""A spot: two players after the flop, what each may hold, and how they may bet."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from pokermasa.batch.array import Floats
from pokermasa.cards import Card, CardsLike
from pokermasa.notation import fen
from pokermasa.rules import (
    AllIn,
    Betting,
    Blinds,
    Call,
    Check,
    Chips,
    Dealer,
    Fold,
    HouseRules,
    IllegalAct,
    PastAct,
    PlayerAct,
    Pot,
    Raise,
    Role,
    Situation,
    Stack,
    StackIndex,
)
from pokermasa.rules.act import RecordedAllIn
from pokermasa.solve import memory as memory_of_machine
from pokermasa.solve import validation
from pokermasa.solve.betting import Rake, TreeBuilder
from pokermasa.solve.cards import Cards, Renaming
from pokermasa.solve.game import Game, MemoryNeed
from pokermasa.solve.holdem import holdem
from pokermasa.solve.lock import Strategy, kept_by, read_locks
from pokermasa.solve.memory_limit import MemoryLimit
from pokermasa.solve.node import Node
from pokermasa.solve.refusal import SolveError, SolveRefusal
from pokermasa.solve.size import Sizes
from pokermasa.solve.validation import RangeLike
from pokermasa.strength.hand_class import Combo
from pokermasa.strength.range import Range


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
    also: Chips | None = None
    """What may be raised to at the beginning, whatever the sizes."""

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
        cards = validation.board_of(board)
        stacks = validation.two_of("stack", stack)
        validation.chips_of("pot", pot)
        validation.chips_of("big blind", big_blind)
        betting = validation.betting_of(betting, limits)
        if limits is not None:
            limits = validation.two_of("limit", limits)
        dealer = Dealer(
            blinds=Blinds.of(big_blind),
            round=validation.ROUNDS[len(cards)],
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
        including: PlayerAct | None = None,
    ) -> Spot:
        """A decision of a real hand: *ranges*, by stack, are what the two who are left may hold at
        this moment. The board is the situation's own unless given. *including* is an act that may
        be done here whatever the sizes: what was done, as a rule."""
        dealer = situation.dealer
        players = validation.two_left(situation)
        if not isinstance(ranges, Mapping) or not {*players} <= {*ranges}:
            words = (
                f"ranges are needed for stacks {players[0]} and {players[1]}, not "
                f"{str(list(ranges) if isinstance(ranges, Mapping) else ranges)[:40]}"
            )
            raise SolveError(SolveRefusal.RANGE, words)
        if board is None:
            dealt = situation.hand_dealer
            board = dealt.middle(dealer.round).cards if dealt is not None else ()
        cards = validation.board_of(board)
        if len(cards) != dealer.round.board_cards:
            words = (
                f"this round has {dealer.round.board_cards} cards on the board, not {len(cards)}"
            )
            raise SolveError(SolveRefusal.CARDS, words)
        if not isinstance(bets, Sizes):
            bets = Sizes.read(bets, sizes, raises)
        if type(donks) is not bool:
            raise SolveError(SolveRefusal.SIZE, f"donks are allowed or not, not {donks!r}")
        spot = cls(
            Situation(dealer),
            players,
            cards,
            (
                validation.range_of("oop", ranges[players[0]]),
                validation.range_of("ip", ranges[players[1]]),
            ),
            bets,
            validation.rake_of(rake, rake_cap),
            validation.part_of_stack(all_in_from),
            donks,
            validation.raise_cap_of(raise_cap, dealer.rules.betting),
        )
        spot._check()
        return spot if including is None else replace(spot, also=spot._raised_to(including))

    def _raised_to(self, act: PlayerAct) -> Chips | None:
        """What the act raises to, no more than both can put in; None if it is no raise."""
        try:
            move = self.situation.move(AllIn() if isinstance(act, RecordedAllIn) else act)
        except (IllegalAct, TypeError) as error:
            raise SolveError(SolveRefusal.SIZE, f"the act to include: {error}") from None
        if not move.player_act.raises:
            return None
        raises = self.situation.raises
        both = min(self.situation.dealer.stacks[index].total for index in self.players)
        return min(PastAct.of(move).to, max(both, raises[0] if raises is not None else 0))

    def in_tree(self, act: PlayerAct) -> PlayerAct:
        """The act of the tree's beginning that an act comes to: nobody bets more there than the
        other can call."""
        to = self._raised_to(act)
        possible = self.situation.possible_acts
        if to is not None:
            is_all = to == self.situation.legal.total and AllIn() in possible
            return AllIn() if is_all else Raise(to)
        if isinstance(act, Fold | Check):
            return act
        return Call() if Call() in possible else AllIn()

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

    def tree_builder(self, memory: int | None = None, small: bool = False) -> TreeBuilder:
        return self._tree_builder(self._memory_limit(memory, small))

    def _memory_limit(self, memory: int | None, small: bool) -> MemoryLimit:
        counts = len(self.hands[0]), len(self.hands[1])
        return MemoryLimit(counts, self.situation.round, memory, small)

    def _tree_builder(self, memory_limit: MemoryLimit) -> TreeBuilder:
        return TreeBuilder(
            self.situation,
            self.players,
            self.sizes,
            self.rake,
            self.all_in_from,
            self.donks,
            self.raise_cap,
            self.also,
            memory_limit.charge,
        )

    def tree(self) -> Node:
        """The betting, without the cards."""
        return self.tree_builder().build()

    def cards(self, symmetric: bool | Collection[Renaming] = True) -> Cards:
        cards = holdem(self.ranges, self.board, symmetric is not False)
        if isinstance(symmetric, bool):
            return cards
        return replace(cards, renamings=tuple(n for n in cards.renamings if n in symmetric))

    def game(
        self,
        *,
        small: bool = False,
        threads: int | None = None,
        symmetric: bool | Collection[Renaming] = True,
        memory: int | None = None,
        locks: Mapping[str, Strategy] | None = None,
    ) -> Game:
        """Ready to be learnt; `SolveError` if it needs more than *memory* bytes, or than there
        are. Of the renamings of suits that change nothing (all of them if *symmetric*, or these),
        those are used that leave the *locks* as they are."""
        room = memory_of_machine.available() if memory is None else memory
        memory_limit = self._memory_limit(room, small)
        try:
            root = self._tree_builder(memory_limit).build()
        except RecursionError:
            words = "the betting goes on for hundreds of raises: cap them, or take larger sizes"
            raise SolveError(SolveRefusal.TOO_LARGE, words) from None
        cards = self.cards(symmetric)
        if locks:
            listed = read_locks(root, self.hands, locks)
            kept = (n for n in cards.renamings if kept_by(n, listed, self.hands))
            cards = replace(cards, renamings=tuple(kept))
        game = Game(root, cards, self.weights, small, threads)
        memory_limit.check(game.need.total)
        return game

    def need(self, *, small: bool = False, threads: int = 1) -> MemoryNeed:
        """The memory it would take, in bytes."""
        return Game(self.tree(), self.cards(), self.weights, small, threads).need

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
            "also": self.also,
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
        also = data.get("also")
        if also is not None:
            also = validation.chips_of("raise", also)
        cap = data["raise_cap"]
        if cap is not None:
            cap = validation.raise_cap_of(cap, Betting.NO_LIMIT)
        return replace(spot, raise_cap=cap, also=also)
