"""Tests of the sliders: measured behaviour at the table increases with them."""

from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from pokermasa.arena.hand import BotTable
from pokermasa.arena.terms import Terms
from pokermasa.bots.named import named
from pokermasa.cards import Deck
from pokermasa.equity.against import board_strengths, combo_of
from pokermasa.rules import AllIn, BettingRound, Call, HandDealer

pytestmark = pytest.mark.sampled(2)

HANDS = 120
RIVALS = ("basic", "caller", "house:robot")
WEAK = 0.4


class Style(NamedTuple):
    played: float
    """Share of hands in which the bot put in chips voluntarily."""
    aggression: float
    """Number of raises for each call."""
    bluffs: float
    """Share of bets and raises with hands that beat less than four in ten, among the opportunities.
    """


@cache
def style(options: str, seed: int) -> Style:
    """Measure a house bot among a tight player, a caller and an average player."""
    played, raises, calls, bluffs, weak = set(), 0, 0, 0, 0
    hand = seat = 0

    def watch(stack: Any, view: Any, ruling: Any) -> None:
        nonlocal raises, calls, bluffs, weak
        if stack != seat:
            return
        me, act = view.players[stack], ruling.act
        raised = act.raises or (act == AllIn() and me.reach > view.price)
        called = act == Call() or (act == AllIn() and not raised)
        raises, calls = raises + raised, calls + called
        if view.round is BettingRound.PREFLOP:
            if raised or called:
                played.add(hand)
        elif view.raises:
            board = tuple(card.number for card in view.board)
            strength = board_strengths(board).strength[
                combo_of(*[card.number for card in me.cards])
            ]
            if strength < WEAK:
                weak, bluffs = weak + 1, bluffs + raised

    bots = [named(f"house:{options}").make(1), *[named(rival).make(1) for rival in RIVALS]]
    players = len(bots)
    for hand in range(HANDS):
        order = [(place + hand) % players for place in range(players)]
        seat = order.index(0)
        names = [str(bot) for bot in order]
        table = BotTable(
            names, [bots[bot] for bot in order], Random(1000 * seed + hand), watch=watch
        )
        cards = HandDealer.deal(Deck.shuffled(Random(f"{seed} {hand}")), players)
        table.play(Terms().opening(players), cards)
    return Style(len(played) / HANDS, raises / max(1, calls), bluffs / max(1, weak))


def low_middle_high(slider: str, seed: int) -> tuple[Style, Style, Style]:
    return style(f"{slider}=0", seed), style("", seed), style(f"{slider}=1", seed)


@pytest.mark.sampled(2)
@pytest.mark.statement("S004-25")
@pytest.mark.parametrize("seed", [1, 2])
def test_a_tighter_bot_plays_fewer_hands(seed: int) -> None:
    loose, middle, tight = (each.played for each in low_middle_high("tightness", seed))
    assert loose > middle + 0.1 > tight + 0.2


@pytest.mark.sampled(2)
@pytest.mark.statement("S004-25")
@pytest.mark.parametrize("seed", [1, 2])
def test_a_more_aggressive_bot_raises_more(seed: int) -> None:
    passive, middle, aggressive = (each.aggression for each in low_middle_high("aggression", seed))
    assert 2 * passive < middle < 0.8 * aggressive


@pytest.mark.sampled(2)
@pytest.mark.statement("S004-27")
@pytest.mark.parametrize("seed", [1, 2])
def test_a_bot_with_a_higher_bluff_setting_bluffs_more(seed: int) -> None:
    never, middle, often = (each.bluffs for each in low_middle_high("bluffing", seed))
    assert never <= middle < often - 0.1
