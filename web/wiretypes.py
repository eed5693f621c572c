"""Generates the client's types from the server's models.

    python web/wiretypes.py        # writes web/lib/wire.ts and web/lib/api.ts

`wire.ts` has the messages of the socket (docs/wire.md), `api.ts` the bodies of HTTP requests and
responses. Neither is in git, because the models are the only definition of a message.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pokermasa.server import app
from pokermasa.server.protocol import schema
from pokermasa.server.settings import Settings
from pokermasa.server.storage.admin_request import REASONED

HERE = Path(__file__).resolve().parent
HEAD = "// Made by wiretypes.py from the server's models.\n"
KINDS = {"do": "Request", "type": "Message", "event": "Event"}
"""The field that distinguishes the members of a union, and the suffix of their types' names."""


def main() -> None:
    _write(HERE / "lib" / "wire.ts", wire_types())
    rest = app.build(Settings()).openapi()["components"]["schemas"]
    reasoned = " | ".join(f"'{command}'" for command in REASONED)
    written = f"export type Reasoned = {reasoned};\n"
    _write(HERE / "lib" / "api.ts", HEAD + _module(rest) + written)


def wire_types() -> str:
    """Return the text of wire.ts."""
    wire = schema.json_schema()
    written = HEAD
    for part in ("requests", "messages"):
        written += _module(wire[part]["$defs"])
    for union, kind in (("AnyRequest", "Request"), ("Message", "Message")):
        names = [n for s in wire.values() for n, d in s["$defs"].items() if _kind(d) == kind]
        written += f"export type {union} =\n" + "".join(f"  | {_name(n)}{kind}\n" for n in names)
    for message in ("Events", "TournamentEvents"):
        written += f'export type {message[:-1]} = {message}Message["events"][number];\n'
    return written


def _write(path: Path, text: str) -> None:
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")


def _module(models: dict[str, Any]) -> str:
    return "".join(_model(name, models[name], models) for name in models)


def _kind(model: dict[str, Any]) -> str:
    for tag, kind in KINDS.items():
        if "const" in model.get("properties", {}).get(tag, {}):
            return kind
    return ""


def _name(name: str) -> str:
    """Return the name without the module, which Pydantic adds if two modules share a name."""
    return name.rpartition("__")[2].replace("-", "_")


def _model(name: str, model: dict[str, Any], models: dict[str, Any]) -> str:
    full = _name(name) + _kind(model)
    if "properties" not in model:
        return f"export type {full} = {_type(model, models)};\n"
    lines = []
    for field, value in model["properties"].items():
        if words := " ".join(value.get("description", "").split()):
            lines.append(f"  /** {words} */")
        needed = "" if field in model.get("required", ()) else "?"
        lines.append(f"  {field}{needed}: {_type(value, models)};")
    return f"export interface {full} {{\n" + "\n".join(lines) + "\n}\n"


def _type(value: dict[str, Any], models: dict[str, Any]) -> str:
    if "$ref" in value:
        name = value["$ref"].rpartition("/")[2]
        return _name(name) + _kind(models[name])
    for union in ("anyOf", "oneOf"):
        if union in value:
            return " | ".join(_unique(_type(member, models) for member in value[union]))
    if "const" in value:
        return json.dumps(value["const"])
    if "enum" in value:
        return " | ".join(json.dumps(word) for word in value["enum"])
    if value.get("type") == "array":
        return f"({_type(value['items'], models)})[]" if "items" in value else "unknown[]"
    names = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}
    names |= {"null": "null", "object": "Record<string, any>"}
    return names.get(value.get("type", ""), "unknown")


def _unique(words: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(words))


if __name__ == "__main__":
    main()
