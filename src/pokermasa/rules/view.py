"""What one stack, or somebody looking on, may know of a hand.

Views are built here and nowhere else, so that no caller can leak a card: a view holds no reference
to the situation it was made from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pokermasa.rules.act import BettingRound, Check, PlayerAct, Showdown
from pokermasa.rules.chips import Chips, StackIndex
from pokermasa.rules.house import AllInTurn, HouseRules
from pokermasa.rules.opening import blind_positions
from pokermasa.rules.stack import Role, Stack

if TYPE_CHECKING:
    from pokermasa.cards import Card
    from pokermasa.rules.blinds import Blinds
    from pokermasa.rules.move import Move
    from pokermasa.rules.pot import Pot
    from pokermasa.rules.showdown import Winners
    from pokermasa.rules.situation import Situation

_INVOLVED, _FOLDED = Role.INVOLVED, Role.FOLDED
_NO_HANDS: tuple[tuple[Card, Card] | None, ...] = (None,) * 10
_NOBODY: frozenset[StackIndex] = frozenset()
_tuple = tuple.__new__  # makes a NamedTuple without its Python-level constructor


class PlayerView(NamedTuple):
    """One stack as the viewer sees it."""

    index: StackIndex  # type: ignore[assignment]  # the tuple's own index() is of no use here
    role: Role
    total: Chips
    """The chips left and everything bet in this hand (document 002): what the stack began with."""
    stack: Chips
    wager: Chips
    last_action: PlayerAct | None
    cards: tuple[Card, Card] | None
    """The viewer's own, or shown; None otherwise."""

    @property
    def reach(self) -> Chips:
        """Chips behind and in front: the most that this stack can bet in this round."""
        return self.stack + self.wager


class PastAct(NamedTuple):
    """One act of the hand so far, as everybody saw it."""

    index: StackIndex  # type: ignore[assignment]
    round: BettingRound
    act: PlayerAct
    """As recorded: an all-in says what it was."""
    price: Chips
    """The highest wager before it."""
    wager: Chips
    """What the acting stack had in front before it."""
    to: Chips
    """And after it."""
    pot: Chips
    """All chips in the middle before it, wagers included."""
    stack: Chips
    """What the acting stack had behind before it."""

    @classmethod
    def of(cls, move: Move) -> PastAct:
        act, _, acted, before, _ = move
        _, round, _, index, _, _, _, stacks, _, _, price, pot, _, _, _ = before.dealer
        _, stack, wager, _ = stacks[index]
        return _tuple(cls, (index, round, act, price, wager, acted[2], pot, stack))


class View(NamedTuple):
    """Everything document 002 lists as the state of the game and of a player, seen by *viewer*.

    >>> from pokermasa.rules import Blinds, Dealer, HandDealer, Situation
    >>> cards = HandDealer(["Kd Kc", "7s 2h", "As Qh"], "Ah 7c 2d 9s 4h")
    >>> situation = Situation(Dealer.start([200, 200, 60], 0, Blinds(1, 2)), cards)
    >>> view = View.of(situation, viewer=1)
    >>> [player.cards and " ".join(map(str, player.cards)) for player in view.players]
    [None, '7s 2h', None]
    >>> view.to_act, view.waiting, view.price, view.pot, view.acts
    (0, (1, 2), 2, 3, ())
    """

    viewer: StackIndex | None
    """None for a spectator."""
    rules: HouseRules
    blinds: Blinds
    round: BettingRound
    settled: bool
    """The hand is over: document 002's fifth stage."""
    button: StackIndex
    small_blind: StackIndex | None
    big_blind: StackIndex | None
    """As the positions have them; where a table has a dead blind, it says so here."""
    to_act: StackIndex | None
    waiting: tuple[StackIndex, ...]
    """Who has still to act this round after the one to act, in turn order."""
    remaining: tuple[StackIndex, ...]
    """Who has not folded."""
    all_ins: tuple[StackIndex, ...]
    price: Chips
    """The highest wager."""
    pot: Chips
    """All chips in the middle, wagers in front included."""
    running_pot: Pot
    side_pots: tuple[Pot, ...]
    board: tuple[Card, ...]
    players: tuple[PlayerView, ...]
    winners: Winners | None
    acts: tuple[PlayerAct, ...]
    """What the viewer may do now."""
    raises: tuple[Chips, Chips] | None
    to_call: Chips
    acts_of_turn: tuple[PlayerAct, ...]
    """What the stack to act may do: no secret, since only chips decide it."""
    past: tuple[PastAct, ...]
    """The acts so far, where whoever made the view kept them."""

    @classmethod
    def of(
        cls,
        situation: Situation,
        viewer: int | None,
        past: tuple[PastAct, ...] = (),
    ) -> View:
        # fmt: off
        (
            blinds, round, button, turn, _, running_pot, side_pots, stacks,
            rules, _, price, pot, _, _, _,
        ) = situation.dealer
        # fmt: on
        outcome, cards, totals = situation.outcome, situation.hand_dealer, situation.totals
        if viewer is not None and not 0 <= viewer < len(stacks):
            raise IndexError(f"there is no stack {viewer}")
        hands = _NO_HANDS if cards is None else cards.hands
        shown = outcome.must_show if isinstance(outcome, Showdown) else _NOBODY
        remaining, all_ins, players = [], [], []
        for index, (role, stack, wager, last_action) in enumerate(stacks):
            if role is not _FOLDED:
                remaining.append(index)
                if role is not _INVOLVED:
                    all_ins.append(index)
            hand = hands[index] if index == viewer or index in shown else None
            player = (index, role, totals[index], stack, wager, last_action, hand)
            players.append(_tuple(PlayerView, player))
        board: tuple[Card, ...] = ()
        if cards is not None and (outcome is not None or round is not BettingRound.PREFLOP):
            is_shown_down = isinstance(outcome, Showdown)
            board = cards.board if is_shown_down else cards.board[: round.board_cards]
        small_blind, big_blind = blind_positions(button, len(stacks), rules)
        to_act: StackIndex | None = None
        waiting: tuple[StackIndex, ...] = ()
        if outcome is None:
            to_act, waiting = turn, _waiting(stacks, turn, price)
        acts = acts_of_turn = situation.possible_acts
        raises, to_call = None, 0
        if to_act is not None and viewer == to_act:
            _, wager, total, asked, raises, _, _ = situation.legal
            to_call = (asked if asked < total else total) - wager
        else:
            acts = _acts_out_of_turn(situation, viewer)
        # fmt: off
        return _tuple(cls, (
            viewer, rules, blinds, round, outcome is not None, button, small_blind, big_blind,
            to_act, waiting, tuple(remaining), tuple(all_ins), 0 if outcome else price, pot,
            running_pot, side_pots, board, tuple(players), outcome.result if outcome else None,
            acts, raises, to_call, acts_of_turn, past,
        ))
        # fmt: on


def _is_all_in(role: Role) -> bool:
    return role is Role.OLD_ALL_IN or role is Role.NEW_ALL_IN


def _waiting(stacks: tuple[Stack, ...], turn: StackIndex, price: Chips) -> tuple[StackIndex, ...]:
    players = len(stacks)
    order = range(turn + 1, turn + players)
    found = []
    for place in order:
        index = place if place < players else place - players
        role, _, wager, last_action = stacks[index]
        if role is _INVOLVED and (last_action is None or wager < price):
            found.append(index)
    return tuple(found)  # type: ignore[arg-type]  # a cast is a call


def _acts_out_of_turn(situation: Situation, viewer: int | None) -> tuple[PlayerAct, ...]:
    """In houses that follow document 002, an all-in player's view says "check only"."""
    dealer = situation.dealer
    if (
        viewer is not None
        and not situation.end
        and dealer.rules.all_in_turn is AllInTurn.CHECK_ONLY
        and _is_all_in(dealer.stacks[viewer].role)
    ):
        return (Check(),)
    return ()
