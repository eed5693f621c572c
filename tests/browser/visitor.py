"""Somebody before a browser: one profile, one page, and the eyes and hands to play with."""

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
"""A phone on its side."""
SLOWED = float(os.environ.get("SLOWED", "1"))
"""How much slower pages run than they could: tests must not rely on a quick one."""
DRAWN = """() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(() =>
  drawn(document.querySelector('main')?.textContent !== ''
    && !document.querySelector('[aria-busy=true], .waiting')))))"""
"""Two frames later, whether everything that is to come has its content."""
NOT_LOGGED_IN = re.compile(r"status of 401.*/api/me")
"""Whoever comes for the first time asks who they are, and hears: nobody."""
TABLE_IS_GONE = re.compile(r"status of 404.*/api/tables/t[^/]+-\d+/chat")
"""A tournament's table may be broken up while a page asks what was said there."""


class Visitor:
    def __init__(self, context: BrowserContext, page: Page, house: House) -> None:
        self.context = context
        self.page = page
        self.house = house
        self.complaints: list[str] = []
        """What the page's console said in red."""
        self.forgiven: list[str] = []
        """Parts of complaints that a test expects."""
        self.frames: list[str] = []
        """Every message from the room, as it came."""
        self.is_greeted = False
        """By the room, over the socket of the page that was loaded last."""
        self.asking: set[Request] = set()
        """What has been asked for and has not come."""

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
        # It keeps files from one test to the next; `test_app` tries it.
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
            kept = json.dumps(json.dumps(settings))
            await context.add_init_script(f"localStorage['masa.settings'] ??= {kept}")
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

        def heard(frame: bytes | str) -> None:
            self.is_greeted = True
            self.frames.append(str(frame))

        def connected(socket: WebSocket) -> None:
            self.is_greeted = False
            socket.on("framereceived", heard)

        self.context.on("request", lambda asked: self.asking.add(asked))
        self.context.on("requestfinished", lambda asked: self.asking.discard(asked))
        self.context.on("requestfailed", lambda asked: self.asking.discard(asked))
        self.context.on("console", complain)
        self.context.on("weberror", lambda error: self.complaints.append(str(error.error)))

        def opened(page: Page) -> None:
            page.on("websocket", connected)
            # A dialog would be somebody else's script: nobody here opens one.
            page.on("dialog", lambda dialog: self.complaints.append(f"dialog: {dialog.message}"))

        self.context.on("page", opened)
        opened(self.page)

    async def go(self) -> None:
        await self.context.close()

    async def forget(self) -> None:
        """Who one was and what one chose: the next to sit here is somebody new. What the browser
        has fetched it keeps, as everybody's does after the first visit."""
        for page in self.context.pages:
            await page.close()
        await self.context.clear_cookies()
        self.page = await self.context.new_page()
        tools = await self.context.new_cdp_session(self.page)
        kept = {"origin": self.house.url, "storageTypes": "local_storage,indexeddb,cache_storage"}
        await tools.send("Storage.clearDataForOrigin", kept)
        await tools.detach()
        for told in (self.complaints, self.forgiven, self.frames, self.asking):
            told.clear()
        self.is_greeted = False

    # Who one is

    async def is_guest(self) -> str:
        """Be a guest, before anything is clicked; the name."""
        made = await self.context.request.post("/api/guests")
        name: str = (await made.json())["name"]
        return name

    async def logs_in(self, name: str) -> None:
        """As somebody whom the room knows: `House.account`."""
        await self.ask("POST", "login", {"name": name, "password": PASSWORD})

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Over HTTP, as the page would."""
        answer = await self.context.request.fetch(f"/api/{path}", method=method, data=body)
        assert answer.ok, await answer.text()
        return await answer.json()

    # Around the house

    async def open(self, path: str = "/") -> None:
        await self.page.goto(path)

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name)

    async def is_loaded(self) -> None:
        """Until the room has greeted the page, nothing that it asked for is on its way, and all of
        it is drawn. (Playwright's "networkidle" is half a second of doing nothing.)"""
        await self.page.wait_for_load_state()
        async with asyncio.timeout(PATIENCE):
            quiet = 0
            while quiet < 3:
                is_drawn = await self.page.evaluate(DRAWN)
                quiet = quiet + 1 if is_drawn and self.is_greeted and not self.asking else 0

    async def resize(self, width: int, height: int) -> None:
        """And whatever is laid out by the page itself has followed: that takes some frames."""
        await self.page.set_viewport_size({"width": width, "height": height})
        for _ in range(3):
            await self.page.evaluate(DRAWN)

    async def sees(self, text: str | re.Pattern[str]) -> None:
        await expect(self.page.get_by_text(text).first).to_be_visible()

    @property
    def masa(self) -> str:
        """Whose page this is."""
        return urlsplit(self.page.url).path.rpartition("/")[2]

    # At a table

    def side(self, side: int) -> Locator:
        return self.page.locator(f'[data-side="{side}"]')

    def act_button(self, act: str) -> Locator:
        """Once it may be pressed."""
        return self.page.locator(f'.acts .buttons:not(.unarmed) [data-act="{act}"]:enabled')

    async def sit(self, side: int, stack: int) -> None:
        await self.side(side).get_by_role("button").click()
        dialog = self.page.get_by_role("dialog")
        await dialog.locator("#amount-field").fill(str(stack))
        await dialog.locator('[data-act="sit-down"]').click()
        await expect(dialog).to_have_count(0)

    async def is_asked(self) -> None:
        """Until it is one's turn, and the buttons may be pressed."""
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
        """Check or call whenever asked, until the page shows this."""
        seen, turn = self.page.locator(selector), self.page.locator(".acts[data-turn]")
        while True:
            await expect(seen.or_(turn).first).to_be_visible()
            if await seen.count():
                return
            await self.check_or_call()

    async def all_in(self) -> None:
        """Whatever one has, whether that is a raise or less than a call."""
        await self.is_asked()
        if await self.page.locator('[data-size="all_in"]').count():
            await self.page.locator('[data-size="all_in"]').click()
        await self.act("AA")

    async def put_in_all(self) -> None:
        """Or as much as the others have."""
        await self.is_asked()
        if await self.page.locator('[data-size="all_in"]').count():
            await self.all_in()
        else:
            await self.check_or_call()

    async def stacks(self) -> dict[int, int]:
        """What the page shows of everybody's chips."""
        shown: dict[str, str] = await self.page.evaluate(
            "Object.fromEntries([...document.querySelectorAll('[data-side]:has(.stack)')].map("
            "seat => [seat.dataset.side, seat.querySelector('.stack').textContent]))"
        )
        return {int(side): int(re.sub(r"\D", "", text)) for side, text in shown.items()}

    async def cards(self) -> list[str]:
        """Every card face in the document, seen or not."""
        found: list[str] = await self.page.evaluate(
            "[...document.querySelectorAll('.card:has(.index)')].map(card => card.querySelector("
            "'.index').textContent.replace('10', 'T') + card.classList[1])"
        )
        return found

    def heard(self, text: str | re.Pattern[str]) -> Locator:
        """A line that a screen reader is given."""
        return self.page.locator("[aria-live] p, [aria-live=assertive]").filter(has_text=text)


Visit = Callable[..., Awaitable[Visitor]]
"""The fixture `visit`."""
