"""HTTP routes for e-mail: the address of an account, and recovery of a forgotten password."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from pokermasa.server.http.caller import (
    FAULTS,
    AtTheDoor,
    Body,
    Code,
    Keeper,
    Owner,
    Password,
    Text,
    verify_password,
)
from pokermasa.server.http.services import services_of
from pokermasa.server.mail_address import MOST_LETTERS
from pokermasa.server.refusal import Refused, RoomRefusal

router = APIRouter(prefix="/api", tags=["accounts"], responses=FAULTS)
Address = Annotated[Text, Field(max_length=MOST_LETTERS)]


class Email(BaseModel):
    sends: bool
    """Whether this room can send e-mail."""
    address: str | None
    confirmed: bool
    """Whether the owner has opened the link sent to the address."""


class NewEmail(Body):
    address: Address | None
    """New address; null removes it."""
    password: Password
    lang: Literal["en", "zh"] = "en"
    """Language of the e-mails."""


class Confirmation(Body):
    code: Code


class Recovery(Body):
    address: Address


@router.get("/me/email")
async def email(me: Owner, request: Request) -> Email:
    emails = services_of(request).emails
    found = await emails.find(me)
    return Email(
        sends=emails.is_on,
        address=None if found is None else found.address,
        confirmed=found is not None and found.confirmed is not None,
    )


@router.put("/me/email", dependencies=[AtTheDoor])
async def set_email(body: NewEmail, me: Keeper, request: Request) -> Email:
    """Set or remove your e-mail address. A link is sent to a new address, and no other e-mail is
    sent there until it is opened."""
    await verify_password(request, me, body.password)
    if body.address is None:
        await services_of(request).emails.remove(me)
    else:
        await services_of(request).emails.set(me, body.address.strip().lower(), body.lang)
    return await email(me, request)


@router.post("/email/confirm", status_code=204, dependencies=[AtTheDoor])
async def confirm_email(body: Confirmation, request: Request) -> None:
    """Confirm an e-mail address with the code of its link. No login is needed."""
    await services_of(request).emails.confirm(body.code)


@router.post("/recovery", status_code=202, dependencies=[AtTheDoor])
async def recover(body: Recovery, request: Request) -> None:
    """Send a link for a new password, if this is the confirmed address of an account. The reply is
    the same if it is not."""
    if not services_of(request).emails.is_on:
        raise Refused(RoomRefusal.NO_MAIL)
    services_of(request).emails.recover(body.address.strip().lower())
