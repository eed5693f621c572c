"""An account: somebody the room knows, by number and by name."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field

from pokermasa.server.look_alike import (
    MOST_READ,
    is_one_alphabet,
    is_readable,
    is_reserved,
    look,
)
from pokermasa.server.plain_text import fault_in
from pokermasa.server.refusal import Refused, RoomRefusal

PERSON, GUEST, HOUSE = "person", "guest", "house"
ADMIN = "admin"
"""A role."""
DELETED = "deleted player"
"""What whoever is gone is called; nobody else may be."""


def deleted_at(side: int) -> str:
    """In a hand, where no two may have the same name."""
    return f"{DELETED} {side}"


@dataclass(frozen=True, slots=True)
class Account:
    """Whoever it is called, it is the same account."""

    id: int
    name: str = field(compare=False)
    kind: str = field(compare=False)

    @property
    def is_house(self) -> bool:
        """Whether a house bot plays with this account."""
        return self.kind == HOUSE


def name_key(name: str) -> str:
    """Names that look alike are the same name.

    >>> name_key("Ａda  L") == name_key("ada l")
    True
    """
    return " ".join(unicodedata.normalize("NFKC", name[:MOST_READ]).casefold().split())


def verified_name(name: str) -> str:
    """A new name: letters of one alphabet, digits, blanks, dots, dashes; nothing unseen, and
    nothing that the room itself goes by."""
    if len(name) > MOST_READ:
        raise Refused(RoomRefusal.BAD_NAME)
    shown = " ".join(unicodedata.normalize("NFKC", name).split())
    if not 2 <= len(shown) <= 20 or not is_readable(shown) or not look(shown) or fault_in(shown):
        raise Refused(RoomRefusal.BAD_NAME)
    if not is_one_alphabet(shown):
        raise Refused(RoomRefusal.BAD_NAME, "letters of one alphabet")
    if is_reserved(shown):
        raise Refused(RoomRefusal.RESERVED_NAME)
    return shown
