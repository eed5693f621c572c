"""How cards say no: a code to match on, and words that name the card."""

from pokermasa.cards.refusal_code import RefusalCode


class CardRefusal(RefusalCode):
    UNREADABLE = "not a card"
    TWICE = "the same card twice"
    WRONG_COUNT = "not that many cards"
    NOT_IN_DECK = "that card is not in the deck"
    NO_SOURCE = "nothing to shuffle by"
    TOO_FEW_LEFT = "not enough cards left in the deck"


class CardError(ValueError):
    """Cards that cannot be what was asked for. Nothing has changed."""

    def __init__(self, code: CardRefusal, words: str) -> None:
        super().__init__(code, words)
        self.code = code
        self.words = words

    def __str__(self) -> str:
        return self.words
