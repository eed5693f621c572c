"""Tests of chat: it reaches everybody who watches the table, and can be muted, reported,
silenced and rate limited."""

from pathlib import Path
from typing import Any

import pytest

from pokermasa.client.client import RequestRefused
from pokermasa.server.table import chat
from tests.server.room import Opened, open_room, run, seat


async def three(room: Opened, masa: Any, people: list[Any]) -> list[Any]:
    clients = [await room.connect(person) for person in people]
    for client in clients:
        await client.watch(masa)
    return clients


def test_chat_can_be_muted_reported_and_silenced(tmp_path: Path) -> None:
    async def main(room: Opened) -> None:
        people = [room.guest() for _ in range(3)]
        masa = room.table(people[0])["id"]
        host, ada, bob = await three(room, masa, people)
        await ada.ask("say", masa=masa, text="  hello \n there ")
        message = await bob.next("chat")
        assert (message["name"], message["text"]) == (people[1].name, "hello there")
        await bob.ask("mute", masa=masa, name=people[1].name, value=True)
        await ada.ask("say", masa=masa, text="unheard")
        await host.ask("say", masa=masa, text="heard")
        assert (await bob.next("chat"))["text"] == "heard"
        with room.http(people[2]) as http:
            lines = http.get(f"/api/tables/{masa}/chat").json()
        assert [line["text"] for line in lines] == ["heard"]
        await bob.ask("mute", masa=masa, name=people[1].name, value=False)
        await bob.ask("report", masa=masa, chat=message["chat"], reason="rude")
        with pytest.raises(RequestRefused, match="NOT_FOUND"):
            await bob.ask("report", masa=masa, chat=10**6)
        with pytest.raises(RequestRefused, match="NOT_ALLOWED"):
            await bob.ask("mute", masa=masa, name=people[1].name, value=True, everybody=True)
        await host.ask("mute", masa=masa, name=people[1].name, value=True, everybody=True)
        with pytest.raises(RequestRefused, match="SILENCED"):
            await ada.ask("say", masa=masa, text="no more")
        nobody = await room.connect()
        await nobody.watch(masa)
        with pytest.raises(RequestRefused, match="NOT_LOGGED_IN"):
            await nobody.ask("say", masa=masa, text="who am I")
        for client in (host, ada, bob, nobody):
            await client.close()

    with open_room(tmp_path) as room:
        run(main(room))


def test_chat_messages_are_rate_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main(room: Opened) -> None:
        ada = room.guest()
        masa = room.table(ada)["id"]
        client = await room.connect(ada)
        await client.watch(masa)
        for _ in range(5):
            await client.ask("say", masa=masa, text="spam")
        with pytest.raises(RequestRefused, match="TOO_FAST"):
            await client.ask("say", masa=masa, text="spam")
        await client.close()

    monkeypatch.setattr(chat, "CHATS_A_SECOND", 0.1)
    with open_room(tmp_path) as room:
        run(main(room))


def test_chatting_requires_watching_the_table_on_the_same_socket(tmp_path: Path) -> None:
    async def main(room: Any) -> None:
        host, ada = room.guest(), room.guest()
        masa = room.table(host)["id"]
        there = await room.connect(host)
        await there.watch(masa)
        client, second = await room.connect(ada), await room.connect(ada)
        # A second socket of the account watches the table for itself only.
        await second.watch(masa)
        with pytest.raises(RequestRefused, match="watch the masa"):
            await client.ask("say", masa=masa, text="unseen")
        await client.watch(masa)
        await client.ask("say", masa=masa, text="seen")
        await client.ask("unwatch", masa=masa)
        with pytest.raises(RequestRefused, match="NOT_ALLOWED"):
            await client.ask("say", masa=masa, text="gone")
        assert (await there.next("chat"))["text"] == "seen"
        with room.http() as http:
            lines = http.get(f"/api/tables/{masa}/chat").json()
        assert [line["text"] for line in lines] == ["seen"]

    with open_room(tmp_path) as room:
        run(main(room))


def test_the_host_cannot_be_silenced_and_only_the_host_may_silence_a_co_host(
    tmp_path: Path,
) -> None:
    async def main(room: Opened) -> None:
        host, helper, third = room.guest(), room.guest(), room.guest()
        masa = room.table(host)["id"]
        owner, *others = await seat(room, masa, host, helper, third)
        for person, client in zip((helper, third), others, strict=True):
            await owner.ask("co_host", masa=masa, name=person.name, value=True)
            await client.ask("answer_offer", masa=masa, agrees=True)
        second, _ = others
        mute = {"masa": masa, "value": True, "everybody": True}
        for name in (host.name, third.name):
            with pytest.raises(RequestRefused, match="NOT_ALLOWED"):
                await second.ask("mute", **mute, name=name)
            with pytest.raises(RequestRefused, match="NOT_ALLOWED"):
                await second.ask("approve", masa=masa, name=name, value=False)
        await owner.ask("say", masa=masa, text="still here")
        await owner.ask("mute", **mute, name=helper.name)
        with pytest.raises(RequestRefused, match="SILENCED"):
            await second.ask("say", masa=masa, text="hello")
        # Players cannot unmute themselves.
        with pytest.raises(RequestRefused, match="NOT_ALLOWED"):
            await second.ask("mute", **mute | {"value": False}, name=helper.name)
        # A new host may talk again.
        await owner.ask("hand_over", masa=masa, name=helper.name)
        await second.ask("answer_offer", masa=masa, agrees=True)
        await second.ask("say", masa=masa, text="mine now")

    with open_room(tmp_path) as room:
        run(main(room))
