"""The base class of all codes of refusals, in the lowest package so that every other can use it."""

from enum import Enum


class RefusalCode(Enum):
    """The code of a refusal. Its text is its stable name, as on the wire; `words` may change.

    >>> from pokermasa.cards import CardRefusal
    >>> print(CardRefusal.TWICE)
    TWICE
    >>> CardRefusal.TWICE.words
    'the same card twice'
    """

    @property
    def words(self) -> str:
        """A sentence for a reader."""
        return str(self.value)

    def __str__(self) -> str:
        return self.name
