"""A hand in one line and as a drawing of the table, for `repr` and for notebooks.

Hidden cards are never in either. A `Situation` holds every card of the hand, also in the notebook
of the program that dealt them; what is drawn of it is what a spectator may know. Whoever wants to
see a player's own cards draws the `View` of that player. This module is loaded when the first line
or drawing is made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pokermasa.notebook.felt import SeatDrawing, felt
from pokermasa.rules.act import PlayerAct
from pokermasa.rules.stack import Role

if TYPE_CHECKING:
    from pokermasa.cards import Card
    from pokermasa.rules.dealer import Dealer
    from pokermasa.rules.situation import Situation
    from pokermasa.rules.view import PlayerView, View

_WORDS = {"FO": "fold", "CH": "check", "CA": "call", "AC": "all in", "AH": "all in", "AF": "all in"}


def dealer_line(dealer: Dealer, board: Sequence[Card] = ()) -> str:
    """Return where a hand stands, without looking at any hole card.

    >>> from pokermasa.rules import Blinds, Dealer
    >>> dealer_line(Dealer.start([200, 200, 60], button=0, blinds=Blinds(1, 2)))
    'preflop, pot 3, 3 of 3 left, stack 0 to act'
    """
    stacks, turn = dealer.stacks, dealer.turn_to_act
    left = sum([stack.role is not Role.FOLDED for stack in stacks])
    parts = [
        " ".join([dealer.round.name.lower(), *map(str, board)]),
        f"pot {dealer.pot}",
        f"{left} of {len(stacks)} left",
    ]
    if 0 <= turn < len(stacks) and left > 1 and stacks[turn].role is Role.INVOLVED:
        parts.append(f"stack {turn} to act")
    return ", ".join(parts)


def situation_line(situation: Situation) -> str:
    """Return where a hand stands, and who has won if it is over."""
    dealer = situation.dealer
    is_shown_down = situation.showdown
    board = public_board(situation)
    if not (situation.one_win or is_shown_down):
        return dealer_line(dealer, board)
    parts = ["over", "showdown" if is_shown_down else "all others folded", f"pot {dealer.pot}"]
    result = situation.outcome.result if situation.outcome else None
    if result is not None:
        won: dict[int, int] = {}
        for pot in result.pots:
            for index, chips in zip(pot.involved, pot.shares, strict=True):
                won[index] = won.get(index, 0) + chips
        parts += [f"stack {index} gets {chips}" for index, chips in won.items()]
    return ", ".join([*parts, *([" ".join(map(str, board))] if board else [])])


def public_board(situation: Situation) -> tuple[Card, ...]:
    """Return the board cards that lie on the table."""
    cards = situation.hand_dealer
    if cards is None:
        return ()
    return cards.board if situation.showdown else cards.middle(situation.round).cards


def drawn(
    view: View,
    names: Sequence[str] = (),
    *,
    hands: Sequence[Sequence[Card | None] | None] | None = None,
    board: Sequence[Card] | None = None,
    seats: Sequence[int | None] | None = None,
    chips: Callable[[int], str] = "{:,}".format,
    text: str = "",
) -> str:
    """Return a drawing of what the viewer may know.

    *names* are by stack index. *hands* and *board* replace the cards of the view, for a hand that
    was recorded with its cards. *seats* are the stack indexes by place, None for a free one.
    *chips* writes an amount. *text* replace the pot.
    """
    order = range(len(view.players)) if seats is None else seats
    places = [
        None if index is None else _seat(view, view.players[index], names, hands, chips)
        for index in order
    ]
    lying = [str(card) for card in (view.board if board is None else board)]
    return felt(places, lying, text or _result(view, names) or f"pot {chips(view.pot)}")


def _name(index: int, names: Sequence[str]) -> str:
    return names[index] if index < len(names) else f"stack {index}"


def _seat(
    view: View,
    player: PlayerView,
    names: Sequence[str],
    hands: Sequence[Sequence[Card | None] | None] | None,
    chips: Callable[[int], str],
) -> SeatDrawing:
    index, role, _, stack, wager, act, known = player
    cards = known if hands is None else hands[index]
    texts = [None, None] if cards is None else [None if c is None else str(c) for c in cards]
    folded = role is Role.FOLDED
    after = view.winners.stacks[index] if view.winners else stack
    marks = {view.big_blind: "BB", view.small_blind: "SB", view.button: "D"}
    return SeatDrawing(
        name=_name(index, names),
        stack=chips(after),
        cards=[] if folded and None in texts else texts,
        wager="" if view.settled or not wager else chips(wager),
        act=_act(act) or ("all in" if role in (Role.OLD_ALL_IN, Role.NEW_ALL_IN) else ""),
        mark=marks.get(index, ""),
        folded=folded,
        to_act=index == view.to_act,
    )


def _act(act: PlayerAct | None) -> str:
    return "" if act is None else _WORDS.get(act.code, "raise")


def _result(view: View, names: Sequence[str]) -> str:
    if view.winners is None:
        return ""
    gains = [
        f"{_name(player.index, names)} +{after - player.total:,}"
        for player, after in zip(view.players, view.winners.stacks, strict=True)
        if after > player.total
    ]
    return ", ".join(gains)
