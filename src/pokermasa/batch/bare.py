"""Small compiled functions that borrow their arrays."""

from collections.abc import Callable
from typing import Any, TypeVar

import numba

_numba: Any = numba

Function = TypeVar("Function", bound=Callable[..., Any])
INNER = {
    "forceinline": True,
    "nogil": True,
    "error_model": "numpy",
    # Nobody but compiled code calls it. To unpack arguments for others takes most of the compiling.
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}


def bare(function: Function) -> Function:
    """As `kernel.scalar`, for functions with branches that are handed arrays and make none.

    Numba counts who holds an array, at the beginning and at each end of a function, with atomic
    sums. It leaves that out where it sees that it is in vain, but not across branches; over a whole
    hand it comes to more than the play. Nothing is counted here: the loop outside holds the arrays.
    """
    compiled: Function = _numba.njit(_nrt=False, **INNER)(function)
    return compiled


def part(function: Function) -> Function:
    """As `bare`, but called rather than copied into each place that calls it: for what is long."""
    compiled: Function = _numba.njit(nogil=True, error_model="numpy", _nrt=False)(function)
    return compiled
