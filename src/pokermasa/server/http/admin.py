"""An admin's page over HTTP: what there is to look at, and one route by which something is asked of
the room, as `masa admin` asks it.

Only in a browser, never by a token; only by who has the role now, and has given a code of the
second factor lately. Nothing here shows a card, makes a token or makes an admin.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel, Field

from pokermasa.server.accounts import admin as lists
from pokermasa.server.accounts.admin import FoundAccount, OpenReport, OpenTable, OpenTournament
from pokermasa.server.accounts.sessions import Session
from pokermasa.server.admin.new_request import HOURS, MOST_HOURS, new_request
from pokermasa.server.http.caller import FAULTS, Body, Name, Text, TheSession
from pokermasa.server.http.services import services_of
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import admin_request
from pokermasa.server.storage import room_setting as setting
from pokermasa.server.storage.account import ADMIN
from pokermasa.server.storage.admin_request import Command

CONFIRMED_FOR = 15 * 60_000
"""Milliseconds after which a code of the second factor is asked for again."""
ACCOUNTS, REPORTS, ENTRIES = 50, 100, 100
"""Listed at once."""

router = APIRouter(prefix="/api/admin", tags=["admin"], responses=FAULTS)


async def admin(request: Request, session: TheSession) -> Session:
    session.verify()
    services = services_of(request)
    if session.role != ADMIN:
        raise Refused(RoomRefusal.NOT_ALLOWED, "only an admin may")
    since = (await services.accounts.second_factors.of(session.account)).since
    if since is None:
        raise Refused(RoomRefusal.NO_SECOND_FACTOR)
    confirmed = session.confirmed or 0
    if confirmed < since or services.clock.now() - confirmed > CONFIRMED_FOR:
        raise Refused(RoomRefusal.SECOND_FACTOR_NEEDED)
    return session


Admin = Annotated[Session, Depends(admin)]


class RoomSettings(BaseModel):
    signups: str
    """on, off, or invitation."""
    announcement: str
    blocked: list[str]
    """Networks from which nobody comes in."""


class LogEntry(BaseModel):
    id: int
    at: int
    who: str
    """An admin; or `system:` and the user of the machine who asked in the shell."""
    command: str
    about: str
    reason: str
    refused: str | None
    """The code, if nothing was done."""
    words: str


class Ask(Body):
    command: Command
    about: Annotated[Text, Field(max_length=300)] = ""
    """Whose account; the id of a table or tournament; a network; what to announce; on, off or
    invitation; the number of a reported line."""
    to: Name = ""
    """The new name, to rename; the player to move, penalise or disqualify."""
    amount: Annotated[int, Field(strict=True)] = 0
    """Chips to correct a balance by; the table to move to; hands to miss."""
    now: Annotated[bool, Field(strict=True)] = False
    """A ban does not wait until the hand is over."""
    hours: Annotated[int, Field(strict=True, ge=1, le=MOST_HOURS)] = HOURS
    """How long a code works."""
    reason: Annotated[Text, Field(max_length=300)] = ""
    """Why: it is kept in the log."""


class Answered(BaseModel):
    words: str
    code: str | None
    """Of a reset or an invitation: shown this once."""


async def _read(request: Request, work: Any) -> Any:
    async with services_of(request).engine.connect() as connection:
        return await connection.run_sync(work)


@router.get("/accounts")
async def find_accounts(
    request: Request, me: Admin, find: Annotated[Text, Query(max_length=80)] = ""
) -> list[FoundAccount]:
    """The newest of those whose names have this in them."""
    found: list[FoundAccount] = await _read(request, lambda c: lists.find(c, find, ACCOUNTS))
    return found


@router.get("/tables")
async def open_tables(request: Request, me: Admin) -> list[OpenTable]:
    found: list[OpenTable] = await _read(request, lists.tables)
    return found


@router.get("/tournaments")
async def open_tournaments(request: Request, me: Admin) -> list[OpenTournament]:
    """Those that are not over."""
    found: list[OpenTournament] = await _read(request, lists.tournaments)
    return found


@router.get("/reports")
async def open_reports(request: Request, me: Admin) -> list[OpenReport]:
    """Of chat that nobody has seen to yet, the oldest first."""
    found: list[OpenReport] = await _read(request, lambda c: lists.reports(c, REPORTS))
    return found


@router.get("/room")
async def room_settings(request: Request, me: Admin) -> RoomSettings:
    def work(connection: Any) -> RoomSettings:
        return RoomSettings(
            signups=setting.get(connection, setting.SIGNUPS, setting.ON),
            announcement=setting.get(connection, setting.ANNOUNCEMENT),
            blocked=setting.blocked_networks(connection),
        )

    found: RoomSettings = await _read(request, work)
    return found


@router.get("/log")
async def log(
    request: Request, me: Admin, before: Annotated[int | None, Query(ge=1, lt=2**63)] = None
) -> list[LogEntry]:
    """Who asked for what, and what came of it: the newest first, or those before another."""
    found = await _read(request, lambda c: admin_request.log(c, 0, ENTRIES, before))
    return [
        LogEntry(
            id=one.id,
            at=one.made,
            who=one.who,
            command=one.command,
            about=one.about,
            reason=one.reason,
            refused=one.refused,
            words=one.words,
        )
        for one in reversed(found)
    ]


@router.post("/requests")
async def ask(body: Ask, request: Request, me: Admin) -> Answered:
    """Done by whichever process has what it is about, logged with who, when and why."""
    requests = services_of(request).admin
    wanted = new_request(
        body.command,
        body.about,
        body.reason,
        to=body.to,
        amount=body.amount,
        now=body.now,
        hours=body.hours,
    )
    answer = await requests.ask(me.account, wanted)
    if answer.refused is not None:
        code = RoomRefusal[answer.refused]
        raise Refused(code, answer.words.removeprefix(code.words).removeprefix(": "))
    return Answered(words=answer.words, code=wanted.secret or None)
