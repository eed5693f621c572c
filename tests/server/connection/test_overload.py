"""Tests of overload: accepted work is completed, further requests are refused at once, and the
room recovers when the load ends. No clock is needed, because the room counts its pending work."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from pokermasa.client.client import Client, RequestRefused
from pokermasa.server import overload
from tests.server.room import open_room, passive, run, seat, until


def test_acts_beyond_the_limit_are_refused_and_may_be_sent_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(overload, "MOST_ACTS", 2)
    with open_room(tmp_path, act_time_ms=600_000) as room:
        host = room.guest()
        tables = [room.table(host, sides=2)["id"] for _ in range(3)]
        guests = [[room.guest(), room.guest()] for _ in tables]

        async def to_act(clients: list[Client]) -> tuple[Client, dict[str, Any]]:
            """Return the first client that is asked to act, and the request to act."""
            asking = {asyncio.create_task(client.next("act")): client for client in clients}
            done, others = await asyncio.wait(asking, return_when=asyncio.FIRST_COMPLETED)
            for other in others:
                other.cancel()
            first = done.pop()
            return asking[first], first.result()

        async def main() -> None:
            asked = []
            for masa, two in zip(tables, guests, strict=True):
                asked.append(await to_act(await seat(room, masa, *two)))
            held, begun = threading.Event(), threading.Event()

            def hold(connection: Connection) -> None:
                begun.set()
                assert held.wait(60)

            writing = asyncio.run_coroutine_threadsafe(room.lobby.writer.write(hold), room.loop)
            await until(begun.is_set)
            acts = [
                asyncio.create_task(client.act(received, passive(received)))
                for client, received in asked[:2]
            ]
            await until(lambda: room.lobby.overload.acts == 2)
            late, received = asked[2]
            with pytest.raises(RequestRefused, match="busy"):
                await late.act({**received, "left": 0}, passive(received))
            held.set()
            writing.result(60)
            await asyncio.gather(*acts)
            await until(lambda: room.lobby.overload.acts == 0)
            await late.act(received, passive(received))

        run(main())


@pytest.mark.one_process("each process knows what it has to do itself")
def test_near_the_limit_new_players_are_refused_and_seated_players_play_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(overload, "MOST_ACTS", 10)
    with open_room(tmp_path, act_time_ms=600_000) as room:
        masa = room.table(room.guest(), sides=2)["id"]
        ada, blaise, new = room.guest(), room.guest(), room.guest()

        async def main() -> None:
            players = await seat(room, masa, ada, blaise)
            stranger = await room.connect(new)
            room.lobby.overload.acts = 5  # as if five acts were being processed
            for ask, about in (("watch", {"masa": masa}), ("play_now", {})):
                with pytest.raises(RequestRefused, match="busy"):
                    await stranger.ask(ask, **about)
            await stranger.ask("ping")
            with room.http(new) as client:
                answer = client.post("/api/tables", json={"name": "New"})
                assert (answer.status_code, answer.json()["code"]) == (429, "BUSY")
                assert answer.headers["Retry-After"] == "1"
                # Requests of operators are answered.
                assert client.post("/health").status_code == 405
            # A seated player may act, and may reconnect when the connection breaks.
            await players[0].close()
            again = await room.connect(ada)
            await again.watch(masa)
            room.lobby.overload.acts = 0
            await stranger.watch(masa)

        run(main())
