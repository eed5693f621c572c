"""Tests that docs/wire.md agrees with the message models, and that events have their names
from document 004."""

import asyncio
import json
import re
from pathlib import Path

import pytest
import websockets
from pydantic import ValidationError

from pokermasa.masa import MasaRefusal, event
from pokermasa.rules.refusal import Refusal
from pokermasa.server.protocol import encoding as wire
from pokermasa.server.protocol import event as happening
from pokermasa.server.protocol import message, request, schema, tournament
from pokermasa.server.refusal import RoomRefusal
from pokermasa.tournament import TournamentRefusal
from tests.server.room import Opened, open_room

DOCUMENT = Path(__file__).parents[3] / "docs" / "wire.md"


def test_the_printed_reference_has_every_message_field_and_code() -> None:
    printed = schema.markdown()
    unions = (request.AnyRequest, message.AnyMessage, happening.AnyEvent)
    for union in (*unions, tournament.AnyTournamentEvent):
        for model in schema._members(union):
            properties = schema._schema(model)["properties"]
            fields = set(properties)
            (tag,) = fields & {"do", "type", "event"} - ({"event"} if "type" in fields else set())
            assert f"### `{properties[tag]['const']}`" in printed
            for field in fields - {"id", tag}:
                assert f"| `{field}` |" in printed, (model, field)
    for codes in (RoomRefusal, MasaRefusal, TournamentRefusal, Refusal):
        for code in codes:
            assert f"| `{code.name}` | {code.words} |" in printed


def test_the_examples_in_the_document_are_valid_messages() -> None:
    examples = re.findall(r"```json\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    assert examples
    for example in examples:
        data = json.loads(example)
        checked = request.requests if "do" in data else message.messages
        checked.validate_python(data)


def test_the_document_explains_the_refusals_that_any_request_can_get() -> None:
    text = DOCUMENT.read_text("utf-8")
    on_the_socket = {"UNREADABLE", "NOT_FOUND", "STALE_TURN"}
    on_the_socket |= {"TOO_FAST", "STORAGE", "CLOSED", "LOST_LEASE", "FAULT", "APPROVAL_REQUESTED"}
    for code in on_the_socket:
        assert code in RoomRefusal.__members__
        assert f"`{code}`" in text


@pytest.mark.statement("S004-23")
def test_events_are_named_after_document_004() -> None:
    events = json.dumps(message.messages.json_schema())
    for name in (
        *("joined_table", "left_table", "player_joined", "player_left", "dealer_rotated"),
        *("actor_rotated", "deal_pocket_cards", "board_updated", "player_acted", "act"),
    ):
        assert f'"const": "{name}"' in events


def test_each_model_is_named_after_its_message() -> None:
    """Programs are generated from the published schema, which contains these names."""
    for union, tag in ((message.AnyMessage, "type"), (happening.AnyEvent, "event")):
        for model in schema._members(union):
            sent = schema._schema(model)["properties"][tag]["const"]
            assert sent.replace("_", "") == model.__name__.lower()


def test_the_deck_is_never_written_for_a_client() -> None:
    with pytest.raises(ValueError, match="the deck is never sent"):
        wire.event_data(event.Dealt(()), {})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '"act"',
        '{"do": "fly"}',
        '{"do": "sit", "masa": "m"}',
        '{"do": "sit", "masa": "m", "side": 1.5, "stack": 2}',
        '{"do": "sit", "masa": "m", "stack": -1}',
        '{"do": "sit", "masa": "m", "stack": true}',
        '{"do": "ping", "more": 1}',
        '{"do": "say", "masa": "m", "text": ""}',
        "[" * 5000,
    ],
)
def test_malformed_messages_are_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        request.requests.validate_json(text)


def test_the_server_publishes_its_schemas_and_checks_the_origin_of_sockets(tmp_path: Path) -> None:
    async def main(room: Opened) -> None:
        with room.http() as http:
            assert set(http.get("/api/wire").json()) == {"requests", "messages"}
        with pytest.raises(websockets.InvalidStatus):
            await websockets.connect(room.ws, origin="https://evil.example")  # type: ignore[arg-type]
        async with websockets.connect(room.ws, origin=room.url) as socket:  # type: ignore[arg-type]
            assert json.loads(await socket.recv())["type"] == "hello"
            for bad in ("nonsense", b"\x00\x01", "x" * 5000, '{"do":"sit","id":"7"}'):
                await socket.send(bad)
                answer = json.loads(await socket.recv())
                assert (answer["type"], answer["code"]) == ("refused", "UNREADABLE")
            assert answer["id"] == "7"

    with open_room(tmp_path) as room:
        asyncio.run(main(room))
