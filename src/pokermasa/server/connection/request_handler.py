"""Executes the requests of one viewer at the tables and tournaments of this process.

The viewer is connected to this process, or to another one that forwards the requests.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from pokermasa.masa import MasaError
from pokermasa.notation import uci
from pokermasa.rules import IllegalAct
from pokermasa.server.connection import (
    host_requests,
    lobby_requests,
    table_requests,
    tournament_requests,
)
from pokermasa.server.connection.call import Call, Needs, checked
from pokermasa.server.connection.idempotency import Reply, StoredReplies
from pokermasa.server.connection.watching import Watching
from pokermasa.server.lobby.lobby import Lobby
from pokermasa.server.protocol import message as messages
from pokermasa.server.protocol import request as requests
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.journal.journal import AlreadyDone
from pokermasa.server.table.viewer import Viewer
from pokermasa.tournament import TournamentError


class Handler(NamedTuple):
    """The function that executes one kind of request, and what has to be checked before it."""

    run: Callable[[Call[Any]], Awaitable[messages.DoneDetails | None]]
    needs: Needs = Needs.NOTHING
    is_about_connection: bool = False
    """Whether the request is about the connection itself. Such a request is executed again if it
    comes with an id that was used before."""


COMING = Needs.TABLE | Needs.ROOM
LOGIN = Needs.LOGIN
PLAYER = Needs.TABLE | Needs.LOGIN
CASH = PLAYER | Needs.CASH
HOST = CASH | Needs.HOST
HANDLERS: dict[type[requests.Request], Handler] = {
    requests.Ping: Handler(lobby_requests.ping, is_about_connection=True),
    requests.WatchLobby: Handler(lobby_requests.watch_lobby, is_about_connection=True),
    requests.UnwatchLobby: Handler(lobby_requests.unwatch_lobby, is_about_connection=True),
    requests.WatchLiveTable: Handler(lobby_requests.watch_live_table, is_about_connection=True),
    requests.Tournaments: Handler(lobby_requests.list_tournaments, is_about_connection=True),
    requests.PlayNow: Handler(lobby_requests.play_now, LOGIN | Needs.ROOM),
    requests.Watch: Handler(table_requests.watch, COMING, is_about_connection=True),
    requests.Unwatch: Handler(table_requests.unwatch, Needs.TABLE, is_about_connection=True),
    requests.Act: Handler(table_requests.act, PLAYER),
    requests.SitOut: Handler(table_requests.sit_out, PLAYER),
    requests.Preselect: Handler(table_requests.preselect, PLAYER),
    requests.Show: Handler(table_requests.show, PLAYER),
    requests.Say: Handler(table_requests.say, PLAYER | Needs.ROOM),
    requests.Report: Handler(table_requests.report, PLAYER),
    requests.Mute: Handler(table_requests.mute, PLAYER),
    requests.Sit: Handler(table_requests.sit, CASH | Needs.ROOM),
    requests.Unwait: Handler(table_requests.unwait, CASH),
    requests.Leave: Handler(table_requests.leave, CASH),
    requests.LeaveAfterHand: Handler(table_requests.leave_after_hand, CASH),
    requests.Straddle: Handler(table_requests.straddle, CASH),
    requests.RunTwice: Handler(table_requests.run_twice, CASH),
    requests.Rabbit: Handler(table_requests.show_rabbit, CASH),
    requests.TopUp: Handler(table_requests.top_up, CASH),
    requests.AutoTopUp: Handler(table_requests.auto_top_up, CASH),
    requests.AnswerOffer: Handler(table_requests.answer_offer, CASH),
    requests.Approve: Handler(host_requests.approve, HOST),
    requests.ApproveBuyIn: Handler(host_requests.approve_buy_in, HOST),
    requests.Kick: Handler(host_requests.kick, HOST),
    requests.Pause: Handler(host_requests.pause, HOST),
    requests.NewLink: Handler(host_requests.make_new_link, HOST),
    requests.PlayersChat: Handler(host_requests.set_players_chat, HOST),
    requests.AddBots: Handler(host_requests.add_bots, HOST),
    requests.HandOver: Handler(host_requests.hand_over, HOST),
    requests.CoHost: Handler(host_requests.co_host, HOST),
    requests.SetBlindTimer: Handler(host_requests.set_blind_timer, HOST),
    requests.SetBlinds: Handler(host_requests.set_blinds, HOST),
    requests.WatchTournament: Handler(tournament_requests.watch, is_about_connection=True),
    requests.UnwatchTournament: Handler(tournament_requests.unwatch, is_about_connection=True),
    requests.Register: Handler(tournament_requests.register, LOGIN),
    requests.Unregister: Handler(tournament_requests.unregister, LOGIN),
    requests.DeclineReEntry: Handler(tournament_requests.decline_re_entry, LOGIN),
    requests.Rebuy: Handler(tournament_requests.rebuy, LOGIN),
    requests.AddOn: Handler(tournament_requests.add_on, LOGIN),
    requests.ProposeDeal: Handler(tournament_requests.propose_deal, LOGIN),
    requests.AnswerDeal: Handler(tournament_requests.answer_deal, LOGIN),
    requests.Direct: Handler(tournament_requests.direct, LOGIN),
}

log = logging.getLogger(__name__)


class RequestHandler:
    def __init__(self, lobby: Lobby, viewer: Viewer, replies: StoredReplies) -> None:
        self._lobby = lobby
        self._viewer = viewer
        self._replies = replies
        self._watching = Watching(lobby, viewer)

    def end(self) -> None:
        """Stops watching all tables and tournaments."""
        self._watching.end()

    async def reply(self, request: requests.AnyRequest) -> Reply:
        """Executes the request once, and returns its reply. A request with the id of an earlier one
        gets the stored reply."""
        account, replies = self._viewer.account, self._replies
        handler = HANDLERS[type(request)]
        if account is None or not request.id:
            return await self._execute(request, handler)
        try:
            reply, is_new = replies.begin(account.id, request)
        except Refused as reused:
            return refused(request, reused)
        if not is_new and not handler.is_about_connection:
            return await asyncio.shield(reply)
        given: Reply | None = None
        try:
            given = await self._execute(request, handler)
            return given
        finally:
            # Without a reply, the connection was closed while the request was executed.
            given = given or refused(request, Refused(RoomRefusal.CLOSED))
            replies.end(account.id, request.id, reply, given)

    async def _execute(self, request: requests.AnyRequest, handler: Handler) -> Reply:
        try:
            call = checked(request, handler.needs, self._lobby, self._viewer, self._watching)
            return {"type": "done", "id": request.id, **(await handler.run(call) or {})}
        except AlreadyDone:
            return {"type": "done", "id": request.id}
        except Exception as error:
            return refused(request, error)


def refused(request: requests.AnyRequest, error: Exception) -> Reply:
    """Return the reply to a request that raised *error*.

    An exception that is not a refusal is logged and reported as a fault.
    """
    match error:
        case MasaError(range=(least, most)):
            reply = refusal(request.id, error.code.name, str(error))
            return {**reply, "least": least, "most": most}
        case MasaError() | Refused() | TournamentError():
            return refusal(request.id, error.code.name, str(error))
        case uci.UciError():
            return refusal(request.id, RoomRefusal.UNREADABLE.name, str(error))
        case IllegalAct():
            low, high = error.raises or (None, None)
            acts = [uci.write(act) for act in error.possible_acts]
            reply = refusal(request.id, error.code.name, str(error))
            return {**reply, "acts": acts, "least": low, "most": high}
    log.error("a fault in %s", type(request).__name__, exc_info=error)
    return refusal(request.id, RoomRefusal.FAULT.name, RoomRefusal.FAULT.words)


def refusal(id: str, code: str, text: str) -> messages.Refused:
    return {"type": "refused", "id": id, "code": code, "message": text}
