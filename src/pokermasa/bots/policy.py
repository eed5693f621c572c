"""What a bot would do with every hand at once: the base of local best response and of AIVAT."""

from __future__ import annotations

from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np

from pokermasa.batch.array import Floats
from pokermasa.batch.combo import combos
from pokermasa.bots.bot import Bot, Choice
from pokermasa.cards import Card
from pokermasa.rules import PlayerAct, View, as_all_in


class Policy(NamedTuple):
    acts: tuple[PlayerAct, ...]
    chances: Floats
    """[1326, acts]: each row adds up to one; rows of hands that cannot be held there are zero."""

    def place(self, view: View, act: PlayerAct) -> int | None:
        """Of an act that was done there, among these; None where it is not. A raise of all chips is
        one with going all in."""
        for place, known in enumerate(self.acts):
            if act in (known, as_all_in(view, known)):
                return place
        return None


@runtime_checkable
class Open(Protocol):
    """A bot that says beforehand what it would do. The answer does not change with the cards of
    the one to act: everybody could ask."""

    def policy(self, view: View) -> Policy: ...


def policy_of(bot: Bot, view: View) -> Policy:
    """Of a bot that has one, or that answers by the view alone."""
    return bot.policy(view) if isinstance(bot, Open) else asked(bot, view)


def possible(view: View) -> Floats:
    """[1326]: 1 where neither card is on the board."""
    on = np.zeros(52, bool)
    on[[card.number for card in view.board]] = True
    return (~(on[combos().high] | on[combos().low])).astype(np.float64)


def holding(view: View, hand: int) -> View:
    """As if the one to act held that hand."""
    index = view.to_act
    assert index is not None
    cards = (Card.of(int(combos().high[hand])), Card.of(int(combos().low[hand])))
    players = list(view.players)
    players[index] = players[index]._replace(cards=cards)
    return view._replace(players=tuple(players))


def asked(bot: Bot, view: View) -> Policy:
    """By asking for each hand in turn: for bots whose answer depends on nothing but the view."""
    there = possible(view)
    columns: dict[PlayerAct, Floats] = {}
    for hand in np.flatnonzero(there):
        answer = bot.choose(holding(view, int(hand)))
        acts = answer.acts if isinstance(answer, Choice) else ((answer, 1.0),)
        total = sum(weight for _, weight in acts)
        for act, weight in acts:
            columns.setdefault(act, np.zeros(len(there)))[hand] += weight / total
    return Policy(tuple(columns), np.stack([*columns.values()], axis=1))
