"""The view of a hand for one player or spectator: only what that viewer is allowed to know.

Views are built only here, and a view holds no reference to the situation it was made from.
Therefore no caller can leak a card by accident.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pokermasa.rules.act import BettingRound, Check, PlayerAct, Showdown
from pokermasa.rules.chips import Chips, StackIndex
from pokermasa.rules.house import AllInTurn, HouseRules
from pokermasa.rules.opening import blind_positions
from pokermasa.rules.refusal import BadHand, in_short
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
_tuple = tuple.__new__  # creates a NamedTuple without its slower Python-level constructor


class PlayerView(NamedTuple):
    """One stack as the viewer sees it. Amounts are in chips."""

    index: StackIndex  # type: ignore[assignment]  # hides tuple.index, which nobody needs here
    role: Role
    total: Chips
    """The chips of the stack at the start of the hand, as document 002 demands."""
    stack: Chips
    """The chips that the player has not bet."""
    wager: Chips
    """The chips that the player has bet in this round."""
    last_action: PlayerAct | None
    cards: tuple[Card, Card] | None
    """The hole cards if they are the viewer's own or have been shown. None otherwise."""

    @property
    def reach(self) -> Chips:
        """The wager of this stack if it bets its last chip in this round."""
        return self.stack + self.wager


class PastAct(NamedTuple):
    """An earlier act of the hand, with the public state before it."""

    index: StackIndex  # type: ignore[assignment]
    round: BettingRound
    act: PlayerAct
    """The act as recorded: an all-in is a call, a short raise or a full raise."""
    price: Chips
    """The highest wager before the act."""
    wager: Chips
    """The wager of the acting stack before the act."""
    to: Chips
    """The wager of the acting stack after the act."""
    pot: Chips
    """All chips in the middle before the act: pots and wagers."""
    stack: Chips
    """The chips that the acting stack had not bet before the act."""

    @classmethod
    def from_move(cls, move: Move) -> PastAct:
        """Return the public record of *move*."""
        act, _, acted, before, _ = move
        _, round, _, index, _, _, _, stacks, _, _, price, pot, _, _, _ = before.dealer
        _, stack, wager, _ = stacks[index]
        return _tuple(cls, (index, round, act, price, wager, acted[2], pot, stack))


class View(NamedTuple):
    """The state of a hand as *viewer* may know it, with everything that document 002 lists.

    >>> from pokermasa.rules import Blinds, Dealer, HandDealer, Situation
    >>> cards = HandDealer(["Kd Kc", "7s 2h", "As Qh"], "Ah 7c 2d 9s 4h")
    >>> situation = Situation(Dealer.start([200, 200, 60], 0, Blinds(1, 2)), cards)
    >>> view = View.from_situation(situation, viewer=1)
    >>> [player.cards and " ".join(map(str, player.cards)) for player in view.players]
    [None, '7s 2h', None]
    >>> view.to_act, view.waiting, view.price, view.pot, view.acts
    (0, (1, 2), 2, 3, ())
    """

    viewer: StackIndex | None
    """The stack index of the viewer. None for a spectator."""
    rules: HouseRules
    blinds: Blinds
    round: BettingRound
    settled: bool
    """Whether the hand is over. Document 002 counts this as the fifth stage."""
    button: StackIndex
    small_blind: StackIndex | None
    """The stack in the small blind. A masa sets it to None if the small blind is dead."""
    big_blind: StackIndex | None
    """The stack in the big blind."""
    to_act: StackIndex | None
    """The stack to act. None if the hand is over."""
    waiting: tuple[StackIndex, ...]
    """The stacks that still have to act in this round after `to_act`, in order."""
    remaining: tuple[StackIndex, ...]
    """The stacks that have not folded."""
    all_ins: tuple[StackIndex, ...]
    price: Chips
    """The highest wager of the round."""
    pot: Chips
    """All chips in the middle: pots and the wagers of this round."""
    running_pot: Pot
    side_pots: tuple[Pot, ...]
    board: tuple[Card, ...]
    """The community cards that have been dealt so far."""
    players: tuple[PlayerView, ...]
    winners: Winners | None
    """The winners. None while the hand goes on."""
    acts: tuple[PlayerAct, ...]
    """The acts that the viewer may choose now. Empty if it is not the viewer's turn."""
    raises: tuple[Chips, Chips] | None
    """The smallest and the largest amount for the viewer's `Raise`. None if no raise is legal."""
    to_call: Chips
    """The chips that a call costs the viewer. 0 if it is not the viewer's turn."""
    acts_of_turn: tuple[PlayerAct, ...]
    """The legal acts of the stack to act. They are public, since they do not depend on cards."""
    past: tuple[PastAct, ...]
    """The earlier acts of the hand, if the caller passed them to `View.from_situation`."""

    @classmethod
    def from_situation(
        cls,
        situation: Situation,
        viewer: int | None,
        past: tuple[PastAct, ...] = (),
    ) -> View:
        """Return what *viewer* may know. Raise `IndexError` if there is no such stack."""
        if not hasattr(type(situation), "outcome"):
            raise BadHand(f"a view is of a Situation, not of {in_short(situation)}")
        # fmt: off
        (
            blinds, round, button, turn, _, running_pot, side_pots, stacks,
            rules, _, price, pot, _, _, _,
        ) = situation.dealer
        # fmt: on
        outcome, cards, totals = situation.outcome, situation.hand_dealer, situation.totals
        if viewer is not None and not (isinstance(viewer, int) and 0 <= viewer < len(stacks)):
            raise IndexError(f"there is no stack {in_short(viewer)}")
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

    def _repr_html_(self) -> str:
        from pokermasa.notebook import html
        from pokermasa.rules.picture import drawn

        return html.page(drawn(self))


def _is_all_in(role: Role) -> bool:
    return role is Role.OLD_ALL_IN or role is Role.NEW_ALL_IN


def _waiting(stacks: tuple[Stack, ...], turn: StackIndex, price: Chips) -> tuple[StackIndex, ...]:
    """Return the stacks that still have to act after *turn* in this round, in order."""
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
    """Return the acts for a viewer whose turn it is not: a check for an all-in player under
    `AllInTurn.CHECK_ONLY`, otherwise none."""
    dealer = situation.dealer
    if (
        viewer is not None
        and not situation.end
        and dealer.rules.all_in_turn is AllInTurn.CHECK_ONLY
        and _is_all_in(dealer.stacks[viewer].role)
    ):
        return (Check(),)
    return ()
