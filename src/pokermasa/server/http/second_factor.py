"""The second factor over HTTP: set up, used again, given up; by its owner, in a browser."""

from __future__ import annotations

from fastapi import APIRouter, Request
from pydantic import BaseModel

from pokermasa.server.accounts import totp
from pokermasa.server.accounts.accounts import Accounts
from pokermasa.server.caller import address_of, mark_of
from pokermasa.server.http.caller import (
    FAULTS,
    AtTheDoor,
    Body,
    Code,
    Owner,
    Password,
    TheAccounts,
    TheSession,
)
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.account import GUEST, Account

router = APIRouter(prefix="/api/me/second-factor", tags=["accounts"], responses=FAULTS)


class SecondFactor(BaseModel):
    on: bool
    """It is asked for when you log in."""
    since: int | None
    recovery_codes: int
    """So many are left."""


class SetUp(Body):
    password: Password


class NewSecret(BaseModel):
    secret: str
    """For the phone; shown this once."""
    uri: str
    """The same as a phone reads it from a QR code."""


class Given(Body):
    code: Code
    """From the phone, or a recovery code."""


class GivenBoth(Given):
    password: Password


class RecoveryCodes(BaseModel):
    codes: list[str]
    """Each works once, instead of the phone; shown this once."""


@router.get("")
async def second_factor(me: Owner, accounts: TheAccounts) -> SecondFactor:
    found = await accounts.second_factors.of(me)
    return SecondFactor(
        on=found.since is not None, since=found.since, recovery_codes=found.codes_left
    )


@router.post("", status_code=201, dependencies=[AtTheDoor])
async def set_up(body: SetUp, me: Owner, request: Request, accounts: TheAccounts) -> NewSecret:
    """Nothing is asked for until a code of it has been confirmed."""
    await _prove(me, body.password, request, accounts)
    secret = await accounts.second_factors.set_up(me)
    return NewSecret(secret=secret, uri=totp.uri(secret, me.name))


@router.post("/confirm", dependencies=[AtTheDoor])
async def confirm(
    body: Given, me: Owner, session: TheSession, accounts: TheAccounts
) -> RecoveryCodes:
    """From now on it is asked for."""
    codes = await accounts.second_factors.confirm(me, body.code)
    await accounts.sessions.confirm(session)
    return RecoveryCodes(codes=codes)


@router.post("/prove", status_code=204, dependencies=[AtTheDoor])
async def prove(body: Given, me: Owner, session: TheSession, accounts: TheAccounts) -> None:
    """You are still here: an admin's page asks once in a while."""
    if not await accounts.second_factors.verify(me, body.code):
        raise Refused(RoomRefusal.NO_SECOND_FACTOR)
    await accounts.sessions.confirm(session)


@router.post("/recovery-codes", dependencies=[AtTheDoor])
async def new_codes(
    body: GivenBoth, me: Owner, request: Request, accounts: TheAccounts
) -> RecoveryCodes:
    """Those from before work no more."""
    await _prove(me, body.password, request, accounts)
    return RecoveryCodes(codes=await accounts.second_factors.new_codes(me, body.code))


@router.post("/off", status_code=204, dependencies=[AtTheDoor])
async def turn_off(body: GivenBoth, me: Owner, request: Request, accounts: TheAccounts) -> None:
    await _prove(me, body.password, request, accounts)
    await accounts.second_factors.end(me, body.code)


async def _prove(me: Account, password: str, request: Request, accounts: Accounts) -> None:
    """A session that somebody left open is not enough."""
    if me.kind == GUEST:
        raise Refused(RoomRefusal.NOT_ALLOWED, "a guest has no password: keep the name first")
    await accounts.prove(me, password, address_of(request), mark_of(request))
