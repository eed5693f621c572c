"""Reference of the socket's messages, as JSON Schema and as Markdown tables.

Both are made from the definitions that mypy and pydantic check. `GET /api/wire` returns the schema,
`masa wire` prints either, and `make site` adds the tables to the page of docs/wire.md.
"""

from __future__ import annotations

import inspect
from functools import cache
from typing import Any, get_args

from pydantic import TypeAdapter

from pokermasa.cards.refusal_code import RefusalCode
from pokermasa.masa import Entry, MasaRefusal, Preselected, SeatStatus
from pokermasa.rules.refusal import Refusal
from pokermasa.server.protocol import data, event, message, request, room, tournament
from pokermasa.server.refusal import RoomRefusal
from pokermasa.tournament import Beyond, EntrantStatus, Rise, Status, TournamentRefusal

PARTS = (
    data.ViewData,
    data.SeatData,
    data.GameData,
    data.PlayerData,
    data.TwiceData,
    room.RoomData,
    room.OfferData,
    room.ReservedData,
    room.BuyInData,
    room.TimerData,
    request.Level,
    data.ClockData,
    data.BlindsData,
    data.TermsData,
    data.PostData,
    data.PotData,
    data.Share,
    data.Winner,
    data.ShownHand,
    data.StackData,
    data.OddsData,
    data.TableData,
    tournament.TournamentData,
    tournament.TournamentFigures,
    tournament.TableTournamentData,
    tournament.PlaceData,
    tournament.TournamentTableData,
    tournament.EntrantData,
    tournament.EntryData,
    tournament.YouData,
    tournament.KnockedOut,
    tournament.ResultData,
    tournament.DealData,
    tournament.ShareData,
    tournament.StructureData,
    tournament.LevelData,
)


@cache
def json_schema() -> dict[str, Any]:
    """Return two schemas: `requests` for requests of clients, and `messages` for the server's
    messages."""
    return {"requests": request.requests.json_schema(), "messages": message.messages.json_schema()}


def markdown() -> str:
    """Return tables of all requests, messages, events, data types and refusal codes."""
    lines = ["## What a client sends", ""]
    for model in _members(request.AnyRequest):
        lines += _section(model, "do")
    lines += ["## What a client receives", ""]
    for model in _members(message.AnyMessage):
        lines += _section(model, "type")
    lines += ["## Events", ""]
    for model in _members(event.AnyEvent):
        lines += _section(model, "event")
    lines += ["## Events of a tournament", ""]
    for model in _members(tournament.AnyTournamentEvent):
        lines += _section(model, "event")
    lines += ["## Parts", ""]
    for model in PARTS:
        lines += _section(model, None)
    lines += ["## Codes of refusals", "", "Every `code`, and the start of its `message`.", ""]
    whose_codes: tuple[tuple[str, type[RefusalCode]], ...] = (
        ("Codes of the room", RoomRefusal),
        ("Codes of a table", MasaRefusal),
        ("Codes of a tournament", TournamentRefusal),
    )
    for whose, codes in whose_codes:
        lines += _codes(whose, codes)
    lines += _codes("Codes of the rules, with `acts`, `least` and `most`", Refusal)
    return "\n".join(lines)


def _codes(whose: str, codes: type[RefusalCode]) -> list[str]:
    rows = [f"| `{code.name}` | {code.words} |" for code in codes]
    return [f"| {whose} | |", "| --- | --- |", *rows, ""]


def _members(union: Any) -> tuple[type, ...]:
    members: tuple[type, ...] = get_args(get_args(union)[0])
    return members


def _schema(model: type) -> dict[str, Any]:
    """Return the JSON Schema of one definition. pydantic leaves the descriptions of inherited
    fields out; they are added here."""
    schema = TypeAdapter(model).json_schema()
    for base in getattr(model, "__orig_bases__", ()):
        inherited = _schema(base)["properties"] if hasattr(base, "__annotations__") else {}
        for name, field in inherited.items():
            if "description" in field:
                schema["properties"][name].setdefault("description", field["description"])
    return schema


def _section(model: type, tag: str | None) -> list[str]:
    schema = _schema(model)
    fields: dict[str, Any] = schema["properties"]
    title = model.__name__ if tag is None else f"`{fields[tag]['const']}`"
    lines = [f"### {title}", ""]
    if "__doc__" in vars(model) and model.__doc__:
        lines += [" ".join(inspect.cleandoc(model.__doc__).split()), ""]
    rows = [
        f"| `{name}` | {_type(field)} | {_meaning(name, field, schema)} |"
        for name, field in fields.items()
        if name not in (tag, "id" if tag == "do" else None)
    ]
    if rows:
        lines += ["| field | type | meaning |", "| --- | --- | --- |", *rows, ""]
    return lines


def _meaning(name: str, field: dict[str, Any], schema: dict[str, Any]) -> str:
    text = " ".join(field.get("description", "").split())
    if name not in schema.get("required", ()):
        if "default" not in field:
            return f"{text} Optional.".strip()
        default = {True: "true", False: "false", None: "null", "": '""'}
        value = field.get("default")
        shown = default[value] if (value in default and value != 0) or value is False else value
        text = f"{text} Optional: {shown}.".strip()
    return text


def _type(field: dict[str, Any]) -> str:
    """Return the type of a field, in words for the table.

    >>> _type({"anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "null"}]})
    'list of integer, or null'
    """
    if "$ref" in field:
        name = field["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})" if name not in ENUMS else ENUMS[name]
    if "anyOf" in field:
        return ", or ".join(map(_type, field["anyOf"]))
    if "oneOf" in field:
        is_tournament = "AddedOn" in str(field)
        return "[event](#events-of-a-tournament)" if is_tournament else "[event](#events)"
    if "enum" in field:
        return " or ".join(f"`{word}`" for word in field["enum"])
    if "const" in field:
        return f"`{field['const']}`"
    if field.get("type") == "array":
        return f"list of {_type(field['items'])}"
    if "pattern" in field:
        return "card"
    if "maxLength" in field:
        least = f"{field['minLength']} to " if field.get("minLength") else "up to "
        return f"string, {least}{field['maxLength']} characters"
    if "maximum" in field:
        return f"integer, {field['minimum']} to {field['maximum']}"
    return str(field.get("type", "any"))


ENUMS = {
    kind.__name__: " or ".join(f"`{value}`" for value in kind)
    for kind in (
        *(Beyond, Entry, EntrantStatus, Preselected, Rise, SeatStatus, Status),
        *(request.Command, room.Role, tournament.Kind),
    )
}
