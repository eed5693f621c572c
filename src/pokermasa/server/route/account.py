"""Accounts over HTTP: come in, go out, keep a name, buy chips, make tokens for bots."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from pokermasa.server.account import BROWSER_DAYS, Account, Accounts
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.route.asker import (
    FAULTS,
    AtTheDoor,
    Body,
    Name,
    Password,
    Text,
    TheAccounts,
    TheLobby,
    WhoAsks,
    cookie_name,
)
from pokermasa.server.settings import Settings

router = APIRouter(prefix="/api", tags=["accounts"], responses=FAULTS)


class Credentials(Body):
    name: Name
    password: Password


class NewPassword(Body):
    old: Password
    new: Password


class TokenLabel(Body):
    label: Annotated[Text, Field(max_length=80)] = ""


class Me(BaseModel):
    name: str
    kind: str
    """person or guest."""
    chips: int
    """In the account, not counting what lies on tables."""


class Token(BaseModel):
    id: str
    label: str
    created: int


class NewToken(BaseModel):
    token: str
    """Shown this once."""


async def _me(accounts: Accounts, account: Account) -> Me:
    return Me(name=account.name, kind=account.kind, chips=await accounts.chips(account))


async def _let_in(request: Request, response: Response, accounts: Accounts, account: Account) -> Me:
    settings: Settings = request.app.state.settings
    response.set_cookie(
        cookie_name(settings),
        await accounts.open_session(account),
        max_age=BROWSER_DAYS * 24 * 3600,
        httponly=True,
        secure=settings.is_secure,
        samesite="lax",
        path="/",
    )
    return await _me(accounts, account)


def _forget_cookie(request: Request, response: Response) -> None:
    settings: Settings = request.app.state.settings
    response.delete_cookie(
        cookie_name(settings), path="/", secure=settings.is_secure, httponly=True
    )


@router.post("/accounts", status_code=201, dependencies=[AtTheDoor])
async def create_account(
    body: Credentials, request: Request, response: Response, accounts: TheAccounts
) -> Me:
    account = await accounts.create(body.name, body.password)
    return await _let_in(request, response, accounts, account)


@router.post("/guests", status_code=201, dependencies=[AtTheDoor])
async def be_a_guest(request: Request, response: Response, accounts: TheAccounts) -> Me:
    """Play at once; keep the name later."""
    return await _let_in(request, response, accounts, await accounts.guest())


@router.post("/login", dependencies=[AtTheDoor])
async def log_in(
    body: Credentials, request: Request, response: Response, accounts: TheAccounts
) -> Me:
    account = await accounts.log_in(body.name, body.password)
    return await _let_in(request, response, accounts, account)


@router.post("/logout", status_code=204)
async def log_out(request: Request, response: Response, accounts: TheAccounts) -> None:
    secret = request.cookies.get(cookie_name(request.app.state.settings))
    if secret:
        await accounts.log_out(secret)
    _forget_cookie(request, response)


@router.post("/logout-everywhere", status_code=204)
async def log_out_everywhere(
    me: WhoAsks, request: Request, response: Response, accounts: TheAccounts, lobby: TheLobby
) -> None:
    """Every browser; tokens stay until they are taken back."""
    await accounts.log_out_everywhere(me)
    lobby.cut(me.id)
    _forget_cookie(request, response)


@router.get("/me")
async def who_am_i(me: WhoAsks, accounts: TheAccounts) -> Me:
    return await _me(accounts, me)


@router.post("/me/keep", dependencies=[AtTheDoor])
async def keep_name(body: Credentials, me: WhoAsks, accounts: TheAccounts, lobby: TheLobby) -> Me:
    """A guest becomes a person, chips and all."""
    kept = await accounts.keep(me, body.name, body.password)
    lobby.rename(kept)
    return await _me(accounts, kept)


@router.post("/me/password", status_code=204, dependencies=[AtTheDoor])
async def change_password(
    body: NewPassword, me: WhoAsks, accounts: TheAccounts, lobby: TheLobby
) -> None:
    """Every browser has to log in again."""
    await accounts.change_password(me, body.old, body.new)
    lobby.cut(me.id)


@router.delete("/me", status_code=204)
async def delete_account(
    me: WhoAsks, request: Request, response: Response, accounts: TheAccounts, lobby: TheLobby
) -> None:
    await accounts.delete(me)
    lobby.cut(me.id)
    _forget_cookie(request, response)


@router.post("/me/chips")
async def buy_chips(me: WhoAsks, accounts: TheAccounts) -> Me:
    """Free, a few times a day: they are play money."""
    await accounts.buy_chips(me)
    return await _me(accounts, me)


@router.get("/me/tokens")
async def tokens(me: WhoAsks, accounts: TheAccounts) -> list[Token]:
    return [Token.model_validate(token) for token in await accounts.tokens(me)]


@router.post("/me/tokens", status_code=201)
async def make_token(body: TokenLabel, me: WhoAsks, accounts: TheAccounts) -> NewToken:
    return NewToken(token=await accounts.make_token(me, body.label))


@router.delete("/me/tokens/{token}", status_code=204)
async def take_back_token(token: Text, me: WhoAsks, accounts: TheAccounts) -> None:
    if not await accounts.take_back_token(me, token):
        raise Refused(RoomRefusal.NOT_FOUND)
