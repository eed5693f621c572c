"""Handlers of requests about one tournament."""

from __future__ import annotations

from typing import Any

from pokermasa.server.connection.call import Call
from pokermasa.server.director import entering
from pokermasa.server.director.director import Director
from pokermasa.server.director.orders import directing
from pokermasa.server.director.orders.orders import OrderDetails
from pokermasa.server.protocol import request as requests
from pokermasa.server.protocol.message import DoneDetails


def _director(call: Call[Any]) -> Director:
    """Return the director of the tournament that the request names. Raises `Refused` if the viewer
    may not see it."""
    id = call.request.tournament
    director = call.watching.tournaments.get(id)
    if director is not None and not director.is_lost:
        return director
    key = getattr(call.request, "key", "")
    return call.lobby.tournaments.find(id, call.account, key)


async def watch(call: Call[requests.WatchTournament]) -> None:
    director = _director(call)
    await call.watching.watch_tournament(director, call.request.epoch, call.request.seq)


async def unwatch(call: Call[requests.UnwatchTournament]) -> None:
    director = _director(call)
    call.watching.tournaments.pop(director.id, None)
    director.unwatch(call.viewer)


async def register(call: Call[requests.Register]) -> DoneDetails:
    director = _director(call)
    player = await call.lobby.tournaments.register(
        director, call.account, call.key, call.request.program
    )
    if director.id not in call.watching.tournaments:
        await call.watching.watch_tournament(director)
    return {"player": player}


async def unregister(call: Call[requests.Unregister]) -> None:
    await entering.unregister(_director(call), call.account)


async def decline_re_entry(call: Call[requests.DeclineReEntry]) -> None:
    await entering.decline_re_entry(_director(call), call.account)


async def rebuy(call: Call[requests.Rebuy]) -> None:
    await entering.rebuy(_director(call), call.account, call.key)


async def add_on(call: Call[requests.AddOn]) -> None:
    await entering.add_on(_director(call), call.account, call.key)


async def propose_deal(call: Call[requests.ProposeDeal]) -> None:
    await entering.propose_deal(_director(call), call.account)


async def answer_deal(call: Call[requests.AnswerDeal]) -> None:
    await entering.answer_deal(_director(call), call.account, call.request.agrees)


async def direct(call: Call[requests.Direct]) -> None:
    director, request = _director(call), call.request
    about = None if request.name is None else await call.somebody(request.name)
    given = OrderDetails(about, request.number, request.reason)
    await directing.give(director, call.account, request.command, given)
