"""How a loop is compiled: once, told, kept on disk, and never served stale.

Numba's own cache trusts a function's file alone. It misses a change in a function that is called
from another file, and it writes the new index before the new code, so that after a process killed
in between, or in a second one that comes along, old code passes for fresh. Hence two rules here:
the folder is named after everything the code is made from, and a kernel has one signature only.
"""

import contextlib
import functools
import gc
import hashlib
import os
import pickle
import re
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar, cast

import llvmlite.binding
import numba.extending
import numpy as np

from pokermasa.batch.inlining import inline_function

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

_numba: Any = numba  # older versions carry no types, newer ones not all that is needed here
_llvm: Any = llvmlite

Function = TypeVar("Function", bound=Callable[..., Any])

_ROOM = Path(__file__).parent
_PREFIX = "pokermasa-"
_MENTIONED = re.compile(
    r"(?:pokermasa\.(batch|solve)\b|^ *from \.)(?:\.(\w+)| import ([\w, ]*))?", re.MULTILINE
)
_OPTIONS = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
_ONE_AT_A_TIME = threading.Lock()  # threads meet at a kernel's first call
_FORGET_AFTER = 30 * 24 * 3600  # seconds without a new file in it


def scalar(function: Function) -> Function:
    """A small compiled function that kernels call; it becomes a part of theirs.

    What it needs besides its arguments must come from this folder: the cache knows no other source.
    """
    return inline_function(function)


def _popcount(_typing: Any, _number: Any) -> tuple[Any, Callable[..., Any]]:
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return _numba.types.uint64(_numba.types.uint64), generate


popcount: Callable[[np.uint64], np.uint64] = _numba.extending.intrinsic(_popcount)
"""The number of set bits. Compiled code only."""


def _atomic_add(_typing: Any, array: Any, _more: Any) -> tuple[Any, Callable[..., Any]]:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        return builder.atomic_rmw("add", data, args[1], "seq_cst")

    return _numba.types.int64(array, _numba.types.int64), generate


atomic_add: Callable[..., int] = _numba.extending.intrinsic(_atomic_add)
"""`atomic_add(array, more)`: adds to the first number of an array that threads share, and answers
what it was before. Compiled code only."""


def kernel(function: Function) -> Function:
    """A compiled loop, called from Python, always with arguments of the same types.

    It lets other threads run. The first call ever compiles, and says so on stderr.
    """
    return cast(Function, functools.update_wrapper(_Kernel(function), function))


def allocation_free_kernel(function: Function) -> Function:
    """A kernel that makes no arrays. It compiles sooner, because nobody counts who holds the arrays
    that it is given (see `inline`)."""
    return cast(Function, functools.update_wrapper(_Kernel(function, _nrt=False), function))


def entry(function: Function, *args: Any) -> Function:
    """A kernel without what is around it, for arguments like these: three times as quick to call.
    It asks nothing about its arguments, and converts them as C would."""
    (compiled,) = cast(Any, cast(_Kernel, function).compiled_for(args)).overloads.values()
    return cast(Function, compiled.entry_point)


class _Kernel:
    def __init__(self, function: Callable[..., Any], **options: bool) -> None:
        self._function = function
        self._options = _OPTIONS | options
        self._compiled: Callable[..., Any] | None = None

    def __call__(self, *args: Any) -> Any:
        return (self._compiled or self.compiled_for(args))(*args)

    def compiled_for(self, args: tuple[Any, ...]) -> Callable[..., Any]:
        with _ONE_AT_A_TIME:
            self._compiled = self._compiled or self._compile(tuple(map(_numba.typeof, args)))
        return self._compiled

    def _is_in(self, place: Path) -> bool:
        return any(place.rglob(f"*.{self._function.__qualname__}-*.nbc"))

    def _compile(self, types: tuple[Any, ...]) -> Callable[..., Any]:
        place = folder(Path(self._function.__code__.co_filename))
        if place is not None:
            try:
                compiled = _cached_in(place, self._function, self._options)
                if self._is_in(place):
                    return _only(compiled, types)
                with _told(), _one_process(place / f"{self._function.__qualname__}.lock"):
                    return _only(compiled, types)
            except (OSError, EOFError, pickle.PickleError):
                pass  # a full disk or a torn file costs time, not the answer
        with _told():
            return _only(_numba.njit(**self._options)(self._function), types)


def _only(dispatcher: Any, types: tuple[Any, ...]) -> Callable[..., Any]:
    with _without_collection():
        dispatcher.compile(types)
    dispatcher.disable_compile()
    compiled: Callable[..., Any] = dispatcher
    return compiled


def _cached_in(place: Path, function: Callable[..., Any], options: dict[str, object]) -> Any:
    """Numba asks for its folder when a function is decorated; those of others keep theirs."""
    config = _numba.core.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(place)
    try:
        return _numba.njit(cache=True, **options)(function)
    finally:
        config.CACHE_DIR = before


@contextlib.contextmanager
def _without_collection() -> Iterator[None]:
    """Compiling makes many objects and drops few: to look for those takes an eighth of its time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@contextlib.contextmanager
def _one_process(lock: Path) -> Iterator[None]:
    """Workers that start together meet at the same kernel: one compiles, the others read that."""
    if fcntl is None:
        yield
        return
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


listeners: list[Callable[[bool], None]] = []
"""Each is told True as code begins to be compiled, and False when that is over: a bot whose time is
counted says so."""


@contextlib.contextmanager
def _told() -> Iterator[None]:
    _tell()
    for listener in listeners:
        listener(True)
    try:
        yield
    finally:
        for listener in listeners:
            listener(False)


@functools.cache
def _tell() -> None:
    print(
        "pokermasa: compiling for this machine, once; some seconds …", file=sys.stderr, flush=True
    )


@functools.cache
def folder(source: Path) -> Path | None:
    """Where compiled code of that file is kept; None if nothing may be written anywhere."""
    if not source.is_file():
        return None  # typed at a prompt
    name = _PREFIX + _digest(source)
    for base in _bases():
        place = base / name
        try:
            fresh = not place.exists()
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
            if os.access(place, os.W_OK | os.X_OK):
                if fresh:
                    _forget(base)
                return place
        except OSError:
            continue
    return None


def _bases() -> list[Path]:
    asked = os.environ.get("NUMBA_CACHE_DIR")
    if asked:
        return [Path(asked)]
    if sys.platform == "win32":
        own = os.environ.get("LOCALAPPDATA", "~/AppData/Local")
    elif sys.platform == "darwin":
        own = "~/Library/Caches"
    else:
        own = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    # Never a folder that others may write to: what lies there is run.
    bases = [_ROOM / "__pycache__"]
    with contextlib.suppress(RuntimeError):  # nobody's home
        bases.append(Path(own).expanduser() / "pokermasa")
    return bases


def _digest(source: Path) -> str:
    """Of the sources, the compiler, the interpreter and the processor."""
    digest = hashlib.sha256()
    for path in sorted(_made_from(source)):
        digest.update(path.read_bytes())
    config = _numba.core.config
    machine = (
        *(_numba.__version__, _llvm.__version__, sys.version, sys.platform),
        *(config.CPU_NAME, config.CPU_FEATURES, config.OPT, config.BOUNDSCHECK),
        _llvm.binding.get_host_cpu_name(),
        _llvm.binding.get_host_cpu_features().flatten(),
    )
    digest.update(repr(machine).encode())
    return digest.hexdigest()[:16]


def _made_from(source: Path) -> set[Path]:
    """The file and, in turn, each that it imports from this room or from `solve`; all of this room
    if that is unclear.

    >>> sorted(path.stem for path in _made_from(_ROOM / "lookup.py"))
    ['array', 'inlining', 'kernel', 'lookup']
    >>> sorted(path.stem for path in _made_from(_ROOM.parent / "solve" / "traversal.py"))
    ['array', 'discounted_cfr', 'game_arrays', 'inlining', 'kernel', 'simd', 'terminal_values', 'traversal']
    """
    found, new = {source}, [source]
    while new:
        text = new.pop().read_text("utf-8")
        for room, name, names in _MENTIONED.findall(text):
            for word in re.findall(r"\w+", name or names) or [""]:
                path = _ROOM.parent / (room or _ROOM.name) / f"{word}.py"
                if not path.is_file():
                    return {source, *_ROOM.rglob("*.py")}
                if path not in found:
                    found.add(path)
                    new.append(path)
    return found


def _forget(base: Path) -> None:
    """Remove what older sources left behind."""
    for place in base.glob(_PREFIX + "*"):
        with contextlib.suppress(OSError):  # another process was quicker
            if time.time() - place.stat().st_mtime > _FORGET_AFTER:
                shutil.rmtree(place, ignore_errors=True)
