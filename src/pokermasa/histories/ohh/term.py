"""The format's own words for what the rules know under others."""

import re

from pokermasa.histories.history import HistoryError, shortened
from pokermasa.rules import Betting
from pokermasa.rules.posting import PostingKind

VERSION = "1.4.6"
TOURNAMENT = "_tournament"
"""The field with the tournament's number, if the hand is one's."""
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
    """How a word is compared: some write it without spaces, or small.

    >>> letters("Post SB"), letters("post_sb"), letters("Pre-Flop")
    ('postsb', 'postsb', 'preflop')
    """
    return re.sub("[^a-z]", "", name.lower())


STREETS = tuple(map(letters, STREET_NAMES))
IDLE = ("addedchips", "sitsdown", "standsup")
"""What has nothing to do with the hand."""
KNOWN: dict[str, PostingKind | None] = {
    **dict.fromkeys(["fold", "check", "call", "bet", "raise"]),
    **dict.fromkeys(["dealtcards", "showscards", "muckscards"]),
    **dict.fromkeys(["payout", "playeradjustment", "addtopot"]),
    **{letters(words): kind for kind, words in POSTS.items()},
}
"""Every action, and for a post which it is."""


def verify(text: str) -> None:
    """JSON can hold any text; what is no text is refused."""
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise HistoryError(f"{shortened(text)!r} is not Unicode text")
