"""Tests that PostgreSQL answers the queries of the pages of hands, statistics and links by
index. (SQLite's plans: test_study.py.)"""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from tests.server.store import POSTGRES, Store
from tests.server.study.test_study import get, many, post
from tests.server.whole_room.test_faults import Felt
from tests.server.wired import Hall, opened

ACCOUNTS, HANDS = 20_000, 20_000
PLAYING = 500
"""Number of accounts that played the hands."""
MANY = f"""
SET session_replication_role = replica;  -- rows without the rows that they point to
INSERT INTO account (id, name, name_key, kind, created)
    SELECT n, 'n' || n, 'n' || n, 'person', 0 FROM generate_series(1001, {1000 + ACCOUNTS}) n;
INSERT INTO hand (id, masa, number, ended, value, public)
    SELECT n, 'm' || n % 400, n, n, '', lpad(to_hex(n), 20, '0')
    FROM generate_series(10001, {10000 + HANDS}) n;
INSERT INTO hand_player (hand, account, stack, net, ended, masa, big, players, position, cards,
                         cell, pot, showdown, all_in)
    SELECT 10001 + n / 3, 1001 + (n * 7) % {PLAYING}, n % 3, 0, n, 'm' || (n / 3) % 400, 2, 3,
           'BTN', 'AsKs', n % 169, n % 300, n % 2 = 0, false
    FROM generate_series(0, {3 * HANDS - 1}) n;
INSERT INTO share (id, hand, account, hide_names, made)
    SELECT lpad(to_hex(n), 20, '0'), n, 1001 + n % {PLAYING}, false, 0
    FROM generate_series(10001, {10000 + HANDS}) n;
INSERT INTO statistics (account, source, hand, value)
    SELECT n, 'room', 0, '' FROM generate_series(1001, {1000 + ACCOUNTS}) n;
"""
LARGE = ("hand", "hand_player", "share", "statistics", "account")


@pytest.fixture
def on_postgres(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Store, "kind", POSTGRES)


def scans(plan: dict[str, Any]) -> list[dict[str, Any]]:
    inner = [scan for part in plan.get("Plans", ()) for scan in scans(part)]
    return [plan, *inner]


async def asked(hall: Hall, felt: Felt) -> dict[str, Any]:
    """Return all database queries, with their values, of the pages about hands, statistics and
    links.
    """
    found: dict[str, Any] = {}

    def note(_1: Any, _2: Any, statement: str, values: Any, *_: Any) -> None:
        if statement.lstrip().startswith("SELECT"):
            found[statement] = values

    event.listen(hall.engine.sync_engine, "before_cursor_execute", note)
    ada = felt.secrets[0]
    hands = (await get(hall, "/api/hands", ada)).json()
    id = hands[0]["id"]
    link = (await post(hall, f"/api/hands/{id}/shares", ada, hide_names=False)).json()["id"]
    for path in (
        f"/api/hands?before={id}",
        "/api/hands?starting=AKs,QQ&result=lost&least_pot=2&showdown=true&position=BTN&big=2",
        f"/api/hands/{id}",
        f"/api/hands/{id}/phh",
        "/api/hands/export?format=phh&result=lost",
        "/api/shares",
        f"/api/shares/{link}",
        "/api/me/stats",
    ):
        answer = await get(hall, path, ada)
        assert answer.status_code == 200, (path, answer.text)
    event.remove(hall.engine.sync_engine, "before_cursor_execute", note)
    return found


@pytest.mark.soak
def test_no_query_for_hands_scans_a_whole_table(on_postgres: None, tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path, study_workers=1) as hall:
            felt = await Felt.laid(hall)
            await many(felt, 4)
            questions = await asked(hall, felt)
            name = Store.databases[tmp_path.resolve()]
            Store.cluster().do(MANY, name)
            Store.cluster().do("VACUUM ANALYZE", name)
            lists = 0
            async with hall.engine.connect() as connection:
                for statement, values in questions.items():
                    plan = (
                        await connection.exec_driver_sql(
                            f"EXPLAIN (FORMAT JSON) {statement}", values
                        )
                    ).scalar()
                    for scan in scans(plan[0]["Plan"]):
                        whole = scan["Node Type"] == "Seq Scan" and scan["Relation Name"] in LARGE
                        assert not whole, (statement, scan)
                        lists += (
                            scan["Node Type"] == "Index Only Scan"
                            and scan["Index Name"] == "ix_hand_player_list"
                        )
            assert len(questions) > 10
            assert lists > 2, "a page of hands is read from the list index alone"

    asyncio.run(main())
