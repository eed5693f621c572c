"""Recognition of sites whose hand histories cannot be read, by the first line of a hand.

The readers use it to name the site, and to separate such a hand from the hands around it.
"""

from __future__ import annotations

import re

_FIRST_LINES = {
    "Winamax": r"Winamax Poker - ",
    "888poker": r"\*{3,5} (?:888|Cassava|Pacific)[^#]{0,40}Hand History (?:for Game|#)",
    "888poker or partypoker": r"#Game No ?: ?\d|\*{3,5} Hand History [Ff]or Game \d",
    "Ignition or Bovada": r"(?:Ignition|Bovada|Bodog)\b.{0,20} Hand #",
    "Winning Poker Network": r"(?:Game )?Hand #\d+ - ",
    "iPoker": r"<session sessioncode=",
    "Microgaming": r"<Game hhversion=",
    "Merge": r"<description type=",
    "Poker Now": r"entry,at,order\b",
}
_NUMBERED = r"(?P<site>[A-Z][\w.' ]{1,30}?),? (?:Hand|Game)(?: ID)? ?#[A-Z]{0,4}\d{3}[\d-]*\b"
"""First line of many formats: the name of the site and the number of the hand."""
_ANY = re.compile(
    "|".join([*(f"(?P<p{n}>{one})" for n, one in enumerate(_FIRST_LINES.values())), _NUMBERED])
)
_NAMES = tuple(_FIRST_LINES)


def other_site(line: str) -> str | None:
    """Return the name of the site whose hands begin with *line*, or None.

    Supported formats must be tried first.

    >>> other_site("Winamax Poker - CashGame - HandId: #7-1-14 - Holdem no limit (1€/2€)")
    'Winamax'
    >>> other_site("Blue Poker Hand #4711: Hold'em"), other_site("Seat 1: Ann (200 in chips)")
    ('Blue Poker', None)
    """
    found = _ANY.match(line)
    if found is None:
        return None
    return found["site"] or _NAMES[int((found.lastgroup or "p0")[1:])]


def not_read(site: str) -> str:
    """Return the error message for a hand of *site*."""
    return f"{site} text cannot be read; PHH, PokerStars and look-alikes, OHH and ACPC can"
