"""The format's own words for what the rules know under others."""

from pokermasa.histories.history import HistoryError, shortened
from pokermasa.histories.stakes import Kind
from pokermasa.rules import Betting

VERSION = "1.4.6"
TOURNAMENT = "_tournament"
"""The field with the tournament's number, if the hand is one's."""
BETTING = {"NL": Betting.NO_LIMIT, "PL": Betting.POT_LIMIT, "FL": Betting.FIXED_LIMIT}
STREETS = ("Preflop", "Flop", "Turn", "River", "Showdown")
POSTS = {
    Kind.ANTE: "Post Ante",
    Kind.SMALL: "Post SB",
    Kind.BIG: "Post BB",
    Kind.STRADDLE: "Straddle",
    Kind.DEAD: "Post Dead",
    Kind.LATE: "Post Extra Blind",
}
IDLE = ("Added Chips", "Sits Down", "Stands Up")
"""What has nothing to do with the hand."""


def verify(text: str) -> None:
    """JSON can hold any text; what is no text is refused."""
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise HistoryError(f"{shortened(text)!r} is not Unicode text")
