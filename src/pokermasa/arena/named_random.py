"""Random numbers that depend on a seed and a name.

Each deal and each bot uses a name of its own, so that no two share random numbers.
"""

from __future__ import annotations

from hashlib import blake2b

from pokermasa.cards import CARDS, Deck
from pokermasa.rules import HandDealer
from pokermasa.rules.hand_dealer import BOARD_CARDS, HAND_CARDS


class NamedRandom:
    """A source of random numbers for one name. Equal words give equal numbers on every machine.

    >>> source = NamedRandom(1, "house v caller")
    >>> source.seed("dice", 7)
    2969073064112301812
    >>> " ".join(map(str, source.cards(7, players=2).board))
    '9s Qh 7d Ts Qs'
    """

    def __init__(self, *arguments: object) -> None:
        self._prefix = "\x1f".join(map(str, arguments))

    def number(self, bits: int, *arguments: object) -> int:
        """Return a random number of *bits* bits."""
        text = "\x1f".join([self._prefix, *map(str, arguments)])
        return int.from_bytes(blake2b(text.encode(), digest_size=bits // 8).digest(), "big")

    def seed(self, *arguments: object) -> int:
        """Return a seed of 64 bits."""
        return self.number(64, *arguments)

    def cards(self, deal: int, players: int) -> HandDealer:
        """Return the cards of a deal, with the button on stack 0 as everywhere in the arena.

        A number of 256 bits is read digit by digit in the bases 52, 51, 50 and so on. Each digit
        selects one of the remaining cards. There are fewer than 2**133 deals for ten players, so
        no deal is more likely than another by more than one part in 2**120.
        """
        pack, rest = list(CARDS), self.number(256, "cards", deal)
        dealt = HAND_CARDS * players + BOARD_CARDS
        for place in range(dealt):
            rest, digit = divmod(rest, len(pack) - place)
            other = place + digit
            pack[place], pack[other] = pack[other], pack[place]
        return HandDealer.deal(Deck(pack[:dealt]), players, button=0)
