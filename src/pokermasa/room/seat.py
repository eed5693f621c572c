"""One client at one table: calls its methods for the room's messages, and sends its acts."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from pokermasa.client.client import PASSING, RequestRefused
from pokermasa.client.client import Client as Socket
from pokermasa.notation import uci
from pokermasa.room.callbacks import LEFT_TABLE_TIMEOUT, Callbacks
from pokermasa.room.client import Client
from pokermasa.room.player import Action, allowed_actions
from pokermasa.room.table import TableState
from pokermasa.rules.act import is_act
from pokermasa.rules.refusal import in_short

TOO_LATE = "STALE_TURN"
Message = dict[str, Any]


class Seat:
    """One client's connection to a table. It runs in the event loop of all clients."""

    def __init__(self, name: str, number: int, masa: str, client: Client, socket: Socket) -> None:
        self.name, self.number, self.masa, self.client = name, number, masa, client
        self._socket = socket
        self.callbacks = Callbacks(name)
        self._table: TableState | None = None
        self._answered = ""
        """Token of the last turn that this client has answered."""
        self._is_leaving = False
        self.has_left = False
        """True once the client has left the table, even if `left_table` is still running."""
        self.task = asyncio.create_task(self._run(), name=f"seat of {name}")
        self.task.add_done_callback(lambda _: self.callbacks.stop())

    @property
    def is_seated(self) -> bool:
        """False while the client waits for a free side."""
        return self._table is not None

    async def ask(self, do: str, **options: Any) -> Message:
        return await self._socket.ask(do, masa=self.masa, **options)

    async def leave(self) -> None:
        """Leave the table, or stop waiting for a side."""
        self._is_leaving = True
        try:
            await self.ask("leave" if self.is_seated else "unwait")
        finally:
            if not self.is_seated:
                await self.close()

    async def close(self) -> None:
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)

    async def _run(self) -> None:
        try:
            async for message in self._socket:
                if message.get("masa") == self.masa and await self._handle(message):
                    return
        finally:
            self.has_left = True
            await self._socket.close()
            if self._table is not None:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(LEFT_TABLE_TIMEOUT):
                        await self._call("left_table")

    async def _handle(self, message: Message) -> bool:
        """Handle one message. Return True if it was the last one."""
        match message["type"]:
            case "joined_table":
                self._table = table = TableState(message["view"])
                big = message["view"]["blinds"]["big"]
                await self._call("joined_table", self.number, big, table.players, table.position)
            case "view" if self._table is not None:
                self._table = TableState(message["view"])
            case "events" | "private" if self._table is not None:
                for event in message["events"]:
                    for method, argument in self._table.apply(event):
                        if not self._is_about_this_client(method, argument):
                            await self._call(method, *([] if argument is None else [argument]))
            case "act" if self._table is not None:
                await self._act(self._table, message)
            case "refused" if not message["id"]:  # the stack for the free side could not be paid
                await self._fault(message["message"])
                return self._table is None
            case "left_table" | "closed":
                return True
        return False

    def _is_about_this_client(self, method: str, argument: Any) -> bool:
        """Return whether the event is about this client, to which `joined_table` and `left_table`
        apply."""
        assert self._table is not None
        is_coming_or_going = method in ("player_joined", "player_left")
        return is_coming_or_going and bool(argument.position == self._table.position)

    async def _call(self, method: str, *arguments: Any) -> None:
        try:
            await self.callbacks.call(getattr(self.client, method), *arguments)
        # a client's own code may raise anything, and the game must go on
        except Exception as error:
            await self._fault(f"{method} failed: {_in_words(error)}")

    async def _fault(self, reason: str) -> None:
        with contextlib.suppress(Exception):
            await self.callbacks.call(self.client.fault, reason)

    # The client's turn

    async def _act(self, table: TableState, asked: Message) -> None:
        if asked["turn"] == self._answered:
            return  # sent again because the time bank has started
        if asked["run_twice"]:
            with contextlib.suppress(RequestRefused):
                await self.ask("run_twice", agrees=False)
            return
        allowed = allowed_actions(asked, table.price)
        safe = allowed.get(Action.CHECK, "FO")
        try:
            answer = await self.callbacks.call(self.client.act, frozenset(allowed))
            act = _in_uci(answer, allowed)
        # a client's own code may raise anything, and the game must go on
        except Exception as error:
            await self._fault(f"act failed: {_in_words(error)}; {_done_instead(safe)}")
            act = safe
        try:
            await self._send(asked, act)
        except RequestRefused as refused:
            if self._is_leaving:
                return  # the room folded the hand while `act` was running
            if refused.code == TOO_LATE:
                await self._fault(f"act came too late: {refused}")
                # The room marks a player who is late as sitting out.
                with contextlib.suppress(RequestRefused):
                    await self.ask("sit_out", value=False)
            elif act != safe:
                await self._fault(f"act was refused: {refused}; {_done_instead(safe)}")
                with contextlib.suppress(RequestRefused):
                    await self._send(asked, safe)

    async def _send(self, asked: Message, act: str) -> None:
        try:
            await self._socket.act(asked, act)
        except RequestRefused as refused:
            if refused.code in PASSING:
                return  # the room cannot write now and will ask again
            raise
        self._answered = asked["turn"]


def _in_uci(answer: Any, allowed: dict[Action, str]) -> str:
    if isinstance(answer, Action):
        if answer not in allowed:
            known = ", ".join(action.name for action in allowed)
            raise ValueError(f"{answer.name} is not allowed here; allowed are {known}")
        return allowed[answer]
    if is_act(answer):
        return uci.write(answer)
    raise ValueError(f"an Action was expected, not {in_short(answer)}")


def _in_words(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _done_instead(act: str) -> str:
    return "checked instead" if act == "CH" else "folded instead"
