"""Recognition of sites whose hand histories cannot be read, by the first line of a hand.

The readers use it to name the site, and to separate such a hand from the hands around it.
"""

from __future__ import annotations

import re

READ = "PHH, PokerStars and look-alikes, OHH and ACPC"
_FIRST_LINES = {
    "Winamax": r"Winamax Poker - ",
    "888poker": r"\*{3,5} ?(?:888|Cassava|Pacific).{0,40}? ?Hand History ",
    "partypoker": r"\*{3,5} ?(?:[Pp]arty ?[Pp]oker )?Hand History [Ff]or Game \d",
    "OnGame": r"\*{3,5} History for hand ",
    "Ignition or Bovada": r"(?:Ignition|Bovada|Bodog)\b.{0,20} Hand #",
    "Winning Poker Network": r"(?:Game )?Hand #\d[\d-]* - ",
    "iPoker": r"<session\b[^>]*\bsessioncode=|GAME #\d+ Version:",
    "Microgaming": r"<Game hhversion=",
    "Merge": r"<description type=",
    "Everest": r"<SESSION time=",
    "Absolute Poker": r"Stage #\w+: ",
    "Entraction": r"Game # \d+ - ",
    "Cake Poker": r"Hand#\w+ - ",
    "Poker Now": r"entry,at,order\b",
}
_NAMED = (
    r"(?:\*{3,5} ?(?P<header>[A-Z][\w.' ]{1,30}?) Hand [Hh]istory "
    r"|(?P<site>[A-Z][\w.' ]{1,30}?),? (?:Hand|Game)(?: ID)? ?#[A-Z]{0,4}\d{3}[\d-]*\b)"
)
"""First line of many formats: the name of the site and the number of the hand."""
_UNNAMED = r"(?P<unnamed>(?:Hand|Game)(?: ID)? ?[:#] ?#?[A-Z]{0,4}-?\d{5,30}(?:: | - | \d))"
"""First line of further formats, without the name of the site."""
_XML = r"(?:<\?xml[^>]*>\s*)?(?:<!--.{0,200}?-->\s*)?"
_ANY = re.compile(
    _XML
    + "(?:"
    + "|".join(
        [
            *(f"(?P<p{number}>{one})" for number, one in enumerate(_FIRST_LINES.values())),
            _NAMED,
            _UNNAMED,
        ]
    )
    + ")"
)
_NAMES = tuple(_FIRST_LINES)
BEFORE_A_HAND = ("<?xml", "<!--", "#Game No")
"""Beginnings of lines that may stand before the first line of such a hand."""


def other_site(line: str) -> str | None:
    """Return the name of the site whose hands begin with *line*, or None.

    The name is "This" if the line does not name the site. Supported formats must be tried first.

    >>> other_site("Winamax Poker - CashGame - HandId: #7-1-14 - Holdem no limit (1€/2€)")
    'Winamax'
    >>> other_site("Blue Poker Hand #4711: Hold'em"), other_site("Hand #471100: table 3")
    ('Blue Poker', 'This')
    >>> other_site("Seat 1: Ann (200 in chips)")
    """
    found = _ANY.match(line)
    if found is None:
        return None
    if found["unnamed"]:
        return "This"
    return found["header"] or found["site"] or _NAMES[int((found.lastgroup or "p0")[1:])]


def not_read(site: str) -> str:
    """Return the error message for a hand of *site*."""
    return f"{site} text is not read; {READ} are"
