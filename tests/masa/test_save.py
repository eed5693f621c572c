"""JSON of a masa, and of the causes that lead to it."""

import json
from typing import Any

import pytest

from pokermasa.cards import Deck
from pokermasa.masa import Change, Entry, Masa, Preselected, Terms, event, save
from pokermasa.rules import BadHand, Blinds, Call, Check, FirstToShow, Fold, HouseRules, OddChips
from tests.cases import each
from tests.masa.host import fold_round, hand, play, seated, stacked

TERMS = Terms(
    rabbit=True,
    least_buy_in=20,
    most_buy_in=200,
    entry=Entry.BLIND,
    straddle=True,
    run_twice=True,
    time_bank=30,
    absent_play=True,
)


def story() -> Change:
    """Return a history with every kind of cause, from an empty masa to the middle of a hand."""
    change = Change(Masa.open(5, Blinds(1, 2, ante=1), "tda", TERMS))

    def do(name: str, *args: Any) -> None:
        nonlocal change
        change = change.then(getattr(change.masa, name)(*args))

    for side in (0, 1, 3):
        do("buy_in", side, 100)
    do("set_blinds", Blinds(2, 4))
    do("set_rules", HouseRules.named("tda").replace(first_to_show=FirstToShow.FIRST_BETTOR))
    do("deal", stacked("As Ah", "Ks Kh", "7c 2d", board="3c 4d 9h Js Qd", second="5c 6c 8h 8s 8d"))
    do("spend_time_bank", 0, 12)
    do("refill_time_bank", 0, 10)
    do("preselect", 3, Preselected.CHECK_FOLD)
    change = play(change, "0 AA", "1 AA")
    do("run_twice", 0, True)
    do("run_twice", 1, False)
    do("show", 3)
    do("top_up", 1, 60)
    do("straddle", 0, True)
    do("buy_in", 2, 50)
    do("post", 2)
    do("deal", Deck())
    do("abort")
    do("deal", Deck())
    while change.masa.is_game:
        do("move", change.masa.to_act, Fold())
    do("show_rabbit", 0)
    do("away", 3)
    do("deal", Deck())
    do("timed_out", change.masa.to_act)
    do("sitout_next", 0, True)
    do("leave", 1)
    return change


STORY = story()


def test_example_history_has_every_kind_of_cause() -> None:
    found = {type(e) for e in STORY.events if event.is_cause(e)}
    kinds = [kind for kind in vars(event).values() if isinstance(kind, type)]
    assert found == {kind for kind in kinds if getattr(kind, "cause", False)}
    assert STORY.masa.is_game


@each(
    "masa",
    [
        Masa.open(),
        seated({0: 100, 3: 50}, sides=5),
        seated({0: 100, 3: 50}, sides=5).deal(Deck()).masa,
        hand(seated({0: 100, 3: 50}, sides=5)),
        seated({0: 1, 1: 1}, terms=Terms(run_twice=True)).deal(Deck()).masa,
        seated({0: 9, 1: 9}, rules="limit", bets=(3, 6)).deal(Deck()).masa,
        seated({0: 9, 1: 9}, rules=HouseRules.named("tda").replace(odd_chips=OddChips.DROPPED)),
        STORY.masa,
    ],
)
def test_saved_masa_is_read_back_equal(masa: Masa) -> None:
    text = save.write(masa)
    again = save.read(text)
    assert again == masa
    assert save.write(again) == text


def test_a_masa_read_back_plays_on_in_the_same_way() -> None:
    masa = seated({0: 200, 1: 200, 3: 60}, sides=5)
    masa = masa.deal(stacked("Kd Kc", "7s 2h", "As Qh", board="Ah 7c 2d 9s 4h")).masa
    for act in ("0 RR6", "1 FO", "3 AA", "0 CA"):
        here, there = play(masa, act), play(save.read(save.write(masa)), act)
        assert there == here
        masa = here.masa


def test_saved_masa_literally() -> None:
    """The text is literal, so that a file written today can be read later."""
    masa = seated({0: 200, 3: 60}, sides=5).deal(Deck("As Kd Ah Kh 2c 3c 4c 5c 6c")).masa
    data = json.loads(save.write(masa))
    assert data["version"] == 1
    assert data["blinds"] == [1, 2, 0, False]
    assert data["rules"] == "masa"
    assert data["status"] == "STARTED"
    assert data["positions"] == {"button": 0, "small": 3, "big": 0}
    assert data["seats"]["3"]["stack"] == 60
    assert data["seats"]["3"]["status"] == "Involved"
    assert data["game"]["fen"].splitlines() == [
        "2 P 0 1 2!0 0 1",
        "I 198 2 .",
        "I 59 1 .",
        "; hands=KdKh/AsAh board=2c3c4c5c6c",
    ]
    assert data["game"]["sides"] == [0, 3]


def test_another_version_is_refused() -> None:
    data = save.to_data(Masa.open()) | {"version": 99}
    with pytest.raises(ValueError, match="version 99"):
        save.from_data(data)


def test_replaying_the_causes_gives_the_same_masa() -> None:
    opening = Masa.open(5, Blinds(1, 2, ante=1), "tda", TERMS)
    assert opening.replay(STORY.events) == STORY.masa


def test_causes_survive_json() -> None:
    opening = Masa.open(5, Blinds(1, 2, ante=1), "tda", TERMS)
    journal = [json.dumps(save.cause_to_data(e)) for e in STORY.events if event.is_cause(e)]
    causes = [save.cause_from_data(json.loads(line)) for line in journal]
    assert causes == [e for e in STORY.events if event.is_cause(e)]
    assert opening.replay(causes) == STORY.masa


def test_replay_can_continue_from_a_snapshot() -> None:
    """A journal contains a snapshot and the causes after it."""
    causes = [e for e in STORY.events if event.is_cause(e)]
    opening = Masa.open(5, Blinds(1, 2, ante=1), "tda", TERMS)
    for cut in range(len(causes) + 1):
        snapshot = save.read(save.write(opening.replay(causes[:cut])))
        assert snapshot.replay(causes[cut:]) == STORY.masa


def test_saved_causes_literally() -> None:
    acted = play(seated({0: 100, 1: 100}).deal(Deck()).masa, "1 RR6").events[0]
    assert save.cause_to_data(acted) == {
        "event": "PlayerActed",
        "side": 1,
        "act": "RR6",
        "recorded": "RR6",
        "stack": 94,
        "wager": 6,
    }


def test_saved_last_hand_can_still_be_shown() -> None:
    masa = fold_round(seated({0: 100, 1: 100}).deal(Deck()).masa)
    assert save.read(save.write(masa)).show(0) == masa.show(0)


def test_saved_rules_that_are_not_known_are_refused() -> None:
    data = save.to_data(seated({0: 9, 1: 9}))
    for rules in ("chess", "tda,betting=xyz", "tda,bettin=no limit"):
        with pytest.raises(ValueError, match=r"no house rules|betting is|there is no option"):
            save.from_data({**data, "rules": rules})


def test_entry_of_new_players_may_be_given_as_text() -> None:
    assert Masa.open(terms=Terms(entry="blind")).terms.entry is Entry.BLIND  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="entry is 'free' or 'returning' or 'blind', not 'later'"):
        Masa.open(terms=Terms(entry="later"))  # type: ignore[arg-type]


def checked(masa: Masa) -> Masa:
    """Let the player to act check or call."""
    side = masa.to_act
    assert side is not None
    view = masa.view(side)
    assert view is not None
    return masa.move(side, Check() if Check() in view.acts else Call()).masa


def test_saved_hand_contains_the_starting_stacks() -> None:
    masa = seated({0: 100, 1: 80, 2: 60}, blinds=Blinds(1, 2, ante=3)).deal(Deck()).masa
    again = save.read(save.write(play(masa, "0 RR10", "1 FO", "2 CA", "2 CH").masa))
    view = again.view(None)
    assert view is not None
    assert [player.total for player in view.players] == [100, 80, 60]


def test_saved_blinds_that_the_house_does_not_allow_are_refused() -> None:
    data = save.to_data(Masa.open(5, 20, "limit"))
    with pytest.raises(BadHand, match="under 'limit' the small blind is half of the big: 10"):
        save.from_data({**data, "blinds": [1, 20, 0, False]})
