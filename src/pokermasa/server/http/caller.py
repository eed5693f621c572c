"""Dependencies of the routes: the account that sends a request, its permissions and its rate
limits."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Annotated, Any

from fastapi import Depends, Request
from fastapi.routing import APIRoute
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from pokermasa.server.accounts.accounts import Accounts
from pokermasa.server.accounts.sessions import Session
from pokermasa.server.caller import FORWARDED, address_of, mark_of, secret_of
from pokermasa.server.http.services import Services, services_of
from pokermasa.server.lobby.lobby import Lobby
from pokermasa.server.plain_text import verified_text, verify_texts
from pokermasa.server.protocol.scope import Scope
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.account import GUEST, Account


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _verify_texts(cls, data: Any) -> Any:
        return verify_texts(data)


async def verify_no_body(request: Request) -> None:
    """Refuse fields that a route without a body would ignore. An empty object is accepted."""
    route = request.scope.get("route")
    if not isinstance(route, APIRoute) or route.body_field or route.openapi_extra:
        return
    if (await request.body()).strip() not in (b"", b"{}", b"null"):
        raise Refused(RoomRefusal.UNREADABLE, "this request has no fields: send no body")


class Fault(BaseModel):
    """Refusal of a request."""

    code: str
    message: str


FAULTS: dict[int | str, dict[str, object]] = {
    status: {"model": Fault} for status in (401, 403, 404, 409, 422, 429, 503)
}


Text = Annotated[str, AfterValidator(verified_text)]
Name = Annotated[Text, Field(max_length=80)]
Password = Annotated[Text, Field(max_length=400)]
Code = Annotated[Text, Field(max_length=80)]


# FastAPI runs a dependency that is not `async` in a thread: slower, and outside of the event loop,
# which timers need.


async def services(request: Request) -> Services:
    return services_of(request)


async def accounts(request: Request) -> Accounts:
    return services_of(request).accounts


async def lobby(request: Request) -> Lobby:
    return services_of(request).lobby


async def session_of(services: Services, secret: str | None) -> Session | None:
    found = await services.accounts.sessions.find(secret)
    if found is None:
        services.known.discard(secret)
    else:
        services.known.remember([found.digest])
    return found


async def noted_address(request: Request, me: Account) -> str | None:
    """Return the keyed hash of the address that the request came from, or None for this machine.
    The account is noted as one of those that came from there."""
    addresses, address = services_of(request).addresses, address_of(request)
    await addresses.note(me.id, address)
    return addresses.key(address)


def leave_line(request: Request) -> None:
    """Leave the queue of requests without a login, once the session is known or the request waits
    for a worker. The next request in the queue can then start."""
    end = request.scope.get("leave_line")
    if end is not None:
        end()


async def perhaps_session(request: Request) -> Session | None:
    services = services_of(request)
    if FORWARDED in request.scope:
        digest = request.scope[FORWARDED]
        return await services.accounts.sessions.found(digest) if digest else None
    found = await session_of(services, secret_of(request))
    if found is None:
        return None
    leave_line(request)
    if not services.requests.take(found.account.id):
        raise Refused(RoomRefusal.TOO_FAST)
    await services.accounts.sessions.touch(found)
    return found


async def session(request: Request) -> Session:
    found = await perhaps_session(request)
    if found is None:
        raise Refused(RoomRefusal.NOT_LOGGED_IN)
    return found


def whoever(*scopes: Scope) -> Any:
    """Return a dependency that gives the logged-in account. A token must have one of *scopes*;
    without *scopes*, tokens are refused."""

    async def me(found: Annotated[Session, Depends(session)]) -> Account:
        found.verify(*scopes)
        return found.account

    return Depends(me)


def perhaps(*scopes: Scope) -> Any:
    """Return the same dependency for routes that also work without a login; it then gives None."""

    async def me(found: Annotated[Session | None, Depends(perhaps_session)]) -> Account | None:
        if found is None:
            return None
        found.verify(*scopes)
        return found.account

    return Depends(me)


async def verify_not_in_hand(lobby: Lobby, account: Account | None) -> None:
    """Raise `Refused` if the account holds cards in a hand with other people."""
    if account is None:
        return
    if any(table.is_in_hand_with_people(account.id) for table in lobby.seats_of(account)):
        raise Refused(RoomRefusal.IN_HAND)
    elsewhere = await lobby.others.places(account.id)
    if any(place["is_in_hand"] for place in elsewhere):
        raise Refused(RoomRefusal.IN_HAND)


async def at_the_door(request: Request) -> None:
    """Limit the rate of logins and new accounts per address, against guessing of passwords and
    mass creation of guests."""
    if not services_of(request).logins.take(address_of(request)):
        raise Refused(RoomRefusal.TOO_FAST)


async def verify_password(request: Request, me: Account, password: str | None) -> None:
    """Require the password again, because somebody else may use a session that was left open.
    Guests have no password and pass."""
    accounts = services_of(request).accounts
    await accounts.prove(me, password, address_of(request), mark_of(request))


@contextlib.contextmanager
def newcomer(request: Request, kind: str) -> Iterator[None]:
    """Limit the number of new accounts of this kind per address and day, because each new account
    gets free chips. A failed attempt does not count."""
    allowances = services_of(request).newcomers[kind]
    address = address_of(request)
    if not allowances.take(address):
        raise Refused(RoomRefusal.NO_MORE_ACCOUNTS)
    try:
        yield
    except BaseException:
        allowances.give_back(address)
        raise


TheServices = Annotated[Services, Depends(services)]
TheAccounts = Annotated[Accounts, Depends(accounts)]
TheLobby = Annotated[Lobby, Depends(lobby)]
TheSession = Annotated[Session, Depends(session)]
Owner = Annotated[Account, whoever()]
"""Account of a browser session. Tokens are refused."""
Player = Annotated[Account, whoever(Scope.PLAY)]
Reader = Annotated[Account, whoever(Scope.READ)]
Host = Annotated[Account, whoever(Scope.HOST)]
AtTheDoor = Depends(at_the_door)


async def keeper(me: Owner) -> Account:
    if me.kind == GUEST:
        raise Refused(RoomRefusal.NOT_ALLOWED, "a guest has no password: register the name first")
    return me


Keeper = Annotated[Account, Depends(keeper)]
"""An `Owner` whose account has a password, which guests do not have."""


async def reader_out_of_hands(me: Reader, lobby: TheLobby) -> Account:
    await verify_not_in_hand(lobby, me)
    return me


ReaderOutOfHands = Annotated[Account, Depends(reader_out_of_hands)]
"""A `Reader` who holds no cards in a hand with other people. Required by all routes that would
help to play.
"""
