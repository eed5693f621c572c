"""Tests of the HTTP reader: it reads only the parts that the room needs, in linear time."""

import itertools
import json
import re
import socket
import time
from pathlib import Path
from typing import Any

import h11
import pytest
from starlette import requests

from pokermasa.server.connection.http_reader import MOST_HEAD, HttpReader
from tests.server.flood import HELLO
from tests.server.room import PATIENCE, Opened, open_room

CHUNKED = b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
GET = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"


def exchange(room: Opened, sent: bytes, until: bytes | None = None) -> bytes:
    """Send bytes over a new connection. Return everything received until it is closed or *until*
    has been received.
    """
    with socket.create_connection(("127.0.0.1", room.port), PATIENCE) as line:
        line.sendall(sent)
        answer = b""
        while (until is None or until not in answer) and (part := line.recv(65536)):
            answer += part
        return answer


def is_well(room: Opened) -> bool:
    return exchange(room, GET, b"\r\n").startswith(b"HTTP/1.1 200 ")


def test_only_the_rooms_own_cookies_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python's cookie parser takes quadratic time for a long value (CVE-2024-7592)."""
    parsed: list[str] = []
    parse = requests.cookie_parser

    def note_and_parse(header: str) -> dict[str, str]:
        parsed.append(header)
        return parse(header)

    monkeypatch.setattr(requests, "cookie_parser", note_and_parse)
    with open_room(tmp_path) as room:
        ada = room.guest()
        theirs = 'a="' + '\\"' * 5000 + f'; masa="\\"; b; =; masa={ada.secret}; masa-device=x"y'
        with room.http() as client:
            answer = client.get("/api/me", headers={"Cookie": theirs})
            assert answer.json()["name"] == ada.name
            for path in ("/api/tables", "/", "/health"):
                assert client.get(path, headers={"Cookie": theirs}).status_code == 200
        shaken = HELLO.replace(
            b"Host: localhost", b"Host: localhost\r\nCookie: " + theirs.encode()[3000:]
        )
        assert b" 101 " in exchange(room, shaken, b"\r\n")
        many = b"Host: localhost\r\nCookie: other=" + b"x" * 15_000 + b"; masa="
        shaken = HELLO.replace(b"Host: localhost", many + ada.secret.encode())
        assert ada.name.encode() in exchange(room, shaken, b'"name"')
    assert set(parsed) == {f"masa={ada.secret}"}


def test_a_head_of_more_than_16_kilobytes_is_refused(tmp_path: Path) -> None:
    paths = (b"/", b"/api/tables", b"/ws", b"/api/login")
    with open_room(tmp_path) as room:
        for path, size in itertools.product(paths, (20_000, 60_000, 500_000)):
            cookie = b"Cookie: a=" + b'\\"' * (size // 2)
            sent = b"GET " + path + b" HTTP/1.1\r\nHost: localhost\r\n" + cookie + b"\r\n\r\n"
            head, _, body = exchange(room, sent).partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 431 ")
            assert json.loads(body)["code"] == "UNREADABLE"
            assert "at most 16384 bytes" in json.loads(body)["message"]
        assert is_well(room)


def test_a_handshake_that_cannot_be_read_is_refused_and_the_connection_closed(
    tmp_path: Path,
) -> None:
    """Unreadable handshakes once stayed open for ever, and 1,000 of them filled the room."""
    heads = {
        "long header": HELLO[:-2] + b"X: " + b"x" * 9000 + b"\r\n\r\n",
        "many headers": HELLO[:-2] + b"X: y\r\n" * 200 + b"\r\n",
        "long address": HELLO.replace(b"/ws", b"/ws?" + b"x" * 9000),
        "body": HELLO[:-2] + b"Content-Length: 5\r\n\r\nhello",
        "chunks": HELLO[:-2] + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    }
    with open_room(tmp_path) as room:
        for name, sent in heads.items():
            head, _, body = exchange(room, sent).partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 400 "), name
            assert "a socket is opened without a body" in json.loads(body)["message"]
        assert is_well(room)
        assert len(room.server.connections) <= 1  # that of the last line


def test_the_second_request_of_a_connection_is_checked_like_the_first(tmp_path: Path) -> None:
    """Holds also if the second request arrives together with the end of the first one."""
    first = b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}"
    with open_room(tmp_path) as room:
        for before in (GET, first):
            bad = GET[:-2] + b"X: " + b" " * 8000 + b"\x00\r\n\r\n"
            answer = exchange(room, before + bad)
            assert answer.count(b"HTTP/1.1 ") == 2
            assert b"HTTP/1.1 400 " in answer
            assert b"a header contains a control character" in answer


def test_requests_that_arrive_together_are_answered_in_order(tmp_path: Path) -> None:
    ask = b"GET /%s HTTP/1.1\r\nHost: localhost\r\n\r\n"
    post = CHUNKED + b"2\r\n{}\r\n0\r\n\r\n"
    last = b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    with open_room(tmp_path) as room:
        sent = ask % b"health" + ask % b"nowhere.js" + post + ask % b"api/me" + last
        answer = exchange(room, sent)
    assert re.findall(rb"HTTP/1.1 (\d+) ", answer) == [b"200", b"404", b"422", b"401", b"200"]


def chunked(data: bytes, size: int) -> bytes:
    pieces = [data[at : at + size] for at in range(0, len(data), size)]
    return b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces)


def test_a_sender_of_tiny_chunks_is_refused_and_disconnected(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        for size in (1, 8):
            sent = CHUNKED + chunked(b" " * 60_000, size) + b"0\r\n\r\n" + GET
            head, _, body = exchange(room, sent).partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 400 ")
            assert b"connection: close" in head.lower()
            assert "send at least 16 bytes in each" in json.loads(body)["message"]
        assert is_well(room)


@pytest.mark.parametrize("size", [16, 40, 1000])
def test_chunks_are_joined_before_they_are_read(size: int) -> None:
    """A few chunks may be smaller."""
    reader, sent = HttpReader(), b"x" * 50_000
    data, events = b"", 0
    for part in (CHUNKED, chunked(b"ab", 1) + chunked(sent, size), b"0\r\n\r\n"):
        reader.receive_data(part)
        while (event := reader.next_event()) not in (h11.NEED_DATA, h11.PAUSED):
            if isinstance(event, h11.Data):
                data += bytes(event.data)
                events += 1
    assert (data, events) == (b"ab" + sent, 1)
    assert reader.their_state is h11.DONE


def read_all(sent: bytes, piece: int) -> tuple[HttpReader, list[Any]]:
    """Return a reader and its events after it was fed *sent* in pieces of *piece* bytes."""
    reader, events = HttpReader(), []
    for at in range(0, len(sent), piece):
        reader.receive_data(sent[at : at + piece])
        while (event := reader.next_event()) not in (h11.NEED_DATA, h11.PAUSED):
            events.append(event)
    return reader, events


@pytest.mark.parametrize("piece", [1, 2, 3, 7, 100, 10_000])
def test_a_chunked_body_is_read_the_same_in_pieces_of_any_size(piece: int) -> None:
    """The body has chunk extensions and trailers, and another request follows it."""
    body = b"5;x=y\r\nhello\r\n00a ;q\r\n0123456789\r\n0\r\nX: y\r\nZ: \x00\r\n\r\n"
    reader, events = read_all(CHUNKED + body + GET, piece)
    assert b"".join(one.data for one in events if isinstance(one, h11.Data)) == b"hello0123456789"
    assert [type(one) for one in events if not isinstance(one, h11.Data)] == [
        h11.Request,
        h11.EndOfMessage,
    ]
    reader.send(h11.Response(status_code=200, headers=[("Content-Length", "0")]))
    reader.send(h11.EndOfMessage())
    reader.start_next_cycle()
    assert isinstance(reader.next_event(), h11.Request)


@pytest.mark.parametrize(
    "body",
    [
        *(b"zz\r\n", b"-5\r\nhello\r\n", b"5\nhello\r\n", b"5\r\nhelloo\r\n", b"5\r\nhello\n"),
        *(b"5" * 300, b"5;" + b"x" * 300, b"5;\x00\r\n", b"0\r\n" + b"X: y\r\n" * 1000),
        b"0\r\n" + b"x" * 5000,
    ],
)
def test_malformed_chunks_are_refused(body: bytes) -> None:
    for piece in (1, 10_000):
        with pytest.raises(h11.RemoteProtocolError):
            read_all(CHUNKED + body, piece)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("length", [None, 4000], ids=["chunks", "a length"])
def test_a_slow_but_steady_upload_is_served(tmp_path: Path, length: int | None) -> None:
    """The client sends a hundred bytes per packet."""
    with open_room(tmp_path) as room:
        secret = room.person("Ada").secret.encode()
        framing = b"Transfer-Encoding: chunked" if length is None else b"Content-Length: 4000"
        head = b"POST /api/uploads?name=phone HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        head += b"Cookie: masa=%b\r\n%b\r\n\r\n" % (secret, framing)
        with socket.create_connection(("127.0.0.1", room.port), PATIENCE) as line:
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            line.sendall(head)
            for _ in range(40):
                line.sendall(chunked(b"x" * 100, 100) if length is None else b"x" * 100)
                time.sleep(0.002)
            line.sendall(b"0\r\n\r\n" if length is None else b"")
            answer = b""
            while part := line.recv(65536):
                answer += part
        assert answer.startswith(b"HTTP/1.1 201 "), answer
        assert json.loads(answer.partition(b"\r\n\r\n")[2])["bytes"] == 4000


def test_content_length_with_transfer_encoding_is_refused_and_closes_the_connection(
    tmp_path: Path,
) -> None:
    """Two servers could otherwise disagree on where the body ends (request smuggling)."""
    new = CHUNKED[:-2]
    heads = [
        head
        for both in (new, new.replace(b"1.1", b"1.0"))
        for head in (
            both + b"Content-Length: 6\r\n\r\n",
            both.replace(b"Transfer", b"Content-Length: 6\r\nTransfer") + b"\r\n",
            both.replace(b"Transfer-Encoding: c", b"content-length:6\r\ntransfer-encoding:C")
            + b"\r\n",
        )
    ]
    with open_room(tmp_path) as room:
        for head in heads:
            answer = exchange(room, head + b"0\r\n\r\n" + GET)
            assert answer.count(b"HTTP/1.1 ") == 1
            assert answer.startswith(b"HTTP/1.1 400 ")
            assert b"not both" in answer
            assert b"connection: close" in answer.lower()


HEADS = {
    "quotes in a cookie": (b"Cookie: ", b'\\"', b""),
    "spaces before a control character": (b"X: ", b" ", b"\x00"),
    "spaces before a carriage return": (b"X: ", b" ", b"\ry"),
    "words before a control character": (b"X: ", b"a ", b"\x7f"),
    "spaces in a name": (b"a", b" ", b": x"),
    "folded lines": (b"X: y\r\n", b" \r\n", b""),
    "many headers": (b"", b"a:\r\n", b"a:"),
    "lengths": (b"Content-Length: ", b"1,", b"1"),
    "codings": (b"Transfer-Encoding: ", b"a,", b"a"),
    "options": (b"Connection: ", b"a,", b"a"),
}


@pytest.mark.parametrize("kind", HEADS)
@pytest.mark.parametrize("size", [MOST_HEAD - 100, 64_000, 1_000_000])
def test_every_request_head_is_parsed_quickly(kind: str, size: int) -> None:
    """Measures processor time, so that a busy machine does not matter. h11 alone needs up to 8
    s."""
    begin, middle, end = HEADS[kind]
    reader = HttpReader()
    sent = GET[:-2] + begin + middle * (size // len(middle)) + end + b"\r\n\r\n"
    begun = time.thread_time()
    reader.receive_data(sent)
    try:
        while reader.next_event() not in (h11.NEED_DATA, h11.PAUSED):
            pass
    except h11.RemoteProtocolError:
        pass
    else:
        assert size < MOST_HEAD
    assert time.thread_time() - begun < 0.1
