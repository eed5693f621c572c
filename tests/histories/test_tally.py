"""The shortcut for results answers for all simple hands and no others, and agrees
with the rules."""

from collections.abc import Iterator
from enum import StrEnum
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokermasa.cards import read_cards
from pokermasa.histories import phh
from pokermasa.histories.history import (
    CHECK_OR_CALL,
    UNKNOWN,
    UNKNOWN_STACK,
    Acted,
    BoardDealt,
    CheckOrCall,
    History,
    HistoryError,
    HoleDealt,
    Noted,
    Shown,
    Step,
)
from pokermasa.histories.payout import Result, settle
from pokermasa.histories.phh.rules import LENIENT
from pokermasa.histories.replay import Scene, as_player_act, scenes
from pokermasa.histories.tally import is_plain, tally
from pokermasa.rules import Betting, Blinds, Dealer, Fold, Post, Raise, Situation, StackIndex
from pokermasa.rules.chips import MOST_CHIPS
from tests.cases import each
from tests.histories.playing import HOUSES, play
from tests.histories.test_phh import KNOWN, text

HOUSES["lenient"] = LENIENT


def is_plain_hand(story: list[Scene]) -> bool:
    """Return whether a legal hand is simple by the definition in `histories.tally`."""
    history, end = story[0].history, story[-1]
    hands = [step.cards for step in history.story if isinstance(step, HoleDealt | Shown)]
    needless = [
        after.move is not None
        and isinstance(after.move.player_act, Fold)
        and before.situation.legal.may_check
        for before, after in pairwise(story)
    ]
    return (
        is_plain(history.rules)
        and history.posts is None
        and not history.more_boards
        and not (history.blinds.ante and history.blinds.big_blind_ante)
        and min(history.stacks) > history.blinds.big + history.blinds.ante
        and all(isinstance(step, HoleDealt) for step in history.story[: history.players])
        and all(cards is None or cards == UNKNOWN or None not in cards for cards in hands)
        and (end.situation.one_win or len(end.board) == 5)
        and not any(needless)
    )


def stacks_by_rules(history: History) -> tuple[Result | None, bool]:
    """Return the result by the rules, and whether the shortcut should have an answer."""
    try:
        story = list(scenes(history))
    except HistoryError:
        return None, False
    end = settle(story[-1])
    return end, end is not None and is_plain_hand(story)


def agrees(history: History) -> bool:
    """Return whether the shortcut has the right answer, and none if the hand is not simple."""
    end, plain = stacks_by_rules(history)
    return tally(history) == (end if plain else None)


# Every hand of a small game

DEALS = [  # the first wins; the last; all split; two split; the middle one wins
    (["AsAh", "KsKh", "QsQh", "JsJh"], "2c7d9h3s4c"),
    (["JsJh", "QsQh", "KsKh", "AsAh"], "2c7d9h3s4c"),
    (["2s3h", "2d3s", "2h3d", "2c3c"], "AsKsQdJhTc"),
    (["AsQh", "AdQs", "KsJh", "JcTd"], "Ah7d9h3s4c"),
    (["7s2h", "AdAs", "KsJh", "JcTd"], "Kh7d9h3c4c"),
]


def small_hands(stacks: list[int], blinds: tuple[int, int]) -> Iterator[History]:
    """Yield all sequences of acts, with unnecessary folds. Deals and shows alternate."""
    players = len(stacks)
    dealer = Dealer.start(stacks, players - 1, Blinds(*blinds), LENIENT)
    for number, (acts, end) in enumerate(_acts(Situation(dealer), ())):
        hands, board = DEALS[number % len(DEALS)]
        story = [HoleDealt(StackIndex(i), read_cards(hands[i])) for i in range(players)]  # type: ignore[arg-type]
        lying = 0
        for due, step in acts:
            story.extend(_board(board, lying, due))  # type: ignore[arg-type]
            lying = max(lying, due)
            story.append(step)  # type: ignore[arg-type]
        if not end.one_win:
            story.extend(_board(board, lying, 5))  # type: ignore[arg-type]
            live = [i for i, stack in enumerate(end.dealer.stacks) if stack.role != "F"]
            story.extend(Shown(StackIndex(i), read_cards(hands[i])) for i in live)  # type: ignore[arg-type, misc]
        yield History(
            stacks=tuple(stacks),
            button=StackIndex(players - 1),
            blinds=Blinds(*blinds),
            rules=LENIENT,
            story=tuple(story),
        )


def _board(board: str, lying: int, due: int) -> Iterator[BoardDealt]:
    cards = read_cards(board)
    for start, stop in ((0, 3), (3, 4), (4, 5)):
        if lying < stop <= due:
            yield BoardDealt(cards[start:stop])


def _acts(
    situation: Situation, so_far: tuple[tuple[int, Acted], ...]
) -> Iterator[tuple[tuple[tuple[int, Acted], ...], Situation]]:
    if situation.end:
        yield so_far, situation
        return
    legal, turn = situation.legal, situation.dealer.turn_to_act
    acts: list[Fold | CheckOrCall | Raise] = [Fold(), CHECK_OR_CALL]
    if legal.raises is not None:
        acts.extend(map(Raise, range(legal.raises[0], legal.raises[1] + 1)))
    if legal.all_in is not None and legal.all_in.raises:
        acts.append(Raise(legal.total))
    for act in acts:
        step: Any = (situation.round.board_cards, Acted(turn, act))
        yield from _acts(situation.move(as_player_act(legal, act)).situation_after, (*so_far, step))


def changed(history: Any) -> Iterator[History]:
    """Yield the hand with each step omitted, repeated, or replaced by every other step."""
    story: Any = history.story
    others: list[Fold | CheckOrCall | Raise] = [Fold(), CHECK_OR_CALL]
    others.extend(map(Raise, range(max(history.stacks) + 2)))
    spare = read_cards("5c5d5s")
    for at, step in enumerate(story):
        for cards in (spare, spare[:1]):
            yield history.replace(story=(*story[:at], BoardDealt(cards), *story[at:]))
            yield history.replace(story=(*story[: at + 1], BoardDealt(cards), *story[at + 1 :]))
        yield history.replace(story=story[:at] + story[at + 1 :])
        yield history.replace(story=(*story[:at], step, *story[at:]))
        instead: list[Step] = []
        if isinstance(step, Acted):
            instead = [Acted(step.stack, act) for act in others if act != step.act]
            instead += [
                Acted(StackIndex(i), step.act) for i in range(history.players) if i != step.stack
            ]
        elif isinstance(step, Shown):
            instead = [Shown(step.stack, cards) for cards in (None, UNKNOWN, story[0].cards)]
            for cards in (None, UNKNOWN):  # nobody shows any more
                quiet = [s._replace(cards=cards) for s in story[at:] if isinstance(s, Shown)]
                yield history.replace(story=(*story[:at], *quiet))
            others_muck = [Shown(s.stack, None) if isinstance(s, Shown) else s for s in story]
            others_muck[at] = Shown(step.stack, UNKNOWN)
            yield history.replace(story=tuple(others_muck))
        elif isinstance(step, HoleDealt):
            a, b = step.cards
            cards = [  # type: ignore[assignment]
                UNKNOWN,
                (b, a),
                (a, a),
                (a, None),
                (None, b),
                (a, spare[0]),
                (b, spare[0]),
            ]
            cards += [other.cards for other in story[: history.players]]  # type: ignore[operator]
            instead = [HoleDealt(step.stack, other) for other in cards]
        elif isinstance(step, BoardDealt):
            instead = [BoardDealt(step.cards[:1] + spare[:more]) for more in (0, 1, 2)]
            instead.append(BoardDealt((*story[0].cards, spare[0])[: len(step.cards)]))
            following = story[at + 1 : at + 2]
            # the cards of two rounds at once
            if following and isinstance(following[0], BoardDealt):
                both = BoardDealt(step.cards + following[0].cards)
                yield history.replace(story=(*story[:at], both, *story[at + 2 :]))
        for other in instead:
            yield history.replace(story=(*story[:at], other, *story[at + 1 :]))


SMALL_GAMES = [
    ([6, 6], (1, 2)),
    ([7, 4], (1, 2)),
    ([3, 4, 5], (1, 2)),
    ([2, 4, 3], (1, 1)),
    ([3, 3, 4, 3], (1, 2)),
]


@pytest.mark.rotated
@each(("stacks", "blinds"), SMALL_GAMES)
def test_every_hand_of_a_small_game_has_the_result_of_the_rules(
    stacks: list[int], blinds: tuple[int, int]
) -> None:
    hands = list(small_hands(stacks, blinds))
    assert all(map(agrees, hands))
    assert sum(tally(hand) is not None for hand in hands) >= 26  # a show without cards


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize(("stacks", "blinds"), SMALL_GAMES)
def test_no_faulty_hand_of_a_small_game_is_accepted(
    stacks: list[int], blinds: tuple[int, int]
) -> None:
    """Each act is replaced by every other act, legal or not, at every turn."""
    hands = list(small_hands(stacks, blinds))
    for hand in hands[:: len(hands) // 20]:  # all of them would take minutes
        for other in changed(hand):
            assert agrees(other), other.story


# Larger hands


def lenient(seed: int) -> History:
    """Return a random hand under PHH's lenient rules, in the player order of PHH."""
    history = play(seed, "lenient", names=False).history
    players, shift = history.players, history.button + 1

    def turned(step: Step) -> Step:
        return (
            step
            if isinstance(step, BoardDealt)
            else step._replace(stack=(step.stack - shift) % players)  # type: ignore[arg-type, call-arg]
        )

    return history.replace(
        stacks=history.stacks[shift:] + history.stacks[:shift],
        button=players - 1,
        story=tuple(map(turned, history.story)),
        fields={},
    )


def spoilt(history: History, source: Random) -> Any:
    """Return the hand with one random change, which may make it impossible."""
    story = list(history.story)
    at = source.randrange(len(story))
    step: Any = story[at]
    match source.randrange(7):
        case 0:
            del story[at]
        case 1:
            story.insert(at, story[source.randrange(len(story))])
        case 2:
            other: Any = source.randrange(len(story))
            story[at], story[other] = story[other], story[at]
        case 3 if not isinstance(step, BoardDealt | Noted):
            story[at] = step._replace(stack=StackIndex(source.randrange(-1, history.players + 1)))
        case 4 if isinstance(step, Acted):
            to = source.choice([source.randrange(2 * max(history.stacks)), *history.stacks])
            story[at] = step._replace(act=source.choice([Fold(), CHECK_OR_CALL, Raise(to)]))  # type: ignore[arg-type]
        case 5:
            story.insert(at, Noted("hm"))
        case _ if isinstance(step, HoleDealt | Shown):
            others = [s.cards for s in story if isinstance(s, HoleDealt)]
            a, b = others[0]
            half = [(a, None), (None, b), (b, a), (a, a)]
            cards: Any = source.choice([None, UNKNOWN, UNKNOWN, *half, *others])
            if cards is not None or isinstance(step, Shown):
                story[at] = step._replace(cards=cards)
        case _ if isinstance(step, BoardDealt):
            others = [c for s in story if isinstance(s, HoleDealt | BoardDealt) for c in s.cards]  # type: ignore[misc]
            cards = [source.choice(others)] * source.choice([1, 3]) + list(step.cards[1:])
            story[at] = BoardDealt(tuple(card for card in cards if card is not None))
    return history.replace(story=tuple(story))


@given(st.integers(0, 10**9))
def test_a_random_hand_has_the_result_of_the_rules(seed: int) -> None:
    assert agrees(lenient(seed))


@given(st.integers(0, 10**9), st.integers(1, 3))
def test_a_changed_hand_has_the_result_of_the_rules_or_none(seed: int, times: int) -> None:
    history, source = lenient(seed), Random(seed)
    for _ in range(times):
        history = spoilt(history, source)
    assert agrees(history)


@each("house", ["masa", "classic", "botpoker", "limit", "tda"])
def test_hands_under_other_rules_are_left_to_the_replay(house: str) -> None:
    history = lenient(1)
    assert tally(history.replace(rules=HOUSES[house])) is None


@pytest.mark.rotated
def test_every_rule_option_is_checked_or_makes_no_difference() -> None:
    hands = [*small_hands([6, 4, 5], (1, 2)), *small_hands([7, 4], (1, 2))][::3]
    for option, usual in LENIENT._asdict().items():
        values = list(type(usual)) if isinstance(usual, StrEnum) else [not usual]
        for value in [(1, 1, 1, 1)] if option == "raise_cap" else values:
            rules = LENIENT.replace(**{option: value})
            assert all(agrees(hand.replace(rules=rules)) for hand in hands), option


def test_an_act_after_the_last_one_does_not_cause_an_endless_loop() -> None:
    """Everybody is all in, so nobody can act."""
    all_in = ("p2 cbr 200", "p1 cc", "p2 cc")
    assert tally(phh.read(text(KNOWN, *all_in))) is None
    assert tally(phh.read(text(KNOWN, "p2 cbr 200", "p1 f", "p2 cc"))) is None


def test_nearly_all_hands_under_the_usual_rules_are_simple() -> None:
    hands = [lenient(seed) for seed in range(300)]
    plain = [h for h in hands if not h.blinds.ante and min(h.stacks) > h.blinds.big]
    assert sum(tally(hand) is not None for hand in plain) > 0.7 * len(plain) > 20


def test_hands_that_are_not_simple_are_left_to_the_replay() -> None:
    hand = next(small_hands([6, 6, 6], (1, 2)))
    assert tally(hand) is not None
    assert tally(hand.replace(stacks=(6, 6, UNKNOWN_STACK))) is not None
    for other in (
        hand.replace(posts=(Post(1), Post(2), Post(4))),
        hand.replace(posts=(Post(1), Post(2), Post(0))),
        hand.replace(blinds=Blinds(1, 2, ante=4)),
        hand.replace(blinds=Blinds(1, 2, ante=1, big_blind_ante=True)),
        hand.replace(more_boards=(read_cards("2c7d9h3s4c"),)),
        hand.replace(blinds=Blinds(3, 2)),
        hand.replace(blinds=Blinds(1, 6)),
        hand.replace(button=0),
        hand.replace(button=3),
        hand.replace(stacks=(6, 6, MOST_CHIPS + 1)),
        hand.replace(stacks=(6, 6)),
        hand.replace(stacks=(6,)),
        hand.replace(stacks=(6,) * 11),
    ):
        assert tally(other) is None
        assert agrees(other)


def test_a_hand_with_eleven_players_is_left_to_the_replay() -> None:
    dealt = [HoleDealt(StackIndex(i), UNKNOWN) for i in range(11)]
    folds = [Acted(StackIndex(i % 11), Fold()) for i in range(2, 12)]
    eleven = History(
        stacks=(6,) * 11,
        button=StackIndex(10),
        blinds=Blinds(1, 2),
        rules=LENIENT,
        story=(*dealt, *folds),
    )
    assert tally(eleven) is None


def test_limit_games_are_left_to_the_replay() -> None:
    assert not is_plain(LENIENT.replace(betting=Betting.POT_LIMIT))
    assert not is_plain(LENIENT.replace(betting=Betting.FIXED_LIMIT))
