"""The game of a session: a cash game or a sit-and-go, each with one table."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol, TypeAlias

from pokermasa.cards import Deck
from pokermasa.histories.description import ordinal
from pokermasa.masa import Masa, Side
from pokermasa.masa import event as at_masa
from pokermasa.rules import Blinds, Chips, HouseRules, PlayerAct
from pokermasa.tournament import Player, Structure, Tournament
from pokermasa.tournament import event as in_tournament
from pokermasa.tournament.change import Change
from pokermasa.tournament.level import Beyond, Rise, Schedule

Event: TypeAlias = at_masa.Event | in_tournament.Event
YOU = Player(0)
TABLE = 0


class TerminalGame(Protocol):
    """The interface of both kinds of game. Methods return the events that you may see, in order."""

    masa: Masa

    @property
    def you(self) -> Side: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def heading(self) -> str:
        """Short description of the game and its current stakes."""
        ...

    @property
    def prizes(self) -> tuple[float, ...]: ...
    @property
    def result(self) -> str:
        """Your result as a sentence."""
        ...

    def name(self, player: int) -> str:
        """Return the name of a player by index. You are player 0."""
        ...

    def player(self, side: Side) -> int: ...
    def deal(self, deck: Deck) -> Sequence[Event]: ...
    def move(self, side: Side, act: PlayerAct) -> Sequence[Event]: ...
    def time_out(self) -> Sequence[Event]:
        """Called when your time is up."""
        ...


class Cash:
    """A cash game. A player without chips buys in again before the next hand."""

    prizes: tuple[float, ...] = ()
    is_over = False

    def __init__(
        self, names: Sequence[str], stack: Chips, blinds: Blinds, rules: HouseRules
    ) -> None:
        self.names = names
        self.stack = stack
        self.masa = Masa.open(len(names), blinds, rules)
        self.bought = dict.fromkeys([Side(side) for side in range(len(names))], stack)
        for side in self.bought:
            self.masa = self.masa.buy_in(side, stack).masa

    you = Side(0)

    def name(self, player: int) -> str:
        return self.names[player]

    def player(self, side: Side) -> int:
        return side

    @property
    def heading(self) -> str:
        return f"{self.masa.rules.betting} cash · blinds {blinds_in_words(self.masa.blinds)}"

    @property
    def won(self) -> Chips:
        return self.masa.seats[self.you].stack - self.bought[self.you]

    @property
    def result(self) -> str:
        hands, won, big = self.masa.hands - self.masa.is_game, self.won, self.masa.blinds.big
        if not hands:
            return "No hand was played to its end."
        verb = "won" if won > 0 else "lost" if won < 0 else "came out even"
        amount = f" {abs(won):,} chips ({abs(won) / big:,.1f} big blinds)" if won else ""
        return f"You {verb}{amount} in {hands:,} hand{'s' if hands > 1 else ''}."

    def deal(self, deck: Deck) -> Sequence[Event]:
        events: list[Event] = []
        for side, seat in self.masa.seats.items():
            if not seat.stack:
                change = self.masa.top_up(side, self.stack)
                self.masa = change.masa
                self.bought[side] += self.stack
                events += change.events
        change = self.masa.deal(deck)
        self.masa = change.masa
        return [*events, *change.seen_by(self.you)]

    def move(self, side: Side, act: PlayerAct) -> Sequence[Event]:
        change = self.masa.move(side, act)
        self.masa = change.masa
        return change.seen_by(self.you)

    def time_out(self) -> Sequence[Event]:
        change = self.masa.timed_out(self.you)
        self.masa = change.masa
        return change.seen_by(self.you)


class SitAndGo:
    """A sit-and-go tournament. It is over when you are out or have won."""

    def __init__(self, names: Sequence[str], structure: Structure, dice: Random) -> None:
        self.tournament = Tournament.open(structure)
        for name in names:
            self.tournament = self.tournament.register(name).tournament
        draw = list(range(len(names)))
        dice.shuffle(draw)
        self.tournament = self.tournament.start(draw).tournament
        table = self.tournament.table(TABLE)
        self.masa = table.masa
        self.players = dict(table.players)
        self.you = next(side for side, player in self.players.items() if player == YOU)
        self._place: int | None = None

    def name(self, player: int) -> str:
        return self.tournament.entrants[player].name

    def player(self, side: Side) -> int:
        return self.players[side]

    @property
    def is_over(self) -> bool:
        return self._place is not None or self.tournament.is_ended

    @property
    def heading(self) -> str:
        tournament = self.tournament
        return (
            f"{self.masa.rules.betting} sit-and-go · level {tournament.clock.level + 1} · "
            f"blinds {blinds_in_words(tournament.blinds)} · {tournament.alive} left"
        )

    @property
    def prizes(self) -> tuple[float, ...]:
        return tuple(map(float, self.tournament.prizes[: self.tournament.alive]))

    @property
    def result(self) -> str:
        tournament = self.tournament
        entries = tournament.entries
        hands = tournament.hands - self.masa.is_game
        if tournament.is_ended and tournament.winner == YOU:
            return f"You won the sit-and-go of {entries} in {hands:,} hands: {self._prize(1)}."
        if self._place is not None:
            return f"You finished {ordinal(self._place)} of {entries}: {self._prize(self._place)}."
        stack = self.masa.seats[self.you].stack
        return f"You left with {stack:,} chips, {tournament.alive} of {entries} still playing."

    def _prize(self, place: int) -> str:
        prizes = self.tournament.prizes
        if place > len(prizes):
            return "no prize"
        return f"{prizes[place - 1]:,} of the {self.tournament.pool:,} in the pool"

    def deal(self, deck: Deck) -> Sequence[Event]:
        return self._after(self.tournament.deal(TABLE, deck))

    def move(self, side: Side, act: PlayerAct) -> Sequence[Event]:
        return self._after(self.tournament.move(TABLE, side, act))

    def time_out(self) -> Sequence[Event]:
        return self._after(self.tournament.timed_out(TABLE, self.you))

    def _after(self, change: Change) -> Sequence[Event]:
        self.tournament = change.tournament
        self.masa = self.tournament.table(TABLE).masa
        events: list[Event] = []
        for event in change.events:
            if isinstance(event, in_tournament.AtTable):
                if at_masa.may_see(event.event, self.you):
                    events.append(event.event)
                continue
            if isinstance(event, in_tournament.Eliminated) and YOU in event.players:
                self._place = event.place
            events.append(event)
        return events


def sit_and_go(
    players: int, stack: Chips, blinds: Blinds | None, rules: HouseRules, every: int
) -> Structure:
    """Return the structure of a sit-and-go. The blinds rise after *every* hands. Without *blinds*,
    the big blind begins at a 75th of the stack."""
    usual = Structure.sit_and_go(players, stack, rules)
    levels = usual.schedule.levels
    if blinds is not None:
        first = levels[0].big
        levels = tuple([_scaled(blinds, level.big, first) for level in levels])
    schedule = Schedule(Rise.HANDS, every, levels, Beyond.DOUBLE)
    return Structure.sit_and_go(players, stack, rules, schedule)


def _scaled(blinds: Blinds, by: int, per: int) -> Blinds:
    """Scales the blinds. A small blind of half the big blind stays exactly half."""
    small = blinds.small * by // per
    big = 2 * small if 2 * blinds.small == blinds.big else blinds.big * by // per
    return Blinds(small, big, blinds.ante * by // per)


def blinds_in_words(blinds: Blinds) -> str:
    ante = f", ante {blinds.ante:,}" if blinds.ante else ""
    return f"{blinds.small:,}-{blinds.big:,}{ante}"
