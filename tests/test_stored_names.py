"""Tests that names in saves, journal, ledger and messages are data: renaming a class does not
change them.
"""

import runpy
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest

from pokermasa.masa import GameStatus, Side, event
from pokermasa.masa import save as masa_save
from pokermasa.server.protocol import encoding
from pokermasa.server.storage.journal import journal
from pokermasa.tournament import Player
from pokermasa.tournament import event as tournament_event
from pokermasa.tournament import save as tournament_save

JOURNAL = {
    "PlayerJoined": "side stack owes returns",
    "SitoutNext": "side value",
    "Leaving": "side",
    "Away": "side value posts",
    "ToppedUp": "side amount",
    "StraddleSet": "side value",
    "Preselect": "side choice",
    "BlindsChanged": "blinds bets",
    "RulesChanged": "rules",
    "Dealt": "cards",
    "PlayerActed": "side act recorded stack wager",
    "TimedOut": "side",
    "TimeBankSpent": "side amount",
    "TimeBankRefilled": "side amount",
    "TwiceAnswered": "side agrees",
    "CardsShown": "side cards",
    "RabbitShown": "side cards",
    "Aborted": "",
}
TOURNAMENT_JOURNAL = {
    "Registered": "player name",
    "Withdrawn": "player",
    "Started": "draw",
    "Ticked": "time",
    "Paused": "",
    "Resumed": "",
    "BreakCalled": "length",
    "Disqualified": "player share bounty",
    "Left": "player share bounty",
    "Declined": "players",
    "Rebought": "player",
    "AddedOn": "player",
    "Penalised": "player hands",
    "Relocated": "player to",
    "LevelCalled": "",
    "DealMade": "house",
    "Cancelled": "refund house",
}
STATUSES = {"CREATED": 10, "STARTED": 20, "ONE_WIN": 30, "SHOWDOWN": 40, "ABORTED": 50}


def kinds_of(module: Any) -> list[type]:
    return [
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and kind.__module__ == module.__name__
    ]


@pytest.fixture
def renamed() -> Iterator[None]:
    """Gives the class of every event another name."""
    names = {kind: kind.__name__ for kind in (*kinds_of(event), *kinds_of(tournament_event))}
    for kind, name in names.items():
        kind.__name__ = f"New{name}"
    yield
    for kind, name in names.items():
        kind.__name__ = name


def loaded(module: Any) -> dict[str, Any]:
    """Return the names of a freshly executed copy of the module."""
    return runpy.run_path(module.__file__)


def stored(causes: dict[str, Any]) -> dict[str, str]:
    return {name: " ".join(f.name for f in fields(kind)) for name, kind in causes.items()}


def test_names_of_a_masas_causes_in_the_journal(renamed: None) -> None:
    assert stored(loaded(masa_save)["_CAUSES"]) == JOURNAL
    joined = loaded(masa_save)["cause_to_data"](event.PlayerJoined(Side(2), 100))
    saved = {"event": "PlayerJoined", "side": 2, "stack": 100, "owes": False}
    assert joined == saved | {"returns": False}
    assert loaded(masa_save)["cause_from_data"](saved) == event.PlayerJoined(Side(2), 100)
    assert loaded(masa_save)["cause_from_data"](joined) == event.PlayerJoined(Side(2), 100)


def test_names_of_a_tournaments_causes_in_the_journal(renamed: None) -> None:
    assert stored(loaded(tournament_save)["_CAUSES"]) == TOURNAMENT_JOURNAL
    out = loaded(tournament_save)["cause_to_data"](tournament_event.Disqualified(Player(3)))
    assert out == {"event": "Disqualified", "player": 3, "bounty": 0}
    assert loaded(tournament_save)["cause_from_data"](out) == tournament_event.Disqualified(
        Player(3)
    )


def test_names_of_a_hands_state_in_saves_and_on_the_wire() -> None:
    assert masa_save._STATUSES == STATUSES
    assert set(STATUSES.values()) == set(GameStatus)
    for name, status in STATUSES.items():
        assert encoding._STATUSES[status] == name.lower()  # type: ignore[index]


def test_names_of_chip_movements_in_the_ledger(renamed: None) -> None:
    assert set(loaded(journal)["_KINDS"].values()) == {"player_joined", "player_left", "topped_up"}


def test_every_cause_has_a_stored_name() -> None:
    causes = {kind for kind in kinds_of(event) if getattr(kind, "cause", False)}
    assert set(masa_save._CAUSES.values()) == causes
    causes = {kind for kind in kinds_of(tournament_event) if getattr(kind, "cause", False)}
    assert set(tournament_save._CAUSES.values()) == causes - {tournament_event.AtTable}
