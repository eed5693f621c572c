"""Hands played and written by pokerkit, with all kinds of posts, antes and short stacks."""

import random
import warnings

import pokerkit
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import Automation, FixedLimitTexasHoldem, Mode, NoLimitTexasHoldem, State

from pokermasa.histories import phh
from pokermasa.histories.replay import result
from tests.histories.test_phh import by_pokerkit

pytestmark = pytest.mark.filterwarnings("ignore")

AUTOMATIC = tuple(
    set(Automation) - {Automation.HOLE_CARDS_SHOWING_OR_MUCKING}  # our rules decide who shows
)


def blinds_of(source: random.Random, players: int) -> tuple[list[int], int]:
    """Return the blinds and the big blind: straddle, late post, no small blind, or reversed."""
    small, big = source.choice([(1, 2), (5, 10), (2, 5), (0, 2), (1, 1)])
    blinds = [small, big] + [0] * (players - 2)
    kind = source.random()
    if players > 2 and kind < 0.15:
        blinds[2] = 2 * big
    elif players > 3 and kind < 0.3:
        blinds[source.randrange(3, players)] = -big
    elif players > 2 and kind < 0.4:
        blinds = [big] + [0] * (players - 1)
    elif players == 2 and kind < 0.3:
        blinds.reverse()
    return blinds, big


def antes_of(source: random.Random, players: int, big: int) -> list[int]:
    """Return no antes, equal antes, a big blind ante, or a button ante."""
    antes = [0] * players
    kind = source.random()
    if kind < 0.25:
        return [source.choice([1, big])] * players
    if kind < 0.45:
        antes[1 if kind < 0.4 else -1] = big
    return antes


def play(source: random.Random, state: State) -> None:
    while state.status:
        if state.actor_index is None:
            state.show_or_muck_hole_cards(None if source.random() < 0.7 else True)
            continue
        acts = ["stay"] * 5
        acts += ["fold"] * 2 if state.checking_or_calling_amount else []
        acts += ["raise"] * 3 if state.can_complete_bet_or_raise_to() else []
        match source.choice(acts):
            case "stay":
                state.check_or_call()
            case "fold":
                state.fold()
            case "raise":
                least = state.min_completion_betting_or_raising_to_amount
                most = state.max_completion_betting_or_raising_to_amount
                state.complete_bet_or_raise_to(
                    source.choice([least, most, source.randint(least, most)])
                )


def written(seed: int) -> str:
    source = random.Random(seed)
    random.seed(seed)  # pokerkit shuffles with this module
    players = source.choice([2, 2, 3, 4, 6, 9])
    blinds, big = blinds_of(source, players)
    kind, sizes = source.choice(
        [(NoLimitTexasHoldem, (big,)), (FixedLimitTexasHoldem, (big, 2 * big))]
    )
    game = kind(
        AUTOMATIC,
        False,
        tuple(antes_of(source, players, big)),
        tuple(blinds),
        *sizes,
        mode=Mode.CASH_GAME,
    )
    short = source.random() < 0.5
    state = game(
        tuple(
            source.randint(1, 4 * big)
            if short and source.random() < 0.5
            else source.randint(10, 150) * big
            for _ in range(players)
        ),
        players,
    )
    play(source, state)
    return pokerkit.HandHistory.from_game_state(game, state).dumps()


@given(st.integers(0, 10**9))
def test_hands_written_by_pokerkit_have_the_same_result(seed: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        text = written(seed)
    end = result(phh.read(text))
    assert end is not None
    assert end.stacks == by_pokerkit(text)
