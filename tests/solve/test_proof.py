"""Values and exploitability of solutions, compared with known results and with independent code."""

from random import Random
from typing import Any

import pytest

from pokermasa.cards import Card
from pokermasa.equity import equity
from pokermasa.notation import uci
from pokermasa.rules import Betting, Blinds, Dealer, HandDealer, Situation
from pokermasa.solve import SolveError, SolveRefusal, Subgame, solve
from pokermasa.strength.hand_class import COMBOS
from pokermasa.strength.range import Range
from tests.solve.independent_evaluator import evaluate_independently, exact_value

pytestmark = pytest.mark.sampled(2)

DRY = "2c 7d 9h Js Qs"


@pytest.mark.parametrize("bet", [25, 50, 100, 200])
def test_the_clairvoyance_game_has_its_known_solution(bet: int) -> None:
    """One player knows the winner, wins half of the time, and bets b into a pot of 100 (von
    Neumann; Ankenman and Chen). Winners always bet, losers bet b / (100 + b) of the time, and the
    other player calls 100 / (100 + b) of the time."""
    subgame = Subgame.from_board(DRY, 100, bet, oop="AA, 88", ip="KK", bets="all-in")
    solution = solve(subgame, target=0.01)
    alpha = bet / (100 + bet)
    winners, losers = solution.root.hand("AsAh"), solution.root.hand("8s8h")
    assert winners["strategy"]["AA"] == pytest.approx(1, abs=0.005)
    assert losers["strategy"]["AA"] == pytest.approx(alpha, abs=0.01)
    answer = solution.at("AA").frequencies
    assert answer["FO"] == pytest.approx(alpha, abs=0.01)
    # Half of the pot, and half of the value of the bluffs.
    assert solution.value[0] == pytest.approx(50 + 50 * alpha, abs=0.02)
    assert solution.value[1] == pytest.approx(50 - 50 * alpha, abs=0.02)


def test_no_chips_are_won_if_every_showdown_is_a_tie() -> None:
    subgame = Subgame.from_board("As Ks Qs Js Ts", 100, 100, oop="22-99", ip="22-99", bets="50%")
    solution = solve(subgame, target=0.001)
    assert solution.value == pytest.approx((50, 50), abs=0.01)
    assert solution.root.equity(0) == pytest.approx(0.5)


def test_card_removal_excludes_impossible_opponent_hands() -> None:
    """The board has three aces, so a player with the fourth knows that the opponent has no aces."""
    subgame = Subgame.from_board(
        "Ac Ad Ah 7s 2d", 100, 100, oop="AsKs, KdKh", ip="AsQs, QdQh", bets="all-in"
    )
    solution = solve(subgame, target=0.001)
    quads, kings = (solution.root.hand(hand)["ev"] for hand in ("AsKs", "KdKh"))
    assert quads > 99.9  # only QQ can be there: the pot, and what QQ bluffs with
    values = solution.root.likely(0)
    # AsKs can meet only QQ, KK can meet AsQs and QQ: two of three pairs of hands.
    assert sorted(values.tolist()) == pytest.approx([1 / 3, 2 / 3])
    assert kings < 100


def random_subgame(seed: int, board_cards: int = 5, hands: int = 5, **options: Any) -> Subgame:
    source = Random(seed)
    deck = source.sample(range(52), board_cards)
    board = [Card.from_number(number) for number in deck]
    free = [combo for combo in COMBOS if not {*combo} & {*board}]
    ranges: Any = [
        Range({combo: source.choice([1, 1, 0.5, 0.25]) for combo in source.sample(free, hands)})
        for _ in range(2)
    ]
    options.setdefault("bets", source.choice(["50%", "100%, all-in", "33%, 2x", "all-in"]))
    stack: Any = source.choice([60, 100, 250])
    if source.random() < 0.3:
        stack = (stack, source.choice([40, 80, 300]))
    return Subgame.from_board(board, source.choice([20, 100, 101]), stack, *ranges, **options)


LP_SUBGAMES = {
    **{f"river {seed}": lambda seed=seed: random_subgame(seed, hands=8) for seed in range(6)},  # type: ignore[misc]
    "pot limit": lambda: random_subgame(11, betting=Betting.POT_LIMIT),
    "fixed limit": lambda: random_subgame(12, betting="fixed limit", limits=(10, 20), hands=6),
    "asymmetric sizes": lambda: random_subgame(
        13, bets="75%", sizes={"river oop bet": "25%, 150%", "river ip raise": "2.5x, all-in"}
    ),
    "one combination each": lambda: Subgame.from_board(DRY, 100, 100, "AsAh", "KsKh", bets="50%"),
    "turn": lambda: random_subgame(14, board_cards=4, hands=3, bets="all-in"),
    "turn, fixed limit": lambda: random_subgame(
        15, 4, 3, betting="fixed limit", limits=(10, 20), raise_cap=1
    ),
}


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", LP_SUBGAMES)
def test_values_equal_those_of_a_linear_program(name: str) -> None:
    subgame = LP_SUBGAMES[name]()
    solution = solve(subgame, target=0.05, threads=1)
    exact = exact_value(subgame)
    low, high = solution.value[0] - solution.gains[1], solution.value[0] + solution.gains[0]
    assert low - 1e-3 <= exact <= high + 1e-3
    assert solution.percent <= 0.05
    assert sum(solution.value) == pytest.approx(subgame.pot, abs=1e-3)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("rake", [0.0, 0.05])
def test_river_values_and_best_responses_equal_those_of_independent_code(
    seed: int, rake: float
) -> None:
    subgame = random_subgame(20 + seed, hands=40, rake=rake, rake_cap=4)
    solution = solve(subgame, target=None, iterations=30, threads=1)
    values, best = evaluate_independently(solution)
    assert solution.value == pytest.approx(values, abs=1e-3)
    assert solution.gains == pytest.approx([best[who] - values[who] for who in range(2)], abs=2e-3)
    taken = subgame.pot - sum(values)
    assert taken == pytest.approx(0 if not rake else taken, abs=1e-9)
    assert taken > 0.5 if rake else abs(taken) < 1e-9


def test_turn_values_and_best_responses_equal_those_of_independent_code() -> None:
    """One round of betting and an all-in; the independent code visits every river."""
    subgame = random_subgame(31, board_cards=4, hands=12, bets="60%", all_in_from=0.5, rake=0.03)
    for symmetric in (True, False):
        solution = solve(subgame, target=None, iterations=20, threads=2, symmetric=symmetric)
        values, best = evaluate_independently(solution)
        assert solution.value == pytest.approx(values, abs=1e-3)
        assert solution.gains == pytest.approx(
            [best[who] - values[who] for who in range(2)], abs=2e-3
        )


def test_board_isomorphism_does_not_change_the_solution() -> None:
    """Diamonds and hearts are isomorphic on this board."""
    subgame = Subgame.from_board(
        "Qc 7d 7h 2s", 100, 120, "QQ, JTs, AQ, 98s:0.5", "KQs, AA, 22, T9s, 76s", bets="70%"
    )
    alike = solve(subgame, target=0.2)
    apart = solve(subgame, target=0.2, symmetric=False)
    assert alike.game.board_counts < apart.game.board_counts
    assert alike.value == pytest.approx(apart.value, abs=0.4)
    assert alike.at("CH CH").is_deal
    # A card whose board is stored under other suits gives the same result.
    first, second = alike.at("CH CH 3h"), alike.at("CH CH 3d")
    assert first.frequencies == pytest.approx(second.frequencies)
    assert first.hand("AhQh")["ev"] == pytest.approx(second.hand("AdQd")["ev"], abs=1e-3)


def test_sixteen_bit_numbers_give_nearly_the_same_solution() -> None:
    subgame = random_subgame(41, hands=60, bets="50%, all-in")
    wide, small = (solve(subgame, target=0.1, small=small, threads=1) for small in (False, True))
    assert small.game.need.learnt < 0.6 * wide.game.need.learnt
    assert small.value == pytest.approx(wide.value, abs=0.2)
    values, best = evaluate_independently(small)
    assert small.gains == pytest.approx([best[who] - values[who] for who in range(2)], abs=5e-3)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("board", ["Qs Jh 2h", "7s 7h 7d", "As 9s 4s", "Kc 8d 3h"])
@pytest.mark.parametrize("symmetric", [True, False])
def test_flop_values_equal_exact_equities_if_betting_does_not_matter(
    board: str, symmetric: bool
) -> None:
    """With one chip behind and a large pot, only the showdown matters: every turn and river counts
    with its weight, with and without board isomorphism."""
    oop, ip = "QQ, JTs, AhKh, A5s:0.5, 98o", "AA:0.25, KJs, 76s, T9o"
    subgame = Subgame.from_board(board, 1_000_000, 1, oop, ip, bets="all-in")
    solution = solve(subgame, target=None, iterations=2, symmetric=symmetric, threads=2)
    counted = equity([str(each) for each in subgame.ranges], board=board).shares
    for player in range(2):
        assert solution.value[player] / 1e6 == pytest.approx(counted[player].equity, abs=1e-5)
    classes = solution.root.by_class(0, solution.root.equity(0))
    for name, share in counted[0].classes.items():
        assert classes[name] == pytest.approx(share.equity, abs=1e-5)


@pytest.mark.soak
def test_flop_values_and_best_responses_equal_those_of_independent_code() -> None:
    subgame = Subgame.from_board("Qs Jh 2h", 100, 60, "QhQd, AcKc", "JsJd, Th9h", bets="60%")
    solution = solve(subgame, target=None, iterations=20)
    values, best = evaluate_independently(solution)
    assert solution.value == pytest.approx(values, abs=1e-3)
    assert solution.gains == pytest.approx([best[who] - values[who] for who in range(2)], abs=2e-3)


def drawn_subgame(seed: int) -> Subgame:
    """Return a small random subgame of one of eight kinds: cards, weights, chips and sizes."""
    source = Random(seed)
    kind = seed % 8
    deck = [Card.from_number(number) for number in source.sample(range(52), 52)]
    board, rest = deck[:5], deck[5:]
    hands = 4
    options: dict[str, Any] = {
        "bets": source.choice(["50%", "75%, all-in", "geometric, all-in", "min, 120%"])
    }
    stack: Any = source.choice([35, 90, 180])
    if kind == 1:  # each has stacks and sizes of its own
        stack = (stack, source.choice([50, 77, 240]))
        options["sizes"] = {"oop bet": "30%, 110%", "ip bet": "40c", "ip raise": "2.2x, all-in"}
    if kind == 2:
        options |= {"betting": "fixed limit", "limits": (10, 20), "raise_cap": 2}
    if kind == 3:
        options |= {"betting": "pot limit", "bets": "60%, 100%"}
    if kind == 4:  # one hand each, or one against two
        hands = 1
    if kind == 5:  # The same few cards are in both ranges, so a hand blocks many others.
        rest = rest[:6]
    if kind == 6:  # the board plays: most showdowns are chopped
        board = [Card.read(each) for each in ("As", "Ks", "Qd", "Jd", "Th")]
        rest = [card for card in deck if card not in board]
    if kind == 7:  # a card is still to come
        rest, hands = [board[4], *rest], 3
        board, options = board[:4], {"bets": "70%, all-in", "raise_cap": 0, "all_in_from": 0.6}
    combos = [combo for combo in COMBOS if {*combo} <= {*rest}]
    while True:
        ranges: Any = [
            Range({combo: source.choice([1, 0.7, 0.3]) for combo in source.sample(combos, count)})
            for count in (hands, hands + (kind == 4 and seed % 16 == 4))
        ]
        try:
            return Subgame.from_board(
                board, source.choice([30, 77, 100]), stack, *ranges, **options
            )
        # All hands of one range share a card with all hands of the other.
        except SolveError as error:
            if error.code is not SolveRefusal.RANGE:
                raise


def is_the_linear_program_s(subgame: Subgame) -> None:
    solution = solve(subgame, target=0.05, threads=1)
    exact = exact_value(subgame)
    low, high = solution.value[0] - solution.gains[1], solution.value[0] + solution.gains[0]
    assert low - 1e-3 <= exact <= high + 1e-3
    assert solution.percent <= 0.05
    values, best = evaluate_independently(solution)
    assert solution.value == pytest.approx(values, abs=2e-3)
    assert solution.gains == pytest.approx([best[who] - values[who] for who in range(2)], abs=4e-3)


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(8))
def test_values_of_random_subgames_equal_those_of_a_linear_program(seed: int) -> None:
    is_the_linear_program_s(drawn_subgame(100 + seed))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(200, 300))
def test_values_of_a_hundred_random_subgames_equal_those_of_a_linear_program(seed: int) -> None:
    is_the_linear_program_s(drawn_subgame(seed))


@pytest.mark.soak
def test_the_value_in_the_middle_of_a_round_equals_that_of_a_linear_program() -> None:
    """A player faces a bet, and a third player has folded."""
    cards = HandDealer([None] * 3, DRY)
    situation = Situation(Dealer.start([200, 90, 150], 0, Blinds(1, 2), "tda"), cards)
    for word in ("RR6", "FO", "CA", "CH", "CH", "CH", "CH", "RR9"):
        situation = situation.move(uci.read(word)).situation_after
    ranges = {0: "JJ, A9s, T8s:0.5", 2: "AA, 88, KTs:0.5"}
    is_the_linear_program_s(Subgame.at(situation, ranges, "60%, all-in", raise_cap=2))
