"""How requests are read: only what the room needs, in time proportional to their length."""

import json
import re
import socket
import time
from pathlib import Path

import h11
import pytest
from starlette import requests

from pokermasa.server.connection.http_reader import MOST_HEAD, HttpReader
from tests.server.flood import HELLO
from tests.server.room import PATIENCE, Opened, open_room

CHUNKED = b"POST /api/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
GET = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"


def exchange(room: Opened, sent: bytes, until: bytes | None = None) -> bytes:
    """Sends bytes over a new connection and returns all that comes until it is closed, or until
    *until* has come."""
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
        shaken = HELLO.replace(b"Host: x", b"Host: x\r\nCookie: " + theirs.encode()[3000:])
        assert b" 101 " in exchange(room, shaken, b"\r\n")
    assert set(parsed) == {f"masa={ada.secret}"}


@pytest.mark.parametrize("path", [b"/", b"/api/tables", b"/ws", b"/api/login"])
def test_a_head_of_more_than_16_kilobytes_is_refused(tmp_path: Path, path: bytes) -> None:
    with open_room(tmp_path) as room:
        for size in (20_000, 60_000, 500_000):
            cookie = b"Cookie: a=" + b'\\"' * (size // 2)
            sent = b"GET " + path + b" HTTP/1.1\r\nHost: x\r\n" + cookie + b"\r\n\r\n"
            head, _, body = exchange(room, sent).partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 431 ")
            assert json.loads(body)["code"] == "UNREADABLE"
            assert "at most 16384 bytes" in json.loads(body)["words"]
        assert is_well(room)


def test_the_second_request_of_a_connection_is_checked_like_the_first(tmp_path: Path) -> None:
    """Also where it arrives together with the end of the first."""
    first = b"POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}"
    with open_room(tmp_path) as room:
        for before in (GET, first):
            bad = GET[:-2] + b"X: " + b" " * 8000 + b"\x00\r\n\r\n"
            answer = exchange(room, before + bad)
            assert answer.count(b"HTTP/1.1 ") == 2
            assert b"HTTP/1.1 400 " in answer
            assert b"a header contains a control character" in answer


def test_requests_that_arrive_together_are_answered_in_order(tmp_path: Path) -> None:
    ask = b"GET /%s HTTP/1.1\r\nHost: x\r\n\r\n"
    post = CHUNKED + b"2\r\n{}\r\n0\r\n\r\n"
    last = b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    with open_room(tmp_path) as room:
        sent = ask % b"health" + ask % b"nowhere.js" + post + ask % b"api/me" + last
        answer = exchange(room, sent)
    assert re.findall(rb"HTTP/1.1 (\d+) ", answer) == [b"200", b"404", b"422", b"401", b"200"]


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
def test_no_head_takes_long_to_read(kind: str, size: int) -> None:
    """Seconds of the processor, so that a busy machine does not matter. h11 alone: up to 8."""
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
