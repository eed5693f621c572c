"""Tests of the leaderboards of a week and a season, for people and house bots at public
tables."""

import json
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import insert, update

from pokermasa.histories.stats import PlayerStats
from pokermasa.server.clock import DAY_MS
from pokermasa.server.http import leaderboards
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.archive import leaderboard as board
from pokermasa.server.storage.archive.leaderboard import span
from pokermasa.server.storage.archive.rivals import Rivals
from tests.server.director.test_league import finish
from tests.server.field import Field, toml
from tests.server.operator import person
from tests.server.study.test_study import get, run
from tests.server.wired import Hall

BIG = 10


class Books:
    """Writes hands and tournaments to the database as the room does."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.accounts: dict[str, int] = {}
        self.hands = 0

    async def write(self, *statements: Any) -> None:
        def execute_all(connection: Any) -> None:
            for statement in statements:
                connection.execute(statement)

        await self.hall.lobby.writer.write(execute_all)

    async def account(self, name: str, kind: str, address: str = "") -> str | None:
        accounts = self.hall.app.state.accounts
        if kind == "house":
            made = await accounts.house(name)
        elif kind == "guest":
            made = await accounts.guest(name)
        else:
            made = await accounts.create(name, "correct horse")
        self.accounts[name] = made.id
        await self.hall.app.state.addresses.note(made.id, address)
        return None if kind == "house" else await accounts.sessions.open(made)

    async def masa(self, id: str, key: str | None = None) -> None:
        row = {"id": id, "name": id, "terms": "{}", "opened": 0, "seq": 0, "value": "", "key": key}
        await self.write(insert(store.masa).values(closed=1, **row))

    async def played(
        self, masa: str, ended: int, tournament: str | None = None, **net: int
    ) -> None:
        self.hands += 1
        hand = {"id": self.hands, "masa": masa, "number": self.hands, "ended": ended, "value": "{}"}
        public = f"{self.hands:020x}"
        await self.write(
            insert(store.hand).values(public=public, board="", **hand),
            *[
                insert(store.hand_player).values(
                    hand=self.hands,
                    account=self.accounts[name.replace("_", " ")],
                    stack=stack,
                    net=chips,
                    ended=ended,
                    masa=masa,
                    tournament=tournament,
                    big=BIG,
                )
                for stack, (name, chips) in enumerate(net.items())
            ],
        )

    async def game(
        self, id: str, ended: int, league: str | None, key: str | None = None, **entrants: Any
    ) -> None:
        row = {"id": id, "name": id, "terms": "{}", "opened": 0, "seq": 0, "value": "{}"}
        await self.write(
            insert(store.tournament).values(ended=ended, league=league, key=key, **row),
            *[
                insert(store.entrant).values(
                    tournament=id,
                    player=player,
                    account=self.accounts[name],
                    paid=100,
                    prize=prize,
                    bounties=0,
                    place=place,
                    points=points,
                    late=0,
                    wrong=0,
                    is_gone=False,
                )
                for player, (name, (place, prize, points)) in enumerate(entrants.items())
            ],
        )
        ids = {self.accounts[name] for name in entrants}

        def count(connection: Any) -> None:
            found = Rivals.among(connection, ids).in_game(ids)
            here = (store.entrant.c.tournament == id) & store.entrant.c.account.in_(found)
            connection.execute(update(store.entrant).where(here).values(counts=True))

        await self.hall.lobby.writer.write(count)


async def fetch_leaderboard(hall: Hall, secret: str, query: str = "") -> dict[str, Any]:
    answer = await get(hall, f"/api/leaderboards?{query}", secret)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.both_stores
def test_winnings_count_public_hands_of_people_and_omit_private_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main(hall: Hall) -> None:
        books, now = Books(hall), hall.clock.now()
        ann = await books.account("Ann", "person")
        await books.account("Bo", "person")
        guest = await books.account("Gus", "guest")
        await books.account("Rob", "house")
        await books.masa("open")
        await books.masa("key", key="secret")
        week = span("week", 0, now)
        monday, before = week.first * DAY_MS, span("week", 1, now).first * DAY_MS
        for _ in range(4):
            await books.played("open", monday + 5, Ann=30, Bo=-10, Rob=-20)
        await books.played("open", monday + 6, Ann=-20, Gus=20)  # against a guest
        await books.played("open", monday + 7, Ann=500, Rob=-500)  # one person and a bot
        await books.played("key", monday + 8, Ann=900, Bo=-900)  # a private game
        await books.played("open", monday + 9, tournament="t", Ann=900, Bo=-900)
        await books.played("open", before + 9, Ann=-70, Bo=70)
        rows = (await fetch_leaderboard(hall, ann))["rows"]
        assert [(row["name"], row["hands"], row["is_bot"]) for row in rows] == [
            ("Ann", 4, False),
            ("Bo", 4, False),
            ("Rob", 4, True),
        ]
        stats = PlayerStats("Ann", hands=4, rated=4)
        for chips in (30, 30, 30, 30):
            stats.big_blinds += chips / BIG
            stats.big_blinds_squared += (chips / BIG) ** 2
        assert rows[0]["bb_100"] == pytest.approx(stats.win_rate.bb_100)
        assert rows[0]["bb_100_within"] == pytest.approx(stats.win_rate.within)
        assert [row["place"] for row in rows] == [1, 2, 3]
        assert [row["is_you"] for row in rows] == [True, False, False]
        again = await fetch_leaderboard(hall, ann)
        assert again["rows"] == rows, "nothing is added twice"
        assert (again["me"], (await fetch_leaderboard(hall, guest))["me"]) == (rows[0], None)
        last = await fetch_leaderboard(hall, ann, "back=1")
        assert (last["begin"], last["end"]) == (before, monday)
        assert (last["rows"], last["me"]["bb_100"]) == ([], -700), "one hand is too few"
        season = (await fetch_leaderboard(hall, ann, "period=season"))["me"]
        assert season["place"] is None, "ten times the hands of a week"
        assert season["hands"] >= 4
        who = store.account.c
        await books.write(update(store.account).where(who.name == "Bo").values(private=True))
        assert "Bo" not in json.dumps(await fetch_leaderboard(hall, ann))
        await books.played("open", monday + 10, Ann=-10, Bo=10)
        assert (await fetch_leaderboard(hall, ann))["me"]["hands"] == 5, "hands since are added"

    monkeypatch.setattr(leaderboards, "WEEK_HANDS", 4)
    run(tmp_path, main)


@pytest.mark.both_stores
def test_a_player_with_too_few_hands_is_not_listed_and_sees_the_minimum(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main(hall: Any) -> None:
        books, now = Books(hall), hall.clock.now()
        ann = await books.account("Ann", "person")
        await books.account("Bo", "person")
        await books.masa("open")
        await books.played("open", now - board.SETTLED, Ann=30, Bo=-30)
        await books.played("open", now, Ann=30, Bo=-30)
        found = await fetch_leaderboard(hall, ann)
        assert (found["rows"], found["least_hands"]) == ([], 2)
        assert (found["me"]["hands"], found["me"]["place"]) == (1, None)
        hall.clock.pass_time(board.SETTLED / 1000)
        assert [row["hands"] for row in (await fetch_leaderboard(hall, ann))["rows"]] == [2, 2]

    monkeypatch.setattr(leaderboards, "WEEK_HANDS", 2)
    run(tmp_path, main)


@pytest.mark.both_stores
def test_leagues_and_tournaments_have_leaderboards(tmp_path: Path) -> None:
    async def main(hall: Hall) -> None:
        books, now = Books(hall), hall.clock.now()
        ann = await books.account("Ann", "person")
        for name, kind in (("Bo", "person"), ("Cy", "person"), ("Rob", "house"), ("Gus", "guest")):
            await books.account(name, kind)
        league = {"id": "l", "name": "l", "terms": "{}", "opened": 0}
        await books.write(insert(store.league).values(league))
        monday = span("week", 0, now).first * DAY_MS
        await books.game("a", monday, "l", Ann=(1, 0, 10), Bo=(2, 0, 6), Rob=(3, 0, 1))
        await books.game("b", monday + 1, "l", Bo=(1, 0, 10), Ann=(2, 0, 6), Gus=(3, 0, 1))
        await books.game("c", monday + 2, "l", Ann=(1, 0, 10), Rob=(2, 0, 6))  # alone with a bot
        await books.game("d", monday + 3, "l", "key", Ann=(1, 0, 10), Bo=(2, 0, 6))
        await books.game("e", monday - 1, "l", Ann=(1, 0, 10), Bo=(2, 0, 6))
        await books.game("f", monday + 4, None, Cy=(1, 250, None), Ann=(2, 50, None), Rob=(3, 0, 0))
        found = await fetch_leaderboard(hall, ann, "by=league")
        assert [
            (row["place"], row["name"], row["points"], row["games"], row["wins"])
            for row in found["rows"]
        ] == [(1, "Ann", 16, 2, 1), (2, "Bo", 16, 2, 1), (3, "Rob", 1, 1, 0)]
        found = await fetch_leaderboard(hall, ann, "by=tournaments")
        assert [
            (row["name"], row["net"], row["games"], row["wins"], row["cashes"], row["is_bot"])
            for row in found["rows"]
        ] == [
            ("Cy", 150, 1, 1, 1, False),
            ("Ann", -50, 1, 0, 1, False),
            ("Rob", -100, 1, 0, 0, True),
        ]
        assert found["me"]["place"] == 2
        for query in ("by=chips", "period=year", "back=-1", "back=521", "back=x"):
            assert (await get(hall, f"/api/leaderboards?{query}", ann)).status_code == 422
        assert (await get(hall, "/api/leaderboards")).status_code == 401

    run(tmp_path, main)


@pytest.mark.parametrize("back", [0, 1, 5, 520])
def test_weeks_and_seasons_have_no_gaps(back: int) -> None:
    for now in (0, 951_782_400_000, 1_800_000_000_000):
        for period in ("week", "season"):
            if period == "season" and now == 0:
                continue
            this = span(period, back, now + 10**12)
            assert span(period, back + 1, now + 10**12).last == this.first
            begin = datetime.fromtimestamp(this.first * 86_400, UTC)
            assert begin.weekday() == 0 if period == "week" else begin.day == 1


# Opponents that count

HOME, CAFE, CLUB = "192.0.2.1", "192.0.2.2", "192.0.2.3"


@pytest.mark.both_stores
def test_only_chips_won_from_registered_accounts_at_other_addresses_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main(hall: Hall) -> None:
        books, now = Books(hall), hall.clock.now()
        ann = await books.account("Ann", "person", HOME)
        await books.account("Second", "person", HOME)
        await books.account("Bo", "person", CAFE)
        await books.account("Gus", "guest", CLUB)
        await books.account("Rob", "house")
        await books.masa("open")
        monday = span("week", 0, now).first * DAY_MS
        await books.played("open", monday, Ann=900, Gus=-900)
        await books.played("open", monday, Ann=900, Second=-900)
        await books.played("open", monday, Ann=900, Second=-800, Gus=-80, Rob=-20)
        assert (await fetch_leaderboard(hall, ann))["rows"] == [], (
            "an own guest, an own second account"
        )
        # Only one opponent is honest, and the chips of the others do not count.
        await books.played("open", monday, Ann=100, Bo=-10, Second=-40, Gus=-30, Rob=-20)
        rows = {row["name"]: row for row in (await fetch_leaderboard(hall, ann))["rows"]}
        assert {name: (row["hands"], row["bb_100"]) for name, row in rows.items()} == {
            "Ann": (1, pytest.approx(100 * (10 + 20) / BIG)),
            "Bo": (1, pytest.approx(-100 * 10 / BIG)),
            "Second": (1, pytest.approx(0)),
            "Rob": (1, pytest.approx(-100 * 20 / BIG)),
        }

    monkeypatch.setattr(leaderboards, "WEEK_HANDS", 1)
    run(tmp_path, main)


def test_hands_are_counted_before_addresses_are_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main(hall: Hall) -> None:
        books = Books(hall)
        ann = await books.account("Ann", "person", HOME)
        await books.account("Second", "person", HOME)
        await books.masa("open")
        await books.played("open", hall.clock.now(), Ann=900, Second=-900)
        await hall.pass_days(31)
        hall.app.state.admin._looked_for_old = -1e9
        await hall.app.state.admin._let_go()
        for back in range(8):
            assert (await fetch_leaderboard(hall, ann, f"back={back}"))["me"] is None

    monkeypatch.setattr(leaderboards, "WEEK_HANDS", 1)
    run(tmp_path, main)


@pytest.mark.parametrize(
    ("other", "address", "counts"),
    [
        ("guest", HOME, False),
        ("guest", CAFE, False),
        ("person", HOME, False),
        ("person", CAFE, True),
        ("person", "127.0.0.1", True),
    ],
)
def test_a_tournament_counts_against_a_registered_account_from_another_address(
    tmp_path: Path, other: str, address: str, counts: bool
) -> None:
    """A heads-up tournament against an own guest account that folds would otherwise give first
    place."""

    async def main(hall: Hall) -> None:
        ann = await person(hall, "Ann")
        second = await person(hall, "Bo") if other == "person" else await hall.guest()
        host = await hall.guest()
        body = {"name": "Test", "structure": toml(least=2, most=2)}
        async with hall.client(host) as client:
            id = (await client.post("/api/tournaments", json=body)).json()["id"]
        lines = [await hall.line(ann), await hall.line(second)]
        field = Field(hall, id, host, [ann, second], lines)
        for line, where in zip(lines, (HOME, address), strict=True):
            await line.ask(do="register", tournament=id)
            account = field.director.state.entries[-1].account
            await hall.app.state.addresses.note(account.id, where)
        await field.play(Random(1))
        rows = (await fetch_leaderboard(hall, ann, "by=tournaments"))["rows"]
        assert ("Ann" in [row["name"] for row in rows]) == counts

    run(tmp_path, main)


def test_a_league_counts_only_with_the_points_of_document_003(tmp_path: Path) -> None:
    """The host of a league may set a million points for a win."""

    async def main(hall: Hall) -> None:
        secrets = [await person(hall, "Ann"), await person(hall, "Bo")]
        host, listed = await hall.guest(), []
        for structure in (toml().replace("[[3, 1, 0]]", "[[1000000, 0]]"), "botpoker"):
            body = {"name": "Test", "players": 2, "games": 1, "act_time": 60_000}
            async with hall.client(host) as client:
                made = await client.post("/api/leagues", json=body | {"structure": structure})
            lines = [await hall.line(secret) for secret in secrets]
            field = Field(hall, made.json()["tournament"], host, secrets, lines)
            for line, where in zip(lines, (HOME, CAFE), strict=True):
                await line.ask(do="register", tournament=field.id)
                account = field.director.state.entries[-1].account
                await hall.app.state.addresses.note(account.id, where)
            await finish(field)
            rows = (await fetch_leaderboard(hall, secrets[0], "by=league"))["rows"]
            listed.append(sorted(row["points"] for row in rows))
        assert listed == [[], [0, 1]]

    run(tmp_path, main)


def test_a_tournament_with_more_guests_than_registered_players_does_not_count() -> None:
    def counted(registered: int, guests: int, *shared: int) -> set[int]:
        people = range(registered + guests)
        addresses = {one: frozenset({f"{one}"}) for one in people}
        addresses |= {one: frozenset({"shared"}) for one in shared}
        rivals = Rivals(frozenset({99}), frozenset(range(registered)), addresses)
        return rivals.in_game([*people, 99])

    assert counted(2, 0) == {0, 1, 99}
    assert counted(1, 0) == set()
    assert counted(2, 1) == {0, 1, 99}
    assert counted(2, 2) == set()
    assert counted(3, 1, 0, 3) == {1, 2, 99}, "the first came with a guest of its own"
