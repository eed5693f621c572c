"""An asyncio client of the room, for bots and tests. It uses only the messages of docs/wire.md.

async with await Client.connect("http://127.0.0.1:8008", token) as client:
    await client.ask("watch", masa=id)
    await client.ask("sit", masa=id, stack=200)
    async for message in client:
        if message["type"] == "act":
            await client.act(message, "CA")
"""

from __future__ import annotations

import asyncio
import itertools
import json
import secrets
from collections.abc import AsyncIterator
from http.client import HTTPResponse
from types import TracebackType
from typing import Any, NamedTuple, Self
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

Message = dict[str, Any]

PASSING = {"BUSY", "BUS", "STORAGE", "TOO_FAST"}
"""Codes of refusals after which the same request may succeed a moment later."""
LONGEST_REASON = 300
"""Maximum length of a bot's reason, in characters. Longer reasons are cut."""
FIRST_WAIT, LONGEST_WAIT = 0.1, 1.0
"""Seconds before an act is sent again: the first wait, and the upper limit as waits double."""


VERSION = 1
"""Major version of the messages that this client speaks."""


class RequestRefused(Exception):
    """Raised when the room refuses a request. Nothing has changed."""

    def __init__(self, answer: Message) -> None:
        super().__init__(f"{answer['code']}: {answer['message']}")
        self.answer = answer
        self.code: str = answer["code"]


class Guest(NamedTuple):
    name: str
    token: str


def be_a_guest(url: str) -> Guest:
    """Create a guest account at the room and return its name and its session token."""
    request = Request(f"{url.rstrip('/')}/api/guests", method="POST")
    response: HTTPResponse
    with urlopen(request, timeout=20) as response:
        cookie = response.headers["set-cookie"].partition(";")[0].partition("=")[2]
        return Guest(json.load(response)["name"], cookie)


class Client:
    """One socket to a room. Replies are returned by the method that sent the request; all other
    messages come in order by iterating over the client."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        # The ids must be unique among all connections of the account.
        self._ids = (f"{secrets.token_hex(6)}.{number}" for number in itertools.count(1))
        self._asked: dict[str, asyncio.Future[Message]] = {}
        self._messages: asyncio.Queue[Message | None] = asyncio.Queue()
        self._reading = asyncio.create_task(self._read())
        self.name: str | None = None
        self.seen: dict[str, tuple[str, int]] = {}
        """Epoch and last `seq` by id of masa or tournament, sent when watching again."""

    @classmethod
    async def connect(cls, url: str, token: str | None = None) -> Self:
        """Connect to the room at *url* (http:// or https://) and wait for its `hello`.

        Raises `RequestRefused` with the code `OTHER_VERSION` if the room speaks another major
        version of the messages."""
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        address = url.rstrip("/").replace("http", "ws", 1) + f"/ws?version={VERSION}"
        client = cls(await connect(address, additional_headers=headers, max_size=2**20))
        try:
            hello = await client.next("hello")
            _verify_version(hello["version"])
        except BaseException:  # the caller never gets the client, so it cannot close it
            await client.close()
            raise
        client.name = hello["name"]
        return client

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        await self._socket.close()
        await asyncio.gather(self._reading, return_exceptions=True)

    async def _read(self) -> None:
        try:
            async for text in self._socket:
                self._hear(json.loads(text))
        except ConnectionClosed:
            pass
        finally:
            self._messages.put_nowait(None)
            for waiting in self._asked.values():
                if not waiting.done():
                    waiting.set_exception(ConnectionError("the room is gone"))

    def _hear(self, message: Message) -> None:
        # The id of a masa or of a tournament.
        place = message.get("masa") or message.get("id", "")
        if "epoch" in message:
            self.seen[place] = (message["epoch"], message["seq"])
        elif message["type"] in ("events", "tournament_events") and place in self.seen:
            self.seen[place] = (self.seen[place][0], message["seq"])
        asked = None
        if message["type"] in ("done", "refused"):
            asked = self._asked.pop(message["id"], None)
        if asked is not None and not asked.done():
            asked.set_result(message)
        else:
            self._messages.put_nowait(message)

    # Speaking

    async def send(self, message: Message) -> None:
        await self._socket.send(json.dumps(message))

    async def ask(self, do: str, **options: Any) -> Message:
        """Send a request and return the room's reply. Raises `RequestRefused` if it is refused."""
        id = options.pop("id", None) or next(self._ids)
        answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._asked[id] = answer
        try:
            await self.send({"do": do, "id": id, **options})
        except ConnectionClosed:
            self._asked.pop(id, None)
            raise ConnectionError("the room is gone") from None
        reply = await answer
        if reply["type"] == "refused":
            raise RequestRefused(reply)
        return reply

    async def act(self, asked: Message, act: str, reason: str = "") -> Message:
        """Answer an `act` message. If the room is busy, the act is sent again until the time of the
        turn is over. The *reason* is stored with the hand and shown to this player alone."""
        turn = asked["turn"]
        fields = {"reason": reason[:LONGEST_REASON]} if reason else {}
        loop, wait, id = asyncio.get_running_loop(), FIRST_WAIT, next(self._ids)
        until = loop.time() + asked["left"] / 1000
        while True:
            try:
                return await self.ask(
                    "act", id=id, masa=asked["masa"], turn=turn, act=act, **fields
                )
            except RequestRefused as refused:
                if refused.code not in PASSING or loop.time() + wait >= until:
                    raise
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    async def watch(self, masa: str, key: str = "") -> Message:
        """Watch a masa. After a reconnection, the room sends only what this client missed."""
        epoch, seq = self.seen.get(masa, ("", -1))
        return await self.ask("watch", masa=masa, key=key, epoch=epoch, seq=seq)

    async def watch_tournament(self, tournament: str, key: str = "") -> Message:
        """Watch a tournament. After a reconnection, the room sends only what this client missed."""
        epoch, seq = self.seen.get(tournament, ("", -1))
        return await self.ask(
            "watch_tournament", tournament=tournament, key=key, epoch=epoch, seq=seq
        )

    # Listening

    def __aiter__(self) -> AsyncIterator[Message]:
        return self._iterate()

    async def _iterate(self) -> AsyncIterator[Message]:
        while (message := await self._messages.get()) is not None:
            yield message

    async def next(self, type: str | None = None, within: float | None = None) -> Message:
        """Return the next message, or the next one of *type*; messages of other types are dropped.

        Raises `TimeoutError` if none arrives *within* that number of seconds."""
        async with asyncio.timeout(within):
            while True:
                message = await self._messages.get()
                if message is None:
                    self._messages.put_nowait(None)
                    raise ConnectionError("the room is gone")
                if type is None or message["type"] == type:
                    return message


def _verify_version(room: int) -> None:
    if room != VERSION:
        older = "pokermasa" if room > VERSION else "the room"
        message = (
            f"the room speaks version {room} of the messages and this client version {VERSION}"
        )
        raise RequestRefused({"code": "OTHER_VERSION", "message": f"{message}: update {older}"})
