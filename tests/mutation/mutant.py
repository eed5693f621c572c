"""Mutants: copies of a file with one small fault, to check that a test fails."""

import ast
from collections.abc import Iterator
from copy import deepcopy
from typing import Any, NamedTuple

SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    **{ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt},
    **{ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is},
    **{ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And},
    **{ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult},
}
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Mutant(NamedTuple):
    line: int
    before: str
    after: str
    text: str
    """The whole file with the fault. All other lines keep their numbers."""


def mutants(text: str) -> Iterator[Mutant]:
    """Return all mutants of a file. Types, docstrings and imports are not changed."""
    lines = text.encode().splitlines(keepends=True)
    for node in _code(ast.parse(text)):
        for changed in _changes(node):
            before, after = ast.unparse(node), ast.unparse(changed)
            first, last = node.lineno - 1, node.end_lineno - 1
            stored = lines[first][: node.col_offset], lines[last][node.end_col_offset :]
            # As many lines as before, so that everything below stays where it is.
            middle = f"({after}{chr(10) * (last - first)})".encode()
            mutated = [*lines[:first], stored[0] + middle + stored[1], *lines[last + 1 :]]
            yield Mutant(node.lineno, before, after, b"".join(mutated).decode())


def _code(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the expressions that are evaluated when the code runs."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "bases", "pattern"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or _is_skipped(child):
                continue
            if isinstance(child, ast.expr):
                yield child
            yield from _code(child)


def _is_skipped(node: ast.AST) -> bool:
    is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return is_docstring or isinstance(node, ast.Import | ast.ImportFrom | ast.JoinedStr)


def _changes(node: ast.expr) -> Iterator[ast.expr]:
    """Yield each faulty version of this expression itself, without its parts."""
    changed: Any = deepcopy(node)
    match changed:
        case ast.Compare(ops=[op]) if type(op) in SWAPPED:
            changed.ops = [SWAPPED[type(op)]()]  # type: ignore[list-item]
        case ast.BinOp(op=op) | ast.BoolOp(op=op) if type(op) in SWAPPED:
            changed.op = SWAPPED[type(op)]()  # type: ignore[assignment]
        case ast.UnaryOp(op=ast.Not()):
            changed = changed.operand
        case ast.Constant(value=bool()):
            changed.value = not changed.value
        case ast.Constant(value=int(number)):
            changed.value = number + 1
        case ast.Call(func=ast.Name(id=name)) if name in NAMES:
            changed.func.id = NAMES[name]  # type: ignore[attr-defined]
        case ast.IfExp():
            changed.body, changed.orelse = changed.orelse, changed.body
        case _:
            return
    yield changed
