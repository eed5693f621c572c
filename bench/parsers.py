"""Measures how long each parser of external input takes for 64 kB and 1 MB of its worst known
input.

`python -m bench.parsers`

The table is in docs/reliability.md; tests/server/connection/test_parsers.py checks that the time of
each parser grows about linearly. Times are processor times. A refused input counts too.
"""

import contextlib
import io
import json
import time
from collections.abc import Callable
from typing import Any

import h11
from starlette.datastructures import QueryParams
from starlette.requests import HTTPConnection

from pokermasa.histories.acpc import MatchState
from pokermasa.histories.formats import by_content
from pokermasa.notation import fen, uci
from pokermasa.server.caller import with_own_cookies
from pokermasa.server.connection.chunk_reader import ChunkReader
from pokermasa.server.connection.headers import is_own_page
from pokermasa.server.connection.host_names import HostNames
from pokermasa.server.connection.http_reader import HttpReader
from pokermasa.server.look_alike import look
from pokermasa.server.mail_address import is_mail_address
from pokermasa.server.plain_text import fault_in, verify_texts
from pokermasa.server.protocol.request import requests
from pokermasa.server.refusal import Refused
from pokermasa.server.settings import Settings
from pokermasa.server.storage.account import name_key, verified_name
from pokermasa.server.table.chat import clean
from pokermasa.strength.range import Range
from pokermasa.tournament import TournamentError
from pokermasa.tournament.structure import Structure

SIZES = 64_000, 1_000_000
Work = Callable[[str], Any]
SETTINGS = Settings()
HOSTS = HostNames(SETTINGS)
GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n"


def _head(text: str) -> None:
    reader = HttpReader()
    reader.receive_data(GET + text.encode() + b"\r\n\r\n")
    reader.next_event()


def _chunks(text: str) -> None:
    ChunkReader().take(bytearray(text.encode()))


def _cookie(text: str) -> None:
    with_own_cookies([(b"cookie", text.encode())], SETTINGS)


def _origin(text: str) -> None:
    headers = [(b"host", b"localhost"), (b"origin", text.encode("latin-1"))]
    is_own_page(HTTPConnection({"type": "http", "headers": headers}), SETTINGS)


def _body(text: str) -> None:
    verify_texts(json.loads(text))


def _chat(text: str) -> None:
    fault_in(text)
    clean(text)


def _name(text: str) -> None:
    name_key(text)
    look(text)
    verified_name(text)


def _file(text: str) -> None:
    """Read a file as an upload is read: find the format by its beginning, then read hand by
    hand.
    """
    for _ in by_content(text[:4096]).reader()(io.StringIO(text)):
        pass


STARS = "PokerStars Hand #1: Hold'em No Limit ($1/$2 USD) - 2024/05/01 20:00:00 ET\n"
TABLE = "Table 'Vesta' 2-max Seat #1 is the button\nSeat 1: Ann ($9 in chips)\n"
PHH = "variant = 'NT'\n"
INPUTS: dict[str, tuple[Work, str, str, str]] = {
    "header: spaces": (_head, "X: ", " ", "\0"),
    "header: many": (_head, "", "a:\r\n", "a:"),
    "chunks of one byte": (_chunks, "", "1\r\nx\r\n", ""),
    "chunks of 16 bytes": (_chunks, "", "10\r\n0123456789abcdef\r\n", ""),
    "chunk extension": (_chunks, "5;", "x", ""),
    "chunk trailers": (_chunks, "0\r\n", "X: y\r\n", ""),
    "cookie: quotes": (_cookie, 'a="', '\\"', '"'),
    "cookie: many": (_cookie, "", "a=b;", ""),
    "Host": (HOSTS.__contains__, "", "a.", ""),
    "Host: address": (HOSTS.__contains__, "[", "1:", "]"),
    "Origin": (_origin, "http://", "\xa8", ""),
    "query: fields": (QueryParams, "", "a=b&", ""),
    "query: percents": (QueryParams, "a=", "%41", ""),
    "message: depth": (requests.validate_json, "", "[", ""),
    "message: text": (requests.validate_json, '{"do":"say","masa":"1","text":"', "a", '"}'),
    "message: number": (requests.validate_json, '{"do":"watch","seq":', "9", "}"),
    "message: fields": (requests.validate_json, '{"do":"ping"', ',"a":1', "}"),
    "body: depth": (_body, "", "[", ""),
    "body: number": (_body, "[", "9", "]"),
    "body: list": (_body, "[", '"a",', '"b"]'),
    "body: escapes": (_body, '"', "\\u0041", '"'),
    "chat: letters": (_chat, "", "a ", ""),
    "chat: marks": (_chat, "", "e\u0301", ""),
    "name: letters": (_name, "", "a ", ""),
    "name: marks": (_name, "", "\u0301\u0323", ""),
    "e-mail: labels": (is_mail_address, "a@", "a.", "!"),
    "e-mail: dots": (is_mail_address, "", "a.", "@"),
    "range: hands": (Range.read, "", "AKs,", "22+"),
    "range: weights": (Range.read, "", "AA:0.5,", "22"),
    "range: digits": (Range.read, "", "9", "%"),
    "range: spaces": (Range.read, "AA", " ", "x"),
    "fen: stacks": (fen.read, "2 P 0 1 2!0\n", "I 100 0 .\n", ""),
    "fen: digits": (fen.read, "", "9", " P 0 1 2!0"),
    "fen: pots": (fen.read, "2 P 0 1 2!0", "~1", ""),
    "uci: digits": (uci.read, "RR", "9", ""),
    "TOML: depth": (Structure.read, "a=", "[", ""),
    "TOML: dots": (Structure.read, "", "a.", "b=1"),
    "TOML: tables": (Structure.read, "", "[[a]]\n", ""),
    "TOML: digits": (Structure.read, "a=", "9", ""),
    "TOML: quotes": (Structure.read, "a='''", "'", ""),
    "PHH: depth": (_file, PHH + "a = ", "[", ""),
    "PHH: quotes": (_file, PHH + "a = ", "'", ""),
    "PHH: lines": (_file, PHH, "a = 1\n", ""),
    "PHH: brackets": (_file, PHH, "[a.", ""),
    "PHH: open arrays": (_file, PHH, "a = [\n", ""),
    "PHH: actions": (_file, PHH + "actions = [", "'p1 f',", "]\n"),
    "PokerStars: acts": (_file, STARS + TABLE, "Ann: checks\n", ""),
    "PokerStars: acts in one line": (_file, STARS + TABLE, "Ann: bets $1 ", "\n"),
    "PokerStars: wins in one line": (_file, STARS + TABLE, "Ann collected $1 from pot ", "\n"),
    "PokerStars: dates": (_file, STARS[:55], "2024/05/01 20:00:00 ET [", "\n"),
    "PokerStars: spaces": (_file, STARS + TABLE, " ", "x\n"),
    "PokerStars: digits": (_file, STARS + TABLE + "Ann: bets $", "1", "\n"),
    "PokerStars: seats": (_file, STARS, "Seat 1: Ann ($9 in chips)\n", ""),
    "PokerStars: asterisks": (_file, "", "*" * 1900 + "\n", ""),
    "PokerStars: hands": (_file, "", STARS, ""),
    "OHH: depth": (_file, '{"ohh":', "[", ""),
    "OHH: quotes": (_file, '{"ohh":"', '\\"', ""),
    "OHH: braces": (_file, '{"ohh":', "{}", ""),
    "OHH: open strings": (_file, '{"ohh":{', '"\n', ""),
    "OHH: digits": (_file, '{"ohh":{"a":', "9", "}}"),
    "ACPC: betting": (MatchState.read, "MATCHSTATE:0:0:", "cr1", ":AsKs|"),
    "ACPC: cards": (MatchState.read, "MATCHSTATE:0:0:cc:", "As", "|"),
}
"""Inputs by name: the function that reads it, its beginning, the repeated part, and its end."""
REFUSALS = ValueError, RecursionError, Refused, TournamentError, h11.RemoteProtocolError


def milliseconds(kind: str, size: int) -> float:
    """Return the processor time in milliseconds for one input of about *size* bytes."""
    work, begin, middle, end = INPUTS[kind]
    text = begin + middle * (size // len(middle)) + end
    begun = time.thread_time()
    with contextlib.suppress(*REFUSALS):
        work(text)
    return 1000 * (time.thread_time() - begun)


def main() -> None:
    print("| input | 64 kB, ms | 1 MB, ms |\n| --- | --- | --- |", flush=True)
    for kind in INPUTS:
        milliseconds(kind, 100)  # The first call imports modules and fills caches.
        short, long = (milliseconds(kind, size) for size in SIZES)
        print(f"| {kind} | {short:.1f} | {long:.1f} |", flush=True)


if __name__ == "__main__":
    main()
