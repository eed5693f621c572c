"""Arguments of a kernel that are unpacked only once, so that a call takes a fraction of a
microsecond instead of ten.

Numba unpacks all arguments in every call, each array of each tuple separately. `accessors` makes a
pair of functions: one writes an unpacked value to memory, the other, in compiled code, reads it
from its address. The caller must keep the arrays of the value alive.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import llvmlite.ir
import numba
import numba.extending
import numpy as np

from pokermasa.batch.array import Ints

_numba: Any = numba
_ir: Any = llvmlite.ir
Value = TypeVar("Value")


ROOM = 512
"""Largest size of one value, in words of eight bytes."""


def accessors(example: Value) -> tuple[Callable[[Value, int], None], Callable[[int], Value]]:
    """Return `write(value, address)` and `read(address)`, both for compiled code, for values of the
    type of *example*."""
    kind = _numba.typeof(example)
    types = _numba.types

    def _write(_typing: Any, value: Any, _address: Any) -> tuple[Any, Callable[..., Any]]:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            bare = _without_owners(context, builder, kind, args[0])
            size = context.get_abi_sizeof(bare.type)
            if size > 8 * ROOM:
                raise ValueError(f"the value has {size} bytes, more than {8 * ROOM}")
            builder.store(bare, builder.inttoptr(args[1], bare.type.as_pointer()))
            return context.get_dummy_value()

        return types.void(kind, types.int64), generate

    def _read(_typing: Any, _address: Any) -> tuple[Any, Callable[..., Any]]:
        def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            pointer = context.get_value_type(kind).as_pointer()
            return builder.load(builder.inttoptr(args[0], pointer))

        return kind(types.int64), generate

    return _numba.extending.intrinsic(_write), _numba.extending.intrinsic(_read)


def _without_owners(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """Return the value with arrays that are not reference-counted; the caller keeps them alive."""
    types = _numba.types
    if isinstance(kind, types.Array):
        array = _numba.core.cgutils.create_struct_proxy(kind)(context, builder, value=value)
        array.meminfo = _ir.Constant(array.meminfo.type, None)
        array.parent = _ir.Constant(array.parent.type, None)
        return array._getvalue()
    if isinstance(kind, types.BaseTuple):
        for place, part in enumerate(kind):
            inner = builder.extract_value(value, place)
            bare = _without_owners(context, builder, part, inner)
            value = builder.insert_value(value, bare, place)
    return value


def allocate() -> tuple[Ints, int]:
    """Return memory for one value, and its address."""
    memory = np.zeros(ROOM, np.int64)
    return memory, memory.ctypes.data
