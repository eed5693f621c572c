"""`rollout`: whole hands with compiled policies."""

from typing import Any

import numba
import numpy as np
import pytest

from pokermasa.batch import CALL, FOLD, RAISE, Chart, PolicyError, cards_of, rollout
from pokermasa.rules import Betting, HouseRules

pytestmark = pytest.mark.sampled(2)

STACKS = [200, 35, 90, 12, 300, 60]


@numba.njit
def careful(view: Any, random: Any) -> tuple[int, ...]:
    """Raise with pairs and high cards, and call cheap bets with other hands."""
    high = max(view.hole[0], view.hole[1]) // 4
    pair = view.hole[0] // 4 == view.hole[1] // 4
    if view.most > 0 and random < 0.5 and (pair or high == 12):
        return RAISE, min(view.most, max(view.least, view.pot))
    if view.to_call * 4 > view.pot:
        return FOLD, 0
    return CALL, 0


MIXED = ["random", "caller", careful, Chart(np.tile([0.3, 0.4, 0.3], (169, 1))), "folder", careful]


@pytest.mark.rotated
@pytest.mark.parametrize("rules", ["masa", "tda", "limit"])
def test_a_seed_gives_the_same_hands_for_any_number_of_threads(rules: str) -> None:
    one, two, all_of_them = (
        rollout(30_000, 6, MIXED, rules, STACKS, seed=4, threads=threads, keep=True)
        for threads in (1, 2, None)
    )
    for other in (two, all_of_them):
        assert (one.results == other.results).all()
        assert (one.totals == other.totals).all()
        assert (one.squares == other.squares).all()
        assert (one.acts, one.showdowns) == (other.acts, other.showdowns)


def test_totals_and_errors_match_the_results_of_each_hand() -> None:
    played = rollout(20_000, 6, MIXED, stacks=STACKS, seed=1, keep=True)
    assert (played.results.sum(axis=1) == 0).all()
    assert (played.results.sum(axis=0) == played.totals).all()
    assert np.allclose((played.results.astype(float) ** 2).sum(axis=0), played.squares)
    assert np.allclose(played.results.mean(axis=0), played.mean)
    assert np.allclose(played.results.std(axis=0) / np.sqrt(20_000), played.error)
    assert played.hands_a_second > 0
    assert rollout(20_000, 6, MIXED, stacks=STACKS, seed=1).results is None


def test_a_hand_can_be_replayed_by_its_number() -> None:
    whole = rollout(100, 6, MIXED, stacks=STACKS, seed=2, keep=True)
    again = rollout(10, 6, MIXED, stacks=STACKS, seed=2, start=60, keep=True)
    assert (whole.results[60:70] == again.results).all()


def test_the_cards_do_not_depend_on_the_policies() -> None:
    """Two policies can therefore be compared on the same deals."""
    assert (cards_of(5, 6, seed=3) == cards_of(9, 6, seed=3)[:5]).all()

    @numba.njit
    def shows(view: Any, random: Any) -> tuple[int, Any]:
        return CALL, view.hole[0]

    assert rollout(10, 2, shows).hands == 10


def test_random_players_win_nothing_on_average_at_any_place() -> None:
    played = rollout(200_000, 4, seed=5)
    assert (np.abs(played.mean) < 4.5 * played.error).all()


@pytest.mark.rotated
def test_a_policy_sees_only_its_own_cards_and_public_information() -> None:
    """The policies encode what they see as the amount of an illegal raise, and the refusal shows
    it."""

    @numba.njit
    def tells_a_board_card_before_the_flop(view: Any, random: Any) -> tuple[int, Any]:
        return RAISE, view.board[0] * 10**6 + view.board[4] * 10**3 + view.round

    with pytest.raises(PolicyError, match="raise to 255255000,"):
        rollout(1, 3, tells_a_board_card_before_the_flop)

    @numba.njit
    def tells_its_hole_cards(view: Any, random: Any) -> tuple[int, Any]:
        return RAISE, 10**6 + view.hole[0] * 1000 + view.hole[1]

    deck = cards_of(1, 3)[0].tolist()
    with pytest.raises(PolicyError, match=f"raise to {10**6 + deck[2] * 1000 + deck[5]},"):
        rollout(1, 3, tells_its_hole_cards)  # place 0 is the button: dealt last, and acts first

    @numba.njit
    def tells_stacks(view: Any, random: Any) -> tuple[int, ...]:
        if view.to_call == 0:
            return CALL, 0
        chips = sum(view.stacks) + view.pot
        return (CALL, 0) if chips == 60 and view.players == 3 else (RAISE, -chips)

    assert rollout(500, 3, tells_stacks, stacks=[10, 20, 30]).hands == 500


def test_the_ready_made_random_policy_folds_calls_and_raises() -> None:
    played = rollout(1_000, players=3, policies=["random", "caller", "folder"], seed=7)
    assert played.totals.tolist() == [3141, -2384, -757]


def test_the_random_number_of_a_policy_is_uniform() -> None:
    @numba.njit
    def folds_three_times_in_ten(view: Any, random: Any) -> tuple[int, int]:
        return (FOLD if random < 0.3 else CALL), 0

    played = rollout(50_000, 2, [folds_three_times_in_ten, "caller"], "tda", seed=2, keep=True)
    # Heads-up with `tda` rules, the button acts first and loses the small blind by folding.
    folded = (played.results[::2, 0] == -1).mean()
    assert abs(folded - 0.3) < 0.01


# Charts


def test_a_chart_acts_with_its_given_probabilities() -> None:
    odds = np.tile([1.0, 0.0, 0.0], (169, 1))
    odds[Chart.number("AA")] = 0, 0, 1
    chart = Chart(odds, raise_to="most")
    played = rollout(100_000, 2, [chart, "folder"], "tda", seed=6, keep=True)
    decks = cards_of(100_000, 2, seed=6)
    # the button is dealt last, and where it is not on the chart's place nothing is compared
    aces = (decks[:, 1] >= 48) & (decks[:, 3] >= 48)
    on_the_button = np.arange(100_000) % 2 == 0
    assert 300 < aces.sum() < 620  # 1 in 221
    assert (played.results[aces & on_the_button, 0] == 2).all()  # the big blind folds
    assert (played.results[~aces & on_the_button, 0] == -1).all()


@pytest.mark.parametrize("name", ["AA", "AKs", "AKo", "72o", "T9s", "22"])
def test_each_hand_class_uses_its_own_row_of_a_chart(name: str) -> None:
    odds = np.tile([1.0, 0.0, 0.0], (169, 1))
    odds[Chart.number(name)] = 0, 1, 0
    played = rollout(40_000, 2, [Chart(odds), "folder"], "tda", seed=6, keep=True)
    calls = (played.results[::2, 0] != -1).nonzero()[0] * 2
    decks = cards_of(40_000, 2, seed=6)[calls]
    ranks = np.sort(decks[:, [1, 3]] // 4, axis=1)
    wanted = sorted("23456789TJQKA".index(letter) for letter in name[:2])
    assert len(ranks)
    assert (ranks == wanted).all()
    if len(name) == 3:
        suited = decks[:, 1] % 4 == decks[:, 3] % 4
        assert (suited == (name[2] == "s")).all()


def test_a_chart_can_have_a_table_for_each_round() -> None:
    """The chart calls before the flop and folds to any bet later."""
    odds = np.zeros((4, 169, 3))
    odds[0, :, CALL] = odds[1:, :, FOLD] = 1

    @numba.njit
    def bets_the_flop(view: Any, random: Any) -> tuple[int, ...]:
        return (RAISE, view.least) if view.round == 1 and view.most else (CALL, 0)

    played = rollout(1000, 2, [Chart(odds), bets_the_flop], seed=1)
    assert played.showdowns == 0
    assert played.totals.tolist() == [-2000, 2000]


@pytest.mark.parametrize("size", ["least", "pot", "most", "any"])
def test_raises_of_every_chart_size_are_legal(size: Any) -> None:
    odds = np.tile([0.2, 0.3, 0.5], (169, 1))
    for rules in ("masa", "limit", "tda"):
        rollout(3000, 6, Chart(odds, raise_to=size), rules, STACKS, seed=1)


@pytest.mark.parametrize(
    ("odds", "options", "words"),
    [
        (np.zeros((169, 2)), {}, r"not the shape \(169, 2\)"),
        (np.zeros((169, 3)), {}, r"add up to 1, not to 0 \(row 0\)"),
        (np.full((169, 3), np.nan), {}, "numbers of at least 0"),
        (np.tile([1.5, -0.5, 0], (169, 1)), {}, "numbers of at least 0"),
        (
            np.tile([1, 0, 0], (169, 1)),
            {"raise_to": "x"},
            "raise_to: least, pot, most, any, not 'x'",
        ),
    ],
)
def test_invalid_charts_are_refused(odds: np.ndarray, options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Chart(odds, **options)


# Nonsense


def answering(act: int, amount: int) -> Any:
    @numba.njit
    def policy(view: Any, random: Any) -> tuple[int, ...]:
        return (act, amount) if view.round == 2 else (CALL, 0)

    return policy


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("act", "amount", "words"),
    [
        (3, 0, "3 is no act"),
        (-1, 0, "-1 is no act"),
        (-(2**63), 0, "raised an exception"),
        (RAISE, 1, "raise to 1, but the least is 2, the most 198"),
        (RAISE, 10**18, "raise to 1000000000000000000, but the least is 2, the most 198"),
        (RAISE, -(2**63), "raise to -9223372036854775808, but the least is 2"),
    ],
)
def test_an_illegal_act_of_a_policy_is_reported_with_hand_act_and_place(
    act: int, amount: int, words: str
) -> None:
    with pytest.raises(
        PolicyError, match=rf"hand 7, act 4, place 0: the policy .* {words}"
    ) as error:
        rollout(10, 2, [answering(act, amount), "caller"], "tda", start=7)
    assert (error.value.hand, error.value.act, error.value.place) == (7, 4, 0)


def test_an_exception_in_a_policy_is_reported() -> None:
    @numba.njit
    def divides(view: Any, random: Any) -> tuple[int, Any]:
        return CALL, 7 // (view.round - 2)

    with pytest.raises(PolicyError, match=r"hand 0, act 4, .* raised ZeroDivisionError") as error:
        rollout(10, 2, divides)
    assert isinstance(error.value.__cause__, ZeroDivisionError)


def test_an_illegal_act_is_detected_on_every_thread() -> None:
    @numba.njit
    def rarely_wrong(view: Any, random: Any) -> tuple[int, int]:
        return (9 if random > 0.99999 else CALL), 0

    messages = set()
    for threads in (1, 2):
        with pytest.raises(PolicyError, match="9 is no act") as error:
            rollout(200_000, 2, rarely_wrong, threads=threads)
        messages.add(str(error.value))
    assert len(messages) == 1


def no_amount(view: Any, random: Any) -> int:
    return CALL


def half_a_chip(view: Any, random: Any) -> tuple[int, float]:
    return CALL, 0.5


def knows_the_deck(view: Any, random: Any) -> tuple[int, Any]:
    return CALL, view.deck[0]


def one_argument(view: Any) -> tuple[int, int]:
    return CALL, 0


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        (no_amount, "the policy no_amount returns .* an act and an amount"),
        (half_a_chip, "the policy half_a_chip returns"),
        (knows_the_deck, "the policy knows_the_deck cannot be compiled"),
        (one_argument, "the policy one_argument cannot be compiled"),
        (3, "policies: a name, a Chart or a function, not 3"),
        (None, "policies: a name, a Chart or a function, not None"),
    ],
)
def test_objects_that_are_not_policies_are_refused(policy: Any, words: str) -> None:
    with pytest.raises(TypeError, match=words):
        rollout(1, 2, policy)


def test_a_plain_function_is_compiled() -> None:
    def folds(view: Any, random: Any) -> tuple[int, int]:
        return FOLD, 0

    assert rollout(100, 2, [folds, "caller"]).totals.tolist() == [-150, 150]


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"hands": 0}, ValueError, "hands: at least 1, not 0"),
        ({"hands": 1.5}, TypeError, r"hands: a whole number of hands, not 1\.5"),
        ({"hands": 10**14, "keep": True}, MemoryError, "the results of 100,000,000,000,000 hands"),
        ({"players": 11}, ValueError, "players: 2 to 10, not 11"),
        ({"policies": "shark"}, ValueError, "policies: random, caller, folder, not 'shark'"),
        ({"policies": ["random"]}, ValueError, "one for each of 2 places, not 1"),
        ({"stacks": [1, 2, 3]}, ValueError, "stacks: one, 2,"),
        ({"threads": 0}, ValueError, "threads: 1 or more"),
        ({"seed": None}, TypeError, "seed: a whole number, not None"),
        ({"start": -1}, ValueError, "start"),
    ],
)
def test_invalid_arguments_of_a_rollout_are_refused(
    options: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        rollout(**{"hands": 10, "players": 2} | options)


def test_rollouts_accept_the_betting_structure_as_text() -> None:
    by_text = HouseRules.named("tda").replace(betting="fixed limit")
    by_value = HouseRules.named("tda").replace(betting=Betting.FIXED_LIMIT)
    one, other = (
        rollout(200, 6, MIXED, rules, STACKS, seed=1, keep=True) for rules in (by_text, by_value)
    )
    assert one.results is not None
    assert other.results is not None
    assert one.results.tolist() == other.results.tolist()
