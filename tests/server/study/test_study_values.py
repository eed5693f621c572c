"""Tests of every study route with invalid values: they are refused with a code and a message,
and nothing changes."""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.study.test_study import get, many, run
from tests.server.study.test_uploads import person, read, text
from tests.server.whole_room.test_faults import Felt
from tests.server.wired import Hall

NOBODYS = "f" * 20
NO_FILTERS = (
    *("before=x", "before=-1", f"before={'f' * 21}", "before=" + "9" * 17),
    *("least_pot=-1", "most_pot=1e99", "least_big=x", "most_players=99999999999999999999"),
    *("since=-5", "until=yesterday", "since=NaN", "position=XX", "position=LONGER+THAN+THAT"),
    *("starting=ZZ", "starting=" + "A" * 1_001, "result=maybe", "showdown=2"),
    *("all_in=perhaps", "is_tournament=x", "masa=" + "0" * 13, "tournament=" + "0" * 41),
    "source=elsewhere",
)
NO_EQUITIES: Any = (
    *({}, {"hands": []}, {"hands": ["AA"]}, {"hands": ["AA"] * 11}, {"hands": "AA, KK"}),
    *({"hands": ["AA", 5]}, {"hands": ["AA", ""]}, {"hands": ["AA", "x" * 4_001]}),
    *({"hands": ["AA", "K"]}, {"hands": ["AsAh", "AsKs"]}, {"hands": [["AA"], ["KK"]]}),
)
NO_BOARDS = (
    *({"board": "As As"}, {"board": "AsKsQsJsTs9s"}, {"board": "As"}, {"board": 5}),
    *({"dead": "As", "board": "AsKsQs"}, {"dead": "x"}, {"dead": "A" * 121}, {"exact": "so"}),
    *({"precision": 0}, {"precision": 1}, {"precision": "x"}, {"precision": -0.01}, {"more": 1}),
)
NO_RANGES: Any = (
    {},
    {"text": ""},
    {"text": 5},
    {"text": None},
    {"text": "x" * 4_001},
    {"text": "AKz"},
)
NO_BODIES = (b"", b"null", b"[]", b"5", b'"x"', b"{", b"\xff", b'{"a":' * 2_000, b"[" * 10_000)


No = Callable[..., Awaitable[None]]
"""A function that sends a request and expects a refusal."""


async def ask_of_hands(no: No, own: str, played: str) -> None:
    for wanted in NO_FILTERS:
        await no("GET", f"hands?{wanted}")
        if not wanted.startswith("before"):
            await no("GET", f"hands/export?{wanted}")
    await no("GET", "hands/export?format=acpc")
    ids = (
        "x",
        "-1",
        NOBODYS,
        "F" * 20,
        "0" * 21,
        "9" * 17,
        "%00",
        "1.5",
        own[:-1],
    )
    for id in ids:
        for part in ("", "/analysis", "/solution", "/phh", "/ohh"):
            await no("GET", f"hands/{id}{part}")
            await no("GET", f"shares/{id}{part}")
        await no("POST", f"hands/{id}/shares", json={})
        for route in ("hands", "shares", "uploads", "ranges"):
            await no("DELETE", f"{route}/{id}")
        await no("GET", f"uploads/{id}")
        await no("PUT", f"ranges/{id}", json={"name": "x", "text": "AA"})
    for stack in ("=", "=-1", "=x", "=10", "=9", "=1e3"):
        await no("GET", f"hands/{own}/solution?stack{stack}")
    await no("GET", f"hands/{own}/solution?first=maybe")
    await no("GET", f"hands/{own}/acpc")
    await no("DELETE", f"hands/{played}")
    for body in ({"hide_names": "maybe"}, {"hide_names": None}, {"more": 1}, {"hide": 1}):
        await no("POST", f"hands/{own}/shares", json=body)


async def ask_tools(no: No, own: str) -> None:
    for query in ("", "?position=XX", "?position=BB", "?position=CO&vs=CO", "?position=BTN+"):
        await no("GET", f"tools/preflop{query}")
    for query in ("players=1", "players=x", "depth=0", "depth=nan", "raises=9", "vs=%00"):
        await no("GET", f"tools/preflop?position=BTN&{query}")
    for body in NO_EQUITIES:
        await no("POST", "tools/equity", json=body)
    for body in NO_BOARDS:
        await no("POST", "tools/equity", json={"hands": ["QQ", "KK"], **body})
    for body in NO_RANGES:
        await no("POST", "tools/range", json=body)
        await no("POST", "ranges", json={"name": "x", **body})
    for name in ("", " " * 3, "x" * 500, 5, None):
        await no("POST", "ranges", json={"name": name, "text": "AA"})
    for body in NO_BODIES:
        kind = {"Content-Type": "application/json"}
        for path in (f"hands/{own}/shares", "tools/equity", "tools/range", "ranges"):
            await no("POST", path, content=body, headers=kind)
    for query in ("", "?name=", f"?name={'x' * 121}", f"?name=x&hero={'x' * 81}"):
        await no("POST", f"uploads{query}", content=text(1, 500))
    for content in (b"", b"PK\x03\x04zip", b"\x1f\x8bgzip"):
        await no("POST", "uploads?name=x", content=content)
    packed = {"Content-Encoding": "gzip"}
    await no("POST", "uploads?name=x", content=text(1, 500), headers=packed)
    for path in ("me/stats?source=x", f"players/{'x' * 81}", "players/Nobody"):
        await no("GET", path)
    for query in ("by=x", "period=day", "back=-1", "back=x", "back=99999999999999999999"):
        await no("GET", f"leaderboards?{query}")


@pytest.mark.rotated
def test_invalid_values_are_refused_and_change_nothing(tmp_path: Path) -> None:
    async def main(hall: Hall) -> None:
        felt = await Felt.laid(hall)
        await many(felt, 1)
        me = await person(hall)
        upload = (await read(hall, me, text(2)))["id"]
        (brought, _) = (await get(hall, "/api/hands?source=uploads", me)).json()
        played = (await get(hall, "/api/hands", felt.secrets[0])).json()[0]["id"]

        async def standing() -> list[str]:
            lists = ("hands?source=uploads", "uploads", "shares", "ranges", "me/stats")
            return [(await get(hall, f"/api/{path}", me)).text for path in lists]

        before = await standing()
        refused, taken = [], []
        async with hall.client(me) as client:

            async def no(method: str, path: str, **asked: Any) -> None:
                answer = await client.request(method, f"/api/{path}", **asked)
                is_no = 400 <= answer.status_code < 500
                data = answer.json() if is_no else {}
                if not (data.get("code") and data.get("message")):
                    taken.append((method, path[:80], str(asked)[:80], answer.text[:200]))
                refused.append(data.get("code"))

            await ask_of_hands(no, brought["id"], played)
            await ask_tools(no, brought["id"])
        assert taken == []
        assert await standing() == before
        assert json.loads(before[1])["uploads"][0]["id"] == upload
        assert {"BAD_FILTER", "BAD_QUESTION", "NOT_FOUND", "BAD_UPLOAD"} <= set(refused)

    run(tmp_path, main)
