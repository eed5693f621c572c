"""What Prometheus is told: counts of this process, nothing about anybody."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from pokermasa.server.lobby.lobby import Lobby


class RoomCollector(Collector):
    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby

    def collect(self) -> Iterator[Metric]:
        lobby, writer = self._lobby, self._lobby.writer
        tables = list(lobby.tables.values())
        yield _gauge("tables", "Tables of this process.", len(tables))
        yield _gauge("connections", "Open sockets.", len(lobby.viewers))
        yield _gauge("people", "Sides that people hold.", sum(table.people for table in tables))
        yield _gauge("viewers", "Pairs of table and onlooker.", sum(len(t.viewers) for t in tables))
        yield _gauge("writes_waiting", "Writes not yet committed.", writer.waiting)
        yield _counter("hands", "Hands dealt at open tables.", sum(t.masa.hands for t in tables))
        yield _counter("commits", "Transactions committed.", writer.commits)
        yield _counter("writes", "Pieces of work committed.", writer.works)
        yield _counter("write_faults", "Transactions that failed.", writer.faults)
        yield _counter("cut", "Clients cut off for being slow or too fast.", lobby.cut_off)


def _gauge(name: str, words: str, value: float) -> Metric:
    return GaugeMetricFamily(f"pokermasa_{name}", words, value)


def _counter(name: str, words: str, value: float) -> Metric:
    return CounterMetricFamily(f"pokermasa_{name}", words, value)


def exposition(lobby: Lobby) -> bytes:
    registry = CollectorRegistry()
    registry.register(RoomCollector(lobby))
    return generate_latest(registry)
