"""Tests of the bot `basic`: it compares Chen points with its tightness."""

import pytest

from pokermasa.bots import Basic
from pokermasa.rules import Fold
from pokermasa.strength.hand_class import COMBOS
from tests.bots.spots import view_after


def played(tightness: float) -> float:
    """Return the share of hands that the bot does not fold on the button, six-handed."""
    bot, stays, seen = Basic(tightness), 0, 0
    for combo in COMBOS[::7]:
        hands = [None, None, None, f"{combo[0]}{combo[1]}", None, None]
        stays += bot.choose(view_after("", hands, board="")) != Fold()
        seen += 1
    return stays / seen


@pytest.mark.statement("S004-25")
def test_a_tighter_basic_bot_plays_fewer_hands() -> None:
    parts = [played(tightness / 10) for tightness in range(11)]
    assert parts == sorted(parts, reverse=True)
    assert parts[0] == 1
    assert 0.05 < parts[5] < 0.2
    assert parts[10] < 0.02


@pytest.mark.parametrize("tightness", [-0.1, 1.1])
def test_tightness_outside_its_limits_is_refused(tightness: float) -> None:
    with pytest.raises(ValueError, match="from 0 to 1"):
        Basic(tightness)
