"""The tables and tournaments of this process that one viewer watches."""

from __future__ import annotations

from pokermasa.server.director.director import Director
from pokermasa.server.lobby.lobby import Lobby
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.table.table import Table
from pokermasa.server.table.viewer import Viewer

MOST_WATCHED = 24
"""Maximum number of tables, and of tournaments, that one connection watches."""


class Watching:
    def __init__(self, lobby: Lobby, viewer: Viewer) -> None:
        self._lobby = lobby
        self._viewer = viewer
        self.tables: dict[str, Table] = {}
        self.tournaments: dict[str, Director] = {}

    def end(self) -> None:
        """Stops watching all tables and tournaments."""
        for table in self.tables.values():
            table.unwatch(self._viewer)
        for director in self.tournaments.values():
            director.unwatch(self._viewer)
        self.tables.clear()
        self.tournaments.clear()

    async def watch(self, table: Table, epoch: str = "", seq: int = -1) -> None:
        """Watches the table, from the event after *seq* on if *epoch* is the current one."""
        if table.id not in self.tables and len(self.tables) >= MOST_WATCHED:
            raise Refused(RoomRefusal.NOT_ALLOWED, f"at most {MOST_WATCHED} tables at once")
        self.tables[table.id] = table
        await table.watch(self._viewer, epoch, seq)

    async def watch_tournament(self, director: Director, epoch: str = "", seq: int = -1) -> None:
        """Watches the tournament, from the event after *seq* on if *epoch* is the current one."""
        open_now = self._lobby.tournaments.directors
        self.tournaments = {id: d for id, d in self.tournaments.items() if id in open_now}
        if director.id not in self.tournaments and len(self.tournaments) >= MOST_WATCHED:
            message = f"at most {MOST_WATCHED} tournaments at once"
            raise Refused(RoomRefusal.NOT_ALLOWED, message)
        self.tournaments[director.id] = director
        await director.watch(self._viewer, epoch, seq)
