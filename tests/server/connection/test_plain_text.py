"""Tests that text which cannot be stored or displayed is refused everywhere."""

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import httpx
import pytest
from pydantic import ValidationError

from pokermasa.client.client import RequestRefused
from pokermasa.histories import phh, pokerstars
from pokermasa.server.admin import requests
from pokermasa.server.http.caller import Body
from pokermasa.server.protocol import request
from pokermasa.server.storage import schema as store
from tests.server.admin.test_admin import masa, room_options
from tests.server.room import Opened, open_room, run
from tests.server.study.test_study import run as run_hall
from tests.server.study.test_uploads import person, read, text
from tests.server.wired import Hall

STACKED = "h" + "\u0301" * 5 + "i"
JOINED = "h" + ("\u0301" * 4 + "\u200d") * 5 + "i"
"""Marks on one letter with invisible joiners between them."""
BAD = {"NUL": "a\0b", "marks": STACKED, "joined marks": JOINED}
FAULT = re.compile("NUL character|at most 4 marks")
HONEST = (
    "Zoe\u0308",
    "tie\u0302\u0301ng Vie\u0323\u0302t",
    "\u05d1\u05bc\u05b0\u05e8\u05b5",
    "กิ่ง",
    "1\ufe0f\u20e3",
    "❤️❤️❤️❤️❤️❤️",
)


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(requests, "LOOK", 0.02)
        with open_room(tmp_path_factory.mktemp("room")) as room:
            yield room


def models(base: type[Body]) -> Iterator[type[Body]]:
    for one in base.__subclasses__():
        yield one
        yield from models(one)


def test_every_body_of_every_route_refuses_text_that_cannot_be_stored(room: Opened) -> None:
    """Holds at any depth, and for fields that are added later."""
    bodies = {one.__name__: one for one in models(Body)}
    taken = set()
    for path in room.app.openapi()["paths"].values():
        for method in path.values():
            json_body = method.get("requestBody", {}).get("content", {}).get("application/json")
            taken |= set(re.findall(r"schemas/(\w+)", json.dumps(json_body)))
    assert len(taken) > 15
    assert taken <= set(bodies), "every body is a `Body`"
    for body in bodies.values():
        for bad in BAD.values():
            for data in ({"x": bad}, {"x": [{"y": bad}]}, {bad: 1}):
                with pytest.raises(ValidationError, match=FAULT):
                    body.model_validate(data)


def test_every_request_over_the_socket_refuses_text_that_cannot_be_stored() -> None:
    checked = 0
    union = get_args(request.AnyRequest)[0]
    for model in get_args(union):
        texts = [
            n
            for n, f in model.model_fields.items()
            if (n != "do" and f.annotation is str) or str in get_args(f.annotation)
        ]
        for name in texts:
            for bad in BAD.values():
                do = get_args(model.model_fields["do"].annotation)[0]
                with pytest.raises(ValidationError, match=FAULT) as error:
                    request.requests.validate_json(json.dumps({"do": do, name: bad}))
                assert any(one["loc"][-1] == name for one in error.value.errors())
                checked += 1
    assert checked > 100


def test_every_free_text_over_http_is_refused_and_nothing_changes(room: Opened) -> None:
    ada, bob = room.person("Ada"), room.person("Bob")
    with room.http(ada) as client:

        def refused(answer: httpx.Response) -> bool:
            assert answer.status_code in (400, 404, 422), (answer.request.url, answer.text)
            assert answer.json()["code"] in ("UNREADABLE", "BAD_NAME"), answer.text
            return True

        for bad in BAD.values():
            quoted = httpx.QueryParams({"name": bad})
            assert refused(client.put(f"/api/me/notes/{bob.name}", json={"text": bad}))
            assert refused(client.post("/api/me/tokens", json={"label": bad}))
            assert refused(client.post("/api/tables", json={"name": bad}))
            assert refused(client.post("/api/tournaments", json={"name": bad}))
            assert refused(client.post("/api/leagues", json={"name": bad}))
            assert refused(client.post("/api/ranges", json={"name": bad, "text": "AA"}))
            assert refused(client.post("/api/guests", json={"name": bad}))
            assert refused(client.post(f"/api/uploads?{quoted}", content=b"x"))
            hero = httpx.QueryParams({"name": "x", "hero": bad})
            assert refused(client.post(f"/api/uploads?{hero}", content=b"x"))
        for path in ("/api/tables/%00", "/api/tables?name=%00", "/%00", "/api/hands?masa=a%00"):
            answer = client.get(path)
            assert (answer.status_code, answer.json()["code"]) == (400, "UNREADABLE"), path
        assert client.get("/api/me/notes").json() == []
        assert client.get("/api/me/tokens").json() == []
        assert client.get("/api/uploads").json()["uploads"] == []


def test_stacked_combining_marks_are_refused_in_chat_and_reasons(room: Opened) -> None:
    ada = room.person("Chatty")
    masa_id = room.table(ada)["id"]

    async def main() -> None:
        client = await room.connect(ada)
        await client.watch(masa_id)
        for line in HONEST:
            await client.ask("say", masa=masa_id, text=line)
        for bad in BAD.values():
            with pytest.raises(RequestRefused, match=FAULT):
                await client.ask("say", masa=masa_id, text=bad)
            with pytest.raises(RequestRefused, match=FAULT):
                await client.ask("report", masa=masa_id, chat=1, reason=bad)

    run(main())
    with room.http(ada) as client:
        for name in HONEST[:2]:
            assert client.post("/api/tables", json={"name": name}).status_code == 201
        lines = client.get(f"/api/tables/{masa_id}/chat").json()
    assert [line["text"] for line in lines] == list(HONEST)


def test_the_shell_refuses_text_that_cannot_be_stored(room: Opened) -> None:
    with room.http() as client:
        before = client.get("/api/lobby").text
    for bad in BAD.values():
        said = masa("admin", "announce", bad, *room_options(room))
        assert said.exit_code == 1, said.output
        assert "NUL character" in said.output or "at most 4 marks" in said.output
        said = masa("admin", "silence", "Ada", "--reason", bad, *room_options(room))
        assert said.exit_code == 1, said.output
    with room.http() as client:
        assert client.get("/api/lobby").text == before


def test_an_uploaded_hand_with_a_nul_character_leaves_none_in_the_database(tmp_path: Path) -> None:
    """In a name the character is stored as an escape. A text column of its own refuses it."""
    (found,) = pokerstars.read_all(io.StringIO(text(1)))
    assert found.history is not None
    named = found.history.replace(names=("An\0n", "Villain99"))
    priced = found.history.replace(fields={**found.history.fields, "currency_symbol": "\0"})

    async def main(hall: Hall) -> None:
        ann = await person(hall)
        for history, hands in ((named, 1), (priced, 0)):
            result = await read(hall, ann, phh.write(history))
            assert result["hands"] == hands, result
        assert "NUL character" in result["refused"][0]["reason"]
        async with hall.engine.connect() as connection:
            for table in (store.upload, store.uploaded_hand):
                for row in (await connection.execute(table.select())).all():
                    assert "\\x00" not in repr(tuple(row)).replace("\\\\", "")

    run_hall(tmp_path, main)
