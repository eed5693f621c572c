"""Any order of joins, leaves, sit-outs, top-ups, timeouts, acts and crashes (save, load).

`Books.check` compares the masa with the accounts after every step. At the end a replay of the
causes must give the same value. Here hypothesis looks for the shortest failing history;
test_fairness plays long random histories.
"""

from random import Random
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pokermasa.cards import Deck
from pokermasa.masa import Entry, Masa, Preselected, Side, Terms
from pokermasa.rules import Blinds, Raise, SmallBlind
from tests.masa.books import Books
from tests.masa.walk import HOUSES

anyone = st.integers(0, 9)
"""Index of a seated player, modulo their number."""
truth = st.booleans()
stacks = st.sampled_from((1, 2, 3, 10, 50, 300))
terms = st.builds(
    Terms,
    least_buy_in=st.sampled_from((1, 10)),
    most_buy_in=st.just(300),
    entry=st.sampled_from(Entry),
    straddle=truth,
    run_twice=truth,
    time_bank=st.just(30),
    absent_play=truth,
)
blinds = st.builds(Blinds, st.integers(0, 2), st.just(2), st.integers(0, 2), truth)


def somebody(self: Any) -> bool:
    return not self.masa.no_one


def playing(self: Any) -> bool:
    return self.masa.is_game


def asked_to_act(self: Any) -> bool:
    return self.masa.to_act is not None


class AnyOrder(RuleBasedStateMachine):
    @initialize(
        sides=st.integers(2, 10),
        blinds=blinds,
        rules=st.sampled_from(HOUSES),
        terms=terms,
        first=st.lists(stacks, min_size=2, max_size=4),
    )
    def open(self, sides: Any, blinds: Any, rules: Any, terms: Any, first: Any) -> None:
        if not rules.allows(blinds):
            blinds = blinds._replace(small=1)
        self.books = Books(Masa.open(sides, blinds, rules, terms))
        for side, stack in enumerate(first):
            self.books.do("buy_in", side, stack)

    @property
    def masa(self) -> Masa:
        return self.books.masa

    def side(self, which: int) -> int:
        return list(self.masa.seats)[which % self.masa.nb_players]

    # Coming and going

    @rule(side=st.integers(0, 9), stack=stacks, returns=truth, kept=st.sampled_from((0, 50, 400)))
    def buy_in(self, side: Side | float | bool, stack: int | str, returns: bool, kept: int) -> None:
        self.books.do("buy_in", side, stack, returns, kept)

    @precondition(playing)
    @rule(who=anyone, value=truth)
    def sitout_next(self, who: int, value: bool) -> None:
        self.books.do("sitout_next", self.side(who), value)

    @precondition(lambda self: self.masa.at_least_two)
    @rule(who=anyone)
    def leave(self, who: int) -> None:
        self.books.do("leave", self.side(who))

    @precondition(somebody)
    @rule(who=anyone, here=truth, posts=truth)
    def away_or_back(self, who: Any, here: Any, posts: Any) -> None:
        if here:
            self.books.do("back", self.side(who), posts)
        else:
            self.books.do("away", self.side(who))

    @precondition(somebody)
    @rule(who=anyone, amount=st.integers(0, 299))
    def top_up(self, who: Side | int, amount: int) -> None:
        self.books.do("top_up", self.side(who), amount)

    @precondition(lambda self: self.masa.no_game)
    @rule(big=st.integers(1, 4), side=st.integers(0, 9))
    def show_and_set_blinds(self, big: Any, side: Any) -> None:
        self.books.do("show", side)
        if self.masa.rules.small_blind is SmallBlind.HALF:
            big *= 2
        self.books.do("set_blinds", Blinds(big // 2, big))

    # Playing

    @precondition(lambda self: self.masa.is_dealable)
    @rule(seed=st.integers(0, 999), straddler=st.none() | anyone, time=st.integers(0, 31))
    def deal(self, seed: Any, straddler: Any, time: Any) -> None:
        if straddler is not None:
            self.books.do("straddle", self.side(straddler), True)
            self.books.do("spend_time_bank", self.side(straddler), time)
        assert self.books.do("deal", Deck.shuffled(Random(seed))) is not None

    @precondition(asked_to_act)
    @rule(acts=st.lists(st.tuples(st.integers(0, 6), st.integers(0, 300)), min_size=1, max_size=6))
    def act(self, acts: Any) -> None:
        """Play a possible act, which must be accepted."""
        for which, more in acts:
            view = self.masa.view(self.masa.to_act)
            if view is None or self.masa.to_act is None:
                return
            act = view.acts[which % len(view.acts)]
            if isinstance(act, Raise):
                act = Raise(min(act.to + more, view.raises[1]))
            assert self.books.do("move", self.masa.to_act, act) is not None
            self.books.check()

    @precondition(asked_to_act)
    @rule(times=st.integers(1, 20))
    def call(self, times: Any) -> None:
        """Check or call until the showdown."""
        for _ in range(times):
            if self.masa.to_act is not None:
                view = self.masa.view(self.masa.to_act)
                self.books.do("move", self.masa.to_act, view.acts[1 % len(view.acts)])
                self.books.check()

    @precondition(playing)
    @rule(who=st.none() | anyone)
    def timed_out(self, who: int | Side) -> None:
        self.books.do("timed_out", self.masa.to_act if who is None else self.side(who))

    @precondition(asked_to_act)
    @rule(who=anyone, choice=st.sampled_from((*Preselected, None)))
    def preselect(self, who: Side | int, choice: Preselected | None) -> None:
        self.books.do("preselect", self.side(who), choice)

    @precondition(lambda self: self.masa.is_game and self.masa.to_act is None)
    @rule(answers=st.lists(st.tuples(anyone, st.sampled_from((True, True, False))), min_size=2))
    def run_twice(self, answers: Any) -> None:
        for who, agrees in answers:
            if not self.masa.no_one:
                self.books.do("run_twice", self.side(who), agrees)
                self.books.check()

    @precondition(playing)
    @rule(sure=st.integers(0, 7))
    def abort(self, sure: int) -> None:
        if sure == 7:
            self.books.do("abort")

    @rule()
    def crash(self) -> None:
        self.books.crash()

    # Invariants

    @invariant()
    def the_books_balance(self) -> None:
        self.books.check()

    def teardown(self) -> None:
        assert self.books.replayed() == self.masa


TestAnyOrder = AnyOrder.TestCase
TestAnyOrder.settings = settings(max_examples=60, stateful_step_count=50)


@pytest.mark.soak
class TestAnyOrderAtLength(AnyOrder.TestCase):  # type: ignore[misc, valid-type]  # made at run time
    settings = settings(max_examples=3000, stateful_step_count=100)
