"""Tests that no byte of a tournament depends on a card that the receiver may not know: its
page, standings, results, orders and hands, and the messages at its tables. `test_secrecy.py`
explains the method. Here the script is a tournament of two tables that merge into one, under a
director who does not play, with players who reconnect, watch other tables and request
forbidden data."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from pokermasa.cards import Deck
from pokermasa.masa import save
from pokermasa.notation import uci
from pokermasa.server.director.messages import standings
from pokermasa.server.director.table import TournamentTable
from pokermasa.server.storage import schema as store
from tests.masa.walk import chosen
from tests.server.field import toml
from tests.server.virtual_clock import VirtualTimer
from tests.server.whole_room.test_secrecy import (
    PLAYERS,
    STRANGER,
    VIEWERS,
    WATCHER,
    Author,
    Hand,
    compare,
    public_ids,
    readable_paths,
)
from tests.server.wired import StillClock


class RungClock(StillClock):
    """A clock whose due timers run only when the script says so."""

    def __init__(self) -> None:
        super().__init__()
        self._timers: list[VirtualTimer] = []

    def call_later(self, seconds: float, call: Callable[[], None]) -> VirtualTimer:
        timer = VirtualTimer(self.seconds + seconds, len(self._timers), call)
        self._timers.append(timer)
        return timer

    def ring(self, seconds: float) -> None:
        self.pass_time(seconds)
        due = sorted(timer for timer in self._timers if timer.when <= self.seconds)
        self._timers = [timer for timer in self._timers if timer.when > self.seconds]
        for timer in due:
            if not timer.is_cancelled:
                timer.call()


class TournamentAuthor(Author):
    async def play(self, tables: Any, hands: Any) -> Any:  # type: ignore[override]
        """Plays *tables* tournaments of at most *hands* hands each."""
        ids = []
        for number in range(tables):
            options = {"least": 4, "most": 4, "seats": 3, "stack": (60, 200)[number % 2]}
            options |= {"bounty": (0, 20)[number % 2], "every": 2}
            body = {"name": "Secret", "structure": toml(**options), "private": number % 3 == 2}
            made = await self.do("post", WATCHER, "/api/tournaments", body)
            ids.append(made["id"])
            await self._played(made["id"], made["key"] or "", hands)
        hall = self.stage.hall
        async with hall.engine.connect() as connection:
            wanted = select(store.masa.c.id).where(store.masa.c.tournament.in_(ids))
            masas = sorted([row.id for row in await connection.execute(wanted)])
        for path in readable_paths(hall.app, masas, await public_ids(hall), tuple(ids)):
            for who in VIEWERS:
                await self.do("get", who, path)

    async def _played(self, id: str, key: str, hands: int) -> None:
        for who in VIEWERS:
            await self.say(who, do="watch_tournament", tournament=id, key=key)
        for who in PLAYERS:
            await self.say(who, do="register", tournament=id, key=key)
        director = self.stage.hall.lobby.tournaments.directors[id]
        for _ in range(hands):
            ready = [table for table in director.tables.open.values() if table.may_deal]
            if director.state.tournament.is_ended or not ready:
                break
            await self._tournament_hand(id, key, self.rng.choice(ready))
            if self.rng.random() < 0.3:
                await self.do("ring", 2)  # Clock figures and standings are sent.

    async def _tournament_hand(self, id: str, key: str, table: TournamentTable) -> None:
        deck, number = tuple(Deck.shuffled(self.rng)), table.state.masa.hands + 1
        accounts = self.stage.accounts.items()
        names = {account: who for who, account in accounts}
        sides: Any = {names[seated.id]: side for side, seated in table.state.seated.items()}
        for who in VIEWERS:
            if self.rng.random() < 0.8:
                await self.say(who, do="watch", masa=table.id, key=key)
        await self.do("deal", table.id, deck)
        masa = table.state.masa
        while not table.is_closed and table.state.masa.game is not None:
            if self.rng.random() < 0.25:
                await self._ask_around(id, table)
                continue
            side = table.state.masa.to_act
            act = uci.write(chosen(table.state.masa, self.rng))
            who = names[table.state.seated[side].id]
            await self.say(who, do="act", masa=table.id, act=act, turn=table.act_clock.token)
            masa = table.state.masa
        self.hands.append(Hand(deck, sides, await self._left(table.id, number, masa)))

    async def _left(self, masa_id: str, number: int, masa: Any) -> Any:
        """Return the masa with the hand as it was stored, because the table may have been closed
        with the hand.
        """
        here = (store.hand.c.masa == masa_id) & (store.hand.c.number == number)
        async with self.stage.hall.engine.connect() as connection:
            value = (await connection.execute(select(store.hand.c.value).where(here))).scalar_one()
        return masa.replace(game=None, last_game=save.game_from_data(json.loads(value)["game"]))

    async def _ask_around(self, id: str, table: TournamentTable) -> None:
        rng = self.rng
        who = rng.choice(VIEWERS)
        match rng.randrange(7):
            case 0:
                await self._come_back(who, table)  # type: ignore[arg-type]
                await self.say(who, do="watch_tournament", tournament=id)
            case 1:
                await self.say(who, do="act", masa=table.id, act="CH", turn="old")
            case 2:
                await self.say(who, do="act", masa=table.id, act="RR1", turn=table.act_clock.token)
            case 3:
                await self.say(who, do="propose_deal", tournament=id)
                await self.say(who, do="answer_deal", tournament=id, agrees=False)
            case 4:
                command = rng.choice(("pause", "resume", "next_level"))
                await self.say(WATCHER, do="direct", tournament=id, command=command)
                await self.say(WATCHER, do="direct", tournament=id, command="resume")
            case 5:
                await self.do("get", who, f"/api/tournaments/{id}{rng.choice(('', '/hands'))}")
            case _:
                await self.say(rng.choice((*PLAYERS, STRANGER)), do="show", masa=table.id)


def test_no_byte_of_a_tournament_depends_on_a_hidden_card(tmp_path: Path) -> None:
    seen = ("p0", STRANGER)
    assert compare(tmp_path, 11, (1, 8), seen, TournamentAuthor, RungClock) > 2


@pytest.mark.soak
def test_a_leak_in_the_standings_is_detected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = standings._row

    def leaking(state: Any, line: Any) -> dict[str, Any]:
        masas = [table.masa for table in state.tournament.tables if table is not None]
        games = [masa.game or masa.last_game for masa in masas]
        cards = [game.situation.hand_dealer for game in games if game is not None]
        return {**honest(state, line), "name": repr(cards)}

    monkeypatch.setattr(standings, "_row", leaking)
    with pytest.raises(AssertionError, match="could tell"):
        compare(tmp_path, 12, (2, 5), [STRANGER], TournamentAuthor, RungClock)


@pytest.mark.soak
def test_no_byte_of_many_tournaments_depends_on_a_hidden_card(tmp_path: Path) -> None:
    for seed in range(20):
        folder = tmp_path / str(seed)
        compare(folder, Random(seed).random(), (4, 12), VIEWERS, TournamentAuthor, RungClock)
