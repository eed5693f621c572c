"""Discounted CFR on the betting tree before the flop, for all seats and hand classes at once.

One iteration is a handful of array operations over all nodes. A node other than the root is an
act, and row *x* of each array belongs to the act that leads to node *x*. Card removal is counted
between the player and each opponent, but not among the opponents.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokermasa.batch.array import Ints
from pokermasa.equity.all_in import CLASSES
from pokermasa.ranges.tree import FOLD, Node, Spec, build
from train.ranges.matchup import equities, met, prior
from train.ranges.realisation import Model

Floats = npt.NDArray[Any]  # 32 bits where there are many, 64 elsewhere
_TINY = 1e-12
_CHUNK = 2000  # pairs of an end and a player at a time


class Ends(NamedTuple):
    """Pairs of an end of the hand and a player who is paid there."""

    node: Ints
    player: Ints
    rows: Ints
    """Per player of the table, the row of that player's last act; the paid player's own is 0."""
    own: Ints
    """The row of the paid player's last act."""
    pot: Floats
    wager: Floats
    rivals: Ints
    """Rows of the last acts of up to two opponents who have not folded; -1 for none."""
    flat: Floats
    """The part of `Model.gap` that does not depend on the equity: [pair, class]."""
    slope: Floats
    """[pair, class]: the part that is multiplied with the equity."""
    bend: Floats
    """The same for its square."""


class Trainer:
    """Trains the strategies of one game before the flop."""

    def __init__(self, spec: Spec, model: Model) -> None:
        self.spec = spec
        nodes = build(spec)
        count = len(nodes)
        self.turn = np.array([-1 if n.state.turn is None else n.state.turn for n in nodes])
        self.parent = np.array([0 if n.parent is None else n.parent.number for n in nodes])
        self.actor = self.turn[self.parent]
        self.last = np.zeros((count, spec.seats), np.int64)
        self.depth = np.zeros(count, np.int64)  # own acts of the actor
        for x in range(1, count):
            self.last[x] = self.last[self.parent[x]]
            self.depth[x] = self.depth[self.last[x, self.actor[x]]] + 1
            self.last[x, self.actor[x]] = x
        self.before = self.last[self.parent, self.actor]  # the actor's act before this one
        self.levels = [np.flatnonzero(self.depth == d) for d in range(1, self.depth.max() + 1)]
        deciding = np.flatnonzero(self.turn >= 0)
        self.deciding = deciding
        self.first = np.array([next(iter(nodes[n].children.values())).number for n in deciding])
        self.width = np.diff(np.append(self.first, count))
        self.of = np.zeros(count, np.int64)  # index of the decision among `deciding`
        self.of[1:] = np.searchsorted(deciding, self.parent[1:])
        self.folds = np.array([x for x in range(1, count) if nodes[x].act == FOLD])
        self.fold_wager = np.array(
            [nodes[self.parent[x]].state.wagers[self.actor[x]] for x in self.folds]
        )
        self.fold_rows = self.last[self.parent[self.folds]]
        self.fold_rows[np.arange(len(self.folds)), self.actor[self.folds]] = 0
        self.ends = self._ends(nodes, model)
        self.model = model
        self.met = met().astype(np.float32)
        self.won = (met() * equities()).astype(np.float32)
        self.regret = np.zeros((count, CLASSES), np.float32)
        self.sums = np.zeros((count, CLASSES), np.float32)
        self.time = 0

    def _ends(self, nodes: list[Node], model: Model) -> Ends:
        found = []
        for node in nodes:
            state = node.state
            if state.turn is not None:
                continue
            live = state.live
            behind = self.spec.depth - state.price
            depth = 0.0 if state.is_all_in else behind / state.pot
            last = max(live, key=self.spec.place)
            for seat in live:
                rows = self.last[node.number].copy()
                own, rows[seat] = rows[seat], 0
                rivals = [self.last[node.number, other] for other in live if other != seat]
                paid = (node.number, seat, rows, own, state.pot, state.wagers[seat])
                parts = model.parts(seat == last, depth)
                found.append((*paid, [*rivals, -1, -1][:2], *parts))
        columns = [np.array(column) for column in zip(*found, strict=True)]
        return Ends(*columns[:7], *(part.astype(np.float32) for part in columns[7:]))

    # One iteration

    def strategy(self) -> Floats:
        """Return the current strategy by regret matching."""
        return self._normal(np.maximum(self.regret, 0))

    def average(self) -> Floats:
        """Return the average strategy. A class that never comes to a decision plays its current
        strategy there."""
        return self._normal(self.sums, self.strategy())

    def _normal(self, numbers: Floats, otherwise: Floats | None = None) -> Floats:
        total = np.add.reduceat(numbers, self.first, axis=0)[self.of]
        if otherwise is None:
            otherwise = np.concatenate([[1.0], np.repeat(1 / self.width, self.width)])[:, None]
        with np.errstate(divide="ignore", invalid="ignore"):
            found = np.where(total > _TINY, numbers / total, otherwise)
        found[0] = 1
        return found.astype(np.float32)

    def reach(self, strategy: Floats) -> Floats:
        """Return, per act and class, the product of the player's own frequencies up to it."""
        found = np.ones_like(strategy)
        for level in self.levels:
            found[level] = found[self.before[level]] * strategy[level]
        return found

    def values(self, reach: Floats) -> tuple[Floats, Floats]:
        """Return the values of acts without those of the player's later acts, and per seat the
        value of ends before which it does not act.

        They are weighted with the opponents' probability of coming there."""
        reached = reach @ self.met.T
        equity = (reach @ self.won.T) / np.maximum(reached, _TINY)
        found = np.zeros_like(reach)
        seats = np.zeros((self.spec.seats, CLASSES))
        for start in range(0, len(self.folds), _CHUNK):
            part = slice(start, start + _CHUNK)
            product = reached[self.fold_rows[part]].prod(axis=1)
            found[self.folds[part]] = -self.fold_wager[part, None] * product
        shares = self._shares(reach, reached, equity)
        ends = self.ends
        for start in range(0, len(ends.node), _CHUNK):
            part = slice(start, start + _CHUNK)
            product = reached[ends.rows[part]].prod(axis=1)
            won = shares[part] * ends.pot[part, None] - ends.wager[part, None]
            own = ends.own[part]
            np.add.at(found, own[own > 0], (product * won)[own > 0])
            for place in np.flatnonzero(own == 0):
                seats[ends.player[part][place]] += product[place] * won[place]
        return found, seats

    def _shares(self, reach: Floats, reached: Floats, equity: Floats) -> Floats:
        """Return the part of the pot that each class wins at each end."""
        ends = self.ends
        one, two = ends.rivals[:, 0], ends.rivals[:, 1]
        alone, three = one < 0, two >= 0
        mean = equity[np.maximum(one, 0)]
        won = mean.copy()
        second = equity[two[three]]
        won[three] = self.model.three_way(mean[three], second)
        mean[three] = (mean[three] + second) / 2
        gap = ends.flat + ends.slope * mean + ends.bend * mean**2
        gap[three] *= self.model.part_of_three
        share: Floats = np.maximum(won + gap, 0)
        # The shares of the players of an end add up to 1.
        weight = prior() * reach[ends.own] * reached[np.maximum(one, 0)]
        weight[three] *= reached[two[three]]
        mass = weight.sum(axis=1)
        got = (weight * share).sum(axis=1) / np.maximum(mass, _TINY)
        order = np.unique(ends.node, return_inverse=True)[1]
        players = np.bincount(order)
        missing = (1 - np.bincount(order, got)) / players
        known = np.bincount(order, mass > 1e-9) == players
        share += np.where(known, missing, 0)[order][:, None].astype(np.float32)
        share[alone] = 1
        return np.asarray(share)

    def raised(
        self, found: Floats, seats: Floats, strategy: Floats | None
    ) -> tuple[Floats, Floats, Floats]:
        """Add the values of later acts to *found*: played by *strategy*, or (None) the best act.

        Returns the values of acts, of decisions, and of seats before the hand."""
        decisions = np.zeros((len(self.deciding), CLASSES), np.float32)
        for level in reversed(self.levels):
            here = np.unique(self.of[level])
            first, width = self.first[here], self.width[here]
            value = np.full((len(here), CLASSES), 0.0 if strategy is not None else -np.inf)
            for act in range(width.max()):
                has = act < width
                rows = first[has] + act
                if strategy is None:
                    value[has] = np.maximum(value[has], found[rows])
                else:
                    value[has] += strategy[rows] * found[rows]
            decisions[here] = value
            nodes = self.deciding[here]
            before = self.last[nodes, self.turn[nodes]]
            np.add.at(found, before[before > 0], value[before > 0])
            for n in np.flatnonzero(before == 0):
                seats[self.turn[nodes[n]]] += value[n]
        return found, decisions, seats

    def learn(self, times: int) -> None:
        """Run iterations. Each one updates the seats with even or with odd numbers."""
        odd = self.actor % 2
        for _ in range(times):
            self.time += 1
            strategy = self.strategy()
            reach = self.reach(strategy)
            found, decisions, _ = self.raised(*self.values(reach), strategy)
            mine = odd == self.time % 2
            mine[0] = False
            turn = (self.time + 1) // 2
            grown = turn**1.5
            regret = self.regret[mine]
            regret *= np.where(regret > 0, grown / (grown + 1), 0.5).astype(np.float32)
            self.regret[mine] = regret + found[mine] - decisions[self.of[mine]]
            self.sums[mine] *= (turn / (turn + 1)) ** 2
            self.sums[mine] += reach[mine]

    # Results

    def judged(self, strategy: Floats) -> tuple[Floats, Floats]:
        """Return per seat the value of *strategy*, and the gain of a best response."""
        reach = self.reach(strategy)
        found, seats = self.values(reach)
        _, _, best = self.raised(found.copy(), seats.copy(), None)
        _, _, played = self.raised(found, seats, strategy)
        return played @ prior(), (best - played) @ prior()

    def act_values(self, strategy: Floats) -> Floats:
        """Return the expected big blinds of each act and class, compared with a fold."""
        reach = self.reach(strategy)
        found, _, _ = self.raised(*self.values(reach), strategy)
        reached = reach @ self.met.T
        wager = np.array([node.state.wagers for node in build(self.spec)])
        values = np.zeros_like(found)
        for start in range(1, len(found), _CHUNK):
            part = np.arange(start, min(start + _CHUNK, len(found)))
            rows = self.last[self.parent[part]]
            rows[np.arange(len(part)), self.actor[part]] = 0
            product = reached[rows].prod(axis=1)
            spent = wager[self.parent[part], self.actor[part], None]
            values[part] = found[part] / np.maximum(product, 1e-20) + spent
        return values

    # Checkpoints

    def save(self, path: Path) -> None:
        fresh = path.with_suffix(".new.npz")
        np.savez(fresh, regret=self.regret, sums=self.sums, time=self.time)
        fresh.replace(path)

    def load(self, path: Path) -> None:
        with np.load(path) as data:
            if data["regret"].shape != self.regret.shape:
                raise SystemExit(f"{path} belongs to another tree: delete it")
            self.regret, self.sums, self.time = data["regret"], data["sums"], int(data["time"])
