"""docs/documents.md and its Chinese page: what is named as being here, is here."""

import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

from pokermasa.cli.commands import serve
from pokermasa.notation import uci
from pokermasa.rules.act import PlayerAct
from pokermasa.rules.house import NAMED
from pokermasa.server import app
from pokermasa.server.protocol import event, message, request
from pokermasa.server.settings import Settings
from tests.cases import each
from tests.test_house import REPOSITORY

PAGES = [REPOSITORY / "docs" / "documents.md", REPOSITORY / "docs" / "zh" / "documents.md"]
ROOMS = ("rules", "masa", "cards", "room", "tournament", "notation", "strength")
PART = re.compile(r"^## (.+?)$(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`([^`]+)`")


def rows(text: str) -> list[list[str]]:
    lines = re.findall(r"^\| (.+) \|$", text, re.MULTILINE)
    table = [re.split(r"(?<!\\) \| ", line) for line in lines]
    return [row for row in table if not set("".join(row)) <= {*"- |"}][1:]


def named(page: Path) -> list[tuple[str, str]]:
    """What stands in code font in the column "here" of each table, with its part."""
    return [
        (part, code)
        for part, text in PART.findall(page.read_text("utf-8"))
        for row in rows(text)
        for code in CODE.findall(row[1])
    ]


HERE = sorted({name for page in PAGES for name in named(page)})


@cache
def wire() -> set[str]:
    """The types of messages, events and requests."""
    kinds = (message, event, request)
    models = [value for kind in kinds for value in vars(kind).values()]
    fields = [getattr(model, "model_fields", {}) for model in models]
    tags = [
        field[tag].annotation for field in fields for tag in ("type", "event", "do") if tag in field
    ]
    return {word for tag in tags for word in get_args(tag)}


@cache
def routes() -> set[str]:
    paths: dict[str, Any] = app.build(Settings()).openapi()["paths"]
    return {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}


def member(thing: Any, name: str) -> Any:
    """An attribute, or a field that a class only declares."""
    if hasattr(thing, name):
        return getattr(thing, name)
    for kind in getattr(thing, "__mro__", ()):
        if name in getattr(kind, "__annotations__", {}):
            return None
    raise AttributeError(f"{thing} has no {name}")


def python_name(name: str) -> bool:
    """A name of `pokermasa`, or one that a part of the package exports."""
    words = name.split(".")
    if words[0] == "pokermasa":
        for end in range(len(words), 0, -1):
            try:
                found = import_module(".".join(words[:end]))
            except ModuleNotFoundError:
                continue
            for word in words[end:]:
                found = member(found, word)
            return True
    for room in map(import_module, [*(f"pokermasa.{room}" for room in ROOMS), "pokermasa"]):
        try:
            found = getattr(room, words[0])
        except AttributeError:
            continue
        try:
            for word in words[1:]:
                found = member(found, word)
        except AttributeError:
            continue
        return True
    return False


def is_here(code: str) -> bool:
    if re.match(r"(GET|POST) /", code):
        return code in routes()
    if code.startswith("masa serve "):
        flags = re.findall(r"--(\w+)", code)
        return bool(flags) and set(flags) <= serve.serve.__annotations__.keys()
    if code in NAMED or code in wire() or code in Settings.model_fields:
        return True
    if re.fullmatch(r"[A-Z]{2}\d*", code):
        recorded = {act.code for act in get_args(PlayerAct)}
        return code in recorded or bool(uci.read(code))
    if code in ("raise", "100 0 1 2"):  # a word of Python; the sample of a pot
        return True
    return bool(re.fullmatch(r"[\w.]+", code)) and python_name(code)


def test_what_is_said_to_be_here_is_here() -> None:
    assert len(HERE) > 300
    assert [(part, code) for part, code in HERE if not is_here(code)] == []


@each(
    "code",
    [
        *("Dealer.all_in_s", "Masa.opened", "Server.join", "POST /api/chips", "sit_down", "XX"),
        *("masa serve --table 3", "pokermasa.room.Servant", "Situation.actor.valid"),
    ],
)
def test_what_is_not_here_would_be_missed(code: str) -> None:
    try:
        found = is_here(code)
    except (ValueError, AttributeError):
        found = False
    assert not found
