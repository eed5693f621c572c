"""Structures: small TOML files, and errors in them."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pokermasa.rules import Blinds, HouseRules
from pokermasa.tournament import (
    Beyond,
    Break,
    Rise,
    Schedule,
    Structure,
    StructureError,
    TenthAnte,
)
from tests.cases import each

INCLUDED = ["botpoker", "deep", "regular", "sitandgo", "turbo"]
LEAST = "[levels]\nscale = [[1, 2]]\n"


@each("name", INCLUDED)
def test_included_structures_read_and_survive_being_saved(name: str) -> None:
    structure = Structure.named(name)
    assert structure.name == name
    assert Structure.from_data(structure.to_data()) == structure
    bigs = [blinds.big for blinds in structure.schedule.levels]
    assert bigs == sorted(set(bigs))
    assert structure.stack >= 25 * bigs[0]  # nobody starts short


def test_structure_with_every_key() -> None:
    structure = Structure.read(
        """
        name = "club"
        rules = "masa,busts=hand"
        seats = 6
        stack = 300
        entrants = [4, 60]
        buy_in = 7
        hand_for_hand = false
        time_bank = 30
        points = [[3, 1], [5, 2, -1]]
        [levels]
        rises = "time"
        every = 90
        beyond = "double"
        big_blind_ante = true
        scale = [[1, 2], [2, 4, 4]]
        breaks = [[1, 60]]
        [ante]
        tenth = true
        from_hand = 20
        [late]
        levels = 2
        re_entries = 3
        [payouts]
        percent = 20
        tables = [[9, [70, 30]]]
        """
    )
    assert structure.rules.name == "masa, busts=hand"
    assert (structure.seats, structure.least, structure.most, structure.stack) == (6, 4, 60, 300)
    schedule = structure.schedule
    assert (schedule.rises, schedule.every, schedule.beyond) == (Rise.TIME, 90, Beyond.DOUBLE)
    assert schedule.levels == (Blinds(1, 2), Blinds(2, 4, 4, True))
    assert schedule.breaks == (Break(1, 60),)
    assert structure.ante == TenthAnte(20)
    assert (structure.late_levels, structure.re_entries) == (2, 3)
    assert structure.payouts.prizes(100, 9) == (70, 30)
    assert structure.payouts.places(100) == 20
    assert structure.points.for_place(3, 3) == -1
    assert Structure.from_data(structure.to_data()) == structure


@each(
    ("text", "words"),
    [
        ("", "levels.scale"),
        ("nmae = 'x'\n" + LEAST, "unknown: nmae"),
        ("seats = 11\n" + LEAST, "seats: from 2 to 10, not 11"),
        ("seats = true\n" + LEAST, "seats: expected int"),
        ("rules = 'chess'\n" + LEAST, "rules: .*chess"),
        ("entrants = [9]\n" + LEAST, "entrants"),
        ("entrants = [9, 3]\n" + LEAST, "entrants"),
        ("[levels]\nscale = [[2, 1]]", "levels.scale: the small blind"),
        ("[levels]\nscale = [[1]]", "levels.scale"),
        ("[levels]\nscale = [[1, 2.5]]", "whole numbers"),
        ("[levels]\nrises = 'never'\nscale = [[1, 2]]", "orbits, steps, hands, time"),
        ("[levels]\nevery = 0\nscale = [[1, 2]]", "levels.every"),
        ("[levels]\nbreaks = [[1, 60]]\nscale = [[1, 2]]", "levels.breaks"),
        (LEAST + "[payouts]\ntables = [[9, [1, 2]]]", "payouts.tables"),
        (LEAST + "[late]\nlevel = 3", "unknown: late.level"),
        ("name = ", "not valid TOML"),
    ],
)
def test_error_names_the_key_and_the_reason(text: str, words: str) -> None:
    with pytest.raises(StructureError, match=words):
        Structure.read(text)


@pytest.mark.parametrize("players", [1, 11])
def test_a_sit_and_go_is_for_two_to_ten(players: int) -> None:
    with pytest.raises(StructureError):
        Structure.sit_and_go(players)


@each(
    ("text", "words"),
    [
        ("seats = 0x" + "f" * 5000 + "\n" + LEAST, "seats: from 2 to 10"),
        ("seats = [0x" + "f" * 5000 + "]\n" + LEAST, "seats: expected int"),
        ("stack" + ".a" * 40 + " = 1\n" + LEAST, "stack: expected int"),
        ("stack" + ".a" * 9000 + " = 1\n" + LEAST, "nested too deeply"),
        ("[stack" + '."\u2028"' * 4000 + "]\na = 1\n" + LEAST, "nested too deeply"),
        ("entrants = [2, 0x" + "f" * 5000 + "]\n" + LEAST, "larger than"),
        ("[payouts]\ntables = [[9, [0x" + "f" * 5000 + "]]]\n" + LEAST, "larger than"),
        ("[levels]\nscale = [[1, 0x" + "f" * 5000 + "]]", "larger than"),
        ("name = " + str(list(range(2000))) + "\n" + LEAST, "name: expected str, not .{0,90}$"),
    ],
)
def test_value_that_is_too_long_to_be_shown_still_gives_an_error(text: str, words: str) -> None:
    """TOML allows hexadecimal numbers and tables that Python's repr refuses.

    A key with nine thousand parts would take tomllib half a minute.
    """
    with pytest.raises(StructureError, match=words):
        Structure.read(text)


def test_doubled_antes_stay_within_valid_amounts_of_chips() -> None:
    """Larger antes beyond the last level would make a hand impossible to deal."""
    structure = Structure.read(f'[levels]\nbeyond = "double"\nscale = [[1, 2, {10**15}]]')
    for level in (1, 2, 60, 1000):
        assert structure.schedule.blinds(level).verified().ante <= 10**15


def test_blinds_that_never_reach_all_chips_may_never_end_a_tournament() -> None:
    many = "stack = 1000000000\nentrants = [2, 10000]\n[late]\nrebuys = {}\n"
    levels = '[levels]\nbeyond = "double"\nscale = [[1, 2]]'
    assert Structure.read(many.format(2) + levels).surely_ends
    assert not Structure.read(many.format(1000) + levels).surely_ends


def test_an_unknown_structure_is_refused_with_the_known_names() -> None:
    for name in ("hyper", "", "../botpoker", "botpoker.toml", "Botpoker"):
        with pytest.raises(StructureError, match="included are botpoker, deep, regular"):
            Structure.named(name)


@pytest.mark.parametrize("rules", ["tda,betting=fixed-limit", "tda, betting=fixed limit"])
def test_the_rules_of_a_structure_may_have_options_in_words(rules: str) -> None:
    structure = Structure.read(f"rules = '{rules}'\n" + LEAST)
    assert structure.rules.name == "tda, betting=fixed limit"
    by_name = Structure("mine", rules, structure.schedule)  # type: ignore[arg-type]
    assert by_name.rules == structure.rules


@pytest.mark.parametrize("given", [Path("my.toml"), "my.toml", None, 5, b""])
def test_a_structure_is_read_from_its_text_and_not_from_a_file_name(given: Any) -> None:
    with pytest.raises(StructureError, match="read takes the text of a structure: "):
        Structure.read(given)


def test_schedule_options_may_be_given_as_text() -> None:
    by_words = Schedule("time", 60, (Blinds(1, 2),), "double")  # type: ignore[arg-type]
    assert by_words.rises is Rise.TIME
    assert by_words.beyond is Beyond.DOUBLE
    with pytest.raises(ValueError, match="rises is 'orbits' or 'steps' or 'hands' or 'time', not"):
        Schedule("days", 60, (Blinds(1, 2),))  # type: ignore[arg-type]


@pytest.mark.parametrize("rules", ["limit", "botpoker"])
@pytest.mark.parametrize(
    ("scale", "words"),
    [
        ("[10, 20], [10, 30]", "the small blind is half of the big: 15, not 10"),
        ("[10, 25]", "the big blind must be even, since the small one is half of it; not 25"),
    ],
)
def test_levels_that_the_house_does_not_allow_are_refused_with_the_reason(
    rules: str, scale: str, words: str
) -> None:
    text = f'rules = "{rules}"\n[levels]\nscale = [{scale}]'
    with pytest.raises(StructureError, match=f"levels.scale: under '{rules}' {words}"):
        Structure.read(text)
    free = Structure.read(text.replace(rules, f"{rules},small_blind=any"))
    with pytest.raises(StructureError, match=words):
        replace(free, rules=HouseRules.named(rules))


@pytest.mark.parametrize("rules", ["tda", "botpoker"])
def test_a_level_may_be_the_big_blind_alone_and_the_small_one_is_half_of_it(rules: str) -> None:
    structure = Structure.read(f'rules = "{rules}"\n[levels]\nscale = [20, 40, [30, 60, 6]]')
    assert structure.schedule.levels == (Blinds(10, 20), Blinds(20, 40), Blinds(30, 60, 6))
    for level in (0, -20, 10**18):
        with pytest.raises(StructureError, match=r"^levels\.scale: "):
            Structure.read(f"[levels]\nscale = [{level}]")
    with pytest.raises(StructureError, match="or the big blind alone, not \\[20\\]"):
        Structure.read("[levels]\nscale = [[20]]")


@each("stack", [1, 150, 225, 500, 1500, 12345])
def test_every_level_of_a_sit_and_go_has_a_small_blind_of_half_the_big_one(stack: int) -> None:
    levels = Structure.sit_and_go(6, stack, "limit").schedule.levels
    assert all(2 * level.small == level.big for level in levels)
    assert [level.big for level in levels] == sorted({level.big for level in levels})
