"""The stakes of a match: house rules, blinds and stacks."""

from __future__ import annotations

from typing import Any, NamedTuple

from pokermasa.rules import Betting, Blinds, Chips, Dealer, HouseRules


class Terms(NamedTuple):
    """Stakes of a match.

    Everybody has the same stack before every hand, and the button is stack 0: the players move
    around the table, not the button.

    >>> Terms().words
    'no limit, blinds 1-2, stacks 200, rules: tda'
    """

    rules: HouseRules = HouseRules.named("tda")
    blinds: Blinds = Blinds(1, 2)
    stack: Chips = 200
    bets: tuple[Chips, Chips] | None = None
    """Small and big bet in fixed limit. None for one and two big blinds."""

    @classmethod
    def of(
        cls,
        rules: HouseRules | str = "tda",
        betting: Betting | str | None = None,
        **others: object,
    ) -> Terms:
        """The terms with these house rules, and with another betting structure if one is given.

        >>> Terms.of("tda", Betting.FIXED_LIMIT, stack=400).words
        'fixed limit, blinds 1-2, stacks 400, rules: tda'
        """
        house = HouseRules.of(rules)
        if betting is not None:
            house = house.but(betting=betting)
        terms = cls(house, **others)  # type: ignore[arg-type]
        return terms._replace(blinds=house.verified_blinds(terms.blinds))

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
