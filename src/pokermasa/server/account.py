"""An account: somebody the room knows, by number and by name."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field

from pokermasa.server.refusal import Refused, RoomRefusal

PERSON, GUEST, HOUSE = "person", "guest", "house"


@dataclass(frozen=True, slots=True)
class Account:
    """Whoever it is called, it is the same account."""

    id: int
    name: str = field(compare=False)
    kind: str = field(compare=False)


def name_key(name: str) -> str:
    """Names that look alike are the same name.

    >>> name_key("Ａda  L") == name_key("ada l")
    True
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def verified_name(name: str) -> str:
    """Letters and digits of any script, blanks, dots, dashes; nothing that turns text around."""
    shown = " ".join(unicodedata.normalize("NFKC", name).split())
    if not 2 <= len(shown) <= 20 or not all(c.isalnum() or c in " .-_" for c in shown):
        raise Refused(RoomRefusal.BAD_NAME)
    if len(_look_alikes(shown)) > 1:
        raise Refused(RoomRefusal.BAD_NAME, "letters of one alphabet")
    return shown


def _look_alikes(name: str) -> set[str]:
    """The alphabets in a name among those whose letters can be taken for one another's.

    >>> sorted(_look_alikes("\u0430dmin"))
    ['CYRILLIC', 'LATIN']
    """
    scripts = {unicodedata.name(letter, "").partition(" ")[0] for letter in name}
    return scripts & {"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE"}
