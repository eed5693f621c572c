"""Traverses flops with some or all of their turns and rivers: reach goes down the tree, values come
up."""

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
"""Number of lines by round, with padding."""
PROBS, REGRETS, NODES = 8, 13, 5
PAIRS = ((1, 2), (4, 5), (6, 7))  # fold and raise of one decision
EVEN = 0x5555_5555_8055_5580
"""A packed strategy that plays all acts with equal probability."""


class Deck(NamedTuple):
    """The cards in play: the whole deck, or a smaller one for games that other programs can also
    solve.
    """

    hands: np.ndarray | None = None
    """1 for each of the 1326 hands that exists; None means all."""
    live: int = LIVE
    """Number of hands that share no card with a board of five."""
    seen: tuple[float, float, float] = (22100 / 17296, 49 / 45, 48 / 44)
    """Factors for flops, turns and rivers: the number of all cards to come, divided by the number
    that are possible with two known hands."""


WHOLE_DECK = Deck()
"""The deck of 52 cards."""


class Strategy:
    """One player's tables after the flop, for each round, indexed by bucket, number and line. The
    strategy itself is packed: eight bytes in one element, in units of 1/255."""

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
        """Add the current strategy to the average, and compute the next one by regret matching.
        *keep* has the discount factors of positive and negative regrets for each round."""
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
        """Set the average strategy to zero."""
        for r in range(3):
            self.sum[r][:] = 0
            self.reach[r][:] = 0

    def average(self, xp: Any) -> list[Any]:
        """Return the average strategy by round, indexed by bucket, number and line. Decisions that
        were never reached have the current strategy."""
        node = xp.asarray([0, 1, 1, 2, 3, 3, 4, 4])
        result = []
        for r in range(3):
            reach = self.reach[r][:, node]
            known = self.sum[r] / xp.where(reach > 0, reach, 1)
            result.append(xp.where(reach > 0, known, as_parts(xp, self.now[r])))
        return result


def as_parts(xp: Any, packed: Any) -> Any:
    """Unpack a strategy to probabilities, indexed by bucket, number and line."""
    parts = packed.view(np.uint8).reshape(*packed.shape, PROBS).transpose(0, 2, 1)
    return parts.astype(np.float32) / np.float32(255)


def as_bytes(xp: Any, parts: Any) -> Any:
    """Pack a strategy of bytes, indexed by bucket, number and line."""
    flat = xp.ascontiguousarray(parts.astype(np.uint8).transpose(0, 2, 1))
    return flat.view(np.uint64)[..., 0]


def whole_bytes(xp: Any, parts: Any) -> Any:
    """Round probabilities to units of 1/255, so that fold and raise of a decision add up to at most
    255."""
    whole = xp.rint(parts * 255).astype(np.int32)
    for fold, raises in PAIRS:
        whole[:, raises] = xp.minimum(whole[:, raises], 255 - whole[:, fold])
    return whole


class Sweep:
    """The arrays of some flops for one traversal.

    *boards* lists all boards, with equally many turns for each flop and rivers for each turn;
    *counts* has these numbers. *buckets* are those of the flops and turns; a third element, those
    of the boards, replaces *river_centres*.
    """

    def __init__(
        self,
        cards: Cards,
        boards: np.ndarray,
        counts: tuple[int, int, int],
        buckets: tuple[Any, ...],
        river_centres: Any = None,
        deck: Deck = WHOLE_DECK,
    ) -> None:
        self.cards, self.library, self.deck = cards, cards.library, deck
        xp = self.xp = cards.library.xp
        self.flops, turns, self.rivers = counts
        self.turns = self.flops * turns
        self.turns_each = turns
        self.bucket = list(buckets[:2])
        self.row = [xp.arange(self.flops, dtype=np.int32)]
        self.row.append(xp.asarray(np.repeat(np.arange(self.flops), turns).astype(np.int32)))
        on_device = xp.asarray(boards)
        strength = cards.strengths(on_device)
        if deck.hands is not None:
            strength *= xp.asarray(deck.hands.astype(np.uint16))
        if len(buckets) == 3:
            river = buckets[2]
        else:
            river = cards.nearest(cards.fares(on_device, strength), river_centres, strength)
        self.order, self.tape, self.length = cards.order(on_device, strength, river, deck.live)
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
        """Return Z's reach at the beginning of each round, from its reach before the flop by hand
        and line."""
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
        """Return Y's value of each line on the flop, indexed by flop, hand and line.

        Y plays its best response, which is written to *keep* if given, or the strategy of
        *learner*, whose regrets and reach are updated.
        """
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
            live=self.deck.live,
            pad=PAD,
            z_first=z == 1,
            **({"ry": reach[2]} | learns[2]),
        )
        _, turn, river = self.deck.seen
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
        """Return buffers for a best response, by round."""
        xp = self.xp
        return [
            xp.zeros((self.flops, 1326, 7), np.uint8),
            xp.zeros((self.turns, 1326, 63), np.uint8),
            xp.empty((self.turns * self.rivers, self.deck.live, PAD), np.uint8),
        ]


def xp_tile(xp: Any, preflop: Any, flops: int) -> Any:
    """Copy an array by line and hand to the device, once for each flop."""
    one = np.ascontiguousarray(np.asarray(preflop, np.float32).T)
    return xp.asarray(np.tile(one, (flops, 1, 1)))
