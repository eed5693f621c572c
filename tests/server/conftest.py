"""Makes the random numbers of rooms in this process depend on a seed: decks, and the draw for
seats.

Every test in this folder must pass with any seed (LUCK=2, LUCK=3, ...). `make test` always uses the
same one.
"""

import os
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from fastapi import FastAPI

from pokermasa.server.admin import requests
from pokermasa.server.director.orders import orders
from pokermasa.server.study import analyses
from pokermasa.server.table import deal
from tests.server.crash import Nursery


@pytest.fixture(autouse=True)
def luck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = Random(f"{os.environ.get('LUCK', '1')} {request.node.name}")
    monkeypatch.setattr(deal, "_RANDOM", drawn)
    monkeypatch.setattr(orders, "_RANDOM", drawn)


@pytest.fixture(autouse=True)
def short_solves(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver gets no time: a flop would take longer than the rest of a test."""
    monkeypatch.setattr(analyses, "SOLVE_TIME_MS", 0)


@pytest.fixture
def looking(monkeypatch: pytest.MonkeyPatch) -> None:
    """The room looks for requests of `masa admin` all the time."""
    monkeypatch.setattr(requests, "LOOK", 0.02)


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    """A process that forks rooms for all tests of a worker. Loading the server takes longer than
    most of these tests.
    """
    with Nursery() as started:
        yield started


@pytest.fixture(scope="session", autouse=True)
def one_description() -> Iterator[None]:
    """Builds the API description once for all rooms, because it takes a second."""
    describe = FastAPI.openapi
    made: list[dict[str, Any]] = []

    def openapi(app: FastAPI) -> dict[str, Any]:
        if not made:
            made.append(describe(app))
        return made[0]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FastAPI, "openapi", openapi)
        yield
