"""Hand histories of sites whose format is not read, recognised by their first line.

The readers use this to name the site, and to keep such a hand apart from the hands around it.
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
"""The first line of many formats: the name of the site, and the number of the hand."""
_ANY = re.compile(
    "|".join([*(f"(?P<p{n}>{one})" for n, one in enumerate(_FIRST_LINES.values())), _NUMBERED])
)
_NAMES = tuple(_FIRST_LINES)


def other_site(line: str) -> str | None:
    """The name of the site whose hands begin with *line*. None if no hand of another site begins
    here. Formats that are read must be tried first.

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
    """The refusal of a hand of *site*, as a user reads it."""
    return f"{site} text is not read; PHH, PokerStars and look-alikes, OHH and ACPC are"
