"""Measures the gain from solving rivers during play, by a best response on sampled flops, turns and
rivers.

Everything is computed with the table alone and with solved rivers (cuda/live.cpp). A best response
that is chosen on the sampled cards fits these too well, so what it wins is an upper bound (`most`).
By cross-validation it is also chosen on some of the cards and scored on the others, in turn on each
part of the rivers, turns and flops, which gives a lower bound (`least`). The true value lies in
between.
"""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pokermasa.batch.combo import combos
from pokermasa.bots.limit.bucket import NONE, Buckets
from pokermasa.bots.limit.reach import SWAPPED, split
from pokermasa.bots.limit.river import (
    GADGET,
    LEAST,
    LIVE,
    ROUNDS,
    best_answers,
    ranked,
    solve,
)
from pokermasa.bots.limit.table import PARTS, StrategyTable
from pokermasa.equity.board_strengths import values_on
from train.betting import BETS, bases
from train.library import F, N, P, fields, struct
from train.preflop import HIGH, LOW, Preflop
from train.sweep import WHOLE_DECK
from train.table_file import unpacked

Live = struct(
    "Live",
    **fields(P, "order strength bucket rz ry zs base lines was now solved"),
    **fields(F, "bet gadget"),
    **fields(N, "count pad z_first rounds"),
)
LINES = 567
CUDA = Path(__file__).parent / "cuda"
HOLDS = np.zeros((52, 1326), np.float32)
HOLDS[HIGH, np.arange(1326)] = HOLDS[LOW, np.arange(1326)] = 1


def best(e: np.ndarray, q: np.ndarray, base: np.ndarray, bet: int, z_first: bool) -> np.ndarray:
    """Return Y's value of a round, indexed by pair, hand and line, from the values of its nine
    ends.

    The first element of the pair decides the acts; the second is their score.
    """
    by_card = np.tensordot(HOLDS, q, 1)
    mass = q.sum(axis=0) - by_card[HIGH] - by_card[LOW] + q
    m = [mass[..., k] for k in range(9)]
    b, i1, i2, i3 = (base + k * bet for k in range(4))

    def most(*options: np.ndarray) -> np.ndarray:
        value = options[0]
        for other in options[1:]:
            value = np.where(other[:1] > value[:1], other, value)
        return value

    def both(x: np.ndarray) -> np.ndarray:
        return np.broadcast_to(x, e.shape[:-1])

    v3 = most(both(-i2 * m[3]), e[..., 3], both(i3 * (m[3] - m[4])) + e[..., 4])
    v1 = most(both(-b * m[1]), e[..., 1], i1 * (m[1] - m[2] - m[3]) + e[..., 2] + v3)
    w4 = most(both(-i3 * m[8]), e[..., 8])
    w2 = most(both(-i1 * m[6]), e[..., 6], i2 * (m[6] - m[7] - m[8]) + e[..., 7] + w4)
    u = m[0] if z_first else m[0] + m[1]
    first = most(e[..., 0] if z_first else e[..., 0] + v1, b * (u - m[5] - m[6]) + e[..., 5] + w2)
    return first + v1 if z_first else first


def crossed(parts: list[np.ndarray]) -> list[np.ndarray]:
    """Return pairs of values (to choose by, to score by) for cross-validation: the mean of the
    other parts, and one part."""
    total = np.sum(parts, axis=0)
    if len(parts) == 1:  # all cards
        return [np.stack([total, total])]
    return [np.stack([(total - one) / (len(parts) - 1), one]) for one in parts]


class Rivers:
    """The game against a table, with and without solved rivers. *fast* uses cuda/live.cpp;
    otherwise the code of the bot is used, one line at a time."""

    def __init__(self, table: StrategyTable, fast: bool = True, folder: Path = CUDA) -> None:
        self.buckets = Buckets(table)
        self.before, after = unpacked(np, table)
        self.preflop = Preflop(combos().hand_class.astype(np.int64))
        self.packed = [np.ascontiguousarray(player[2][:, :LINES]) for player in after]
        self.parts = [[part / np.float32(PARTS) for part in player] for player in table.after]
        self._code = ctypes.CDLL(str(folder / "live.so")) if fast else None

    def reach(self, board: tuple[int, ...], z: int) -> list[tuple[np.ndarray, np.ndarray]]:
        """Return Z's reach for each round before the last card of *board*: at its beginning, by
        hand and line, and at its nine ends. The last element is the reach after these rounds."""
        found = []
        w: np.ndarray = self.preflop.reach(self.before, z).T.astype(np.float32)
        for r in range(len(board) - 2):
            rows = self.buckets.all(board[: 3 + r]).astype(np.int64)
            w = np.where((rows == NONE)[:, None], 0, w)
            acts = self.parts[z][r][np.where(rows == NONE, 0, rows)].transpose(1, 0, 2)
            q = split(w, acts, z == 1)
            found.append((w, q))
            w = (q if z == 1 else q[..., SWAPPED]).reshape(1326, -1)
        return [*found, (w, w)]

    def values(
        self,
        board: tuple[int, ...],
        reach: list[np.ndarray],
        rounds: int = ROUNDS,
        lines: np.ndarray | None = None,
        solved: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return Y's best values on a river, indexed by solving, z, hand and line: against the
        table, and against Z when it solves. *lines* restricts the lines."""
        strength = np.ascontiguousarray(values_on(board, np.zeros(1, np.uint64))[0], np.uint16)
        order = np.argsort(strength, kind="stable")[-LIVE:].astype(np.uint16)
        bucket = self.buckets.all(board)
        base = bases()[2].astype(np.float32)
        own = [np.where(strength[:, None] > 0, each, 0).astype(np.float32) for each in reach]
        result = np.zeros((2, 2, 1326, LINES), np.float32)
        every = np.arange(LINES)
        for z in (0, 1):
            often = own[z].sum(axis=0) >= LEAST
            some = [(every[often], rounds), (every[~often], 0)]
            # A line that Z never takes is worth nothing to Y.
            taken: np.ndarray = np.any(own[z], axis=0)
            for which, count in some if lines is None else [(lines, rounds)]:
                which = which[taken[which]]
                if self._code is None:
                    self._one_by_one(board, own, z, which, count, result[:, z])
                    continue
                chosen = which.astype(np.int32)
                arrays: dict[str, np.ndarray] = {
                    "order": order,
                    "strength": strength,
                    "bucket": bucket,
                    "rz": own[z],
                }
                arrays |= {"ry": own[1 - z], "zs": self.packed[z], "base": base, "lines": chosen}
                arrays |= {"was": result[0, z], "now": result[1, z]}
                if solved is not None:
                    arrays["solved"] = solved[z]
                places = {name: array.ctypes.data for name, array in arrays.items()}
                numbers = {"count": len(chosen), "pad": LINES, "z_first": z == 1, "rounds": count}
                call = Live(**places, **numbers, bet=BETS[2], gadget=GADGET)
                self._code.live(ctypes.byref(call))
        return result

    def _one_by_one(
        self,
        board: tuple[int, ...],
        own: list[np.ndarray],
        z: int,
        lines: np.ndarray,
        rounds: int,
        result: np.ndarray,
    ) -> None:
        values = values_on(board, np.zeros(1, np.uint64))[0].astype(np.int64)
        order = np.argsort(values, kind="stable")[-LIVE:]
        mine, his = (own[who].astype(np.float64) for who in (z, 1 - z))
        rows = self.buckets.all(board)[order].astype(np.int64)
        acts = np.ascontiguousarray(self.parts[z][2][rows][:, :, lines], np.float64)
        base = bases()[2][lines].astype(np.float64)
        some, held = np.ascontiguousarray(mine[order][:, lines]), ranked(values, order)
        won = np.zeros((LIVE, len(lines)))
        best_answers(held, some, acts, base, z == 1, won)
        result[0][np.ix_(order, lines)] = won
        if rounds:
            for place, line in enumerate(lines.tolist()):
                one = acts[:, :, place].copy()
                ranges = mine[:, line], his[:, line]
                solve(values, order, *ranges, one, int(base[place]), z == 1, rounds)
                acts[:, :, place] = one
            best_answers(held, some, acts, base, z == 1, won)
        result[1][np.ix_(order, lines)] = won

    def turn(self, board: tuple[int, ...], rivers: list[int], folds: int) -> np.ndarray:
        """Return Y's values on a turn, indexed by solving, z, (most, least), hand and line.

        The values of the table use all rivers; the difference made by solving is estimated from the
        given *rivers*, in *folds* parts.
        """
        down = [self.reach(board, z) for z in (0, 1)]
        reach = [ways[-1][0] for ways in down]
        whole = np.zeros((2, 1326, LINES), np.float32)
        for river in range(52):
            if river not in board and river not in rivers:
                whole += self.values((*board, river), reach, 0, np.arange(LINES))[0]
        less = np.zeros((folds, 2, 1326, LINES), np.float32)
        for place, river in enumerate(rivers):
            was, now = self.values((*board, river), reach)
            whole += was
            less[place % folds] += (was - now) * np.float32(48 * folds / len(rivers))
        result = np.zeros((2, 2, 2, 1326, 63), np.float32)
        for z in (0, 1):
            result[0, z] = self._up(1, z, down[z][1], whole[np.newaxis, z] / 44)
            result[1, z] = self._up(1, z, down[z][1], (whole[z] - less[:, z]) / 44)
        return result

    def flop(self, flop: tuple[int, ...], turns: np.ndarray, folds: int) -> np.ndarray:
        """Return Y's values on a flop, with the same indexes, from the values of some of its
        turns."""
        result = np.zeros((2, 2, 2, 1326, 7), np.float32)
        part = np.arange(len(turns)) % folds
        _, seen, _ = WHOLE_DECK.seen
        for z in (0, 1):
            down = self.reach(flop, z)[0]
            for solves in (0, 1):
                found = turns[:, solves, z] * np.float32(seen)
                parts = np.stack([found[part == k].mean(axis=0) for k in range(folds)], axis=1)
                most = self._up(0, z, down, parts[0])[0]
                least = self._up(0, z, down, parts[1])[1]
                result[solves, z] = most, least
        return result

    def _up(
        self, r: int, z: int, down: tuple[np.ndarray, np.ndarray], parts: np.ndarray
    ) -> np.ndarray:
        """Return the values (most, least) at the beginning of a round, from those at its end by
        part of the cards."""
        w, q = down
        base, live = bases()[r].astype(np.float32), (w > 0).any(axis=1) | (parts != 0).any((0, 2))

        def value(pair: np.ndarray) -> np.ndarray:
            e = pair.reshape(2, 1326, -1, 9)
            found = best(e if z == 1 else e[..., SWAPPED], q, base, BETS[r], z == 1)
            return np.where(live[:, None], found, 0)

        most = value(np.stack([parts.mean(axis=0)] * 2))[1]
        return np.stack([most, np.mean([value(pair)[1] for pair in crossed(list(parts))], axis=0)])

    def won(self, flops: np.ndarray, folds: int) -> np.ndarray:
        """Return what Y wins in mbb per hand, indexed by solving, (most, least) and z, from the
        values of some flops."""
        result = np.zeros((2, 2, 2))
        seen, _, _ = WHOLE_DECK.seen
        mbb = 500 / (1326 * 1225)  # from chips summed over pairs of hands; a big blind is two chips
        for solves in (0, 1):
            for z in (0, 1):
                found = flops[:, solves, z].astype(np.float64).transpose(0, 1, 3, 2) * seen
                value = self._before(z, found[:, 0].mean(axis=0))
                result[solves, 0, z] = value[0].sum() * mbb
                part = np.arange(len(flops)) % folds
                parts = [found[part == k, 1].mean(axis=0) for k in range(folds)]
                least = []
                for chosen, scored in crossed(parts):
                    acts = self._before(z, chosen)[1]
                    value = self.preflop.values(self.before, acts, 1 - z, scored)
                    least.append(value[0].sum() * mbb)
                result[solves, 1, z] = np.mean(least)
        return result

    def _before(self, z: int, ends: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return self.preflop.values(self.before, None, 1 - z, ends)


class Summary(NamedTuple):
    """The mean over both seats, in mbb per hand; each is a pair (least, most)."""

    table: tuple[float, float]
    """Exploitability of the table alone."""
    solving: tuple[float, float]
    """Exploitability with solved rivers."""
    gain: tuple[float, float]
    """Reduction of the exploitability by solving."""
    half: tuple[float, float]
    """Half the width of the 95 % confidence interval of `gain`, over the flops."""


def summary(rivers: Rivers, flops: np.ndarray, folds: int) -> Summary:
    """Summarise the values of some flops. The confidence interval is a jackknife estimate."""
    whole = rivers.won(flops, folds).mean(axis=2)
    count = len(flops)
    less = [rivers.won(np.delete(flops, k, axis=0), folds).mean(axis=2) for k in range(count)]
    gains = np.array([one[0] - one[1] for one in less])
    half = 1.96 * np.sqrt((count - 1) / count * ((gains - gains.mean(axis=0)) ** 2).sum(axis=0))
    gain = whole[0] - whole[1]
    return Summary(
        (whole[0, 1], whole[0, 0]),
        (whole[1, 1], whole[1, 0]),
        (gain[1], gain[0]),
        (half[1], half[0]),
    )
