"""Names that Open Hand History uses for streets, actions and bet types."""

import re

from pokermasa.histories.history import HistoryError, shortened
from pokermasa.rules import Betting
from pokermasa.rules.posting import PostingKind

VERSION = "1.4.6"
TOURNAMENT = "_tournament"
"""Field of a history with the tournament number. Absent in cash games."""
BETTING = {"NL": Betting.NO_LIMIT, "PL": Betting.POT_LIMIT, "FL": Betting.FIXED_LIMIT}
STREET_NAMES = ("Preflop", "Flop", "Turn", "River", "Showdown")
POSTS = {
    PostingKind.ANTE: "Post Ante",
    PostingKind.SMALL: "Post SB",
    PostingKind.BIG: "Post BB",
    PostingKind.STRADDLE: "Straddle",
    PostingKind.DEAD: "Post Dead",
    PostingKind.LATE: "Post Extra Blind",
}


def letters(name: str) -> str:
    """Return a name in a form for comparison, because programs differ in case and spaces.

    >>> letters("Post SB"), letters("post_sb"), letters("Pre-Flop")
    ('postsb', 'postsb', 'preflop')
    """
    return re.sub("[^a-z]", "", name.lower())


STREETS = tuple(map(letters, STREET_NAMES))
IDLE = ("addedchips", "sitsdown", "standsup")
"""Actions that have nothing to do with the hand."""
KNOWN: dict[str, PostingKind | None] = {
    **dict.fromkeys(["fold", "check", "call", "bet", "raise"]),
    **dict.fromkeys(["dealtcards", "showscards", "muckscards"]),
    **dict.fromkeys(["payout", "playeradjustment", "addtopot"]),
    **{letters(words): kind for kind, words in POSTS.items()},
}
"""All known actions. A post has its kind as value, any other action None."""


def verify(text: str) -> None:
    """Raise `HistoryError` if *text* is not valid Unicode, which JSON cannot exclude."""
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise HistoryError(f"{shortened(text)!r} is not Unicode text")
