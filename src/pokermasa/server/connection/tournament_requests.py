"""Executes the tournament requests of one viewer."""

from __future__ import annotations

from typing import Any

from pokermasa.server.director import entering
from pokermasa.server.director.director import Director
from pokermasa.server.director.orders import directing
from pokermasa.server.director.orders.orders import Given
from pokermasa.server.lobby.lobby import Lobby
from pokermasa.server.protocol import request as requests
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.journal.journal import MessageKey
from pokermasa.server.table.viewer import Viewer

MOST_WATCHED = 24
TournamentRequest = (
    requests.WatchTournament
    | requests.UnwatchTournament
    | requests.Register
    | requests.Unregister
    | requests.DeclineReEntry
    | requests.Rebuy
    | requests.AddOn
    | requests.ProposeDeal
    | requests.AnswerDeal
    | requests.Direct
)


class TournamentRequests:
    def __init__(self, lobby: Lobby, viewer: Viewer) -> None:
        self._lobby = lobby
        self._viewer = viewer
        self._watched: dict[str, Director] = {}

    def end(self) -> None:
        for director in self._watched.values():
            director.unwatch(self._viewer)

    def list(self, value: bool) -> None:
        shown = self._lobby.tournaments.list
        (shown.watch if value else shown.unwatch)(self._viewer)

    async def do(self, request: TournamentRequest, key: MessageKey | None) -> dict[str, Any] | None:
        account = self._viewer.account
        director = self._found(request, account)
        match request:
            case requests.WatchTournament(epoch=epoch, seq=seq):
                await self._watch(director, epoch, seq)
                return None
            case requests.UnwatchTournament():
                self._watched.pop(director.id, None)
                director.unwatch(self._viewer)
                return None
        if account is None:
            raise Refused(RoomRefusal.NOT_LOGGED_IN)
        match request:
            case requests.Register(program=program):
                return {"player": await self._register(director, account, key, program)}
            case requests.Unregister():
                await entering.unregister(director, account)
            case requests.DeclineReEntry():
                await entering.decline_re_entry(director, account)
            case requests.Rebuy():
                await entering.rebuy(director, account, key)
            case requests.AddOn():
                await entering.add_on(director, account, key)
            case requests.ProposeDeal():
                await entering.propose_deal(director, account)
            case requests.AnswerDeal(agrees=agrees):
                await entering.answer_deal(director, account, agrees)
            case requests.Direct(command=command, name=name, number=number, reason=reason):
                about = None if name is None else await self._lobby.accounts.named(name)
                if name is not None and about is None:
                    raise Refused(RoomRefusal.NOT_FOUND)
                await directing.give(director, account, command, Given(about, number, reason))
        return None

    def _found(self, request: TournamentRequest, account: Account | None) -> Director:
        director = self._watched.get(request.tournament)
        if director is not None and not director.is_lost:
            return director
        key = getattr(request, "key", "")
        return self._lobby.tournaments.find(request.tournament, account, key)

    async def _watch(self, director: Director, epoch: str = "", seq: int = -1) -> None:
        self._watched = {
            id: d for id, d in self._watched.items() if id in self._lobby.tournaments.directors
        }
        if director.id not in self._watched and len(self._watched) >= MOST_WATCHED:
            words = f"at most {MOST_WATCHED} tournaments at once"
            raise Refused(RoomRefusal.NOT_ALLOWED, words)
        self._watched[director.id] = director
        await director.watch(self._viewer, epoch, seq)

    async def _register(
        self, director: Director, account: Account, key: MessageKey | None, is_program: bool
    ) -> int:
        player = await self._lobby.tournaments.register(director, account, key, is_program)
        if director.id not in self._watched:
            await self._watch(director)
        return player
