"""What one stack, or somebody looking on, may know of a hand.

Views are built here and nowhere else, so that no caller can leak a card: a view holds no reference
to the situation it was made from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pokermasa.rules.act import BettingRound, Check, OneWin, PlayerAct, Showdown
from pokermasa.rules.chips import Chips, StackIndex, clockwise
from pokermasa.rules.house import AllInTurn, HouseRules
from pokermasa.rules.stack import Role

if TYPE_CHECKING:
    from pokermasa.cards import Card
    from pokermasa.rules.blinds import Blinds
    from pokermasa.rules.move import Move
    from pokermasa.rules.pot import Pot
    from pokermasa.rules.showdown import Winners
    from pokermasa.rules.situation import Situation


class PlayerView(NamedTuple):
    """One stack as the viewer sees it."""

    index: StackIndex  # type: ignore[assignment]  # the tuple's own index() is of no use here
    role: Role
    total: Chips
    """Chips behind and in front."""
    stack: Chips
    wager: Chips
    last_action: PlayerAct | None
    cards: tuple[Card, Card] | None
    """The viewer's own, or shown; None otherwise."""


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
        dealer = move.before
        index = dealer.turn_to_act
        stack = dealer.stacks[index]
        return cls(
            index,
            dealer.round,
            move.player_act,
            dealer.price,
            stack.recent_wager,
            move.acted_stack.recent_wager,
            dealer.pot,
            stack.stack,
        )


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
        viewer: StackIndex | None,
        past: tuple[PastAct, ...] = (),
    ) -> View:
        dealer, cards = situation.dealer, situation.hand_dealer
        outcome = situation.outcome
        shown = _shown(outcome)
        if viewer is not None:
            if not 0 <= viewer < len(dealer.stacks):
                raise IndexError(f"there is no stack {viewer}")
            shown |= {viewer}
        board: tuple[Card, ...] = ()
        if cards is not None:
            is_shown_down = isinstance(outcome, Showdown)
            round = BettingRound.RIVER if is_shown_down else dealer.round
            board = cards.middle(round).cards
        to_act = None if outcome else dealer.turn_to_act
        is_turn = to_act is not None and viewer == to_act
        acts_of_turn = situation.possible_acts
        return cls(
            viewer=viewer,
            rules=dealer.rules,
            blinds=dealer.blinds,
            round=dealer.round,
            settled=outcome is not None,
            button=dealer.button,
            small_blind=dealer.small_blind,
            big_blind=dealer.big_blind,
            to_act=to_act,
            waiting=() if to_act is None else _waiting(situation),
            remaining=tuple([i for i, s in enumerate(dealer.stacks) if s.role is not Role.FOLDED]),
            all_ins=tuple([i for i, s in enumerate(dealer.stacks) if _is_all_in(s.role)]),
            price=0 if outcome else dealer.price,
            pot=dealer.pot,
            running_pot=dealer.running_pot,
            side_pots=dealer.side_pots,
            board=board,
            players=tuple(
                [
                    PlayerView(
                        i,
                        s.role,
                        s.total,
                        s.stack,
                        s.recent_wager,
                        s.last_action,
                        cards.hands[i] if cards is not None and i in shown else None,
                    )
                    for i, s in enumerate(dealer.stacks)
                ]
            ),
            winners=outcome.winners if outcome else None,
            acts=acts_of_turn if is_turn else _acts_out_of_turn(situation, viewer),
            raises=situation.raises if is_turn else None,
            to_call=situation.legal.to_call if is_turn else 0,
            acts_of_turn=acts_of_turn,
            past=past,
        )


def _shown(outcome: OneWin | Showdown | None) -> frozenset[StackIndex]:
    return outcome.must_show if isinstance(outcome, Showdown) else frozenset()


def _is_all_in(role: Role) -> bool:
    return role is Role.OLD_ALL_IN or role is Role.NEW_ALL_IN


def _waiting(situation: Situation) -> tuple[StackIndex, ...]:
    dealer = situation.dealer
    price = dealer.price
    order = clockwise(dealer.turn_to_act, len(dealer.stacks))[:-1]
    return tuple(
        [
            i
            for i in order
            if dealer.stacks[i].role is Role.INVOLVED
            and (dealer.stacks[i].last_action is None or dealer.stacks[i].recent_wager < price)
        ]
    )


def _acts_out_of_turn(situation: Situation, viewer: StackIndex | None) -> tuple[PlayerAct, ...]:
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
