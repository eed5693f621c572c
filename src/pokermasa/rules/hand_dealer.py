"""The cards of one hand.

A `HandDealer` holds all cards of the hand, also those that are not dealt yet. Therefore the same
rules, stacks, button, deck and acts always give the same hand.

Twins: batch/opening.py (arrays).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from pokermasa import strength
from pokermasa.cards import Card, CardsLike, Deck, distinct, read_cards
from pokermasa.rules.act import BettingRound
from pokermasa.rules.refusal import BadHand, in_short

HAND_CARDS = 2
BOARD_CARDS = 5
HoleCards: TypeAlias = tuple[Card, Card]


class MiddleCards(NamedTuple):
    """The community cards that have been dealt so far."""

    flop: tuple[Card, Card, Card] | None = None
    turn: Card | None = None
    river: Card | None = None

    @classmethod
    def from_cards(cls, cards: Sequence[Card]) -> MiddleCards:
        return cls(
            (cards[0], cards[1], cards[2]) if len(cards) >= 3 else None,
            cards[3] if len(cards) >= 4 else None,
            cards[4] if len(cards) >= 5 else None,
        )

    @property
    def cards(self) -> tuple[Card, ...]:
        rest = [card for card in (self.turn, self.river) if card is not None]
        return (*(self.flop or ()), *rest)

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))


class HandDealer:
    """The hole cards of each stack, by stack index, and the whole board.

    A hand is None if it is unknown, as in many hand histories. For the same reason the board may
    have fewer than five cards.

    >>> cards = HandDealer(hands=["Kd Kc", "7s 2h", "As Qh"], board="Ah 7c 2d 9s 4h")
    >>> str(cards.middle(BettingRound.TURN))
    'Ah 7c 2d 9s'
    >>> cards.value(2) > cards.value(0)
    True
    """

    __slots__ = ("board", "hands")
    hands: tuple[HoleCards | None, ...]
    board: tuple[Card, ...]

    def __init__(
        self,
        hands: Iterable[CardsLike | None],
        board: CardsLike = (),
    ) -> None:
        if isinstance(hands, str) or not isinstance(hands, Iterable):
            message = "hands are one for each stack, as in ['Kd Kc', '7s 2h']"
            raise BadHand(f"{message}, not {in_short(hands)}")
        read = [None if hand is None else _hole_cards(hand) for hand in hands]
        middle = read_cards(board)
        if len(middle) > BOARD_CARDS:
            raise BadHand(f"the board has at most {BOARD_CARDS} cards, not {len(middle)}")
        distinct([*(card for hand in read if hand for card in hand), *middle])
        _set_hands(self, tuple(read))
        _set_board(self, middle)

    @classmethod
    def deal(cls, deck: Deck, players: int, button: int | None = None) -> HandDealer:
        """Deal from the top of the deck: a card to each stack, a second one, then the board.

        The first card goes to the stack left of the *button*. Without a button it goes to stack 0.
        Raise `BadHand` for an invalid number of players or button.

        >>> HandDealer.deal(Deck("As Kd Ah Kh 2c 3c 4c 5c 6c"), players=2, button=0).hands
        ((Card('Kd'), Card('Kh')), (Card('As'), Card('Ah')))
        >>> HandDealer.deal(Deck("As Kd Ah Kh 2c 3c 4c 5c 6c"), players=2).hands
        ((Card('As'), Card('Ah')), (Card('Kd'), Card('Kh')))
        """
        if players not in range(2, 11):
            raise BadHand(f"a hand has 2 to 10 players, not {in_short(players)}")
        if button is not None and (type(button) is not int or not 0 <= button < players):
            last = players - 1
            raise BadHand(f"the button is a stack index from 0 to {last}, not {in_short(button)}")
        cards = verified_deck(deck).deal(HAND_CARDS * players + BOARD_CARDS)
        hands = tuple(zip(cards[:players], cards[players : 2 * players], strict=True))
        if button is not None:  # stack 0 gets its cards after the stacks left of the button
            first = players - button - 1
            hands = hands[first:] + hands[:first]
        self = cls.__new__(cls)
        _set_hands(self, hands)
        _set_board(self, tuple(cards[2 * players :]))
        return self

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a HandDealer is immutable; {name} cannot be set")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HandDealer):
            return NotImplemented
        return self.hands == other.hands and self.board == other.board

    def __hash__(self) -> int:
        return hash((self.hands, self.board))

    def __repr__(self) -> str:
        # Cards that nobody may see yet do not belong into logs, tracebacks and notebooks.
        known = sum([hand is not None for hand in self.hands])
        return f"<HandDealer: {known} of {len(self.hands)} hands, {len(self.board)} board cards>"

    def __reduce__(self) -> tuple[type[HandDealer], tuple[object, ...]]:
        return HandDealer, (self.hands, self.board)

    def middle(self, round: BettingRound) -> MiddleCards:
        """Return the community cards that are visible in this round."""
        board = self.board
        if round is BettingRound.RIVER and len(board) == BOARD_CARDS:
            return MiddleCards((board[0], board[1], board[2]), board[3], board[4])
        return MiddleCards.from_cards(board[: round.board_cards])

    def value(self, index: int) -> int | None:
        """Return the strength of a stack's best five cards, from 1 to 7462; higher is better.

        The result is None if the hand is unknown or the board has fewer than five cards.
        """
        hand = self.hands[index]
        if hand is None or len(self.board) < BOARD_CARDS:
            return None
        return strength.rank(hand + self.board)


_set_hands = HandDealer.__dict__["hands"].__set__
_set_board = HandDealer.__dict__["board"].__set__


def verified_deck(deck: Deck) -> Deck:
    """Return *deck*. Raise `BadHand` if it is not a `Deck`."""
    if not isinstance(deck, Deck):
        raise BadHand(f"cards are dealt from a Deck such as Deck.shuffled(), not {in_short(deck)}")
    return deck


def _hole_cards(hand: CardsLike) -> HoleCards:
    cards = read_cards(hand)
    if len(cards) != HAND_CARDS:
        text = " ".join(map(str, cards))
        raise BadHand(f"a hand is {HAND_CARDS} cards, not {len(cards)}: {text}")
    return cards[0], cards[1]
