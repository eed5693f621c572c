"""Structures: small TOML files, and what is wrong with them."""

import pytest

from pokermasa.rules import Blinds
from pokermasa.tournament import Beyond, Break, Rise, Structure, StructureError, TenthAnte
from tests.tournament.hall import included

INCLUDED = ["botpoker", "deep", "regular", "sitandgo", "turbo"]
LEAST = "[levels]\nscale = [[1, 2]]\n"


@pytest.mark.parametrize("name", INCLUDED)
def test_included_structures_read_and_survive_being_saved(name):
    structure = included(name)
    assert structure.name == name
    assert Structure.from_data(structure.to_data()) == structure
    bigs = [blinds.big for blinds in structure.schedule.levels]
    assert bigs == sorted(set(bigs))
    assert structure.stack >= 25 * bigs[0]  # nobody starts short


def test_everything_that_can_be_said():
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
    assert structure.points.of(3, 3) == -1
    assert Structure.from_data(structure.to_data()) == structure


@pytest.mark.parametrize(
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
        ("name = ", "no TOML"),
    ],
)
def test_what_is_wrong_is_named(text, words):
    with pytest.raises(StructureError, match=words):
        Structure.read(text)


@pytest.mark.parametrize("players", [1, 11])
def test_a_sit_and_go_is_for_two_to_ten(players):
    with pytest.raises(StructureError):
        Structure.sit_and_go(players)
