"""Sends the messages of a tournament to players and viewers.

Tables get the figures of the tournament, viewers of the tournament get the standings, and players
whose seat or result changes get a message on every connection. If many clients watch, less urgent
events are gathered, and the standings are sent in batches, so that writing to a thousand sockets
does not delay an act.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence

from pokermasa.server.background_tasks import BackgroundTasks
from pokermasa.server.director.messages import event_data, figures
from pokermasa.server.director.messages.standings import SHOWN, Standings
from pokermasa.server.director.state import TournamentState
from pokermasa.server.director.table import TournamentTable
from pokermasa.server.director.tables import TournamentTables
from pokermasa.server.protocol import message as messages
from pokermasa.server.protocol.message import AnyMessage
from pokermasa.server.protocol.tournament import AnyTournamentEvent
from pokermasa.server.table.audience import Audience
from pokermasa.server.table.event_feed import EventFeed
from pokermasa.server.table.event_log import write
from pokermasa.server.table.viewer import Viewer
from pokermasa.tournament import (
    Change,
    EntrantStatus,
    Player,
    Status,
    TableNumber,
    Tournament,
    event,
)

AT_ONCE = 5
"""Number of tables that get the figures before other tasks may run."""
FEW = 100
"""Number of viewers up to which every event is sent immediately. Standings are sent to as many
viewers at a time."""
CAN_WAIT = frozenset(
    {"registered", "unregistered", "table_opened", "table_broken", "moved", "seated"}
    | {"eliminated", "bounty", "rebought", "added_on"}
)
"""Events that may be gathered for a moment if more than `FEW` clients watch."""


class Notifications:
    """Sends what a change of the tournament means to everybody whom it concerns. *later* is called
    if messages remain, which `tell_rest` then sends."""

    def __init__(
        self,
        state: TournamentState,
        tables: TournamentTables,
        audience: Audience,
        feed: EventFeed,
        standings: Standings,
        tell_account: Callable[[int, AnyMessage], None],
        later: Callable[[], None],
    ) -> None:
        self._state, self._tables = state, tables
        self._audience, self._feed, self._standings = audience, feed, standings
        self._tell_account, self._later = tell_account, later
        self._gathered: list[AnyTournamentEvent] = []
        self._tasks = BackgroundTasks()
        self._waiting: deque[Viewer] = deque()
        """Viewers who have not been sent the standings yet."""

    def change(
        self,
        before: Tournament,
        change: Change,
        orders: list[AnyTournamentEvent],
        by: str | None,
        why: str,
        paid_late: Sequence[Player] = (),
    ) -> None:
        """Sends the events of a change: first to the players whom it concerns, so that all messages
        to players precede the event `finished`. *paid_late* are players who were eliminated earlier
        and whose prize is known only now."""
        self._people(before, change, paid_late)
        self.events(orders + event_data.events_data(self._state, change, by, why))

    def events(self, events: list[AnyTournamentEvent]) -> None:
        """Sends events to everybody who watches the tournament, at once or gathered with later
        ones."""
        self._gathered += events
        is_small = len(self._audience.viewers) <= FEW
        if is_small or not all(one["event"] in CAN_WAIT for one in events):
            self.tell_gathered()
        elif events:
            self._later()

    def tell_gathered(self) -> None:
        """Sends the gathered events."""
        events, self._gathered = self._gathered, []
        if events:
            self._feed.log.add(
                {
                    "type": "tournament_events",
                    "id": self._state.id,
                    "seq": self._feed.log.next_seq,
                    "events": events,
                    "figures": figures.figures(self._state),
                }
            )
            self._feed.tell_all()

    def tell_rest(self) -> None:
        """Sends the gathered events, and the standings to the next batch of viewers."""
        self.tell_gathered()
        self._some_standings()

    def figures(self) -> None:
        """Sends the figures of the tournament to all tables."""
        message, places = figures.figures(self._state), self._state.places
        for number, table in self._tables.open.items():
            table.state.tournament = figures.at_table(self._state, number, message, places)
        watched = [table for table in self._tables.open.values() if table.audience.viewers]
        for table in watched[:AT_ONCE]:
            table.broadcast.tell_room()
        if watched[AT_ONCE:]:
            self._tasks.start(self._tell_rooms(watched[AT_ONCE:]), f"rooms {self._state.id}")

    async def _tell_rooms(self, tables: list[TournamentTable]) -> None:
        """Sends the figures to tables in small batches, so that many tables do not delay an act."""
        for number, table in enumerate(tables):
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)
            if not table.is_closed:
                table.broadcast.tell_room()

    def standings(self) -> None:
        """Sends the standings to everybody who watches the tournament."""
        if self._state.tournament.status is not Status.REGISTERING:
            self._waiting = deque(self._audience.viewers)
            self._some_standings()

    def _some_standings(self) -> None:
        """Sends the standings to the next `FEW` viewers. The text is built once; a viewer who is
        not among the shown lines gets its own line in addition."""
        viewers = [self._waiting.popleft() for _ in range(min(FEW, len(self._waiting)))]
        if self._waiting:
            self._later()
        if not viewers:
            return
        message: messages.Standings = {
            "type": "standings",
            "id": self._state.id,
            "figures": figures.figures(self._state),
            "prizes": figures.prizes(self._state),
            "tables": figures.tables(self._state),
            "standings": self._standings.rows(0, SHOWN),
        }
        text = write(message)
        for viewer in viewers:
            if viewer not in self._audience.viewers:
                continue
            self._feed.catch_up(viewer)  # the events before the standings are sent first
            own = self._standings.own(viewer.account_id)
            viewer.outbox.put(text if own is None else text[:-2] + b"," + write(own) + b"]}")

    def _people(self, before: Tournament, change: Change, paid_late: Sequence[Player]) -> None:
        """Sends players their new seat or their result."""
        was = {e.player: e.table for e in change.events if isinstance(e, event.Moved)}
        seated = {e.player for e in change.events if isinstance(e, event.Seated)}
        for new_event in change.events:
            match new_event:
                case event.Seated(player, table, side):
                    self._tell_seat(player, table, side, was.get(player))
                case event.Moved(player, table, to) if player not in seated:
                    self._tell_seat(player, to, None, table)
                case event.Eliminated(players, place):
                    self._tell_over(players, place)
                case event.Disqualified(player) | event.Left(player):
                    results = self._state.tournament.results
                    result = next(result for result in results if result.player == player)
                    self._tell_over([player], result.place, result.points)
                case event.Cancelled() if not self._state.tournament.entries:
                    self._tell_over(_entered(before), None)
                case event.Finished():
                    for place, player in self._last_places(paid_late):
                        self._tell_over([player], place)

    def _last_places(self, paid_late: Sequence[Player]) -> list[tuple[int, Player]]:
        """Return the places of players who were still in at the end, and of those who are paid
        late."""
        now = self._state.tournament
        return [
            (result.place, result.player)
            for result in now.results
            if now.entrants[result.player].status is EntrantStatus.PLAYING
            or result.player in paid_late
        ]

    def _tell_seat(
        self, player: Player, number: TableNumber, side: int | None, was: TableNumber | None
    ) -> None:
        message: messages.TournamentSeat = {
            "type": "tournament_seat",
            "id": self._state.id,
            "masa": self._state.table_id(number),
            "side": side,
            "stack": self._state.stacks.get(player, 0),
            "was": None if was is None else self._state.table_id(was),
        }
        self._tell_account(self._state.entries[player].account.id, message)

    def _tell_over(
        self, players: Iterable[Player], place: int | None, points: int | None = None
    ) -> None:
        now = self._state.tournament
        if points is None:
            points = 0 if place is None else now.structure.points.for_place(place, now.entries)
        for player in players:
            entry = self._state.entries[player]
            if entry.account.is_house:
                continue
            message: messages.TournamentOver = {
                "type": "tournament_over",
                "id": self._state.id,
                "place": place,
                "entries": now.entries,
                "prize": entry.prize,
                "bounties": entry.bounties,
                "points": points,
                "is_final": now.is_ended,
                "may_re_enter": self._state.may_register(entry.account),
            }
            self._tell_account(entry.account.id, message)


def _entered(now: Tournament) -> list[Player]:
    """Return the last entry of each account that has not unregistered."""
    last = {
        entrant.name: Player(player)
        for player, entrant in enumerate(now.entrants)
        if entrant.status is not EntrantStatus.WITHDRAWN
    }
    return list(last.values())
