"""A bot's strategy in one situation for all possible hands. Local best response and AIVAT need
it."""

from __future__ import annotations

from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np

from pokermasa.batch.array import Floats
from pokermasa.batch.combo import combos
from pokermasa.bots.bot import Bot, MixedAct
from pokermasa.cards import Card
from pokermasa.rules import PlayerAct, View, as_all_in


class Policy(NamedTuple):
    acts: tuple[PlayerAct, ...]
    chances: Floats
    """Probabilities of the acts as an array [1326, acts]. Each row adds up to one. Rows of hands
    that contain a board card are zero."""

    def place(self, view: View, act: PlayerAct) -> int | None:
        """Return the index of *act* in `acts`, or None if it is not among them. A raise of all
        chips and going all in count as the same act."""
        for place, known in enumerate(self.acts):
            if act in (known, as_all_in(view, known)):
                return place
        return None


@runtime_checkable
class Open(Protocol):
    """A bot that can state its strategy for all hands. The strategy must not depend on the hole
    cards of the player to act."""

    def policy(self, view: View) -> Policy: ...


def policy_of(bot: Bot, view: View) -> Policy:
    """Return the bot's own policy if it is `Open`. Otherwise derive the policy by calling `choose`
    for every hand."""
    return bot.policy(view) if isinstance(bot, Open) else asked(bot, view)


def possible(view: View) -> Floats:
    """Return an array [1326] that is 1 for hands without a board card and 0 for the others."""
    on = np.zeros(52, bool)
    on[[card.number for card in view.board]] = True
    return (~(on[combos().high] | on[combos().low])).astype(np.float64)


def holding(view: View, hand: int) -> View:
    """Return *view* with the hole cards of the player to act replaced by those of *hand*."""
    index = view.to_act
    assert index is not None
    cards = (Card.from_number(int(combos().high[hand])), Card.from_number(int(combos().low[hand])))
    players = list(view.players)
    players[index] = players[index]._replace(cards=cards)
    return view._replace(players=tuple(players))


def asked(bot: Bot, view: View) -> Policy:
    """Derive the policy by calling `choose` for each hand. This is correct only for bots whose
    answer depends on the view alone."""
    there = possible(view)
    columns: dict[PlayerAct, Floats] = {}
    for hand in np.flatnonzero(there):
        answer = bot.choose(holding(view, int(hand)))
        acts = answer.acts if isinstance(answer, MixedAct) else ((answer, 1.0),)
        total = sum(weight for _, weight in acts)
        for act, weight in acts:
            columns.setdefault(act, np.zeros(len(there)))[hand] += weight / total
    return Policy(tuple(columns), np.stack([*columns.values()], axis=1))
