"""The format's own words for what the rules know under others."""

from pokermasa.histories.history import HistoryError, shortened
from pokermasa.rules import Betting
from pokermasa.rules.posting import PostingKind

VERSION = "1.4.6"
TOURNAMENT = "_tournament"
"""The field with the tournament's number, if the hand is one's."""
BETTING = {"NL": Betting.NO_LIMIT, "PL": Betting.POT_LIMIT, "FL": Betting.FIXED_LIMIT}
STREETS = ("Preflop", "Flop", "Turn", "River", "Showdown")
POSTS = {
    PostingKind.ANTE: "Post Ante",
    PostingKind.SMALL: "Post SB",
    PostingKind.BIG: "Post BB",
    PostingKind.STRADDLE: "Straddle",
    PostingKind.DEAD: "Post Dead",
    PostingKind.LATE: "Post Extra Blind",
}
IDLE = ("Added Chips", "Sits Down", "Stands Up")
"""What has nothing to do with the hand."""


def verify(text: str) -> None:
    """JSON can hold any text; what is no text is refused."""
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise HistoryError(f"{shortened(text)!r} is not Unicode text")
