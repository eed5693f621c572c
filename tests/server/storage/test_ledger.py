"""Tests of the double-entry ledger: no chip is created, lost or booked twice."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, update

from pokermasa.server.accounts.audit import audit
from pokermasa.server.refusal import Refused
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.database import database
from pokermasa.server.storage.journal import ledger
from tests.server.room import open_room, play_hands, seat
from tests.server.store import Store, make

pytestmark = pytest.mark.both_stores


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    url = Store.url_of(tmp_path) or f"sqlite:///{tmp_path / 'room.db'}"
    make(url)
    engine = database.open_database(url).whole()
    yield engine
    engine.dispose()


def test_a_movement_is_booked_once(engine: Engine) -> None:
    with engine.begin() as connection:
        gift = {ledger.BANK: -100, "account:1": 100}
        assert ledger.book(connection, "gift", "gift", gift, 0)
        assert not ledger.book(connection, "gift", "gift", gift, 0)
        assert ledger.balance(connection, "account:1") == 100
        assert audit(connection) == []


def test_only_the_bank_may_have_a_negative_balance(engine: Engine) -> None:
    with engine.begin() as connection, pytest.raises(Refused, match="not enough"):
        ledger.book(connection, "k", "theft", {"account:1": -1, "account:2": 1}, 0)


def test_every_movement_sums_to_zero(engine: Engine) -> None:
    with engine.begin() as connection, pytest.raises(AssertionError):
        ledger.book(connection, "k", "magic", {"account:1": 1}, 0)


def test_the_audit_detects_an_added_chip(engine: Engine) -> None:
    with engine.begin() as connection:
        ledger.book(connection, "gift", "gift", {ledger.BANK: -100, "account:1": 100}, 0)
        connection.execute(
            update(store.balance).where(store.balance.c.book == "account:1").values(amount=101)
        )
        assert audit(connection) == [
            "the balances add up to 1, not to nothing",
            "account:1 stands at 101, its lines at 100",
        ]


def test_the_audit_passes_during_a_hand_and_detects_a_wrong_masa(
    tmp_path: Path,
) -> None:

    with open_room(tmp_path) as room:
        people = [room.guest() for _ in range(3)]
        masa = room.table(people[0])["id"]

        async def main() -> None:
            clients = await seat(room, masa, *people)
            await play_hands(clients, 3)
            await clients[0].next("act")
            for client in clients:
                await client.close()

        asyncio.run(main())
        engine = database.open_database(room.settings.database_url).whole()
        with engine.begin() as connection:
            assert audit(connection) == []
            moved = {f"account:{1 + 9}": -1, f"masa:{masa}": 1}
            ledger.book(connection, "slip", "slip", moved, 0)
            assert audit(connection) == [f"masa {masa} has 600 on it, its book 601"]
            connection.rollback()
        engine.dispose()
