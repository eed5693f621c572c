"""The compiled part: kernels on the GPU, or the same code in plain loops (`cuda/build`)."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

import numpy as np

P, I, F, L = ctypes.c_void_p, ctypes.c_int, ctypes.c_float, ctypes.c_long


def struct(name: str, **fields: Any) -> type[ctypes.Structure]:
    return type(name, (ctypes.Structure,), {"_fields_": [*fields.items()]})


River = struct(
    "River",
    **dict.fromkeys(["order", "tape", "length", "pick", "rz", "ry", "zs", "ys", "zd", "yd", "value", "regret", "mass", "room", "base"], P),
    **dict.fromkeys(["bet", "scale"], F),
    **dict.fromkeys(["turns", "picks", "live", "pad", "z_first", "blocks"], I),
)
Early = struct(
    "Early",
    **dict.fromkeys(["rz", "ry", "row", "bucket", "zs", "ys", "zd", "yd", "down", "sums", "child", "value", "regret", "mass", "base"], P),
    **dict.fromkeys(["bet", "child_scale", "scale"], F),
    **dict.fromkeys(["nodes", "lines", "down_pad", "z_first", "play"], I),
)
Table = struct(
    "Table",
    **dict.fromkeys(["regret", "mass", "now", "sum", "reach"], P),
    **dict.fromkeys(["weight", "keep", "keep_low"], F),
    **dict.fromkeys(["buckets", "pad"], I),
)
Boards = struct(
    "Boards",
    **dict.fromkeys(["cards", "suits_low", "suits_flush", "low", "high", "values", "by_group", "group"], P),
    **dict.fromkeys(["strength", "fare", "bin", "bucket", "order", "tape", "length", "rank"], P),
    **dict.fromkeys(["boards", "live"], I),
)
Nearest = struct("Nearest", points=P, centres=P, strength=P, bucket=P, n=L, k=I, dims=I)
Spread = struct("Spread", bin=P, points=P, nodes=I, boards=I)

FROM_TABLE, FROM_BYTES = 0, 1
BEST, BEST_KEPT, PLAYED = 0, 1, 2


class Library:
    """`xp` is NumPy or CuPy: everything else is written for either."""

    def __init__(self, gpu: bool) -> None:
        self.gpu = gpu
        if gpu:
            import cupy

            self.xp: Any = cupy
        else:
            self.xp = np
        self.room = self.xp.empty((self.blocks, 47, 9, 32), np.float32)
        path = Path(__file__).parent / "cuda" / ("gpu.so" if gpu else "cpu.so")
        self._code = ctypes.CDLL(str(path))

    def _at(self, array: Any) -> int | None:
        if array is None:
            return None
        assert array.flags.c_contiguous
        return int(array.data.ptr if self.gpu else array.ctypes.data)

    def call(self, name: str, kind: type[ctypes.Structure], *numbers: int, **fields: Any) -> None:
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
        """Of the river's kernel: as many as run at a time, four on each multiprocessor."""
        if not self.gpu:
            return 1
        return 4 * int(self.xp.cuda.Device().attributes["MultiProcessorCount"])

    def wait(self) -> None:
        if self.gpu:
            self.xp.cuda.Device().synchronize()

    def host(self, array: Any) -> np.ndarray:
        return self.xp.asnumpy(array) if self.gpu else np.asarray(array)
