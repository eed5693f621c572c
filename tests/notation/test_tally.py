"""The quick way to a result must never say anything that the rules do not."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from pokermasa.notation import phh
from pokermasa.notation.history import (
    CHECK_OR_CALL,
    UNKNOWN,
    Acted,
    BoardDealt,
    History,
    HoleDealt,
    Shown,
    Step,
)
from pokermasa.notation.phh.rules import LENIENT
from pokermasa.notation.replay import last_scene, settled
from pokermasa.notation.tally import tally
from pokermasa.rules import Fold, Raise
from tests.notation.playing import HOUSES, play
from tests.notation.test_phh import KNOWN, text

HOUSES["lenient"] = LENIENT


def lenient(seed: int) -> History:
    """A hand in the house of files, told from the left of the button, as files do."""
    history = play(seed, "lenient", names=False).history
    players, shift = history.players, history.button + 1

    def turned(step: Step) -> Step:
        return (
            step
            if isinstance(step, BoardDealt)
            else step._replace(stack=(step.stack - shift) % players)
        )

    return history.but(
        stacks=history.stacks[shift:] + history.stacks[:shift],
        button=players - 1,
        story=tuple(map(turned, history.story)),
    )


def spoilt(history: History, source: Random) -> History:
    """One step changed in some way, which may or may not leave a hand that could have happened."""
    story = list(history.story)
    at = source.randrange(len(story))
    step = story[at]
    match source.randrange(6):
        case 0:
            del story[at]
        case 1:
            story.insert(at, story[source.randrange(len(story))])
        case 2:
            other = source.randrange(len(story))
            story[at], story[other] = story[other], story[at]
        case 3 if not isinstance(step, BoardDealt):
            story[at] = step._replace(stack=source.randrange(history.players))
        case 4 if isinstance(step, Acted):
            to = source.randrange(1, 2 * max(history.stacks))
            story[at] = step._replace(act=source.choice([Fold(), CHECK_OR_CALL, Raise(to)]))
        case 5 if isinstance(step, Shown):
            story[at] = step._replace(cards=source.choice([None, UNKNOWN]))
        case _ if isinstance(step, HoleDealt | Shown):
            others = [s.cards for s in story if isinstance(s, HoleDealt)]
            story[at] = step._replace(cards=source.choice([UNKNOWN, *others]))
    return history.but(story=tuple(story))


@given(st.integers(0, 10**9))
def test_a_hand_that_was_played_comes_to_the_same(seed):
    history = lenient(seed)
    quick = tally(history)
    assert quick in (None, settled(last_scene(history)))


@given(st.integers(0, 10**9), st.integers(1, 3))
def test_whatever_it_takes_the_rules_take_too(seed, times):
    history, source = lenient(seed), Random(seed)
    for _ in range(times):
        history = spoilt(history, source)
    quick = tally(history)
    if quick is not None:
        assert quick == settled(last_scene(history))  # which would refuse what is not legal


def test_an_act_after_the_last_one_does_not_keep_it_looking_for_a_turn():
    """Everybody is all in: there is nobody whose turn it could be."""
    all_in = ("p2 cbr 200", "p1 cc", "p2 cc")
    assert tally(phh.read(text(KNOWN, *all_in))) is None
    assert tally(phh.read(text(KNOWN, "p2 cbr 200", "p1 f", "p2 cc"))) is None


def test_it_takes_most_hands():
    hands = [lenient(seed) for seed in range(300)]
    plain = [h for h in hands if not h.blinds.ante and min(h.stacks) > h.blinds.big]
    assert sum(tally(hand) is not None for hand in plain) > 0.7 * len(plain) > 20
