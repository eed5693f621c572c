"""What a kernel needs in every call, unpacked once and kept: then a call costs a fraction of a
microsecond instead of ten.

Numba unpacks each argument anew in every call, each array of each tuple by itself. `keeper` makes a
pair: the one writes a value, as compiled code has it, to a place in memory; the other, in compiled
code, reads it from there by its address. Whoever keeps a value keeps its arrays alive.
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
"""Numbers that one value takes at most, of eight bytes each."""


def accessors(example: Value) -> tuple[Callable[[Value, int], None], Callable[[int], Value]]:
    """`keep(value, address)` and `kept(address)`, both for compiled code, for values of the same
    type as *example*."""
    kind = _numba.typeof(example)
    types = _numba.types

    def _keep(_typing: Any, value: Any, _address: Any) -> tuple[Any, Callable[..., Any]]:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            bare = _without_owners(context, builder, kind, args[0])
            size = context.get_abi_sizeof(bare.type)
            if size > 8 * ROOM:
                raise ValueError(f"{size} bytes to keep, and there is room for {8 * ROOM}")
            builder.store(bare, builder.inttoptr(args[1], bare.type.as_pointer()))
            return context.get_dummy_value()

        return types.void(kind, types.int64), generate

    def _kept(_typing: Any, _address: Any) -> tuple[Any, Callable[..., Any]]:
        def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            pointer = context.get_value_type(kind).as_pointer()
            return builder.load(builder.inttoptr(args[0], pointer))

        return kind(types.int64), generate

    return _numba.extending.intrinsic(_keep), _numba.extending.intrinsic(_kept)


def _without_owners(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """The value with arrays that nobody counts: who calls keeps them."""
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
    """Room for one value, and its address."""
    memory = np.zeros(ROOM, np.int64)
    return memory, memory.ctypes.data
