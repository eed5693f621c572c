"""Locks: the locked strategy stays fixed, the rest adapts, and board isomorphism respects the
locks."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokermasa.solve import SolveError, SolveRefusal, Subgame, lock, solve
from pokermasa.solve.file import load, save
from tests.cases import each
from tests.solve.independent_evaluator import evaluate_independently

RIVER = "2c 7d 9h Js Qs"
OPTIONS: dict[str, Any] = {"oop": "AA, QQ, JTs", "ip": "KK, AQs, T9s", "bets": "60%"}


def kings() -> Subgame:
    return Subgame.from_board(RIVER, 100, 100, "AA, 88", "KK", bets="all-in")


def turn() -> Subgame:
    """A subgame on the turn in which diamonds and hearts are isomorphic."""
    return Subgame.from_board("Qc 7d 7h 2s", 100, 120, **OPTIONS)


def test_locks_accept_hands_as_in_a_range() -> None:
    """The bluffs always bet if the kings are locked to folding."""
    solution = solve(kings(), target=0.01, locks={"AA": {"KK": {"FO": 1.0}}})
    assert solution.at("AA").frequencies == pytest.approx({"FO": 1.0, "AA": 0.0})
    assert solution.root.hand("8s8h")["strategy"]["AA"] > 0.99
    part = solve(kings(), target=0.01, locks={"AA": {"KsKh, KsKd": {"FO": 0.25, "AA": 0.75}}})
    assert part.at("AA").hand("KhKs")["strategy"] == pytest.approx({"FO": 0.25, "AA": 0.75})
    assert part.at("AA").hand("KdKc")["strategy"]["AA"] != pytest.approx(0.75)


def test_a_call_all_in_can_be_written_as_a_call() -> None:
    called = solve(kings(), iterations=9, locks={"AA": {"KK": {"CA": 1.0}}})
    assert called.at("AA").frequencies == pytest.approx({"FO": 0.0, "AA": 1.0})


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("locks", "alike"),
    [
        ({"": {"AA": {"CH": 1}}}, True),
        ({"CH": {"AhQh, AdQd": {"CH": 1}}}, True),  # one becomes the other
        ({"CH": {"AhQh": {"CH": 1}}}, False),
        ({"CH CH 3c": {"AA": {"CH": 1}}}, True),
        ({"CH CH 3h": {"AA": {"CH": 1}}}, False),
        ({"CH CH 3h": {"AhAs": {"CH": 1}}, "CH CH 3d": {"AdAs": {"CH": 1}}}, True),
        ({"CH CH 3h": {"AhAs": {"CH": 1}}, "CH CH 3d": {"AhAs": {"CH": 1}}}, False),
    ],
    ids=str,
)
def test_board_isomorphism_is_used_only_if_it_preserves_the_locks(
    locks: dict[str, dict[str, dict[str, int]]], alike: bool
) -> None:
    found = [
        solve(turn(), target=None, iterations=25, threads=1, locks=locks, symmetric=symmetric)
        for symmetric in (True, False)
    ]
    assert (found[0].game.board_counts < found[1].game.board_counts) is alike
    assert found[0].value == pytest.approx(found[1].value, abs=0.02)
    for path, table in locks.items():
        for solution in found:
            place = solution.at(path)
            for hands in table:
                for hand in hands.split(", "):
                    if len(hand) == 4:
                        assert place.hand(hand)["strategy"]["CH"] == 1
    values, _ = evaluate_independently(found[0])
    assert found[0].value == pytest.approx(values, abs=1e-3)


def test_a_saved_lock_keeps_the_remaining_board_isomorphism(tmp_path: Path) -> None:
    locks = {"CH": {"AhQh, AdQd": {"CH": 1}}, "CH CH 3h": {"AhAs": {"CH": 1}}}
    locks |= {"CH CH 3d": {"AdAs": {"CH": 1}}}
    solution = solve(turn(), target=None, iterations=5, threads=1, locks=locks)
    save(solution, tmp_path / "locked.npz")
    again = load(tmp_path / "locked.npz", threads=1)
    assert again.game.board_counts == solution.game.board_counts
    assert again.value == solution.value
    assert again.at("CH CH 3d").hand("AdAs")["strategy"]["CH"] == 1
    again.improve(None, iterations=5)
    assert again.at("CH CH 3h").hand("AhAs")["strategy"]["CH"] == 1


def test_a_solution_can_be_locked_later_if_its_isomorphism_allows_it() -> None:
    solution = solve(turn(), target=None, iterations=2, threads=1)
    with pytest.raises(SolveError, match="again, with locks") as refused:
        lock(solution, "CH", {"AhQh": {"CH": 1}})
    assert refused.value.code is SolveRefusal.STRATEGY
    lock(solution, "CH", {"AQs": {"CH": 1}})
    solution.improve(None, iterations=2)
    assert solution.at("CH").hand("AhQh")["strategy"]["CH"] == 1


@each(
    ("locks", "code"),
    [
        ({"AA": {"KK": {"FO": 0.5}}}, SolveRefusal.STRATEGY),
        ({"AA": {"KK": {"FO": float("nan")}}}, SolveRefusal.STRATEGY),
        ({"AA": {"KK": {"FO": "much"}}}, SolveRefusal.STRATEGY),
        ({"AA": {"KK": {"FO": -1, "AA": 2}}}, SolveRefusal.STRATEGY),
        ({"AA": {"KK": 1}}, SolveRefusal.STRATEGY),
        ({"AA": {"KK": {"FO": 1}, "KsKh": {"FO": 1}}}, SolveRefusal.STRATEGY),
        ({"AA": {"KK": {"RR7": 1}}}, SolveRefusal.NO_SUCH_NODE),
        ({"AA": {"QQ": {"FO": 1}}}, SolveRefusal.RANGE),
        ({"AA": {"K": {"FO": 1}}}, SolveRefusal.RANGE),
        ({"AA": {7: {"FO": 1}}}, SolveRefusal.RANGE),
        ({"AA": np.zeros((3, 3))}, SolveRefusal.STRATEGY),
        ({"AA": "fold"}, SolveRefusal.STRATEGY),
        ({"AA": None}, SolveRefusal.STRATEGY),
        ({"CH CH": {}}, SolveRefusal.NO_SUCH_NODE),
        ({"CH FO": {}}, SolveRefusal.NO_SUCH_NODE),
        ({"AA": {"KsKh": {"FO": 1}}, "aa": {"KdKc": {"FO": 1}}}, SolveRefusal.STRATEGY),
        ([("AA", {})], SolveRefusal.STRATEGY),
    ],
)
def test_invalid_locks_are_refused(locks: Any, code: SolveRefusal) -> None:
    with pytest.raises(SolveError) as refused:
        solve(kings(), locks=locks, iterations=1)
    assert refused.value.code is code
    assert len(str(refused.value)) > 15
