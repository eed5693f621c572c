"""Signs that two accounts may be colluding, as hints for the operator, with figures.

Only information that all players at the table had is used: acts, chips and who sat together. There
are three signs:

- Chips flow one way between two accounts, more than their play against all others explains. What
  honest players win from each other beyond that goes either way, so that the sum over many hands
  stays close to the square root of the sum of squares.
- Each account folds to the other's bets far more often than to those of others. The confidence
  intervals of the two rates are apart.
- Both accounts used the same address recently.

Many pairs are tested, so an event that is rare for one pair is expected for some pair. The reported
chance is therefore the probability that any pair in the whole room shows the sign.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from math import erfc, exp, log10, sqrt
from typing import Any, NamedTuple

from pokermasa.histories.stats import NORMAL_95
from pokermasa.server.storage.archive.rivals import payments

RARE = 0.01
"""Largest chance of a sign: the probability that a room of honest players has such a pair."""
LEAST_CHIPS = 20.0
"""Least unexplained payment between two accounts that counts as a sign, in big blinds."""
LEAST_BETS = 15
"""Least number of bets faced from each other, and from others, for comparing fold rates."""
BEYOND = 0.05
"""Least distance between the confidence intervals of two fold rates."""
CROWD = 5
"""Most accounts of one address that are compared. A larger number means a household, a club or a
provider."""
ADDRESS_WEIGHT = 3.0
MOST = 50

Pair = tuple[int, int]


class BetResponse(NamedTuple):
    """A decision of a player who faced a bet."""

    by: int
    to: int
    """Account of the player who made the bet."""
    folded: bool


class Dealing(NamedTuple):
    """One hand, with the information that all players at the table had."""

    won: Mapping[int, float]
    """Result of each account, in big blinds."""
    people: frozenset[int]
    """Accounts in the hand that are not house bots."""
    decisions: tuple[BetResponse, ...] = ()


class Rate(NamedTuple):
    """How often a player folded to bets, with the 95 % confidence interval (Wilson)."""

    folds: int
    faced: int

    @property
    def value(self) -> float:
        return self.folds / self.faced if self.faced else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """
        >>> low, high = Rate(8, 10).interval
        >>> round(low, 3), round(high, 3)
        (0.49, 0.943)
        """
        if not self.faced:
            return 0.0, 1.0
        n, p, z = self.faced, self.value, NORMAL_95
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.folds} of {self.faced} ({low:.0%} to {high:.0%})"


class SignalReason(NamedTuple):
    kind: str
    """One of `chips`, `folds` and `address`."""
    message: str
    chance: float | None
    """Probability that at least one pair in the room shows such a sign by chance. None for
    `address`."""
    figures: Mapping[str, Any]


class Signal(NamedTuple):
    pair: Pair
    hands: int
    strength: float
    """Sum of the negative decimal logarithms of the chances. A higher value is stronger
    evidence."""
    reasons: tuple[SignalReason, ...]


@dataclass(slots=True)
class _Between:
    """Totals of a pair of accounts, ordered by id."""

    hands: int = 0
    paid: float = 0.0
    """Big blinds that the first account paid to the second, minus those paid back."""
    squares: float = 0.0
    to_second: float = 0.0
    to_first: float = 0.0


@dataclass(slots=True)
class Dealings:
    """Totals of all hands: payments and decisions between each pair of accounts."""

    hands: int = 0
    _between: dict[Pair, _Between] = field(default_factory=lambda: defaultdict(_Between))
    _faced: Counter[Pair] = field(default_factory=Counter)
    _folded: Counter[Pair] = field(default_factory=Counter)

    def add(self, dealing: Dealing) -> None:
        self.hands += 1
        won, people = dealing.won, dealing.people
        for pair in combinations(sorted(people), 2):
            self._between[pair].hands += 1
        for payer, winner, amount in payments(won):
            if payer in people and winner in people:
                is_first = payer < winner
                between = self._between[(payer, winner) if is_first else (winner, payer)]
                between.paid += amount if is_first else -amount
                between.squares += amount * amount
                if is_first:
                    between.to_second += amount
                else:
                    between.to_first += amount
        for by, to, folded in dealing.decisions:
            if by in people:
                self._faced[by, to] += 1
                self._folded[by, to] += folded

    def signals(
        self,
        addresses: Mapping[str, frozenset[int]],
        guests: Collection[int] = (),
    ) -> list[Signal]:
        """Return the strongest signs first.

        *addresses* has the accounts that used each address, and *guests* the unregistered accounts.
        Hands against guests and against accounts of the same address are judged like all others,
        but they are not used to measure how an account plays against others. Otherwise a player
        could hide a sign by losing, or folding, to own guests in the same way.
        """
        shared: dict[Pair, list[int]] = defaultdict(list)
        for accounts in addresses.values():
            # An address of a thousand accounts would give half a million pairs.
            if len(accounts) <= CROWD:
                for pair in combinations(sorted(accounts), 2):
                    shared[pair].append(len(accounts))
        rivals = {
            pair
            for pair in self._between
            if pair not in shared and not any(one in guests for one in pair)
        }
        folds, paid = self._totals(rivals), self._paid(rivals)
        found = []
        for pair, between in self._between.items():
            reasons = [
                *self._chips(pair, between, paid, rivals),
                *self._folds(pair, folds, rivals),
                *_address(shared.get(pair, [])),
            ]
            if reasons:
                strength = sum(_weight(reason) for reason in reasons)
                found.append(Signal(pair, between.hands, round(strength, 1), tuple(reasons)))
        return sorted(found, key=lambda one: (-one.strength, one.pair))[:MOST]

    def _paid(self, rivals: Collection[Pair]) -> dict[int, tuple[float, int]]:
        """Return for each account the sum paid to all rivals, in big blinds, and the number of
        hands."""
        found: dict[int, tuple[float, int]] = defaultdict(lambda: (0.0, 0))
        for first, second in rivals:
            between = self._between[first, second]
            for account, paid in ((first, between.paid), (second, -between.paid)):
                before, met = found[account]
                found[account] = before + paid, met + between.hands
        return found

    def _pairs_like(self, pair: Pair, rivals: Collection[Pair]) -> int:
        """Return the number of pairs that are tested for a sign like this one.

        Pairs with guests do not make a sign between registered accounts less likely.
        """
        return len(rivals) if pair in rivals else len(self._between)

    def _chips(
        self,
        pair: Pair,
        between: _Between,
        all_paid: Mapping[int, tuple[float, int]],
        rivals: Collection[Pair],
    ) -> Iterable[SignalReason]:
        if not between.squares:
            return
        first_pays = between.paid > 0
        payer, winner = pair if first_pays else pair[::-1]
        net = abs(between.paid)
        # A weak player pays all others, and a strong one is paid by all.
        expected = 0.0
        for account, to_the_other in ((payer, net), (winner, -net)):
            paid, met = all_paid[account]
            if pair in rivals:
                paid, met = paid - to_the_other, met - between.hands
            rate = paid / met if met else 0.0
            expected += between.hands * (rate if account == payer else -rate)
        excess = net - max(0.0, expected)
        if excess < LEAST_CHIPS:
            return
        # Upper bound for amounts that are equally likely to go either way, whatever their
        # distribution (Hoeffding).
        chance = min(
            1.0, exp(-(excess**2) / (2 * between.squares)) * self._pairs_like(pair, rivals)
        )
        if chance < RARE:
            paid, back = between.to_second, between.to_first
            paid, back = (paid, back) if first_pays else (back, paid)
            text = f"{paid:.0f} big blinds went to the other and {back:.0f} came back"
            text += f", of which {max(0.0, expected):.0f} could be expected"
            figures = {
                "from": payer,
                "to": winner,
                "paid": round(paid, 1),
                "back": round(back, 1),
                "expected": round(max(0.0, expected), 1),
            }
            yield SignalReason("chips", text, chance, figures)

    def _totals(self, rivals: Collection[Pair]) -> dict[int, Rate]:
        """Return how often each account folded to bets of its rivals and of house bots."""
        faced: Counter[int] = Counter()
        folded: Counter[int] = Counter()
        for (by, to), number in self._faced.items():
            pair = (min(by, to), max(by, to))
            if pair in rivals or pair not in self._between:
                faced[by] += number
                folded[by] += self._folded[by, to]
        return {by: Rate(folded[by], faced[by]) for by in faced}

    def _folds(
        self, pair: Pair, totals: Mapping[int, Rate], rivals: Collection[Pair]
    ) -> Iterable[SignalReason]:
        """Yield a sign if both fold to each other more often than to others.

        One direction alone is no sign: players fold often to a good player.
        """
        sides = []
        for by, to in (pair, pair[::-1]):
            rate = Rate(self._folded[by, to], self._faced[by, to])
            total = totals.get(by, Rate(0, 0))
            others = total
            if pair in rivals:
                others = Rate(total.folds - rate.folds, total.faced - rate.faced)
            if min(rate.faced, others.faced) < LEAST_BETS:
                return
            if rate.interval[0] < others.interval[1] + BEYOND:
                return
            sides.append((rate, others))
        chance = max(_chance(rate, others) for rate, others in sides)
        chance *= self._pairs_like(pair, rivals)
        if chance >= RARE:
            return
        (first, others), (second, their_others) = sides
        text = (
            f"folded to each other's bets {first} and {second}; "
            f"to those of others {others} and {their_others}"
        )
        figures = {
            "first": [*first],
            "second": [*second],
            "first_to_others": [*others],
            "second_to_others": [*their_others],
        }
        yield SignalReason("folds", text, chance, figures)


def _chance(rate: Rate, others: Rate) -> float:
    """Return the probability that two equal rates would differ by this much (one-sided z-test)."""
    together = (rate.folds + others.folds) / (rate.faced + others.faced)
    spread = sqrt(together * (1 - together) * (1 / rate.faced + 1 / others.faced))
    return erfc((rate.value - others.value) / spread / sqrt(2)) / 2 if spread else 1.0


def _address(shared: list[int]) -> Iterable[SignalReason]:
    """Yield a sign if both used the same address. *shared* has the number of accounts of each
    address that both have used."""
    if shared:
        least = min(shared)
        others = f", which {least} accounts used" if least > 2 else ", which nobody else used"
        addresses = "the same address" if len(shared) == 1 else f"{len(shared)} same addresses"
        figures = {"addresses": len(shared), "accounts": least}
        yield SignalReason("address", f"came from {addresses}{others}", None, figures)


def _weight(reason: SignalReason) -> float:
    return ADDRESS_WEIGHT if reason.chance is None else -log10(max(reason.chance, 1e-300))
