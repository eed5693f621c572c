"""Statistics of one opponent, starting from the habits of an average player.

Each habit is counted at three levels of detail: all spots before or after the flop, spots of the
same kind, and spots of the same kind with a similar bet size. The estimate of a wider level is the
prior of the next narrower one. Few observations therefore already help, and many give precise
estimates.
"""

from __future__ import annotations

from collections import defaultdict
from math import exp, log
from typing import NamedTuple

from pokermasa.bots.house.spot import Spot

_TRUST = (4.0, 8.0, 12.0)  # number of acts after which a count weighs as much as its prior
_USUAL_HONESTY = 0.85
_SURE = 6.0  # limit of the honesty estimate, in log odds
_USUAL_BLUFFS, _BLUFF_TRUST = (0.06, 0.22), 8.0  # prior before and after the flop, its weight


class Habit:
    """Counts of how often an act was possible, how often it was done, and how often it is usual."""

    __slots__ = ("chances", "times", "usual")

    def __init__(self) -> None:
        self.chances = 0
        self.times = 0
        self.usual = 0.0

    def count(self, done: bool, usual: float) -> None:
        self.chances += 1
        self.times += done
        self.usual += usual

    def shift(self, trust: float, wider: float) -> float:
        """Return how far the player deviates from the usual frequency, as a difference in log
        odds."""
        if not self.chances:
            return wider
        begin = _probability(_log_odds(self.usual / self.chances) + wider)
        rate = (self.times + trust * begin) / (self.chances + trust)
        return wider + _log_odds(rate) - _log_odds(begin)


class Habits:
    """Frequencies of one kind of act of a player in all kinds of spots."""

    __slots__ = ("_counts", "_shifts")

    def __init__(self) -> None:
        self._counts: defaultdict[object, Habit] = defaultdict(Habit)
        self._shifts: dict[object, float] = {}

    def count(self, spot: Spot, done: bool, usual: float) -> None:
        for kind in _kinds(spot):
            self._counts[kind].count(done, usual)
        self._shifts.clear()

    def part(self, spot: Spot, usual: float, adaptivity: float) -> float:
        """Return the estimated probability that the player does this in *spot*."""
        if not 0 < usual < 1 or adaptivity == 0:
            return usual
        key = spot.key
        shift = self._shifts.get(key)
        if shift is None:
            shift = 0.0
            for kind, trust in zip(_kinds(spot), _TRUST, strict=True):
                if kind in self._counts:
                    shift = self._counts[kind].shift(trust / adaptivity, shift)
            self._shifts[key] = shift
        return _probability(_log_odds(usual) + shift)


class Portrait(NamedTuple):
    """The description of an opponent as in document 004, with values from 0 to 1 and the number of
    hands seen."""

    tightness: float
    aggression: float
    bluffing: float
    hands: int


class Opponent:
    def __init__(self, adaptivity: float = 1.0) -> None:
        self.adaptivity = adaptivity
        self.hands = 0
        self._folds = Habits()
        self._raises = Habits()
        self._tells = [
            0.0,
            0.0,
        ]  # estimates before and after the flop of how much the acts depend on the cards
        self._bluffs, self._raises_shown = 0, 0
        self._entered = Habit()
        self._acts = Habit()

    # Estimates

    def fold(self, spot: Spot) -> float:
        folds = self._folds.part(spot, spot.usual_fold, self.adaptivity)
        # Regardless of the statistics, few players fold to one more raise in a raising war.
        return min(folds, 2 * spot.odds) if spot.raises > 1 else folds

    def fold_and_raise(self, spot: Spot) -> tuple[float, float]:
        """Return the probabilities of folding and of raising."""
        fold = self.fold(spot)
        return fold, (1 - fold) * self._raises.part(spot, spot.usual_raise, self.adaptivity)

    def honesty(self, round: int) -> float:
        """Return how much the player's acts depend on the cards, from 0.03 to 0.97."""
        tell = self._tells[round > 0] * self.adaptivity
        return min(0.97, max(0.03, _probability(_log_odds(_USUAL_HONESTY) + tell)))

    def bluff(self, round: int) -> float:
        """Return the estimated share of raises made with weak hands."""
        seen = self.adaptivity
        return (_USUAL_BLUFFS[round > 0] * _BLUFF_TRUST + seen * self._bluffs) / (
            _BLUFF_TRUST + seen * self._raises_shown
        )

    @property
    def portrait(self) -> Portrait:
        """Tightness, aggression and bluffing of this opponent, as a player would describe them.

        >>> Opponent().portrait
        Portrait(tightness=0.7, aggression=0.3, bluffing=0.22, hands=0)
        """
        enters = (self._entered.times + 0.3 * 8) / (self._entered.chances + 8)
        raises = (self._acts.times + 0.3 * 8) / (self._acts.chances + 8)
        return Portrait(round(1 - enters, 2), round(raises, 2), round(self.bluff(1), 2), self.hands)

    # Observations

    def acted(self, spot: Spot, folds: bool, raises: bool, may_raise: bool) -> None:
        if spot.odds > 0:
            self._folds.count(spot, folds, spot.usual_fold)
        if not folds and may_raise:
            self._raises.count(spot, raises, spot.usual_raise)
            self._acts.count(raises, 0.3)

    def played(self, entered: bool) -> None:
        """Records a finished hand. *entered* is true if the player put chips in before the flop
        voluntarily."""
        self.hands += 1
        self._entered.count(entered, 0.3)

    def showed(self, round: int, likelier: float) -> None:
        """Records an act whose cards were shown later. *likelier* is the likelihood ratio of these
        cards for an honest player."""
        evidence = self._tells[round > 0] + max(-1.0, min(1.0, 0.6 * log(max(likelier, 1e-3))))
        # The estimate is limited so that a few surprises can still change it.
        self._tells[round > 0] = max(-_SURE, min(_SURE, evidence))

    def showed_raise(self, bluff: bool) -> None:
        self._raises_shown += 1
        self._bluffs += bluff


def _kinds(spot: Spot) -> tuple[object, object, object]:
    round, level, size = spot.key
    return (round > 0, level > 1), (round, level, size > 0), (round, level, size)


def _log_odds(probability: float) -> float:
    probability = min(0.999, max(0.001, probability))
    return log(probability / (1 - probability))


def _probability(log_odds: float) -> float:
    return 1 / (1 + exp(-log_odds))
