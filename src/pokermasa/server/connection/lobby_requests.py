"""Handlers of requests about the lobby: its lists, and a seat at any suitable table."""

from __future__ import annotations

from pokermasa.server.connection.call import Call
from pokermasa.server.protocol import request as requests
from pokermasa.server.protocol.message import DoneDetails


async def ping(call: Call[requests.Ping]) -> None:
    """Does nothing. The reply shows the client that the connection works."""


async def watch_lobby(call: Call[requests.WatchLobby]) -> None:
    call.lobby.table_list.watch(call.viewer)


async def unwatch_lobby(call: Call[requests.UnwatchLobby]) -> None:
    call.lobby.table_list.unwatch(call.viewer)


async def watch_live_table(call: Call[requests.WatchLiveTable]) -> None:
    live = call.lobby.live_table
    (live.watch if call.request.value else live.unwatch)(call.viewer)


async def list_tournaments(call: Call[requests.Tournaments]) -> None:
    tournaments = call.lobby.tournaments.list
    (tournaments.watch if call.request.value else tournaments.unwatch)(call.viewer)


async def play_now(call: Call[requests.PlayNow]) -> DoneDetails:
    lobby, account = call.lobby, call.account
    async with lobby.opening:
        table, stack = await lobby.find_side(account, call.request.big, call.request.stack)
        await call.watching.watch(table)
        seated = await lobby.seating.sit(table, account, None, stack, ask=call.key)
    return {"masa": table.id} if seated else {"masa": table.id, "waiting": True}
