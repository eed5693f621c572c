"""Decorators for small compiled functions that only compiled code calls.

Their code carries no reference counts for arrays; see `inline`.
"""

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
    # Only compiled code calls these functions. Wrappers for other callers would take most of the
    # compile time.
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}


class _Inner(_Dispatcher):  # type: ignore[misc]
    """A dispatcher that refuses calls from Python. Without a wrapper, Numba's own dispatcher would
    crash the process."""

    def __call__(self, *_args: Any) -> Any:
        raise TypeError(
            f"{self.py_func.__qualname__} can only be called by compiled code; "
            f"{self.py_func.__qualname__}.py_func is its Python source"
        )


def inline_function(function: Function, **options: Any) -> Function:
    """Compile a function so that its code is copied into each caller, with further options of
    Numba."""
    compiled = _numba.njit(**_INNER, **options)(function)
    compiled.__class__ = _Inner
    return compiled  # type: ignore[no-any-return]


def inline(function: Function) -> Function:
    """Compile a function that is copied into each caller and allocates no arrays.

    Numba counts references to arrays with atomic additions at the beginning and at each end of a
    function. It removes them where they are clearly redundant, but not across branches; over a
    whole hand they would cost more than the play itself. This decorator leaves them out. It is safe
    because the calling loop keeps the arrays alive.
    """
    return inline_function(function, _nrt=False)


def noinline(function: Function) -> Function:
    """Compile a function like `inline`, but call it instead of copying it. This is for long
    functions."""
    compiled: Function = _numba.njit(nogil=True, error_model="numpy", _nrt=False)(function)
    return compiled
