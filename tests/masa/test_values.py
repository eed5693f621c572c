"""All parts of masas and tournaments can be pickled, copied and hashed.

Equal values have equal hashes, in another process too.
"""

import copy
import pickle
import subprocess
import sys
from random import Random
from typing import Any

import pytest

from pokermasa.cards import CardError, Deck, read_cards
from pokermasa.masa import Masa, MasaError, Terms, save
from pokermasa.notation import fen
from pokermasa.rules import HouseRules, IllegalAct, Raise
from pokermasa.tournament import Tournament, TournamentError
from pokermasa.tournament import save as tournament_save
from pokermasa.tournament.simulation import played
from tests.cases import each
from tests.masa.books import Books
from tests.masa.host import play, seated
from tests.masa.walk import HOUSES, opening, step
from tests.tournament.hall import FAST, coin, started, structure


def verify(value: object) -> None:
    stored = hash(value)
    for again in (
        *(pickle.loads(pickle.dumps(value, version)) for version in range(2, 6)),
        copy.deepcopy(value),
        copy.copy(value),
    ):
        assert again == value
        assert hash(again) == stored


def parts(masa: Masa) -> list[object]:
    found: list[object] = [masa, masa.seats, masa.positions, masa.rules, masa.terms]
    for game in (masa.game, masa.last_game):
        if game is not None:
            found += [game, game.situation, game.situation.dealer, game.situation.hand_dealer]
            found += [game.situation.legal, game.situation.actor.valid_moves, game.past]
            found += [game.posts, game.owed, game.situation.outcome]
    for viewer in (None, *masa.seats):
        found.append(masa.view(viewer, past=True))
    return found


@pytest.mark.rotated
@each("house", HOUSES[:5])
def test_masas_and_their_parts_can_be_pickled_copied_and_hashed(house: HouseRules) -> None:
    """Checked after every call of a random history."""
    dice = Random(11)
    books = Books(opening(dice, house))
    for side in range(4):
        books.do("buy_in", side % books.masa.sides, 100)
    for number in range(100):
        step(books, dice, 0.15)
        verify(books.masa)
        assert hash(save.read(save.write(books.masa))) == hash(books.masa)
        if number % 10 == 0:
            for part in parts(books.masa):
                verify(part)
    assert books.hands > 1


@each("house", HOUSES[:5])
def test_changes_and_events_can_be_pickled_copied_and_hashed(house: HouseRules) -> None:
    masa = seated(dict.fromkeys(range(4), 60), rules=house)
    for number in range(6):
        change = masa.deal(Deck.shuffled(Random(number)))
        while change.masa.to_act is not None:
            acts = change.masa.game.situation.possible_acts
            act = acts[min(number % 3 + 1, len(acts) - 1)]
            change = change.then(change.masa.move(change.masa.to_act, act))
        verify(change)
        for event in change.events:
            verify(event)
        masa = change.masa
        if not masa.is_dealable:
            break


def test_started_tournament_can_be_pickled_copied_and_hashed() -> None:
    tournament = started(12, structure(schedule=FAST, seats=4))
    dice = Random(4)
    seen = 0
    for change in played(tournament, lambda: Deck.shuffled(dice), coin(dice, calls=0.6)):
        if dice.random() < 0.1 or change.tournament.is_ended:
            verify(change)
            verify(change.tournament)
            for event in change.events:
                verify(event)
            again = tournament_save.read(tournament_save.write(change.tournament))
            assert again == change.tournament
            assert hash(again) == hash(change.tournament)
            seen += 1
    assert seen > 3
    dealt = started(3).deal(0, Deck()).tournament
    verify(dealt)
    assert {dealt: 1}[copy.deepcopy(dealt)] == 1


def test_different_values_are_unequal() -> None:
    masa = seated({0: 100, 1: 100})
    assert masa != seated({0: 100, 1: 101})
    assert len({masa, seated({1: 100, 0: 100}), seated({0: 100, 2: 100})}) == 2


def test_the_seats_of_a_masa_do_not_change() -> None:
    seats: Any = seated({0: 100, 1: 100}).seats
    seat = seats[0]
    for change in (
        lambda: seats.__setitem__(0, seat),
        lambda: seats.__delitem__(0),
        lambda: seats.update({3: seat}),
        lambda: seats.pop(0),
        lambda: seats.popitem(),
        lambda: seats.setdefault(4, seat),
        lambda: seats.clear(),
        lambda: seats.__ior__({5: seat}),
    ):
        with pytest.raises(TypeError, match="is immutable"):
            change()
    assert dict(seats) == {0: seats[0], 1: seats[1]}
    assert seats == {0: seats[0], 1: seats[1]}


SCRIPT = """
import pickle, sys
tournament = pickle.load(sys.stdin.buffer)
assert tournament.register("Zoe").tournament.entrant(3).name == "Zoe"
for name in ("p0", "p1", "p2"):
    try:
        tournament.register(name)
    except ValueError as error:
        print(error.code.name)
"""


def test_unpickled_tournament_finds_names_in_another_process() -> None:
    """Names are found by their hash, which differs in another process."""
    tournament = Tournament.open(structure())
    for number in range(3):
        tournament = tournament.register(f"p{number}").tournament
    said = subprocess.run(
        [sys.executable, "-c", SCRIPT], input=pickle.dumps(tournament), capture_output=True
    )
    assert said.stdout.decode().split() == ["NAME_TAKEN"] * 3, said.stderr.decode()


def test_errors_keep_all_attributes_through_a_process_pool() -> None:
    masa = seated({0: 100, 1: 100}).deal(Deck()).masa
    refused = []
    for call in (
        lambda: play(masa, f"{masa.to_act} RR3"),
        lambda: masa.move(masa.to_act, Raise(to=None)),
        lambda: masa.buy_in(0, 5),
        lambda: masa.deal(Deck()),
        lambda: started(2).deal(7, Deck()),
        lambda: fen.read("2 P"),
        lambda: read_cards("Xx"),
        lambda: Deck("As").deal(2),
    ):
        with pytest.raises(ValueError, match=r"\w") as caught:
            call()
        refused.append(caught.value)
    kinds = {type(error) for error in refused}
    assert {IllegalAct, MasaError, TournamentError, fen.FenError, CardError} <= kinds
    for error in refused:
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert str(again) == str(error)
        assert vars(again) == vars(error)


def test_masa_with_all_terms_can_be_pickled_copied_and_hashed() -> None:
    masa = seated({0: 100, 1: 100, 2: 40}, terms=Terms(run_twice=True, straddle=True))
    masa = masa.straddle(0, True).masa.deal(Deck()).masa
    verify(masa)
    assert masa.game.posts
