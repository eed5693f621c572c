"""Seconds to an exploitability, iterations a second and memory: `python -m bench --only solve`.

The three subgames of docs/solve.md, with as many threads as there are cores. Beside ours stand the
figures of postflop-solver (Rust) on a machine like the one they were measured on, two threads: it
has no wheel that could be run here.
"""

from collections.abc import Callable, Iterator
from time import perf_counter

from bench.row import Row
from pokermasa.solve import Solution, Subgame
from pokermasa.solve.game import Game
from pokermasa.solve.memory import in_words

OOP = "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s"
IP = "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+"


def river() -> Subgame:
    return Subgame.from_board(
        "Qs Jh 2h 8d 5c", 100, 200, "random", "random", bets="50%, 100%, all-in"
    )


def turn() -> Subgame:
    return Subgame.from_board("Qs Jh 2h 8d", 100, 200, "random", "random", bets="50%, 100%, all-in")


def flop() -> Subgame:
    return Subgame.from_board(
        "Qs Jh 2h", 180, 910, OOP, IP, bets="50%", all_in_from=0.67, donks=False
    )


# The subgame, and the Rust solver's seconds to 0.5 and to 0.1 per cent of the pot.
SUBGAMES: dict[str, tuple[Callable[[], Subgame], float, float]] = {
    "river, all hands": (river, 0.03, 0.08),
    "turn, all hands": (turn, 2.3, 6.7),
    "flop, usual ranges": (flop, 16, 37),
}


def rows(scale: float = 1.0) -> Iterator[Row]:
    river_spot = river()
    Solution(river_spot, river_spot.game()).improve(None, iterations=2)  # compiles
    for name, (make, half, tenth) in SUBGAMES.items():
        if scale < 1 and name != "river, all hands":
            continue
        subgame = make()
        game = subgame.game()
        note = f"{in_words(game.need.total)}, {game.threads} threads"
        solution = Solution(subgame, game)
        began = perf_counter()
        for target, theirs in ((0.5, half), (0.1, tenth)):
            solution.improve(target)
            took = perf_counter() - began
            yield Row(f"{name} to {target} %", took, "s", "postflop-solver", theirs, note)
        pace = iterations_a_second(game)
        note = "rounds for both players, the building not counted"
        if name.startswith("river"):  # no card to come that threads could share
            yield Row(f"{name}, iterations", pace, note=note)
            continue
        alone = iterations_a_second(subgame.game(threads=1))
        note += f"; {pace / alone:.2f} times one thread"
        yield Row(f"{name}, iterations", pace, "/s", "one thread", alone, note)


def iterations_a_second(game: Game) -> float:
    """The best of three."""
    game.learn(2)  # everything is there now
    paces = []
    for _ in range(3):
        began = perf_counter()
        game.learn(8)
        paces.append(8 / (perf_counter() - began))
    return max(paces)
