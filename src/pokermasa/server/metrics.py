"""Metrics for Prometheus: figures about this process, without personal data.

Workers of `masa serve --workers` share one address. The worker that gets the request asks the
others over the bus, and each sample has a label `worker`. A replaced worker keeps its number, so
its counters restart at 0, as Prometheus expects.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
import os
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from fastapi import Request
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from pokermasa import __version__
from pokermasa.server.address import Networks, is_this_machine
from pokermasa.server.admin import backups
from pokermasa.server.background_tasks import BackgroundTasks
from pokermasa.server.bus.peers import Item
from pokermasa.server.certificate import validity
from pokermasa.server.clock import HOUR
from pokermasa.server.http.services import Services
from pokermasa.server.http.shared_answer import Shared
from pokermasa.server.lobby.lobby import Lobby
from pokermasa.server.measures import Measures
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.storage.account import GUEST, PERSON
from pokermasa.server.storage.database.database_size import database_size

LAG_LOOK = 0.5
LOOPBACK = ("127.0.0.1", "::1")
KINDS = ("stranger", GUEST, PERSON)
"""Kinds of accounts by which open sockets are counted."""
EXPIRY = "When the TLS certificate of the room expires; 0: the room has none."
FELLOWS_TIME = 2.0
"""Seconds to wait for the figures of another worker. They are left out if it does not answer."""
log = logging.getLogger(__name__)


def verify_may_read(request: Request, settings: Settings) -> None:
    """Refuses requests that come neither from this machine nor with the token.

    Requests through a proxy on this machine count as remote. A proxy that sends no X-Forwarded-For
    cannot be recognised, so with `behind_tls` and such a proxy only the token is accepted.
    """
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    expected = settings.metrics_token
    if expected and scheme.lower() == "bearer":
        if hmac.compare_digest(token.strip().encode(), expected.encode()):
            return
        raise Refused(RoomRefusal.NOT_ALLOWED, "that is not the token of metrics_token")
    is_passed_on = "x-forwarded-for" in request.headers or "forwarded" in request.headers
    host = request.client.host if request.client else ""
    if is_passed_on or not is_this_machine(host):
        raise Refused(RoomRefusal.NOT_ALLOWED, "from this machine, or with metrics_token")
    proxies = Networks(settings.proxies)
    if settings.behind_tls and any(one in proxies for one in (host, *LOOPBACK)):
        message = "behind a proxy on this machine, with metrics_token only"
        raise Refused(RoomRefusal.NOT_ALLOWED, message)


@contextlib.asynccontextmanager
async def loop_lag(measures: Measures) -> AsyncIterator[None]:
    """Measures the delay of the event loop, in real time even if a test uses another clock."""

    async def measure() -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LAG_LOOK
            await asyncio.sleep(LAG_LOOK)
            measures.lag.observe(max(0.0, loop.time() - due))

    task = asyncio.create_task(measure(), name="loop lag")
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


class Files(NamedTuple):
    """Figures about the disk and the database."""

    database_size: int | None
    backup: float
    """Time of the last backup in seconds since 1970; 0 if there is none."""
    certificate_expiry: float
    """End of the certificate's validity in seconds since 1970; 0 if there is no readable one."""


async def files(services: Services) -> Files:
    settings, now = services.settings, services.clock.now() / 1000
    size = await database_size(services.storage, settings.database_url)
    return await asyncio.to_thread(_files, settings, size, now)


def _files(settings: Settings, size: int | None, now: float) -> Files:
    folder = settings.backup_folder
    age = None if folder is None else backups.age(folder, now)
    expiry = 0.0
    if settings.tls_cert is not None:
        with contextlib.suppress(OSError, ValueError):
            expiry = validity(settings.tls_cert).ends
    return Files(size, 0.0 if age is None else now - age, expiry)


class RoomCollector(Collector):
    def __init__(self, services: Services, files: Files) -> None:
        self._services = services
        self._files = files

    def collect(self) -> Iterator[Metric]:
        services, lobby = self._services, self._services.lobby
        writer, tournaments = lobby.writer, lobby.tournaments
        tables = list(lobby.tables.values())
        viewers = Counter(dict.fromkeys(KINDS, 0))
        viewers.update("stranger" if v.account is None else v.account.kind for v in lobby.viewers)
        process = GaugeMetricFamily(
            "pokermasa_process", "This process.", labels=["owner", "version"]
        )
        process.add_metric([lobby.owner, __version__], 1)
        yield process
        bus = lobby.peers.bus
        yield _gauge("bus_up", "Whether others can be reached; 1 in a single process.", bus.is_up)
        yield _counter("bus_losses", "How often the bus was lost.", bus.losses)
        yield _gauge("processes", "Processes of this room.", 1 + len(lobby.peers.alive))
        yield _gauge("tables", "Tables of this process.", len(tables))
        yield _gauge("tournaments", "Tournaments of this process.", len(tournaments.directors))
        yield _gauge("tournament_tables", "Their tables.", len(tournaments.tables))
        yield _gauge("connections", "Open sockets.", len(lobby.viewers))
        yield _by("gauge", "sockets", "Open sockets, by whose.", "kind", sorted(viewers.items()))
        yield _gauge(
            "people", "Sides that people hold.", sum(table.state.people for table in tables)
        )
        yield _gauge(
            "viewers", "Pairs of table and onlooker.", sum(len(t.audience.viewers) for t in tables)
        )
        yield _gauge("writes_waiting", "Writes not yet committed.", writer.waiting)
        waiting = longest_outbox(lobby)
        yield _gauge("outbox_longest", "Messages that wait for the slowest client.", waiting)
        yield _gauge("strangers_waiting", "Requests in line.", services.anonymous_queue.waiting)
        studies = services.study.waiting + services.long_study.waiting
        yield _gauge("questions_waiting", "Analyses in line.", studies)
        deaths = services.study.deaths + services.long_study.deaths
        yield _counter("study_worker_deaths", "Study workers that died.", deaths)
        yield _counter("hands", "Hands dealt at cash tables.", lobby.hands_dealt)
        yield _counter("commits", "Transactions committed.", writer.commits)
        yield _counter("writes", "Pieces of work committed.", writer.works)
        yield _counter("write_faults", "Transactions that failed.", writer.faults)
        yield _counter("cut", "Clients cut off for being slow or too fast.", lobby.cut_off)
        accounts = services.accounts
        yield _counter("logins", "Logins.", accounts.logins)
        yield _counter("failed_logins", "Wrong names or passwords.", accounts.failed_logins)
        yield _by("counter", "limited", "Too many, by limit.", "limit", self._limited())
        mailer = services.mailer
        yield _counter("mails_sent", "E-mails sent.", mailer.sent)
        yield _counter("mails_failed", "E-mails given up.", mailer.failed)
        yield _gauge("mails_waiting", "E-mails not sent yet.", mailer.waiting)
        yield from self._backups()
        expiry = self._files.certificate_expiry
        yield _gauge("certificate_expiry_timestamp_seconds", EXPIRY, expiry)
        memory = resident_bytes()
        if memory is not None:
            yield _gauge("memory_bytes", "Memory of this process.", memory)
        if self._files.database_size is not None:
            yield _gauge("database_bytes", "Size of the database.", self._files.database_size)

    def _backups(self) -> Iterator[Metric]:
        settings = self._services.settings
        hours = 0.0 if settings.backup_folder is None else settings.backup_hours
        yield _gauge("backup_interval_seconds", "How often; 0: never.", hours * HOUR)
        yield _gauge("backup_timestamp_seconds", "Of the last one; 0: none.", self._files.backup)
        faults = self._services.admin.backup_faults
        yield _counter("backup_faults", "Backups that could not be taken.", faults)

    def _limited(self) -> Iterable[tuple[str, float]]:
        services = self._services
        limits = {
            "requests": services.requests,
            "files": services.files,
            "logins": services.logins,
            "guests": services.newcomers[GUEST],
            "accounts": services.newcomers[PERSON],
            "messages": services.messages,
            "chat": services.lobby.chat.allowances,
        }
        return [(name, limit.refused) for name, limit in limits.items()]


def longest_outbox(lobby: Lobby) -> int:
    return max((viewer.outbox.waiting for viewer in lobby.viewers), default=0)


def resident_bytes() -> int | None:
    """Return the memory that this process uses, in bytes. None if the system does not report it."""
    if sys.platform != "linux":
        return None
    with contextlib.suppress(OSError, ValueError, IndexError):
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    return None


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(f"pokermasa_{name}", text, value)


def _counter(name: str, text: str, value: float) -> Metric:
    return CounterMetricFamily(f"pokermasa_{name}", text, value)


def _by(kind: str, name: str, text: str, label: str, values: Iterable[tuple[str, float]]) -> Metric:
    family = GaugeMetricFamily if kind == "gauge" else CounterMetricFamily
    metric = family(f"pokermasa_{name}", text, labels=[label])
    for word, value in values:
        metric.add_metric([word], value)
    return metric


def exposition(services: Services, files: Files) -> str:
    registry = CollectorRegistry()
    registry.register(RoomCollector(services, files))
    measured = generate_latest(services.measures.registry)
    return (generate_latest(registry) + measured).decode()


class Exposition:
    """The text of `GET /metrics`.

    Each worker caches its own figures for one second. A worker does not cache those of others: they
    would be of different ages depending on the worker asked, and counters could seem to decrease.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._peers = services.lobby.peers
        self._own = Shared(self._find_own, services.clock.steady)
        self._tasks = BackgroundTasks()
        self._peers.on("metrics", self._asked)

    async def _find_own(self) -> str:
        return exposition(self._services, await files(self._services))

    async def all(self) -> str:
        """Return the metrics of all workers at this address."""
        fellows = None if self._services.links is None else self._services.links.fellows
        if fellows is None:
            return await self._own()
        places = fellows.processes()
        texts = await asyncio.gather(self._own(), *map(self._of, places))
        return merged(
            {
                place: text
                for place, text in zip((fellows.place, *places.values()), texts, strict=True)
                if text
            }
        )

    async def _of(self, process: str) -> str:
        with contextlib.suppress(Refused, KeyError):
            answer = await self._peers.ask(process, {"do": "metrics"}, FELLOWS_TIME)
            return str(answer["text"])
        return ""

    def _asked(self, peer: str, item: Item) -> None:
        async def answer() -> None:
            self._peers.answer(peer, item, {"text": await self._own()})

        self._tasks.start(answer(), "metrics")


def merged(texts: Mapping[int, str]) -> str:
    """Merge the metrics of several workers and add the label `worker`.

    >>> one = "# HELP a_total A.\\n# TYPE a_total counter\\na_total 1.0\\n"
    >>> print(merged({0: one, 1: one.replace("1.0", "2.0").replace("l 2", 'l{b="c"} 2')}), end="")
    # HELP a_total A.
    # TYPE a_total counter
    a_total{worker="0"} 1.0
    a_total{worker="1",b="c"} 2.0
    """
    families: dict[str, list[str]] = {}
    for worker, text in sorted(texts.items()):
        known = set(families)
        name = ""
        for line in text.splitlines():
            if line.startswith("#"):
                name = line.split(" ", 3)[2]
                if name not in known:
                    families.setdefault(name, []).append(line)
            else:
                families[name].append(_labelled(line, worker))
    return "".join(f"{line}\n" for lines in families.values() for line in lines)


def _labelled(line: str, worker: int) -> str:
    label = f'worker="{worker}"'
    name, brace, rest = line.partition("{")
    if brace:
        return f"{name}{{{label},{rest}"
    name, _, value = line.partition(" ")
    return f"{name}{{{label}}} {value}"
