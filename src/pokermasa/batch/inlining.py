"""Small compiled functions that kernels call; those that borrow their arrays count nobody."""

from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numba.core.registry

_numba: Any = numba
_Dispatcher: Any = _numba.core.registry.CPUDispatcher

Function = TypeVar("Function", bound=Callable[..., Any])
_INNER = {
    "forceinline": True,
    "nogil": True,
    "error_model": "numpy",
    # Nobody but compiled code calls it. To unpack arguments for others takes most of the compiling.
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}


class _Inner(_Dispatcher):  # type: ignore[misc]
    """Numba's own would end the process where Python calls it: there is nothing to unpack the
    arguments."""

    def __call__(self, *_args: Any) -> Any:
        raise TypeError(
            f"{self.py_func.__qualname__} is a part of compiled loops, and Python cannot call it; "
            f"compiled code can, and {self.py_func.__qualname__}.py_func is its source"
        )


def inline_function(function: Function, **options: Any) -> Function:
    compiled = _numba.njit(**_INNER, **options)(function)
    compiled.__class__ = _Inner
    return compiled  # type: ignore[no-any-return]


def inline(function: Function) -> Function:
    """As `kernel.scalar`, for functions with branches that are handed arrays and make none.

    Numba counts who holds an array, at the beginning and at each end of a function, with atomic
    sums. It leaves that out where it sees that it is in vain, but not across branches; over a whole
    hand it comes to more than the play. Nothing is counted here: the loop outside holds the arrays.
    """
    return inline_function(function, _nrt=False)


def noinline(function: Function) -> Function:
    """As `inline`, but called rather than copied into each place that calls it: for what is long."""
    compiled: Function = _numba.njit(nogil=True, error_model="numpy", _nrt=False)(function)
    return compiled
