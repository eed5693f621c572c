"""E-mail over HTTP: one's own address, and a new password for whoever has forgotten theirs."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from pokermasa.server.caller import address_of, mark_of
from pokermasa.server.http.caller import (
    FAULTS,
    AtTheDoor,
    Body,
    Code,
    Owner,
    Password,
    Text,
    TheAccounts,
)
from pokermasa.server.http.services import services_of
from pokermasa.server.mail_address import MOST_LETTERS
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.account import GUEST

router = APIRouter(prefix="/api", tags=["accounts"], responses=FAULTS)
Address = Annotated[Text, Field(max_length=MOST_LETTERS)]


class Email(BaseModel):
    sends: bool
    """This room sends e-mail."""
    address: str | None
    confirmed: bool
    """The link that was sent there has been opened."""


class NewEmail(Body):
    address: Address | None
    """Null for none."""
    password: Password
    lang: Literal["en", "zh"] = "en"
    """Of the mails."""


class Confirmation(Body):
    code: Code


class Recovery(Body):
    address: Address


@router.get("/me/email")
async def email(me: Owner, request: Request) -> Email:
    emails = services_of(request).emails
    found = await emails.of(me)
    return Email(
        sends=emails.is_on,
        address=None if found is None else found.address,
        confirmed=found is not None and found.confirmed is not None,
    )


@router.put("/me/email", dependencies=[AtTheDoor])
async def set_email(body: NewEmail, me: Owner, request: Request, accounts: TheAccounts) -> Email:
    """A link is sent there; until it is opened, nothing else is."""
    if me.kind == GUEST:
        raise Refused(RoomRefusal.NOT_ALLOWED, "a guest has no password: keep the name first")
    await accounts.prove(me, body.password, address_of(request), mark_of(request))
    if body.address is None:
        await services_of(request).emails.remove(me)
    else:
        await services_of(request).emails.set(me, body.address.strip().lower(), body.lang)
    return await email(me, request)


@router.post("/email/confirm", status_code=204, dependencies=[AtTheDoor])
async def confirm_email(body: Confirmation, request: Request) -> None:
    """By the code of the link, whoever is logged in."""
    await services_of(request).emails.confirm(body.code)


@router.post("/recovery", status_code=202, dependencies=[AtTheDoor])
async def recover(body: Recovery, request: Request) -> None:
    """A link for a new password is sent there, if it is the confirmed address of an account; the
    answer is the same if it is not."""
    if not services_of(request).emails.is_on:
        raise Refused(RoomRefusal.NO_MAIL)
    services_of(request).emails.recover(body.address.strip().lower())
