"""PokerStars text, read: lines in, a `History` out.

Names come first, in the seats; after that a line is a player's if it begins with a name and goes on
as players' lines do. So a name may hold colons, brackets or a whole line of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import StringIO

from pokermasa.histories import amount
from pokermasa.histories.gathering import Gathering, cards, pair
from pokermasa.histories.history import Found, History, HistoryError, shortened
from pokermasa.histories.phh.tables import Lines
from pokermasa.histories.pokerstars import header, money, names
from pokermasa.histories.pokerstars.hands import Hand, hands
from pokermasa.rules import Betting, Chips
from pokermasa.rules.posting import PostingKind

_MONEY = money.AMOUNT
_ALL_IN = r"(?P<all_in> and is all-in)?"
_CARDS = r"\[([^\]]{2,14})\]"
_SEAT = re.compile(rf"Seat (\d{{1,2}}): (.+) \(({_MONEY}) in chips(?:, [^()]*)?\)(?: .*)?")
_POST = re.compile(
    r"posts (?P<what>the ante|small blind|big blind|small & big blinds|straddle|dead blind) "
    rf"(?P<chips>{_MONEY}){_ALL_IN}"
)
_ACT = re.compile(
    rf"(?:(?P<folds>folds)(?: \[(?P<cards>[^\]]{{2,14}})\])?|(?P<checks>checks)"
    rf"|calls (?P<calls>{_MONEY})|bets (?P<bets>{_MONEY})"
    rf"|raises (?P<by>{_MONEY}) to (?P<raises>{_MONEY})){_ALL_IN}"
)
_SHOW = re.compile(
    rf"shows {_CARDS}(?: \(.*\))?|(?P<mucks>mucks hand)|(?P<hides>doesn't show hand)"
)
_IDLE = re.compile(r"(?:is sitting out|sits out|has timed out|is disconnected|is connected).*")
_DEALT = re.compile(rf"Dealt to (.+) {_CARDS}")
_STREET = re.compile(r"\*\*\* (FLOP|TURN|RIVER) \*\*\* (?:\[([^\]]{0,14})\] )?\[([^\]]{2,8})\]")
_RETURNED = re.compile(rf"Uncalled bet \(({_MONEY})\) returned to (.+)")
_COLLECTED = re.compile(
    rf"(.+) collected ({_MONEY}) from (?:pot|main pot|side pot(?:-\d)?)(?: .*)?"
)
_TOTAL = re.compile(rf"Total pot ({_MONEY})(?: .*?)? ?\| Rake ({_MONEY})(?: .*)?")
_BOARD = re.compile(rf"Board {_CARDS}")
_MUCKED = re.compile(rf"Seat (\d{{1,2}}): .* mucked {_CARDS}")
_TWICE = re.compile(r"\*\*\* (?:FIRST|SECOND) |Hand was run ")
_CHATTER = re.compile(
    r""".+ (?:said,\ "
        |joins\ the\ table|leaves\ the\ table|was\ removed|has\ (?:timed\ out|returned)
        |is\ (?:connected|disconnected|sitting\ out|feeling)|will\ be\ allowed\ to\ play
        |(?:has\ )?(?:finished|wins|re-?buys|adds|added|receives|cashed\ out)\b).*""",
    re.VERBOSE,
)
_KINDS = {
    "the ante": PostingKind.ANTE,
    "small blind": PostingKind.SMALL,
    "big blind": PostingKind.BIG,
    "straddle": PostingKind.STRADDLE,
    "dead blind": PostingKind.DEAD,
}


def read(text: str) -> History:
    """The one hand in this text; `HistoryError` says what is wrong with it."""
    found = list(read_all(StringIO(text)))
    if len(found) != 1:
        raise HistoryError(f"expected one hand, found {len(found)}")
    if found[0].history is None:
        raise found[0].error or HistoryError("unreadable")
    return found[0].history


def read_all(stream: Lines) -> Iterator[Found]:
    """Every hand of a file; what is wrong with one does not stop the others. Needs the memory of
    one hand at a time."""
    for hand in hands(stream):
        key = header.number(hand.lines[0]) if hand.lines else None
        try:
            yield Found(key, _history(hand), None)
        except HistoryError as error:
            yield Found(key, None, error.of(key))


def _history(hand: Hand) -> History:
    if hand.error is not None:
        raise HistoryError(hand.error, line=hand.at)
    scale = 1
    while True:
        try:
            return _Reader(hand, scale).history()
        except amount.FinerScale as finer:
            scale = max(10**finer.decimals, 100)


class _Reader(Gathering):
    """One hand, line by line."""

    def __init__(self, hand: Hand, scale: int) -> None:
        super().__init__(scale)
        self.hand = hand
        self.returned = {}
        self.total: Chips | None = None
        self.section = self.before_the_cards

    def history(self) -> History:
        try:
            lines = self.lines()
            self.header = header.read(next(lines, ""))
            if "currency" in self.header.fields:
                self.scale = max(self.scale, 100)
            self.table = header.read_table(next(lines, ""))
            for line in lines:
                if _TWICE.match(line):
                    raise HistoryError("the board was run more than once")
                self.section(line)
        except amount.FinerScale:
            raise
        except (HistoryError, amount.AmountError) as error:
            reason = error.reason if isinstance(error, HistoryError) else str(error)
            raise HistoryError(reason, line=self.number) from None
        if self.total is None:
            raise HistoryError("the hand is cut short: it has no summary", line=self.number)
        fields = {**self.header.fields, **self.table.fields}
        return self.whole(self.header.betting, *self.stakes(), self.table.button, fields)

    def lines(self) -> Iterator[str]:
        for number, line in enumerate(self.hand.lines, start=self.hand.number):
            self.number = number
            if line:
                yield line

    # Sections; each takes the lines until another begins

    def before_the_cards(self, line: str) -> None:
        if line == "*** HOLE CARDS ***":
            self.section = self.betting
        elif found := self.by_player(line, _POST):
            self.posts(*found)
        elif not self.posted and (seat := _SEAT.fullmatch(line)):
            name = seat[2].strip()
            names.verify([name])
            self.sit(int(seat[1]), name, self.chips(seat[3]))
        else:
            self.pass_over(line)

    def betting(self, line: str) -> None:
        if line == "*** SUMMARY ***":
            self.section = self.summary
        elif line == "*** SHOW DOWN ***":
            self.is_shown_down = True
        elif found := self.by_player(line, _ACT):
            self.act(*found)
        elif found := self.by_player(line, _SHOW):
            self.show(*found)
        elif street := _STREET.fullmatch(line):
            if cards(street[2] or "") != self.board:
                raise HistoryError("this is not the board that was dealt before")
            self.deal_board(street[1].lower(), cards(street[3]))
        elif (dealt := _DEALT.fullmatch(line)) and dealt[1] in self.players:
            self.know(self.players[dealt[1]].seat, pair(dealt[2]))
        elif (back := _RETURNED.fullmatch(line)) and back[2] in self.players:
            self.gets_back(self.players[back[2]].seat, self.chips(back[1]))
        elif (won := _COLLECTED.fullmatch(line)) and won[1] in self.players:
            self.collects(self.players[won[1]].seat, self.chips(won[2]))
        else:
            self.pass_over(line)

    def summary(self, line: str) -> None:
        if total := _TOTAL.fullmatch(line):
            self.total, self.rake = self.chips(total[1]), self.chips(total[2])
            if self.total != self.rake + sum(self.won.values()):
                raise HistoryError("the total pot is not what was collected and the rake")
        elif board := _BOARD.fullmatch(line):
            if cards(board[1]) != self.board:
                raise HistoryError("this is not the board that was dealt")
        elif mucked := _MUCKED.fullmatch(line):
            if int(mucked[1]) in [player.seat for player in self.players.values()]:
                self.know(int(mucked[1]), pair(mucked[2]))
        elif not line.startswith("Seat "):
            self.pass_over(line)

    # Lines

    def by_player(self, line: str, pattern: re.Pattern[str]) -> tuple[int, re.Match[str]] | None:
        """Whose line it is, if it is a name and then one of those."""
        for player in self.players.values():
            end = len(player.name)
            is_named = line.startswith(": ", end) and line.startswith(player.name)
            if is_named and (found := pattern.fullmatch(line, end + 2)):
                return player.seat, found
        return None

    def pass_over(self, line: str) -> None:
        """Talk and comings and goings; anything else is not left unread."""
        if not self.by_player(line, _IDLE) and not _CHATTER.fullmatch(line):
            raise HistoryError(f"this says nothing that is known: {shortened(line)!r}")

    def posts(self, seat: int, found: re.Match[str]) -> None:
        chips, is_all_in = self.chips(found["chips"]), found["all_in"] is not None
        kind = _KINDS.get(found["what"], PostingKind.LATE)
        if kind is PostingKind.LATE:  # both blinds: the small one is dead
            (small, big), _ = self.stakes()
            dead = chips - big if chips > big else min(small, chips)
            chips -= dead
            self.post(seat, PostingKind.DEAD, dead, is_all_in and not chips)
        if chips:
            self.post(seat, kind, chips, is_all_in)

    def act(self, seat: int, found: re.Match[str]) -> None:
        if found["folds"]:
            if found["cards"]:
                self.know(seat, pair(found["cards"]))
            self.folds(seat)
        elif found["checks"]:
            self.calls(seat, 0)
        elif found["calls"]:
            self.calls(seat, self.chips(found["calls"]))
        elif found["bets"]:
            self.raises(seat, self.chips(found["bets"]), paid=self.chips(found["bets"]))
        else:
            self.raises(seat, self.chips(found["raises"]), by=self.chips(found["by"]))

    def show(self, seat: int, found: re.Match[str]) -> None:
        if not found["hides"]:
            self.shows(seat, None if found["mucks"] else pair(found[1]))

    def chips(self, text: str) -> Chips:
        return amount.read(money.number(text), self.scale)

    def stakes(self) -> tuple[tuple[Chips, Chips], tuple[Chips, Chips] | None]:
        """Both blinds, and fixed limit's bets: there the header names those."""
        small, big = self.chips(self.header.small), self.chips(self.header.big)
        if self.header.betting is not Betting.FIXED_LIMIT:
            return (small, big), None
        whole = {kind: chips for _, kind, chips, is_all_in in self.posted if not is_all_in}
        blind = whole.get(PostingKind.BIG, small)
        return (min(whole.get(PostingKind.SMALL, blind // 2), blind), blind), (small, big)
