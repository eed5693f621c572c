"""Writes Open Hand History, with exact decimals."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from pokermasa.cards import Card
from pokermasa.histories import hand_number
from pokermasa.histories.hand_builder import chairs
from pokermasa.histories.history import (
    UNKNOWN,
    BoardDealt,
    History,
    HistoryError,
    HoleCards,
    HoleDealt,
)
from pokermasa.histories.input_check import keyed, one_history, verify_hero
from pokermasa.histories.moment import NO_TIME, Moment
from pokermasa.histories.ohh.term import (
    BETTING,
    POSTS,
    STREET_NAMES,
    TOURNAMENT,
    VERSION,
    verify,
)
from pokermasa.histories.pot_summary import PotSummary, summarize_pots
from pokermasa.histories.record import in_file
from pokermasa.histories.replay import Scene
from pokermasa.histories.stakes import postings
from pokermasa.histories.tournament_hand import TournamentHand
from pokermasa.rules import Betting, Check, Chips, Fold, Role, StackIndex
from pokermasa.rules.chips import indexed, stack_indexes

_LETTERS = {betting: letters for letters, betting in BETTING.items()}


def write(history: History, hero: int | None = None) -> str:
    """Return the hand as one line.

    With *hero*, only the hole cards of that stack are written as dealt; without, all known ones.
    Raises `HistoryError` if the hand is impossible, not over, or cannot be written in this format.
    """
    return _json({"ohh": _Writer(one_history(history), hero).hand()}) + "\n"


def write_all(hands: Iterable[tuple[str, History]], hero: int | None = None) -> Iterator[str]:
    """Yield the text of a file, one hand after another. A hand without a number gets its key."""
    for number, (key, history) in enumerate(keyed(hands)):
        if "hand" not in history.fields:
            history = history.replace(fields={**history.fields, "hand": key})
        yield ("\n" if number else "") + write(history, hero)


class _Writer:
    def __init__(self, history: History, hero: int | None) -> None:
        verify_hero(hero, history)
        self.history = history
        self.hero = hero
        for index in stack_indexes(history.players):
            verify(history.name(index))
        self.posted = postings(history)
        self.summary: PotSummary = summarize_pots(history)
        self.seats = chairs(history)
        self.actions = 0
        if history.rules.betting is Betting.FIXED_LIMIT and history.bets is not None:
            big = history.blinds.big
            if history.bets != (big, 2 * big):
                raise HistoryError(
                    "this format requires fixed-limit bets of one and two big blinds"
                )

    def chips(self, chips: Chips) -> int | Decimal:
        scale = self.history.scale
        if 10 ** (len(str(scale)) - 1) != scale:
            raise HistoryError(f"amounts in parts of 1/{scale} cannot be written as decimals")
        return in_file(chips, scale)

    def hand(self) -> dict[str, Any]:
        history, fields = self.history, self.history.fields
        rounds = self.rounds()
        known = [step.stack for step in self.dealt()]
        hero = self.hero if self.hero is not None or len(known) != 1 else known[0]
        hand = {
            "spec_version": VERSION,
            "site_name": _text_or(fields.get("venue"), "pokermasa"),
            "network_name": _text_or(fields.get("venue"), "pokermasa"),
            "internal_version": "1.0.0",
            "tournament": TOURNAMENT in fields,
            "game_number": _number(fields, rounds),
            "start_date_utc": _date((Moment.from_fields(fields) or NO_TIME).utc),
            "table_name": _text_or(fields.get("table"), "pokermasa"),
            "game_type": "Holdem",
            "bet_limit": {
                "bet_type": _LETTERS[history.rules.betting],
                "bet_cap": self.chips(max(history.stacks)) if history.behind else 0,
            },
            "table_size": max(_size(fields), *self.seats),
            "currency": _text_or(fields.get("currency"), "Chips"),
            "dealer_seat": self.seats[history.button],
            "small_blind_amount": self.chips(history.blinds.small),
            "big_blind_amount": self.chips(history.blinds.big),
            "ante_amount": self.chips(history.blinds.ante),
            "hero_player_id": hero,
            "flags": self.flags(hero),
            "players": [self.player(index) for index in stack_indexes(history.players)],
            "rounds": rounds,
            "pots": self.pots(),
        }
        if hero is None:
            del hand["hero_player_id"]
        tournament = TournamentHand.from_fields(fields)
        if tournament is not None:
            info: dict[str, Any] = {
                "tournament_number": str(tournament.number),
                "name": _text_or(fields.get("event"), "pokermasa"),
            }
            hand["tournament_info"] = info
            if tournament.buy_in_words != "Freeroll":
                info |= {
                    "currency": tournament.currency or "Chips",
                    "buyin_amount": tournament.buy_in,
                    "fee_amount": tournament.fee,
                    "bounty_fee_amount": tournament.bounty,
                }
        return hand

    def flags(self, hero: int | None) -> list[str]:
        flags = {
            "Observed": hero is None,
            "Run_It_Twice": self.history.more_boards,
            "Cap": self.history.behind,
        }
        return [flag for flag, is_so in flags.items() if is_so]

    def player(self, index: StackIndex) -> dict[str, Any]:
        return {
            "id": index,
            "seat": self.seats[index],
            "name": self.history.name(index),
            "display": self.history.name(index),
            "starting_stack": self.chips(self.history.at_table(index)),
        }

    def dealt(self) -> list[HoleDealt]:
        return [
            step
            for step in self.history.story
            if isinstance(step, HoleDealt)
            and self.hero in (None, step.stack)
            and step.cards != UNKNOWN
        ]

    # Rounds

    def rounds(self) -> list[dict[str, Any]]:
        actions: list[dict[str, Any]] = []
        rounds = [{"id": 0, "street": "Preflop", "cards": [], "actions": actions}]
        payments = self.summary.payments
        if payments.added:
            actions.append(self.action(None, "Add to Pot", payments.added))
        for stack, kind, chips, is_all_in in self.posted:
            actions.append(self.action(stack, POSTS[kind], chips, is_all_in))
        for step in self.dealt():
            actions.append(self.action(step.stack, "Dealt Cards", cards=step.cards))
        for scene in self.summary.story:
            if isinstance(scene.step, BoardDealt):
                actions = []
                rounds.append(self.street(len(rounds), scene.board, scene.step.cards, actions))
            if scene.move is not None:
                actions.append(self.act(scene))
        lying = self.history.common_cards
        for board in self.history.more_boards:
            for start, stop in ((0, 3), (3, 4), (4, 5)):
                if start >= lying:
                    rounds.append(self.street(len(rounds), board[:stop], board[start:stop], []))
        shows = [
            self.action(stack, "Mucks Cards" if cards is None else "Shows Cards", cards=cards)
            for stack, cards in self.summary.end.shown.items()
            if cards != UNKNOWN
        ]
        if shows:
            rounds.append({"id": len(rounds), "street": "Showdown", "cards": [], "actions": shows})
        for stack, chips in indexed(payments.adjustments):
            if chips:
                last_actions = rounds[-1]["actions"]
                assert isinstance(last_actions, list)
                last_actions.append(self.action(stack, "Player Adjustment", chips))
        return rounds

    def street(
        self, id: int, board: Sequence[Card], cards: Sequence[Card], actions: list[dict[str, Any]]
    ) -> dict[str, Any]:
        street = STREET_NAMES[len(board) - 2]
        return {"id": id, "street": street, "cards": _cards(cards), "actions": actions}

    def act(self, scene: Scene) -> dict[str, Any]:
        move = scene.move
        assert move is not None
        before = move.before
        turn = before.turn_to_act
        left, to, role = move.player_diff
        paid = to - before.stacks[turn].recent_wager
        match move.player_act:
            case Fold():
                return self.action(turn, "Fold")
            case Check():
                return self.action(turn, "Check")
            case act if not act.raises:
                name = "Call"
            case _:
                name = "Raise" if before.price else "Bet"
        return self.action(turn, name, paid, not left and role is not Role.FOLDED)

    def action(
        self,
        stack: StackIndex | None,
        name: str,
        chips: Chips | None = None,
        is_all_in: bool = False,
        cards: HoleCards | None = None,
    ) -> dict[str, Any]:
        self.actions += 1
        action: dict[str, Any] = {
            "action_number": self.actions,
            "player_id": stack,
            "action": name,
            "amount": self.chips(chips or 0),
            "is_allin": is_all_in,
        }
        if stack is None:
            del action["player_id"]
        if cards is not None:
            action["cards"] = _cards(cards)
        return action

    def pots(self) -> list[dict[str, Any]]:
        payments = self.summary.payments
        rake = payments.rake
        pots: list[dict[str, Any]] = []
        pot_data: dict[str, Any]
        for number, (pot, deducted) in enumerate(
            zip(self.summary.pots, self.summary.deducted, strict=True)
        ):
            of_rake = min(rake, deducted)
            rake -= of_rake
            pot_data = {
                "number": number,
                "amount": self.chips(pot.wager),
                "rake": self.chips(of_rake),
                "player_wins": [
                    {"player_id": index, "win_amount": self.chips(share)}
                    for index, share in zip(pot.involved, pot.shares, strict=True)
                    if share
                ],
            }
            if deducted > of_rake:
                pot_data["jackpot"] = self.chips(deducted - of_rake)
            pots.append(pot_data)
        for index in stack_indexes(self.history.players):
            if payments.has_cashed_out(index):
                fee = payments.cash_out_fees[index] if payments.cash_out_fees else 0
                sold = {
                    "player_id": index,
                    "win_amount": 0,
                    "cashout_amount": self.chips(payments.cash_outs[index]),
                    "cashout_fee": self.chips(fee),
                }
                # cashed-out hands are listed in every pot, the payment only in the first
                for pot_data in pots:
                    pot_data["player_wins"].append(sold)
                    sold = {"player_id": index, "win_amount": 0}
        return pots


def _cards(cards: Iterable[object]) -> list[str]:
    return [str(card) for card in cards if card is not None]


def _text_or(value: object, otherwise: str) -> str:
    text = otherwise if value is None else str(value)
    verify(text)
    return text


def _size(fields: Mapping[str, Any]) -> int:
    size = fields.get("seat_count")
    return size if type(size) is int and 2 <= size < 100 else 2


def _number(fields: Mapping[str, Any], rounds: list[dict[str, Any]]) -> str:
    """Return the hand number, or a hash of the hand if it has none."""
    if "hand" in fields:
        return _text_or(fields["hand"], "")
    return str(hand_number.hashed(_json(rounds)))


def _date(moment: Moment) -> str:
    """Return the date in the format of OHH.

    >>> _date(Moment(2024, 5, 1, "20:00:00", "UTC"))
    '2024-05-01T20:00:00Z'
    """
    return f"{moment.year:04}-{moment.month:02}-{moment.day:02}T{moment.time:0>8}Z"


def _json(value: object) -> str:
    """Return JSON like `json.dumps`, but with exact decimals."""
    match value:
        case dict():
            return "{" + ", ".join([f"{_json(k)}: {_json(v)}" for k, v in value.items()]) + "}"
        case list():
            return "[" + ", ".join([_json(item) for item in value]) + "]"
        case Decimal():
            return f"{value:f}"
    return json.dumps(value, ensure_ascii=False)
