"""Long random histories: fairness of the blinds with a dead button, and the accounts of chips.

`books.Fairness` checks these rules for every hand that was not called off:

- nobody pays the big blind in two hands in a row;
- between two big blinds of a player who was able (seated, with chips, not away) at every deal in
  between, every other player who was able at each of them has paid exactly one;
- a player who paid the big blind and is dealt in next pays the small one;
- nobody enters between the button and the big blind by posting.
"""

from random import Random
from time import monotonic

import pytest

from pokermasa.cards import Deck
from pokermasa.masa import Masa
from pokermasa.rules import HeadsUpButton, HouseRules
from tests.cases import each
from tests.masa.books import Books
from tests.masa.host import fold_round, hand, seated, soak_terms
from tests.masa.walk import HOUSES, TDA, walk

DEAD = (TDA, TDA.replace(heads_up_button=HeadsUpButton.BIG_BLIND))


@pytest.mark.rotated
@pytest.mark.parametrize("house", DEAD, ids=["tda", "button posts big"])
@pytest.mark.parametrize("leisure", [0.15, 0.5])
def test_blinds_of_the_dead_button_are_fair(house: HouseRules, leisure: float) -> None:
    """Players change rarely in one case and at every other step in the other."""
    paid = 0
    for seed in range(3):
        paid += len(walk(Random(seed), 250, house, leisure).fairness.payers)
    assert paid > 40


@pytest.mark.rotated
@each("house", HOUSES[:5])
def test_chips_add_up_in_random_histories_of_every_house(house: HouseRules) -> None:
    hands = refused = 0
    for seed in range(4):
        books = walk(Random(seed), 200, house)
        hands, refused = hands + books.hands, refused + books.refused
    assert hands > 20
    assert refused > 20


def test_checks_find_a_wrong_masa() -> None:
    """The checks fail for a blind paid twice, a player passed over, and a lost chip."""
    books = Books(Masa.open(5, rules="tda"))
    for side in range(4):
        books.do("buy_in", side, 100)
    books.do("deal", Deck())
    books.do("abort")
    books.fairness.payers, books.fairness.able = [books.fairness.people[2]], [{1, 2, 3, 4}]
    books.fairness.places = [(0, 1, 2, 4)]
    with pytest.raises(AssertionError, match="twice running"):
        books.do("deal", Deck())
    rich = Books(seated({0: 100, 1: 100}))
    with pytest.raises(AssertionError):
        rich.check()


def test_checks_find_a_player_who_was_passed_over() -> None:
    books = Books(Masa.open(5, rules="tda"))
    for side in range(4):
        books.do("buy_in", side, 100)
    books.do("deal", Deck())
    books.masa = hand(fold_round(books.masa))  # a hand the books know nothing of
    with pytest.raises(AssertionError, match="small one next"):
        books.do("deal", Deck())
    books.fairness.payers, books.fairness.able = [1, 2, 3], [{1, 2, 3, 4}] * 3
    books.fairness.places = [(0, 1, 2, 4)] * 3
    books.fairness.payers.append(1)
    books.fairness.able.append({1, 2, 3, 4})
    with pytest.raises(AssertionError, match="passed over"):
        books.fairness._check_round(1)


@pytest.mark.soak
def test_soak_blinds_are_fair_in_long_histories() -> None:
    """SECONDS=600 SEED=1: histories of all houses, ten times as long."""
    seconds, seed = soak_terms()
    began = shown = monotonic()
    number = hands = 0
    while monotonic() < began + seconds:
        number += 1
        try:
            house: HouseRules | None = DEAD[number % 2] if number % 3 == 0 else None
            leisure = (0.1, 0.3, 0.6)[number % 3]
            books = walk(Random(f"{seed}/{number}"), 2000, house, leisure)
        except Exception as error:
            raise AssertionError(f"SEED={seed}, history {number}") from error
        hands += books.hands
        if monotonic() > shown + 10:
            shown = monotonic()
            text = f"{number} histories, {hands} hands, {shown - began:.0f} s"
            print(f"SEED={seed}: {text}", flush=True)
    print(f"SEED={seed}: {number} histories, {hands} hands, no violation", flush=True)
