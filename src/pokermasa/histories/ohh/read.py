"""Open Hand History, read: an object in, a `History` out; what is missing is named by its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import StringIO
from typing import Any

from pokermasa.histories import amount, gathering
from pokermasa.histories.gathering import Gathering
from pokermasa.histories.history import Found, History, HistoryError, shortened
from pokermasa.histories.moment import Moment
from pokermasa.histories.ohh.objects import Node, hand_of, pieces
from pokermasa.histories.ohh.words import BETTING, IDLE, POSTS, STREETS, TOURNAMENT, verify
from pokermasa.histories.phh.tables import Lines
from pokermasa.rules import Betting, Chips
from pokermasa.rules.posting import PostingKind

_KINDS = {words: kind for kind, words in POSTS.items()}


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
    for piece in pieces(stream):
        key = None
        try:
            hand = hand_of(piece)
            named = hand.get("game_number")
            key = named if isinstance(named, str) else None
            yield Found(key, _history(hand), None)
        except HistoryError as error:
            at = HistoryError(error.reason, line=error.line or piece.line)
            yield Found(key, None, at.of(key))


def _history(hand: dict[str, Any]) -> History:
    scale = 100 if re.fullmatch("[A-Z]{3}", str(hand.get("currency"))) else 1
    while True:
        try:
            return _Reader(Node(hand, "ohh"), scale).history()
        except amount.FinerScale as finer:
            scale = max(10**finer.decimals, 100)


class _Reader(Gathering):
    def __init__(self, hand: Node, scale: int) -> None:
        super().__init__(scale)
        self.hand = hand
        self.seats: dict[int, int] = {}
        """By player id."""
        self.left: dict[int, Chips] = {}
        """By seat: what is still behind."""
        self.wagers: dict[int, Chips] = {}

    def history(self) -> History:
        hand, scale = self.hand, self.scale
        version = hand.text("spec_version")
        if version.partition(".")[0] != "1":
            raise HistoryError(f"spec_version {shortened(version)} is not 1.x")
        game = hand.text("game_type")
        if game != "Holdem":
            raise HistoryError(f"{shortened(game)} is not hold'em")
        limit = Node(hand.value.get("bet_limit"), "ohh.bet_limit").text("bet_type")
        if limit not in BETTING:
            raise HistoryError(f"bet_type {shortened(limit)} is none of {', '.join(BETTING)}")
        for player in hand.nodes("players"):
            self.take_seat(player)
        for round in hand.nodes("rounds"):
            self.round(round)
        for pot in hand.nodes("pots"):
            self.pot(pot)
        big = hand.chips("big_blind_amount", scale)
        blinds = hand.chips("small_blind_amount", scale), big
        bets = (big, 2 * big) if BETTING[limit] is Betting.FIXED_LIMIT else None
        button = hand.integer("dealer_seat")
        return self.whole(BETTING[limit], blinds, bets, button, self.fields())

    def fields(self) -> dict[str, Any]:
        hand = self.hand
        number = hand.text("game_number")
        is_number = number.isdecimal() and number.isascii() and len(number) < 19
        fields: dict[str, Any] = {"hand": int(number) if is_number else number}
        fields["table"] = hand.text("table_name")
        fields["seat_count"] = hand.integer("table_size")
        currency = str(hand.value.get("currency", ""))
        if re.fullmatch("[A-Z]{3}", currency):
            fields["currency"] = currency
        if hand.value.get("tournament") is True:
            info = Node(hand.value.get("tournament_info", {}), "ohh.tournament_info")
            fields[TOURNAMENT] = str(info.value.get("tournament_number", ""))
            if isinstance(info.value.get("name"), str):
                fields["event"] = info.value["name"]
        if "start_date_utc" in hand.value:
            date = hand.text("start_date_utc")
            when = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)[T ](\d\d:\d\d:\d\d)(?:\.\d+)?Z?", date[:40])
            moment = Moment.read("{}/{}/{} {} UTC".format(*when.groups())) if when else None
            if moment is None:
                raise HistoryError(f"ohh.start_date_utc: {shortened(date)!r} is no date")
            fields |= moment.fields
        return fields

    def take_seat(self, player: Node) -> None:
        ident, seat = player.integer("id"), player.integer("seat")
        if ident in self.seats:
            raise HistoryError(f"{player.place}.id: {ident} is taken")
        if not 0 < seat < 100:
            raise HistoryError(f"{player.place}.seat: seats are 1 to 99, not {seat}")
        name = player.text("name")
        verify(name)
        self.seats[ident] = seat
        self.left[seat] = player.chips("starting_stack", self.scale)
        self.sit(seat, name, self.left[seat])

    def round(self, round: Node) -> None:
        street = round.text("street")
        if street not in STREETS:
            raise HistoryError(f"{round.place}.street: {shortened(street)} is not known in hold'em")
        if street == "Showdown":
            self.is_shown_down = True
        elif street != "Preflop":
            cards = gathering.cards(round.cards("cards"))
            if len(cards) > 1 and cards[: len(self.board)] == self.board:
                cards = cards[len(self.board) :]  # some repeat what lay there
            self.deal_board(street.lower(), cards)
            self.wagers = {}
        for action in round.nodes("actions"):
            try:
                self.action(action)
            except HistoryError as error:
                if error.reason.startswith("ohh."):
                    raise
                raise HistoryError(f"{action.place}: {error.reason}") from None

    def action(self, action: Node) -> None:
        name, ident = action.text("action"), action.integer("player_id")
        if name in IDLE:
            return
        if ident not in self.seats:
            raise HistoryError(f"there is no player with the id {ident}")
        seat = self.seats[ident]
        match name:
            case "Fold":
                self.folds(seat)
            case "Check":
                self.calls(seat, 0)
            case "Call":
                self.calls(seat, self.pay(seat, action))
            case "Bet" | "Raise":
                paid = self.pay(seat, action)
                self.raises(seat, self.wagers[seat], paid=paid)
            case "Dealt Cards":
                if cards := action.cards("cards"):
                    self.know(seat, gathering.pair(cards))
            case "Shows Cards":
                self.shows(seat, gathering.pair(action.cards("cards")))
            case "Mucks Cards":
                self.shows(seat, None)
            case _ if name in _KINDS:
                before = self.wagers.get(seat, 0)
                chips = self.pay(seat, action)
                self.post(seat, _KINDS[name], chips, is_all_in=not self.left[seat])
                if self.posted[-1].kind in (PostingKind.ANTE, PostingKind.DEAD):
                    self.wagers[seat] = before  # straight into the pot
            case _:
                raise HistoryError(f"the action {shortened(name)} is not known")

    def pay(self, seat: int, action: Node) -> Chips:
        chips = action.chips("amount", self.scale)
        self.left[seat] -= chips
        if self.left[seat] < 0:
            raise HistoryError(f"{action.place}.amount: more than the player has")
        self.wagers[seat] = self.wagers.get(seat, 0) + chips
        return chips

    def pot(self, pot: Node) -> None:
        rake = pot.chips("rake", self.scale, 0) + pot.chips("jackpot", self.scale, 0)
        won = 0
        for win in pot.nodes("player_wins"):
            ident, chips = win.integer("player_id"), win.chips("win_amount", self.scale)
            if ident not in self.seats:
                raise HistoryError(f"{win.place}: there is no player with the id {ident}")
            self.collects(self.seats[ident], chips)
            won += chips
        if won + rake != pot.chips("amount", self.scale):
            raise HistoryError(f"{pot.place}: the amount is not what was won and the rake")
        self.rake += rake
