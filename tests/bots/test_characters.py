"""Tests of the characters as players meet them: the hands that they play, and their statistics."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from bench.characters import Style, style
from pokermasa.bots.house import CHARACTERS, House
from pokermasa.cards.card import RANK_LETTERS
from tests.bots.spots import view_after

pytestmark = pytest.mark.sampled(3)

BOARD = "2c 7d 9d Jc Qd"  # Cards to come. They contain no spades and hearts, which the hands use.
SPOTS = [(6, ""), (6, "FO FO FO"), (6, "CA CA"), (6, "RR6"), (6, "RR6 FO FO FO FO"), (2, "RR6")]
HANDS = 100

# Hands played by a bot without observations of its opponents, so that nothing depends on luck


def classes() -> Iterator[tuple[tuple[int, int, bool], int]]:
    """Yield (higher rank, lower rank, suited) of each hand class, with its number of hands."""
    for high in range(13):
        yield (high, high, False), 6
        for low in range(high):
            yield (high, low, False), 12
            yield (high, low, True), 4


def cards(hand: tuple[int, int, bool]) -> str:
    high, low, suited = hand
    return f"{RANK_LETTERS[high]}s {RANK_LETTERS[low]}{'s' if suited else 'h'}"


def chances(character: str, hand: str, players: int, acts: str) -> dict[str, Any]:
    """Return the probability of each act of the player to act, by code."""
    hands: Any = [None] * players
    hands[((3 if players > 2 else 0) + len(acts.split())) % players] = hand
    choice = House.named(character).choose(view_after(acts, hands, board=BOARD))
    total = sum(weight for _, weight in choice.acts)
    found: dict[Any, Any] = {}
    for act, weight in choice.acts:
        found[act.code] = found.get(act.code, 0) + weight / total
    return found


def apart(hand: Any) -> Any:
    """Return the gap between two ranks. The ace is also next to the two."""
    high, low, _ = hand
    return min(high - low, low + 1) if high == 12 else high - low


@cache
def play_chances(character: str, players: int, acts: str) -> dict[Any, Any]:
    return {
        hand: 1 - chances(character, cards(hand), players, acts).get("FO", 0)
        for hand, _ in classes()
    }


def share(character: str, players: Any, acts: Any) -> float:
    """Return the share of all hands that the character plays there."""
    played = play_chances(character, players, acts)
    return sum(count * played[hand] for hand, count in classes()) / 1326


@pytest.mark.parametrize(("players", "acts"), [*SPOTS, (2, ""), (10, ""), (6, "RR8 FO RR28")])
def test_the_calling_station_plays_any_hand(players: int, acts: str) -> None:
    assert [cards(hand) for hand, chance in play_chances("station", players, acts).items()
            if chance < 0.95] == []  # fmt: skip


@pytest.mark.sampled(2)
@pytest.mark.parametrize("character", ["shark", "nit", "mouse", "tourist"])
@pytest.mark.parametrize(("players", "acts"), [(6, ""), (6, "RR6"), (2, "RR6")])
def test_a_better_hand_is_played_at_least_as_often(character: str, players: int, acts: str) -> None:
    """A hand is better if no card is lower, if it is suited whenever the other is, and if the gap
    is not larger. Hands with a larger gap may be higher and make fewer straights.
    """
    played = play_chances(character, players, acts)
    wrong = [
        (cards(better), cards(worse))
        for better, often in played.items()
        for worse, less in played.items()
        if better[0] >= worse[0]
        and better[1] >= worse[1]
        and better[2] >= worse[2]
        and (better[0] == better[1]) == (worse[0] == worse[1])
        and apart(better) <= apart(worse)
        and often < less - 0.15
    ]
    assert wrong == []


@pytest.mark.parametrize("character", CHARACTERS)
def test_no_character_folds_the_best_hands_to_a_raise(character: str) -> None:
    for hand in ("As Ah", "Ks Kh", "As Kh"):
        for players, acts in SPOTS:
            assert "FO" not in chances(character, hand, players, acts), (hand, acts)


@pytest.mark.rotated
@pytest.mark.parametrize("spot", [(6, ""), (6, "FO FO FO"), (6, "RR6"), (2, "RR6")])
def test_looser_characters_play_more_hands(spot: tuple[int, str]) -> None:
    parts = [share(name, *spot) for name in ("nit", "regular", "shark", "gambler", "station")]
    assert parts == sorted(parts)
    assert parts[0] < 0.65 * parts[2] < 0.7 * parts[-1]


def test_aggressive_characters_enter_the_pot_with_a_raise() -> None:
    for players, acts in ((6, ""), (6, "FO FO FO"), (2, "")):
        for hand in ("As Kh", "9s 9h", "Ts 9s", "As 4h"):
            for character in ("shark", "nit", "regular", "bully", "robot"):
                assert "CA" not in chances(character, hand, players, acts), (character, hand)
    assert chances("mouse", "9s 9h", 6, "")["CA"] > 0.9


# Reasons


@pytest.mark.parametrize(
    ("character", "hand", "acts", "words"),
    [
        (
            "shark",
            "9s 9h",
            "",
            [
                "against the ranges of 5 players, where 17% is a fair share",
                "for value: 5",
                "when called",
                "that everybody folds",
            ],
        ),
        ("nit", "6s 6h", "", ["fold, though there is a little to be won"]),
        ("station", "7s 2h", "", ["call, though it costs"]),
        ("shark", "7s 2h", "RR6", ["raised before us", "fold, since staying takes 40%"]),
    ],
)
def test_the_reason_is_one_that_a_person_would_give(
    character: str, hand: str, acts: str, words: list[str]
) -> None:
    hands: Any = [None] * 6
    hands[(3 + len(acts.split())) % 6] = hand
    reason = House.named(character).choose(view_after(acts, hands, board=BOARD)).reason
    for word in words:
        assert word in reason, reason


# Statistics among the house's bots


@cache
def figures(character: str, players: int = 6) -> Style:
    return style(f"house:{character}", players, HANDS)


@pytest.mark.rotated
def test_the_shark_raises_most_hands_that_it_plays() -> None:
    stats = figures("shark").stats
    assert 0.12 < stats.vpip < 0.35
    assert stats.pfr > 0.5 * stats.vpip
    assert figures("shark").limp.share < 0.08


@pytest.mark.rotated
def test_rock_nit_and_mouse_play_differently() -> None:
    rock, nit, mouse = (figures(name).stats for name in ("rock", "nit", "mouse"))
    assert max(rock.vpip, nit.vpip, mouse.vpip) < 0.28
    assert nit.pfr > 0.5 * nit.vpip
    assert mouse.pfr < 0.4 * mouse.vpip
    assert figures("nit").limp.share < 0.04 < figures("mouse").limp.share


@pytest.mark.rotated
def test_loose_characters_play_many_hands_and_only_wild_ones_raise_them() -> None:
    station, maniac = figures("station").stats, figures("maniac").stats
    assert min(station.vpip, maniac.vpip) > 0.75
    assert station.pfr < 0.3 < 0.6 < maniac.pfr
    assert station.aggression < 3 < maniac.aggression


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("character", ["tourist", "robot"])
def test_no_character_folds_to_every_bet(character: str, players: int) -> None:
    assert figures(character, players).fold_to_bet.share < 0.65
    assert figures("station", players).fold_to_bet.share < 0.4


@pytest.mark.rotated
def test_a_character_that_limps_does_not_fold_to_every_raise() -> None:
    names = ("shark", "mouse", "tourist", "station")
    rates = [figures(name).limp_fold for name in names]
    assert sum(rate.chances for rate in rates) > 30
    assert sum(rate.done for rate in rates) < 0.5 * sum(rate.chances for rate in rates)
