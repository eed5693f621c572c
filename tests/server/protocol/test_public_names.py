"""The list of names in docs/wire.md is the one of the room, its JSON Schema and the web client."""

import re
import runpy
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from pokermasa.server import app
from pokermasa.server.connection.request_handler import HANDLERS
from pokermasa.server.protocol import event, message, request, schema, tournament
from pokermasa.server.settings import Settings
from tests.test_house import REPOSITORY

WEB = REPOSITORY / "web"
PAGE = (REPOSITORY / "docs" / "wire.md").read_text("utf-8")
LIST = PAGE.partition("\n## Every name\n")[2].partition("\n## ")[0]
UNIONS = {
    "requests": (request.AnyRequest, "do"),
    "messages": (message.AnyMessage, "type"),
    "events of a table": (event.AnyEvent, "event"),
    "events of a tournament": (tournament.AnyTournamentEvent, "event"),
}
TAGS = ("do", "type", "event")


def listed(title: str) -> list[str]:
    (row,) = re.findall(rf"^\| {title} \(`\w+`\) \| (.*) \|$", LIST, re.MULTILINE)
    return re.findall(r"`(\w+)`", row)


def listed_by_tag() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {tag: set() for tag in TAGS}
    for title, (_, tag) in UNIONS.items():
        found[tag] |= set(listed(title))
    return found


def listed_routes() -> set[tuple[str, str]]:
    (block,) = re.findall(r"```text\n(.*?)```", LIST, re.DOTALL)
    rows = [line.split() for line in block.splitlines()]
    return {(method, path) for path, *methods in rows for method in methods}


def sources() -> Iterator[str]:
    for path in WEB.rglob("*.ts*"):
        is_made = path.name in ("wire.ts", "api.ts")
        if "node_modules" not in path.parts and ".test." not in path.name and not is_made:
            yield path.read_text("utf-8")


@pytest.mark.parametrize("title", UNIONS)
def test_the_models_have_the_listed_names(title: str) -> None:
    union, tag = UNIONS[title]
    models = [schema._schema(m)["properties"][tag]["const"] for m in schema._members(union)]
    assert sorted(models) == listed(title)


def test_every_listed_request_has_a_handler() -> None:
    handled = {get_args(model.model_fields["do"].annotation)[0] for model in HANDLERS}
    assert handled == set(listed("requests"))


def test_the_json_schema_has_the_listed_names() -> None:
    found: dict[str, set[str]] = {tag: set() for tag in TAGS}
    published = schema.json_schema()
    assert set(published) == {"requests", "messages"}
    for part in published.values():
        for model in part["$defs"].values():
            for tag in TAGS:
                if name := model.get("properties", {}).get(tag, {}).get("const"):
                    found[tag].add(name)
    assert found == listed_by_tag()


def test_the_types_of_the_web_client_have_the_listed_names() -> None:
    made: dict[str, Any] = runpy.run_path(str(WEB / "wiretypes.py"))
    types = made["wire_types"]()
    for tag, names in listed_by_tag().items():
        assert set(re.findall(rf'^  {tag}: "(\w+)";$', types, re.MULTILINE)) == names


def test_the_web_client_sends_listed_requests_only() -> None:
    sent = {name for text in sources() for name in re.findall(r"\bdo: '(\w+)'", text)}
    assert len(sent) > 30, "most requests have a button"
    assert sent <= set(listed("requests"))


def test_the_messages_in_the_document_have_listed_names() -> None:
    for tag, names in listed_by_tag().items():
        assert set(re.findall(rf'"{tag}": "(\w+)"', PAGE)) <= names


def test_the_room_has_the_listed_routes() -> None:
    paths = app.build(Settings()).openapi()["paths"]
    assert {
        (method.upper(), path) for path, methods in paths.items() for method in methods
    } == listed_routes()


METHODS = {"get": "GET", "post": "POST", "put": "PUT", "del": "DELETE"}
CALL = re.compile(r"\b(get|post|put|del)(?:<[^()']*?>)?\(\s*(?:'([^']+)'|`([^`]+)`)[,)]")
ROOT = re.compile(
    r"^(me|admin|hands|shares|tables|tournaments|tools|leagues|leaderboards|uploads)\b"
)


def is_route(method: str, path: str) -> bool:
    """Whether a route is listed; `*` in the path stands for what the page fills in."""
    parts = path.split("/")
    for listed_method, route in listed_routes():
        pairs = list(zip(parts, route.split("/"), strict=False))
        if (method, len(parts)) == (listed_method, route.count("/") + 1) and all(
            part == "*" or own == part or own.startswith("{") for part, own in pairs
        ):
            return True
    return False


def test_the_web_client_calls_listed_routes_only() -> None:
    called = 0
    for text in sources():
        for name, plain, template in CALL.findall(text):
            path = re.sub(r"\$\{[^}]*\}", "*", plain or template).partition("?")[0]
            path = re.sub(r"(?<=\w)\*$", "", path)  # an optional query
            if name == "get" and not ROOT.match(path):
                continue  # the method of a map or a form
            called += 1
            assert is_route(METHODS[name], f"/api/{path}"), (name, path)
    assert called > 40


def test_the_documents_name_listed_routes_only() -> None:
    patterns = [re.compile(re.sub(r"\{\w+\}", "[^/]+", path)) for _, path in listed_routes()]
    for page in sorted((REPOSITORY / "docs").rglob("*.md")):
        for path in re.findall(r"(?<![\w.])/api/[\w{}/.-]*\w\}?", page.read_text("utf-8")):
            assert any(pattern.fullmatch(path) for pattern in patterns), (page.name, path)
