"""What is paid before the cards: blinds, antes and posts."""

from collections.abc import Sequence
from typing import NamedTuple

from pokermasa.rules.chips import MOST_CHIPS, Chips
from pokermasa.rules.refusal import BadHand, in_short


class Blinds(NamedTuple):
    small: Chips
    big: Chips
    ante: Chips = 0
    big_blind_ante: bool = False
    """The big blind pays the ante, once, for everybody."""

    @classmethod
    def of(cls, big: Chips) -> "Blinds":
        """Document 001 keeps one number: the big blind. The small one is half.

        >>> Blinds.of(10)
        Blinds(small=5, big=10, ante=0, big_blind_ante=False)
        """
        return cls(big // 2, big)

    @classmethod
    def read(cls, blinds: "Blinds | Sequence[Chips] | Chips") -> "Blinds":
        """Blinds as they were given, or the big blind alone; refused if they cannot be posted.

        >>> Blinds.read(10) == Blinds.read((5, 10)) == Blinds(5, 10)
        True
        """
        if type(blinds) is int:
            return cls.of(blinds).verified()
        if not isinstance(blinds, tuple | list) or not 2 <= len(blinds) <= 4:
            words = "blinds are Blinds(5, 10), (5, 10), (5, 10, ante) or the big blind, 10"
            raise BadHand(f"{words}; not {in_short(blinds)}")
        return (blinds if type(blinds) is cls else cls(*blinds)).verified()

    def verified(self) -> "Blinds":
        """These blinds, if they can be posted."""
        for amount in self[:3]:
            if type(amount) is not int or not 0 <= amount <= MOST_CHIPS:
                raise BadHand(f"blinds and antes are whole numbers of chips, not {amount!r}")
        if self.big < 1:
            raise BadHand("the big blind is at least 1")
        if self.small > self.big:
            raise BadHand(f"the small blind ({self.small}) is not more than the big ({self.big})")
        # Who pays no ante does not matter; one value for one meaning.
        return self if self.ante else self._replace(big_blind_ante=False)


class Post(NamedTuple):
    """What one stack puts in before the cards, where positions do not say it."""

    live: Chips = 0
    """Counts as its wager: a blind, a straddle, a newcomer's post."""
    dead: Chips = 0
    """Straight into the pot: a missed small blind."""
    late: bool = False
    """A live post out of position (a newcomer's): it does not decide who acts first."""
