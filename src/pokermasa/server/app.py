"""The room over HTTP: accounts, lobby, hands; and the socket where everything is played."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import Cookie, Depends, FastAPI, Header, Request, Response, WebSocket
from fastapi.responses import JSONResponse, PlainTextResponse
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import select

from pokermasa import __version__
from pokermasa.rules import Blinds
from pokermasa.rules.house import NAMED
from pokermasa.server import store
from pokermasa.server.account import BROWSER_DAYS, Account, Accounts
from pokermasa.server.clock import Clock
from pokermasa.server.lobby import Lobby
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.socket import Connection
from pokermasa.server.writer import Writer

Name = Annotated[str, Field(max_length=80)]
Password = Annotated[str, Field(max_length=400)]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Credentials(Body):
    name: Name
    password: Password


class NewPassword(Body):
    old: Password
    new: Password


class TokenLabel(Body):
    label: Annotated[str, Field(max_length=80)] = ""


class NewMasa(Body):
    name: Annotated[str, Field(min_length=1, max_length=60)]
    sides: Annotated[int, Field(ge=2, le=10)] = 6
    small: Annotated[int, Field(ge=0, le=10**9)] = 1
    big: Annotated[int, Field(ge=1, le=10**9)] = 2
    rules: Annotated[str, Field(max_length=20)] = "masa"
    private: bool = False


class Me(BaseModel):
    name: str
    kind: str
    chips: int


class Room_(BaseModel):  # noqa: N801  (what a client gets for opening one)
    id: str
    key: str | None


def cookie_name(settings: Settings) -> str:
    """Over HTTPS the browser itself keeps the cookie to this host; at home there is only HTTP."""
    return "__Host-masa" if settings.is_secure else "masa"


def build(settings: Settings, clock: Clock | None = None) -> FastAPI:
    clock = clock or Clock()

    @contextlib.asynccontextmanager
    async def open_room(app: FastAPI) -> AsyncIterator[None]:
        settings.data.mkdir(parents=True, exist_ok=True)
        engine = store.open_engine(settings.database_url)
        await store.migrate(engine)
        writer = Writer(engine)
        writer.start()
        accounts = Accounts(engine, writer, settings, clock)
        lobby = Lobby(engine, writer, accounts, settings, clock)
        app.state.engine, app.state.accounts, app.state.lobby = engine, accounts, lobby
        await lobby.start()
        try:
            yield
        finally:
            await lobby.stop()
            await writer.stop()
            await engine.dispose()

    app = FastAPI(title="pokermasa", version=__version__, lifespan=open_room)
    app.state.settings = settings

    @app.exception_handler(Refused)
    async def refused(_request: Request, error: Refused) -> JSONResponse:
        return JSONResponse({"code": error.code.name, "words": str(error)}, error.status)

    _routes(app, settings)
    return app


def _accounts(request: Request) -> Accounts:
    accounts: Accounts = request.app.state.accounts
    return accounts


def _lobby(request: Request) -> Lobby:
    lobby: Lobby = request.app.state.lobby
    return lobby


TheAccounts = Annotated[Accounts, Depends(_accounts)]
TheLobby = Annotated[Lobby, Depends(_lobby)]


def _secret(cookies: dict[str, str], authorization: str | None, settings: Settings) -> str | None:
    if authorization is not None:
        scheme, _, token = authorization.partition(" ")
        return token.strip() if scheme.lower() == "bearer" else None
    return cookies.get(cookie_name(settings))


async def _me(
    request: Request,
    authorization: Annotated[str | None, Header()] = None,
    masa: Annotated[str | None, Cookie()] = None,
) -> Account:
    settings: Settings = request.app.state.settings
    secret = _secret(request.cookies, authorization, settings)
    account = await _accounts(request).whose(secret)
    if account is None:
        raise Refused(RoomRefusal.NOT_LOGGED_IN)
    return account


WhoAsks = Annotated[Account, Depends(_me)]


def _routes(app: FastAPI, settings: Settings) -> None:
    name = cookie_name(settings)

    async def log_in(response: Response, accounts: Accounts, account: Account) -> Me:
        response.set_cookie(
            name,
            await accounts.open_session(account),
            max_age=BROWSER_DAYS * 24 * 3600,
            httponly=True,
            secure=settings.is_secure,
            samesite="lax",
            path="/",
        )
        return await me_of(accounts, account)

    async def me_of(accounts: Accounts, account: Account) -> Me:
        return Me(name=account.name, kind=account.kind, chips=await accounts.chips(account))

    @app.post("/api/accounts", status_code=201)
    async def create_account(body: Credentials, response: Response, accounts: TheAccounts) -> Me:
        return await log_in(response, accounts, await accounts.create(body.name, body.password))

    @app.post("/api/guests", status_code=201)
    async def be_a_guest(response: Response, accounts: TheAccounts) -> Me:
        return await log_in(response, accounts, await accounts.guest())

    @app.post("/api/login")
    async def log_in_again(body: Credentials, response: Response, accounts: TheAccounts) -> Me:
        return await log_in(response, accounts, await accounts.log_in(body.name, body.password))

    @app.post("/api/logout", status_code=204)
    async def log_out(request: Request, response: Response, accounts: TheAccounts) -> None:
        secret = request.cookies.get(name)
        if secret:
            await accounts.log_out(secret)
        response.delete_cookie(name)

    @app.post("/api/logout-everywhere", status_code=204)
    async def log_out_everywhere(me: WhoAsks, accounts: TheAccounts) -> None:
        await accounts.log_out_everywhere(me)

    @app.get("/api/me")
    async def who_am_i(me: WhoAsks, accounts: TheAccounts) -> Me:
        return await me_of(accounts, me)

    @app.post("/api/me/keep")
    async def keep_name(body: Credentials, me: WhoAsks, accounts: TheAccounts) -> Me:
        return await me_of(accounts, await accounts.keep(me, body.name, body.password))

    @app.post("/api/me/password", status_code=204)
    async def change_password(body: NewPassword, me: WhoAsks, accounts: TheAccounts) -> None:
        await accounts.change_password(me, body.old, body.new)

    @app.delete("/api/me", status_code=204)
    async def delete_account(me: WhoAsks, accounts: TheAccounts) -> None:
        await accounts.delete(me)

    @app.post("/api/me/chips")
    async def buy_chips(me: WhoAsks, accounts: TheAccounts) -> Me:
        await accounts.buy_chips(me)
        return await me_of(accounts, me)

    @app.get("/api/me/tokens")
    async def tokens(me: WhoAsks, accounts: TheAccounts) -> list[dict[str, Any]]:
        return await accounts.tokens(me)

    @app.post("/api/me/tokens", status_code=201)
    async def make_token(body: TokenLabel, me: WhoAsks, accounts: TheAccounts) -> dict[str, str]:
        return {"token": await accounts.make_token(me, body.label)}

    @app.delete("/api/me/tokens/{token}", status_code=204)
    async def take_back_token(token: str, me: WhoAsks, accounts: TheAccounts) -> None:
        await accounts.take_back_token(me, token)

    @app.get("/api/tables")
    async def tables(lobby: TheLobby) -> list[dict[str, Any]]:
        return lobby.tables()

    @app.post("/api/tables", status_code=201)
    async def open_table(body: NewMasa, me: WhoAsks, lobby: TheLobby) -> Room_:
        if body.rules not in NAMED or body.small > body.big:
            raise Refused(RoomRefusal.UNREADABLE, f"rules are one of {', '.join(NAMED)}")
        room = await lobby.open(
            body.name,
            body.sides,
            Blinds(body.small, body.big),
            body.rules,
            host=me,
            private=body.private,
        )
        return Room_(id=room.id, key=room.key)

    @app.get("/api/hands")
    async def hands(me: WhoAsks, request: Request) -> list[dict[str, Any]]:
        """The newest hands of whoever asks."""
        async with request.app.state.engine.connect() as connection:
            rows = await connection.execute(
                select(
                    store.hand.c.id, store.hand.c.masa, store.hand.c.ended, store.hand_player.c.net
                )
                .join(store.hand_player, store.hand_player.c.hand == store.hand.c.id)
                .where(store.hand_player.c.account == me.id)
                .order_by(store.hand.c.id.desc())
                .limit(100)
            )
            return [dict(row._mapping) for row in rows]

    @app.get("/health")
    async def health(lobby: TheLobby) -> dict[str, Any]:
        return {"ok": True, "version": __version__, "tables": len(lobby.rooms)}

    @app.get("/metrics", response_class=PlainTextResponse)
    async def metrics(lobby: TheLobby) -> str:
        viewers = sum(len(room.viewers) for room in lobby.rooms.values())
        hands = sum(room.masa.hands for room in lobby.rooms.values())
        return (
            f"pokermasa_tables {len(lobby.rooms)}\n"
            f"pokermasa_viewers {viewers}\n"
            f"pokermasa_hands_total {hands}\n"
            f"pokermasa_commits_total {lobby.writer.commits}\n"
            f"pokermasa_writes_total {lobby.writer.works}\n"
        )

    @app.websocket("/ws")
    async def play(socket: WebSocket) -> None:
        if not _is_own_page(socket, settings):
            await socket.close(4403)
            return
        secret = _secret(socket.cookies, socket.headers.get("authorization"), settings)
        account = await app.state.accounts.whose(secret)
        await Connection(socket, account, app.state.lobby).serve()


def _is_own_page(socket: WebSocket, settings: Settings) -> bool:
    """A browser says which page opens the socket: a foreign one may not use a visitor's cookie."""
    origin = socket.headers.get("origin")
    if origin is None or origin in settings.origins:
        return True
    return urlsplit(origin).netloc == socket.headers.get("host")
