"""Tests of idempotency: a request id belongs to one message. Repeating the message repeats the
answer, and another message with the same id is refused."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest

from pokermasa.masa import Side
from tests.server.protocol.test_wire import DOCUMENT
from tests.server.whole_room.test_faults import Felt
from tests.server.wired import opened

FIRST = {"do": "top_up", "amount": 50}


def others(masa: str, elsewhere: str, turn: str) -> list[dict[str, Any]]:
    here = {"masa": masa}
    return [
        {"do": "top_up", "amount": 51, **here},
        {"do": "top_up", "amount": 50, "masa": elsewhere},
        {"do": "auto_top_up", "to": 50, **here},
        {"do": "sit_out", "value": True, **here},
        {"do": "leave", **here},
        {"do": "say", "text": "50", **here},
        {"do": "act", "act": "FO", "turn": turn or "1.0", **here},
        {"do": "watch", **here},
        {"do": "unwatch", **here},
        {"do": "play_now"},
        {"do": "watch_lobby"},
        {"do": "watch_live_table"},
        {"do": "ping"},
        {"do": "top_up", "amount": 50, "masa": "nowhere"},
    ]


def test_the_same_id_with_another_message_is_refused_and_nothing_is_done(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            felt = await Felt.laid(hall)
            elsewhere = await hall.table(felt.secrets[1])
            line = felt.lines[0]
            await line.ask(do="sit", masa=elsewhere, stack=200)
            first = {"masa": felt.masa, **FIRST}
            assert (await line.ask(**first, id="one"))["type"] == "done"
            before = [felt.room.state.masa, hall.lobby.tables[elsewhere].state.masa]
            again = await hall.line(felt.secrets[0])
            for ask in others(felt.masa, elsewhere, felt.room.act_clock.token):
                for sender in (line, again):
                    answer = await sender.ask(**ask, id="one")
                    assert answer["code"] == "ID_REUSED", ask
            # The order of the fields does not matter.
            result = await again.say(json.dumps({"id": "one", "amount": 50, **first}), "one")
            assert result == {"type": "done", "id": "one"}
            assert [felt.room.state.masa, hall.lobby.tables[elsewhere].state.masa] == before
            assert felt.room.state.masa.seat(0).stack == 250
            # Ids of different accounts are independent.
            assert (await felt.lines[1].ask(**first, id="one"))["type"] == "done"
            felt.check_books()

    asyncio.run(main())


def test_a_refusal_is_repeated_only_for_the_same_message(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            felt = await Felt.laid(hall)
            line = felt.lines[0]
            refused = await line.ask(do="top_up", masa=felt.masa, amount=10**9, id="big")
            assert refused["code"] == "BUY_IN_RANGE"
            reused = await line.ask(do="top_up", masa=felt.masa, amount=10, id="big")
            assert reused["code"] == "ID_REUSED"
            assert await line.ask(do="top_up", masa=felt.masa, amount=10**9, id="big") == refused

    asyncio.run(main())


def test_an_id_cannot_be_reused_while_its_first_message_is_unanswered(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            felt = await Felt.laid(hall)
            held, twin = felt.lines[0], await hall.line(felt.secrets[0])
            go_on = asyncio.Event()
            waiting = asyncio.create_task(felt.room.ask(go_on.wait))
            await asyncio.sleep(0)
            ask = {"do": "top_up", "masa": felt.masa, "id": "same"}
            held.send(json.dumps({**ask, "amount": 5}))
            while not hall.app.state.replies._replies.get(
                felt.room.state.seated[Side(0)].id, {}
            ).get("same"):
                await asyncio.sleep(0)
            assert (await twin.ask(**ask, amount=6))["code"] == "ID_REUSED"
            go_on.set()
            await waiting
            assert (await held.answer("same"))["type"] == "done"
            assert felt.room.state.masa.seat(0).stack == 205

    asyncio.run(main())


def test_after_a_restart_an_id_still_takes_chips_for_one_message_only(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            felt = await Felt.laid(hall)
            masa, secrets = felt.masa, felt.secrets
            elsewhere = await hall.table(secrets[1])
            for id in ("one", "one:0", "öne 'or' 1=1 --%_"):
                done = await felt.lines[0].ask(do="top_up", masa=masa, amount=50, id=id)
                assert done["type"] == "done"
        async with opened(tmp_path) as hall:
            line, room = await hall.line(secrets[0]), hall.lobby.tables[masa]
            for id in ("one", "one:0", "öne 'or' 1=1 --%_"):
                reused = await line.ask(do="top_up", masa=masa, amount=20, id=id)
                assert reused["code"] == "ID_REUSED"
            sit = {"do": "sit", "masa": elsewhere, "stack": 200}
            assert (await line.ask(**sit, id="one:0"))["code"] == "ID_REUSED"
            assert not hall.lobby.tables[elsewhere].state.seated
            fresh = await hall.line(secrets[0])
            assert room.state.masa.seats[0].stack == 350
            assert (await fresh.ask(**sit, id="two"))["type"] == "done"
        async with opened(tmp_path) as hall:
            line, room = await hall.line(secrets[0]), hall.lobby.tables[masa]
            done = await line.ask(do="top_up", masa=masa, amount=50, id="one")
            assert done == {"type": "done", "id": "one"}
            assert room.state.masa.seats[0].stack == 350
            assert (await line.ask(**sit, id="two")) == {"type": "done", "id": "two"}

    asyncio.run(main())


@pytest.mark.rotated
@pytest.mark.parametrize("restarts", [False, True])
def test_play_now_sent_again_takes_one_side(tmp_path: Path, restarts: bool) -> None:
    async def main() -> None:
        house: dict[str, Any] = {"house_tables": True} | dict.fromkeys(
            ("between_hands_ms", "bot_delay_ms"), 10**9
        )
        secret = None
        for _ in range(2):
            async with opened(tmp_path, **house) as hall:
                secret = secret or await hall.guest()
                for _ in range(1 if restarts else 3):
                    line = await hall.line(secret)
                    done = await line.ask(do="play_now", id="sit me down")
                    assert done["type"] == "done"
                name = line.messages[0]["name"]
                rooms = hall.lobby.tables.values()
                assert sum(name in room.state.names.values() for room in rooms) == 1

    asyncio.run(main())


def test_the_documents_examples_use_each_id_once() -> None:
    ids = re.findall(r'\{"do": [^}]*"id": "([^"]+)"', DOCUMENT.read_text("utf-8"))
    assert len(ids) >= 2
    assert len(set(ids)) == len(ids)
    assert not any(id.isdecimal() for id in ids), "somebody else starts to count at 1 too"
