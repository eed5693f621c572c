"""The compiled library: kernels on the GPU, or the same code as plain loops on the CPU
(`cuda/build`)."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

import numpy as np

P, N, F, L = ctypes.c_void_p, ctypes.c_int, ctypes.c_float, ctypes.c_long


def struct(name: str, **fields: Any) -> type[ctypes.Structure]:
    """Define a C structure."""
    return type(name, (ctypes.Structure,), {"_fields_": [*fields.items()]})


def fields(kind: Any, names: str) -> dict[str, Any]:
    """Give several fields of a structure the same type."""
    return dict.fromkeys(names.split(), kind)


River = struct(
    "River",
    **fields(P, "order tape length pick rz ry zs ys zd yd value regret mass room taken base"),
    **fields(F, "bet scale"),
    **fields(N, "turns picks live pad z_first blocks"),
)
Early = struct(
    "Early",
    **fields(P, "rz ry row bucket zs ys zd yd down sums child value regret mass base"),
    **fields(F, "bet child_scale scale"),
    **fields(N, "nodes lines down_pad z_first play"),
)
Table = struct(
    "Table",
    **fields(P, "regret mass now sum reach"),
    **fields(F, "weight keep keep_low"),
    **fields(N, "buckets pad"),
)
Boards = struct(
    "Boards",
    **fields(P, "cards suits_low suits_flush low high values by_group group"),
    **fields(P, "strength fare bin bucket order tape length rank"),
    **fields(N, "boards live"),
)
Nearest = struct(
    "Nearest",
    **fields(P, "points centres strength bucket"),
    **fields(L, "n"),
    **fields(N, "k dims"),
)
Spread = struct("Spread", **fields(P, "bin points"), **fields(N, "nodes boards"))

FROM_TABLE, FROM_BYTES = 0, 1
BEST, BEST_KEPT, PLAYED = 0, 1, 2


class Library:
    """The compiled library with its array module: `xp` is CuPy or NumPy, and all other code works
    with either."""

    def __init__(self, gpu: bool, folder: Path = Path(__file__).parent / "cuda") -> None:
        self.gpu = gpu
        if gpu:
            import cupy

            self.xp: Any = cupy
        else:
            self.xp = np
        self.room = self.xp.empty((self.blocks, 47, 9, 32), np.float32)
        self.taken = self.xp.zeros(1, np.int32)
        self._code = ctypes.CDLL(str(folder / ("gpu.so" if gpu else "cpu.so")))

    def _at(self, array: Any) -> int | None:
        if array is None:
            return None
        assert array.flags.c_contiguous
        return int(array.data.ptr if self.gpu else array.ctypes.data)

    def call(self, name: str, kind: type[ctypes.Structure], *numbers: int, **fields: Any) -> None:
        """Call a function with a structure of arrays and numbers. Missing ones are null or 0.
        Raises `RuntimeError` for a CUDA error."""
        wanted = dict(kind._fields_)  # type: ignore[arg-type]
        values = {
            key: self._at(fields.pop(key, None)) if wanted[key] is P else fields.pop(key, 0)
            for key in wanted
        }
        assert not fields, fields
        status = getattr(self._code, name)(ctypes.byref(kind(**values)), *numbers)
        if status:
            raise RuntimeError(f"{name}: CUDA error {status}")

    @property
    def blocks(self) -> int:
        """Number of blocks of the river kernel that run at the same time: four on each
        multiprocessor."""
        if not self.gpu:
            return 1
        return 4 * int(self.xp.cuda.Device().attributes["MultiProcessorCount"])

    def wait(self) -> None:
        """Wait until the GPU has finished."""
        if self.gpu:
            self.xp.cuda.Device().synchronize()

    def host(self, array: Any) -> np.ndarray:
        """Return an array as a NumPy array."""
        return self.xp.asnumpy(array) if self.gpu else np.asarray(array)
