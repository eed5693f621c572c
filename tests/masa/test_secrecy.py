"""The masa shows nobody a card that they may not know.

A hand is played twice with the same calls: once as dealt, once with all cards dealt anew that the
viewer may not know. The results of `seen_by` and `view` must be the same, byte for byte, after
every call.
"""

from random import Random
from time import monotonic

import pytest

from pokermasa.cards import CARDS, Card, Deck
from pokermasa.masa import Change, Game, Masa, MasaError, Preselected, Side
from pokermasa.rules import HouseRules, IllegalAct, Showdown
from tests.masa.host import play, seated, soak_terms, stacked
from tests.masa.walk import HOUSES, chosen, opening

Call = tuple[str, tuple[object, ...]]


def recorded(masa: Masa, rng: Random) -> list[Call]:
    """Return the calls of one hand, to its end and a little beyond, without refused ones."""
    calls: list[Call] = []

    def do(name: str, *args: object) -> None:
        nonlocal masa
        try:
            masa = getattr(masa, name)(*args).masa
        except (MasaError, IllegalAct):
            return
        calls.append((name, args))

    for _ in range(60):
        if masa.no_game:
            break
        side = rng.randrange(masa.sides)
        if rng.random() < 0.8 and masa.to_act is not None:
            do("move", masa.to_act, chosen(masa, rng))
        elif rng.random() < 0.5:
            do("run_twice", side, rng.random() < 0.8)
        else:
            name = rng.choice(("leave", "away", "timed_out", "sitout_next", "preselect", "buy_in"))
            extra = {
                "sitout_next": (True,),
                "preselect": (rng.choice(tuple(Preselected)),),
                "buy_in": (50,),
            }
            do(name, side, *extra.get(name, ()))
    if masa.no_game:
        for side in range(masa.sides):
            if rng.random() < 0.3:
                do("show", side)
    return calls


def known_to(viewer: int | None, masa: Masa) -> set[Card]:
    """Return the cards that the viewer may know by the rules, computed without views and events."""
    game = masa.game or masa.last_game
    assert game is not None
    situation, cards = game.situation, game.situation.hand_dealer
    assert cards is not None
    known: set[Card] = set(game.shown_one.values())
    open_sides = set(game.shown)
    if viewer in game.sides:
        open_sides.add(Side(viewer))
    outcome = situation.outcome
    if masa.game is None and isinstance(outcome, Showdown):
        showing = outcome.order if game.twice else outcome.must_show
        open_sides |= {game.sides[index] for index in showing}
        for board in game.boards:
            known |= set(board)
    else:
        known |= set(game.first_cards)
        if isinstance(outcome, Showdown) and outcome.all_show:
            open_sides |= set(game.remaining)  # all in and tabled, while everybody is asked
    if game.rabbit:
        known |= set(game.undealt)
    for side in open_sides:
        hole = cards.hands[game.sides.index(side)]
        assert hole is not None
        known |= set(hole)
    return known


def redealt(deck: tuple[Card, ...], known: set[Card], rng: Random) -> tuple[Card, ...]:
    """Return the deal with the known cards in place and all other cards exchanged."""
    others = [card for card in CARDS if card not in known]
    rng.shuffle(others)
    return tuple([card if card in known else others.pop() for card in deck])


def shown_to(
    masa: Masa, deck: tuple[Card, ...], calls: list[Call], viewer: int | None
) -> list[str]:
    """Return everything that the viewer receives or sees, as text.

    Events that nobody may see do not write their cards, so they are looked for by name.
    """
    change: Change = masa.deal(Deck(deck))
    arguments = [repr((change.seen_by(viewer), change.masa.view(viewer)))]
    for name, args in calls:
        change = getattr(change.masa, name)(*args)
        arguments.append(repr((change.seen_by(viewer), change.masa.view(viewer))))
    assert not any("Dealt(" in word for word in arguments)
    return arguments


def same_end(one: Game | None, other: Game | None) -> bool:
    """Whether both hands have the same public end. A hidden hand that is dealt anew may win."""
    if one is None or other is None:
        return one is other
    if not isinstance(one.situation.outcome, Showdown):
        return True
    assert isinstance(other.situation.outcome, Showdown)
    return (
        one.situation.outcome.must_show == other.situation.outcome.must_show
        and one.pots == other.pots
    )


def compare(seed: object, house: HouseRules | None = None) -> int:
    """Compare a hand for every viewer after every call. Return the number of comparisons."""
    rng = Random(f"{seed}")
    masa = opening(rng, house)
    for side in range(masa.sides):
        if rng.random() < 0.8 or side < 2:
            masa = masa.buy_in(side, rng.choice((10, 100, 299))).masa
    deck = tuple(Deck.shuffled(rng))[: 2 * masa.nb_players + 10]
    dealt = masa.deal(Deck(deck)).masa
    calls = recorded(dealt, rng)
    compared = 0
    for viewer in (None, *range(masa.sides)):
        after = dealt
        for length in range(len(calls) + 1):
            if length:
                name, args = calls[length - 1]
                after = getattr(after, name)(*args).masa
            if length < len(calls) and rng.random() < 0.6:
                continue
            other = redealt(deck, known_to(viewer, after), rng)
            try:
                there = shown_to(masa, other, calls[:length], viewer)
            except MasaError:
                continue  # the cards decided who has chips left
            end = masa.deal(Deck(other)).masa
            for name, args in calls[:length]:
                end = getattr(end, name)(*args).masa
            if after.no_game and not same_end(after.last_game, end.last_game):
                continue
            assert there == shown_to(masa, deck, calls[:length], viewer), (seed, viewer, length)
            compared += 1
    return compared


@pytest.mark.sampled(2)
@pytest.mark.parametrize("house", HOUSES[:5], ids=lambda house: house.name)
def test_events_and_views_do_not_depend_on_cards_the_viewer_may_not_know(house: HouseRules) -> None:
    assert sum(compare(seed, house) for seed in range(12)) > 300


def test_comparison_finds_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison fails if the masa shows everything to everybody."""
    monkeypatch.setattr("pokermasa.masa.change.may_see", lambda event, viewer: True)
    with pytest.raises(AssertionError):
        compare(0)


def test_cards_of_a_folded_player_change_nothing_for_others() -> None:
    """Side 0 folds kings in one hand and weak cards in the other."""
    masa = seated(dict.fromkeys(range(3), 100), sides=5)
    seen = []
    for folded in ("Ks Kh", "7c 2d"):
        deck = stacked(folded, "As Ah", "Qs Qh", board="3c 4d 9h Js Tc")
        change = play(masa.deal(deck), "0 FO", "1 CA", "2 CH", *["1 CH", "2 CH"] * 3)
        seen.append([change.seen_by(viewer) for viewer in (None, 1, 2, 3)])
    assert seen[0] == seen[1]


@pytest.mark.soak
def test_soak_no_masa_shows_a_hidden_card() -> None:
    seconds, seed = soak_terms()
    began = monotonic()
    number = compared = 0
    while monotonic() < began + seconds:
        number += 1
        compared += compare(f"{seed}/{number}")
    print(f"SEED={seed}: {number} hands, {compared} comparisons, nothing leaked", flush=True)
