"""Reads PokerStars text.

The seats with the names come first. After them, a line belongs to a player if it begins with the
name and continues like a player's line. So a name may contain colons, brackets or a whole line.

An unknown line is ignored if it moves no chips. This is safe, because the chips put in, collected
and taken by the site must add up under the rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

from pokermasa.histories import amount
from pokermasa.histories.hand_builder import HandBuilder, cards, pair
from pokermasa.histories.history import HandEntry, History, HistoryError, shortened
from pokermasa.histories.input_check import only_hand, text_stream, verify_stream
from pokermasa.histories.phh.tables import Lines
from pokermasa.histories.pokerstars import header, lines, money, names
from pokermasa.histories.pokerstars.hands import Hand, hands
from pokermasa.histories.tournament_hand import PLACES, PRIZES
from pokermasa.rules import Betting, Chips
from pokermasa.rules.posting import PostingKind


def read(text: str) -> History:
    """Return the only hand in *text*. Raises `HistoryError` if it cannot be read."""
    return only_hand(read_all(text_stream(text)))


def read_all(stream: Lines) -> Iterator[HandEntry]:
    """Yield all hands of a file. A hand that cannot be read does not stop the others.

    Only one hand at a time is kept in memory.
    """
    verify_stream(stream)
    for hand in hands(stream):
        key = header.number(hand.lines[0]) if hand.lines else None
        try:
            yield HandEntry(key, _history(hand), None)
        except HistoryError as error:
            yield HandEntry(key, None, error.with_hand(key))


def _history(hand: Hand) -> History:
    if hand.error is not None:
        raise HistoryError(hand.error, line=hand.at)
    return amount.rescaled(lambda scale: _Reader(hand, scale).history(), 1)


class _Reader(HandBuilder):
    """A reader of one hand, line by line."""

    def __init__(self, hand: Hand, scale: int) -> None:
        super().__init__(scale)
        self.hand = hand
        self.total: Chips | None = None
        self.has_summary = False
        self.button: int | None = None
        self.finishes: dict[str, tuple[int, str | None]] = {}
        """Place and prize by player name, for players whose tournament ended."""
        self.summed_up: dict[int, Chips] = {}
        """Chips won by each seat according to the summary."""
        self.section: Callable[[str], None] = self.before_the_cards

    def history(self) -> History:
        try:
            lines_read = self.lines()
            self.header = header.read(next(lines_read, ""))
            if "currency" in self.header.fields:
                self.scale = max(self.scale, 100)
            if self.header.cap is not None:
                self.cap = self.chips(self.header.cap)
            self.table = header.read_table(next(lines_read, ""))
            self.button = self.table.button
            for line in lines_read:
                self.section(line)
            if self.total is None and not self.is_cancelled:
                raise HistoryError("the hand is cut short: it has no summary")
        except amount.FinerScale:
            raise
        except (HistoryError, amount.AmountError) as error:
            reason = error.reason if isinstance(error, HistoryError) else str(error)
            raise HistoryError(reason, line=self.number) from None
        if not self.won and not self.cash_outs:
            self.won = self.summed_up
        self.verify_total()
        fields = {**self.header.fields, **self.table.fields}
        history = self.whole(self.header.betting, *self.stakes(), self.button, fields)
        return self.with_finishes(history) if self.finishes else history

    def lines(self) -> Iterator[str]:
        for number, line in enumerate(self.hand.lines, start=self.hand.number):
            self.number = number
            if line:
                yield line

    # Sections. Each method handles the lines until another section begins

    def before_the_cards(self, line: str) -> None:
        if line == "*** HOLE CARDS ***":
            self.section = self.betting
        elif self.posts(line):
            pass
        elif line[:5] == "Seat " and line[5:6].isdecimal() and not self.posted:
            self.take_seat(line)
        elif self.button is None and (button := lines.BUTTON.fullmatch(line)):
            self.button = int(button[1])
        elif line[:7] == "*** SUM":
            if not self.posted and not self.is_cancelled:
                raise HistoryError("there is only a summary, without the acts")
            self.section = self.summary
        else:
            self.aside(line)

    def take_seat(self, line: str) -> None:
        seat = lines.SEAT.fullmatch(line)
        if seat is None:
            raise HistoryError(f"expected a seat, found {shortened(line)!r}")
        name = seat["name"].strip()
        names.verify([name])
        self.sit(int(seat["seat"]), name, self.chips(seat["chips"]))

    def betting(self, line: str) -> None:
        if ": " in line and (self.act(line) or self.show(line)):
            return
        if line[:3] == "***":
            self.heading(line)
        elif (dealt := lines.DEALT.fullmatch(line)) and dealt[1] in self.players:
            self.know(self.players[dealt[1]].seat, pair(dealt[2]) if dealt[2] else (None, None))
        elif (back := lines.RETURNED.fullmatch(line)) and back[2] in self.players:
            self.gets_back(self.players[back[2]].seat, self.chips(back[1]))
        elif (won := lines.COLLECTED.fullmatch(line)) and won[1] in self.players:
            self.collects(self.players[won[1]].seat, self.chips(won[2]))
        elif not self.posts(line):  # a player may join while the cards are dealt
            self.aside(line)

    def heading(self, line: str) -> None:
        if line == "*** SUMMARY ***":
            self.section = self.summary
        elif lines.SHOW_DOWN.fullmatch(line):
            self.is_shown_down = True
        elif street := lines.STREET.fullmatch(line):
            run = lines.RUNS.index(street["run"]) if street["run"] else 0
            lying = self.boards[run] if run < len(self.boards) else ()
            stated = cards(street["lying"] or "")
            if stated != lying and (not run or stated != self.boards[0][: len(stated)]):
                raise HistoryError("this is not the board that was dealt before")
            self.deal_board(street["round"].lower(), cards(street["cards"]), run)
        else:
            self.aside(line)

    def summary(self, line: str) -> None:
        if line[:4] == "Seat":
            self.sum_up(line)
        elif total := lines.TOTAL.fullmatch(line):
            self.total = self.chips(total[1])
            for what, chips in lines.DEDUCTIONS.findall(total["parts"]):
                if what == "Rake":
                    self.rake += self.chips(chips)
                elif what != "STP":
                    self.fees += self.chips(chips)
        elif board := lines.BOARD.fullmatch(line):
            self.verify_board(board["run"], cards(board["cards"]))
        elif not line.startswith("Hand was run"):
            self.aside(line)

    # Lines

    def by_player(
        self, line: str, pattern: re.Pattern[str], mark: str = ": "
    ) -> tuple[int, re.Match[str]] | None:
        """Return seat and match if the line has a player's name, *mark* and then *pattern*."""
        end = line.find(mark)
        player = self.players.get(line[:end]) if end > 0 else None
        if player is not None and (found := pattern.fullmatch(line, end + len(mark))):
            return player.seat, found
        for player in self.players.values():
            end = len(player.name)
            is_named = line.startswith(mark, end) and line.startswith(player.name)
            if is_named and (found := pattern.fullmatch(line, end + len(mark))):
                return player.seat, found
        return None

    def aside(self, line: str) -> None:
        """Handle a line outside the betting.

        Raises `HistoryError` for an unknown line that seems to move chips.
        """
        if lines.CANCELLED.fullmatch(line):
            self.is_cancelled = True
        elif (sold := lines.CASHED_OUT.fullmatch(line)) and sold[1] in self.players:
            fee = self.chips(sold[3]) if sold[3] else 0
            self.cashes_out(self.players[sold[1]].seat, self.chips(sold[2]), fee)
        elif sold_hand := self.by_player(line, lines.SOLD):
            seat, found = sold_hand
            chips = self.chips(found["chips"])
            # On the next street the same sale is reported again.
            if found["gets"]:
                self.cash_outs[seat] = chips
            else:
                self.adjustments[seat] = -chips
        elif dropped := lines.DROPPED.fullmatch(line):
            self.added += self.chips(dropped[1])
        elif out := lines.FINISHED.fullmatch(line) or lines.WON.fullmatch(line):
            place = int(out.groupdict().get("place") or 1)
            self.finishes[out["name"]] = (place, out["prize"])
        elif lines.MOVES_CHIPS.fullmatch(line) and not lines.TALK.fullmatch(line):
            if shown := self.by_player(line, lines.SHOW, " "):
                self.showing(*shown)
            elif line[:3] != "***" or lines.STREET.match(line):
                raise HistoryError(f"this line is not known: {shortened(line)!r}")
        elif shown := self.by_player(line, lines.SHOW, " "):
            self.showing(*shown)

    def posts(self, line: str) -> bool:
        posted = self.by_player(line, lines.POST)
        if posted is None:
            straddled = self.by_player(line, lines.STRADDLE)
            if straddled is None:
                return False
            seat, found = straddled
            kind: PostingKind | None = PostingKind.STRADDLE
        else:
            seat, found = posted
            kind = _kind(found["what"] or "")
        chips, is_all_in = self.chips(found["chips"]), found["all_in"] is not None
        if kind is None:  # both blinds, the small one is dead
            (small, big), _ = self.stakes()
            dead = chips - big if chips > big else min(small, chips)
            chips -= dead
            self.post(seat, PostingKind.DEAD, dead, is_all_in and not chips)
            kind = PostingKind.LATE
        if chips:
            self.post(seat, kind, chips, is_all_in)
        return True

    def act(self, line: str) -> bool:
        name, _, said = line.partition(": ")
        if name in self.players and said in ("folds", "checks"):  # the most frequent lines
            if said == "folds":
                self.folds(self.players[name].seat)
            else:
                self.calls(self.players[name].seat, 0)
            return True
        acted = self.by_player(line, lines.ACT)
        if acted is None:
            return False
        seat, found = acted
        if found["cap"] is not None:
            self.cap = self.chips(found["cap"])
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
        elif found["raises"]:
            by = self.chips(found["by"]) if found["by"] else None
            self.raises(seat, self.chips(found["raises"]), by=by)
        elif found["by"]:
            self.raises(seat, None, paid=self.chips(found["by"]))
        else:
            return False
        return True

    def show(self, line: str) -> bool:
        shown = self.by_player(line, lines.SHOW)
        if shown is None:
            return False
        self.showing(*shown)
        return True

    def showing(self, seat: int, found: re.Match[str]) -> None:
        if found["hides"]:
            return
        if found["mucks"]:
            if found[3]:
                self.know(seat, pair(found[3]))
            self.shows(seat, None)
        else:
            self.shows(seat, pair(found[1]))

    # Summary

    def sum_up(self, line: str) -> None:
        if mucked := lines.MUCKED.fullmatch(line):
            seat = int(mucked[1])
            if seat in [player.seat for player in self.players.values()]:
                self.know(seat, pair(mucked[2]))
        if not self.won and (won := lines.SUMMARY_WON.fullmatch(line)):
            seat = int(won["seat"])
            again = lines.WON_AGAIN.findall(line) or [won["chips"]]
            chips = sum([self.chips(text) for text in again])
            if chips and lines.NOT_AWARDED not in line:
                self.summed_up[seat] = chips

    def verify_board(self, run: str | None, stated: tuple[Any, ...]) -> None:
        """Check a board of the summary. Some sites list only the cards that differ from the first
        board."""
        number = lines.RUNS.index(run) if run else 0
        board = self.boards[number] if number < len(self.boards) else ()
        if stated != board and not (number and stated and stated == board[-len(stated) :]):
            raise HistoryError("this is not the board that was dealt")

    def verify_total(self) -> None:
        """Check that the total pot is the sum of what was collected and taken by the site.

        Some sites include returned bets, or leave out what the site added or took.
        """
        if self.total is None or self.cash_outs:
            return
        given = sum(self.won.values()) + self.rake + self.fees
        back = sum([] if self.returned is None else self.returned.values())
        after_rake = given - self.rake - self.fees
        if self.total not in (given, given - self.added, given + back, after_rake):
            raise HistoryError("the total pot is not the sum of winnings and rake")

    def with_finishes(self, history: History) -> History:
        places = [self.finishes.get(name, (0, None))[0] for name in history.names]
        if not any(places):
            return history
        prizes = [
            Decimal(money.number(prize)) if prize else Decimal(0)
            for prize in [self.finishes.get(name, (0, None))[1] for name in history.names]
        ]
        return history.replace(fields={**history.fields, PLACES: places, PRIZES: prizes})

    def chips(self, text: str) -> Chips:
        return money.chips(text, self.scale)

    def stakes(self) -> tuple[tuple[Chips, Chips], tuple[Chips, Chips] | None]:
        """Return both blinds, and the bets in fixed limit, where the header contains only the
        bets."""
        small, big = self.chips(self.header.small), self.chips(self.header.big)
        if self.header.betting is not Betting.FIXED_LIMIT:
            return (small, big), None
        whole = {kind: chips for _, kind, chips, is_all_in in self.posted if not is_all_in}
        blind = whole.get(PostingKind.BIG, small)
        return (min(whole.get(PostingKind.SMALL, blind // 2), blind), blind), (small, big)


def _kind(what: str) -> PostingKind | None:
    """Return the kind of a post, or None for both blinds at once.

    >>> _kind("small blind"), _kind("small & big blinds"), _kind("")
    (<PostingKind.SMALL: 'small blind'>, None, <PostingKind.LATE: 'late blind'>)
    """
    if "ante" in what:
        return PostingKind.ANTE
    if "straddle" in what:
        return PostingKind.STRADDLE
    if "small" in what and "big" in what:
        return None
    if "small" in what:
        return PostingKind.DEAD if "dead" in what or "missed" in what else PostingKind.SMALL
    if "dead" in what:
        return PostingKind.DEAD
    return PostingKind.BIG if what == "big blind" else PostingKind.LATE
