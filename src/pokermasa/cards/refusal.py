"""Errors of cards: a stable code and a message that names the card."""

from pokermasa.cards.refusal_code import RefusalCode


class CardRefusal(RefusalCode):
    """The reasons why cards are refused."""

    UNREADABLE = "not a card"
    TWICE = "the same card twice"
    WRONG_COUNT = "not that many cards"
    NOT_IN_DECK = "that card is not in the deck"
    NO_SOURCE = "not a source of random numbers"
    TOO_FEW_LEFT = "not enough cards left in the deck"


class CardError(ValueError):
    """Raised for invalid cards, or a deal that is not possible. Nothing has changed."""

    def __init__(self, code: CardRefusal, text: str) -> None:
        super().__init__(code, text)
        self.code = code
        self.words = text

    def __str__(self) -> str:
        return self.words
