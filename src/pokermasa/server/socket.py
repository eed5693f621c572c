"""One connection: messages in, messages out, and nothing a client sends can harm another."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from pokermasa.masa import MasaError, Side
from pokermasa.notation import uci
from pokermasa.rules import IllegalAct
from pokermasa.server import wire
from pokermasa.server.account import Account
from pokermasa.server.lobby import Lobby
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.room import Room
from pokermasa.server.viewer import Outbox, Viewer

HEARTBEAT = 20.0
MOST_WATCHED = 24


class Connection:
    def __init__(self, socket: WebSocket, account: Account | None, lobby: Lobby) -> None:
        self._socket = socket
        self._lobby = lobby
        self._outbox = Outbox(lobby.settings.outbox)
        self._viewer = Viewer(account, self._outbox)
        self._account = account
        self._watched: dict[str, Room] = {}
        self._allowance = Allowance(lobby.settings.acts_a_second, lobby.clock.steady)

    async def serve(self) -> None:
        await self._socket.accept()
        name = None if self._account is None else self._account.name
        self._outbox.put({"type": "hello", "name": name, "heartbeat": HEARTBEAT})
        sending = asyncio.create_task(self._send())
        receiving = asyncio.create_task(self._receive())
        try:
            await asyncio.wait({sending, receiving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            sending.cancel()
            receiving.cancel()
            await asyncio.gather(sending, receiving, return_exceptions=True)
            for room in self._watched.values():
                room.unwatch(self._viewer)

    async def _send(self) -> None:
        while True:
            try:
                message = await asyncio.wait_for(self._outbox.get(), HEARTBEAT)
            except TimeoutError:
                message = {"type": "ping"}
            if message is None:
                await self._socket.close(1013, "too slow")
                return
            await self._socket.send_text(json.dumps(message, separators=(",", ":")))

    async def _receive(self) -> None:
        try:
            while True:
                received = await self._socket.receive()
                if received["type"] == "websocket.disconnect":
                    return
                text = received.get("text")
                if not self._allowance.take():
                    self._refuse("", RoomRefusal.TOO_FAST, str(RoomRefusal.TOO_FAST))
                elif text is None or len(text) > wire.MOST_BYTES:
                    self._refuse("", RoomRefusal.UNREADABLE, "send text of up to 4096 bytes")
                else:
                    await self._answer(text)
        except WebSocketDisconnect:
            return

    async def _answer(self, text: str) -> None:
        try:
            ask = wire.asks.validate_json(text)
        except (ValidationError, ValueError, RecursionError) as error:
            self._refuse(_id_in(text), RoomRefusal.UNREADABLE, _first_fault(error))
            return
        room = self._lobby.rooms.get(getattr(ask, "masa", ""))
        known = room.answered(self._account, ask.id) if room is not None else None
        if known is not None:
            self._outbox.put(known)
            return
        answer: dict[str, Any] = {"type": "done", "id": ask.id}
        try:
            await self._do(ask, room)
        except Refused as refused:
            answer = refusal(ask.id, refused.code.name, str(refused))
        except MasaError as refused_by_masa:
            answer = refusal(ask.id, refused_by_masa.code.name, str(refused_by_masa))
        except uci.UciError as unreadable:
            answer = refusal(ask.id, RoomRefusal.UNREADABLE.name, str(unreadable))
        except IllegalAct as illegal:
            answer = refusal(ask.id, illegal.code.name, str(illegal))
            answer["acts"] = [uci.write(act) for act in illegal.possible_acts]
            answer["least"], answer["most"] = illegal.raises or (None, None)
        if room is not None and not isinstance(ask, wire.Watch):
            room.remember(self._account, ask.id, answer)
        self._outbox.put(answer)

    async def _do(self, ask: wire.AnyAsk, room: Room | None) -> None:
        if isinstance(ask, wire.Ping):
            return
        if room is None:
            raise Refused(RoomRefusal.NOT_FOUND)
        match ask:
            case wire.Watch():
                await self._watch(ask, room)
                return
            case wire.Unwatch():
                self._watched.pop(room.id, None)
                room.unwatch(self._viewer)
                return
        account = self._account
        if account is None:
            raise Refused(RoomRefusal.NOT_LOGGED_IN)
        match ask:
            case wire.Sit():
                await self._lobby.sit(room, account, Side(ask.side), ask.stack, ask.posts)
                return
            case wire.Say(text=text):
                await self._lobby.say(room, account, text)
                return
            case wire.Act(act=act, turn=turn):
                await room.act(account, uci.read(act), turn)
                return
        side = room.side_of(account)
        if side is None:
            raise Refused(RoomRefusal.NOT_ALLOWED, "take a side first")
        await self._at_the_masa(ask, room, side)

    async def _at_the_masa(self, ask: wire.AnyAsk, room: Room, side: Side) -> None:
        doing: dict[type, Callable[[], Awaitable[Any]]] = {
            wire.Leave: lambda: room.do(lambda masa: masa.leave(side)),
        }
        match ask:
            case wire.Sitout(value=value):
                await room.do(lambda masa: masa.sitout_next(side, value))
            case wire.Away(value=True):
                await room.do(lambda masa: masa.away(side))
            case wire.Away(posts=posts):
                await room.do(lambda masa: masa.back(side, posts))
            case wire.TopUp(amount=amount):
                await room.do(lambda masa: masa.top_up(side, amount))
            case wire.Straddle(value=value):
                await room.do(lambda masa: masa.straddle(side, value))
            case wire.Preselect(choice=choice):
                await room.do(lambda masa: masa.preselect(side, choice))
            case wire.RunTwice(agrees=agrees):
                await room.do(lambda masa: masa.run_twice(side, agrees))
            case wire.Show():
                await room.do(lambda masa: masa.show(side))
            case _:
                await doing[type(ask)]()

    async def _watch(self, ask: wire.Watch, room: Room) -> None:
        if room.key is not None and ask.key != room.key and room.side_of(self._account) is None:
            raise Refused(RoomRefusal.NOT_FOUND)
        if len(self._watched) >= MOST_WATCHED:
            raise Refused(RoomRefusal.NOT_ALLOWED, f"at most {MOST_WATCHED} tables at once")
        self._watched[room.id] = room
        await room.watch(self._viewer, ask.epoch, ask.seq)

    def _refuse(self, id: str, code: RoomRefusal, words: str) -> None:
        self._outbox.put(refusal(id, code.name, words))


class Allowance:
    """So many messages a second, with a little in hand for a burst."""

    def __init__(self, a_second: float, steady: Callable[[], float]) -> None:
        self._rate = a_second
        self._steady = steady
        self._left = 2 * a_second
        self._at = steady()

    def take(self) -> bool:
        now = self._steady()
        self._left = min(2 * self._rate, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


def refusal(id: str, code: str, words: str) -> dict[str, Any]:
    return {"type": "refused", "id": id, "code": code, "words": words}


def _id_in(text: str) -> str:
    """The id of a message that is wrong otherwise, so that its sender knows which."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    id = data.get("id", "") if isinstance(data, dict) else ""
    return id[:64] if isinstance(id, str) else ""


def _first_fault(error: Exception) -> str:
    if isinstance(error, ValidationError):
        fault = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in fault["loc"])
        return f"{place}: {fault['msg']}" if place else str(fault["msg"])
    return "that is not JSON"
