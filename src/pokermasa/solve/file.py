"""Solution files: NumPy archives, described in docs/solve.md. A file is written completely or not
at all."""

from __future__ import annotations

import json
import os
import zipfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp
from typing import Any

import numpy as np

from pokermasa.notation.fen import FenError
from pokermasa.solve.cards import Renaming
from pokermasa.solve.game import Game
from pokermasa.solve.refusal import SolveError, SolveRefusal
from pokermasa.solve.solution import Solution
from pokermasa.solve.subgame import Subgame

FORMAT = "pokermasa solution 1"
_HEADER = "header"
_LARGEST_HEADER = 1 << 22
_BROKEN = (
    *(ValueError, KeyError, IndexError, TypeError, AttributeError, EOFError, NotImplementedError),
    *(FenError, zipfile.BadZipFile, zlib.error),
)
_ALWAYS = ("sums", "small_sums", "units", "lock", "locked")


def save(solution: Solution, path: str | Path, resumable: bool = True) -> None:
    """Write a solution to a file. *resumable* also saves the regrets, which `improve` needs to
    continue; the file is then twice as large."""
    target = Path(path)
    store = solution.game.store
    names = (*_ALWAYS, "regrets", "small_regrets") if resumable else _ALWAYS
    header = {
        "format": FORMAT,
        "spot": solution.subgame.to_data(),
        "small": solution.game.small,
        "suits": [list(renaming[:4]) for renaming in solution.game.cards.renamings],
        "iterations": solution.iterations,
        "seconds": solution.seconds,
        "unit": solution.unit,
        "value": list(solution.value),
        "gains": list(solution.gains),
    }
    arrays: dict[str, Any] = {name: getattr(store, name) for name in names}
    arrays[_HEADER] = np.frombuffer(json.dumps(header).encode(), np.uint8)
    number, beside = mkstemp(prefix=f".{target.name[:100]}.", dir=target.parent)
    try:
        with open(number, "wb") as file:
            np.savez_compressed(file, allow_pickle=False, **arrays)
        with suppress(OSError):
            os.chmod(beside, 0o644)
        os.replace(beside, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(beside)
        raise


def load(
    path: str | Path,
    *,
    threads: int | None = None,
    memory: int | None = None,
    approve: Callable[[Game], None] | None = None,
) -> Solution:
    """Read a solution from a file.

    Raises `SolveError` if the file is not a solution or needs more memory than *memory* bytes
    (None: than is free), and `OSError` if it cannot be read. *approve* is called before the memory
    is allocated, as in `begin`.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            sizes = {info.filename: info.file_size for info in archive.infolist()}
            if sizes.get(f"{_HEADER}.npy", _LARGEST_HEADER + 1) > _LARGEST_HEADER:
                raise ValueError("the header is missing")
            header = json.loads(_array(archive, _HEADER).tobytes())
            if header["format"] != FORMAT:
                raise ValueError(f"the format is {str(header['format'])[:40]!r}, not {FORMAT!r}")
            subgame = Subgame.from_data(header["spot"])
            game = subgame.game(
                small=bool(header["small"]),
                threads=threads,
                symmetric=_renamings(header["suits"]),
                memory=memory,
            )
            if approve is not None:
                approve(game)
            solution = Solution(subgame, game)
            game.time = int(header["iterations"])
            solution.seconds = float(header["seconds"])
            scale, sign = header["unit"]
            if type(scale) is not int or scale < 1 or len(str(sign)) > 8:
                raise ValueError("its unit is unknown")
            solution.unit = scale, str(sign)
            _fill(game, archive, sizes)
    except OSError:
        raise
    except SolveError as error:
        if error.code is SolveRefusal.TOO_LARGE:
            raise
        raise SolveError(SolveRefusal.UNREADABLE, f"{path}: {error}") from None
    except _BROKEN as error:
        message = f"{path} is not a readable solution file: {error}"
        raise SolveError(SolveRefusal.UNREADABLE, message) from None
    return solution


def _renamings(suits: list[list[int]]) -> set[Renaming]:
    """Return the renamings of cards for the stored names of suits. Raises `ValueError` without the
    identity."""
    found = {tuple(card // 4 * 4 + int(names[card % 4]) for card in range(52)) for names in suits}
    if tuple(range(52)) not in found:
        raise ValueError("the list of suits lacks the identity")
    return found


def _array(archive: zipfile.ZipFile, name: str) -> Any:
    with archive.open(f"{name}.npy") as file:
        return np.lib.format.read_array(file, allow_pickle=False)


def _fill(game: Game, archive: zipfile.ZipFile, sizes: dict[str, int]) -> None:
    """Read the arrays into the game. Their sizes are checked before anything is read, because the
    file may come from somebody else."""
    found = {}
    for name, mine in game.store._asdict().items():
        file = f"{name}.npy"
        if file not in sizes:
            if name not in ("regrets", "small_regrets"):
                raise ValueError(f"{name} is missing")
            continue
        most = 8 * (game.layout.decisions + 1) if name == "lock" else 4 * game.layout.numbers
        most = most if name in ("lock", "locked") else mine.nbytes
        if sizes[file] > most + 4096:
            raise ValueError(f"{name} is larger than this subgame allows")
        array = _array(archive, name)
        if array.dtype != mine.dtype or (
            name not in ("lock", "locked") and array.shape != mine.shape
        ):
            raise ValueError(f"{name} has the shape {array.shape}, not {mine.shape}")
        found[name] = array
    lock, locked = found["lock"], found["locked"]
    if lock.ndim != 1 or locked.ndim != 1 or len(lock) not in (1, game.layout.decisions + 1):
        raise ValueError("the locks do not fit this subgame")
    if lock.max() >= len(locked):
        raise ValueError("the locks point outside their table")
    game.store = game.store._replace(**found)
