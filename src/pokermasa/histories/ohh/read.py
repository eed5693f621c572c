"""Reads Open Hand History. Errors name the place of the fault in the JSON object."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pokermasa.cards import Card
from pokermasa.histories import amount, hand_builder
from pokermasa.histories.hand_builder import HandBuilder
from pokermasa.histories.history import HandEntry, History, HistoryError, shortened
from pokermasa.histories.input_check import only_hand, text_stream, verify_stream
from pokermasa.histories.moment import Moment
from pokermasa.histories.ohh.objects import JsonNode, hand_of, pieces
from pokermasa.histories.ohh.term import (
    BETTING,
    IDLE,
    KNOWN,
    STREETS,
    letters,
    verify,
)
from pokermasa.histories.phh.tables import Lines
from pokermasa.histories.tournament_hand import BUY_IN, TournamentHand
from pokermasa.rules import Betting, Chips
from pokermasa.rules.posting import PostingKind

_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)[T ](\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|UTC| UTC|[+-]00:?00)?")


def read(text: str) -> History:
    """Return the only hand in *text*. Raises `HistoryError` if it cannot be read."""
    return only_hand(read_all(text_stream(text)))


def read_all(stream: Lines) -> Iterator[HandEntry]:
    """Yield all hands of a file. A hand that cannot be read does not stop the others.

    Only one hand at a time is kept in memory.
    """
    verify_stream(stream)
    for piece in pieces(stream):
        key = None
        try:
            hand = hand_of(piece)
            named = hand.get("game_number")
            key = str(named) if isinstance(named, str | int) and named != "" else None
            yield HandEntry(key, _history(hand), None)
        except HistoryError as error:
            at = HistoryError(error.reason, line=error.line or piece.line)
            yield HandEntry(key, None, at.with_hand(key))


def _history(hand: dict[str, Any]) -> History:
    scale = 100 if re.fullmatch("[A-Z]{3}", str(hand.get("currency"))) else 1
    return amount.rescaled(lambda scale: _Reader(JsonNode(hand, "ohh"), scale).history(), scale)


class _Reader(HandBuilder):
    def __init__(self, hand: JsonNode, scale: int) -> None:
        super().__init__(scale)
        self.hand = hand
        self.seats: dict[int, int] = {}
        """Seat numbers by player id."""
        self.left: dict[int, Chips] = {}
        """Chips left, by seat."""
        self.wagers: dict[int, Chips] = {}
        self.streets: dict[str, int] = {}
        """Number of times that each street was dealt. A second time belongs to the second board."""
        self.payouts: dict[int, Chips] = {}

    def history(self) -> History:
        hand, scale = self.hand, self.scale
        version = hand.text("spec_version")
        if version.partition(".")[0] != "1":
            raise HistoryError(f"spec_version {shortened(version)} is not 1.x")
        game = hand.text("game_type")
        if letters(game) not in ("holdem", "texasholdem"):
            raise HistoryError(f"{shortened(game)} is not hold'em")
        limit = JsonNode(hand.value.get("bet_limit"), "ohh.bet_limit")
        betting = BETTING.get(limit.text("bet_type").upper())
        if betting is None:
            found = shortened(limit.text("bet_type"))
            raise HistoryError(f"bet_type {found} is not one of {', '.join(BETTING)}")
        if cap := limit.chips("bet_cap", scale, 0):
            self.cap = cap
        for player in hand.nodes("players"):
            self.take_seat(player)
        for round in hand.nodes("rounds"):
            self.round(round)
        for pot in hand.nodes("pots"):
            self.pot(pot)
        self.won = self.won or self.payouts
        big = hand.chips("big_blind_amount", scale)
        blinds = hand.chips("small_blind_amount", scale), big
        bets = (big, 2 * big) if betting is Betting.FIXED_LIMIT else None
        button = hand.integer("dealer_seat") if hand.has("dealer_seat") else None
        return self.whole(betting, blinds, bets, button or None, self.fields())

    def fields(self) -> dict[str, Any]:
        hand = self.hand
        number = hand.text("game_number")
        is_number = number.isdecimal() and number.isascii() and len(number) < 19
        fields: dict[str, Any] = {"hand": int(number) if is_number else number} if number else {}
        if hand.has("site_name"):
            fields["venue"] = hand.text("site_name")
        fields["table"] = hand.text("table_name")
        fields["seat_count"] = hand.integer("table_size")
        currency = str(hand.value.get("currency", ""))
        if re.fullmatch("[A-Z]{3}", currency):
            fields["currency"] = currency
        if hand.value.get("tournament") in (True, "true", "True", 1):
            fields |= self.tournament()
        if hand.has("start_date_utc"):
            date = hand.text("start_date_utc")
            when = _DATE.fullmatch(date[:40])
            moment = Moment.read("{}/{}/{} {} UTC".format(*when.groups())) if when else None
            if moment is None:
                raise HistoryError(f"ohh.start_date_utc: {shortened(date)!r} is not a date")
            fields |= moment.fields
        return fields

    def tournament(self) -> dict[str, Any]:
        info = JsonNode(self.hand.value.get("tournament_info") or {}, "ohh.tournament_info")
        sums = ("buyin_amount", "fee_amount", "bounty_fee_amount")
        buy_in, fee, bounty = (info.amount(name) for name in sums)
        tournament = TournamentHand(
            info.text("tournament_number") if info.has("tournament_number") else "",
            buy_in,
            fee,
            bounty,
            currency
            if re.fullmatch("[A-Z]{3}", currency := str(info.value.get("currency")))
            else "",
            name=info.text("name") if info.has("name") else "",
        )
        fields = tournament.fields(0)
        del fields["level"]  # the format has no level
        if not any((buy_in, fee, bounty)):
            del fields[BUY_IN]
        return fields

    def take_seat(self, player: JsonNode) -> None:
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

    def round(self, round: JsonNode) -> None:
        street = letters(round.text("street"))
        if street not in STREETS:
            found = shortened(round.text("street"))
            raise HistoryError(f"{round.place}.street: {found} is not known in hold'em")
        if street == "showdown":
            self.is_shown_down = True
        elif street != "preflop":
            self.deal(street, hand_builder.cards(round.cards("cards")))
        for action in round.nodes("actions"):
            try:
                self.action(action, street)
            except HistoryError as error:
                if error.reason.startswith("ohh."):
                    raise
                raise HistoryError(f"{action.place}: {error.reason}") from None

    def deal(self, street: str, cards: tuple[Card, ...]) -> None:
        """Record board cards. A street that is dealt again belongs to another board."""
        run = self.streets.get(street, 0)
        self.streets[street] = run + 1
        lying = self.boards[run] if run < len(self.boards) else ()
        if len(cards) > 1 and cards[: len(lying)] == lying:
            cards = cards[len(lying) :]  # some programs repeat the earlier board cards
        if not run:
            self.wagers = {}
        self.deal_board(street, cards, run)

    def action(self, action: JsonNode, street: str) -> None:
        name = action.text("action")
        said = letters(name)
        if said in IDLE:
            return
        if said == "addtopot" and not action.has("player_id"):
            self.added += action.chips("amount", self.scale, 0)
            return
        if said not in KNOWN:
            if action.has("amount") and action.signed("amount", self.scale):
                raise HistoryError(f"the action {shortened(name)} moves chips and is unknown")
            return
        seat = self.seat(action)
        match said:
            case "fold":
                self.folds(seat)
            case "check":
                self.calls(seat, 0)
            case "call":
                self.calls(seat, self.pay(seat, action))
            case "bet" | "raise":
                paid = self.pay(seat, action)
                self.raises(seat, self.wagers[seat], paid=paid)
            case "dealtcards":
                if cards := action.cards("cards"):
                    self.know(seat, hand_builder.pair(cards))
            case "showscards":
                if cards := action.cards("cards"):
                    self.shows(seat, hand_builder.pair(cards))
            case "muckscards":
                if cards := action.cards("cards"):
                    self.know(seat, hand_builder.pair(cards))
                self.shows(seat, None)
            case "payout":
                chips = action.chips("amount", self.scale, 0)
                self.payouts[seat] = self.payouts.get(seat, 0) + chips
            case "playeradjustment":
                self.adjusts(seat, action.signed("amount", self.scale))
            case _:
                self.post_chips(seat, KNOWN[said] or PostingKind.DEAD, action, street)

    def seat(self, action: JsonNode) -> int:
        ident = action.integer("player_id")
        if ident not in self.seats:
            raise HistoryError(f"there is no player with the id {ident}")
        return self.seats[ident]

    def post_chips(self, seat: int, kind: PostingKind, action: JsonNode, street: str) -> None:
        if street != "preflop":
            raise HistoryError("chips are posted before the flop")
        before = self.wagers.get(seat, 0)
        chips = self.pay(seat, action)
        if chips:
            self.post(seat, kind, chips, is_all_in=not self.left[seat])
            if self.posted[-1].kind in (PostingKind.ANTE, PostingKind.DEAD):
                self.wagers[seat] = before  # paid directly into the pot

    def pay(self, seat: int, action: JsonNode) -> Chips:
        chips = action.chips("amount", self.scale)
        self.left[seat] -= chips
        if self.left[seat] < 0:
            raise HistoryError(f"{action.place}.amount: more than the player has")
        self.wagers[seat] = self.wagers.get(seat, 0) + chips
        return chips

    def pot(self, pot: JsonNode) -> None:
        rake, fees = pot.chips("rake", self.scale, 0), pot.chips("jackpot", self.scale, 0)
        won = 0
        is_sold = False
        for win in pot.nodes("player_wins"):
            ident, chips = win.integer("player_id"), win.chips("win_amount", self.scale, 0)
            if ident not in self.seats:
                raise HistoryError(f"{win.place}: there is no player with the id {ident}")
            seat = self.seats[ident]
            cash, fee = (win.chips(f"cashout_{what}", self.scale, 0) for what in ("amount", "fee"))
            if cash or fee:
                self.cashes_out(seat, cash, fee)
            is_sold = is_sold or seat in self.cash_outs
            if bonus := win.chips("bonus_amount", self.scale, 0):
                self.adjusts(seat, bonus)
            self.collects(seat, chips)
            won += chips
        amount = pot.chips("amount", self.scale)
        if amount not in (won + rake + fees, won) and not is_sold:
            raise HistoryError(f"{pot.place}: the amount is not the sum of winnings and rake")
        self.rake += rake
        self.fees += fees
