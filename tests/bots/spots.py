"""Situations in the middle of a hand, for tests of bots."""

from typing import Any

from pokermasa.cards import Card
from pokermasa.notation import uci
from pokermasa.rules import Blinds, Dealer, HandDealer, PastAct, Situation, View


def situation_after(
    acts: str,
    hands: list[list[Card]],
    board: list[Card] | str,
    stacks: Any = None,
    rules: str = "tda",
    blinds: tuple[int, int] = (1, 2),
    button: int = 0,
) -> tuple[Situation, tuple[()]]:
    """Return the situation after *acts*, from the first player to act on, and the recorded past."""
    stacks = stacks or [200] * len(hands)
    dealer = Dealer.start(stacks, button, Blinds(*blinds), rules)
    situation, past = Situation(dealer, HandDealer(hands, board)), ()
    for act in acts.split():
        move = situation.move(uci.read(act))
        past += (PastAct.from_move(move),)  # type: ignore[assignment]
        situation = move.situation_after
    return situation, past


def view_after(
    acts: Any, hands: list[Any], board: Any = "2c 7d 9h Js Qd", viewer: Any = None, **options: Any
) -> View:
    """Return the view of the stack to act, or of *viewer*."""
    situation, past = situation_after(acts, hands, board, **options)
    return View.from_situation(
        situation, situation.dealer.turn_to_act if viewer is None else viewer, past
    )
