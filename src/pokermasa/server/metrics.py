"""What Prometheus is told: counts of this process, nothing about anybody."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
import os
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator
from pathlib import Path
from typing import Any

from fastapi import Request
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from pokermasa import __version__
from pokermasa.server.address import Networks, is_this_machine
from pokermasa.server.lobby.lobby import Lobby
from pokermasa.server.measures import Measures
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.storage.account import GUEST, PERSON

LAG_LOOK = 0.5
LOOPBACK = ("127.0.0.1", "::1")
log = logging.getLogger(__name__)


def verify_may_read(request: Request, settings: Settings) -> None:
    """This machine, or whoever has the token. A proxy on this machine speaks for somebody else. If
    it sends no X-Forwarded-For, its requests look like those of this machine, so in a room behind
    such a proxy (`behind_tls`) only the token counts."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    wanted = settings.metrics_token
    if wanted and scheme.lower() == "bearer":
        if hmac.compare_digest(token.strip().encode(), wanted.encode()):
            return
        raise Refused(RoomRefusal.NOT_ALLOWED, "that is not the token of metrics_token")
    is_passed_on = "x-forwarded-for" in request.headers or "forwarded" in request.headers
    host = request.client.host if request.client else ""
    if is_passed_on or not is_this_machine(host):
        raise Refused(RoomRefusal.NOT_ALLOWED, "from this machine, or with metrics_token")
    proxies = Networks(settings.proxies)
    if settings.behind_tls and any(one in proxies for one in (host, *LOOPBACK)):
        words = "behind a proxy on this machine, with metrics_token only"
        raise Refused(RoomRefusal.NOT_ALLOWED, words)


@contextlib.asynccontextmanager
async def loop_lag(measures: Measures) -> AsyncIterator[None]:
    """By real time, whatever a test's clock says: it is the machine that is measured."""

    async def look() -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LAG_LOOK
            await asyncio.sleep(LAG_LOOK)
            measures.lag.observe(max(0.0, loop.time() - due))

    task = asyncio.create_task(look(), name="loop lag")
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


class RoomCollector(Collector):
    def __init__(self, state: Any, database_size: int | None) -> None:
        self._state = state
        self._database_size = database_size

    def collect(self) -> Iterator[Metric]:
        state, lobby = self._state, self._state.lobby
        writer, tournaments = lobby.writer, lobby.tournaments
        tables = list(lobby.tables.values())
        viewers = Counter(
            "stranger" if v.account is None else v.account.kind for v in lobby.viewers
        )
        process = GaugeMetricFamily(
            "pokermasa_process", "This process.", labels=["owner", "version"]
        )
        process.add_metric([lobby.owner, __version__], 1)
        yield process
        if lobby.peers.is_shared:
            yield _gauge("bus_up", "Whether others can be reached.", lobby.peers.bus.is_up)
            yield _gauge("processes", "Processes of this room.", 1 + len(lobby.peers.alive))
        yield _gauge("tables", "Tables of this process.", len(tables))
        yield _gauge("tournaments", "Tournaments of this process.", len(tournaments.directors))
        yield _gauge("tournament_tables", "Their tables.", len(tournaments.tables))
        yield _gauge("connections", "Open sockets.", len(lobby.viewers))
        yield _by("gauge", "sockets", "Open sockets, by whose.", "kind", sorted(viewers.items()))
        yield _gauge("people", "Sides that people hold.", sum(table.people for table in tables))
        yield _gauge("viewers", "Pairs of table and onlooker.", sum(len(t.viewers) for t in tables))
        yield _gauge("writes_waiting", "Writes not yet committed.", writer.waiting)
        waiting = longest_outbox(lobby)
        yield _gauge("outbox_longest", "Messages that wait for the slowest client.", waiting)
        yield _gauge("strangers_waiting", "Requests in line.", state.stranger_queue.waiting)
        studies = state.study.waiting + state.long_study.waiting
        yield _gauge("questions_waiting", "Analyses in line.", studies)
        yield _counter("hands", "Hands dealt at open tables.", sum(t.masa.hands for t in tables))
        yield _counter("commits", "Transactions committed.", writer.commits)
        yield _counter("writes", "Pieces of work committed.", writer.works)
        yield _counter("write_faults", "Transactions that failed.", writer.faults)
        yield _counter("cut", "Clients cut off for being slow or too fast.", lobby.cut_off)
        yield _counter("logins", "Logins.", state.accounts.logins)
        yield _counter("failed_logins", "Wrong names or passwords.", state.accounts.failed_logins)
        yield _by("counter", "limited", "Too many, by limit.", "limit", self._limited())
        memory = resident_bytes()
        if memory is not None:
            yield _gauge("memory_bytes", "Memory of this process.", memory)
        if self._database_size is not None:
            yield _gauge("database_bytes", "Size of the database.", self._database_size)

    def _limited(self) -> Iterable[tuple[str, float]]:
        state = self._state
        limits = {
            "requests": state.requests,
            "files": state.files,
            "logins": state.logins,
            "guests": state.newcomers[GUEST],
            "accounts": state.newcomers[PERSON],
            "messages": state.messages,
            "chat": state.lobby.chat.allowances,
        }
        return [(name, limit.refused) for name, limit in limits.items()]


def longest_outbox(lobby: Lobby) -> int:
    return max((viewer.outbox.waiting for viewer in lobby.viewers), default=0)


def resident_bytes() -> int | None:
    """What the system says; None where it does not."""
    if sys.platform != "linux":
        return None
    with contextlib.suppress(OSError, ValueError, IndexError):
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    return None


def _gauge(name: str, words: str, value: float) -> Metric:
    return GaugeMetricFamily(f"pokermasa_{name}", words, value)


def _counter(name: str, words: str, value: float) -> Metric:
    return CounterMetricFamily(f"pokermasa_{name}", words, value)


def _by(
    kind: str, name: str, words: str, label: str, values: Iterable[tuple[str, float]]
) -> Metric:
    family = GaugeMetricFamily if kind == "gauge" else CounterMetricFamily
    metric = family(f"pokermasa_{name}", words, labels=[label])
    for word, value in values:
        metric.add_metric([word], value)
    return metric


def exposition(state: Any, database_size: int | None) -> bytes:
    registry = CollectorRegistry()
    registry.register(RoomCollector(state, database_size))
    measured: Measures = state.measures
    return generate_latest(registry) + generate_latest(measured.registry)
