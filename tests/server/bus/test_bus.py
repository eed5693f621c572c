"""Tests of the bus between processes: it requires the secret, and messages arrive in order and
once, or both sides detect the loss."""

import asyncio
import contextlib
import json
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nats.errors
import pytest
from nats.aio.client import Client as Nats

from pokermasa.server.bus.bus import NoBus, ProcessBus
from pokermasa.server.bus.nats_bus import NatsBus, verify_bus
from pokermasa.server.bus.nats_server import NatsServer
from pokermasa.server.bus.peers import Peers
from pokermasa.server.bus_address import BusAddress
from pokermasa.server.clock import Clock
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import BadSettings, load
from tests.server.room import run, until
from tests.server.several import nats as started


@pytest.fixture(scope="module")
def server() -> Iterator[NatsServer]:
    with started() as running:
        yield running


# Access to the bus


@pytest.mark.parametrize(
    "url",
    [
        "nats://bus.example.org:4222",
        "nats://secret@bus.example.org:4222",
        "nats://masa:secret@192.0.2.1",
        "tls://bus.example.org",
        "tls://[2001:db8::1]:4222",
        "nats://0.0.0.0:4222",
        "nats://127.0.0.1.example.org",
    ],
)
def test_a_bus_on_another_machine_needs_tls_and_a_secret(url: str) -> None:
    with pytest.raises(BadSettings, match="on another machine") as refused:
        load({"bus": url})
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("url", ["http://localhost", "nats://", "nats://h:x", "bus", "nats://a/b"])
def test_a_malformed_bus_address_is_refused(url: str) -> None:
    with pytest.raises(BadSettings, match=r"no address like nats://127\.0\.0\.1:4222"):
        load({"bus": url})


def test_the_bus_address_is_shown_without_its_secret() -> None:
    for url in ("tls://masa:hidden@bus.example.org", "tls://hidden@bus.example.org:4222"):
        address = BusAddress.read(url)
        assert address.secret == "hidden"
        assert address.shown == "tls://bus.example.org:4222"
    assert BusAddress.read("nats://localhost").is_here
    assert BusAddress.read("nats://[::1]:4222").shown == "nats://[::1]:4222"


@pytest.mark.parametrize("secret", ["", "wrong@", "masa:wrong@"])
def test_a_client_without_the_secret_cannot_use_the_bus(server: NatsServer, secret: str) -> None:
    async def main() -> None:
        url = f"nats://{secret}127.0.0.1:{server.port}"
        with pytest.raises(NoBus, match=r"no bus at nats://127\.0\.0\.1"):
            await verify_bus(url, None)
        await verify_bus(server.url, None)
        received: list[Any]
        received, stranger = [], Nats()

        async def quietly(error: Any) -> None:
            pass

        with contextlib.suppress(nats.errors.Error, OSError):
            await stranger.connect(url, allow_reconnect=False, error_cb=quietly)
            await stranger.subscribe(">", cb=received.append)
        assert not stranger.is_connected
        assert not received
        await stranger.close()

    run(main())


def test_the_server_of_the_room_listens_on_loopback_and_its_secret_is_in_no_command_line(
    server: NatsServer,
) -> None:
    with open(f"/proc/{server.pid}/cmdline") as file:
        assert server.secret not in file.read()
    file = server._folder / "nats.conf"  # type: ignore[assignment]
    assert file.stat().st_mode & 0o077 == 0  # type: ignore[attr-defined]
    assert server._folder.stat().st_mode & 0o077 == 0
    assert 'host: "127.0.0.1"' in file.read_text()  # type: ignore[attr-defined]
    assert NatsServer().secret != NatsServer().secret


def test_the_secret_is_never_sent_to_a_server_without_tls(
    server: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A man in the middle claims that the bus server has no TLS."""
    received = []

    async def stand_between(reader: Any, writer: Any) -> None:
        info = {"server_id": "x", "version": "2.15.0", "max_payload": 1 << 20}
        writer.write(b"INFO " + json.dumps(info | {"auth_required": True}).encode() + b"\r\n")
        with contextlib.suppress(OSError):
            received.append(await reader.read(1000))
        writer.close()

    async def main() -> None:
        between = await asyncio.start_server(stand_between, "127.0.0.1", 0)
        port = between.sockets[0].getsockname()[1]
        for who in ("masa:hidden@", "hidden@"):
            with pytest.raises(NoBus):
                await verify_bus(f"tls://{who}127.0.0.1:{port}", None)
        await until(lambda: len(received) >= 2)
        between.close()

    run(main())
    assert b"hidden" not in b"".join(received)


def test_the_tls_certificate_must_match_the_bus_server(tmp_path: Path) -> None:
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    order = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    words = [*order.split(), "-keyout", key, "-out", cert, "-subj", "/CN=localhost"]
    subprocess.run(
        [*words, "-addext", "subjectAltName=IP:127.0.0.1"],  # type: ignore[list-item]
        check=True,
        capture_output=True,
    )
    with started(more=f'tls {{ cert_file: "{cert}", key_file: "{key}" }}') as server:
        url = server.url.replace("nats://", "tls://")

        async def main() -> None:
            await verify_bus(url, cert)
            with pytest.raises(NoBus):
                # A certificate of an authority that the system does not know.
                await verify_bus(url, None)

        run(main())


# Messages


class Two:
    """Two processes that have found each other."""

    def __init__(self, url: str, lease: int = 60_000) -> None:
        self.buses = [NatsBus(url, None, lease / 1000) for _ in range(2)]
        self.one, self.two = (
            Peers(bus, name, "two", lease, Clock())
            for bus, name in zip(self.buses, ("one", "two"), strict=True)
        )
        self.received: dict[Any, Any] = {"one": [], "two": []}
        self.lost: list[Any] = []
        for peers in (self.one, self.two):
            peers.on("say", lambda peer, item, p=peers: self.received[p.owner].append(item["text"]))  # type: ignore[misc]
            peers.on(
                "double",
                lambda peer, item, p=peers: p.answer(peer, item, {"is": 2 * item["n"]}),  # type: ignore[misc]
            )
            peers.on_lost.append(lambda peer, p=peers: self.lost.append(p.owner))  # type: ignore[misc]

    async def __aenter__(self) -> "Two":
        for bus, peers in zip(self.buses, (self.one, self.two), strict=True):
            await bus.start()
            await peers.start()
        await self.met()
        return self

    async def met(self) -> None:
        await until(lambda: "two" in self.one.alive and "one" in self.two.alive)

    async def __aexit__(self, *_: Any) -> None:
        for bus, peers in zip(self.buses, (self.one, self.two), strict=True):
            await peers.stop()
            await bus.stop()

    async def settled(self) -> None:
        """Waits until both processes have received all messages of the other."""
        for peers, other in ((self.one, "two"), (self.two, "one")):
            await peers.ask(other, {"do": "double", "n": 1}, 60)


def test_messages_arrive_in_order_and_once(server: NatsServer) -> None:
    async def main() -> None:
        async with Two(server.url) as two:
            arguments = [str(number) for number in range(2000)]
            for word in arguments:
                two.one.send("two", {"do": "say", "text": word})
            await two.settled()
            assert two.received["two"] == arguments
            assert two.received["one"] == []
            assert await two.one.ask("two", {"do": "double", "n": 21}, 60) == {"is": 42}
            two.one.send("nobody", {"do": "say", "text": "lost"})
            two.one.send("two", {"do": "no such thing"})
            await two.settled()
            assert not two.lost

    run(main())


def test_after_a_lost_message_both_processes_restart_their_streams(server: NatsServer) -> None:
    async def main() -> None:
        async with Two(server.url) as two:
            await two.settled()
            stream = two.one._stream("two")
            stream.sent += 1  # simulates a message that the bus lost
            two.one.send("two", {"do": "say", "text": "after the gap"})
            await until(lambda: {"one", "two"} <= set(two.lost))
            await two.settled()
            assert two.received["two"] == []
            assert sorted(two.lost) == ["one", "two"]
            two.one.send("two", {"do": "say", "text": "anew"})
            two.two.send("one", {"do": "say", "text": "as well"})
            await two.settled()
            assert two.received == {"one": ["as well"], "two": ["anew"]}

    run(main())


def test_two_restarts_of_a_stream_do_not_cause_endless_restarts(
    server: NatsServer,
) -> None:
    """The reply to the first restart arrives after the second restart and must be ignored."""

    async def main() -> None:
        async with Two(server.url) as two:
            await two.settled()
            two.lost.clear()

            def begin() -> None:
                two.one.send("two", {"do": "begin"})

            def again(peer: str) -> None:
                """Loses the stream again while the other process answers the first restart. This
                process restarts its own side a little later.
                """
                two.two.on_lost.remove(again)
                two.one._break("two")
                two.one._stream("two").waiting.clear()
                asyncio.get_running_loop().call_later(0.05, begin)

            # Like lobbies, each process sends its whole state from the beginning.
            for peers in (two.one, two.two):

                def begin_anew(peer: str, peers: Peers = peers) -> None:
                    peers.send(peer, {"do": "begin"})

                peers.on_lost.append(begin_anew)
            two.two.on_lost.append(again)
            two.one._break("two")
            await until(lambda: two.lost.count("two") == 2)
            for _ in range(20):
                await two.settled()
            assert sorted(two.lost) == ["one", "one", "two", "two"]
            two.one.send("two", {"do": "say", "text": "heard"})
            await two.settled()
            assert two.received["two"] == ["heard"]

    run(main())


def test_a_request_whose_answer_cannot_arrive_is_refused_at_once(server: NatsServer) -> None:
    async def main() -> None:
        async with Two(server.url) as two:
            two.two.on("silent", lambda peer, item: None)
            asked = asyncio.create_task(two.one.ask("two", {"do": "silent"}, 3600))
            await two.settled()
            await two.two.stop()
            with pytest.raises(Refused) as refused:
                await asked
            assert refused.value.code is RoomRefusal.BUS
            with pytest.raises(Refused):
                await two.one.ask("two", {"do": "double", "n": 1}, 3600)

    run(main())


def test_after_a_bus_outage_no_old_message_is_delivered(tmp_path: Path) -> None:
    async def main() -> None:
        with started() as server:
            async with Two(server.url) as two:
                await two.settled()
                server.kill()
                await until(lambda: not (two.buses[0].is_up or two.buses[1].is_up))
                assert set(two.lost) == {"one", "two"}
                two.one.send("two", {"do": "say", "text": "to nobody"})
                with pytest.raises(Refused):
                    await two.one.ask("two", {"do": "double", "n": 1}, 3600)
                server.start()
                await until(lambda: two.buses[0].is_up and two.buses[1].is_up)
                await two.met()
                await two.settled()
                two.one.send("two", {"do": "say", "text": "again"})
                await two.settled()
                assert two.received["two"] == ["again"]

    run(main())


GARBAGE = [
    *(b"", b"\xff\x00", b"null", b"7", b'"two"', b"[]", b"{}", b"[" * 100_000, b"x" * 500_000),
    *(b'{"from":7}', b'{"from":""}', b'{"from":"a b"}', b'{"from":"*"}', b'{"from":"to.one"}'),
    *(b'{"from":"two","stream":7,"n":0,"items":[]}', b'{"from":"two","stream":"s","n":true}'),
    *(b'{"from":"two","stream":"s","n":"0","items":[]}', b'{"from":"two","stream":"s","n":1.5}'),
    b'{"from":"two","stream":"s","n":0,"items":{}}',
]
STRANGE_ITEMS = [None, 7, [], {}, {"do": 7}, {"do": []}, {"do": "say"}, {"do": "answer", "ask": []}]


def test_malformed_messages_on_the_bus_change_nothing(server: NatsServer) -> None:
    """A program with the secret can be of another version or use the bus for something else."""

    async def main() -> None:
        stranger = Nats()
        await stranger.connect(server.url)
        async with Two(server.url) as two:
            await two.settled()
            for data in GARBAGE:
                for where in ("here", "to.one", "to.two"):
                    await stranger.publish(f"two.{where}", data)
            items = {"from": "three", "stream": "s", "n": 0, "items": STRANGE_ITEMS}
            await stranger.publish("two.to.one", json.dumps(items).encode())
            await stranger.flush()
            await until(lambda: "three" in two.one.alive)
            two.two.send("one", {"do": "say", "text": "as before"})
            await two.settled()
            assert two.received == {"one": ["as before"], "two": []}
            assert set(two.one.alive) == {"two", "three"}
            assert not two.lost
        await stranger.close()

    run(main())


def test_a_message_for_several_clients_crosses_the_bus_once(server: NatsServer) -> None:
    async def main() -> None:
        async with Two(server.url) as two:
            received = []
            two.two.on("told", lambda peer, item: received.append((item["text"], item["to"])))
            for text, link in (("a", 1), ("a", 2), ("b", 1), ("a", 1)):
                two.one.send("two", {"do": "told", "text": text, "to": [link]})
            await two.settled()
            assert received == [("a", [1, 2]), ("b", [1]), ("a", [1])]

    run(main())


def test_a_room_of_one_process_uses_a_local_bus_without_peers() -> None:
    async def main() -> None:
        received: list[Any]
        bus, received = ProcessBus(), []
        peers = Peers(bus, "alone", "room", 1000, Clock())
        await peers.start()
        await bus.subscribe("x", received.append)
        bus.publish("x", b"said")
        peers.tell_all({"do": "say"})
        await asyncio.sleep(0)
        assert received == [b"said"]
        assert not bus.is_shared
        assert not peers.alive
        await peers.stop()

    run(main())


def test_the_private_parts_of_nats_py_that_are_used_exist() -> None:
    """The list contains the private parts of nats-py that server/bus/nats_bus.py uses."""
    assert Nats()._server_info == {}
    assert isinstance(ssl.create_default_context(), ssl.SSLContext)
