"""All objects that the routes use, as one typed value: the `state` of the application."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from fastapi import FastAPI
from starlette.requests import HTTPConnection

from pokermasa.server.accounts.address_book import AddressBook
from pokermasa.server.accounts.email import Emails
from pokermasa.server.accounts.mailer import Mailer
from pokermasa.server.accounts.own_data import OwnData
from pokermasa.server.address import Networks
from pokermasa.server.admin.requests import AdminRequests
from pokermasa.server.connection.entrance import Entrance
from pokermasa.server.director.storage.archive import TournamentArchive
from pokermasa.server.http.shared_answer import Shared
from pokermasa.server.storage.archive.big_hands import BigHandData
from pokermasa.server.storage.archive.hand_archive import HandArchive
from pokermasa.server.storage.archive.leaderboard import Leaderboard
from pokermasa.server.storage.archive.upload_archive import UploadArchive
from pokermasa.server.storage.database.storage import Storage
from pokermasa.server.study.analyses import Analyses
from pokermasa.server.study.judgements import Judgements
from pokermasa.server.study.judging_jobs import JudgingJobs
from pokermasa.server.study.pool import WorkerPool
from pokermasa.server.study.statistics import Statistics
from pokermasa.server.study.uploads import Uploads


class Description(NamedTuple):
    """A large JSON text that never changes, with its compressed form."""

    text: bytes
    compressed: bytes

    @classmethod
    def from_value(cls, value: Any) -> Description:
        text = json.dumps(value).encode()
        return cls(text, gzip.compress(text, mtime=0))


class Services(Entrance):
    """The shared objects of the room. All attributes except the last three are set when the room
    opens."""

    storage: Storage
    addresses: AddressBook
    mailer: Mailer
    emails: Emails
    own_data: OwnData

    hands: HandArchive
    uploaded: UploadArchive
    uploads: Uploads
    tournaments: TournamentArchive
    leaderboard: Leaderboard
    big_hands: Shared[list[BigHandData]]
    writing_hands: asyncio.Lock
    """A lock that is held while a page of a hand file is written, so that only one is written at a
    time."""

    study: WorkerPool
    long_study: WorkerPool
    analyses: Analyses
    statistics: Statistics
    judgements: Judgements
    judging: JudgingJobs

    admin: AdminRequests
    metrics: Callable[[], Awaitable[str]]
    """Function that returns the text of `GET /metrics`."""
    health: Shared[None]
    openapi: Shared[Description]
    wire: Shared[Description]

    @property
    def blocked(self) -> Networks:
        return self.admin.follow.blocked


def services(app: FastAPI) -> Services:
    found: Services = app.state  # type: ignore[assignment]
    return found


def services_of(connection: HTTPConnection) -> Services:
    return services(connection.app)
