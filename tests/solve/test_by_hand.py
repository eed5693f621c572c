"""Numbers of a place by hand: an array with named axes that can be asked for one hand."""

import pickle

import numpy as np
import pytest

from pokermasa.solve import ByHand, Place, SolveError, Subgame, solve


@pytest.fixture(scope="module")
def root() -> Place:
    subgame = Subgame.from_board(
        "2c 7d 9h Js Qs", pot=100, stack=100, oop="AA, 88", ip="KK", bets="all-in"
    )
    return solve(subgame, target=0.01).root


def test_hand_arrays_have_the_frequencies_and_values_of_each_hand(root: Place) -> None:
    for hand in ("8s8h", "8h 8s", "AsAh"):
        result = root.hand(hand)
        assert root.strategy[hand] == result["strategy"]
        assert root.act_values[hand] == result["act_ev"]
        assert root.ev[hand] == result["ev"]
    assert sum(root.strategy["8s8h"].values()) == pytest.approx(1)


def test_axes_are_named_and_the_rest_is_an_array(root: Place) -> None:
    assert (root.strategy.axes, root.ev.axes) == (("act", "hand"), ("hand",))
    assert root.strategy.acts == root.acts
    assert root.strategy.shape == (2, len(root.hands(0)))
    assert "2 acts (CH, AA) by 12 hands" in repr(root.strategy)
    for made in (root.strategy[0], root.strategy * 2, root.strategy.sum(axis=0), root.ev[:3]):
        assert type(made) is np.ndarray, "a part has no hands any more"
    assert isinstance(root.ev.max(), float)


def test_a_hand_that_the_player_cannot_hold_is_refused_with_a_message(root: Place) -> None:
    with pytest.raises(SolveError, match="oop does not hold AhKh here"):
        root.strategy["AhKh"]
    with pytest.raises(SolveError, match="'Kx'"):
        root.ev["AhKx"]
    with pytest.raises(IndexError, match="this array has no hands, so it cannot be asked for"):
        root.ev.copy()["AsAh"]
    with pytest.raises(SolveError, match="no player is to act here"):
        root.after("CH").after("CH").ev  # noqa: B018
    with pytest.raises(SolveError, match="no player is to act here"):
        root.after("CH").after("CH").to_records()


def test_pickled_array_keeps_its_numbers(root: Place) -> None:
    again = pickle.loads(pickle.dumps(root.strategy))
    assert np.array_equal(again, np.asarray(root.strategy))
    assert not isinstance(again, ByHand)


def test_records_are_all_hands_that_come_here(root: Place) -> None:
    records = root.to_records()
    assert [r["hand"] for r in records] == [f"{high}{low}" for high, low in root.hands(0)]
    (aces,) = [record for record in records if record["hand"] == "AsAh"]
    assert aces["AA"] == pytest.approx(root.strategy["AsAh"]["AA"])
    assert aces["AA ev"] == pytest.approx(root.act_values["AsAh"]["AA"], abs=1e-5)
