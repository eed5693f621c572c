"""Rebuilds the hands of a masa from its messages, as `View` values for a bot.

The room sends events by side. The rules apply them again here, so a bot gets the same `View` over a
socket as in a match. tests/client/test_follower.py compares each view with the masa's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pokermasa.cards import Card
from pokermasa.masa.position import button_index
from pokermasa.masa.side import Side
from pokermasa.notation import uci
from pokermasa.rules import (
    AllIn,
    Blinds,
    Chips,
    Dealer,
    HandDealer,
    HouseRules,
    PastAct,
    Post,
    Situation,
    StackIndex,
    View,
)
from pokermasa.rules.chips import stack_indexes

_RECORDED_ALL_INS = ("AC", "AH", "AF")
Event = Mapping[str, Any]


class Follower:
    """A follower of one masa. Pass it every message of that masa, beginning with the first view."""

    def __init__(self) -> None:
        self.me: int | None = None
        """The bot's side."""
        self.hand: Hand | None = None
        """The current hand, or None if its beginning was not seen."""
        self._rules = HouseRules()
        self._blinds = Blinds(1, 2)
        self._bets: tuple[Chips, Chips] | None = None
        self.won: Chips = 0
        """Net chips of the bot in the last hand."""
        self._names: dict[int, str] = {}
        self._stacks: dict[int, Chips] = {}

    def hear(self, message: Mapping[str, Any]) -> Iterator[Hand]:
        """Apply a message and yield every hand that ends with it."""
        if "view" in message:
            self._read_view(message["view"])
        for event in message.get("events", ()):
            ended = self._apply(event)
            if ended is not None:
                yield ended

    @property
    def stack(self) -> Chips:
        return 0 if self.me is None else self._stacks.get(self.me, 0)

    def _read_view(self, view: Mapping[str, Any]) -> None:
        self.me = view["you"]
        self._rules, self._blinds = HouseRules.named(view["rules"]), Blinds(**view["blinds"])
        self._bets = view["bets"] and tuple(view["bets"])
        self._names = {seat["side"]: seat["name"] for seat in view["seats"]}
        self._stacks = {seat["side"]: seat["stack"] for seat in view["seats"]}
        self.hand = None

    def _apply(self, event: Event) -> Hand | None:
        match event["event"]:
            case "player_joined":
                self._names[event["side"]] = event["name"]
                self._stacks[event["side"]] = event["stack"]
            case "renamed":
                self._names[event["side"]] = event["name"]
            case "topped_up":
                self._stacks[event["side"]] += event["amount"]
            case "blinds_changed":
                self._blinds = Blinds(**event["blinds"])
                self._bets = event["bets"] and tuple(event["bets"])
            case "rules_changed":
                self._rules = HouseRules.named(event["rules"])
            case "dealer_rotated":
                self.hand = self._new_hand(event)
            case "aborted":
                self.hand = None
            case "hand_ended":
                after = {seat["side"]: seat["stack"] for seat in event["stacks"]}
                if self.me is not None and self.me in after:
                    self.won = after[self.me] - self._stacks[self.me]
                self._stacks.update(after)
                ended, self.hand = self.hand, None
                return ended
            case _ if self.hand is not None:
                self.hand.apply(event)
        return None

    def _new_hand(self, event: Event) -> Hand:
        sides: list[Side] = event["sides"]
        due = None
        if event["posts"] is not None:
            due = {
                StackIndex(sides.index(post["side"])): Post(
                    post["live"], post["dead"], post["late"]
                )
                for post in event["posts"]
            }
        stacks = [self._stacks[side] for side in sides]
        dealer = Dealer.start(
            stacks,
            button_index(sides, event["side"]),
            self._blinds,
            self._rules,
            due,
            self._bets,
        )
        names = [self._names[side] for side in sides]
        return Hand(
            Situation(dealer, None, stacks), sides, (event["small"], event["big"]), names, self.me
        )


class Hand:
    """One hand, followed from its deal."""

    def __init__(
        self,
        situation: Situation,
        sides: Iterable[int],
        blinds: tuple[int, int],
        names: list[str],
        me: int | None,
    ) -> None:
        self._situation = situation
        self._sides = tuple(sides)
        self._small, self._big = [self._index(side) for side in blinds]
        self._cards: dict[StackIndex, tuple[Card, ...]] = {}
        self._board: tuple[Card, ...] = ()
        self._past: tuple[PastAct, ...] = ()
        self._is_asked_twice = False
        self.names = tuple(names)
        """Names of the players by stack index."""
        self.me = None if me is None else self._index(me)
        """Stack index of the bot, or None if it was not dealt in."""

    def _index(self, side: int) -> StackIndex | None:
        return StackIndex(self._sides.index(side)) if side in self._sides else None

    @property
    def view(self) -> View:
        """The current view of the bot."""
        hands = [self._cards.get(index) for index in stack_indexes(len(self._sides))]
        dealer, totals = self._situation.dealer, self._situation.totals
        situation = Situation(dealer, HandDealer(hands, self._board), totals)
        view = View.from_situation(situation, self.me, self._past)
        settled = view.settled and not self._is_asked_twice
        return view._replace(small_blind=self._small, big_blind=self._big, settled=settled)

    def apply(self, event: Event) -> None:
        match event["event"]:
            case "deal_pocket_cards":
                self._show(event)
            case "player_acted":
                self._acted(event["act"])
            case "board_updated":
                self._board = tuple(map(Card, event["cards"]))
            case "twice_offered" | "hands_shown" as name:
                # No pot is paid while players are asked whether to run it twice.
                self._is_asked_twice = name == "twice_offered"
                for shown in event["hands"]:
                    self._show(shown)

    def _show(self, shown: Event) -> None:
        self._cards[StackIndex(self._sides.index(shown["side"]))] = tuple(map(Card, shown["cards"]))

    def _acted(self, act: str) -> None:
        sent = AllIn() if act in _RECORDED_ALL_INS else uci.read(act)
        move = self._situation.move(sent)
        self._past = (*self._past, PastAct.from_move(move))
        self._situation = move.situation_after
