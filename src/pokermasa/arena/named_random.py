"""Seeded random numbers by name, so that no two deals and no two bots share any."""

from __future__ import annotations

from hashlib import blake2b

from pokermasa.cards import CARDS, Deck
from pokermasa.rules import HandDealer
from pokermasa.rules.hand_dealer import BOARD_CARDS, HAND_CARDS


class NamedRandom:
    """The same words give the same luck on every machine, and other words another.

    >>> luck = NamedRandom(1, "house v caller")
    >>> luck.seed("dice", 7)
    2969073064112301812
    >>> luck.cards(7, players=2)
    HandDealer(hands=['4s 3c', '8d Js'], board='9s Qh 7d Ts Qs')
    """

    def __init__(self, *words: object) -> None:
        self._words = "\x1f".join(map(str, words))

    def number(self, bits: int, *words: object) -> int:
        text = "\x1f".join([self._words, *map(str, words)])
        return int.from_bytes(blake2b(text.encode(), digest_size=bits // 8).digest(), "big")

    def seed(self, *words: object) -> int:
        return self.number(64, *words)

    def cards(self, deal: int, players: int) -> HandDealer:
        """Dealt with the button on stack 0, where the arena has it.

        A number of 256 bits, read digit by digit in the bases 52, 51, 50, …: which of the cards
        left comes next. There are fewer than 2**133 deals for ten, so none is favoured by more than
        one part in 2**120."""
        pack, luck = list(CARDS), self.number(256, "cards", deal)
        dealt = HAND_CARDS * players + BOARD_CARDS
        for place in range(dealt):
            luck, digit = divmod(luck, len(pack) - place)
            other = place + digit
            pack[place], pack[other] = pack[other], pack[place]
        return HandDealer.deal(Deck(pack[:dealt]), players, button=0)
