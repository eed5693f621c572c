"""Trains a table: first CFR for both players on sampled boards, then CFR-BR.

In CFR-BR (Johanson et al. 2012), each player learns against a best response that knows its strategy
and every card, one flop with all its runouts at a time.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from pokermasa.bots.limit.table import StrategyTable
from train.abstraction import NONE, Cards, blocked, k_means, runouts
from train.library import Library
from train.preflop import Preflop, matched, unblocked
from train.sweep import WHOLE_DECK, Deck, Strategy, Sweep, as_bytes, whole_bytes


class Trainer:
    """The training run: buckets, strategies of both players, and preflop regrets."""

    def __init__(
        self,
        library: Library,
        file: str,
        sizes: tuple[int, int, int],
        seed: int,
        deck: Deck = WHOLE_DECK,
    ) -> None:
        self.library, self.xp = library, library.xp
        self.cards, self.deck = Cards(library, file), deck
        self.sizes, self.seed = sizes, seed
        self.random = np.random.default_rng(seed)
        if deck.hands is None:
            self.preflop = Preflop(self.cards.hand_class)
        else:  # In a smaller deck, suits are not equal, so each hand is a class of its own.
            self.preflop = Preflop(np.arange(1326), deck.hands)
        shape = (8, len(self.preflop.count), 3)
        self.regret, self.sum, self.rival_regret = (np.zeros(shape) for _ in range(3))
        pairs = self.preflop.live @ unblocked(self.preflop.live)
        self.mbb = 500 / pairs
        """Factor from chips summed over pairs of hands to mbb per hand. A big blind is two
        chips."""
        self.players = [Strategy(self.xp, sizes) for _ in range(2)]
        self.typical = (1.0, 1.0, 1.0, 1.0)
        """Typical regret of one iteration, by round, used to continue from a table."""
        self.acts: list[Any] | None = None
        self.iterations = 0.0

    def make_buckets(self, flops: np.ndarray | None = None, points: int = 400_000) -> None:
        """Compute the centres by k-means on a sample, and the bucket of every hand on every flop
        and turn."""
        xp, cards = self.xp, self.cards
        flops = np.arange(len(cards.flops)) if flops is None else flops
        self.flops = flops
        curve_f, curve_t = self._curves()
        chance = cards.weights[flops] / cards.weights[flops].sum()
        count = max(2, points // 1100)
        some = self.random.choice(len(flops), count, p=chance)
        turn = self.random.integers(49, size=count)
        on_flop = [curve_f[f][self._free(f)] for f in some]
        on_turn = [curve_t[f, t][self._free(f, t)] for f, t in zip(some, turn, strict=True)]
        boards = np.array(
            [
                runouts(cards.flops[flops[f]])[t * 48 + self.random.integers(48)]
                for f, t in zip(some, turn, strict=True)
            ]
        )
        on_device = xp.asarray(boards)
        strength = cards.strengths(on_device)
        on_river = cards.fares(on_device, strength)[strength > 0]
        groups = (xp.concatenate(on_flop), xp.concatenate(on_turn), on_river)
        self.centres = [
            k_means(xp, data, k, 25, self.seed + r)
            for r, (data, k) in enumerate(zip(groups, self.sizes, strict=True))
        ]
        self._place(curve_f, curve_t)

    def use_buckets(self, table: StrategyTable, flops: np.ndarray | None = None) -> None:
        """Use the buckets of a table, on the given flops (default: all)."""
        self.flops = np.arange(len(self.cards.flops)) if flops is None else flops
        self.cards.use_groups(table.groups)
        self.centres = [self.xp.asarray(c) for c in table.centres]
        self._place(*self._curves())

    def _curves(self) -> tuple[Any, Any]:
        xp, cards = self.xp, self.cards
        curve_f = xp.zeros((len(self.flops), 1326, 16), np.uint8)
        curve_t = xp.zeros((len(self.flops), 49, 1326, 16), np.uint8)
        for place, flop in enumerate(self.flops):
            boards = xp.asarray(runouts(cards.flops[flop]))
            bins = cards.bins(boards, cards.strengths(boards))
            curve_t[place] = cards.spread(bins, 49)
            curve_f[place] = cards.spread(bins, 1)[0]
        return curve_f, curve_t

    def _place(self, curve_f: Any, curve_t: Any) -> None:
        xp, cards = self.xp, self.cards
        self.bucket_f = cards.nearest(curve_f, self.centres[0])
        self.bucket_t = cards.nearest(curve_t, self.centres[1])
        for place, flop in enumerate(self.flops):
            off = blocked(runouts(cards.flops[flop])[::48, :4])
            self.bucket_t[place][xp.asarray(off)] = NONE
            self.bucket_f[place][xp.asarray(off.all(axis=0))] = NONE

    def _free(self, place: int, turn: int | None = None) -> Any:
        boards = runouts(self.cards.flops[self.flops[place]])[::48]
        board = boards[:1, :3] if turn is None else boards[turn : turn + 1, :4]
        return self.xp.asarray(~blocked(board)[0])

    def whole(self, place: int) -> Sweep:
        """Return a sweep of one flop with all its runouts."""
        boards = runouts(self.cards.flops[self.flops[place]])
        buckets = self.bucket_f[place : place + 1], self.bucket_t[place]
        return Sweep(self.cards, boards, (1, 49, 48), buckets, self.centres[2])

    def sampled(self, count: int) -> Sweep:
        """Return a sweep of random flops, each with one turn and one river."""
        weights = self.cards.weights[self.flops]
        some = self.random.choice(len(self.flops), count, p=weights / weights.sum())
        turn = self.random.integers(49, size=count)
        river = self.random.integers(48, size=count)
        boards = np.array(
            [
                runouts_at(self.cards.flops[self.flops[f]], t, r)
                for f, t, r in zip(some, turn, river, strict=True)
            ]
        )
        at = self.xp.asarray(some)
        buckets = self.bucket_f[at], self.bucket_t[at, self.xp.asarray(turn)]
        return Sweep(self.cards, boards, (count, 1, 1), buckets, self.centres[2])

    def learn(self, batch: int) -> None:
        """Run one iteration of CFR for both players."""
        self.iterations += 1
        sweep, now = self.sampled(batch), matched(self.regret)
        reach = [
            sweep.down(p, self.preflop.reach(now, p), self.players[p].now, None) for p in (0, 1)
        ]
        for y in (0, 1):
            z = 1 - y
            table = self.players[z].now
            value = sweep.up(z, reach[z], table, learner=self.players[y], own=reach[y])
            self._before_flop(y, now, now, self._ends(value))
        self._step()

    def answer(self, place: int, rivers: int) -> None:
        """Run one iteration of CFR-BR for both players on one flop. Each player learns on *rivers*
        of the 48 rivers of a turn; the best response uses all of them."""
        self.iterations += 1
        sweep, now = self.whole(place), matched(self.regret)
        if self.acts is None:
            self.acts = sweep.room_for_acts()
        shape = sweep.turns, sweep.rivers
        picked = np.argsort(self.random.random(shape), axis=1)[:, :rivers]
        first = sweep.rivers * np.arange(sweep.turns)[:, None]
        pick = self.xp.asarray((picked + first).astype(np.int32))
        for s in (0, 1):
            rival, table = 1 - s, self.players[s].now
            reach = sweep.down(s, self.preflop.reach(now, s), table, None)
            value = sweep.up(s, reach, table, keep=self.acts)
            plays = matched(self.rival_regret)
            more = self.preflop.values(now, plays, rival, self._ends(value))[1]
            self.rival_regret = np.maximum(self.rival_regret + more, 0)
            plays = matched(self.rival_regret)
            against = sweep.down(rival, self.preflop.reach(plays, rival), None, self.acts)
            value = sweep.up(
                rival,
                against,
                acts=self.acts,
                learner=self.players[s],
                own=reach,
                pick=pick,
            )
            self._before_flop(s, plays, now, self._ends(value))
        self._step()

    def _ends(self, value: Any) -> np.ndarray:
        return self.library.host(value.mean(axis=0)).T.astype(np.float64) * self.deck.seen[0]

    def _before_flop(self, y: int, his: np.ndarray, mine: np.ndarray, ends: np.ndarray) -> None:
        _, more, own = self.preflop.values(his, mine, y, ends)
        self.regret += more
        self.sum += self.iterations * own[:, :, None] * mine

    def _step(self) -> None:
        t = self.iterations
        linear = t / (t + 1)
        self.regret *= linear
        for player in self.players:
            player.step(self.cards, t, ((linear, linear), (1.0, 0.0), (1.0, 0.0)))

    def restart_average(self, as_if: float) -> None:
        """Discard the average strategy, and scale the regrets as if they came from *as_if*
        iterations."""
        part = as_if / max(self.iterations, 1)
        for player in self.players:
            player.forget_average()
            for table in player.regret:
                table *= part
        self.regret *= part
        self.sum[:] = 0
        self.iterations = as_if

    def average(self) -> tuple[np.ndarray, list[list[Any]]]:
        """Return the average strategies: before the flop, and after it for each player."""
        total = self.sum.sum(axis=2, keepdims=True)
        before = np.where(total > 0, self.sum / np.where(total > 0, total, 1), matched(self.regret))
        return before, [player.average(self.xp) for player in self.players]

    def exploited(
        self, before: np.ndarray, after: list[list[Any]], places: np.ndarray, weights: np.ndarray
    ) -> tuple[float, float]:
        """Return what a best response wins against each player (the button, the big blind), in mbb
        per hand, on the flops at *places* with their *weights*."""
        ends = self.best_ends([(before, after)], places, weights)[0]
        return self.won(before, ends / weights.sum())

    def best_ends(
        self,
        strategies: list[tuple[np.ndarray, list[list[Any]]]],
        places: np.ndarray,
        weights: np.ndarray,
    ) -> np.ndarray:
        """Return the values of best responses on the flop, summed over flops, indexed by strategy,
        player answered, line and hand."""
        ends = np.zeros((len(strategies), 2, 7, 1326))
        for place, weight in zip(places, weights, strict=True):
            sweep = self.whole(int(place))
            for number, (before, after) in enumerate(strategies):
                for z in (0, 1):
                    reach = sweep.down(z, self.preflop.reach(before, z), after[z], None)
                    ends[number, z] += weight * self._ends(sweep.up(z, reach, after[z]))
        return ends

    def learn_against(self, before: np.ndarray, after: list[list[Any]], batch: int) -> None:
        """Run one iteration of CFR for both players, each against a fixed strategy of the other."""
        self.iterations += 1
        sweep, now = self.sampled(batch), matched(self.regret)
        for y in (0, 1):
            z = 1 - y
            reach = sweep.down(z, self.preflop.reach(before, z), after[z], None)
            own = sweep.down(y, self.preflop.reach(now, y), self.players[y].now, None)
            value = sweep.up(z, reach, after[z], learner=self.players[y], own=own)
            self._before_flop(y, before, now, self._ends(value))
        self._step()

    def won_inside(
        self, before: np.ndarray, after: list[list[Any]], places: np.ndarray
    ) -> tuple[float, float]:
        """Return what the learned average strategies win against each player of the fixed strategy,
        in mbb per hand."""
        mine, parts = self.average()
        ends, won = np.zeros((2, 7, 1326)), []
        for y in (0, 1):
            z, player = 1 - y, Strategy(self.xp, self.sizes)
            player.now = [as_bytes(self.xp, whole_bytes(self.xp, part)) for part in parts[y]]
            for place in places:
                sweep = self.whole(int(place))
                reach = sweep.down(z, self.preflop.reach(before, z), after[z], None)
                own = sweep.down(y, self.preflop.reach(mine, y), player.now, None)
                value = sweep.up(z, reach, after[z], learner=player, own=own)
                ends[z] += self._ends(value) / len(places)
            won.append(self.preflop.values(before, mine, y, ends[z])[0].sum() * self.mbb)
        return float(won[1]), float(won[0])

    def won(self, before: np.ndarray, ends: np.ndarray) -> tuple[float, float]:
        """Return what a best response wins against each player in mbb per hand, given its values on
        the flop."""
        won = [
            self.preflop.values(before, None, 1 - z, ends[z])[0].sum() * self.mbb for z in (0, 1)
        ]
        return float(won[0]), float(won[1])


def runouts_at(flop: np.ndarray, turn: int, river: int) -> np.ndarray:
    """Return one runout of a flop, given the indexes of turn and river."""
    left = np.setdiff1d(np.arange(52, dtype=np.uint8), flop)
    rest = np.delete(left, turn)
    return np.array([*flop, left[turn], rest[river]], np.uint8)


def clock(library: Library) -> float:
    """Return the time in seconds, after the GPU has finished."""
    library.wait()
    return time.monotonic()
