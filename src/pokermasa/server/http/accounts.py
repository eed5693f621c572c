"""HTTP routes for accounts: log in and out, keep a guest's name, buy chips, and make tokens for
programs."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from pokermasa.server.accounts.accounts import Proved
from pokermasa.server.accounts.sessions import BROWSER, TOKEN, session_id
from pokermasa.server.caller import address_of, cookie_name, mark_name, mark_of, secret_of
from pokermasa.server.http.caller import (
    FAULTS,
    AtTheDoor,
    Body,
    Code,
    Name,
    Owner,
    Password,
    Player,
    Text,
    TheAccounts,
    TheServices,
    TheSession,
    newcomer,
    verify_password,
)
from pokermasa.server.http.services import Services, services_of
from pokermasa.server.protocol.scope import USUAL, Scope
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.account import GUEST, PERSON, Account
from pokermasa.server.storage.database.stored_clock import SESSION_DAYS
from pokermasa.server.table.table import Table

MARK_DAYS = 400
"""Lifetime in days of the cookie that marks a known browser. Browsers keep no cookie longer."""

router = APIRouter(prefix="/api", tags=["accounts"], responses=FAULTS)


class Credentials(Body):
    name: Name
    password: Password


class Login(Credentials):
    code: Code | None = None
    """Required if the account has a second factor: a code from the phone, or a recovery code."""


class NewAccount(Credentials):
    invitation: Code | None = None
    """Invitation code, required if the room accepts new accounts by invitation only."""


class Reset(Credentials):
    """Choose a new password; `password` is the new one."""

    code: Code
    """One-time code from the room's operator or from the link in an e-mail."""
    second: Code | None = None
    """Code of the second factor, required if the account has one."""


class NewGuest(Body):
    name: Name | None = None
    """Name of the guest; null lets the room make one up."""
    lang: Literal["en", "zh"] = "en"
    """Language of the name that the room makes up."""
    invitation: Code | None = None


class ChipsWanted(Body, strict=True):
    amount: Annotated[int, Field(ge=1, le=10**12)] | None = None
    """Number of chips, from 1 to the room's refill; null gives the whole refill."""


class NewPassword(Body):
    old: Password
    new: Password
    end_tokens: bool = False
    """Also revoke all tokens of the account."""


class Proof(Body):
    """Proof that the owner of the account sends the request. A guest has no password."""

    password: Password | None = None


class Privacy(Body):
    private: Annotated[bool, Field(strict=True)]


class TokenWish(Body):
    label: Annotated[Text, Field(max_length=80)] = ""
    scopes: Annotated[tuple[Scope, ...], Field(min_length=1, max_length=len(Scope))] = USUAL
    """Scopes of the token: the kinds of requests for which it may be used."""


class Place(BaseModel):
    """A table at which you sit, or which you host."""

    masa: str
    name: str
    key: str | None
    """Key of a private table; null for a public one."""
    small: int
    big: int

    @classmethod
    def at(cls, table: Table) -> Place:
        small, big, *_ = table.state.masa.blinds
        return cls(masa=table.id, name=table.state.name, key=table.state.key, small=small, big=big)


class Me(BaseModel):
    """Your account, as shown to you."""

    name: str
    kind: str
    """`person` or `guest`."""
    role: Literal["admin"] | None
    """`admin` for an account that may use the admin pages."""
    chips: int
    """Chips in the account, without the chips on tables."""
    refill: int
    """Number of chips that one `POST /api/me/chips` can give."""
    refills_left: int
    """Number of refills that are left today."""
    private: bool
    """Whether your name and cards in finished hands are hidden from everybody who did not play in
    the hand."""
    seated: list[Place]
    """The tables at which you sit."""
    hosted: list[Place]
    """Your own tables that are open."""


class Session(BaseModel):
    """A browser in which you are logged in."""

    id: str
    agent: str
    """User agent of the browser."""
    created: int
    seen: int | None
    """Time of the last use, in milliseconds since 1970."""
    here: bool
    """Whether this request belongs to the session."""


class Token(BaseModel):
    """A token for a program, without its secret."""

    id: str
    label: str
    scopes: list[Scope]
    created: int
    seen: int | None
    """Time of the last use, in milliseconds since 1970."""


class Notice(BaseModel):
    """A change that an operator of the room has made to your account."""

    id: int
    at: int
    kind: str
    message: str


class NewToken(BaseModel):
    token: str
    """The token. It is shown only in this reply."""


async def _me(services: Services, account: Account) -> Me:
    accounts, lobby = services.accounts, services.lobby
    elsewhere = await lobby.others.places(account.id)
    return Me(
        name=account.name,
        kind=account.kind,
        role=await accounts.role(account),
        chips=await accounts.chips(account),
        refill=lobby.settings.refill,
        refills_left=await accounts.refills_left(account),
        private=await accounts.is_private(account),
        seated=[
            *(Place.at(table) for table in lobby.seats_of(account)),
            *(Place.model_validate(place) for place in elsewhere if place["is_seated"]),
        ],
        hosted=[
            *(Place.at(table) for table in lobby.hosted_by(account)),
            *(Place.model_validate(place) for place in elsewhere if place["is_host"]),
        ],
    )


class Browser:
    """The browser that sends the request, and the cookies that it gets with the response."""

    def __init__(self, request: Request, response: Response) -> None:
        self.services = services_of(request)
        self.accounts, self._settings = self.services.accounts, self.services.settings
        self.address, self.mark = address_of(request), mark_of(request)
        self.secret = secret_of(request)
        self._agent = request.headers.get("user-agent", "")
        self._response = response

    async def give_session(
        self, account: Account, password: str | None = None, is_confirmed: bool = False
    ) -> Me:
        """Log in the account, whose stored password must still be *password*."""
        sessions = self.accounts.sessions
        secret = await sessions.open(account, self._agent, password, is_confirmed)
        await self.services.addresses.note(account.id, self.address)
        self._set(cookie_name(self._settings), secret, SESSION_DAYS)
        await self.give_mark(account)
        return await _me(self.services, account)

    async def let_in(self, proved: Proved) -> Me:
        me = await self.give_session(proved.account, proved.password, proved.is_confirmed)
        if not proved.is_known_device:
            self.services.emails.alert(proved.account, self._agent)
        return me

    async def give_mark(self, account: Account) -> None:
        """Mark this browser as known, so that the owner can log in even while others are trying
        wrong passwords."""
        mark = await self.accounts.mark(account)
        if mark is not None:
            self._set(mark_name(self._settings), mark, MARK_DAYS)

    def _set(self, name: str, value: str, days: int) -> None:
        secure, seconds = self._settings.is_secure, days * 24 * 3600
        self._response.set_cookie(
            name, value, max_age=seconds, httponly=True, secure=secure, samesite="lax", path="/"
        )

    def end_session(self) -> None:
        name, secure = cookie_name(self._settings), self._settings.is_secure
        self._response.delete_cookie(name, path="/", secure=secure, httponly=True)


async def browser_of(request: Request, response: Response) -> Browser:
    return Browser(request, response)


TheBrowser = Annotated[Browser, Depends(browser_of)]


@router.post("/accounts", status_code=201, dependencies=[AtTheDoor])
async def create_account(body: NewAccount, request: Request, browser: TheBrowser) -> Me:
    with newcomer(request, PERSON):
        account = await browser.accounts.create(body.name, body.password, body.invitation)
    return await browser.give_session(account)


@router.post("/guests", status_code=201, dependencies=[AtTheDoor])
async def be_a_guest(request: Request, browser: TheBrowser, body: NewGuest | None = None) -> Me:
    """Open a guest account with any free name, to play at once. The name can be kept later."""
    body = body or NewGuest()
    with newcomer(request, GUEST):
        account = await browser.accounts.guest(body.name, body.lang, body.invitation)
    return await browser.give_session(account)


@router.post("/login", dependencies=[AtTheDoor])
async def log_in(body: Login, browser: TheBrowser) -> Me:
    proved = await browser.accounts.log_in(
        body.name, body.password, browser.address, browser.mark, body.code
    )
    return await browser.let_in(proved)


@router.post("/reset", dependencies=[AtTheDoor])
async def reset_password(body: Reset, browser: TheBrowser) -> Me:
    """Set a new password with a code from the operator or from an e-mail."""
    accounts = browser.accounts
    return await browser.let_in(
        await accounts.reset_password(body.name, body.code, body.password, body.second)
    )


@router.post("/logout", status_code=204)
async def log_out(browser: TheBrowser) -> None:
    """End the session or token that sends this request."""
    if browser.secret:
        await browser.accounts.sessions.end(browser.secret)
    browser.end_session()


@router.post("/logout-everywhere", status_code=204)
async def log_out_everywhere(me: Owner, browser: TheBrowser) -> None:
    """End all browser sessions. Tokens stay valid until they are revoked."""
    await browser.accounts.sessions.end_all(me)
    browser.end_session()


@router.get("/me")
async def who_am_i(session: TheSession, services: TheServices) -> Me:
    """Your account. Keys of private tables are included only if the session or token may play or
    host."""
    me = await _me(services, session.account)
    try:
        session.verify(Scope.PLAY, Scope.HOST)
    except Refused:
        for place in (*me.seated, *me.hosted):
            place.key = None
    return me


@router.post("/me/keep", dependencies=[AtTheDoor])
async def keep_name(body: Credentials, me: Owner, browser: TheBrowser) -> Me:
    """Turn a guest into a registered account, which keeps the guest's chips."""
    account = await browser.accounts.keep(me, body.name, body.password)
    await browser.give_mark(account)
    await browser.services.lobby.rename(account)
    return await _me(browser.services, account)


@router.post("/me/password", status_code=204, dependencies=[AtTheDoor])
async def change_password(body: NewPassword, me: Owner, browser: TheBrowser) -> None:
    """Change your password. All browser sessions end, and this browser gets a new one."""
    await browser.accounts.change_password(
        me, body.old, body.new, body.end_tokens, browser.address, browser.mark
    )
    await browser.give_session(me)


@router.put("/me/privacy")
async def choose_privacy(body: Privacy, me: Owner, services: TheServices) -> Me:
    """Hide or show your name and cards in finished hands, including earlier ones, for everybody
    who did not play in the hand and for readers of a link. At the table everybody sees who sits
    there."""
    await services.accounts.set_private(me, body.private)
    return await _me(services, me)


@router.delete("/me", status_code=204, dependencies=[AtTheDoor])
async def delete_account(
    me: Owner, request: Request, browser: TheBrowser, body: Proof | None = None
) -> None:
    """Delete your account for ever. Refused while you sit at a table or are entered in a
    tournament. Finished hands stay without your name; uploads, links and ranges are deleted."""
    await verify_password(request, me, None if body is None else body.password)
    services = browser.services
    await services.lobby.rename(await services.accounts.delete(me))
    await services.lobby.tournaments.take_orders()
    await services.uploads.delete_all(me)
    await services.admin.note_later()
    browser.end_session()


@router.post(
    "/me/export",
    response_class=StreamingResponse,
    responses={200: {"content": {"application/zip": {}}}},
    dependencies=[AtTheDoor],
)
async def export_own_data(me: Owner, request: Request, body: Proof | None = None) -> Any:
    """All data stored about you, as a ZIP of JSON lines. Hands contain your cards and cards that
    were shown. Refused while another export of your account is running."""
    await verify_password(request, me, None if body is None else body.password)
    return StreamingResponse(
        await services_of(request).own_data.begin(me),
        media_type="application/zip",
        headers={"Content-Disposition": 'attachment; filename="pokermasa.zip"'},
    )


@router.get("/me/notices")
async def notices(me: Owner, accounts: TheAccounts) -> list[Notice]:
    """Notices about your account, the newest first."""
    found = await accounts.notices(me)
    return [Notice(id=one.id, at=one.made, kind=one.kind, message=one.words) for one in found]


@router.delete("/me/notices/{id}", status_code=204)
async def remove_notice(
    id: Annotated[int, Path(ge=0, lt=2**63)], me: Owner, accounts: TheAccounts
) -> None:
    """Delete a notice after reading it."""
    await accounts.remove_notice(me, id)


@router.post("/me/chips")
async def buy_chips(me: Player, services: TheServices, body: ChipsWanted | None = None) -> Me:
    """Get free play chips, a few times per day."""
    await services.accounts.buy_chips(me, None if body is None else body.amount)
    return await _me(services, me)


@router.get("/me/sessions")
async def sessions(me: Owner, request: Request, accounts: TheAccounts) -> list[Session]:
    """The browsers in which you are logged in."""
    here = session_id(secret_of(request) or "")
    found = await accounts.sessions.list_for(me, BROWSER)
    return [Session(**session, here=session["id"] == here) for session in found]


@router.delete("/me/sessions/{id}", status_code=204)
async def end_session(id: Text, me: Owner, accounts: TheAccounts) -> None:
    """Log out that browser and close its WebSocket connections."""
    if not await accounts.sessions.end_one(me, BROWSER, id):
        raise Refused(RoomRefusal.NOT_FOUND)


@router.get("/me/tokens")
async def tokens(me: Owner, accounts: TheAccounts) -> list[Token]:
    return [Token.model_validate(token) for token in await accounts.sessions.list_for(me, TOKEN)]


@router.post("/me/tokens", status_code=201)
async def make_token(
    body: TokenWish, me: Owner, session: TheSession, accounts: TheAccounts
) -> NewToken:
    made = await accounts.sessions.make_token(session, body.label, body.scopes)
    return NewToken(token=made)


@router.delete("/me/tokens/{token}", status_code=204)
async def take_back_token(token: Text, me: Owner, accounts: TheAccounts) -> None:
    """Revoke the token and close its WebSocket connections."""
    if not await accounts.sessions.end_one(me, TOKEN, token):
        raise Refused(RoomRefusal.NOT_FOUND)
