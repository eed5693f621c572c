"""Tests that the tournament traces in docs/wire.md equal the messages that a real room sends."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest

from pokermasa.cards import CARDS, read_cards
from pokermasa.server.director.orders import orders
from tests.server.director.test_tournament_secrecy import RungClock
from tests.server.field import toml
from tests.server.protocol.test_wire import DOCUMENT
from tests.server.wired import Decks, Hall, HeldOdds, Line, dealt_from, opened

PAST = "…"
NAMES = ("Blaise", "Cem", "Dora")
KINGS = "Kd 7s Kc 2h Ah Tc 9d 4s 3h"
"""Cards in dealing order, starting left of the button."""


def read(line: str) -> Any:
    """Return the message in a line of a trace. An ellipsis becomes a member or item of its own."""
    found, within, in_text = [], [], False
    for number, letter in enumerate(line):
        if letter == '"' and line[number - 1] != "\\":
            in_text = not in_text
        elif not in_text and letter in "{[":
            within.append(letter)
        elif not in_text and letter in "}]":
            within.pop()
        if letter == PAST and not in_text:
            letter = f'"{PAST}": 0' if within[-1] == "{" else f'"{PAST}"'
        found.append(letter)
    return json.loads("".join(found))


def fits(result: Any, real: Any) -> bool:
    """Whether the received message equals the message of the trace, apart from what the trace
    leaves out.
    """
    if isinstance(result, dict) and isinstance(real, dict):
        wanted = {key: value for key, value in result.items() if key != PAST}
        if PAST not in result and wanted.keys() != real.keys():
            return False
        return all(key in real and fits(value, real[key]) for key, value in wanted.items())
    if isinstance(result, list) and isinstance(real, list):
        if result == [PAST]:
            return True
        pairs = zip(result, real, strict=False)
        return len(result) == len(real) and all(fits(one, other) for one, other in pairs)
    return bool(result in (PAST, real))


def test_a_trace_with_a_different_value_does_not_match() -> None:
    real = {"type": "x", "a": [1, {"b": 2, "c": 3}]}
    assert fits(read('{"type": "x", "a": [1, {"b": 2, …}]}'), real)
    assert fits(read('{"type": "x", "a": […]}'), real)
    assert not fits(read('{"type": "x", "a": [1, {"b": 2}]}'), real)
    assert not fits(read('{"type": "x", "a": [1, {"b": 3, …}]}'), real)
    assert not fits(read('{"type": "x", "a": [1]}'), real)
    assert not fits(read('{"type": "x", …, "z": 1}'), real)


class Drawn:
    """Replaces the random draw for seats by *draw*."""

    def __init__(self, draw: list[int]) -> None:
        self._draw = draw

    def shuffle(self, draw: list[int]) -> None:
        draw[:] = self._draw


class Trace:
    """A trace of docs/wire.md, sent line by line. At the end the received messages are compared
    with it.
    """

    def __init__(self, hall: Hall, number: int) -> None:
        text = DOCUMENT.read_text("utf-8")
        traces = re.findall(r"```text\n(.*?)```", text, re.DOTALL)
        lines = [trace for trace in traces if "t3f0c9a" in trace][number].splitlines()
        self.hall = hall
        self.sent = [read(line[2:]) for line in lines if line.startswith("> ")]
        self.expected_messages = [line for line in lines if not line.startswith("> ")]
        self.lines: dict[str, Line] = {}
        self.id = ""

    async def open(self, **options: Any) -> None:
        secrets = {}
        for name in (*NAMES, "Ada"):
            async with self.hall.client() as client:
                made = await client.post("/api/guests", json={"name": name})
                found = re.search(r"masa=([^;]+)", made.headers["set-cookie"])
                assert found is not None, made.text
                secrets[name] = found[1]
        async with self.hall.client(secrets["Dora"]) as client:
            body = {"name": "Evening", "structure": toml(stack=1500, every=10, **options)}
            self.id = (await client.post("/api/tournaments", json=body)).json()["id"]
        for name, secret in secrets.items():
            self.lines[name] = await self.hall.line(secret)

    async def send(self, name: str = "Ada", **ask: Any) -> None:
        """Sends the next message of the trace for Ada, and *ask* for other players."""
        said = self.sent.pop(0) if name == "Ada" else ask
        text = json.dumps(said).replace("t3f0c9a", self.id)
        answer = await self.lines[name].ask(**json.loads(text))
        assert answer["type"] == "done", answer

    def check(self, start: int = 0) -> None:
        received = [
            json.loads(text.replace(self.id, "t3f0c9a"))
            for text in self.lines["Ada"].received[start:]
        ]
        for message, real in zip(self.expected_messages, received, strict=False):
            assert fits(read(message), real), (
                f"the trace:\n{message}\nthe room:\n{json.dumps(real)}"
            )
        assert len(self.expected_messages) == len(received), received[len(self.expected_messages) :]


async def told_in_full(folder: Path, monkeypatch: Any) -> None:
    decks, odds = Decks(1), HeldOdds(monkeypatch)
    dealt_from(decks, monkeypatch)
    monkeypatch.setattr(orders, "_RANDOM", Drawn([1, 0]))
    clock = RungClock()
    async with opened(folder, clock, act_time_ms=20_000) as hall:
        trace = Trace(hall, 0)
        await trace.open(least=2, most=2, seats=2)
        await trace.send("Blaise", do="register", tournament="t3f0c9a")
        await trace.send()
        (table,) = hall.lobby.tournaments.directors[trace.id].tables.open.values()
        await trace.send("Blaise", do="watch", masa="t3f0c9a-1")
        await trace.send()
        decks.ready.append(deck(KINGS))
        await table.deal()
        await trace.send("Blaise", do="act", masa="t3f0c9a-1", act="AA", turn=table.act_clock.token)
        await trace.send()
        await odds.let_go()
        ada = trace.lines["Ada"]
        clock.ring(2)
        clock.ring(60)
        await ada.until(lambda: ada.messages[-1]["type"] == "closed")
        trace.check()


def test_the_messages_of_a_whole_tournament_match_the_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(told_in_full(tmp_path, monkeypatch))


def test_the_messages_of_a_table_change_match_the_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        decks = Decks(1)
        HeldOdds(monkeypatch)
        dealt_from(decks, monkeypatch)
        monkeypatch.setattr(orders, "_RANDOM", Drawn([0, 3, 1, 2]))
        async with opened(tmp_path, RungClock(), act_time_ms=20_000) as hall:
            trace = Trace(hall, 1)
            await trace.open(least=4, most=4, seats=3)
            for name in NAMES:
                await trace.send(name, do="register", tournament="t3f0c9a")
            ada = trace.lines["Ada"]
            await ada.ask(do="register", tournament=trace.id)
            table = hall.lobby.tournaments.directors[trace.id].tables.open[1]
            await ada.ask(do="watch", masa=table.id)
            decks.ready.append(deck(KINGS))
            await table.deal()
            await trace.send(
                "Dora", do="act", masa="t3f0c9a-2", act="AA", turn=table.act_clock.token
            )
            start = len(ada.received)
            await ada.ask(do="act", masa=table.id, act="AA", turn=table.act_clock.token, id="x1-9")
            await trace.send()
            trace.check(start)

    asyncio.run(main())


def deck(cards: str) -> tuple[Any, ...]:
    first = read_cards(cards)
    return (*first, *[card for card in CARDS if card not in first])
