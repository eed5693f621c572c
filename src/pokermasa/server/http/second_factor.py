"""HTTP routes for the second factor (TOTP): set it up, confirm it, turn it off. Only the owner
may, in a browser."""

from __future__ import annotations

from fastapi import APIRouter, Request
from pydantic import BaseModel

from pokermasa.server.accounts import totp
from pokermasa.server.http.caller import (
    FAULTS,
    AtTheDoor,
    Body,
    Code,
    Keeper,
    Owner,
    Password,
    TheAccounts,
    TheSession,
    verify_password,
)
from pokermasa.server.refusal import Refused, RoomRefusal

router = APIRouter(prefix="/api/me/second-factor", tags=["accounts"], responses=FAULTS)


class SecondFactor(BaseModel):
    """State of your second factor."""

    on: bool
    """Whether login requires a code."""
    since: int | None
    recovery_codes: int
    """Number of unused recovery codes."""


class SetUp(Body):
    password: Password


class NewSecret(BaseModel):
    secret: str
    """The secret for the phone. It is shown only in this reply."""
    uri: str
    """The secret as a URI, which a phone can read from a QR code."""


class Given(Body):
    code: Code
    """A code from the phone, or a recovery code."""


class GivenBoth(Given):
    password: Password


class RecoveryCodes(BaseModel):
    codes: list[str]
    """Codes that can be used once each instead of the phone. They are shown only in this reply."""


@router.get("")
async def second_factor(me: Owner, accounts: TheAccounts) -> SecondFactor:
    found = await accounts.second_factors.load(me)
    return SecondFactor(
        on=found.since is not None, since=found.since, recovery_codes=found.codes_left
    )


@router.post("", status_code=201, dependencies=[AtTheDoor])
async def set_up(body: SetUp, me: Keeper, request: Request, accounts: TheAccounts) -> NewSecret:
    """Make a new secret. Login requires a code only after the secret has been confirmed with
    one."""
    await verify_password(request, me, body.password)
    secret = await accounts.second_factors.set_up(me)
    return NewSecret(secret=secret, uri=totp.uri(secret, me.name))


@router.post("/confirm", dependencies=[AtTheDoor])
async def confirm(
    body: Given, me: Owner, session: TheSession, accounts: TheAccounts
) -> RecoveryCodes:
    """Confirm the secret with a code. From now on login requires a code."""
    codes = await accounts.second_factors.confirm(me, body.code)
    await accounts.sessions.confirm(session)
    return RecoveryCodes(codes=codes)


@router.post("/prove", status_code=204, dependencies=[AtTheDoor])
async def prove(body: Given, me: Owner, session: TheSession, accounts: TheAccounts) -> None:
    """Enter a code again, which the admin page needs from time to time."""
    if not await accounts.second_factors.verify(me, body.code):
        raise Refused(RoomRefusal.NO_SECOND_FACTOR)
    await accounts.sessions.confirm(session)


@router.post("/recovery-codes", dependencies=[AtTheDoor])
async def new_codes(
    body: GivenBoth, me: Keeper, request: Request, accounts: TheAccounts
) -> RecoveryCodes:
    """Make new recovery codes. The earlier ones become invalid."""
    await verify_password(request, me, body.password)
    return RecoveryCodes(codes=await accounts.second_factors.new_codes(me, body.code))


@router.post("/off", status_code=204, dependencies=[AtTheDoor])
async def turn_off(body: GivenBoth, me: Keeper, request: Request, accounts: TheAccounts) -> None:
    await verify_password(request, me, body.password)
    await accounts.second_factors.end(me, body.code)
