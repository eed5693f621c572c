"""A subgame: two players after the flop, their ranges, and the bets they may make."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from pokermasa.batch.array import Floats
from pokermasa.cards import Card, CardsLike
from pokermasa.notation import fen, uci
from pokermasa.notebook.html import shortened
from pokermasa.rules import (
    BadHand,
    Betting,
    Blinds,
    Chips,
    Dealer,
    HouseRules,
    IllegalAct,
    PlayerAct,
    Pot,
    Role,
    Situation,
    Stack,
    StackIndex,
)
from pokermasa.solve import memory as memory_of_machine
from pokermasa.solve import validation
from pokermasa.solve.betting import Rake, TreeBuilder, tree_act
from pokermasa.solve.cards import Cards, Renaming
from pokermasa.solve.game import Game, MemoryNeed
from pokermasa.solve.holdem import holdem
from pokermasa.solve.lock import Strategy, is_kept_by, read_locks
from pokermasa.solve.memory_limit import MemoryLimit
from pokermasa.solve.node import Node
from pokermasa.solve.refusal import SolveError, SolveRefusal
from pokermasa.solve.size import Sizes
from pokermasa.solve.validation import RangeLike
from pokermasa.strength.hand_class import Combo
from pokermasa.strength.range import Range


@dataclass(frozen=True, eq=False, repr=False)
class Subgame:
    """A position to solve. Player 0 is out of position (first to act after the flop), player 1 in
    position.

    >>> subgame = Subgame.from_board(
    ...     "2c 7d 9h Js Qs", pot=100, stack=200, oop="AA, 88", ip="KK", bets="all-in"
    ... )
    >>> [len(hands) for hands in subgame.hands], subgame.need().learnt
    ([12, 6], 576)
    """

    situation: Situation
    """The situation at the root."""
    players: tuple[StackIndex, StackIndex]
    """The stack indexes of both players in the situation."""
    board: tuple[Card, ...]
    """The community cards at the root."""
    ranges: tuple[Range, Range]
    """The ranges of both players at the root."""
    sizes: Sizes
    """The bet sizes."""
    rake: Rake = field(default_factory=Rake)
    """The rake that is taken from the pot."""
    all_in_from: float = 1.0
    """A bet that commits at least this share of the shorter stack becomes an all-in."""
    donks: bool = True
    """Whether the player out of position may bet into the player who raised last in the previous
    round."""
    raise_cap: int | None = None
    """Raises allowed after a bet in one round. None: no limit."""
    line: tuple[PlayerAct, ...] = ()
    """Acts from the root on that the tree contains with their exact amounts."""

    @property
    def words(self) -> str:
        """Board, chips and the number of hands, for one line of text."""
        counts = f"{len(self.ranges[0])} hands of oop, {len(self.ranges[1])} of ip"
        return f"{' '.join(map(str, self.board))}, pot {self.pot:g}, {counts}"

    def __repr__(self) -> str:
        return shortened(f"<Subgame: {self.words}>")

    @classmethod
    def from_board(
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
    ) -> Subgame:
        """Return a subgame at the beginning of a round, before any act.

        *stack* is the number of chips behind, for both players or as a pair. *bets* and *raises*
        are lists such as "33%, 75%, all-in"; without *raises*, they are the same. *sizes* overrides
        them by round, player and kind, such as {"river oop bet": "150%"}. *limits* are the bets of
        fixed limit on the flop and later; in other games *big_blind* is the smallest bet. Raises
        `SolveError` for wrong values.
        """
        cards = validation.board_of(board)
        stacks = validation.two_of("stack", stack)
        validation.chips_of("pot", pot)
        validation.chips_of("big blind", big_blind)
        betting = validation.betting_of(betting, limits)
        if limits is not None:
            limits = validation.two_of("limit", limits)
        dealer = Dealer(
            blinds=Blinds.from_big_blind(big_blind),
            round=validation.ROUNDS[len(cards)],
            button=StackIndex(1),
            turn_to_act=StackIndex(0),
            last_full_raise=big_blind,
            running_pot=Pot(pot, (StackIndex(0), StackIndex(1))),
            side_pots=(),
            stacks=tuple(Stack(Role.INVOLVED, chips) for chips in stacks),
            rules=HouseRules.named("tda").replace(betting=betting),
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
        including: PlayerAct | Sequence[PlayerAct] | None = None,
    ) -> Subgame:
        """Return the subgame at a decision of a real hand.

        *ranges* maps the stack indexes of the two remaining players to their ranges at this moment.
        The board is that of the situation unless given. *including* is an act that the tree must
        contain at the root, or a sequence of acts from the root on, normally those that were
        played. Raises `SolveError` for wrong values.
        """
        dealer = situation.dealer
        players = validation.two_left(situation)
        if not isinstance(ranges, Mapping) or not {*players} <= {*ranges}:
            message = (
                f"ranges are needed for stacks {players[0]} and {players[1]}, not "
                f"{str(list(ranges) if isinstance(ranges, Mapping) else ranges)[:40]}"
            )
            raise SolveError(SolveRefusal.RANGE, message)
        if board is None:
            dealt = situation.hand_dealer
            board = dealt.middle(dealer.round).cards if dealt is not None else ()
        cards = validation.board_of(board)
        if len(cards) != dealer.round.board_cards:
            message = (
                f"the board of this round has {dealer.round.board_cards} cards, not {len(cards)}"
            )
            raise SolveError(SolveRefusal.CARDS, message)
        if not isinstance(bets, Sizes):
            bets = Sizes.read(bets, sizes, raises)
        if type(donks) is not bool:
            raise SolveError(SolveRefusal.SIZE, f"donks must be True or False, not {donks!r}")
        subgame = cls(
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
        subgame._check()
        if including is None:
            return subgame
        line = tuple(including) if isinstance(including, Sequence) else (including,)
        subgame._verify_line(line)
        return replace(subgame, line=line)

    def _verify_line(self, line: tuple[PlayerAct, ...]) -> None:
        situation = self.situation
        try:
            for act in line:
                move = situation.move(tree_act(situation, self.players, act))
                situation = move.situation_after
        except (IllegalAct, BadHand, TypeError) as error:
            raise SolveError(SolveRefusal.SIZE, f"the act to include: {error}") from None

    def in_tree(self, act: PlayerAct) -> PlayerAct:
        """Return the act at the root of the tree that corresponds to *act*. The tree has no bets
        that the opponent cannot call in full."""
        return tree_act(self.situation, self.players, act)

    def _check(self) -> None:
        on_board = " ".join(map(str, self.board))
        for name, hands, range_ in zip(("oop", "ip"), self.hands, self.ranges, strict=True):
            if not hands:
                message = (
                    f"every hand of {name}'s range {str(range_)[:60]!r} has a card of the board "
                    f"{on_board}"
                )
                raise SolveError(SolveRefusal.RANGE, message)
        if not any(not {*mine} & {*theirs} for mine in self.hands[0] for theirs in self.hands[1]):
            message = "the two ranges exclude each other: every pair of hands shares a card"
            raise SolveError(SolveRefusal.RANGE, message)
        can_bet = self.situation.legal.raises is not None or self.situation.legal.all_in is not None
        empty = not (self.sizes.bets or self.sizes.raises or any(self.sizes.own.values()))
        if empty and can_bet and self.situation.dealer.rules.betting is not Betting.FIXED_LIMIT:
            message = "there are no bet sizes: give at least one, such as 50% or all-in"
            raise SolveError(SolveRefusal.SIZE, message)

    # Parts

    @cached_property
    def hands(self) -> tuple[list[Combo], list[Combo]]:
        """Per player, the hands of the range that share no card with the board, in the order of all
        arrays."""
        first, second = (list(each.without(self.board)) for each in self.ranges)
        return first, second

    @cached_property
    def weights(self) -> tuple[Floats, Floats]:
        """Per player, the weight of each of these hands in the range."""
        first, second = (
            np.array([range_[hand] for hand in hands])
            for range_, hands in zip(self.ranges, self.hands, strict=True)
        )
        return first, second

    @property
    def pot(self) -> Chips:
        """Chips in the middle at the root. The gains of both players add up to it, minus the
        rake."""
        return self.situation.dealer.pot

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
            self.line,
            memory_limit.charge,
        )

    def tree(self) -> Node:
        """Return the betting tree, without cards."""
        return self._tree_builder(self._memory_limit(None, small=False)).build()

    def cards(self, symmetric: bool | Collection[Renaming] = True) -> Cards:
        """Return the cards of the game. *symmetric* is whether to use board isomorphism, or which
        renamings of the cards to use for it."""
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
        """Return the game, ready for CFR iterations.

        Raises `SolveError` if it needs more than *memory* bytes (None: more than is free). Board
        isomorphism uses the renamings of suits that change neither the ranges nor the *locks*.
        """
        available = memory_of_machine.available() if memory is None else memory
        memory_limit = self._memory_limit(available, small)
        try:
            root = self._tree_builder(memory_limit).build()
        except RecursionError:
            message = "the tree has hundreds of raises in a row: limit them, or use larger sizes"
            raise SolveError(SolveRefusal.TOO_LARGE, message) from None
        cards = self.cards(symmetric)
        if locks:
            listed = read_locks(root, self.hands, locks)
            same = (n for n in cards.renamings if is_kept_by(n, listed, self.hands))
            cards = replace(cards, renamings=tuple(same))
        game = Game(root, cards, self.weights, small, threads)
        memory_limit.check(game.need.total)
        return game

    def need(self, *, small: bool = False, threads: int = 1) -> MemoryNeed:
        """Return the memory that the game would need, in bytes."""
        return Game(self.tree(), self.cards(), self.weights, small, threads).need

    # Saving

    def to_data(self) -> dict[str, Any]:
        """Return the subgame as a dictionary for JSON; `from_data` reads it."""
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
            "line": [uci.write(act) for act in self.line],
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Subgame:
        """Return the subgame that `to_data` has written. Raises an exception if the data is
        damaged."""
        listed = data["sizes"]
        sizes = Sizes.read(listed["bets"], listed["own"], listed["raises"])
        first, second = data["players"]
        subgame = cls.at(
            Situation(fen.read(data["fen"])),
            {first: data["ranges"][0], second: data["ranges"][1]},
            sizes,
            board=data["board"],
            rake=data["rake"][0],
            rake_cap=data["rake"][1],
            all_in_from=data["all_in_from"],
            donks=data["donks"],
        )
        line = tuple(uci.read(word) for word in data["line"])
        subgame._verify_line(line)
        cap = data["raise_cap"]
        if cap is not None:
            cap = validation.raise_cap_of(cap, Betting.NO_LIMIT)
        return replace(subgame, raise_cap=cap, line=line)
