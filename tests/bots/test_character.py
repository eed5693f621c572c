"""Tests of characters: named settings of the house bot's sliders."""

import pytest

from pokermasa.bots.house import CHARACTERS, Character, House
from tests.cases import each


def test_there_are_twelve_different_characters() -> None:
    assert len(CHARACTERS) >= 12
    assert len(set(CHARACTERS.values())) == len(CHARACTERS)
    assert all(0 <= slider <= 1 for each in CHARACTERS.values() for slider in each)


def test_the_default_character_is_the_shark_without_solving() -> None:
    assert House().character == House.named("").character == Character()
    assert CHARACTERS["shark"] == Character(solving=0.5)


def test_only_the_shark_solves_rivers_by_default() -> None:
    assert [name for name, each in CHARACTERS.items() if each.solving] == ["shark"]


@pytest.mark.parametrize(
    ("low", "high", "slider"),
    [
        ("station", "rock", "tightness"),
        ("mouse", "maniac", "aggression"),
        ("rock", "actor", "bluffing"),
        ("robot", "shark", "adaptivity"),
    ],
)
def test_characters_have_the_settings_that_their_names_promise(
    low: str, high: str, slider: str
) -> None:
    assert getattr(CHARACTERS[low], slider) + 0.4 <= getattr(CHARACTERS[high], slider)


def test_sliders_change_a_character() -> None:
    rock = CHARACTERS["rock"]
    assert Character.named("rock, bluffing=1") == rock._replace(bluffing=1.0)
    assert Character.named("tightness=0.25").tightness == 0.25


@each(
    ("text", "words"),
    [
        ("dragon", "known: shark, rock"),
        ("rock,station", "'station' is no slider; known: tightness, aggression"),
        ("rock,courage=1", "no slider"),
        ("tightness=2", "from 0 to 1, not '2'"),
        ("tightness=much", "from 0 to 1"),
        ("tightness=nan", "from 0 to 1"),
        ("tightness=", "from 0 to 1"),
    ],
)
def test_invalid_sliders_are_refused(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Character.named(text)
