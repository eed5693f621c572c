"""Tests of the import rules between folders ("rooms"), and of the purity of some of them."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import NamedTuple

from tests.cases import each

REPOSITORY = Path(__file__).parent.parent
HOUSE = REPOSITORY / "src" / "pokermasa"

# The architecture from the bottom up: each room with the rooms it may import. No arrow points back.
MAY_IMPORT = {
    "cards": set(),
    "strength": {"cards"},
    "rules": {"cards", "strength"},
    "notation": {"cards", "strength", "rules"},
    "batch": {"cards", "strength", "rules"},
    "masa": {"cards", "strength", "rules", "notation"},
    "histories": {"cards", "strength", "rules", "notation", "masa"},
    "tournament": {"cards", "strength", "rules", "notation", "masa"},
    "equity": {"cards", "strength", "rules", "batch"},
    "ranges": {"cards", "strength", "rules", "batch"},
    "solve": {"cards", "strength", "rules", "notation", "batch", "equity"},
    "bots": {"cards", "strength", "rules", "notation", "batch", "equity", "solve"},
    "study": {
        *("cards", "strength", "rules", "notation", "batch", "masa", "histories", "equity"),
        *("solve", "bots", "ranges"),
    },
    "client": {"cards", "strength", "rules", "notation", "masa"},
    "learn": {"cards", "strength", "rules", "notation", "batch", "equity", "solve", "bots"},
}
# How values look in a notebook: every room may call it, and it imports none.
MAY_IMPORT = {"notebook": set()} | {
    room: {*below, "notebook"} for room, below in MAY_IMPORT.items()
}
MAY_IMPORT["server"] = set(MAY_IMPORT) - {"client", "learn"}
MAY_IMPORT["room"] = {*MAY_IMPORT["server"], "server", "client"}
MAY_IMPORT["arena"] = set(MAY_IMPORT) - {"client", "learn", "server", "room"}
MAY_IMPORT["cli"] = set(MAY_IMPORT)  # `cli` may import every room.

# The same rules for the folders of the server. The files in its root (settings, clock, log, …) may
# be imported by all of them.
SERVER_MAY_IMPORT: dict[str, set[str]] = {
    "protocol": set(),
    "storage": {"protocol"},
    "bus": set(),
    "accounts": {"storage", "protocol"},
    "table": {"accounts", "storage", "protocol"},
    "director": {"table", "accounts", "storage", "protocol"},
    "lobby": {"director", "table", "accounts", "storage", "protocol", "bus"},
    "study": {"storage", "protocol"},
    "admin": {"lobby", "director", "table", "accounts", "storage", "protocol", "bus"},
    "connection": {"lobby", "director", "table", "accounts", "storage", "protocol", "bus"},
    "http": {
        "connection",
        "admin",
        "study",
        "lobby",
        "director",
        "table",
        "accounts",
        "storage",
        "protocol",
        "bus",
    },
}
SERVER_ROOT = {
    *(
        "address",
        "background_tasks",
        "bus_address",
        "caller",
        "certificate",
        "clock",
        "mail_address",
        "plain_text",
        "garbage_collector",
        "log",
        "look_alike",
        "low_priority",
        "measures",
        "overload",
        "rate_limit",
        "refusal",
        "sealed_file",
    ),
    "settings",
}
# These files connect all folders, so no other file may import them.
SERVER_ABOVE = {"app", "metrics"}

# Modules that pure rooms may not import: clock, random numbers, disk, socket, frameworks.
PURE = ("cards", "strength", "rules", "notation", "histories", "masa", "tournament")
NOT_IN_PURE_ROOMS = {
    *("asyncio", "concurrent", "multiprocessing", "subprocess", "threading"),
    *("time", "random", "secrets", "uuid"),
    *("importlib", "os", "pathlib", "shutil", "tempfile"),
    *("logging", "socket", "sqlite3"),
}
LAZILY = {
    "cards/deck.py": "random",
    "histories/hands.py": "pathlib",
    "tournament/structure.py": "importlib",
}
"""Exceptions for imports inside a function: the default argument of `Deck.shuffle`, the files of
`histories.load` and `save`, and the structures that are files of the package.
"""
CLOCKS = {"now", "today", "utcnow"}
"""Methods of `datetime` that read the clock. Its arithmetic is allowed in pure rooms."""
NOT_CALLED_IN_PURE_ROOMS = {"__import__", "breakpoint", "input", "open", "print"}


class Import(NamedTuple):
    module: str  # full name, such as "pokermasa.rules.pot" or "collections.abc"
    line: int
    lazy: bool = False  # whether it is inside a function
    typing: bool = False  # whether it is under `if TYPE_CHECKING:`

    @property
    def top(self) -> str:
        return self.module.partition(".")[0]

    @property
    def room(self) -> str | None:
        words = self.module.split(".")
        return words[1] if words[0] == "pokermasa" and words[1:] else None


def imports(
    tree: ast.AST, package: str, lazy: bool = False, typing: bool = False
) -> Iterator[Import]:
    """Return all imports in *tree*, a file of *package*, at any depth."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.Import(names=names):
                yield from (Import(name.name, node.lineno, lazy, typing) for name in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                words = package.split(".")[: 1 - level or None] if level else []
                module = ".".join([*words, *([module] if module else [])])
                # `from pokermasa import rules` imports a room by its name.
                whole = [f"{module}.{name.name}" for name in names if module == "pokermasa"]
                yield from (Import(name, node.lineno, lazy, typing) for name in whole or [module])
            case ast.If(test=ast.Name("TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING")):
                yield from imports(ast.Module(node.body, []), package, lazy, typing=True)
                yield from imports(ast.Module(node.orelse, []), package, lazy, typing)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                yield from imports(node, package, True, typing)
            case _:
                yield from imports(node, package, lazy, typing)


def files(*rooms: str) -> list[Path]:
    return sorted(path for room in rooms for path in (HOUSE / room).rglob("*.py"))


def name(path: Path) -> str:
    return path.relative_to(HOUSE).as_posix()


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def imports_of(path: Path) -> list[Import]:
    package = ".".join(path.parent.relative_to(HOUSE.parent).parts)
    return list(imports(tree_of(path), package))


def test_every_room_is_on_the_plan() -> None:
    rooms = {path.name for path in HOUSE.iterdir() if path.is_dir() and any(path.rglob("*.py"))}
    assert rooms <= MAY_IMPORT.keys()
    assert [path.name for path in HOUSE.glob("*.py")] == ["__init__.py"]


def test_no_arrow_points_back() -> None:
    TopologicalSorter(MAY_IMPORT).prepare()
    for room, below in MAY_IMPORT.items():
        for other in below:
            assert MAY_IMPORT[other] < below, f"{room} may import {other}, yet not all that it may"


def test_a_room_imports_only_the_rooms_it_may() -> None:
    for path in files(*MAY_IMPORT):
        room = path.relative_to(HOUSE).parts[0]
        for found in imports_of(path):
            if found.room in MAY_IMPORT and found.room != room:
                allowed = found.room in MAY_IMPORT[room]
                assert allowed, f"{name(path)}:{found.line}: {room} may not import {found.room}"


def is_there(module: str, name: str = "") -> bool:
    """Whether the module exists and, if *name* is given, defines or contains it."""
    place = HOUSE.parent.joinpath(*module.split("."))
    file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    if not file.is_file():
        return False
    says = re.search(rf"\b{re.escape(name)}\b", file.read_text("utf-8"))
    return not name or bool(says) or is_there(f"{module}.{name}")


@each("folder", ["src", "tests", "bench", "examples", "web"])
def test_every_name_imported_from_a_room_exists(folder: str) -> None:
    """Many imports are lazy or in benchmarks, so that a moved name could go unnoticed."""
    for path in sorted((REPOSITORY / folder).rglob("*.py")):
        if "node_modules" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                names = [(name.name, "") for name in node.names]
            elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
                names = [(node.module, name.name) for name in node.names]
            else:
                continue
            for module, name in names:
                where = f"{path}:{node.lineno}: there is no {name or module} in {module}"
                assert not f"{module}.".startswith("pokermasa.") or is_there(module, name), where


def test_every_room_of_the_server_is_on_the_plan() -> None:
    server = HOUSE / "server"
    rooms = {path.parent.name for path in server.glob("*/*.py")}
    assert rooms == SERVER_MAY_IMPORT.keys()
    assert {path.stem for path in server.glob("*.py")} == {
        "__init__",
        *SERVER_ROOT,
        *SERVER_ABOVE,
    }
    TopologicalSorter(SERVER_MAY_IMPORT).prepare()


def test_inside_the_server_too_no_arrow_points_back() -> None:
    for path in files("server"):
        room, *rest = path.relative_to(HOUSE / "server").parts
        if room == "__init__.py":
            continue
        below = SERVER_MAY_IMPORT[room] | {room} if rest else set()
        if path.stem in SERVER_ABOVE and not rest:
            below = set(SERVER_MAY_IMPORT)
        for found in imports_of(path):
            if found.module.startswith("pokermasa.server."):
                inner = found.module.split(".")[2]
                where = f"{name(path)}:{found.line}: {room} may not import {found.module}"
                assert inner in below | SERVER_ROOT, where


WAITING = files(*(f"server/{room}" for room in ("table", "lobby", "accounts", "http", "storage")))


def test_the_room_waits_by_its_own_clock() -> None:
    """Tests cannot move the clocks of `asyncio` and `time`."""
    calls = [
        (f"{name(path)}:{node.lineno}: {ast.unparse(node.func)}", node)
        for path in WAITING
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call)
    ]
    for where, node in calls:
        match ast.unparse(node.func), [ast.unparse(word) for word in node.args]:
            case "asyncio.sleep", ["0"]:
                pass  # lets other tasks run and takes no time
            case called, _:
                assert called not in ("asyncio.sleep", "asyncio.wait_for", "sleep"), where
                assert not called.startswith("time."), where
                assert "loop" not in called or not called.endswith(("call_later", "call_at")), where


def test_pure_rooms_touch_no_clock_dice_disk_or_socket() -> None:
    for path in files(*PURE):
        for found in imports_of(path):
            if found.lazy and LAZILY.get(name(path)) == found.top:
                continue
            if not found.typing:  # `Random` in an annotation draws no number.
                where = f"{name(path)}:{found.line}: {found.module}"
                assert found.top not in NOT_IN_PURE_ROOMS, where
                assert found.top == "pokermasa" or found.top in sys.stdlib_module_names, where
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in NOT_CALLED_IN_PURE_ROOMS, f"{name(path)}:{node.lineno}"
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                assert node.func.attr not in CLOCKS, f"{name(path)}:{node.lineno}"


@each("room", [room for room in PURE if files(room)])
def test_importing_a_pure_room_loads_nothing_but_the_standard_library(room: str) -> None:
    program = (
        "import sys; before = set(sys.modules); import pokermasa." + room + "\n"
        "print(*(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    loaded = [Import(module, 0) for module in done.stdout.split()]
    assert {found.top for found in loaded} <= {*sys.stdlib_module_names, "pokermasa"}
    assert {found.room for found in loaded} <= {None, room, *MAY_IMPORT[room]}


def test_the_walk_sees_every_kind_of_import() -> None:
    source = """
import os.path
from pokermasa import rules, cards
from pokermasa.strength import value
from . import pot
from .pot import Pot
from ..masa import seat
if TYPE_CHECKING:
    from random import Random
class Table:
    def count(self):
        from pokermasa.batch import evaluate
"""
    assert [
        (i.module, i.room, i.lazy, i.typing) for i in imports(ast.parse(source), "pokermasa.rules")
    ] == [
        ("os.path", None, False, False),
        ("pokermasa.rules", "rules", False, False),
        ("pokermasa.cards", "cards", False, False),
        ("pokermasa.strength", "strength", False, False),
        ("pokermasa.rules", "rules", False, False),
        ("pokermasa.rules.pot", "rules", False, False),
        ("pokermasa.masa", "masa", False, False),
        ("random", None, False, True),
        ("pokermasa.batch", "batch", True, False),
    ]
