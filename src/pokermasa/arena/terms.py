"""The stakes of a match: house rules, blinds and stacks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pokermasa.rules import Betting, Blinds, Chips, Dealer, HouseRules

TDA, ONE_TWO = HouseRules.named("tda"), Blinds(1, 2)


@dataclass(frozen=True, slots=True)
class Terms:
    """Stakes of a match.

    Everybody has the same stack before every hand, and the button is stack 0: the players move
    around the table, not the button. The rules may be given by name, and the blinds as two numbers.

    >>> Terms().words
    'no limit, blinds 1-2, stacks 200, rules: tda'
    """

    rules: HouseRules = TDA
    blinds: Blinds = ONE_TWO
    stack: Chips = 200
    bets: tuple[Chips, Chips] | None = None
    """Small and big bet in fixed limit. None for one and two big blinds."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", HouseRules.resolve(self.rules))
        object.__setattr__(self, "blinds", self.rules.verified_blinds(self.blinds))
        self.opening(2)  # refuses stacks and bets that cannot be played

    @classmethod
    def for_rules(
        cls,
        rules: HouseRules | str = "tda",
        betting: Betting | str | None = None,
        **others: object,
    ) -> Terms:
        """The terms with these house rules, and with another betting structure if one is given.

        >>> Terms.for_rules("tda", Betting.FIXED_LIMIT, stack=400).words
        'fixed limit, blinds 1-2, stacks 400, rules: tda'
        """
        house = HouseRules.resolve(rules)
        if betting is not None:
            house = house.replace(betting=betting)
        return cls(house, **others)  # type: ignore[arg-type]

    def opening(self, players: int) -> Dealer:
        return Dealer.start([self.stack] * players, 0, self.blinds, self.rules, bets=self.bets)

    @property
    def words(self) -> str:
        small, big, ante, _ = self.blinds
        antes = f" ante {ante}" if ante else ""
        rules = self.rules.name.partition(", betting=")[0]
        return (
            f"{self.rules.betting}, blinds {small}-{big}{antes}, stacks {self.stack:,}, "
            f"rules: {rules}"
        )

    def as_json(self) -> dict[str, Any]:
        return {
            "rules": self.rules.name,
            "betting": self.rules.betting,
            "blinds": self.blinds._asdict(),
            "stack": self.stack,
            "bets": self.bets,
        }
