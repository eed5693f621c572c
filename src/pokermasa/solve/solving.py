"""From a spot to a solution; locking decisions; the best answer to a given strategy."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import numpy.typing as npt

from pokermasa.batch.array import Floats
from pokermasa.solve.place import Place
from pokermasa.solve.refusal import SolveError, SolveRefusal
from pokermasa.solve.solution import Solution, Watch
from pokermasa.solve.spot import Spot

Strategy = npt.ArrayLike | Mapping[str, Mapping[str, float]]
"""[act, hand] in the order of the place, all 0 where a hand is free; or by hand and act."""


def solve(
    spot: Spot,
    target: float | None = 0.5,
    *,
    seconds: float | None = None,
    iterations: int | None = None,
    locks: Mapping[str, Strategy] | None = None,
    small: bool = False,
    threads: int | None = None,
    symmetric: bool = True,
    memory: int | None = None,
    watch: Watch | None = None,
) -> Solution:
    """Learns until the exploitability is *target* per cent of the pot, or so many *seconds* or
    *iterations* have gone by.

    *locks* fix what is played, by path: {"CH RR50": {"AhKh": {"CA": 1}}}; hands that are not named
    stay free. *small* keeps 16-bit numbers: half the memory, and nearly as exact. *symmetric* plays
    boards that differ in the names of suits only once. *memory* is the most to take, in bytes.

    >>> spot = Spot.of("2c 7d 9h Js Qs", pot=100, stack=100, oop="AA, 88", ip="KK", bets="all-in")
    >>> solution = solve(spot, target=0.01)
    >>> {act: round(part, 2) for act, part in solution.root.frequencies.items()}
    {'CH': 0.25, 'AA': 0.75}
    """
    game = spot.game(small=small, threads=threads, symmetric=symmetric and not locks, memory=memory)
    solution = Solution(spot, game)
    for path, strategy in (locks or {}).items():
        lock(solution, path, strategy)
    return solution.improve(target, seconds, iterations, watch)


def lock(solution: Solution, path: str, strategy: Strategy) -> None:
    """What is played at a decision stays as given; the rest is learnt around it."""
    place = solution.at(path)
    if place.player is None:
        words = f"nobody is to act after {path!r}: there is nothing to lock"
        raise SolveError(SolveRefusal.NO_SUCH_NODE, words)
    if len(solution.game.cards.renamings) > 1:
        words = "a game with a locked decision is solved with symmetric=False"
        raise SolveError(SolveRefusal.STRATEGY, words)
    table = as_table(place, strategy)
    game = solution.game
    _, _, decision = solution.slice_of(place.node, place.board_number)
    old = game.store
    places = old.lock
    if len(places) == 1:
        # one more than there are decisions: an array of one means that none is locked
        places = np.full(game.arranged.decisions + 1, -1, np.int32)
    places[decision] = len(old.locked)
    locked = np.concatenate([old.locked, table.astype(np.float32).ravel()])
    game.store = old._replace(lock=places, locked=locked)


def as_table(place: Place, strategy: Strategy) -> Floats:
    """[act, hand], checked: parts from 0 to 1 that add up to 1, or to 0 for a hand left free."""
    assert place.player is not None
    shape = len(place.acts), len(place.hands(place.player))
    if isinstance(strategy, Mapping):
        table = np.zeros(shape)
        for hand, parts in strategy.items():
            for act, part in parts.items():
                table[place.act_index(act), place.index(place.player, hand)] = part
    else:
        table = np.asarray(strategy, dtype=np.float64)
    if table.shape != shape:
        words = f"a strategy here has {shape[0]} acts and {shape[1]} hands, not {table.shape}"
        raise SolveError(SolveRefusal.STRATEGY, words)
    total = table.sum(axis=0)
    is_whole = (np.abs(total - 1) < 1e-6) | (total == 0)
    if not np.isfinite(table).all() or (table < 0).any() or not is_whole.all():
        words = "what is played with a hand is parts from 0 to 1 that add up to 1"
        raise SolveError(SolveRefusal.STRATEGY, words)
    return table


def judge(
    spot: Spot, strategy: Callable[[Place], Strategy], *, threads: int | None = None
) -> Solution:
    """A given strategy, for both players, as a solution that has learnt nothing: its `value`,
    `gains` and `best_response` are those of the strategy. It is asked for each decision on each
    board; hands that it leaves out play every act alike."""
    solution = Solution(spot, spot.game(threads=threads, symmetric=False))

    def fill(place: Place) -> None:
        if place.is_deal:
            for card in place.cards:
                fill(place.after(str(card)))
        elif place.player is not None:
            solution.fill(place.node, as_table(place, strategy(place)), place.board_number)
            for act in place.acts:
                fill(place.after(act))

    fill(solution.root)
    return solution
