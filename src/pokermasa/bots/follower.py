"""Follows a masa over the wire (docs/wire.md), and sees each hand as a bot at the masa would.

The room tells what happened, by side; the rules play it again here, so that a bot has the very same
`View` over a socket as in a match.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pokermasa.bots.bot import Company
from pokermasa.cards import Card
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

_RECORDED_ALL_INS = ("AC", "AH", "AF")
Event = Mapping[str, Any]


class Follower:
    """Told of every message of one masa, from the first view on."""

    def __init__(self) -> None:
        self.me: int | None = None
        """The bot's side."""
        self.hand: Hand | None = None
        """The one being played, if it was seen from its beginning."""
        self._rules = HouseRules()
        self._blinds = Blinds(1, 2)
        self._bets: tuple[Chips, Chips] | None = None
        self.won: Chips = 0
        """In the last hand."""
        self._names: dict[int, str] = {}
        self._stacks: dict[int, Chips] = {}

    def hear(self, message: Mapping[str, Any]) -> Iterator[Hand]:
        """Every hand that this message brings to its end."""
        if "view" in message:
            self._look(message["view"])
        for event in message.get("events", ()):
            ended = self._happened(event)
            if ended is not None:
                yield ended

    @property
    def stack(self) -> Chips:
        return 0 if self.me is None else self._stacks.get(self.me, 0)

    def _look(self, view: Mapping[str, Any]) -> None:
        self.me = view["you"]
        self._rules, self._blinds = read_rules(view["rules"]), Blinds(**view["blinds"])
        self._names = {seat["side"]: seat["name"] for seat in view["seats"]}
        self._stacks = {seat["side"]: seat["stack"] for seat in view["seats"]}
        self.hand = None

    def _happened(self, event: Event) -> Hand | None:
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
                self._rules = read_rules(event["rules"])
            case "dealer_rotated":
                self.hand = self._begun(event)
            case "aborted":
                self.hand = None
            case "hand_ended":
                after = {told["side"]: told["stack"] for told in event["stacks"]}
                if self.me is not None and self.me in after:
                    self.won = after[self.me] - self._stacks[self.me]
                self._stacks.update(after)
                ended, self.hand = self.hand, None
                return ended
            case _ if self.hand is not None:
                self.hand.happened(event)
        return None

    def _begun(self, event: Event) -> Hand:
        sides = event["sides"]
        stacks = [self._stacks[side] for side in sides]
        names = [self._names[side] for side in sides]
        return Hand(
            sides, stacks, event["side"], self._blinds, self._rules, self._bets, names, self.me
        )


class Hand:
    """One hand, from its deal on."""

    def __init__(
        self,
        sides: Iterable[int],
        stacks: list[Chips],
        button: int,
        blinds: Blinds,
        rules: HouseRules,
        bets: tuple[Chips, Chips] | None,
        names: list[str],
        me: int | None,
    ) -> None:
        self._sides = tuple(sides)
        self._stacks, self._blinds, self._rules, self._bets = stacks, blinds, rules, bets
        # A button may lie where nobody is dealt in; it is the last stack before that side, then.
        before = [index for index, side in enumerate(self._sides) if side <= button]
        self._button = before[-1] if before else len(self._sides) - 1
        self._posts: dict[StackIndex, Post] = {}
        self._cards: dict[StackIndex, tuple[Card, ...]] = {}
        self._board: tuple[Card, ...] = ()
        self._situation: Situation | None = None
        self._past: tuple[PastAct, ...] = ()
        self._unusual = False
        self._names = tuple(names)
        self._me = self._sides.index(me) if me in self._sides else None

    @property
    def company(self) -> Company | None:
        """None for who is not dealt in."""
        return None if self._me is None else Company(self._names, self._me)

    @property
    def view(self) -> View | None:
        """As the bot's side sees it now; None if nobody was ever to act."""
        if self._situation is None:
            return None
        hands = [self._cards.get(index) for index in range(len(self._sides))]
        cards = HandDealer(hands, self._board)
        view = View.of(Situation(self._situation.dealer, cards), self._me, self._past)
        if not self._unusual:
            return view
        live = {post.live: index for index, post in self._posts.items() if not post.late}
        return view._replace(
            small_blind=live.get(self._blinds.small), big_blind=live.get(self._blinds.big)
        )

    def happened(self, event: Event) -> None:
        match event["event"]:
            case "posted":
                index = self._sides.index(event["side"])
                self._posts[index] = Post(event["live"], event["dead"])
            case "deal_pocket_cards":
                self._show(event)
            case "actor_rotated" if self._situation is None:
                self._open(self._sides.index(event["side"]))
            case "player_acted":
                self._acted(event["act"])
            case "board_updated":
                self._board = tuple(map(Card, event["cards"]))
            case "hands_shown":
                for shown in event["hands"]:
                    self._show(shown)

    def _show(self, shown: Event) -> None:
        self._cards[self._sides.index(shown["side"])] = tuple(map(Card, shown["cards"]))

    def _open(self, first: StackIndex) -> None:
        """The hand as it is when *first* is to act: by the positions' blinds; or, where a newcomer
        has posted or a blind is dead, by what was told."""
        late = {
            index: post._replace(late=True)
            if post.live == self._blinds.big and index != self._opener(first)
            else post
            for index, post in self._posts.items()
        }
        paid = {index: post for index, post in self._posts.items() if post.live or post.dead}
        for posts in (None, paid, late):
            dealer = Dealer.start(
                self._stacks, self._button, self._blinds, self._rules, posts, self._bets
            )
            wagers = [stack.recent_wager for stack in dealer.stacks]
            told = [self._posts.get(index, Post()).live for index in range(len(wagers))]
            if dealer.turn_to_act == first and wagers == told:
                self._situation = Situation(dealer)
                self._posts, self._unusual = posts or {}, posts is not None
                return

    def _opener(self, first: StackIndex) -> StackIndex:
        """The last before *first* who has posted a big blind: the first turn follows it."""
        players = len(self._sides)
        before = [(first - step) % players for step in range(1, players + 1)]
        return next(
            (i for i in before if self._posts.get(i, Post()).live >= self._blinds.big), first
        )

    def _acted(self, act: str) -> None:
        if self._situation is not None:
            sent = AllIn() if act in _RECORDED_ALL_INS else uci.read(act)
            move = self._situation.move(sent)
            self._past = (*self._past, PastAct.of(move))
            self._situation = move.situation_after


def read_rules(text: str) -> HouseRules:
    """What `HouseRules.name` wrote.

    >>> read_rules("tda, betting=pot limit, raise_cap=None").betting
    <Betting.POT_LIMIT: 'pot limit'>
    """
    name, _, options = text.partition(", ")
    rules = HouseRules.named(name)
    for option in _options(options):
        key, _, value = option.partition("=")
        rules = rules.but(**{key: _read_option(getattr(rules, key), value)})
    return rules


def _options(text: str) -> list[str]:
    """A value may hold commas itself: (3, 4, 4, 4)."""
    words: list[str] = []
    for word in filter(None, text.split(", ")):
        if "=" in word:
            words.append(word)
        else:
            words[-1] += f", {word}"
    return words


def _read_option(usual: Any, text: str) -> Any:
    plain = {"None": None, "True": True, "False": False}
    if text in plain:
        return plain[text]
    if text.startswith("("):
        return tuple(map(int, text.strip("()").split(",")))
    return type(usual)(text)
