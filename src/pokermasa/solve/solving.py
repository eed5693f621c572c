"""From a spot to a solution; locking decisions; the best answer to a given strategy."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pokermasa.batch.array import Floats
from pokermasa.solve.game import Game
from pokermasa.solve.lock import Strategy, as_table, kept_by, read_lock
from pokermasa.solve.place import Place
from pokermasa.solve.refusal import SolveError, SolveRefusal
from pokermasa.solve.solution import Solution, Watch
from pokermasa.solve.spot import Spot


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

    *locks* fix what is played, by path: {"CH RR50": {"AKs": {"CA": 1}}}; hands that are not named
    stay free. *small* keeps 16-bit numbers: half the memory, and nearly as exact. *symmetric* plays
    boards that differ in the names of suits only once. *memory* is the most to take, in bytes.

    >>> spot = Spot.of("2c 7d 9h Js Qs", pot=100, stack=100, oop="AA, 88", ip="KK", bets="all-in")
    >>> solution = solve(spot, target=0.01)
    >>> {act: round(part, 2) for act, part in solution.root.frequencies.items()}
    {'CH': 0.25, 'AA': 0.75}
    """
    solution = begin(
        spot, locks=locks, small=small, threads=threads, symmetric=symmetric, memory=memory
    )
    return solution.improve(target, seconds, iterations, watch)


def begin(
    spot: Spot,
    *,
    locks: Mapping[str, Strategy] | None = None,
    small: bool = False,
    threads: int | None = None,
    symmetric: bool = True,
    memory: int | None = None,
    approve: Callable[[Game], None] | None = None,
) -> Solution:
    """As `solve`, with nothing learnt yet. *approve* is called before the memory that the game
    needs (`Game.need`) is taken; it refuses by raising."""
    game = spot.game(small=small, threads=threads, symmetric=symmetric, memory=memory, locks=locks)
    if approve is not None:
        approve(game)
    solution = Solution(spot, game)
    for path, strategy in (locks or {}).items():
        _fix(solution, path, strategy)
    return solution


def lock(solution: Solution, path: str, strategy: Strategy) -> None:
    """What is played at a decision stays as given; the rest is learnt around it."""
    game, hands = solution.game, solution.spot.hands
    given = read_lock(game.root, hands, path, strategy)
    if not all(kept_by(renaming, [given], hands) for renaming in game.cards.renamings):
        words = (
            "this lock tells suits apart that the solution takes for alike: "
            "solve the spot anew, with locks"
        )
        raise SolveError(SolveRefusal.STRATEGY, words)
    _fix(solution, path, strategy)


def _fix(solution: Solution, path: str, strategy: Strategy) -> None:
    place = solution.at(path)
    assert place.player is not None
    table = as_table(place.node, place.hands(place.player), strategy)
    _, _, decision = solution.slice_of(place.node, place.board_number)
    solution.game.lock(decision, place.kept(table))


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
            solution.fill(place.node, _given(place, strategy), place.board_number)
            for act in place.acts:
                fill(place.after(act))

    fill(solution.root)
    return solution


def _given(place: Place, strategy: Callable[[Place], Strategy]) -> Floats:
    assert place.player is not None
    return as_table(place.node, place.hands(place.player), strategy(place))
