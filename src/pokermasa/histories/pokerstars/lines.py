"""Patterns for the lines of a hand, with the spellings of many years and of similar sites."""

from __future__ import annotations

import re

from pokermasa.histories.pokerstars import money

_MONEY = money.AMOUNT
_END = (
    r"(?P<all_in> and is all[ -]?in)?(?P<capped> and has reached the (?P<cap>[^ ]{1,30}) cap)?"
    r"(?: \((?:disconnect|timeout|timed out)[^)]{0,20}\))?"
)
_CARDS = r"\[([^\]]{2,14})\]"

SEAT = re.compile(
    rf"Seat (?P<seat>\d{{1,2}}): (?P<name>.+) \((?P<chips>{_MONEY}) in chips(?:, [^()]*)?\)(?: .*)?"
)
BUTTON = re.compile(r"Seat #(\d{1,2}) is the button")
POST = re.compile(
    rf"(?:posts?|puts)(?: (?:a|an|the))?(?: (?P<what>[a-z&+ ]{{1,40}}?))?(?: of)? "
    rf"(?P<chips>{_MONEY}){_END}"
)
STRADDLE = re.compile(rf"straddles?(?: for)? (?P<chips>{_MONEY}){_END}")
ACT = re.compile(
    rf"(?:(?P<folds>folds)|(?P<checks>checks)|calls (?P<calls>{_MONEY})|bets (?P<bets>{_MONEY})"
    rf"|raises(?: (?P<by>{_MONEY}))?(?: to (?P<raises>{_MONEY}))?){_END}"
    r"(?: \[(?P<cards>[^\]]{2,14})\])?"
)
SHOW = re.compile(
    rf"(?:shows|showed) {_CARDS}(?: .*)?|(?P<mucks>mucks hand|mucks|mucked)(?: {_CARDS})?(?: .*)?"
    r"|(?P<hides>(?:doesn't|does not) show(?: hand)?)"
)
DEALT = re.compile(rf"Dealt to (.+?)(?: {_CARDS})?")
STREET = re.compile(
    r"\*\*\* (?:(?P<run>FIRST|SECOND|THIRD|FOURTH) )?(?P<round>FLOP|TURN|RIVER) \*\*\* ?"
    r"(?:\[(?P<lying>[^\]]{0,14})\] ?)?\[(?P<cards>[^\]]{2,8})\]"
)
SHOW_DOWN = re.compile(r"\*\*\* (?:(?:FIRST|SECOND|THIRD|FOURTH) )?SHOW ?DOWN \*\*\*")
RUNS = ("FIRST", "SECOND", "THIRD", "FOURTH")

RETURNED = re.compile(rf"Uncalled bet \(({_MONEY})\) returned to (.+)")
COLLECTED = re.compile(
    rf"(.+) collected ({_MONEY})"
    r"(?: from (?:the )?(?:pot|main pot|side pot)(?:[ -]?\d)?(?: .*)?)?"
)
CASHED_OUT = re.compile(
    rf"(.+) cashed out the hand for ({_MONEY})(?: \| Cash Out Fee ({_MONEY}))?(?: .*)?"
)
# On GGPoker, a player who sells a hand is paid if it loses, and pays if it wins.
SOLD = re.compile(rf"(?:(?P<gets>Receives Cashout)|Pays Cashout Risk) \((?P<chips>{_MONEY})\)")
DROPPED = re.compile(rf"(?:Cash Drop to Pot ?: total|STP added:) ({_MONEY})")
CANCELLED = re.compile(r"hand (?:was |has been )?cancell?ed\b.*", re.IGNORECASE)
FINISHED = re.compile(
    rf"(?P<name>.+) finished the tournament in (?P<place>\d{{1,6}})(?:st|nd|rd|th) place"
    rf"(?: and received (?P<prize>{_MONEY})\.?)?(?: .*)?"
)
WON = re.compile(
    rf"(?P<name>.+) wins the tournament(?: and receives (?P<prize>{_MONEY}))?"
    r"(?: - congratulations!)?(?: .*)?"
)

# Summary
TOTAL = re.compile(rf"Total pot ({_MONEY})(?P<parts>.*)")
DEDUCTIONS = re.compile(rf"\b(?P<what>Rake|Jackpot|Bingo|Fortune|Tax|Insurance|STP) ({_MONEY})")
BOARD = re.compile(r"(?:(?P<run>FIRST|SECOND|THIRD|FOURTH) )?Board \[(?P<cards>[^\]]{0,14})\]")
MUCKED = re.compile(rf"Seat (\d{{1,2}}): .* mucked {_CARDS}(?: .*)?")
SUMMARY_WON = re.compile(
    rf"Seat (?P<seat>\d{{1,2}}): .*?\b(?:collected|won) \(?(?P<chips>{_MONEY})\)?.*"
)
WON_AGAIN = re.compile(rf"\b(?:collected|won) \(({_MONEY})\)")
NOT_AWARDED = "pot not awarded"

MOVES_CHIPS = re.compile(
    rf".*: (?:posts?|calls?|bets?|raises?|folds?|checks?|pays|puts|receives)\b.*"
    rf"|.* collected {_MONEY}.*|Uncalled bet .*|\*\*\* .*"
)
"""Lines that must not be ignored: acts, payments and headings that could not be read."""
TALK = re.compile(
    r""".+ (?:said,\ "|\[observer\]\ said,
        |wins\ (?:the\ )?\S+\ (?:bounty|for\ (?:eliminating|splitting))
        |re-?buys\b|takes\ the\ add-on|adds?\b|added\b).*""",
    re.VERBOSE,
)
"""Lines that match `MOVES_CHIPS` but may be ignored."""
