"""Any order of calls on a tournament.

The chips always add up, tables are balanced, and the tournament ends with one winner, every place
taken, and the prize pool paid out.
"""

from collections.abc import ItemsView
from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pokermasa.cards import Deck
from pokermasa.masa import Masa
from pokermasa.rules import Blinds
from pokermasa.tournament import (
    Beyond,
    Change,
    EntrantStatus,
    Player,
    Rise,
    Schedule,
    Status,
    Tournament,
    TournamentError,
    TournamentRefusal,
    save,
)
from pokermasa.tournament.balance import Sizes
from pokermasa.tournament.event import is_cause
from pokermasa.tournament.simulation import played
from pokermasa.tournament.table import MoveReason, Table
from tests.tournament.hall import coin, structure

SCHEDULES = (
    Schedule(Rise.HANDS, 2, (Blinds(1, 2), Blinds(2, 4, 1)), Beyond.DOUBLE),
    Schedule(Rise.ORBITS, 1, (Blinds(2, 4), Blinds(5, 10)), Beyond.DOUBLE),
    Schedule(Rise.TIME, 30, (Blinds(1, 2), Blinds(3, 6, 6, True)), Beyond.DOUBLE),
)


MORE_REFUSED = {
    TournamentRefusal.NO_REBUY,
    TournamentRefusal.NO_ADD_ON,
    TournamentRefusal.REGISTRATION_CLOSED,
    TournamentRefusal.NO_SUCH_PLAYER,
}


class TournamentMachine(RuleBasedStateMachine):
    @initialize(
        rules=st.sampled_from(["masa", "classic", "botpoker", "limit", "tda"]),
        schedule=st.sampled_from(SCHEDULES),
        players=st.integers(2, 14),
        seats=st.integers(2, 5),
        late_levels=st.integers(0, 3),
        hand_for_hand=st.booleans(),
        dice=st.randoms(use_true_random=False),
    )
    def open(
        self,
        rules: Any,
        schedule: Any,
        players: Any,
        seats: Any,
        late_levels: Any,
        hand_for_hand: Any,
        dice: Any,
    ) -> None:
        agreed = structure(
            rules,
            schedule,
            seats=seats,
            stack=20,
            buy_in=7,
            most=25,
            late_levels=late_levels,
            re_entries=late_levels,
            hand_for_hand=hand_for_hand,
            rebuys=late_levels,
            add_on=15 if late_levels else 0,
            bounty=2,
        )
        self.first = self.now = Tournament.open(agreed)
        self.journal: list[Any] = []
        for number in range(players):
            self.done(self.now.register(f"p{number}"))
        draw = list(range(players))
        dice.shuffle(draw)
        self.done(self.now.start(draw))

    def done(self, change: Change) -> None:
        self.now = change.tournament
        self.journal += [event for event in change.events if is_cause(event)]

    def running(self) -> bool:
        return not self.now.is_ended

    @precondition(running)
    @rule(dice=st.randoms(use_true_random=False))
    def deal(self, dice: Any) -> None:
        tables = [number for number in self.now.open_tables if self.now.may_deal(number)]
        if tables:
            self.done(self.now.deal(dice.choice(tables), Deck.shuffled(dice)))

    @precondition(running)
    @rule(dice=st.randoms(use_true_random=False), acts=st.integers(1, 30))
    def act(self, dice: Any, acts: Any) -> None:
        for _ in range(acts):
            tables = [n for n in self.now.open_tables if not self.now.table(n).is_idle]
            if not tables:
                return
            number = dice.choice(tables)
            masa = self.now.table(number).masa
            self.done(self.now.move(number, masa.to_act, any_act(masa, dice)))

    @precondition(running)
    @rule(dice=st.randoms(use_true_random=False), hands=st.integers(1, 12))
    def play(self, dice: Any, hands: Any) -> None:
        """Play some hands one after another."""
        for _ in range(hands):
            tables = [number for number in self.now.open_tables if self.now.may_deal(number)]
            if not tables:
                return
            number = dice.choice(tables)
            self.done(self.now.deal(number, Deck.shuffled(dice)))
            while (table := self.now.tables[number]) is not None and not table.is_idle:
                side = table.masa.to_act
                self.done(self.now.move(number, side, any_act(table.masa, dice)))

    @precondition(running)
    @rule(dice=st.randoms(use_true_random=False))
    def time_out(self, dice: Any) -> None:
        tables = [n for n in self.now.open_tables if not self.now.table(n).is_idle]
        if tables:
            number = dice.choice(tables)
            self.done(self.now.timed_out(number, self.now.table(number).masa.to_act))

    @precondition(running)
    @rule(dice=st.randoms(use_true_random=False))
    def disqualify(self, dice: Any) -> None:
        players = [p for p in self.now.players if self.now.entrants[p].table is not None]
        if players and dice.random() < 0.4:
            self.done(self.now.disqualify(dice.choice(players)))

    @precondition(running)
    @rule(number=st.integers(0, 30))
    def register_late(self, number: Any) -> None:
        try:
            self.done(self.now.register(f"p{number}"))
        except TournamentError:
            assert self.now.entries >= 2

    @precondition(running)
    @rule(dice=st.randoms(use_true_random=False))
    def decline(self, dice: Any) -> None:
        if self.now.awaited:
            self.done(self.now.decline([dice.choice(self.now.awaited)]))

    @precondition(running)
    @rule(dice=st.randoms(use_true_random=False), is_add_on=st.booleans())
    def buy_more(self, dice: Any, is_add_on: Any) -> None:
        player = dice.choice(self.now.players or [Player(0)])
        try:
            self.done(self.now.buy_add_on(player) if is_add_on else self.now.rebuy(player))
        except TournamentError as error:
            if error.code not in MORE_REFUSED:
                raise

    @precondition(running)
    @rule(dice=st.randoms(use_true_random=False), hands=st.integers(1, 4))
    def penalise(self, dice: Any, hands: int) -> None:
        players = [p for p in self.now.players if self.now.entrants[p].table is not None]
        if players and dice.random() < 0.3:
            self.done(self.now.penalise(dice.choice(players), hands))

    @precondition(running)
    @rule()
    def next_level(self) -> None:
        self.done(self.now.next_level())

    @precondition(running)
    @rule(time=st.integers(0, 40))
    def tick(self, time: int) -> None:
        self.done(self.now.tick(time))

    @precondition(running)
    @rule(on_break=st.booleans())
    def pause_or_resume(self, on_break: Any) -> None:
        if self.now.status is Status.PAUSED or self.now.on_break:
            self.done(self.now.resume())
        else:
            self.done(self.now.take_break(20) if on_break else self.now.pause())

    @rule()
    def crash(self) -> None:
        again = save.read(save.write(self.now))
        assert again == self.now
        self.now = again

    @invariant()
    def the_books_balance(self) -> None:
        assert self.now.balances
        assert self.now.sizes == Sizes.from_tables(self.now.tables, self.now.structure.seats)

    @invariant()
    def everybody_is_in_one_place(self) -> None:
        now = self.now
        found = []
        for table in now.tables:
            if table is not None:
                found += [*table.players.values(), *(arrival.player for arrival in table.arriving)]
        assert len(found) == len(set(found))
        for number, table in enumerate(now.tables):
            for side, player in table.players.items() if table else ():
                assert now.place(player) == (number, side)
        pending = {bust.player for bust in now.round.busts} if now.round else set()
        playing = {player for player in now.players if player not in pending}
        assert len(playing) == now.alive
        assert playing <= set(found)
        leaving = [now.entrants[player].status for player in set(found) - playing]
        assert set(leaving) <= {EntrantStatus.DISQUALIFIED}

    @invariant()
    def tables_are_even(self) -> None:
        """Check that an idle table has at most one player more than any other table.

        The exception is a table at which all players were moved for balance within the last orbit.
        """
        now = self.now
        if now.is_ended or now.alive <= 1 or now.round is not None:
            return  # hand for hand, tables are evened out after the round
        closing = now.sizes.closing()
        assert not closing & now.sizes.idle
        staying = [
            table for n, table in enumerate(now.tables) if table and not closing >> n & 1
        ]  # fmt: skip
        least = min(table.size for table in staying)
        large = [table for table in staying if table.is_idle and table.size > least + 1]
        assert all(nobody_may_move(table) for table in large)

    @invariant()
    def somebody_can_go_on(self) -> None:
        now = self.now
        if now.status is Status.RUNNING and not now.on_break:
            tables = now.open_tables
            can_play = any(now.may_deal(n) or not now.table(n).is_idle for n in tables)
            assert can_play or now.awaited

    @invariant()
    def nobody_wins_two_prizes(self) -> None:
        winners = [result.name for result in self.now.results if result.prize]
        assert len(winners) == len(set(winners))

    def teardown(self) -> None:
        if not hasattr(self, "now"):
            return
        assert self.first.replay(self.journal) == self.now
        self.play_out()
        now = self.now
        places = [(result.place, result.player) for result in now.results]
        assert len(places) == now.entries
        assert len({player for _, player in places}) == now.entries
        expected = 1
        for place, tied in grouped(places):
            assert place == expected
            expected += tied
        assert now.is_ended
        assert now.winner == places[0][1]
        assert sum(result.prize for result in now.results) == now.pool
        won = sum(entrant.bounties for entrant in now.entrants)
        assert won == now.entries * now.structure.bounty
        assert now.balances

    def play_out(self) -> None:
        """Play the tournament from its present state to the end."""
        if self.now.is_ended:
            return
        if self.now.status is Status.PAUSED:
            self.now = self.now.resume().tournament
        if self.now.on_break:
            self.now = self.now.resume().tournament
        dice = Random(1)
        while busy := [n for n in self.now.open_tables if not self.now.table(n).is_idle]:
            masa = self.now.table(busy[0]).masa
            self.now = self.now.move(busy[0], masa.to_act, any_act(masa, dice)).tournament
        for change in played(self.now, lambda: Deck.shuffled(dice), coin(dice), pace=30):
            self.now = change.tournament
            if self.now.round is None and not self.now.is_ended:
                self.tables_are_even()


def nobody_may_move(table: Table) -> bool:
    players = [*table.players.values(), *(arrival.player for arrival in table.arriving)]
    return all(table.last_move(player) is MoveReason.BALANCE for player in players)


def any_act(masa: Masa, dice: Random) -> Any:
    acts = masa.game.situation.possible_acts
    return acts[int(dice.random() * len(acts))]


def grouped(places: list[tuple[int, Player]]) -> ItemsView[int, int]:
    counts: dict[int, int] = {}
    for place, _ in places:
        counts[place] = counts.get(place, 0) + 1
    return counts.items()


TestTournament = TournamentMachine.TestCase
TestTournament.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
