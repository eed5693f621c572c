"""Document 004's server: a room in a thread of this process, at an address of its own."""

from __future__ import annotations

import asyncio
import json
import tempfile
import threading
import time
from collections.abc import Coroutine
from contextlib import suppress
from http.client import HTTPResponse
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from pydantic import ValidationError

from pokermasa.client.client import Client as Socket
from pokermasa.client.client import RequestRefused
from pokermasa.masa import Terms
from pokermasa.room.client import Client
from pokermasa.room.refusal import RoomError
from pokermasa.room.seat import Seat
from pokermasa.rules.refusal import in_short
from pokermasa.server import app
from pokermasa.server.connection import server as serving
from pokermasa.server.lobby.house_tables import house_tables
from pokermasa.server.settings import BadSettings, Settings, bad_settings

T = TypeVar("T")

OPENING, CLOSING, ANSWER = 120.0, 15.0, 30.0
"""Maximum time in seconds for the room to open, to close, and to answer a request."""
PROMPT: dict[str, Any] = {
    "port": 0,
    "between_hands_ms": 50,
    "bot_delay_ms": 20,
    "study_workers": 0,
    "acts_a_second": 10_000,
    "requests_a_second": 10_000,
    "logins_a_minute": 100_000,
    "accounts_an_address": 100_000,
    "sockets_an_address": 10_000,
    "connections_an_address": 1_000,
}
"""Settings of such a room unless others are passed.

Waiting times are short and limits high, because programs play faster than people, and only
programs on this machine can reach the room.
"""


class _Login(NamedTuple):
    name: str
    secret: str


class Server:
    """A room for clients in this process. Browsers may join at `url` as well.

    Tables are numbered from 1. With *bots*, house bots take free sides. *data* is the folder of
    the room's data; without one, all data is deleted when the server stops. *settings* are those
    in docs/server.md, such as `act_time_ms=5_000`.

    All methods wait for the room's answer. They may be called from any thread and from blocking
    methods of a `Client`. In `async` methods, use `asyncio.to_thread`.
    """

    def __init__(
        self,
        tables: int = 1,
        big_blind: int = 20,
        rules: str = "limit",
        *,
        bots: bool = False,
        data: Path | str | None = None,
        **settings: Any,
    ) -> None:
        for name, parameter in {"big": "big_blind", "house_bots": "bots"}.items():
            if name in settings:
                raise BadSettings(f"give {parameter}, not the setting {name}", name)
        own = {"tables": tables, "big": big_blind, "rules": rules, "house_bots": bots}
        if data is not None and not isinstance(data, Path | str):
            raise BadSettings(f"data is the path of a folder, not {in_short(data)}", "data")
        self._data = data
        try:
            self._settings = Settings(data=Path(data or "."), **{**PROMPT, **settings, **own})
        except ValidationError as error:
            raise bad_settings(error) from None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._server: serving.Server | None = None
        self._room = threading.Thread()
        self._failure: BaseException | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        """Event loop for the clients' sockets. It is separate, so that a client cannot slow down
        the room."""
        self._clients = threading.Thread()
        self._logins: dict[str, _Login] = {}
        self._seats: dict[str, Seat] = {}

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    # Opening and closing

    def start(self) -> None:
        """Open the room with its tables. Raises `RoomError` if it does not open."""
        if self._server is not None:
            raise RoomError("ALREADY_OPEN", "the server has been started already")
        if self._data is None:
            self._folder = tempfile.TemporaryDirectory(prefix="pokermasa-")
        data = Path(self._folder.name if self._folder else self._data or ".")
        self._settings = serving.fitting(self._settings.model_copy(update={"data": data}))
        self._server = server = serving.Server(app.build(self._settings), self._settings)
        self._failure = None
        self._room = threading.Thread(target=self._serve, args=[server], name="room", daemon=True)
        self._room.start()
        until = time.monotonic() + OPENING
        while not server.started:
            if not self._room.is_alive() or time.monotonic() > until:
                why = self._failure
                self.stop()
                raise RoomError("NOT_OPEN", f"the room did not open: {why or 'see its log'}")
            time.sleep(0.005)
        self._loop = asyncio.new_event_loop()
        self._clients = threading.Thread(target=self._run_clients, name="clients", daemon=True)
        self._clients.start()

    def _serve(self, server: serving.Server) -> None:
        try:
            server.run()
        except BaseException as error:  # `start` raises it
            self._failure = error

    def _run_clients(self) -> None:
        assert self._loop is not None
        self._loop.run_forever()
        self._loop.close()

    def stop(self) -> None:
        """Close all clients' connections and the room.

        Running hands are kept if the room has a folder of its own. Does nothing if the server is
        not running. Raises `RoomError` if the room does not close in time.
        """
        server, self._server = self._server, None
        if server is None:
            return
        if self._loop is not None:
            seats = list(self._seats.values())
            with suppress(TimeoutError):
                self._in_loop(self._close_seats(), CLOSING)
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._clients.join(CLOSING)
            self._loop = None
            for seat in seats:
                seat.callbacks.stop()  # also if it did not close in time
        self._logins.clear()
        server.should_exit = True
        self._room.join(CLOSING)
        server.force_exit = True  # do not wait for open connections any longer
        self._room.join(CLOSING)
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None
        if self._room.is_alive():
            raise RoomError("NOT_CLOSED", f"the room did not close within {2 * CLOSING:.0f} s")

    async def _close_seats(self) -> None:
        seats = list(self._seats.values())
        await asyncio.gather(*[seat.close() for seat in seats])

    @property
    def url(self) -> str:
        """Address of the room, for browsers and other programs."""
        return "http://{}:{}".format(*self._address)

    @property
    def _address(self) -> tuple[str, int]:
        if self._server is None:
            raise RoomError("NOT_OPEN", "the server is not running: call start()")
        host, port = self._server.servers[0].sockets[0].getsockname()[:2]
        return host, port

    # Accounts

    def create_account(self, name: str, password: str) -> None:
        """Create an account with the room's starting chips."""
        self._post("/api/accounts", {"name": name, "password": password})

    def login(self, name: str, password: str) -> None:
        """Log in. Required before any other request of the account."""
        cookie, found = self._post("/api/login", {"name": name, "password": password})
        before = self._logins.get(name.casefold())
        self._logins[name.casefold()] = _Login(found["name"], cookie)
        if before is not None and name.casefold() not in self._seats:
            self._post("/api/logout", None, before.secret)

    def logout(self, name: str) -> None:
        """Leave the table and log out. If a hand is running, it is folded."""
        login = self._login(name)
        if name.casefold() in self._seats:
            with suppress(RoomError):  # the client has just left
                self.leave_table(name)
        self._post("/api/logout", None, login.secret)
        del self._logins[name.casefold()]
        seat = self._seats.get(name.casefold())
        if seat is not None:
            self._in_loop(seat.close())

    def chips(self, name: str) -> int:
        """Return the chips in the account, without those on a table."""
        found = self._get("/api/me", self._login(name).secret)
        return int(found["chips"])

    def buy_chips(self, name: str, amount: int) -> int:
        """Credit *amount* chips and return the new number of chips in the account.

        The setting `refill` limits a purchase. An account may make three purchases a day.
        """
        if type(amount) is not int:
            raise RoomError("UNREADABLE", f"an amount of chips is a whole number, not {amount!r}")
        _, found = self._post("/api/me/chips", {"amount": amount}, self._login(name).secret)
        return int(found["chips"])

    # Tables

    def join_table(self, name: str, table: int, client: Client, stack: int | None = None) -> None:
        """Sit down with *client* at table number *table*.

        If all sides are taken, the client sits down as soon as one is free. By default *stack* is
        100 big blinds, or as close to that as the table and the account allow.
        """
        login, key = self._login(name), name.casefold()
        known = house_tables(self._settings)
        if type(table) is not int or not 1 <= table <= len(known):
            raise RoomError("NOT_FOUND", f"there is no table {table!r}: from 1 to {len(known)}")
        before = self._seats.get(key)
        if before is not None and not before.has_left:
            number = before.number
            raise RoomError("ALREADY_SEATED", f"{name} is at table {number}: leave it first")
        if not isinstance(client, Client):
            raise RoomError("UNREADABLE", f"a pokermasa.room.Client was expected, not {client!r}")
        for seat in list(self._seats.values()):  # the other thread may change it
            if seat.client is client and not seat.has_left:
                own = f"that client plays for {seat.name}: give {login.name} one of its own"
                raise RoomError("ALREADY_SEATED", own)
        title = known[table - 1].name
        tables = self._get("/api/tables", login.secret)
        found = next((one for one in tables if one["name"] == title), None)
        if found is None:
            raise RoomError("CLOSED", f"table {table} is closed")
        if stack is None:
            terms = Terms(found["least_buy_in"], found["most_buy_in"])
            stack = terms.usual_stack(found["big"], self.chips(name))
        self._in_loop(self._join(key, login, table, found["id"], client, stack))

    async def _join(
        self, key: str, login: _Login, number: int, masa: str, client: Client, stack: int
    ) -> None:
        if key in self._seats:  # its `left_table` is still running
            await asyncio.wait([self._seats[key].task])
        socket = await Socket.connect(self.url, login.secret)
        if socket.name is None:
            await socket.close()
            raise RoomError("NOT_LOGGED_IN", f"the login of {login.name} has ended: log in again")
        seat = Seat(login.name, number, masa, client, socket)
        self._seats[key] = seat
        seat.task.add_done_callback(lambda _: self._forget(key, seat))
        try:
            await seat.ask("sit", stack=stack)
        except BaseException:
            await seat.close()
            raise

    def _forget(self, key: str, seat: Seat) -> None:
        if self._seats.get(key) is seat:
            del self._seats[key]

    def leave_table(self, name: str) -> None:
        """Leave the table, after the running hand if there is one. That hand is folded at the next
        turn.

        `Client.left_table` is called when the client has left.
        """
        self._login(name)
        seat = self._seats.get(name.casefold())
        if seat is None or seat.has_left:
            raise RoomError("NOT_SEATED", f"{name} is at no table")
        self._in_loop(seat.leave())

    # Requests to the room

    def _login(self, name: str) -> _Login:
        login = self._logins.get(name.casefold()) if isinstance(name, str) else None
        if login is None:
            raise RoomError("NOT_LOGGED_IN", f"{name} is not logged in: call login() first")
        return login

    def _in_loop(self, coroutine: Coroutine[Any, Any, T], seconds: float = ANSWER) -> T:
        """Run *coroutine* in the clients' event loop and return its result."""
        if self._loop is None or threading.current_thread() is self._clients:
            coroutine.close()
            if self._loop is None:
                raise RoomError("NOT_OPEN", "the server is not running: call start()")
            raise RuntimeError("from an async method, use asyncio.to_thread(server.…)")
        try:
            return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(seconds)
        except RequestRefused as refused:
            raise RoomError(refused.code, refused.answer["message"]) from None
        except ConnectionError as error:
            raise RoomError("NOT_OPEN", str(error)) from None

    def _get(self, path: str, secret: str) -> Any:
        return self._answer(Request(self.url + path, headers=_bearer(secret)))[1]

    def _post(self, path: str, body: Any, secret: str | None = None) -> tuple[str, Any]:
        """Return the new session token, empty if there is none, and the body of the answer."""
        headers = {"Content-Type": "application/json", **_bearer(secret)}
        data = None if body is None else json.dumps(body).encode()
        return self._answer(Request(self.url + path, data, headers, method="POST"))

    def _answer(self, request: Request) -> tuple[str, Any]:
        answer: HTTPResponse
        try:
            with urlopen(request, timeout=ANSWER) as answer:
                cookies = answer.headers.get_all("set-cookie") or []
                session = next((c for c in cookies if c.partition("=")[0].endswith("masa")), "")
                text = answer.read()
                return session.partition(";")[0].partition("=")[2], json.loads(text or b"null")
        except HTTPError as error:
            with error:
                answered = json.loads(error.read())
            raise RoomError(answered["code"], answered["message"]) from None
        except OSError as error:
            raise RoomError("NOT_OPEN", f"the room does not answer: {error}") from None


def _bearer(secret: str | None) -> dict[str, str]:
    return {} if secret is None else {"Authorization": f"Bearer {secret}"}
