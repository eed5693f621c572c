"""Tournament data of a hand, and the PHH fields that hold it.

>>> hand = TournamentHand(number=31, buy_in=Decimal("1.00"), fee=Decimal("0.10"), currency="USD",
...     level=4, finishes=(Finish(2, 3, Decimal("4.50")),))
>>> hand.buy_in_words
'$1.00+$0.10 USD'
>>> hand.fields(players=3)["_places"]
[0, 0, 3]
>>> TournamentHand.from_fields(hand.fields(players=3)) == hand
True
>>> TournamentHand(7, buy_in=500, fee=50).buy_in_words, TournamentHand(7).buy_in_words
('500+50', 'Freeroll')
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, NamedTuple, TypeAlias

from pokermasa.histories.history import HistoryError
from pokermasa.rules.chips import MOST_CHIPS

Money: TypeAlias = int | Decimal
"""Amount in the currency of the buy-in."""

NUMBER, BUY_IN, PLACES, PRIZES = "_tournament", "_buy_in", "_places", "_prizes"
LEVEL, NAME = "level", "event"
_SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£", "INR": "₹", "CNY": "¥"}
_PART = re.compile(r"[^\d\s+.,]{0,3}(\d{1,12}(?:,\d{3})*(?:\.\d{1,6})?)")


class Finish(NamedTuple):
    """The last hand of a player in a tournament, with place and prize."""

    stack: int
    """Stack index of the player."""
    place: int
    prize: Money = 0


class TournamentHand(NamedTuple):
    number: int | str
    """Tournament number. A text is hashed to a number for formats that require one."""
    buy_in: Money = 0
    """Buy-in without fee and bounty. Buy-in, fee and bounty are 0 in a freeroll."""
    fee: Money = 0
    bounty: Money = 0
    """Part of the buy-in that is paid for knocking this player out."""
    currency: str = ""
    """Currency code of three letters. Empty for play chips."""
    level: int = 1
    name: str = ""
    finishes: tuple[Finish, ...] = ()

    @property
    def symbol(self) -> str:
        return _SYMBOLS.get(self.currency, "")

    def money(self, amount: Money) -> str:
        """Return *amount* as PokerStars writes it: $4.50 or 450.

        >>> TournamentHand(1, currency="EUR").money(4), TournamentHand(1).money(450)
        ('€4.00', '450')
        """
        return f"{self.symbol}{amount:.2f}" if self.symbol or amount % 1 else str(int(amount))

    @property
    def buy_in_words(self) -> str:
        parts = [self.buy_in, self.bounty, self.fee] if self.bounty else [self.buy_in, self.fee]
        if not any(parts):
            return "Freeroll"
        text = "+".join([self.money(part) for part in parts])
        return f"{text} {self.currency}" if self.currency else text

    def fields(self, players: int) -> dict[str, Any]:
        """Return the PHH fields of a `History` for this tournament."""
        fields: dict[str, Any] = {
            NUMBER: self.number,
            BUY_IN: self.buy_in_words,
            LEVEL: self.level,
        }
        if self.name:
            fields[NAME] = self.name
        if self.finishes:
            places, prizes = [0] * players, [Decimal(0)] * players
            for stack, place, prize in self.finishes:
                places[stack], prizes[stack] = place, Decimal(prize)
            fields[PLACES], fields[PRIZES] = places, prizes
        return fields

    @classmethod
    def from_fields(cls, fields: Mapping[str, Any]) -> TournamentHand | None:
        """Return the tournament data in *fields*, or None for a cash game.

        Raises `HistoryError` if places and prizes are malformed.
        """
        if NUMBER not in fields:
            return None
        level = fields.get(LEVEL, 1)
        buy_in, bounty, fee, currency = bought_for(str(fields.get(BUY_IN, "")))
        name = fields.get(NAME, "")
        return cls(
            fields[NUMBER],
            buy_in,
            fee,
            bounty,
            currency,
            level if type(level) is int and 0 < level < 1000 else 1,
            name if isinstance(name, str) else "",
            _finishes(fields.get(PLACES), fields.get(PRIZES)),
        )


def bought_for(text: str) -> tuple[Decimal, Decimal, Decimal, str]:
    """Return buy-in, bounty, fee and currency of a text such as "$4.60+$0.40 USD".

    All amounts are 0 if the text has another form.

    >>> bought_for("$4.60+$4.60+$0.80 USD")
    (Decimal('4.60'), Decimal('4.60'), Decimal('0.80'), 'USD')
    >>> bought_for("Freeroll")
    (Decimal('0'), Decimal('0'), Decimal('0'), '')
    """
    sums, _, currency = text.partition(" ")
    found = [_PART.fullmatch(part) for part in sums.split("+")]
    amounts = [Decimal(part[1].replace(",", "")) for part in found if part]
    if not amounts or len(amounts) != len(found) or len(amounts) > 3:
        return Decimal(0), Decimal(0), Decimal(0), ""
    if len(amounts) == 3:
        buy_in, bounty, fee = amounts
    else:
        buy_in, bounty, fee = amounts[0], Decimal(0), sum(amounts[1:], Decimal(0))
    if not re.fullmatch("[A-Z]{3}", currency):
        currency = next((code for code, sign in _SYMBOLS.items() if text.startswith(sign)), "")
    return buy_in, bounty, fee, currency


def _is_sum(prize: Any) -> bool:
    is_number = type(prize) is int or (isinstance(prize, Decimal) and prize.is_finite())
    return is_number and 0 <= prize <= MOST_CHIPS


def _finishes(places: Any, prizes: Any) -> tuple[Finish, ...]:
    if places is None:
        return ()
    prizes = [0] * len(places) if prizes is None and isinstance(places, list) else prizes
    if not (
        isinstance(places, list | tuple)
        and isinstance(prizes, list | tuple)
        and len(places) == len(prizes)
        and all(type(place) is int and 0 <= place < 1_000_000 for place in places)
        and all(_is_sum(prize) for prize in prizes)
    ):
        raise HistoryError(f"{PLACES}, {PRIZES}: expected a place and a prize for each player")
    return tuple(
        [
            Finish(stack, place, prize)
            for stack, (place, prize) in enumerate(zip(places, prizes, strict=True))
            if place
        ]
    )
