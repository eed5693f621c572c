"""Solves subgames, locks decisions, and evaluates given strategies."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pokermasa.batch.array import Floats
from pokermasa.rules.refusal import in_short
from pokermasa.solve.game import Game
from pokermasa.solve.lock import Strategy, as_table, is_kept_by, read_lock
from pokermasa.solve.place import Place
from pokermasa.solve.refusal import SolveError, SolveRefusal
from pokermasa.solve.solution import Solution, Watch
from pokermasa.solve.subgame import Subgame


def solve(
    subgame: Subgame,
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
    """Solve a subgame until the exploitability is *target* per cent of the pot, or *seconds* or
    *iterations* are used up.

    *locks* fixes strategies by path, such as {"CH RR50": {"AKs": {"CA": 1}}}; hands that are not
    named stay free. *small* stores 16-bit numbers: half the memory at nearly the same accuracy.
    *symmetric* solves isomorphic boards (equal up to the names of suits) only once. *memory* is the
    memory limit in bytes (None: what is free). Raises `SolveError` if the subgame needs more.

    >>> subgame = Subgame.from_board(
    ...     "2c 7d 9h Js Qs", pot=100, stack=100, oop="AA, 88", ip="KK", bets="all-in"
    ... )
    >>> solution = solve(subgame, target=0.01)
    >>> {act: round(part, 2) for act, part in solution.root.frequencies.items()}
    {'CH': 0.25, 'AA': 0.75}
    """
    solution = begin(
        subgame, locks=locks, small=small, threads=threads, symmetric=symmetric, memory=memory
    )
    return solution.improve(target, seconds, iterations, watch)


def begin(
    subgame: Subgame,
    *,
    locks: Mapping[str, Strategy] | None = None,
    small: bool = False,
    threads: int | None = None,
    symmetric: bool = True,
    memory: int | None = None,
    approve: Callable[[Game], None] | None = None,
) -> Solution:
    """Prepare a solution without any iterations; the arguments are those of `solve`.

    *approve* is called before the memory that the game needs (`Game.need`) is allocated. It can
    refuse by raising an exception.
    """
    _verify_subgame(subgame)
    game = subgame.game(
        small=small, threads=threads, symmetric=symmetric, memory=memory, locks=locks
    )
    if approve is not None:
        approve(game)
    solution = Solution(subgame, game)
    for path, strategy in (locks or {}).items():
        _apply_lock(solution, path, strategy)
    return solution


def _verify_subgame(subgame: object) -> None:
    if not isinstance(subgame, Subgame):
        raise SolveError(
            SolveRefusal.UNREADABLE, f"a Subgame was expected, not {in_short(subgame)}"
        )


def lock(solution: Solution, path: str, strategy: Strategy) -> None:
    """Fix the strategy at a decision. Further iterations adapt all other decisions to it.

    Raises `SolveError` if the lock treats suits differently that the solution treats as isomorphic.
    """
    game, hands = solution.game, solution.subgame.hands
    new_lock = read_lock(game.root, hands, path, strategy)
    if not all(is_kept_by(renaming, [new_lock], hands) for renaming in game.cards.renamings):
        message = (
            "this lock treats suits differently that the solution treats as equal: "
            "solve the subgame again, with locks"
        )
        raise SolveError(SolveRefusal.STRATEGY, message)
    _apply_lock(solution, path, strategy)


def _apply_lock(solution: Solution, path: str, strategy: Strategy) -> None:
    place = solution.at(path)
    assert place.player is not None
    table = as_table(place.node, place.hands(place.player), strategy)
    _, _, decision = solution.slice_of(place.node, place.board_number)
    solution.game.lock(decision, place.in_stored_order(table))


def judge(
    subgame: Subgame, strategy: Callable[[Place], Strategy], *, threads: int | None = None
) -> Solution:
    """Evaluate a given strategy of both players and return it as a solution without iterations.

    Its `value`, `gains` and `best_response` are those of the strategy. *strategy* is called for
    each decision on each board. A hand that it leaves out plays all acts equally often.
    """
    _verify_subgame(subgame)
    solution = Solution(subgame, subgame.game(threads=threads, symmetric=False))

    def fill(place: Place) -> None:
        if place.is_deal:
            for card in place.cards:
                fill(place.after(str(card)))
        elif place.player is not None:
            solution.fill(place.node, _table_of(place, strategy), place.board_number)
            for act in place.acts:
                fill(place.after(act))

    fill(solution.root)
    return solution


def _table_of(place: Place, strategy: Callable[[Place], Strategy]) -> Floats:
    assert place.player is not None
    return as_table(place.node, place.hands(place.player), strategy(place))
