"""Tests of the pause after a hand. What the browser shows in that time is tested with the same
numbers in web/masa/run_out_pace.test.ts."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pokermasa.masa import Game, Terms
from pokermasa.server.settings import Settings
from pokermasa.server.table import pause
from pokermasa.server.table.access import Access
from tests.masa.host import play, seated, stacked
from tests.server.room import Opened, Session, open_room, run

USUAL = Settings()
HANDS = ("As Ah", "Ks Kh")
BOARDS: dict[str, Any] = {"board": "2c 7d 9h Ts 4c", "second": "Kc Kd 5c 6d 8s"}


def played(*acts: str, twice: bool = False) -> Game:
    masa = seated({0: 100, 1: 100}, sides=2, terms=Terms(run_twice=twice))
    change = play(masa.deal(stacked(*HANDS, **BOARDS)).masa, *acts)
    if twice:
        change = change.masa.run_twice(0, True).masa.run_twice(1, True)
    assert change.masa.last_game is not None
    return change.masa.last_game


CHECKED = ["1 CA", "0 CH", *["1 CH", "0 CH"] * 3]


@pytest.mark.parametrize(
    ("game", "waits"),
    [
        (lambda: played("1 FO"), 2_500),
        (lambda: played(*CHECKED), 875 + 4_500),
        (lambda: played("1 AA", "0 AA"), 875 + 3.5 * 1_625 + 4_500),
        (lambda: played("1 CA", "0 CH", "1 AA", "0 AA"), 875 + 2.5 * 1_625 + 4_500),
        (lambda: played("1 AA", "0 AA", twice=True), 875 + 2 * 3.5 * 1_625 + 4_500),
    ],
    ids=["nobody called", "showdown", "all in", "all in on the flop", "twice"],
)
def test_the_pause_is_longer_if_more_is_shown(game: Callable[..., Any], waits: float) -> None:
    assert pause.after(game(), Access(), USUAL) == pytest.approx(waits, abs=1)


def test_the_host_sets_how_long_winners_are_shown() -> None:
    door = Access(show_time=8_000)
    assert pause.after(played(*CHECKED), door, USUAL) == 875 + 8_000
    assert pause.after(played("1 FO"), door, USUAL) == 2_500
    assert (pause.street(USUAL), pause.winners(Access(), USUAL)) == (1_625, 4_500)


def test_the_show_time_of_a_table_is_stored_and_sent_to_clients(tmp_path: Path) -> None:
    async def look(room: Opened, host: Session, masa: Any) -> tuple[Any, Any]:
        client = await room.connect(host)
        await client.watch(masa)
        around = (await client.next("view"))["room"]
        return around["show_time"], around["street"]

    with open_room(tmp_path, between_hands_ms=100) as room:
        host = room.guest()
        slow, usual = room.table(host, show_time=8_000)["id"], room.table(host)["id"]
        assert run(look(room, host, usual)) == (180, 65)
        assert run(look(room, host, slow)) == (8_000, 65)
    with open_room(tmp_path, between_hands_ms=100) as room:
        assert run(look(room, host, slow)) == (8_000, 65)


def test_the_show_time_has_a_minimum_and_a_maximum(tmp_path: Path) -> None:
    with open_room(tmp_path) as room, room.http(room.guest()) as client:
        for wrong in (999, 15_001, -1, 0, "long", 1.5, True, [4_000]):
            refused = client.post("/api/tables", json={"name": "x", "show_time": wrong})
            assert (refused.status_code, refused.json()["code"]) == (422, "UNREADABLE"), wrong
        assert room.lobby.tables == {}
