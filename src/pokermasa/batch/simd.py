"""SIMD arithmetic: eight numbers at a time, in one register of the processor.

When many sums run over the same list, one loop over the list can update eight of them at once.
Numba has no type for that, so this module adds one. A row is eight numbers wide: row 3 of a flat
array is elements 24 to 31. Compiled code only.
"""

from collections.abc import Callable
from typing import Any

import numba.extending
from llvmlite import ir

LANES = 8
"""Width of a row: 32-bit numbers in one register."""

_numba: Any = numba
_types: Any = numba.types
_ROW: Any = ir.VectorType(ir.FloatType(), LANES)


class RowType(_types.Type):  # type: ignore[misc]
    """The Numba type of a row."""

    def __init__(self) -> None:
        super().__init__(name="pokermasa_row")


_row = RowType()


@_numba.extending.register_model(RowType)
class _RowModel(_numba.extending.models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _ROW)


def _place(context: Any, builder: Any, kind: Any, array: Any, row: Any) -> Any:
    data = context.make_array(kind)(context, builder, array).data
    start = builder.gep(data, [builder.mul(row, ir.Constant(row.type, LANES))])
    return builder.bitcast(start, _ROW.as_pointer())


def _spread(builder: Any, number: Any) -> Any:
    empty = ir.Constant(_ROW, ir.Undefined)
    first = builder.insert_element(empty, number, ir.Constant(ir.IntType(32), 0))
    mask = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return builder.shuffle_vector(first, empty, mask)


def _load(_typing: Any, array: Any, row: Any) -> tuple[Any, Callable[..., Any]]:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = _place(context, builder, signature.args[0], *args)
        return builder.load(pointer, align=4)

    return _row(array, _types.intp), generate


def _store(_typing: Any, array: Any, row: Any, value: Any) -> tuple[Any, Callable[..., Any]]:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = _place(context, builder, signature.args[0], args[0], args[1])
        builder.store(args[2], pointer, align=4)
        return context.get_dummy_value()

    return _types.void(array, _types.intp, _row), generate


def _zeros(_typing: Any) -> tuple[Any, Callable[..., Any]]:
    def generate(_context: Any, _builder: Any, _signature: Any, _args: Any) -> Any:
        return ir.Constant(_ROW, [0.0] * LANES)

    return _row(), generate


def _plus(_typing: Any, _one: Any, _other: Any) -> tuple[Any, Callable[..., Any]]:
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.fadd(*args)

    return _row(_row, _row), generate


def _minus(_typing: Any, _one: Any, _other: Any) -> tuple[Any, Callable[..., Any]]:
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.fsub(*args)

    return _row(_row, _row), generate


def _plus_times(_typing: Any, _sum: Any, _one: Any, _number: Any) -> tuple[Any, Callable[..., Any]]:
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        product = builder.fmul(args[1], _spread(builder, args[2]), flags=("contract",))
        return builder.fadd(args[0], product, flags=("contract",))

    return _row(_row, _row, _types.float32), generate


load: Callable[..., Any] = _numba.extending.intrinsic(_load)
"""`load(array, row)` reads a row of an array."""
store: Callable[..., Any] = _numba.extending.intrinsic(_store)
"""`store(array, row, value)` writes a row of an array."""
zeros: Callable[..., Any] = _numba.extending.intrinsic(_zeros)
"""`zeros()` is a row of zeros."""
plus: Callable[..., Any] = _numba.extending.intrinsic(_plus)
"""`plus(row, row)` adds two rows."""
minus: Callable[..., Any] = _numba.extending.intrinsic(_minus)
"""`minus(row, row)` subtracts the second row from the first."""
plus_times: Callable[..., Any] = _numba.extending.intrinsic(_plus_times)
"""`plus_times(sum, row, number)` is sum + row × number."""
