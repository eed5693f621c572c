"""Local best response: what it must win from players whose weakness is known."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from pokermasa.arena.fault import BrokenPolicy
from pokermasa.arena.lbr import share, winnings
from pokermasa.arena.terms import Terms
from pokermasa.bots import Caller, Folder
from pokermasa.equity.board_strengths import combo_of
from pokermasa.rules import Betting, Call, Check, Fold

LIMIT = Terms.of("acpc", Betting.FIXED_LIMIT)


def test_from_who_always_folds_it_takes_both_blinds() -> None:
    """A small blind from the button, a big one from the big blind: 1.5 chips a hand of 2."""
    assert [winnings(Folder(), LIMIT, deal, 1) for deal in range(6)] == [1.5] * 6


def test_from_who_always_calls_it_wins_about_what_the_best_answer_does() -> None:
    """1,163 mbb a hand are the most in the long run; these deals are always the same."""
    won = [500 * winnings(Caller(), LIMIT, deal, 1) for deal in range(12)]
    assert np.mean(won) > 300


class Fickle:
    """Folds, and asked with the same hand once more it calls, and so on."""

    def __init__(self) -> None:
        self.asked: Counter[Any] = Counter()

    def choose(self, view: Any) -> Check | Fold | Call:
        seen = view.players[view.to_act].cards, view.past
        self.asked[seen] += 1
        if not view.to_call:
            return Check()
        return Fold() if self.asked[seen] % 2 else Call()


def test_who_answers_otherwise_the_second_time_is_told() -> None:
    with pytest.raises(BrokenPolicy, match=r"with the same view it now does .*on the view alone"):
        winnings(Fickle(), LIMIT, 0, 1)


@pytest.mark.parametrize("board", [(51, 47, 43, 20), (51, 47, 43)])
def test_its_share_is_counted_over_all_runouts(board: tuple[int, ...]) -> None:
    """Against one hand: the same as the other's share taken from one."""
    mine, his = combo_of(39, 34), combo_of(50, 49)
    one, other = np.zeros(1326), np.zeros(1326)
    one[his], other[mine] = 1, 1
    assert share(board, mine, one) + share(board, his, other) == pytest.approx(1)
    assert 0 < share(board, his, other) < 1 if len(board) == 3 else True
