"""A question for the solver: how often should I bet this river, and with what?

python examples/solve_river.py
"""

from pokermasa.solve import Subgame, solve

BOARD = "Qs Jh 2h 7c 3d"
FIRST = "QQ, JJ, AQs, KQs, JTs, T9s, 98s"  # the player who acts first ("out of position")
LAST = "TT, AQ, KJs, QTs, 87s"  # the player who acts last ("in position")


def main() -> None:
    subgame = Subgame.from_board(BOARD, pot=100, stack=150, oop=FIRST, ip=LAST, bets="50%, all-in")
    solution = solve(subgame, target=0.5)  # until nobody could gain more than 0.5 % of the pot
    print(f"board {BOARD}, pot {subgame.pot}")
    print("the first player, over all hands:", parts(solution.root.frequencies))
    for hand in ("QcQd", "AhQh", "Th9h"):
        print(f"  with {hand}:", parts(solution.root.hand(hand)["strategy"]))
    print(f"the first player may expect {solution.value[0]:.1f} of the pot's {subgame.pot} chips")
    print(f"a perfect opponent would gain {solution.percent:.2f} % of the pot")


def parts(strategy: dict[str, float]) -> str:
    """Return the frequencies as text. CH is a check, RR50 a bet of 50, AA an all-in."""
    return ", ".join(f"{act} {part:.0%}" for act, part in strategy.items())


if __name__ == "__main__":
    main()
