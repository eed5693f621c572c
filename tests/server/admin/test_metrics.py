"""Tests of the metrics for operators: counts and times of acts, commits and refusals, without
personal data."""

import asyncio
import json
import logging
import os
import re
import subprocess
import time
from calendar import timegm
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from pokermasa import __version__
from pokermasa.server import sealed_file
from pokermasa.server.admin import backups, requests
from pokermasa.server.certificate import validity
from pokermasa.server.connection.socket_passing import SocketPassing, make_pairs
from pokermasa.server.measures import KEY_DAYS, AddressKey, Measures
from tests.server.operator import Seats, log_in
from tests.server.several import nats, several, wait_for
from tests.server.wired import PATIENCE, Hall, opened

pytestmark = pytest.mark.sampled(2)

REPOSITORY = Path(__file__).parents[3]
DEPLOY, DOCS = REPOSITORY / "deploy", REPOSITORY / "docs"


def samples(text: str) -> dict[str, float]:
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines}


@pytest.mark.both_stores
def test_acts_commits_refusals_and_sizes_are_measured(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            seats = await Seats.taken(hall, "Ada", "Bob")
            await seats.table.deal()
            await seats.finish()
            refused = await seats.lines[0].ask(do="leave", masa="nowhere")
            assert refused["code"] == "NOT_FOUND"
            assert await log_in(hall, "Ada", "wrong password") == "WRONG_PASSWORD"
            assert await log_in(hall, "Ada") == "in"
            async with hall.client() as client:
                await client.post("/api/login", json={"name": 7})
                found = samples((await client.get("/metrics")).text)
        for until in ("written", "told"):
            assert found[f'pokermasa_act_seconds_count{{until="{until}"}}'] >= 4
        assert found["pokermasa_commit_seconds_count"] == found["pokermasa_commits_total"]
        assert found["pokermasa_commit_size_sum"] == found["pokermasa_writes_total"]
        assert found['pokermasa_refusals_total{code="NOT_FOUND",over="socket"}'] == 1
        assert found['pokermasa_refusals_total{code="WRONG_PASSWORD",over="http"}'] == 1
        assert found['pokermasa_refusals_total{code="UNREADABLE",over="http"}'] == 1
        assert found["pokermasa_logins_total"] == 1
        assert found["pokermasa_failed_logins_total"] == 1
        assert found['pokermasa_abuse_total{kind="wrong_password"}'] == 1
        assert found['pokermasa_sockets{kind="person"}'] == 2
        assert found["pokermasa_people"] == 2
        assert found["pokermasa_database_bytes"] > 10_000
        assert found["pokermasa_memory_bytes"] > 1e6
        assert {f'pokermasa_limited_total{{limit="{one}"}}' for one in ("requests", "chat")} <= {
            *found
        }

    asyncio.run(main())


def test_metrics_are_served_to_this_machine_or_with_a_token(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path, metrics_token="a long token") as hall:

            async def ask(address: str, **headers: str) -> int:
                async with hall.client(address=address) as client:
                    answer = await client.get("/metrics", headers=headers)
                    assert ("pokermasa_hands" in answer.text) is (answer.status_code == 200)
                    return answer.status_code

            for address, status in (("127.0.0.1", 200), ("::1", 200), ("::ffff:127.0.0.1", 200)):
                assert await ask(address) == status, address
            for address in ("192.0.2.1", "2001:db8::1", "10.0.0.1", "somebody"):
                assert await ask(address) == 403, address
                assert await ask(address, Authorization="Bearer a long token") == 200
                assert await ask(address, Authorization="Bearer wrong") == 403
            # The request comes from a proxy on this machine on behalf of another machine.
            assert await ask("127.0.0.1", **{"X-Forwarded-For": "192.0.2.1"}) == 403
            assert await ask("127.0.0.1", Authorization="Bearer wrong") == 403
        async with opened(tmp_path) as hall:
            assert await ask("192.0.2.1", Authorization="Bearer ") == 403, "no token is no key"

    asyncio.run(main())


def test_metrics_behind_a_proxy_of_this_machine_need_the_token(tmp_path: Path) -> None:
    """A proxy that sends no X-Forwarded-For would otherwise expose the metrics to everybody."""

    async def ask(proxies: str, address: str, **headers: str) -> int:
        terms = {"behind_tls": True, "proxies": proxies, "metrics_token": "a long token"}
        async with opened(tmp_path, **terms) as hall, hall.client(address=address) as client:
            return (await client.get("/metrics", headers=headers)).status_code

    async def main() -> None:
        for proxies in ("127.0.0.1", "127.0.0.0/8", "::1", "*"):
            for address in ("127.0.0.1", "::1"):
                assert await ask(proxies, address) == 403, (proxies, address)
        token = {"Authorization": "Bearer a long token"}
        assert await ask("127.0.0.1", "127.0.0.1", **token) == 200
        assert await ask("172.30.0.10", "127.0.0.1") == 200, "the proxy is another machine"
        assert await ask("172.30.0.10", "172.30.0.10") == 403

    asyncio.run(main())


def metrics_named(text: str) -> set[str]:
    return set(re.findall(r"pokermasa_[a-z_]+", text))


async def asked(hall: Hall) -> dict[str, float]:
    async with hall.client() as client:
        return samples((await client.get("/metrics")).text)


def known_metrics(tmp_path: Path) -> set[str]:
    async def main() -> dict[str, float]:
        async with opened(tmp_path) as hall:
            return await asked(hall)

    return {name.partition("{")[0] for name in asyncio.run(main())}


def test_every_series_is_there_before_its_first_event(tmp_path: Path) -> None:
    """`rate()` and `increase()` miss the first event of a series that does not exist before
    it."""

    async def main() -> tuple[dict[str, float], dict[str, float]]:
        async with opened(tmp_path) as hall:
            before = await asked(hall)
            seats = await Seats.taken(hall, "Ada", "Bob")
            await seats.table.deal()
            await seats.finish()
            assert (await seats.lines[0].ask(do="leave", masa="nowhere"))["code"] == "NOT_FOUND"
            assert await log_in(hall, "Ada", "wrong password") == "WRONG_PASSWORD"
            hall.clock.pass_time(2)
            return before, await asked(hall)

    before, after = asyncio.run(main())
    assert set(after) == set(before)
    events = {name for name in before if "_total" in name}
    stored = {f"pokermasa_{name}_total" for name in ("commits", "writes")}  # the room opens here
    assert {before[name] for name in events - stored} == {0.0}
    for name in (
        'refusals_total{code="FAULT",over="socket"}',
        *("backup_faults_total", "mails_failed_total", "bus_losses_total"),
        *("study_worker_deaths_total", "backup_timestamp_seconds", "mails_waiting"),
        *("certificate_expiry_timestamp_seconds", "hands_total"),
    ):
        assert before[f"pokermasa_{name}"] == 0
    assert (before["pokermasa_bus_up"], before["pokermasa_processes"]) == (1, 1)


def test_the_count_of_hands_does_not_drop_when_a_table_closes(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            seats = await Seats.taken(hall, "Ada", "Bob")
            await seats.table.deal()
            await seats.finish()
            assert (await asked(hall))["pokermasa_hands_total"] == 1
            table = seats.table
            for side in (0, 1):
                await seats.lines[side].ask(do="leave", masa=seats.masa)
            await hall.lobby.close(table)
            hall.clock.pass_time(2)
            assert (await asked(hall))["pokermasa_hands_total"] == 1, "a counter never goes back"

    asyncio.run(main())


def test_metrics_show_the_age_interval_and_failures_of_backups(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, folder = tmp_path / "backup.key", tmp_path / "backups"
    sealed_file.new_key(key)
    monkeypatch.setattr(requests, "LOOK", 0.01)
    plan: Any = {"backup_folder": folder, "backup_key": key, "backup_hours": 6}

    async def main() -> None:
        async with opened(tmp_path / "room", **plan) as hall:

            async def figures() -> list[float]:
                hall.clock.pass_time(2)
                found = await asked(hall)
                names = ("timestamp_seconds", "faults_total", "interval_seconds")
                return [found[f"pokermasa_backup_{name}"] for name in names]

            async def until(wanted: list[float]) -> None:
                async with asyncio.timeout(PATIENCE):
                    while await figures() != wanted:
                        await asyncio.sleep(0.005)

            (made,) = [await taken(folder)]
            await until([made, 0, 6 * 3600])
            folder.chmod(0o700)
            monkeypatch.setattr(backups, "take", broken)
            hall.clock.pass_time(7 * 3600)
            await until([made, 1, 6 * 3600])

    async def taken(folder: Path) -> float:
        async with asyncio.timeout(PATIENCE):
            while not backups.existing(folder):
                await asyncio.sleep(0.005)
        name = backups.existing(folder)[0].name
        return timegm(time.strptime(name, "room-%Y%m%d-%H%M%S.sealed"))

    def broken(*_: object) -> None:
        raise OSError(28, "No space left on device")

    asyncio.run(main())


def test_sent_and_failed_mails_are_counted(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            hall.app.state.mailer.sent, hall.app.state.mailer.failed = 3, 2
            found = await asked(hall)
            assert found["pokermasa_mails_sent_total"] == 3
            assert found["pokermasa_mails_failed_total"] == 2

    asyncio.run(main())


@pytest.mark.parametrize("years", [1, 40])
def test_the_expiry_of_the_certificate_is_measured(tmp_path: Path, years: int) -> None:
    """Certificates write dates from 2050 on in another format."""
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt"),
            *("ec_paramgen_curve:prime256v1", "-nodes", "-days", str(365 * years)),
            *("-subj", "/CN=poker.example.org", "-keyout", key, "-out", cert),
        ],
        check=True,
        capture_output=True,
    )
    said = subprocess.run(
        ["openssl", "x509", "-enddate", "-noout", "-in", cert],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    end = timegm(time.strptime(said.strip(), "notAfter=%b %d %H:%M:%S %Y GMT"))

    async def main() -> float:
        async with opened(tmp_path, tls_cert=cert, tls_key=key) as hall:
            return (await asked(hall))["pokermasa_certificate_expiry_timestamp_seconds"]

    assert asyncio.run(main()) == end
    cert.write_text("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")
    with pytest.raises(ValueError, match="cannot be read"):
        validity(cert)
    assert asyncio.run(main()) == 0, "the room is measured all the same"


def test_any_worker_answers_with_the_metrics_of_all_workers(tmp_path: Path) -> None:
    """Workers share one address, and counters must not decrease when another worker answers."""
    pairs = make_pairs(2)
    fellows = [
        SocketPassing("here", place, [(os.dup(one), os.dup(other)) for one, other in pairs])
        for place in range(2)
    ]
    with nats() as bus, several(tmp_path, bus.url, bus.url, fellows=fellows) as rooms:
        wait_for(lambda: all(room.app.state.links.fellows.processes() for room in rooms))
        for place, room in enumerate(rooms):
            room.app.state.accounts.logins = 10 + place
        for room in rooms:
            text = httpx.get(f"{room.url}/metrics", timeout=PATIENCE).text
            found = samples(text)
            for place in range(2):
                assert found[f'pokermasa_logins_total{{worker="{place}"}}'] == 10 + place
                assert found[f"pokermasa_process{{{labels(place, rooms[place].lobby.owner)}}}"] == 1
            assert all('{worker="' in name for name in found)
            heads = [line for line in text.splitlines() if line.startswith("# TYPE")]
            assert len(heads) == len(set(heads)) > 20
            assert {family.name for family in text_string_to_metric_families(text)}
        last = 0.0
        for number in range(20):  # Each worker caches its figures for a second.
            rooms[0].app.state.accounts.logins += 1
            text = httpx.get(f"{rooms[number % 2].url}/metrics", timeout=PATIENCE).text
            now = samples(text)['pokermasa_logins_total{worker="0"}']
            assert now >= last
            last = now
        rooms[1].stop()
        wait_for(lambda: not rooms[0].app.state.links.fellows.processes())
        found = samples(httpx.get(f"{rooms[0].url}/metrics", timeout=PATIENCE).text)
        assert found['pokermasa_logins_total{worker="0"}'] >= last
        assert 'pokermasa_logins_total{worker="1"}' not in found
    for pair in pairs:
        for file in pair:
            os.close(file)


def test_a_lost_bus_is_counted(tmp_path: Path) -> None:
    with nats() as bus, several(tmp_path, bus.url, bus_prefix="counted") as (room,):

        def figures() -> list[float]:
            found = samples(httpx.get(f"{room.url}/metrics", timeout=PATIENCE).text)
            return [found["pokermasa_bus_up"], found["pokermasa_bus_losses_total"]]

        assert figures() == [1, 0]
        bus.stop()
        wait_for(lambda: figures() == [0, 1])


def labels(place: int, owner: str) -> str:
    return f'worker="{place}",owner="{owner}",version="{__version__}"'


def test_the_dashboard_alerts_and_runbook_use_existing_metrics_and_headings(tmp_path: Path) -> None:
    known = known_metrics(tmp_path)
    board = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"]) > 10
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    (group,) = yaml.safe_load((DEPLOY / "alerts.yml").read_text("utf-8"))["groups"]
    runbook = (DOCS / "operate.md").read_text("utf-8")
    headings = {line[4:].lower() for line in runbook.splitlines() if line.startswith("### ")}
    for rule in group["rules"]:
        assert set(rule) == {"alert", "expr", "for", "labels", "annotations"}
        assert re.fullmatch(r"\d+[smh]", rule["for"])
        asked.append(rule["expr"])
        assert rule["annotations"]["runbook"] == f"docs/operate.md#{rule['alert'].lower()}"
        assert rule["alert"].lower() in headings, "a line of what to do"
    for expression in asked:
        named = metrics_named(expression)
        assert named <= known, (expression, named - known)
        assert named or expression.startswith("up{")
        assert expression.count("(") == expression.count(")")
    listed = {name.removesuffix(end) for name in known for end in ("_bucket", "_sum", "_count")}
    for name in metrics_named(runbook):
        assert name in known | listed, name
    made = {name.removesuffix("_created") for name in known if name.endswith("_created")}
    parts = ("_bucket", "_sum", "_count", "_created")
    for name in known - {n for n in known if n.endswith(parts)}:
        assert name in runbook or name in made, f"{name} is not in docs/operate.md"


# Attacks


def test_abuse_is_logged_in_samples_and_without_plain_addresses(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    now = 0.0
    measures = Measures(AddressKey(tmp_path / "address.key"), lambda: now)
    caplog.set_level(logging.INFO)
    for _ in range(40):
        measures.note_refusal("http", "WRONG_PASSWORD", "192.0.2.7")
    measures.note_refusal("socket", "TOO_FAST", "192.0.2.7", 17)
    measures.note_refusal("http", "NOT_FOUND", "192.0.2.7")
    hashed = measures.key.hashed("192.0.2.7")
    assert caplog.messages == [
        f"wrong_password by address {hashed}",
        f"flood by account 17, address {hashed}",
    ]
    now = 61.0
    measures.note_refusal("http", "WRONG_PASSWORD", "192.0.2.7")
    assert caplog.messages[-1] == (
        f"wrong_password by address {hashed} (40 times in the last minute)"
    )
    assert "192.0.2.7" not in caplog.text


def test_the_key_for_hashing_addresses_changes_every_thirty_days(tmp_path: Path) -> None:
    now = 1_000_000.0
    file = tmp_path / "address.key"
    key = AddressKey(file, lambda: now)
    first = key.hashed("192.0.2.7")
    assert re.fullmatch(r"[0-9a-f]{12}", first)
    assert first != key.hashed("192.0.2.8")
    assert file.stat().st_mode & 0o077 == 0
    assert AddressKey(file, lambda: now).hashed("192.0.2.7") == first, "another process, the same"
    now += KEY_DAYS * 86_400 + 1
    second = key.hashed("192.0.2.7")
    assert second != first
    assert AddressKey(file, lambda: now).hashed("192.0.2.7") == second
    assert AddressKey(tmp_path / "no" / "folder", lambda: now).hashed("x") != ""


def test_requests_are_logged_only_if_configured_and_without_ids_or_keys(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def main(fields: bool) -> list[str]:
        caplog.clear()
        async with opened(tmp_path, request_log=fields) as hall, hall.client() as client:
            with caplog.at_level(logging.INFO):
                await client.get("/api/tables/3f0c9a12?key=secret")
                await client.get("/nowhere/secret")
        return [text for text in caplog.messages if text.startswith("request ")]

    assert asyncio.run(main(False)) == []
    lines = asyncio.run(main(True))
    assert [re.sub(r"[\d.]+ ms", "ms", line) for line in lines] == [
        "request GET /api/tables/{id} 404 in ms",
        "request GET /{path:path} 404 in ms",
    ]
