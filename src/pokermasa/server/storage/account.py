"""Accounts: the identity of a player, by number and name, and the rules for new names."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field

from pokermasa.server.look_alike import MOST_READ, is_one_alphabet, is_readable, is_reserved, look
from pokermasa.server.plain_text import fault_in
from pokermasa.server.refusal import Refused, RoomRefusal

PERSON, GUEST, HOUSE = "person", "guest", "house"
ADMIN = "admin"
"""The role of an account that may use the admin pages."""
DELETED = "deleted player"
"""Name shown instead of the name of a deleted account. No account may take this name."""


def deleted_at(side: int) -> str:
    """Return the name of a deleted player in a hand. The seat number keeps names in a hand
    unique."""
    return f"{DELETED} {side}"


@dataclass(frozen=True, slots=True)
class Account:
    """Identity of a player. Two values are equal if their ids are, because names can change."""

    id: int
    name: str = field(compare=False)
    kind: str = field(compare=False)

    @property
    def is_house(self) -> bool:
        """Whether a house bot plays with this account."""
        return self.kind == HOUSE


def name_key(name: str) -> str:
    """Return the normalized form of a name. Names with the same key count as the same name.

    >>> name_key("Ａda  L") == name_key("ada l")
    True
    """
    return " ".join(unicodedata.normalize("NFKC", name[:MOST_READ]).casefold().split())


def verified_name(name: str) -> str:
    """Return *name* normalized if a new account may take it, or raise `Refused`. Allowed are 2 to
    20 characters: letters of one alphabet, digits, spaces, dots and dashes, with no invisible
    characters. Names that the room itself uses are reserved."""
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
