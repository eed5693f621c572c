"""Forced bets that are paid before the cards are dealt: blinds, antes and posts."""

from collections.abc import Sequence
from typing import NamedTuple

from pokermasa.rules.chips import MOST_CHIPS, Chips
from pokermasa.rules.refusal import BadHand, in_short


class Blinds(NamedTuple):
    """The forced bets of a hand, in chips.

    >>> Blinds(1, 2), Blinds(5, 10, ante=1).ante
    (Blinds(small=1, big=2, ante=0, big_blind_ante=False), 1)
    """

    small: Chips
    big: Chips
    ante: Chips = 0
    big_blind_ante: bool = False
    """Whether the big blind pays one ante for the whole table. Otherwise every stack pays one."""

    @classmethod
    def from_big_blind(cls, big: Chips) -> "Blinds":
        """Return the blinds with this big blind and half of it, rounded down, as the small blind.

        >>> Blinds.from_big_blind(10)
        Blinds(small=5, big=10, ante=0, big_blind_ante=False)
        """
        if type(big) is not int:
            raise BadHand(f"the big blind is a whole number of chips, not {in_short(big)}")
        return cls(big // 2, big)

    @classmethod
    def read(cls, blinds: "Blinds | Sequence[Chips] | Chips") -> "Blinds":
        """Convert a big blind, or a sequence (small, big, ante, big_blind_ante), to `Blinds`.

        Raise `BadHand` if the amounts are not valid (see `verified`).

        >>> Blinds.read(10) == Blinds.read((5, 10)) == Blinds(5, 10)
        True
        """
        if type(blinds) is int:
            return cls.from_big_blind(blinds).verified()
        if not isinstance(blinds, tuple | list) or not 2 <= len(blinds) <= 4:
            expected = "Blinds(5, 10), (5, 10), (5, 10, ante) or the big blind, 10"
            raise BadHand(f"blinds must be {expected}, not {in_short(blinds)}")
        return (blinds if type(blinds) is cls else cls(*blinds)).verified()

    def verified(self) -> "Blinds":
        """Return these blinds if they are valid, or raise `BadHand`.

        Amounts are whole numbers of chips, the big blind is at least 1, and the small blind is not
        larger than the big blind.
        """
        for amount in self[:3]:
            if type(amount) is not int or not 0 <= amount <= MOST_CHIPS:
                raise BadHand(f"blinds and antes must be whole numbers of chips, not {amount!r}")
        if self.big < 1:
            raise BadHand("the big blind must be at least 1")
        if self.small > self.big:
            raise BadHand(
                f"the small blind ({self.small}) must not be larger than the big ({self.big})"
            )
        # Without an ante the flag has no meaning. It is cleared so that equal blinds compare equal.
        is_plain = self.ante or self.big_blind_ante is False
        return self if is_plain else self._replace(big_blind_ante=False)


def verified_bets(bets: Sequence[Chips]) -> tuple[Chips, Chips]:
    """Return the bets of fixed limit. Raise `BadHand` if they are not valid.

    >>> verified_bets((4, 2))
    Traceback (most recent call last):
        ...
    pokermasa.rules.refusal.BadHand: bets must be a smaller and a larger one, not (4, 2)
    """
    is_pair = isinstance(bets, tuple | list) and len(bets) == 2
    if not is_pair or any(type(bet) is not int for bet in bets):
        expected = "bets must be a smaller and a larger one, as in (2, 4)"
        raise BadHand(f"{expected}, not {in_short(bets)}")
    small, large = bets
    if not 0 < small <= large <= MOST_CHIPS:
        raise BadHand(f"bets must be a smaller and a larger one, not {in_short(bets)}")
    return small, large


class Post(NamedTuple):
    """A forced bet of one stack that does not follow from its position at the table.

    >>> Post(live=2, dead=1)
    Post(live=2, dead=1, late=False)
    """

    live: Chips = 0
    """Chips that count as the stack's wager: a blind, a straddle, or the post of a new player."""
    dead: Chips = 0
    """Chips that go directly into the pot: a small blind that the player missed earlier."""
    late: bool = False
    """Whether a new player pays the live chips. Such a post does not change who acts first."""
