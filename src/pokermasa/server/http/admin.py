"""HTTP routes of the admin page: lists of the room's contents, and one route for requests like
those of `masa admin`.

They work only in a browser session, never with a token, and only for an account that has the admin
role now and has recently entered a code of its second factor. No route shows a card, makes a token
or makes an admin.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel, Field

from pokermasa.server.accounts import admin as lists
from pokermasa.server.accounts.admin import FoundAccount, OpenReport, OpenTable, OpenTournament
from pokermasa.server.accounts.sessions import Session
from pokermasa.server.admin.new_request import HOURS, MOST_HOURS, new_request
from pokermasa.server.http.caller import FAULTS, Body, Name, Text, TheServices, TheSession
from pokermasa.server.http.services import services_of
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import admin_request
from pokermasa.server.storage import room_setting as setting
from pokermasa.server.storage.account import ADMIN
from pokermasa.server.storage.admin_request import Command

CONFIRMED_FOR = 15 * 60_000
"""Time in milliseconds after which a new code of the second factor is needed."""
ACCOUNTS, REPORTS, ENTRIES = 50, 100, 100
"""Maximum lengths of the lists of accounts, reports and log entries."""

router = APIRouter(prefix="/api/admin", tags=["admin"], responses=FAULTS)


async def admin(request: Request, session: TheSession) -> Session:
    session.verify()
    services = services_of(request)
    if session.role != ADMIN:
        raise Refused(RoomRefusal.NOT_ALLOWED, "only an admin may")
    since = (await services.accounts.second_factors.load(session.account)).since
    if since is None:
        raise Refused(RoomRefusal.NO_SECOND_FACTOR)
    confirmed = session.confirmed or 0
    if confirmed < since or services.clock.now() - confirmed > CONFIRMED_FOR:
        raise Refused(RoomRefusal.SECOND_FACTOR_NEEDED)
    return session


Admin = Annotated[Session, Depends(admin)]


class RoomSettings(BaseModel):
    """Settings of the room that operators change while it is open."""

    signups: str
    """`on`, `off` or `invitation`."""
    announcement: str
    blocked: list[str]
    """Networks from which all connections are refused."""


class LogEntry(BaseModel):
    """One entry of the admin log."""

    id: int
    at: int
    """Time in milliseconds since 1970."""
    who: str
    """Name of an admin, or `system:` and the system user who gave the command in the shell."""
    command: str
    about: str
    """Subject of the request."""
    reason: str
    refused: str | None
    """Error code if the request was refused; null if it was carried out."""
    message: str
    """Result of the request, as a sentence."""


class AdminRequest(Body):
    """A request of an admin. The command determines which fields are used."""

    command: Command
    about: Annotated[Text, Field(max_length=300)] = ""
    """Subject of the command: the name of an account, the id of a table or tournament, a network,
    the text of an announcement, `on`, `off` or `invitation`, or the number of a reported chat
    line."""
    to: Name = ""
    """New name for `rename`; player for `move`, `penalise` and `disqualify`."""
    amount: Annotated[int, Field(strict=True)] = 0
    """Number of chips for `balance`, number of the target table for `move`, number of hands for
    `penalise`."""
    now: Annotated[bool, Field(strict=True)] = False
    """Make a ban effective at once instead of after the current hand."""
    hours: Annotated[int, Field(strict=True, ge=1, le=MOST_HOURS)] = HOURS
    """Validity of a code, in hours."""
    reason: Annotated[Text, Field(max_length=300)] = ""
    """Reason for the request, stored in the log."""


class Answered(BaseModel):
    """Result of a request that was carried out."""

    message: str
    code: str | None
    """Code of a reset or an invitation. It is shown only in this reply."""


@router.get("/accounts")
async def find_accounts(
    services: TheServices, me: Admin, find: Annotated[Text, Query(max_length=80)] = ""
) -> list[FoundAccount]:
    """The newest accounts whose names contain the text."""
    return await services.storage.read(lists.find, find, ACCOUNTS)


@router.get("/tables")
async def open_tables(services: TheServices, me: Admin) -> list[OpenTable]:
    return await services.storage.read(lists.tables)


@router.get("/tournaments")
async def open_tournaments(services: TheServices, me: Admin) -> list[OpenTournament]:
    """Tournaments that are not over."""
    return await services.storage.read(lists.tournaments)


@router.get("/reports")
async def open_reports(services: TheServices, me: Admin) -> list[OpenReport]:
    """Chat reports that no operator has handled yet, the oldest first."""
    return await services.storage.read(lists.reports, REPORTS)


@router.get("/room")
async def room_settings(services: TheServices, me: Admin) -> RoomSettings:
    def read_settings(connection: Any) -> RoomSettings:
        return RoomSettings(
            signups=setting.get(connection, setting.SIGNUPS, setting.ON),
            announcement=setting.get(connection, setting.ANNOUNCEMENT),
            blocked=setting.blocked_networks(connection),
        )

    return await services.storage.read(read_settings)


@router.get("/log")
async def log(
    services: TheServices, me: Admin, before: Annotated[int | None, Query(ge=1, lt=2**63)] = None
) -> list[LogEntry]:
    """Entries of the admin log, the newest first. *before* is the id of the last entry of the
    previous page."""
    found = await services.storage.read(admin_request.log, 0, ENTRIES, before)
    return [
        LogEntry(
            id=one.id,
            at=one.made,
            who=one.who,
            command=one.command,
            about=one.about,
            reason=one.reason,
            refused=one.refused,
            message=one.words,
        )
        for one in reversed(found)
    ]


@router.post("/requests")
async def send_request(body: AdminRequest, services: TheServices, me: Admin) -> Answered:
    """Send a request. The process that owns the subject carries it out. It is logged with its
    author, time and reason."""
    request = new_request(
        body.command,
        body.about,
        body.reason,
        to=body.to,
        amount=body.amount,
        now=body.now,
        hours=body.hours,
    )
    answer = await services.admin.ask(me.account, request)
    if answer.refused is not None:
        code = RoomRefusal[answer.refused]
        raise Refused(code, answer.words.removeprefix(code.words).removeprefix(": "))
    return Answered(message=answer.words, code=request.secret or None)
