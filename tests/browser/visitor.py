"""A person with a browser: one profile and one page, with methods to read it and to play."""

import asyncio
import json
import os
import re
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    ViewportSize,
    WebSocket,
    expect,
)

from tests.browser.house import PASSWORD, PATIENCE, House

expect.set_options(timeout=1000 * PATIENCE)
DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 360, "height": 740}
LYING: ViewportSize = {"width": 740, "height": 360}
"""Screen of a phone in landscape."""
SLOWED = float(os.environ.get("SLOWED", "1"))
"""Factor by which pages are slowed down. Tests must not depend on a fast page."""
DRAWN = """() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(() =>
  drawn(document.querySelector('main')?.textContent !== ''
    && !document.querySelector('[aria-busy=true], .waiting')))))"""
"""JavaScript that waits two frames and returns whether all content has been loaded and drawn."""
NOT_LOGGED_IN = re.compile(r"status of 401.*/api/me")
"""A new visitor's page requests the account and gets 401."""
TABLE_IS_GONE = re.compile(r"status of 404.*/api/tables/t[^/]+-\d+/chat")
"""A tournament table may be closed while a page requests its chat."""


class Visitor:
    def __init__(self, context: BrowserContext, page: Page, house: House) -> None:
        self.context = context
        self.page = page
        self.house = house
        self.complaints: list[str] = []
        """Errors in the console of the page."""
        self.forgiven: list[str] = []
        """Parts of errors that the test expects."""
        self.frames: list[str] = []
        """Every message from the room, as text."""
        self.is_greeted = False
        """Whether the page that was loaded last has received a message over its socket."""
        self.asking: set[Request] = set()
        """Requests without a response."""

    @classmethod
    async def come(
        cls,
        browser: Browser,
        house: House,
        *,
        screen: Any = DESK,
        locale: Any = "en-GB",
        moving: Any = False,
        settings: Any = None,
        **wishes: Any,
    ) -> "Visitor":
        # A service worker would keep files from one test to the next. `test_app` uses one.
        wishes.setdefault("service_workers", "block")
        context = await browser.new_context(
            base_url=house.url,
            viewport=screen,
            locale=locale,
            reduced_motion="no-preference" if moving else "reduce",
            **wishes,
        )
        context.set_default_timeout(1000 * PATIENCE)
        if settings is not None:
            stored = json.dumps(json.dumps(settings))
            await context.add_init_script(f"localStorage['masa.settings'] ??= {stored}")
        visitor = cls(context, await context.new_page(), house)
        visitor._listen()
        if SLOWED != 1:
            tools = await context.new_cdp_session(visitor.page)
            await tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        return visitor

    def _listen(self) -> None:
        def complain(said: ConsoleMessage) -> None:
            text = f"{said.text} ({said.location.get('url', '')})"
            is_usual = NOT_LOGGED_IN.search(text) or TABLE_IS_GONE.search(text)
            is_expected = is_usual or any(word in text for word in self.forgiven)
            if said.type == "error" and not is_expected:
                self.complaints.append(text)

        def received(frame: bytes | str) -> None:
            self.is_greeted = True
            self.frames.append(str(frame))

        def connected(socket: WebSocket) -> None:
            self.is_greeted = False
            socket.on("framereceived", received)

        self.context.on("request", lambda asked: self.asking.add(asked))
        self.context.on("requestfinished", lambda asked: self.asking.discard(asked))
        self.context.on("requestfailed", lambda asked: self.asking.discard(asked))
        self.context.on("console", complain)
        self.context.on("weberror", lambda error: self.complaints.append(str(error.error)))

        def opened(page: Page) -> None:
            page.on("websocket", connected)
            # The client opens no dialogs, so a dialog would come from an injected script.
            page.on("dialog", lambda dialog: self.complaints.append(f"dialog: {dialog.message}"))

        self.context.on("page", opened)
        opened(self.page)

    async def go(self) -> None:
        await self.context.close()

    async def forget(self) -> None:
        """Deletes the account's cookies and all settings, so that the next visitor is a new person.
        The cache stays.
        """
        for page in self.context.pages:
            await page.close()
        await self.context.clear_cookies()
        self.page = await self.context.new_page()
        tools = await self.context.new_cdp_session(self.page)
        stored = {"origin": self.house.url, "storageTypes": "local_storage,indexeddb,cache_storage"}
        await tools.send("Storage.clearDataForOrigin", stored)
        await tools.detach()
        for message in (self.complaints, self.forgiven, self.frames, self.asking):
            message.clear()
        self.is_greeted = False

    # Accounts

    async def is_guest(self) -> str:
        """Become a guest before anything is clicked. Return the name."""
        made = await self.context.request.post("/api/guests")
        name: str = (await made.json())["name"]
        return name

    async def logs_in(self, name: str) -> None:
        """Logs in as an account that the room knows (`House.account`)."""
        await self.ask("POST", "login", {"name": name, "password": PASSWORD})

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Send an HTTP request with the page's cookies and return the JSON response."""
        answer = await self.context.request.fetch(f"/api/{path}", method=method, data=body)
        assert answer.ok, await answer.text()
        return await answer.json()

    # Pages

    async def open(self, path: str = "/") -> None:
        await self.page.goto(path)

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name)

    async def is_loaded(self) -> None:
        """Waits until the room has sent its first message, no request is pending, and everything is
        drawn. (Playwright's "networkidle" waits half a second without need.)
        """
        await self.page.wait_for_load_state()
        async with asyncio.timeout(PATIENCE):
            quiet = 0
            while quiet < 3:
                is_drawn = await self.page.evaluate(DRAWN)
                quiet = quiet + 1 if is_drawn and self.is_greeted and not self.asking else 0

    async def resize(self, width: int, height: int) -> None:
        """Resizes the window, and waits some frames until the page has adapted its layout."""
        await self.page.set_viewport_size({"width": width, "height": height})
        for _ in range(3):
            await self.page.evaluate(DRAWN)

    async def sees(self, text: str | re.Pattern[str]) -> None:
        await expect(self.page.get_by_text(text).first).to_be_visible()

    @property
    def masa(self) -> str:
        """Id of the table whose page is open."""
        return urlsplit(self.page.url).path.rpartition("/")[2]

    # At a table

    def side(self, side: int) -> Locator:
        return self.page.locator(f'[data-side="{side}"]')

    def act_button(self, act: str) -> Locator:
        """Return the button of an act once it can be pressed."""
        return self.page.locator(f'.acts .buttons:not(.unarmed) [data-act="{act}"]:enabled')

    async def sit(self, side: int, stack: int) -> None:
        await self.side(side).get_by_role("button").click()
        dialog = self.page.get_by_role("dialog")
        await dialog.locator("#amount-field").fill(str(stack))
        await dialog.locator('[data-act="sit-down"]').click()
        await expect(dialog).to_have_count(0)

    async def is_asked(self) -> None:
        """Waits until the visitor is to act and the buttons can be pressed."""
        await expect(self.page.locator(".acts[data-turn] .buttons:not(.unarmed)")).to_be_visible()

    async def act(self, act: str) -> None:
        await self.is_asked()
        turn = await self.page.locator(".acts").get_attribute("data-turn")
        await self.act_button(act).click()
        await expect(self.page.locator(f'.acts[data-turn="{turn}"]')).to_have_count(0)

    async def check_or_call(self) -> None:
        await self.is_asked()
        await self.act(str(await self.page.locator(".acts .call").get_attribute("data-act")))

    async def call_until(self, selector: str) -> None:
        """Checks or calls on every turn until *selector* is visible."""
        seen, turn = self.page.locator(selector), self.page.locator(".acts[data-turn]")
        while True:
            await expect(seen.or_(turn).first).to_be_visible()
            if await seen.count():
                return
            await self.check_or_call()

    async def opens_sizes(self) -> None:
        """Press "Raise…" where the bet sizes are not always shown."""
        more = self.page.locator('.acts .buttons:not(.unarmed) [data-act="sizes"]')
        if await more.count():
            await more.click()

    async def all_in(self) -> None:
        """Bets the whole stack, whether this is a raise or less than a call."""
        await self.is_asked()
        await self.opens_sizes()
        if await self.page.locator('[data-size="all_in"]').count():
            await self.page.locator('[data-size="all_in"]').click()
        await self.act("AA")

    async def put_in_all(self) -> None:
        """Bets the whole stack, or calls if the opponents have no more."""
        await self.is_asked()
        await self.opens_sizes()
        if await self.page.locator('[data-size="all_in"]').count():
            await self.all_in()
        else:
            await self.check_or_call()

    async def stacks(self) -> dict[int, int]:
        """Return the stacks that the page shows, by side."""
        shown: dict[str, str] = await self.page.evaluate(
            "Object.fromEntries([...document.querySelectorAll('[data-side]:has(.stack)')].map("
            "seat => [seat.dataset.side, seat.querySelector('.stack').textContent]))"
        )
        return {int(side): int(re.sub(r"\D", "", text)) for side, text in shown.items()}

    async def cards(self, where: str = "body") -> list[str]:
        """Return every card face in the document or in the part *where*, visible or not."""
        found: list[str] = await self.page.evaluate(
            "where => [...document.querySelectorAll(`${where} .card:has(.index)`)].map(card => "
            "card.querySelector('.index').textContent.replace('10', 'T') + card.classList[1])",
            where,
        )
        return found

    def spoken_line(self, text: str | re.Pattern[str]) -> Locator:
        """Return a line that a screen reader reads aloud."""
        return self.page.locator("[aria-live] p, [aria-live=assertive]").filter(has_text=text)


Visit = Callable[..., Awaitable[Visitor]]
"""Type of the fixture `visit`."""
