"""Local best response against bots with a known weakness."""

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

LIMIT = Terms.for_rules("acpc", Betting.FIXED_LIMIT)


def test_local_best_response_wins_both_blinds_from_a_bot_that_always_folds() -> None:
    """Local best response wins a small blind from the button and a big blind from the big blind:
    1.5 chips in 2 hands."""
    assert [winnings(Folder(), LIMIT, deal, 1) for deal in range(6)] == [1.5] * 6


@pytest.mark.rotated
def test_local_best_response_against_a_caller_is_close_to_a_best_response() -> None:
    """A best response wins 1,163 mbb/hand in the long run. The deals of this test are fixed."""
    won = [500 * winnings(Caller(), LIMIT, deal, 1) for deal in range(12)]
    assert np.mean(won) > 300


class Fickle:
    """A bot that folds and calls alternately with the same hand."""

    def __init__(self) -> None:
        self.asked: Counter[Any] = Counter()

    def choose(self, view: Any) -> Check | Fold | Call:
        seen = view.players[view.to_act].cards, view.past
        self.asked[seen] += 1
        if not view.to_call:
            return Check()
        return Fold() if self.asked[seen] % 2 else Call()


def test_a_bot_whose_answer_changes_for_the_same_view_is_reported() -> None:
    with pytest.raises(BrokenPolicy, match=r"with the same view it now does .*on the view alone"):
        winnings(Fickle(), LIMIT, 0, 1)


@pytest.mark.parametrize("board", [(51, 47, 43, 20), (51, 47, 43)])
def test_local_best_response_computes_equity_over_all_boards(board: tuple[int, ...]) -> None:
    """Against a single hand, the equities of both must sum to one."""
    mine, his = combo_of(39, 34), combo_of(50, 49)
    one, other = np.zeros(1326), np.zeros(1326)
    one[his], other[mine] = 1, 1
    assert share(board, mine, one) + share(board, his, other) == pytest.approx(1)
    assert 0 < share(board, his, other) < 1 if len(board) == 3 else True
