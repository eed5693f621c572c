"""Every method of counting equity gives the brute-force result."""

import os
import time
from itertools import combinations
from random import Random
from typing import Any

import eval7
import numpy as np
import pytest

from pokermasa.batch.combo import combos
from pokermasa.cards import CARDS, Card, CardError, read_cards
from pokermasa.equity import Equity, EquityError, Tally, equity, tally
from pokermasa.equity import counting as ways
from pokermasa.equity.deal import NoDeal, list_deals
from pokermasa.strength.category import Category
from pokermasa.strength.hand_class import _BEST_FIRST, COMBOS, grid_classes
from pokermasa.strength.range import Range
from tests.batch import brute

pytestmark = pytest.mark.sampled(3)


def drawn(
    seed: int, players: int, on_board: int, dead: int
) -> tuple[list[Range], list[Card], list[Card]]:
    """Draw narrow ranges of few ranks, so that hands block each other and flushes are frequent."""
    source = Random(seed)
    cards = source.sample([card for card in CARDS if card.rank > 9], 16)
    board: Any = source.sample(CARDS, on_board + dead)
    free = [combo for combo in COMBOS if {*combo} <= {*cards} and not {*combo} & {*board}]
    ranges = [
        Range({combo: source.choice((1, 0.5, 0.25)) for combo in source.sample(free, 4)})
        for _ in range(players)
    ]
    return ranges, board[:on_board], board[on_board:]


@pytest.fixture(params=["deal by deal", "all hands at once"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Set the prices so that only one method remains."""
    if request.param == "deal by deal":
        monkeypatch.setattr(ways, "_PER_BOARD", (1e18, 0))
    else:
        monkeypatch.setattr(ways, "_PER_DEAL", dict.fromkeys((5, 2, 1, 0), (1e18, 0)))
        monkeypatch.setattr(ways, "_PER_BOARD", (0, 0))
    return request.param


@pytest.mark.sampled(3)
@pytest.mark.parametrize("on_board", [3, 4, 5])
@pytest.mark.parametrize("seed", range(6))
def test_two_ranges_on_a_board_equal_brute_force(seed: int, on_board: int, way: str) -> None:
    ranges, board, dead = drawn(seed, players=2, on_board=on_board, dead=seed % 3)
    brute.agrees(equity(ranges, board, dead), brute.count(ranges, board, dead))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("on_board", [3, 4, 5])
def test_several_ranges_on_a_board_equal_brute_force(players: int, on_board: int) -> None:
    ranges, board, dead = drawn(players, players, on_board, dead=2)
    counted = brute.count(ranges, board, dead)
    assert counted.looked_at
    brute.agrees(equity(ranges, board, dead), counted)


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "hands",
    [
        ("AhKh", "QsQd"),
        ("9c8c", "9d8d"),
        ("7c2d", "7d2c"),
        ("Jh9h", "Th8h"),
    ],
)
def test_two_hands_before_the_flop_equal_brute_force(hands: tuple[str, str], way: str) -> None:
    brute.agrees(equity(hands), brute.count([Range.read(hand) for hand in hands]))


@pytest.mark.soak
def test_soak_every_method_equals_brute_force(monkeypatch: pytest.MonkeyPatch) -> None:
    """SECONDS=600 SEED=1: narrow ranges on any board, each method compared with brute force."""
    until = time.monotonic() + float(os.environ.get("SECONDS") or 60)
    seed = int(os.environ.get("SEED") or time.time())
    prices = ways._PER_BOARD
    asked = 0
    while time.monotonic() < until:
        source = Random(seed + asked)
        players, on_board = source.choice((2, 2, 3, 4)), source.choice((3, 4, 5))
        ranges, board, dead = drawn(seed + asked, players, on_board, source.randrange(6))
        counted = brute.count(ranges, board, dead)
        for price in (prices, (0, 0), (1e18, 0)):
            monkeypatch.setattr(ways, "_PER_BOARD", price)
            if counted.looked_at:
                brute.agrees(equity(ranges, board, dead), counted)
            else:
                with pytest.raises(EquityError):
                    equity(ranges, board, dead)
        asked += 1
    print(f"equity: {asked} questions from seed {seed}")


def test_three_hands_before_the_flop_with_dead_cards_equal_brute_force() -> None:
    hands, dead = ("AhKh", "QsQd", "7h6h"), read_cards("Qc 2s 2d 9h")
    ranges = [Range.read(hand) for hand in hands]
    brute.agrees(equity(hands, dead=dead), brute.count(ranges, dead=dead))


@pytest.mark.rotated
def test_two_weighted_ranges_before_the_flop_equal_brute_force(way: str) -> None:
    ranges = [Range.read("AhKh, AdAc:0.5"), Range.read("QhQs:0.25, AhQh")]
    brute.agrees(equity(ranges), brute.count(ranges))


def test_suited_ace_king_against_queens_has_the_known_counts() -> None:
    """1,712,304 boards: 787,966 wins, 917,606 losses, 6,732 ties."""
    result = equity(["AhKh", "QsQd"])
    assert result.looked_at == 1712304
    assert [round(share.win * 1712304) for share in result.shares] == [787966, 917606]
    assert [round(share.tie * 1712304) for share in result.shares] == [6732, 6732]


@pytest.mark.parametrize(
    ("hand", "per_cent"),
    [("AA", 85.20), ("KK", 82.40), ("AKs", 67.04), ("AKo", 65.32), ("22", 50.33), ("72o", 34.58)],
)
def test_equities_against_a_random_hand_have_the_known_values(hand: str, per_cent: float) -> None:
    """The values are those of published tables."""
    result = equity([hand, "random"])
    assert result.exact
    assert round(100 * result.shares[0].equity, 2) == per_cent


@pytest.fixture(scope="module")
def random_against_random() -> Equity:
    return equity(["random", "random"])


@pytest.mark.rotated
def test_random_against_random_has_the_known_frequencies(random_against_random: Equity) -> None:
    """The published frequencies of the 133,784,560 seven-card hands."""
    frequencies = (
        *(23294460, 58627800, 31433400, 6461620, 6180020),
        *(4047644, 3473184, 224848, 41584),
    )
    assert random_against_random.exact
    for share in random_against_random.shares:
        assert share.equity == pytest.approx(0.5, abs=1e-12)
        for category in Category:
            part = frequencies[category] / 133784560
            assert share.categories[category] == pytest.approx(part, rel=1e-12)


def test_percent_ranges_follow_the_equity_against_a_random_hand(
    random_against_random: Equity,
) -> None:
    classes = random_against_random.shares[0].classes
    best_first = sorted(classes, key=lambda each: classes[each].equity, reverse=True)
    assert [str(hand_class) for hand_class in best_first] == _BEST_FIRST.split()


@pytest.mark.rotated
def test_grid_cells_equal_the_equity_of_single_hands(random_against_random: Equity) -> None:
    for row, column, hand in ((0, 0, "AA"), (0, 1, "AKs"), (1, 0, "AKo"), (12, 5, "92o")):
        assert str(grid_classes()[row][column]) == hand
        in_grid = random_against_random.shares[0].grid[row][column]
        assert in_grid == pytest.approx(equity([hand, "random"]).shares[0].equity, rel=1e-12)


@pytest.mark.parametrize(
    ("hand", "board"),
    [("AhKh", "2h7d9h"), ("7c7d", "7h8h9hTc"), ("As2s", "3s4s5dKd9s"), ("JcTc", "9c8c2d")],
)
@pytest.mark.parametrize("others", ["QQ+, AKs", "JJ, AQs, KQo, 65s", "T9s, 98s, A2o"])
def test_equities_equal_those_of_eval7(hand: str, others: str, board: str) -> None:
    on_board = read_cards(board)
    known = (*read_cards(hand), *on_board)
    theirs = {card: eval7.Card(str(card)) for card in CARDS}
    earned = boards = 0
    for combo in Range.read(others).without(known):
        left = [card for card in CARDS if card not in (*known, *combo)]
        for runout in combinations(left, 5 - len(on_board)):
            shared = [theirs[card] for card in (*on_board, *runout)]
            mine, other = (
                eval7.evaluate([*shared, *(theirs[card] for card in cards)])
                for cards in (known[:2], combo)
            )
            earned += (mine > other) + (mine == other) / 2
            boards += 1
    result = equity([hand, others], board)
    assert result.looked_at == boards
    assert result.shares[0].equity == pytest.approx(earned / boards, rel=1e-12)


def test_the_order_of_players_does_not_matter() -> None:
    hands = ["AhKh", "QQ+, AKs", "T9s-76s", "55:0.5, A5s"]
    result = equity(hands, board="2h7d9h")
    turned = equity(hands[::-1], board="2h7d9h")
    for share, same in zip(result.shares, turned.shares[::-1], strict=True):
        assert share.equity == pytest.approx(same.equity, rel=1e-12)
        brute.close([*share.categories.values()], [*same.categories.values()])
    assert sum(share.equity for share in result.shares) == pytest.approx(1, rel=1e-12)


@pytest.mark.parametrize("renaming", ["dchs", "schd", "hsdc"])
def test_the_names_of_suits_do_not_matter(renaming: str) -> None:
    def renamed(text: str) -> str:
        return "".join(renaming["cdhs".index(sign)] if sign in "cdhs" else sign for sign in text)

    for hands, board in (
        (("AhKh", "QsQd", "8h8d"), "2h7d9h"),
        (("AhKh, AhQd", "QsQd, 7h7d"), ""),
        (("AhKh", "JJ, TT"), "2h7d9h3h"),
    ):
        result = equity(hands, board)
        same = equity([renamed(hand) for hand in hands], renamed(board))
        for share, other in zip(result.shares, same.shares, strict=True):
            assert share.equity == pytest.approx(other.equity, rel=1e-12)


def arrays(result: Tally) -> list[Any]:
    return [*result.outcome, result.errors, result.margins]


OVERLAPPING = [
    (("AA, AKs", "AA, KK, AKo", "random"), "2h7d9h"),  # hands with few free cards
    (("AA, KK", "AA, KK, QQ", "AA, KK", "QQ, JJ"), "2h7d9h3c"),
    (("AA:0.001, KK", "AA, 72o:0.01", "KK:0.3, AKs"), "2h7d9h3c"),
    (("TT+, AK", "TT+, AK"), "AhKd2c3s"),
    (("random", "15%"), "2h7d9h"),
    # The most probable hands are not.
    (("AhAd", "AhKh, AhQh, AhJh, AdKd, 7c2d:0.02, 8c2c:0.01"), "2h7d9h"),
]


@pytest.mark.parametrize(("hands", "board"), OVERLAPPING)
def test_sampled_equities_are_close_to_the_exact_ones(hands: tuple[str, ...], board: str) -> None:
    exact = equity(hands, board, exact=True)
    sampled = equity(hands, board, exact=False, precision=0.002, seed=11)
    assert exact.exact
    assert not sampled.exact
    for truth, share in zip(exact.shares, sampled.shares, strict=True):
        assert 0 < share.error < 0.002
        assert abs(share.equity - truth.equity) < 4 * share.error
        low, high = share.interval
        assert high - low <= 0.004
        assert low < share.equity < high
        for category in Category:
            assert share.categories[category] == pytest.approx(truth.categories[category], abs=0.01)
        for hand_class, of_class in truth.classes.items():
            if of_class.weight > 0.05:
                found = share.classes[hand_class]
                assert found.weight == pytest.approx(of_class.weight, abs=0.01)
                assert found.equity == pytest.approx(of_class.equity, abs=0.02)


@pytest.mark.rotated
def test_confidence_intervals_have_their_nominal_coverage() -> None:
    truth = equity(["QQ+", "AK, AQs, JJ"], "2h7d9h").shares[0].equity
    hits = 0
    for seed in range(60):
        share = equity(["QQ+", "AK, AQs, JJ"], "2h7d9h", exact=False, precision=0.02, seed=seed)
        low, high = share.shares[0].interval
        hits += low <= truth <= high
    assert hits >= 51  # 57 expected; fewer than 51 would be one chance in a hundred


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize(("hands", "board"), OVERLAPPING[:2])
def test_the_number_of_threads_does_not_change_sampling(
    hands: tuple[str, ...], board: str, exact: bool
) -> None:
    weights = np.zeros((len(hands), len(COMBOS)))
    for row, hand in zip(weights, hands, strict=True):
        range_of_hand = Range.read(hand)
        row[:] = [range_of_hand.get(combo, 0) for combo in COMBOS]
    numbers = [card.number for card in read_cards(board)]
    alone, three = (
        tally(weights, numbers, exact=exact, seed=5, threads=threads, precision=0.01)
        for threads in (1, 3)
    )
    assert alone.looked_at == three.looked_at
    for one, other in zip(arrays(alone), arrays(three), strict=True):
        assert (one == other).all()


def test_a_seed_determines_the_samples() -> None:
    def ask(seed: int) -> float:
        return equity(["random"] * 3, exact=False, precision=0.01, seed=seed).shares[0].equity

    assert ask(1) == ask(1)
    assert len({ask(seed) for seed in (0, 1, 2, 2**64 - 1)}) == 4


def test_ten_narrow_ranges_that_block_each_other_are_sampled_correctly() -> None:
    """Ten players and twenty cards: only one of 700,000 combinations is a possible deal."""
    result = equity(["TT+"] * 10, precision=0.01)
    assert not result.exact
    for share in result.shares:
        assert share.equity == pytest.approx(0.1, abs=0.01)


def test_questions_that_take_seconds_are_counted_exactly() -> None:
    assert equity(["AhKh", "QQ+", "random"], "2h7d9h").exact
    assert equity(["QQ+, AKs", "15%"]).exact
    assert not equity(["random"] * 3, precision=0.01).exact


def test_combos_are_numbered_as_in_strength() -> None:
    table = combos()
    for number, (high, low) in enumerate(COMBOS):
        assert (table.high[number], table.low[number]) == (high.number, low.number)
        row, column = divmod(int(table.hand_class[number]), 13)
        hand_class = grid_classes()[row][column]
        assert (high, low) in hand_class.combos


def test_every_deal_is_listed_once() -> None:
    aces = [number for number, combo in enumerate(COMBOS) if {card.rank for card in combo} == {14}]
    pairs = np.array(aces, np.uint16)
    ones = np.ones(6)
    assert len(list_deals([pairs, pairs], [ones, ones], most=100).combos) == 6
    assert list_deals([pairs, pairs], [ones, ones], most=5) is None
    with pytest.raises(NoDeal):
        list_deals([pairs] * 3, [ones] * 3, most=100)


@pytest.mark.parametrize(
    ("given", "kind", "words"),
    [
        ({"weights": np.ones((2, 1325))}, ValueError, "not (2, 1325)"),
        ({"weights": np.ones(1326)}, ValueError, "not (1326,)"),
        ({"weights": np.ones((1, 1326))}, ValueError, "2 to 10 rows"),
        ({"weights": np.ones((11, 1326))}, ValueError, "2 to 10 rows"),
        ({"weights": np.full((2, 1326), -0.5)}, ValueError, "player 0, combo 0: a weight is 0 or"),
        ({"weights": np.full((2, 1326), np.nan)}, ValueError, "not nan"),
        ({"weights": np.full((2, 1326), np.inf)}, ValueError, "not inf"),
        ({"weights": np.full((2, 1326), "AA")}, TypeError, "weights are numbers, not <U2"),
        ({"board": [1, 2]}, ValueError, "a board has 0, 3, 4 or 5 cards, not 2"),
        ({"board": [1, 2, 52]}, CardError, "no card has number 52"),
        ({"board": [1, 2, 2]}, CardError, "the two of hearts (2h) twice"),
        ({"board": [1, 2, 3], "dead": [3]}, CardError, "the two of spades (2s) twice"),
        ({"dead": range(44)}, ValueError, "8 cards left are not enough for 2 players"),
        ({"precision": -1}, ValueError, "precision"),
        ({"seed": 2**64}, ValueError, "a seed is"),
        ({"seed": 1.5}, TypeError, "float"),
        ({"weights": np.zeros((2, 1326))}, NoDeal, ""),
        ({"weights": np.zeros((2, 1326)), "exact": False}, NoDeal, ""),
    ],
)
def test_invalid_arguments_of_tally_are_refused(
    given: dict[str, Any], kind: type[Exception], words: str
) -> None:
    with pytest.raises(kind) as refused:
        tally(**{"weights": np.ones((2, 1326)), **given})
    assert words in str(refused.value)


@pytest.mark.rotated
def test_with_a_precision_counting_is_used_only_if_it_is_faster() -> None:
    """Counting ranges against each other before the flop takes a second or two. That is affordable
    by default, but too slow for a bot that asks for a rough number."""
    hands = ["15%", "random"]
    truth = equity(hands)
    assert truth.exact
    rough = equity(hands, precision=0.01)
    assert not rough.exact
    low, high = rough.shares[0].interval
    assert high - low <= 0.02
    assert low <= truth.shares[0].equity <= high
    assert equity(hands, precision=0.01, exact=True).exact
    assert equity(["AhKh", "QsQd"], precision=0.01).exact
    assert equity(hands, "2h7d9hTc", precision=0.01).exact
    assert equity(hands, precision=0.0001).exact  # sampling would take longer


@pytest.mark.parametrize("players", [2, 3, 6])
def test_one_deal_has_the_same_outcome_as_in_a_tally(players: int) -> None:
    luck = Random(players)
    for lying, gone in ((0, 0), (3, 0), (4, 2), (5, 3)):
        cards = luck.sample(range(52), 2 * players + lying + gone)
        hands = [(cards[2 * each], cards[2 * each + 1]) for each in range(players)]
        board, dead = cards[2 * players :][:lying], cards[2 * players + lying :]
        weights = np.zeros((players, 1326))
        for row, hand in zip(weights, hands, strict=True):
            low, high = sorted(hand)
            row[high * (high - 1) // 2 + low] = 1
        counted = ways.count_deal(hands, board, dead)
        assert (
            counted.equities.tolist() == tally(weights, board, dead, exact=True).equities.tolist()
        )
