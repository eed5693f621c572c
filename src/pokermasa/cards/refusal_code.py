"""The base class of all error codes. It is in the lowest package so that all others can use it."""

from enum import Enum


class RefusalCode(Enum):
    """An error code. `str` returns its name, which is stable and used on the wire.

    >>> from pokermasa.cards import CardRefusal
    >>> print(CardRefusal.TWICE)
    TWICE
    >>> CardRefusal.TWICE.words
    'the same card twice'
    """

    @property
    def words(self) -> str:
        """The English text for people. It may change between versions."""
        return str(self.value)

    def __str__(self) -> str:
        return self.name
