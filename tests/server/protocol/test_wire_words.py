"""Tests of the rules that docs/wire.md states in prose, against a running room."""

import asyncio
import base64
import secrets
from pathlib import Path
from random import Random
from typing import Any

import pytest
import websockets
from websockets.exceptions import InvalidStatus

from pokermasa.cards import Card, read_cards
from pokermasa.masa import Change, Side, event
from pokermasa.masa.terms import USUAL
from pokermasa.server.table import odds
from tests.masa.host import play, seated, stacked
from tests.server.room import Opened, open_room, run, settings
from tests.server.whole_room.test_faults import Felt
from tests.server.wired import opened


def status_of(refused: pytest.ExceptionInfo[InvalidStatus]) -> int:
    return refused.value.response.status_code


def test_an_unauthorised_socket_is_refused_before_the_handshake(tmp_path: Path) -> None:
    async def main(room: Opened) -> None:
        with pytest.raises(websockets.InvalidStatus) as refused:
            await websockets.connect(room.ws, origin="https://evil.example")  # type: ignore[arg-type]
        assert status_of(refused) == 403
        async with websockets.connect(room.ws):
            with pytest.raises(websockets.InvalidStatus) as refused:
                await websockets.connect(room.ws)
            assert status_of(refused) in (429, 503)
            assert int(refused.value.response.headers["Retry-After"]) > 0

    with open_room(tmp_path, sockets_an_address=1) as room:
        run(main(room))


def test_a_socket_that_does_not_answer_a_ping_is_closed_with_1011(tmp_path: Path) -> None:
    async def main(room: Opened) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", room.port)
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        writer.write(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{room.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        while True:
            opcode, length = await reader.readexactly(2)
            if length == 126:
                length = int.from_bytes(await reader.readexactly(2))
            payload = await reader.readexactly(length)
            if opcode & 0x0F == 8:
                break
        assert int.from_bytes(payload[:2]) == 1011
        writer.close()

    room = Opened(settings(tmp_path))
    assert room.server.config.ws_ping_timeout == 20
    room.server.config.ws_ping_interval = room.server.config.ws_ping_timeout = 0.1
    room.start()
    try:
        run(main(room))
    finally:
        room.stop()


def test_each_equity_is_rounded_separately() -> None:
    hands = [read_cards(text) for text in ("2c 3d", "2d 3h", "2h 3s")]
    assert odds.equities(hands, read_cards("As Ks Qs Js Ts")) == [0.3333] * 3


def test_the_odds_of_the_second_board_exclude_the_cards_of_the_first() -> None:
    masa = seated({0: 40, 1: 40}, sides=2, rules="tda", terms=USUAL._replace(run_twice=True))
    boards: dict[str, Any] = {"board": "Ad Ac 9h Js Tc", "second": "3c 4c 5d 6d 8s"}
    change = masa.deal(stacked("7c 2d", "As Ah", **boards))
    first = change.masa.to_act
    change = play(change, f"{first} AA", f"{1 - first} AA")
    for side in (0, 1):
        change = change.masa.run_twice(side, True)
    (ended,) = [e for e in change.events if isinstance(e, event.HandEnded)]
    result = odds.told_by(change)
    one, other = ended.boards
    on_the_way = [(), one[:3], one[:4], other[:3], other[:4]]
    assert [o["board"] for o in result["odds"]] == [[str(c) for c in b] for b in on_the_way]
    hands = [cards for _, cards in _shown(change)]
    assert result["odds"][3]["equities"] == odds.equities(hands, other[:3], one)


def _shown(change: Change) -> tuple[tuple[Side, tuple[Card, Card]], ...]:
    return next(e.hands for e in change.events if isinstance(e, event.HandsShown))


def test_too_small_a_raise_is_a_call_or_check_in_botpoker_and_refused_in_other_rules(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            for rules in ("botpoker", "masa", "tda"):
                secrets_ = [await hall.guest() for _ in range(2)]
                masa = await hall.table(secrets_[0], rules=rules)
                lines = [await hall.line(secret) for secret in secrets_]
                felt = Felt(hall, masa, secrets_, lines)
                for side, line in enumerate(lines):
                    await line.ask(do="sit", masa=masa, side=side, stack=200)
                await felt.room.deal()
                received = []
                for _ in range(3):  # Two players act before the flop and one after it.
                    line = lines[felt.room.state.masa.to_act]
                    asked = await line.asked(felt.room.act_clock.token)
                    act = f"RR{asked['least'] - 1}"
                    ask = {"do": "act", "masa": masa, "turn": asked["turn"]}
                    answer = await line.ask(**ask, act=act)
                    if rules != "botpoker":
                        assert answer["code"] == "TOO_SMALL"
                        assert answer["least"] == asked["least"]
                        await line.ask(**ask, act="CA" if asked["to_call"] else "CH")
                        continue
                    assert answer["type"] == "done"
                    events = [e for m in line.messages for e in m.get("events", ())]
                    received.append([e["act"] for e in events if e["event"] == "player_acted"][-1])
                if rules == "botpoker":
                    assert received == ["CA", "CH", "CH"]

    asyncio.run(main())


def test_a_view_never_contains_a_finished_hand(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            felt = await Felt.laid(hall)
            rng = Random(1)
            for _ in range(3):
                await felt.room.deal()
                while felt.room.state.masa.to_act is not None:
                    assert (await felt.act(rng))["type"] == "done"
                    late = await hall.line(felt.secrets[3])
                    await late.ask(do="watch", masa=felt.masa)
                    game = late.last("view")["view"]["game"]
                    assert game is None or game["settled"] is False
                    await late.close()
                if not felt.room.state.masa.is_dealable:
                    break

    asyncio.run(main())
