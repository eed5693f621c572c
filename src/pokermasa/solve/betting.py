"""Builds the betting tree of a subgame.

The rules (`Situation`) decide which acts are legal. Of the legal bets and raises, the tree keeps
only the sizes that were requested.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from pokermasa.rules import (
    AllIn,
    Betting,
    BettingRound,
    Call,
    Check,
    Chips,
    Fold,
    NextRound,
    OneWin,
    PastAct,
    PlayerAct,
    Raise,
    Showdown,
    Situation,
    StackIndex,
)
from pokermasa.rules.act import RecordedAllIn
from pokermasa.solve.game_arrays import NodeKind
from pokermasa.solve.node import Node
from pokermasa.solve.size import Sizes


@dataclass(frozen=True)
class Rake:
    """The rake: a share of each pot (0.05 is 5 %), at most *cap* chips. A cap of 0 means no
    limit."""

    part: float = 0.0
    cap: float = 0.0

    def amount(self, pot: float) -> float:
        """Return the rake on *pot*, in chips."""
        taken = pot * self.part
        return min(taken, self.cap) if self.cap else taken


_NO_RAKE = Rake()


@dataclass(frozen=True)
class BettingHistory:
    """The part of the betting so far that decides which sizes apply next."""

    raises: int = 0
    """Number of bets and raises in this round."""
    led: int | None = None
    """The player (0 or 1) who raised last in the previous round; None if nobody did."""
    leads: int | None = None
    """The player (0 or 1) who raised last in this round; None if nobody did."""


class TreeBuilder:
    """A builder of the betting tree below one situation of two players."""

    def __init__(
        self,
        situation: Situation,
        players: tuple[StackIndex, StackIndex],
        sizes: Sizes,
        rake: Rake = _NO_RAKE,
        all_in_from: float = 1.0,
        donks: bool = True,
        raise_cap: int | None = None,
        line: Sequence[PlayerAct] = (),
        charge: Callable[[BettingRound, int, int], None] = lambda *_: None,
    ) -> None:
        """*players* are the stack indexes of the player out of position and the one in position. A
        bet that commits at least the share *all_in_from* of the smaller stack becomes an all-in.
        *donks* allows the player out of position to bet into the last raiser. *raise_cap* is the
        number of raises allowed after a bet. *line* are acts from the root on, normally those that
        were played; the tree has them with their exact amounts. *charge* is called for each
        decision with the round, the player and the number of acts; it stops the build by
        raising."""
        self.players = players
        self.sizes = sizes
        self.rake = rake
        self.all_in_from = all_in_from
        self.donks = donks
        self.raise_cap = raise_cap
        self.line = tuple(line)
        self.charge = charge
        self.root = situation
        stacks = situation.dealer.stacks
        self.before = [stacks[index].stack for index in players]
        self.effective = min(stacks[index].total for index in players)
        self.wagers = [stacks[index].recent_wager for index in players]

    def build(self) -> Node:
        """Return the root of the tree."""
        dealer = self.root.dealer
        raised = dealer.price > 0
        # If the tree begins in the middle of a round, the player with the larger wager has raised.
        leads = max(range(2), key=lambda player: self.wagers[player]) if raised else None
        return self._decision(self.root, BettingHistory(int(raised), None, leads), self.line)

    def _decision(
        self, situation: Situation, history: BettingHistory, line: tuple[PlayerAct, ...]
    ) -> Node:
        dealer = situation.dealer
        player = self.players.index(dealer.turn_to_act)
        played = tree_act(situation, self.players, line[0]) if line else None
        acts = self.acts(situation, player, history, played)
        self.charge(dealer.round, player, len(acts))
        node = Node(NodeKind(player), acts, pot=dealer.pot, spent=self._spent(situation))
        for act in acts:
            move = situation.move(act)
            following = history
            if move.player_act.raises:
                following = BettingHistory(history.raises + 1, history.led, player)
            rest = line[1:] if act == played else ()
            child = self._after(move.situation_after, move.dealer_act, following, rest)
            node.children.append(child)
        return node

    def _after(
        self,
        situation: Situation,
        dealer_act: object,
        history: BettingHistory,
        line: tuple[PlayerAct, ...],
    ) -> Node:
        match dealer_act:
            case NextRound():
                below = self._decision(situation, BettingHistory(0, history.leads, None), line)
                return Node(NodeKind.DEAL, (), [below], pot=below.pot, spent=below.spent)
            case OneWin():
                return self._folded(situation)
            case Showdown():
                return self._shown(situation)
            case _:
                return self._decision(situation, history, line)

    def _spent(self, situation: Situation) -> tuple[float, float]:
        left = [situation.dealer.stacks[index].stack for index in self.players]
        return self.before[0] - left[0], self.before[1] - left[1]

    def _folded(self, situation: Situation) -> Node:
        dealer = situation.dealer
        award = dealer.distribute_one()
        chips = dealer.paid([award])
        gained = [
            chips[index]
            - before
            - (self.rake.amount(award.wager) if index in award.involved else 0.0)
            for index, before in zip(self.players, self.before, strict=True)
        ]
        return Node(NodeKind.FOLDED, won=(gained[0], gained[1]), pot=award.wager)

    def _shown(self, situation: Situation) -> Node:
        dealer = situation.dealer
        won, lost = [0.0, 0.0], [0.0, 0.0]
        pot = 0
        for winner in range(2):
            values = [
                1 if index == self.players[winner] else 0 if index in self.players else None
                for index in range(len(dealer.stacks))
            ]
            awards = dealer.distribute_all(values)
            chips = dealer.paid(awards)
            # An uncalled bet goes back to its owner and is not raked.
            pot = sum(award.wager for award in awards if award.involved == (self.players[winner],))
            loser = 1 - winner
            won[winner] = chips[self.players[winner]] - self.before[winner] - self.rake.amount(pot)
            lost[loser] = chips[self.players[loser]] - self.before[loser]
        kind = NodeKind.SHOWN if dealer.round is BettingRound.RIVER else NodeKind.ALL_IN
        return Node(kind, won=(won[0], won[1]), lost=(lost[0], lost[1]), pot=pot)

    # Acts

    def acts(
        self,
        situation: Situation,
        player: int,
        history: BettingHistory,
        played: PlayerAct | None = None,
    ) -> tuple[PlayerAct, ...]:
        """Return the acts of the tree in a situation: check, or fold and call, then the raises.

        A raise that was *played* is among them with its exact amount."""
        possible = situation.possible_acts
        if Check() in possible:
            acts: list[PlayerAct] = [Check()]
        else:
            acts = [Fold(), Call() if Call() in possible else AllIn()]
        amounts = self.amounts(situation, player, history)
        if isinstance(played, Raise | AllIn) and played not in acts:
            total = situation.legal.total
            amounts = _apart(amounts, always=total if isinstance(played, AllIn) else played.to)
        for to in amounts:
            act = AllIn() if to == situation.legal.total and AllIn() in possible else Raise(to)
            if act not in acts:
                acts.append(act)
        return tuple(acts)

    def amounts(self, situation: Situation, player: int, history: BettingHistory) -> list[Chips]:
        """Return the amounts that the player may raise to in the tree: legal, in whole chips, in
        ascending order."""
        dealer, legal = situation.dealer, situation.legal
        raises = situation.raises
        is_raise = legal.all_in is not None and legal.all_in.raises
        if raises is None and not is_raise:
            return []
        if self.raise_cap is not None and history.raises > self.raise_cap:
            return []
        if dealer.rules.betting is Betting.FIXED_LIMIT:
            return [raises[0]] if raises is not None else [legal.total]
        kind = "bet" if history.raises == 0 else "raise"
        if kind == "bet" and player == 0 and history.led == 1:
            if not self.donks:
                return []
            kind = "donk"
        least, most = raises if raises is not None else (legal.total, legal.total)
        if is_raise:
            most = max(most, legal.total)
        stacks = [dealer.stacks[index] for index in self.players]
        effective = min(stack.total for stack in stacks)
        # Chips that the shorter stack has put in since the root of the tree.
        spent = self.effective - effective
        found = set()
        for size in self.sizes.for_round(dealer.round, player, kind):
            rounds = 4 - dealer.round.place
            exact = size.to(legal.pot_after_call, dealer.price, effective, rounds)
            to = max(least, round(exact))
            if spent + to >= self.all_in_from * self.effective:
                to = max(least, effective)
            found.add(min(to, max(effective, least), most))
        return _apart(found)


def tree_act(
    situation: Situation, players: tuple[StackIndex, StackIndex], act: PlayerAct
) -> PlayerAct:
    """Return the act of a tree that corresponds to *act*. A tree has no bets that the opponent
    cannot call in full. Raises `IllegalAct` if the act is not possible."""
    move = situation.move(AllIn() if isinstance(act, RecordedAllIn) else act)
    possible = situation.possible_acts
    if isinstance(act, Fold | Check):
        return act
    if not move.player_act.raises:
        return Call() if Call() in possible else AllIn()
    raises, stacks = situation.raises, situation.dealer.stacks
    both = min(stacks[index].total for index in players)
    to = min(PastAct.from_move(move).to, max(both, raises[0] if raises is not None else 0))
    return AllIn() if to == situation.legal.total and AllIn() in possible else Raise(to)


NEAR = 0.02
"""Two amounts that differ by at most this share of the larger one are merged into one bet."""
NEAR_PLAYED = 0.3
"""A size is left out if it differs from the bet that was played by at most this share of the larger
one. Hands may be split between two such bets in any way, so the range behind the bet that was
played would be arbitrary."""


def _apart(amounts: Collection[Chips], always: Chips | None = None) -> list[Chips]:
    """Return *amounts* in ascending order, without those close to a larger one or to *always*.

    *always* is always in the result.

    >>> _apart([50, 51, 98, 100])
    [51, 100]
    >>> _apart([50, 51, 98, 100, 130, 150], always=98)
    [51, 98, 150]
    """
    found: list[Chips] = []
    for to in sorted(amounts, reverse=True):
        if always is not None and abs(to - always) <= NEAR_PLAYED * max(to, always):
            continue
        if all(abs(to - other) > NEAR * max(to, other) for other in found):
            found.append(to)
    return sorted([*found, always] if always is not None else found)
