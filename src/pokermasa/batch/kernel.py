"""Compiles kernels (loops called from Python) and caches them on disk, so that outdated code is
never used.

Numba's own cache checks only the file of the function. It misses changes of functions in other
files, and it writes the new index before the new code, so that a killed or a second process can
load old code. Therefore the name of the cache folder is a hash of everything that the code is made
from, and each kernel has only one signature.
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

_numba: Any = numba  # Numba's type hints are missing or incomplete, depending on the version
_llvm: Any = llvmlite

Function = TypeVar("Function", bound=Callable[..., Any])

_ROOM = Path(__file__).parent
_PREFIX = "pokermasa-"
_MENTIONED = re.compile(
    r"(?:pokermasa\.(batch|solve)\b|^ *from \.)(?:\.(\w+)| import ([\w, ]*))?", re.MULTILINE
)
_OPTIONS = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
_ONE_AT_A_TIME = threading.Lock()  # several threads can make the first call of a kernel
_FORGET_AFTER = 30 * 24 * 3600  # seconds after which an unchanged cache folder is deleted


def scalar(function: Function) -> Function:
    """Compile a small function that is inlined into kernels.

    Apart from its arguments, it may only use code of this folder, because the cache does not check
    other sources.
    """
    return inline_function(function)


def _popcount(_typing: Any, _number: Any) -> tuple[Any, Callable[..., Any]]:
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return _numba.types.uint64(_numba.types.uint64), generate


popcount: Callable[[np.uint64], np.uint64] = _numba.extending.intrinsic(_popcount)
"""Number of set bits of a `uint64`. Compiled code only."""


def _atomic_add(_typing: Any, array: Any, _more: Any) -> tuple[Any, Callable[..., Any]]:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        return builder.atomic_rmw("add", data, args[1], "seq_cst")

    return _numba.types.int64(array, _numba.types.int64), generate


atomic_add: Callable[..., int] = _numba.extending.intrinsic(_atomic_add)
"""`atomic_add(array, more)` adds to the first number of an array that threads share, and returns
its previous value. Compiled code only."""


def kernel(function: Function) -> Function:
    """Compile a loop that Python calls, always with arguments of the same types.

    The loop releases the GIL. The first call on a machine compiles and prints a notice to stderr.
    """
    return cast(Function, functools.update_wrapper(_Kernel(function), function))


def allocation_free_kernel(function: Function) -> Function:
    """Compile a kernel that allocates no arrays. It compiles faster, because it needs no reference
    counts (see `inline`)."""
    return cast(Function, functools.update_wrapper(_Kernel(function, _nrt=False), function))


def entry(function: Function, *args: Any) -> Function:
    """Return a kernel's compiled entry point for arguments like these. Calling it is three times as
    fast.

    It does not check its arguments, and converts them as C would.
    """
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
                with _announced(), _one_process(place / f"{self._function.__qualname__}.lock"):
                    return _only(compiled, types)
            except (OSError, EOFError, pickle.PickleError):
                pass  # With a full disk or a damaged file, compile without the cache.
        with _announced():
            return _only(_numba.njit(**self._options)(self._function), types)


def _only(dispatcher: Any, types: tuple[Any, ...]) -> Callable[..., Any]:
    with _without_collection():
        dispatcher.compile(types)
    dispatcher.disable_compile()
    compiled: Callable[..., Any] = dispatcher
    return compiled


def _cached_in(place: Path, function: Callable[..., Any], options: dict[str, object]) -> Any:
    """Decorate a function so that Numba caches it in *place*. Numba reads its cache folder when a
    function is decorated, so the setting is changed only for that moment."""
    config = _numba.core.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(place)
    try:
        return _numba.njit(cache=True, **options)(function)
    finally:
        config.CACHE_DIR = before


@contextlib.contextmanager
def _without_collection() -> Iterator[None]:
    """Disable garbage collection while compiling. Compiling creates many objects and frees few, so
    collections would take an eighth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@contextlib.contextmanager
def _one_process(lock: Path) -> Iterator[None]:
    """Hold a file lock, so that of several processes only one compiles a kernel and the others load
    its result."""
    if fcntl is None:
        yield
        return
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


listeners: list[Callable[[bool], None]] = []
"""Functions that are called with True when compilation starts and with False when it ends. Bots
with a time limit use this to exclude compilation."""


@contextlib.contextmanager
def _announced() -> Iterator[None]:
    _print_notice()
    for listener in listeners:
        listener(True)
    try:
        yield
    finally:
        for listener in listeners:
            listener(False)


@functools.cache
def _print_notice() -> None:
    print(
        "pokermasa: compiling for this machine, once; this takes some seconds …",
        file=sys.stderr,
        flush=True,
    )


@functools.cache
def folder(source: Path) -> Path | None:
    """Return the cache folder for compiled code of a file, or None if no folder is writable."""
    if not source.is_file():
        return None  # defined at an interactive prompt
    name = _PREFIX + _digest(source)
    for base in _bases():
        place = base / name
        try:
            fresh = not place.exists()
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
            if os.access(place, os.W_OK | os.X_OK):
                if fresh:
                    _delete_outdated(base)
                return place
        except OSError:
            continue
    return None


def _bases() -> list[Path]:
    configured = os.environ.get("NUMBA_CACHE_DIR")
    if configured:
        return [Path(configured)]
    if sys.platform == "win32":
        own = os.environ.get("LOCALAPPDATA", "~/AppData/Local")
    elif sys.platform == "darwin":
        own = "~/Library/Caches"
    else:
        own = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    # Never a folder that other users can write to, because its files are executed.
    bases = [_ROOM / "__pycache__"]
    with contextlib.suppress(RuntimeError):  # no home directory
        bases.append(Path(own).expanduser() / "pokermasa")
    return bases


def _digest(source: Path) -> str:
    """Return a hash of the sources, the compiler, the interpreter and the processor."""
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
    """Return the file and, recursively, every file of this folder or of `solve` that it imports;
    all files of this folder if an import is unclear.

    >>> sorted(path.stem for path in _made_from(_ROOM / "lookup.py"))
    ['array', 'inlining', 'kernel', 'lookup']
    >>> sorted(path.stem for path in _made_from(_ROOM.parent / "solve" / "traversal.py"))
    ['array', 'discounted_cfr', 'game_arrays', 'inlining', 'kernel', 'simd', 'terminal_values',
    'traversal']
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


def _delete_outdated(base: Path) -> None:
    """Delete cache folders of older sources."""
    for place in base.glob(_PREFIX + "*"):
        with contextlib.suppress(OSError):  # another process has deleted the folder
            if time.time() - place.stat().st_mtime > _FORGET_AFTER:
                shutil.rmtree(place, ignore_errors=True)
