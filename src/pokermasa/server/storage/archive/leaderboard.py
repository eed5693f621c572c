"""Leaderboards of a week or a season: results at public tables and tournaments, against registered
accounts that came from other addresses (see rivals.py).

Cash results are summed per day, and new hands are added when somebody asks for a leaderboard.
There are few tournaments, so their results are queried directly.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, case, func, insert, select, update

from pokermasa.histories.stats import WinRate
from pokermasa.server.clock import DAY_MS
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import GUEST, HOUSE
from pokermasa.server.storage.archive.rivals import Rivals, payments
from pokermasa.server.storage.database.storage import Storage

PAGE = 100
PIECE = 200
"""Number of hands added up in one transaction. A small number keeps the writer free for acts at
the tables."""
SETTLED = 60_000
"""Age in milliseconds after which a hand can be counted. By then no other process can still insert
a hand with a lower id."""
CASH = "cash"


class Span(NamedTuple):
    """A range of days since 1970. *last* is not included."""

    first: int
    last: int


class RankedAccount(NamedTuple):
    """Place and results of an account. Figures of other rankings are None."""

    place: int | None
    account: int
    name: str
    is_bot: bool
    hands: int | None = None
    bb_100: float | None = None
    bb_100_within: float | None = None
    points: int | None = None
    games: int | None = None
    wins: int | None = None
    cashes: int | None = None
    net: int | None = None


def span(period: str, back: int, now: int) -> Span:
    """Return the days of a period, *back* periods ago. Weeks begin on Monday, seasons with a
    quarter of the year, both in UTC.

    >>> noon = int(datetime(2026, 11, 16, 12, tzinfo=UTC).timestamp() * 1000)
    >>> week, season = span("week", 1, noon), span("season", 3, noon)
    >>> [f"{datetime.fromtimestamp(day * 86400, UTC):%a %d %b}" for day in week]
    ['Mon 09 Nov', 'Mon 16 Nov']
    >>> [f"{datetime.fromtimestamp(day * 86400, UTC):%d %b %y}" for day in season]
    ['01 Jan 26', '01 Apr 26']
    """
    today = datetime.fromtimestamp(now // 1000, UTC).date()
    if period == "week":
        monday = today - timedelta(days=today.weekday() + 7 * back)
        first = (monday - datetime.fromtimestamp(0, UTC).date()).days
        return Span(first, first + 7)
    quarter = 4 * today.year + (today.month - 1) // 3 - back
    begins = [datetime(q // 4, 3 * (q % 4) + 1, 1, tzinfo=UTC) for q in (quarter, quarter + 1)]
    return Span(*[int(begin.timestamp()) // 86_400 for begin in begins])


class Leaderboard:
    """The leaderboards, with daily sums of cash results."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._adding = asyncio.Lock()

    async def by_winnings(self, days: Span, least: int) -> list[RankedAccount]:
        """Return all accounts with at least one hand, the best bb/100 first. Accounts with fewer
        than *least* hands have no place and come last."""
        await self.add_up()
        tally, who = store.tally.c, store.account.c
        hands = func.sum(tally.hands)
        query = (
            select(
                who.id,
                who.name,
                who.kind,
                hands.label("hands"),
                func.sum(tally.won).label("won"),
                func.sum(tally.squares).label("squares"),
            )
            .join(store.account, who.id == tally.account)
            .where(tally.day >= days.first, tally.day < days.last, *_is_listed())
            .group_by(who.id, who.name, who.kind)
        )
        rows = await self._storage.rows(query)
        found = [_won(row) for row in rows]
        found.sort(key=lambda one: ((one.hands or 0) < least, -(one.bb_100 or 0.0), one.name))
        return [
            one._replace(place=place if (one.hands or 0) >= least else None)
            for place, one in enumerate(found, 1)
        ]

    async def by_league(self, days: Span) -> list[RankedAccount]:
        """Return the points from games of public leagues, the best first."""
        rows = await self._storage.rows(_entrants(days, is_league=True))
        found = [
            _standing(row)._replace(points=int(row.points or 0), games=row.games, wins=row.wins)
            for row in rows
        ]
        found.sort(key=lambda one: (-(one.points or 0), -(one.wins or 0), one.games, one.name))
        return _placed(found)

    async def by_tournaments(self, days: Span) -> list[RankedAccount]:
        """Return prizes and bounties minus the amounts paid in public tournaments, the best
        first."""
        rows = await self._storage.rows(_entrants(days, is_league=False))
        found = [
            _standing(row)._replace(
                games=row.games, wins=row.wins, cashes=row.cashes, net=int(row.net or 0)
            )
            for row in rows
        ]
        found.sort(key=lambda one: (-(one.net or 0), -(one.wins or 0), one.games, one.name))
        return _placed(found)

    async def add_up(self) -> None:
        """Add the hands that ended since the last call to the daily sums."""
        async with self._adding:
            until = self._storage.now() - SETTLED
            while await self._storage.write(_add, until):
                pass


def _add(connection: Connection, until: int) -> bool:
    """Add the next hands that ended before *until*. Returns whether there may be more."""
    mark, tally = store.tallied.c, store.tally.c
    hand, player, masa = (t.c for t in (store.hand, store.hand_player, store.masa))
    is_it = mark.what == CASH
    # This lock makes another process that adds up at the same time wait.
    last = connection.execute(select(mark.hand).where(is_it).with_for_update()).scalar()
    if last is None:
        last = 0
        connection.execute(insert(store.tallied).values(what=CASH, hand=0))
    some = select(hand.id).where(hand.id > last, hand.ended <= until).order_by(hand.id).limit(PIECE)
    numbers = list(connection.execute(some).scalars())
    if not numbers:
        return False
    rows = connection.execute(
        select(player.hand, player.account, player.net, player.big, player.ended)
        .join(store.masa, masa.id == player.masa)
        .where(
            player.hand.between(numbers[0], numbers[-1]),
            player.tournament.is_(None),
            masa.key.is_(None),
            player.big > 0,
        )
        .order_by(player.hand)
    ).all()
    rivals = Rivals.among(connection, {row.account for row in rows})
    added: dict[tuple[int, int], list[float]] = defaultdict(lambda: [0, 0.0, 0.0])
    for _, together in groupby(rows, key=lambda row: row.hand):
        players = list(together)
        day = players[0].ended // DAY_MS
        won = {row.account: row.net / row.big for row in players}
        for account, amount in counted(won, rivals).items():
            line = added[day, account]
            line[0] += 1
            line[1] += amount
            line[2] += amount * amount
    for (day, account), (hands, won_here, squares) in added.items():
        same = (tally.day == day) & (tally.account == account)
        more = {
            "hands": tally.hands + hands,
            "won": tally.won + won_here,
            "squares": tally.squares + squares,
        }
        if connection.execute(update(store.tally).where(same).values(more)).rowcount == 0:
            new = {"day": day, "account": account, "hands": hands}
            new |= {"won": won_here, "squares": squares}
            connection.execute(insert(store.tally).values(new))
    connection.execute(update(store.tallied).where(is_it).values(hand=numbers[-1]))
    return len(numbers) == PIECE


def counted(won: Mapping[int, float], rivals: Rivals) -> dict[int, float]:
    """Return what a hand counts for each account on the leaderboard, in the unit of *won*.

    It counts for registered players who had an opponent that counts (see rivals.py), and for the
    house bots that sat with them. Chips that went to or came from anybody else are left out.
    """
    people = [account for account in won if account not in rivals.house]
    against = {one: rivals.opponents(one, people) for one in people if one in rivals.registered}
    found = {account: 0.0 for account, them in against.items() if them}
    if not found:
        return {}
    found |= {account: 0.0 for account in won if account in rivals.house}
    for payer, winner, amount in payments(won):
        is_house = payer in rivals.house or winner in rivals.house
        if payer in found and winner in found and (is_house or winner in against[payer]):
            found[payer] -= amount
            found[winner] += amount
    return found


def _entrants(days: Span, is_league: bool) -> Select[Any]:
    """Return a query for the finished games of each account on these days."""
    one, game, who = store.entrant.c, store.tournament.c, store.account.c
    got = one.prize + one.bounties
    return (
        select(
            who.id,
            who.name,
            who.kind,
            func.sum(one.points).label("points"),
            func.count().label("games"),
            func.sum(case((one.place == 1, 1), else_=0)).label("wins"),
            func.sum(case((got > 0, 1), else_=0)).label("cashes"),
            func.sum(got - one.paid).label("net"),
        )
        .join(store.tournament, game.id == one.tournament)
        .join(store.account, who.id == one.account)
        .where(
            game.ended >= days.first * DAY_MS,
            game.ended < days.last * DAY_MS,
            game.key.is_(None),
            game.league.is_not(None) if is_league else game.league.is_(None),
            ~one.is_gone,
            one.place.is_not(None),
            one.counts,
            *_is_listed(),
        )
        .group_by(who.id, who.name, who.kind)
    )


def _is_listed() -> list[Any]:
    """Return the conditions for being listed: guests, private and deleted accounts are not."""
    who = store.account.c
    return [who.kind != GUEST, ~who.private, who.deleted.is_(None)]


def _standing(row: Any) -> RankedAccount:
    return RankedAccount(None, row.id, row.name, row.kind == HOUSE)


def _won(row: Any) -> RankedAccount:
    bb_100, within = WinRate.from_sums(row.hands, row.won, row.squares)
    return _standing(row)._replace(hands=row.hands, bb_100=bb_100, bb_100_within=within)


def _placed(found: list[RankedAccount]) -> list[RankedAccount]:
    return [one._replace(place=place) for place, one in enumerate(found, 1)]
