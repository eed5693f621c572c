"""Tests of hostile clients: invalid input is refused with a proper error, changes nothing and
does not stop the room."""

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from pokermasa.masa import save
from pokermasa.server.connection import connection
from pokermasa.server.protocol import request
from pokermasa.server.settings import Settings
from tests.masa.host import soak_terms
from tests.server.field import Field
from tests.server.room import open_room
from tests.server.whole_room.test_faults import Felt
from tests.server.wired import LIMITS, PATIENCE, Hall, Line, StillClock, opened

# The API, with and without a login


def no_server_error(
    url: str, headers: dict[str, str], examples: int, first: int = 0, step: int = 1
) -> int:
    """Calls every operation of the schema, or every *step*-th one, with valid and invalid
    data."""
    import schemathesis  # The import takes a second, which collecting the tests should not cost.

    schema = schemathesis.openapi.from_url(f"{url}/openapi.json", timeout=PATIENCE)
    asked = 0
    for result in [*schema.get_all_operations()][first::step]:
        operation = result.ok()
        for mode in (schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE):

            @settings(
                max_examples=examples,
                deadline=None,
                database=None,
                derandomize=True,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            @given(case=operation.as_strategy(generation_mode=mode))
            def check(case: Any) -> None:
                nonlocal asked
                asked += 1
                answer = case.call(headers=headers, allow_redirects=False, timeout=PATIENCE)
                assert answer.status_code < 500, (
                    f"{case.method} {case.formatted_path} {case.body!r}: {answer.text[:200]}"
                )

            with contextlib.suppress(Unsatisfiable):  # an operation without invalid values
                check()
    return asked


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No client is disconnected because it is behind."""
    monkeypatch.setattr(connection, "MOST_BEHIND", 10**6)


PARTS = 8


@pytest.mark.rotated
@pytest.mark.sampled(2 * PARTS)
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("who", ["a stranger", "a guest"])
def test_no_request_causes_a_server_error(tmp_path: Path, who: str, part: int) -> None:
    """Tests one of eight routes. `make soak` tests all of them."""
    with open_room(tmp_path) as room:
        headers = room.guest().headers if who == "a guest" else {}
        assert no_server_error(room.url, headers, examples=3, first=part, step=PARTS) > 10
        with room.http() as client:
            assert client.get("/health").status_code == 200


HARDLY_JSON = [
    b'{"name": "x", "sides": NaN}',
    b'{"name": "x", "sides": Infinity}',
    b'{"name": "\\ud800", "sides": 5}',
    b'{"name": "\\u0000", "sides": 5}',
    b'{"name": "x", "sides": ' + b"9" * 5000 + b"}",
    b"[" * 50_000,
    b'{"a":' * 20_000,
    b"\xff\xfe{}",
    b"",
    b"null",
    b'{"name": "x", "big": 1e400}',
]


@pytest.mark.rotated
def test_a_malformed_json_body_is_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall, hall.client(await hall.guest()) as client:
            headers = {"Content-Type": "application/json"}
            for path in ("/api/tables", "/api/accounts", "/api/login", "/api/me/tokens"):
                for body in HARDLY_JSON:
                    answer = await client.post(path, content=body, headers=headers)
                    result = f"{path} {body[:24]!r}: {answer.text}"
                    assert 200 <= answer.status_code < 500, result

    asyncio.run(main())


# Permissions

PUBLIC = {
    ("get", "/health"),
    ("get", "/health/live"),
    ("get", "/metrics"),
    ("get", "/api/tables"),
    ("get", "/api/wire"),
    ("get", "/api/rules"),
    ("get", "/api/tables/{id}"),  # an open table as a spectator sees it
    ("get", "/api/tables/{id}/chat"),
    ("get", "/api/lobby/big-hands"),
    ("get", "/api/lobby/addresses"),
    ("get", "/api/tournaments"),
    ("get", "/api/tournaments/structures"),
    ("get", "/api/leagues"),
    ("post", "/api/accounts"),
    ("post", "/api/guests"),
    ("post", "/api/login"),
    ("post", "/api/reset"),
    ("post", "/api/recovery"),
    ("post", "/api/email/confirm"),
    ("post", "/api/logout"),
}
"""Routes that need no login. All other routes must require one."""


def test_every_route_that_is_not_public_requires_a_login(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall, hall.client() as client:
            host = await hall.guest()
            masa = await hall.table(host)
            for path, methods in hall.app.openapi()["paths"].items():
                for method in methods:
                    if (method, path) in PUBLIC:
                        continue
                    for secret in (None, "wrong"):
                        headers = {} if secret is None else {"Authorization": f"Bearer {secret}"}
                        real = path
                        while "{" in real:
                            start, _, rest = real.partition("{")
                            real = f"{start}{masa}{rest.partition('}')[2]}"
                        body: dict[Any, Any] = {} if method in ("post", "put", "patch") else None
                        answer = await client.request(method, real, json=body, headers=headers)
                        # A malformed request may be refused before the login is checked.
                        assert answer.status_code in (401, 404, 422), (method, path, answer.text)

    asyncio.run(main())


def test_one_account_cannot_access_data_of_another(tmp_path: Path) -> None:
    """Another account uses the true ids of tokens, hands, private tables and sides."""

    async def main() -> None:
        async with opened(tmp_path) as hall:
            felt = await Felt.laid(hall)
            await felt.hand(Random(1))
            ada, stranger = felt.secrets[0], felt.secrets[3]
            async with hall.client(ada) as hers, hall.client(stranger) as his:
                token = (await hers.post("/api/me/tokens", json={"label": "bot"})).json()["token"]
                (stored,) = (await hers.get("/api/me/tokens")).json()
                await his.delete(f"/api/me/tokens/{stored['id']}")
                assert (await hers.get("/api/me/tokens")).json() == [stored]
                used = await hers.get("/api/me", headers={"Authorization": f"Bearer {token}"})
                assert used.status_code == 200
                assert (await his.get("/api/hands")).json() == []
                made = (await hers.post("/api/tables", json={"name": "x", "private": True})).json()
                masa, key = made["id"], made["key"]
                for side in (0, 1):
                    seat = {"side": side, "stack": 100, "key": key}
                    sat = await felt.lines[side].ask(do="sit", masa=masa, **seat)
                    assert sat["type"] == "done", sat
                room = hall.lobby.tables[masa]
                await room.deal()
                to_act = felt.lines[room.state.masa.to_act]
                await to_act.ask(do="act", masa=masa, act="FO", turn=room.act_clock.token)
                hand = (await hers.get("/api/hands")).json()[0]
                assert hand["masa"] == masa
                for path in (f"/api/hands/{hand['id']}", f"/api/tables/{masa}"):
                    assert (await hers.get(path)).status_code == 200
                    assert (await his.get(path)).status_code in (403, 404), path
                # A hand of another account and an unknown hand give the same answer.
                answers = [await his.get(f"/api/hands/{id}") for id in (hand["id"], "f" * 20)]
                assert answers[0].json() == answers[1].json()
            line = await hall.line(stranger)
            for frame in frames(masa, "1.0", "guessed"):
                asked = json.loads(frame)
                anywhere = (
                    "ping",
                    "play_now",
                    "watch_lobby",
                    "unwatch_lobby",
                    "watch_live_table",
                    "tournaments",
                )
                if asked["do"] in (*anywhere, "unwatch", "unwait"):
                    continue
                answer = await line.ask(**{**asked, "id": f"x {asked['do']}"})
                assert answer["type"] == "refused", asked
                assert answer["code"] == "NOT_FOUND", (asked, answer)
            assert room.state.masa.nb_players == 2
            async with hall.client() as anybody:
                assert masa not in (await anybody.get("/api/tables")).text

    asyncio.run(main())


def test_a_player_cannot_act_for_another(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            felt = await Felt.laid(hall)
            await felt.room.deal()
            value, turn = save.write(felt.room.state.masa), felt.room.act_clock.token
            for side, line in enumerate((*felt.lines, await hall.line())):
                if side == felt.room.state.masa.to_act:
                    continue
                answer = await line.ask(do="act", masa=felt.masa, act="FO", turn=turn)
                assert answer["type"] == "refused"
            assert save.write(felt.room.state.masa) == value

    asyncio.run(main())


def test_logging_out_everywhere_closes_all_sockets(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            felt = await Felt.laid(hall)
            async with hall.client(felt.secrets[1]) as client:
                assert (await client.post("/api/logout-everywhere")).status_code == 204
            line = felt.lines[1]
            line.send(
                json.dumps({"do": "leave_after_hand", "masa": felt.masa, "value": True, "id": "x"})
            )
            assert line._task is not None
            done, _ = await asyncio.wait([line._task], timeout=PATIENCE)
            assert done or line.closed is not None
            assert not felt.room.state.masa.seat(1).status.value.startswith("sit")

    asyncio.run(main())


ORIGINS = {
    "http://room": True,
    "https://friends.example": True,  # allowed by the settings
    "https://evil.example": False,
    "http://room.evil.example": False,
    "http://evil.example/http://room": False,
    "http://room@evil.example": False,
    "null": False,
    "": False,
}


def test_only_our_own_pages_may_open_a_socket_with_a_visitors_cookie(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path, origins=("https://friends.example",)) as hall:
            guest = await hall.guest()
            for origin, may in ORIGINS.items():
                line = await hall.line(guest, origin=origin)
                assert bool(line.received) is may, origin
                assert (line.closed is None) is may, origin

    asyncio.run(main())


# WebSocket frames


class Quiet(logging.Handler):
    """Collects every unhandled error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.errors: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.errors.append(self.format(record))


@contextlib.asynccontextmanager
async def nothing_unhandled() -> AsyncIterator[None]:
    quiet = Quiet()
    logging.getLogger().addHandler(quiet)
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: quiet.errors.append(str(context)))
    try:
        yield
    finally:
        logging.getLogger().removeHandler(quiet)
        loop.set_exception_handler(None)
    assert quiet.errors == []


ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1.5, 10**18, 10**400, -0.0, "", "0", "\0", "\u202e", "RR٣", "RR-1"),
    *("RR" + "9" * 60, "CA", "AA", [], {}, [[]], {"do": "ping"}, "x" * 65, "x" * 5000, "💥" * 60),
)


def mutated(frame: str, rng: Random) -> str | bytes:
    """Return a random mutation of the frame: other values, other keys or other characters."""
    if rng.random() < 0.45:
        data = json.loads(frame)
        for _ in range(rng.choice((1, 1, 2, 3))):
            key = rng.choice((*data, "more", "do"))
            if rng.random() < 0.15:
                data.pop(key, None)
            else:
                data[key] = rng.choice(ODD)
        return json.dumps(data, ensure_ascii=rng.random() < 0.5)
    text = list(frame)
    for _ in range(rng.choice((1, 1, 2, 8))):
        at = rng.randrange(len(text) + 1)
        match rng.randrange(5):
            case 0:
                text[at:at] = chr(rng.choice((rng.randrange(128), rng.randrange(0xD800))))
            case 1:
                del text[at : at + rng.randrange(6)]
            case 2:
                text[at:at] = text[max(0, at - 9) : at]
            case 3:
                text[at:at] = rng.choice(("{", "[", '"', "\\ud800", "\\", "}", "1e999", "NaN"))
            case 4:
                text = text[:at]
    joined = "".join(text)
    return joined.encode() if rng.random() < 0.02 else joined


OF_TOURNAMENTS = (
    *("watch_tournament", "unwatch_tournament", "register", "unregister", "rebuy", "add_on"),
    *("decline_re_entry", "propose_deal", "answer_deal", "direct"),
)


def frames(masa: str, turn: str, key: str, tournament: str | None = None) -> list[str]:
    """Return one valid frame for each request."""
    more: dict[str, dict[str, Any]] = {
        "watch": {"key": key, "epoch": "e", "seq": 3},
        "sit": {"side": 4, "stack": 100, "posts": True},
        "act": {"act": "CA", "turn": turn},
        "leave_after_hand": {"value": True},
        "sit_out": {"value": True, "posts": False},
        "top_up": {"amount": 10},
        "straddle": {"value": True},
        "preselect": {"choice": "fold"},
        "run_twice": {"agrees": True},
        "show": {"card": "As"},
        "say": {"text": "hello"},
        "auto_top_up": {"to": 100},
        "mute": {"name": "somebody", "value": True},
        "report": {"chat": 1},
        "approve": {"name": "somebody", "value": True},
        "kick": {"name": "somebody"},
        "pause": {"value": True},
        "players_chat": {"value": True},
        "hand_over": {"name": "somebody"},
        "approve_buy_in": {"name": "somebody", "amount": 100, "value": True},
        "co_host": {"name": "somebody", "value": True},
        "answer_offer": {"agrees": True},
        "set_blind_timer": {"levels": [{"small": 1, "big": 2, "ante": 0}], "minutes": 5},
        "set_blinds": {"small": 1, "big": 2},
        "watch_tournament": {"key": key, "epoch": "e", "seq": 3},
        "answer_deal": {"agrees": True},
        "direct": {"command": "penalise", "name": "somebody", "number": 3},
    }
    kinds = request.requests.json_schema()["discriminator"]["mapping"]
    made = [{"do": do, "masa": masa, "id": "i", **more.get(do, {})} for do in sorted(kinds)]
    for frame in made:
        if frame["do"] in (
            "ping",
            "play_now",
            "watch_lobby",
            "unwatch_lobby",
            "watch_live_table",
            "tournaments",
        ):
            del frame["masa"]
        elif frame["do"] in OF_TOURNAMENTS:
            frame["tournament"] = frame.pop("masa") if tournament is None else tournament
            frame.pop("masa", None)
        request.requests.validate_python(frame)
    return [json.dumps(frame) for frame in made]


HARMLESS = (
    *(
        "watch",
        "unwatch",
        "watch_lobby",
        "unwatch_lobby",
        "watch_live_table",
        "tournaments",
        "ping",
        "say",
    ),
    *("watch_tournament", "unwatch_tournament"),
)


def might_do_something(frame: str | bytes) -> bool:
    """Whether the frame is a valid request that may change something. Such a mutation proves
    nothing.
    """
    try:
        return request.requests.validate_json(frame).do not in HARMLESS
    except (ValueError, RecursionError):
        return False


async def storm(hall: Hall, seed: object, count: int, until: float = float("inf")) -> int:
    """Sends random frames from a player, a spectator without chips and a client without login."""
    rng = Random(f"storm {seed}")
    felt = await Felt.laid(hall)
    await felt.room.deal()
    masa, value, seq = (
        felt.room.state.masa,
        save.write(felt.room.state.masa),
        felt.room.broadcast.feed.seq,
    )
    pauper = await hall.guest()
    seated = felt.lines[masa.to_act or 0]
    corpus = frames(felt.masa, felt.room.act_clock.token, "k")
    sent = 0
    async with nothing_unhandled():
        for who in ("seated", "beside", "stranger"):
            line = seated
            if who != "seated":
                line = await hall.line(pauper if who == "beside" else None)
            for _ in range(count // 300):
                if monotonic() > until:
                    break
                line.received.clear()
                asked = 0
                while asked < 100:
                    frame = mutated(rng.choice(corpus), rng)
                    if who != "stranger" and might_do_something(frame):
                        continue
                    line.send(frame)
                    asked += 1
                await line.flush("end")
                answers = [m for m in line.messages if m["type"] in ("done", "refused")]
                assert len(answers) == asked + 1, "one answer to each"
                assert felt.room.state.masa == masa
                sent += asked
    assert save.write(felt.room.state.masa) == value
    assert felt.room.broadcast.feed.seq == seq
    felt.check_books()
    await felt.hand(rng)
    return sent


def test_broken_frames_change_nothing(tmp_path: Path) -> None:
    async def main() -> int:
        async with opened(tmp_path, StillClock()) as hall:
            return await storm(hall, 1, 1200)

    assert asyncio.run(main()) == 1200


async def storm_in_a_tournament(hall: Hall, seed: object, count: int) -> int:
    """Sends random frames at a tournament table from a player, its director, another account
    and a client without login."""
    rng = Random(f"storm {seed}")
    field = await Field.entered(hall, 4, seats=3)
    for table in field.director.tables.open.values():
        await table.deal()
    table = next(iter(field.director.tables.open.values()))
    value, seq = field.now, field.director.feed.seq
    seated = field.line_of(table, table.state.masa.to_act)
    lines = [seated, await hall.line(field.host), await hall.line(await hall.guest())]
    corpus = frames(table.id, table.act_clock.token, "k", field.id)
    sent = 0
    async with nothing_unhandled():
        for line in (*lines, await hall.line()):
            is_stranger = line not in lines
            for _ in range(count // 400):
                line.received.clear()
                asked = 0
                while asked < 100:
                    frame = mutated(rng.choice(corpus), rng)
                    if is_stranger or not might_do_something(frame):
                        line.send(frame)
                        asked += 1
                await line.flush("end")
                answers = [m for m in line.messages if m["type"] in ("done", "refused")]
                assert len(answers) == asked + 1, "one answer to each"
                assert "FAULT" not in [answer.get("code") for answer in answers]
                assert field.now == value
                sent += asked
    assert field.director.feed.seq == seq
    assert await field.books() == []
    await field.play(rng)
    return sent


def test_broken_frames_about_a_tournament_change_nothing(tmp_path: Path) -> None:
    async def main() -> int:
        async with opened(tmp_path, StillClock()) as hall:
            return await storm_in_a_tournament(hall, 1, 800)

    assert asyncio.run(main()) == 800


ODD_FRAMES: list[bytes | str] = [
    b"\x00\x01binary",
    b"",
    "",
    "x" * 5000,
    '{"do":"ping","id":"' + "x" * 4090 + '"}',
    "[" * 4000,
    '{"a":' * 800,
    '{"do":"ping","id":' + "[" * 1500 + "]" * 1500 + "}",
    '{"do":"ping","id":"a","id":"b"}',
    '{"do":"watch","masa":"x","seq":' + "9" * 4000 + "}",
    '{"do":"ping","id":"\\ud800"}',
    "NaN",
    "💥" * 1100,
]


def test_oversize_binary_and_deeply_nested_frames_are_refused_without_disconnecting(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall, nothing_unhandled():
            guest = await hall.guest()
            for frame in ODD_FRAMES:
                line = await hall.line(guest)
                line.send(frame)
                await line.flush()
                answers = [m for m in line.messages if m["type"] in ("done", "refused")]
                assert len(answers) == 2, frame[:20]
                if '"id":"b"' not in str(frame):  # If an id is given twice, the last one counts.
                    assert answers[0]["code"] in ("UNREADABLE", "NOT_FOUND"), (frame[:20], answers)
                await line.close()

    asyncio.run(main())


def test_an_abnormal_frame_closes_its_connection_and_no_other(tmp_path: Path) -> None:
    async def main(room: Any) -> None:
        async with connect(room.ws) as good, connect(room.ws) as bad:
            await good.recv()
            with contextlib.suppress(ConnectionClosed):
                await bad.send("x" * 2_000_000)
                async with asyncio.timeout(PATIENCE):
                    while True:
                        await bad.recv()
            assert bad.close_code in (1006, 1009)
            await good.send('{"do":"ping","id":"p"}')
            async with asyncio.timeout(PATIENCE):
                assert json.loads(await good.recv()) == {"type": "done", "id": "p"}

    with open_room(tmp_path) as room:
        asyncio.run(main(room))


# Limits


def test_the_request_limit_of_an_account_holds_across_its_sockets(tmp_path: Path) -> None:
    async def main() -> None:
        clock = StillClock()
        async with opened(tmp_path, clock, acts_a_second=10) as hall:
            secret, other = await hall.guest(), await hall.guest()
            done = 0
            for _ in range(6):
                line = await hall.line(secret)
                for number in range(20):
                    answer = await line_says(line, f"{number}")
                    done += answer["type"] == "done"
                    assert answer["type"] == "done" or answer["code"] == "TOO_FAST"
            assert 10 <= done <= 40, "not six times as much with six sockets"
            unhurt = await hall.line(other)
            assert (await unhurt.ask(do="ping"))["type"] == "done"
            clock.pass_time(5)
            assert (await line.ask(do="ping"))["type"] == "done"

    async def line_says(line: Line, id: str) -> dict[str, Any]:
        start = len(line.received)
        line.send(json.dumps({"do": "ping", "id": id}))
        await line.until(lambda: len(line.received) > start)
        return json.loads(line.received[-1])

    asyncio.run(main())


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/guests", None),
        ("/api/login", {"name": "nobody", "password": "wrong password"}),
        ("/api/accounts", {"name": "x", "password": "short"}),
    ],
)
def test_logins_and_sign_ups_per_address_are_limited(
    tmp_path: Path, path: str, body: dict[str, str] | None
) -> None:
    """Other addresses are not limited, and the limit ends after a while."""

    async def main() -> None:
        clock = StillClock()
        async with opened(tmp_path, clock, **DEFAULT_LIMITS) as hall:
            async with hall.client(address="10.0.0.1") as client:
                for number in range(400):
                    # Names differ, because wrong passwords for one name have a limit of their own.
                    words = body and body | {"name": f"{body['name']} {number}"}
                    answer = await client.post(path, json=words)
                    assert answer.status_code < 500
                    if answer.status_code == 429:
                        break
                assert answer.status_code == 429
                assert answer.json()["code"] == "TOO_FAST"
            async with hall.client(address="10.0.0.2") as client:
                assert (await client.post(path, json=body)).status_code != 429
            clock.pass_time(24 * 3600)
            async with hall.client(address="10.0.0.1") as client:
                assert (await client.post(path, json=body)).status_code != 429

    asyncio.run(main())


DEFAULT_LIMITS: dict[str, Any] = {
    name: field.default for name, field in Settings.model_fields.items() if name.endswith(LIMITS)
}


def test_chip_refills_per_day_are_limited(tmp_path: Path) -> None:
    async def main() -> None:
        clock = StillClock()
        async with opened(tmp_path, clock) as hall, hall.client(await hall.guest()) as client:
            given = [(await client.post("/api/me/chips")).status_code for _ in range(6)]
            assert given == [200, 200, 200, 429, 429, 429]
            clock.pass_time(24 * 3600)
            assert (await client.post("/api/me/chips")).status_code == 200

    asyncio.run(main())


def test_a_socket_without_a_session_may_only_read(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            felt = await Felt.laid(hall)
            value = save.write(felt.room.state.masa)
            line = await hall.line("no such session")
            for frame in frames(felt.masa, "none", ""):
                do = json.loads(frame)["do"]
                answer = await line.ask(**{**json.loads(frame), "id": do})
                if do in (
                    "watch",
                    "unwatch",
                    "watch_lobby",
                    "unwatch_lobby",
                    "watch_live_table",
                    "tournaments",
                    "ping",
                ):
                    assert answer["type"] == "done", do
                else:
                    assert answer["type"] == "refused", do
            assert save.write(felt.room.state.masa) == value

    asyncio.run(main())


def test_the_socket_route_answers_plain_http_with_its_own_error(tmp_path: Path) -> None:
    async def main(room: Any) -> None:
        with pytest.raises(InvalidStatus):
            async with connect(room.ws, origin="https://evil.example"):  # type: ignore[arg-type]
                pass

    with open_room(tmp_path) as room:
        asyncio.run(main(room))
        with room.http() as client:
            assert client.get("/ws").status_code in (404, 405, 426)


@pytest.mark.soak
def test_many_hostile_requests_change_nothing(tmp_path: Path) -> None:
    """Sends 100,000 broken frames, or as many as time allows, and then tests the API."""
    seconds, seed = soak_terms()

    async def main() -> int:
        sent, number, until = 0, 0, monotonic() + seconds * 2 / 3
        while sent < 100_000 and monotonic() < until:
            number += 1
            async with opened(tmp_path / str(number), StillClock()) as hall:
                sent += await storm(hall, f"{seed}/{number}", 30_000, until)
        return sent

    sent = asyncio.run(main())
    with open_room(tmp_path / "api") as room:
        asked = no_server_error(room.url, room.guest().headers, examples=max(5, int(seconds / 6)))
    print(f"SEED={seed}: {sent} broken frames, {asked} requests, nothing broke", flush=True)
