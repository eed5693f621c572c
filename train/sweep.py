"""Flops with some or all of their turns and rivers: reach goes down, values come up."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from train.abstraction import LIVE, Cards
from train.betting import BETS, LINES, PAD, bases
from train.library import (
    BEST,
    BEST_KEPT,
    FROM_BYTES,
    FROM_TABLE,
    PLAYED,
    Early,
    River,
    Table,
)

WIDTH = (7, 63, PAD)
PROBS, REGRETS, NODES = 8, 13, 5
PAIRS = ((1, 2), (4, 5), (6, 7))  # fold and raise of one decision
EVEN = 0x5555_5555_8055_5580
"""Every act alike."""


class Deal(NamedTuple):
    """What is dealt: by the whole deck, or in a smaller game that another code can solve too."""

    hands: np.ndarray | None = None
    """[1326]: 1 for those that there are; all, unless given."""
    live: int = LIVE
    """How many of them a board of five cards leaves."""
    seen: tuple[float, float, float] = (22100 / 17296, 49 / 45, 48 / 44)
    """Of flops, turns and rivers: how many there are for each that two hands leave."""


WHOLE_DECK = Deal()


class Strategy:
    """One player's tables after the flop, for each round: [bucket, number, line]; the strategy
    itself is [bucket, line], eight bytes in one, in parts of 255."""

    def __init__(self, xp: Any, buckets: tuple[int, int, int], learns: bool = True) -> None:
        self.buckets = buckets

        def made(count: int, fill: float = 0.0) -> list[Any]:
            shapes = zip(buckets, WIDTH, strict=True)
            return [xp.full((b, count, w), fill, np.float32) for b, w in shapes]

        self.now = [xp.full((b, w), EVEN, np.uint64) for b, w in zip(buckets, WIDTH, strict=True)]
        if learns:
            self.regret, self.mass = made(REGRETS), made(NODES)
            self.sum, self.reach = made(PROBS), made(NODES)

    def step(self, cards: Cards, weight: float, keep: tuple[tuple[float, float], ...]) -> None:
        """*keep*: by round, what is kept of the regrets above zero and of those below."""
        for r in range(3):
            cards.library.call(
                "next_strategy",
                Table,
                regret=self.regret[r],
                mass=self.mass[r],
                now=self.now[r],
                sum=self.sum[r],
                reach=self.reach[r],
                weight=weight,
                keep=keep[r][0],
                keep_low=keep[r][1],
                buckets=self.buckets[r],
                pad=WIDTH[r],
            )

    def forget_average(self) -> None:
        for r in range(3):
            self.sum[r][:] = 0
            self.reach[r][:] = 0

    def average(self, xp: Any) -> list[Any]:
        """[bucket, number, line] by round; where nobody ever came, the present strategy."""
        node = xp.asarray([0, 1, 1, 2, 3, 3, 4, 4])
        result = []
        for r in range(3):
            reach = self.reach[r][:, node]
            known = self.sum[r] / xp.where(reach > 0, reach, 1)
            result.append(xp.where(reach > 0, known, as_parts(xp, self.now[r])))
        return result


def as_parts(xp: Any, packed: Any) -> Any:
    """[bucket, number, line] of a packed strategy."""
    parts = packed.view(np.uint8).reshape(*packed.shape, PROBS).transpose(0, 2, 1)
    return parts.astype(np.float32) / np.float32(255)


def as_bytes(xp: Any, parts: Any) -> Any:
    """The packed strategy of bytes [bucket, number, line], in parts of 255."""
    flat = xp.ascontiguousarray(parts.astype(np.uint8).transpose(0, 2, 1))
    return flat.view(np.uint64)[..., 0]


def whole_bytes(xp: Any, parts: Any) -> Any:
    """Chances [bucket, number, line] in parts of 255; fold and raise of one decision fit in."""
    whole = xp.rint(parts * 255).astype(np.int32)
    for fold, raises in PAIRS:
        whole[:, raises] = xp.minimum(whole[:, raises], 255 - whole[:, fold])
    return whole


class Sweep:
    """*boards*: [flops × turns × rivers, 5], each flop with as many turns, each turn as rivers.
    *buckets*: of flops and turns; a third, of the boards, stands in for *river_centres*."""

    def __init__(
        self,
        cards: Cards,
        boards: np.ndarray,
        counts: tuple[int, int, int],
        buckets: tuple[Any, ...],
        river_centres: Any = None,
        deal: Deal = WHOLE_DECK,
    ) -> None:
        self.cards, self.library, self.deal = cards, cards.library, deal
        xp = self.xp = cards.library.xp
        self.flops, turns, self.rivers = counts
        self.turns = self.flops * turns
        self.turns_each = turns
        self.bucket = list(buckets[:2])
        self.row = [xp.arange(self.flops, dtype=np.int32)]
        self.row.append(xp.asarray(np.repeat(np.arange(self.flops), turns).astype(np.int32)))
        on_device = xp.asarray(boards)
        strength = cards.strengths(on_device)
        if deal.hands is not None:
            strength *= xp.asarray(deal.hands.astype(np.uint16))
        if len(buckets) == 3:
            river = buckets[2]
        else:
            river = cards.nearest(cards.fares(on_device, strength), river_centres, strength)
        self.order, self.tape, self.length = cards.order(on_device, strength, river, deal.live)
        every = np.arange(self.turns * self.rivers, dtype=np.int32)
        self.pick = xp.asarray(every.reshape(self.turns, self.rivers))
        self.base = [
            xp.asarray(np.pad(base, (0, w - len(base))).astype(np.float32))
            for base, w in zip(bases(), WIDTH, strict=True)
        ]
        self.sums = [
            xp.empty((n, 53, 9, w), np.float32) for n, w in ((self.flops, 7), (self.turns, 63))
        ]

    def down(self, z: int, preflop: Any, table: list[Any] | None, acts: list[Any] | None) -> Any:
        """Z's reach at the beginning of each round, from its reach before the flop [hand, line]."""
        xp, reach = self.xp, [xp_tile(self.xp, preflop, self.flops)]
        for r in range(2):
            nodes = (self.flops, self.turns)[r]
            below = xp.zeros((nodes, 1326, WIDTH[r + 1]), np.float32)
            fields = self._early(r, z, reach[r], table, acts)
            self.library.call("go_down", Early, down=below, **fields)
            reach.append(below)
        return reach

    def _early(
        self, r: int, z: int, reach: Any, table: list[Any] | None, acts: list[Any] | None
    ) -> dict[str, Any]:
        return {
            "rz": reach,
            "row": self.row[r],
            "bucket": self.bucket[r],
            "zs": table[r] if table is not None else None,
            "zd": acts[r] if acts is not None else None,
            "base": self.base[r],
            "bet": BETS[r],
            "nodes": (self.flops, self.turns)[r],
            "lines": LINES[r],
            "down_pad": WIDTH[r + 1],
            "z_first": z == 1,
        }

    def up(
        self,
        z: int,
        reach: list[Any],
        table: list[Any] | None = None,
        acts: list[Any] | None = None,
        learner: Strategy | None = None,
        own: list[Any] | None = None,
        keep: list[Any] | None = None,
        pick: Any = None,
    ) -> Any:
        """Y's value of each line at the flop [flop, hand, line]. Y plays its best, written to
        *keep* if given; or *learner*, whose regrets and masses are added to."""
        xp, library = self.xp, self.library
        pick = self.pick if pick is None else pick
        value = [
            xp.zeros((n, 1326, w), np.float32)
            for n, w in ((self.flops, 7), (self.flops, 63), (self.turns, PAD))
        ]
        learns: list[dict[str, Any]] = [
            {}
            if learner is None
            else {
                "ry": own[r],  # type: ignore[index]
                "ys": learner.now[r],
                "regret": learner.regret[r],
                "mass": learner.mass[r],
                "scale": 1.0 / (self.flops, self.turns, self.turns * pick.shape[1])[r],
            }
            for r in range(3)
        ]
        op = PLAYED if learner is not None else BEST_KEPT if keep is not None else BEST
        library.call(
            "river",
            River,
            FROM_TABLE if acts is None else FROM_BYTES,
            op,
            order=self.order,
            tape=self.tape,
            length=self.length,
            room=self.library.room,
            taken=self.library.taken,
            blocks=self.library.blocks,
            pick=pick,
            rz=reach[2],
            zs=table[2] if table is not None else None,
            zd=acts[2] if acts is not None else None,
            yd=keep[2] if keep is not None else None,
            value=value[2],
            base=self.base[2],
            bet=BETS[2],
            turns=self.turns,
            picks=pick.shape[1],
            live=self.deal.live,
            pad=PAD,
            z_first=z == 1,
            **({"ry": reach[2]} | learns[2]),
        )
        _, turn, river = self.deal.seen
        for r, scale in ((1, river / pick.shape[1]), (0, turn / self.turns_each)):
            fields = self._early(r, z, reach[r], table, acts) | {
                "sums": self.sums[r],
                "child": value[r + 1],
                "child_scale": scale,
                "value": value[r],
                "yd": keep[r] if keep is not None else None,
                "play": learner is not None,
            }
            library.call("add_up", Early, **fields)
            library.call("come_up", Early, **fields, **learns[r])
        self.values = value
        return value[0]

    def room_for_acts(self) -> list[Any]:
        xp = self.xp
        return [
            xp.zeros((self.flops, 1326, 7), np.uint8),
            xp.zeros((self.turns, 1326, 63), np.uint8),
            xp.empty((self.turns * self.rivers, self.deal.live, PAD), np.uint8),
        ]


def xp_tile(xp: Any, preflop: Any, flops: int) -> Any:
    """[line, hand] on the host to [flop, hand, line] on the device."""
    one = np.ascontiguousarray(np.asarray(preflop, np.float32).T)
    return xp.asarray(np.tile(one, (flops, 1, 1)))
