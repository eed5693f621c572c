"""Tests of house:limit,solving=1: the ranges with which hands reach the river, and the strategy
there.
"""

from random import Random
from typing import Any

import numpy as np
import pytest

from pokermasa.arena.hand import BotTable
from pokermasa.arena.named_random import NamedRandom
from pokermasa.batch.combo import combos
from pokermasa.bots import RandomBot
from pokermasa.bots.limit.limit import Limit, shipped
from pokermasa.bots.limit.line import place
from pokermasa.bots.limit.reach import at_river
from pokermasa.bots.limit.river import LIVE, best_answers, ranked, solve
from pokermasa.bots.limit.table import PARTS
from pokermasa.bots.named import NoBot, named
from pokermasa.bots.policy import holding, possible
from pokermasa.equity.board_strengths import values_on
from pokermasa.rules import View
from tests.bots.test_limit import GAME, last, views
from tests.cases import each

RIVER = "rc" + "crc" + "rc"
"""A raise before the flop, and called bets on the flop and the turn."""


def board_of(view: View) -> tuple[Any, ...]:
    return tuple(card.number for card in view.board)


@pytest.mark.parametrize("text", ["cc" + "cc" + "cc", RIVER, "crrc" + "crrc" + "crrrrc"])
def test_the_range_on_the_river_is_the_product_of_the_earlier_acts(text: str) -> None:
    """The probability of each hand is the product of the probabilities of its player's acts."""
    bot, reach = Limit(), np.ones((2, 1326))
    seen = [*views(text)]
    for view, letter in zip(seen, text, strict=False):
        policy = bot.policy(view)
        (act,) = [n for n, act in enumerate(policy.acts) if (act.code == "RR") == (letter == "r")
                  and act.code != "FO"]  # fmt: skip
        reach[place(view).player] *= policy.chances[:, act]
    table, buckets, _ = shipped()
    river = place(seen[-1])
    for player in (0, 1):
        found = at_river(table, buckets, board_of(seen[-1]), player, river.line)
        assert found == pytest.approx(reach[player] * possible(seen[-1]), abs=1e-12)
        assert found.sum() > 0.01  # The range is not empty.


@pytest.fixture(scope="module")
def river() -> tuple[np.ndarray, np.ndarray, list[np.ndarray], list[np.ndarray]]:
    """A river on which the big blind acts first: the board's hands in order, both ranges, and the
    table's strategy.
    """
    view = last(RIVER)
    board, line = board_of(view), place(view).line
    table, buckets, _ = shipped()
    values = values_on(board, np.zeros(1, np.uint64))[0].astype(np.int64)
    order = np.argsort(values, kind="stable")[-LIVE:]
    rows = buckets.all(board).astype(np.int64)[order]
    reach = [at_river(table, buckets, board, player, line) for player in (0, 1)]
    acts = [table.after[player][2][rows, :, line] / PARTS for player in (0, 1)]
    return values, order, reach, acts


def won(
    river: tuple[np.ndarray, np.ndarray, list[np.ndarray], list[np.ndarray]],
    player: int,
    acts: np.ndarray,
) -> np.ndarray:
    """Return what the opponent's best response wins, by hand."""
    values, order, reach, _ = river
    found = np.zeros((LIVE, 1))
    mine = np.ascontiguousarray(reach[player][order][:, np.newaxis])
    best_answers(
        ranked(values, order),
        mine,
        acts[:, :, np.newaxis].copy(),
        np.array([10.0]),
        player == 1,
        found,
    )
    return found[:, 0]


@pytest.mark.parametrize("player", [0, 1])
def test_solving_makes_no_opposing_hand_better_off_and_likely_ones_worse(
    river: tuple[np.ndarray, np.ndarray, list[np.ndarray], list[np.ndarray]], player: int
) -> None:
    values, order, reach, acts = river
    mine, his = reach[player], reach[1 - player]
    found = acts[player].copy()
    assert solve(values, order, mine, his, found, 10, player == 1)
    before, after = won(river, player, acts[player]), won(river, player, found)
    more, less = np.maximum(after - before, 0).sum(), np.maximum(before - after, 0).sum()
    assert less > 0
    assert more <= 0.1 * less
    assert (his[order] * after).sum() < (his[order] * before).sum()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("player", [0, 1])
def test_longer_solving_comes_closer_to_the_limits_of_the_gadget(
    river: tuple[np.ndarray, np.ndarray, list[np.ndarray], list[np.ndarray]], player: int
) -> None:
    values, order, reach, acts = river
    before, extra = won(river, player, acts[player]), []
    for rounds in (50, 800):
        found = acts[player].copy()
        solve(values, order, reach[player], reach[1 - player], found, 10, player == 1, rounds)
        after = won(river, player, found)
        extra.append(np.maximum(after - before, 0).sum() / np.maximum(before - after, 0).sum())
    assert extra[1] < extra[0] / 2


def test_a_solution_that_is_not_better_is_not_used(
    river: tuple[np.ndarray, np.ndarray, list[np.ndarray], list[np.ndarray]],
) -> None:
    """Zero iterations find nothing better. A solution that helps some hand of the opponent is not
    used."""
    values, order, reach, acts = river
    found = acts[0].copy()
    solve(values, order, reach[0], reach[1], found, 10, False, 0)
    assert (found == acts[0]).all()
    assert not solve(values, order, reach[0], reach[1], found, 10, False, 2)
    assert (found == acts[0]).all()


def test_a_whole_river_is_played_by_one_solution() -> None:
    """Each decision on the river uses the same solution, whoever acts and whatever the cards."""
    bot, text = Limit(solving=True), RIVER
    view = last(text)
    first = bot.policy(view)
    assert (Limit(solving=True).policy(holding(view, 700)).chances == first.chances).all()
    assert (first.chances != Limit().policy(view).chances).any()
    free = first.chances.sum(axis=1) > 0
    assert free.sum() == LIVE
    assert first.chances[free].sum(axis=1) == pytest.approx(1)
    strategy = shipped()[2].solved(board_of(view), 1, place(view).line)
    for more in ("", "cr", "rr", "crrr", "rrrr"):
        view = last(text + more)
        here, policy = place(view), bot.policy(view)
        player = strategy if here.player == 1 else shipped()[2].solved(board_of(view), 0, here.line)
        if here.raises is not None:
            assert policy.chances[free, -1] == pytest.approx(player[free, here.raises])
        if here.fold is not None:
            assert policy.chances[free, 0] == pytest.approx(player[free, here.fold])


def test_the_chosen_act_follows_the_policy() -> None:
    bot, view = Limit(solving=True), last(RIVER)
    policy = bot.policy(view)
    for hand in np.flatnonzero(policy.chances.sum(axis=1))[::200].tolist():
        choice = bot.choose(holding(view, hand))
        wanted = zip(policy.acts, policy.chances[hand].tolist(), strict=True)
        assert dict(choice.acts) == pytest.approx({act: chance for act, chance in wanted if chance})
        assert choice.reason.endswith("solved")
    assert bot.solved == bot.decided > 0


def test_a_river_that_few_hands_reach_is_played_by_the_table() -> None:
    """Four bets on every round: hardly any hand gets there."""
    view = last("crrrc" + "rrrrc" + "rrrrc")
    assert (Limit(solving=True).policy(view).chances == Limit().policy(view).chances).all()


def test_the_solving_bot_plays_whole_hands() -> None:
    bots: Any = [Limit(solving=True), RandomBot()]
    table = BotTable(["limit", "random"], bots, Random(1))
    for deal in range(12):
        table.play(GAME.opening(2), NamedRandom(2).cards(deal, 2))
        assert not table.faults
    assert bots[0].handed == 0
    assert bots[0].decided > bots[0].solved > 0


@pytest.mark.parametrize(
    ("name", "solving"),
    [("limit", False), ("limit,solving=0", False), ("limit,solving=1", True)],
)
def test_the_solving_bot_is_found_by_its_name(name: str, solving: bool) -> None:
    bot = named(f"house:{name}").make(1)
    assert isinstance(bot, Limit)
    assert bot.solving is solving


@each("name", ["limit,solving=2", "limit,solving", "limit,", "limits", "limit,tightness=0.3"])
def test_other_options_are_refused(name: str) -> None:
    with pytest.raises(NoBot, match=f"house:{name}"):
        named(f"house:{name}")


def test_buckets_computed_together_equal_those_computed_per_hand() -> None:
    _, buckets, _ = shipped()
    for count in (3, 4, 5):
        board = (3, 17, 40, 8, 29)[:count]
        every = buckets.all(board)
        for hand in range(0, 1326, 53):
            assert every[hand] == buckets.bucket(board, hand)
    with pytest.raises(ValueError, match="read-only"):
        every[0] = 1
    assert combos().high.shape == every.shape
