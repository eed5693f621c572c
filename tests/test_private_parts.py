"""Tests of private parts of numba and uvicorn that our code uses.

pyproject.toml limits the version of both. If a newer version is allowed and lacks such a part, the
failing test names our line that needs it.
"""

import ast
import inspect
import re
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from textwrap import dedent
from types import ModuleType
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
import uvicorn
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.h11_impl import RequestResponseCycle

from pokermasa.batch import inlining, kernel, policy, unpacked_argument
from pokermasa.cli.commands import serve
from pokermasa.server.connection import http_protocol, server, websocket_protocol
from tests.cases import each
from tests.test_house import HOUSE

PYPROJECT = HOUSE.parent.parent / "pyproject.toml"


def line_of(module: Any, text: str) -> str:
    """Return the position of the line that contains *text*, such as
    "src/pokermasa/batch/inlining.py:20".
    """
    path = Path(inspect.getfile(module))
    lines = path.read_text("utf-8").splitlines()
    number = next((number for number, line in enumerate(lines, 1) if text in line), None)
    assert number, f"{path.name} no longer says {text}: take its canary out"
    return f"{path.relative_to(HOUSE.parent.parent)}:{number}"


def gone(package: str, where: str, what: str) -> str:
    found = f"{package} {metadata.version(package)} has no {what}"
    return f"{where}: {found}; change that line, or the cap in pyproject.toml"


@pytest.mark.parametrize(("package", "extra"), [("numba", "batch"), ("uvicorn", "room")])
def test_only_tested_versions_can_be_installed(package: str, extra: str) -> None:
    extras = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]["optional-dependencies"]
    (asked,) = [word for word in extras[extra] if word.startswith(package)]
    cap = re.fullmatch(rf"{package}>=[\d.]+,<0\.(\d+)", asked)
    assert cap, f"{asked!r} has no cap"
    assert int(metadata.version(package).split(".")[1]) == int(cap[1]) - 1, (
        "the cap is the next one"
    )


# numba


def branching(numbers: Any, choice: Any) -> Any:
    if choice:
        return numbers[0]
    return numbers[1] + numbers[2]


def test_an_array_can_be_borrowed_without_being_counted() -> None:
    where = line_of(inlining, "_nrt=False")
    compiled: Any = inlining.inline(branching)
    numbers = np.arange(3)

    @numba.njit
    def asked(numbers: np.ndarray, choice: bool) -> Any:
        return compiled(numbers, choice)

    assert [asked(numbers, True), asked(numbers, False)] == [0, 3], where
    (code,) = compiled.inspect_llvm().values()
    assert "NRT_incref" not in code, gone(
        "numba", where, "option _nrt that leaves the counting out"
    )
    (code,) = called(numba.njit(branching), numbers).inspect_llvm().values()
    assert "NRT_" in code, f"{where}: numba counts no more by itself: `inline` is not needed"


def called(function: Any, numbers: np.ndarray) -> Any:
    function(numbers, True)
    return function


def test_internal_kernels_have_no_python_wrapper() -> None:
    where = line_of(inlining, "no_cpython_wrapper")
    compiled: Any = inlining.inline(branching)
    compiled.compile((numba.typeof(np.arange(3)), numba.types.boolean))
    (code,) = compiled.inspect_llvm().values()
    assert "PyArg_UnpackTuple" not in code, gone("numba", where, "option no_cpython_wrapper")
    plain = called(numba.njit(branching), np.arange(3))
    assert "PyArg_UnpackTuple" in next(iter(plain.inspect_llvm().values())), where


def test_a_kernel_can_be_called_without_its_dispatcher() -> None:
    where = line_of(kernel, "compiled.entry_point")
    looked = kernel.kernel(branching)
    assert kernel.entry(looked, np.arange(3), True)(np.arange(3), False) == 3, where


def test_a_value_can_be_stored_and_read_by_its_address() -> None:
    where = line_of(unpacked_argument, "array.meminfo")
    value = (np.arange(3), True, (7, np.array([[1, 2]])))
    keep, read = unpacked_argument.accessors(value)

    @numba.njit
    def write(value: tuple[np.ndarray, bool, tuple[int, np.ndarray]], at: int) -> None:
        keep(value, at)

    @numba.njit
    def change(at: int) -> Any:
        numbers, choice, (number, table) = read(at)
        numbers[0] = 10 if choice else 20
        return number + table[0, 1] + len(numbers)

    memory, at = unpacked_argument.allocate()
    before = sys.getrefcount(value[0])
    write(value, at)
    answer, after = change(at), sys.getrefcount(value[0])
    assert [answer, value[0].tolist()] == [12, [10, 1, 2]], where
    assert after == before
    assert memory.any()


@each("name", ["CACHE_DIR", "CPU_NAME", "CPU_FEATURES", "OPT", "BOUNDSCHECK"])
def test_the_used_parts_of_numbas_configuration_exist(name: str) -> None:
    where = line_of(kernel, f"config.{name}")
    assert hasattr(numba.core.config, name), gone("numba", where, f"core.config.{name}")


def test_compiled_code_is_cached_in_the_given_folder(tmp_path: Path) -> None:
    where = line_of(kernel, "config.CACHE_DIR = str(place)")
    compiled = kernel._cached_in(tmp_path, branching, kernel._OPTIONS)
    compiled.compile((numba.typeof(np.arange(3)), numba.types.boolean))
    stored = list(tmp_path.rglob("*.branching-*.nbc"))
    assert stored, gone("numba", where, "CACHE_DIR that is read when a function is decorated")
    where = line_of(kernel, "dispatcher.disable_compile()")
    assert hasattr(compiled, "disable_compile"), gone("numba", where, "disable_compile")
    compiled.disable_compile()
    with pytest.raises(TypeError):
        compiled(np.arange(3.0), True)


def test_the_parts_of_numba_used_by_policies_exist() -> None:
    where = line_of(policy, "core.errors.NumbaError")
    assert issubclass(numba.core.errors.TypingError, numba.core.errors.NumbaError), where
    where = line_of(policy, "types.BaseTuple")
    pair = numba.typeof((1, 2))
    assert isinstance(pair, numba.types.BaseTuple), gone("numba", where, "types.BaseTuple")


# uvicorn


class Use(NamedTuple):
    name: str
    line: int


def missing(ours: type, own: set[str], parents: list[type]) -> list[Use]:
    """Return the attributes that our class overrides or uses but none of *parents* has. Names that
    begin with `_` or are in *own* are our own.
    """
    there = {name for parent in parents for name in dir(parent)}
    for parent in parents:
        there |= {use.name for use in set_by(parent)}
    defined, used = uses(ours)
    private = {use.name for use in [*defined, *set_by(ours)] if use.name.startswith("_")}
    public = [use for use in defined if not use.name.startswith("_")]
    return [use for use in [*public, *used] if use.name not in there | private | own]


def tree_of(kind: type) -> tuple[ast.ClassDef, int]:
    lines, first = inspect.getsourcelines(kind)
    (tree,) = ast.parse(dedent("".join(lines))).body
    assert isinstance(tree, ast.ClassDef)
    return tree, first - 1


def uses(kind: type) -> tuple[list[Use], list[Use]]:
    """Return the methods that a class defines, and all its uses of `self.name` and
    `super().name`.
    """
    tree, before = tree_of(kind)
    methods = (ast.FunctionDef, ast.AsyncFunctionDef)
    defined = [
        Use(node.name, before + node.lineno) for node in tree.body if isinstance(node, methods)
    ]
    used = []
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="self"), attr=name):
                used.append(Use(name, before + node.lineno))
            case ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr=name):
                used.append(Use(name, before + node.lineno))
    return defined, used


def set_by(kind: type) -> list[Use]:
    tree, before = tree_of(kind)
    return [
        Use(node.attr, before + node.lineno)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    ]


BUILT_ON = [
    (server.Server, {"settings", "connections", "reload_certificate"}),
    (serve.Server, {"settings"}),
    (http_protocol.RequestProtocol, set()),
    (
        websocket_protocol.SocketProtocol,
        {
            "hold",
            "pass_on",
            "go_on",
            "send_texts",
            "abort",
            "is_passed",
            "is_writable",
            "on_writable",
        },
    ),
]


def theirs(ours: type) -> list[type]:
    return [parent for parent in ours.__mro__ if parent.__module__.startswith("uvicorn.")]


@pytest.mark.parametrize(
    ("ours", "own"), BUILT_ON, ids=lambda each: getattr(each, "__module__", "")
)
def test_everything_our_classes_override_and_use_of_uvicorn_exists(
    ours: Any, own: set[str]
) -> None:
    assert theirs(ours)
    path = Path(inspect.getfile(ours)).relative_to(HOUSE.parent.parent)
    faults = [
        gone("uvicorn", f"{path}:{use.line}", use.name) for use in missing(ours, own, theirs(ours))
    ]
    assert not faults, "\n".join(faults)


def test_a_missing_part_is_reported_with_our_line() -> None:
    class Older:
        def shutdown(self) -> None:
            self.lifespan = self.config = self.servers = self.server_state = None

    found = {
        use.name
        for use in missing(
            server.Server, {"settings", "connections", "reload_certificate"}, [Older]
        )
    }
    assert found == {"run", "startup", "started", "handle_exit", "force_exit"}
    (where,) = [
        use.line
        for use in missing(server.Server, set(), theirs(server.Server))
        if use.name == "connections"
    ][:1]
    assert "self.connections" in Path(server.__file__).read_text("utf-8").splitlines()[where - 1]


@pytest.mark.rotated
@pytest.mark.parametrize(
    ("module", "text", "kind", "name"),
    [
        (http_protocol, "self.flow.read_paused", FlowControl, "read_paused"),
        (http_protocol, "self.cycle.response_complete", RequestResponseCycle, "response_complete"),
    ],
)
def test_the_used_private_parts_of_uvicorn_exist(
    module: ModuleType, text: str, kind: type[FlowControl] | type[RequestResponseCycle], name: str
) -> None:
    where = line_of(module, text)
    assert name in {use.name for use in set_by(kind)}, gone(
        "uvicorn", where, f"{kind.__name__}.{name}"
    )


def test_a_listener_has_the_methods_that_uvicorn_calls() -> None:
    """uvicorn closes the objects in `servers` and waits for them."""
    where = line_of(server, "self.servers = [")
    said = inspect.getsource(uvicorn.Server.shutdown)
    asked = set(re.findall(r"\bserver\.(\w+)", said))
    listener = {*dir(server.Listener), "sockets"}  # type: ignore[attr-defined]  # what it imports
    assert "close" in asked
    assert asked <= listener, f"{where}: uvicorn asks a server for {asked - listener}"
