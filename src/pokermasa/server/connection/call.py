"""One request of a viewer with everything that its handler needs, and the checks before it."""

from __future__ import annotations

from enum import Flag, auto
from typing import Any, Generic, NamedTuple, TypeVar

from pokermasa.server.connection.idempotency import content_of
from pokermasa.server.connection.watching import Watching
from pokermasa.server.lobby.lobby import Lobby
from pokermasa.server.protocol import request as requests
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.journal.journal import MessageKey
from pokermasa.server.table import host_commands
from pokermasa.server.table.actor import TableActor
from pokermasa.server.table.table import Table
from pokermasa.server.table.viewer import Viewer

R = TypeVar("R", bound=requests.Request)


class Needs(Flag):
    """A condition that a request must meet before its handler is called."""

    NOTHING = 0
    ROOM = auto()
    """The room is not overloaded. Seated players may come back to their table all the same."""
    TABLE = auto()
    """The table is in this process, and the viewer may see it."""
    LOGIN = auto()
    CASH = auto()
    """The table is not one of a tournament."""
    HOST = auto()
    """The account is the host or a co-host of the table."""


class Call(NamedTuple, Generic[R]):
    """A request that has passed the checks."""

    request: R
    lobby: Lobby
    viewer: Viewer
    watching: Watching
    table: Any = None
    """The `Table` that the request names, or with `Needs.CASH` its `TableActor`. None for requests
    without `Needs.TABLE`."""
    account: Any = None
    """The viewer's account. None only for requests without `Needs.LOGIN`."""

    @property
    def key(self) -> MessageKey | None:
        """The idempotency key under which the journal stores chip movements, also after a restart.
        None if the request has no id."""
        if not self.request.id or self.account is None:
            return None
        return MessageKey.from_request(self.account.id, self.request.id, content_of(self.request))

    async def somebody(self, name: str) -> Account:
        """Return the account with this name. Raises `Refused` if there is none."""
        account = await self.lobby.accounts.named(name)
        if account is None:
            raise Refused(RoomRefusal.NOT_FOUND)
        return account


def checked(request: R, needs: Needs, lobby: Lobby, viewer: Viewer, watching: Watching) -> Call[R]:
    """Return the call of this request. Raises `Refused` if something that it needs is missing."""
    account, table = viewer.account, None
    if Needs.TABLE in needs:
        table = _visible_table(request, lobby, viewer, is_coming=Needs.ROOM in needs)
    elif Needs.ROOM in needs:
        lobby.overload.verify_may_come()
    if Needs.LOGIN in needs and account is None:
        raise Refused(RoomRefusal.NOT_LOGGED_IN)
    if Needs.CASH in needs:
        if not isinstance(table, TableActor):
            raise Refused(RoomRefusal.TOURNAMENT_TABLE)
        if Needs.HOST in needs and account is not None:
            host_commands.verify_runs_it(table, account)
    return Call(request, lobby, viewer, watching, table, account)


def _visible_table(request: Any, lobby: Lobby, viewer: Viewer, is_coming: bool) -> Table:
    """Return the table that the request names. A table that the viewer may not enter is reported as
    not found."""
    table, account = lobby.table(request.masa), viewer.account
    if table is None or table.is_lost:
        raise Refused(RoomRefusal.NOT_FOUND)
    if is_coming and (account is None or table.state.side_of(account) is None):
        lobby.overload.verify_may_come()
    # Viewers have shown the key already. Kicked players and holders of an old link show it again.
    is_in = viewer in table.audience.viewers and not table.state.is_banned(account)
    if not is_in and not table.may_enter(account, getattr(request, "key", "")):
        raise Refused(RoomRefusal.NOT_FOUND)
    return table
