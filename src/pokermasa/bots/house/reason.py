"""Explains a decision in words that name the factors."""

from __future__ import annotations

from collections.abc import Sequence

from pokermasa.bots.house.factors import Factors
from pokermasa.bots.house.option import HouseOption
from pokermasa.bots.house.pushfold import is_short
from pokermasa.rules import Betting, Fold, View

_OFTEN = 0.2  # minimum fold equity that the explanation of a value raise mentions


def reason(
    view: View,
    factors: Factors,
    options: Sequence[HouseOption],
    taken: Sequence[tuple[HouseOption, float]],
    caution: float = 1.0,
) -> str:
    """Return the factors of the decision, then the chosen act. With several acts, the two likeliest
    are named."""
    holding, price, raises = factors.holding, factors.price, factors.earlier.raises
    parts = [holding.words if view.board else f"{holding.words}, {holding.chen} by Chen"]
    chance = f"{factors.chance:.0%} against {opponents(factors.players)}"
    if factors.players > 1:
        chance += f", where {1 / (1 + factors.players):.0%} is a fair share"
    parts.append(chance)
    if raises:
        word = "bet" if view.board else "raised"
        parts.append(f"{word} before us" if raises == 1 else f"{raises} raises before us")
    if price.to_call:
        parts.append(f"the pot lays {price.to_one:.1f} to 1")
    if caution > 1.05:
        parts.append("a chip lost is worth more than a chip won")
    total = sum([weight for _, weight in taken])
    ways = sorted(taken, key=lambda way: -way[1])
    does = [why(view, factors, option, options) for option, _ in ways[:2]]
    if len(ways) > 1:
        does[1] = f"or ({ways[1][1] / total:.0%}) {does[1]}"
    return "; ".join([*parts, *does])


def opponents(players: int) -> str:
    return "their range" if players == 1 else f"the ranges of {players} players"


def why(view: View, factors: Factors, option: HouseOption, options: Sequence[HouseOption]) -> str:
    price = factors.price
    if isinstance(option.act, Fold):
        if any(other.worth > 0 for other in options):
            return "fold, though there is a little to be won: it is a careful player"
        if factors.chance > price.odds:
            return f"fold: staying takes {price.odds:.0%}, and more with bets to come"
        return f"fold, since staying takes {price.odds:.0%}"
    if not option.raises:
        if not option.cost:
            return "check"
        return "call at that price" if option.worth >= 0 else "call, though it costs"
    if is_short(view, price.big_blinds):
        verb = "all in with a short stack"
    else:
        verb = "raise" if view.price else "bet"
        if view.rules.betting is not Betting.FIXED_LIMIT:
            verb += f" {option.cost / view.pot:.1f} pots"
    folds = f"{option.alone:.0%} that everybody folds"
    if option.is_bluff:
        return f"{verb} as a bluff: {folds}"
    called = f"{option.called:.0%} when called"
    return f"{verb} for value: {called}" + (f", {folds}" if option.alone >= _OFTEN else "")
