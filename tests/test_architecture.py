"""Tests that docs/architecture.md agrees with the code: its diagrams, files and functions."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

from tests.test_house import (
    HOUSE,
    MAY_IMPORT,
    PURE,
    REPOSITORY,
    SERVER_ABOVE,
    SERVER_MAY_IMPORT,
    SERVER_ROOT,
)
from tests.test_twins import COPIES

PAGE = (REPOSITORY / "docs" / "architecture.md").read_text("utf-8")
BLOCKS = re.findall(r"^```\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
MAP, SERVER_MAP, DRAWING, SERVER_DRAWING = BLOCKS


def arrows(drawing: str) -> dict[str, set[str]]:
    """Return for each name all names that its arrows reach, directly or not."""
    direct: dict[str, set[str]] = {}
    for line in drawing.splitlines():
        groups = [re.split(r", *", group.strip()) for group in line.split("─▶")]
        for name in chain(*groups):
            direct.setdefault(name, set())
        for left, right in pairwise(groups):
            for name in left:
                direct[name] |= set(right)

    @cache
    def reached(name: str) -> frozenset[str]:
        return frozenset(direct[name]).union(*[reached(other) for other in direct[name]])

    return {name: set(reached(name)) for name in direct}


def test_the_diagram_of_packages_equals_the_table_of_imports() -> None:
    assert arrows(DRAWING) == MAY_IMPORT


def test_the_diagram_of_the_server_equals_the_table_of_imports() -> None:
    drawn = arrows(SERVER_DRAWING)
    for above in SERVER_ABOVE:
        assert drawn.pop(above) == SERVER_MAY_IMPORT.keys()
    assert drawn == SERVER_MAY_IMPORT


def test_arrows_are_followed_to_their_ends() -> None:
    assert arrows("a, b ─▶ c ─▶ d\nd ─▶ e, f") == {
        **{"a": {*"cdef"}, "b": {*"cdef"}, "c": {*"def"}},
        **{"d": {*"ef"}, "e": set(), "f": set()},
    }


def test_every_room_is_on_the_map() -> None:
    named = [re.findall(r"^(\w+)/ ", text, re.MULTILINE) for text in (MAP, SERVER_MAP)]
    assert sorted(named[0]) == sorted(MAY_IMPORT)
    assert sorted(named[1]) == sorted(SERVER_MAY_IMPORT)


def test_the_page_names_the_pure_rooms_and_the_files_in_the_servers_root() -> None:
    pure = re.search(r"^The pure rooms (.*?)\. ", PAGE, re.MULTILINE | re.DOTALL)
    assert pure is not None
    assert re.findall(r"`(\w+)`", pure[1]) == list(PURE)
    root = re.search(r"^The files in `server/` itself (.*?), but for two", PAGE, re.M | re.S)
    assert root is not None
    assert set(re.findall(r"`(\w+)\.py`", root[1])) == SERVER_ROOT


def place_of(name: str) -> Path:
    """Return the path of a file or folder that the page names, in the package or in the
    repository.
    """
    found = [root / name for root in (HOUSE, REPOSITORY) if (root / name).exists()]
    return found[0] if found else HOUSE / name


NAMED = sorted(set(re.findall(r"`([\w./]+/[\w./]+)`", PAGE)))


def defined(tree: Any, prefix: str = "") -> Iterator[str]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield prefix + node.name
            yield from defined(node, f"{prefix}{node.name}.")


HOPS = re.findall(r"^\| \d+ \| [^|]+ \| `([^`]+)` \| `([^`]+)` \|", PAGE, re.MULTILINE)
HOPS += re.findall(r"`([\w/]+/\w+\.py)`, `([\w.]*[A-Za-z_]\w*)`[ )|]", PAGE)


def is_defined(function: str, file: str) -> bool:
    text = place_of(file).read_text("utf-8")
    if file.endswith(".py"):
        return function in defined(ast.parse(text))
    # Methods and functions of TypeScript.
    pattern = rf"^( +(async )?|export function ){function}\("
    return re.search(pattern, text, re.MULTILINE) is not None


def test_every_file_and_function_on_the_page_exists() -> None:
    assert [name for name in NAMED if not place_of(name).exists()] == []
    assert [hop for hop in HOPS if not is_defined(hop[1], hop[0])] == []


def test_the_path_of_an_act_names_every_hop() -> None:
    steps = re.findall(r"^\| \d+ \| ([^|]+) \|", PAGE, re.MULTILINE)
    stations = ["click", "read", "check", "whose turn", "the rules", "commit", "tell", "fold"]
    assert [step.strip() for step in steps if step.strip() in stations] == stations
    assert len(HOPS) > len(steps) >= len(stations)


def test_every_file_of_the_main_folders_is_on_the_page() -> None:
    """In these folders every file must be in the table."""
    for room in ("server/table", "server/director", "server/lobby", "server/protocol"):
        for path in (HOUSE / room).rglob("[a-z]*.py"):
            assert path.relative_to(HOUSE).as_posix() in NAMED, path


def test_the_table_of_twins_equals_the_first_lines_of_the_files() -> None:
    rows = re.findall(r"^\| [^|]+ \| ([^|]+) \| ([^|]+) \|$", PAGE.partition("## Twins")[2], re.M)
    listed = {
        (place_of(twin), place_of(test))
        for twins, tests in rows
        for twin in re.findall(r"`([^`]+)`", twins)
        for test in re.findall(r"`([^`]+)`", tests)
    }
    says_so = {(path, REPOSITORY / found[2]) for path, found in COPIES.items()}
    assert listed == says_so
