"""Runs axe-core on every page, in both themes, on a desktop and on a phone."""

import asyncio
import functools
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from pokermasa.client.client import RequestRefused
from tests.browser.event import event
from tests.browser.house import House
from tests.browser.table import Program, shoves, table
from tests.browser.test_chinese import in_english
from tests.browser.visitor import DESK, PHONE, Visit, Visitor

pytestmark = pytest.mark.sampled(3)

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
ALL = "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']"
COLOURS = "['color-contrast', 'link-in-text-block']"
RULES = {"light": ALL, "dark": COLOURS}
"""Rules by theme. In the second theme, only rules about colours are run."""
CONTRAST = {"contrast": COLOURS}
SCREENS = pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])


@functools.cache
def axe() -> str:
    if not AXE.is_file():
        pytest.fail(f"{AXE} is missing: python web/build.py --check brings it")
    return AXE.read_text("utf-8")


class Inspection:
    """Runs axe-core on pages and collects the results, which are checked at the end."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.faults: list[Any] = []

    async def look(
        self, where: str | tuple[int, ...] | int, more: dict[str, str] | None = None
    ) -> None:
        page = self.visitor.page
        if not await page.evaluate("'axe' in window"):
            # Loaded by the browser itself, because the page's policy forbids foreign scripts.
            await page.evaluate(axe())
        for theme, rules in {**RULES, **(more or {})}.items():
            await page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
            found = await page.evaluate(
                f"axe.run(document, {{resultTypes: ['violations'], runOnly: {rules}}})"
            )
            self.faults += [
                (where, theme, fault["id"], [node["html"][:200] for node in fault["nodes"][:4]])
                for fault in found["violations"]
                if fault["impact"] in ("serious", "critical")
            ]


@pytest.mark.rotated
@pytest.mark.sampled(3)
@SCREENS
async def test_lobby_rules_and_account_pages_pass_axe(visit: Visit, screen: dict[str, int]) -> None:
    visitor = await visit(screen=screen)
    inspection = Inspection(visitor)
    await visitor.open()
    await expect(visitor.page.get_by_role("link", name="Copper", exact=True)).to_be_visible()
    await inspection.look("lobby", CONTRAST)
    await visitor.button("New table").click()
    await visitor.page.get_by_text("More options").click()
    await inspection.look("new table")
    await visitor.open("/rules")
    await expect(visitor.page.get_by_role("heading").first).to_be_visible()
    await inspection.look("rules")
    await visitor.open("/docs#post-api-tables")
    await expect(visitor.page.locator("#post-api-tables pre")).to_be_visible()
    await inspection.look("API")
    for who in ("nobody's", "a guest's"):
        await visitor.open("/account")
        await expect(visitor.page.get_by_role("heading").first).to_be_visible()
        await visitor.is_loaded()
        await inspection.look(f"{who} account")
        await visitor.is_guest()
    await visitor.button("Settings").click()
    await inspection.look("settings")
    assert inspection.faults == []


@pytest.mark.rotated
@pytest.mark.sampled(3)
@SCREENS
async def test_the_table_page_passes_axe(
    visit: Visit, house: House, screen: dict[str, int]
) -> None:
    async with table(house, run_twice=True, straddle=True) as cedar:
        await cedar.seat(1)
        await cedar.seat(3)
        visitor = await visit(screen=screen)
        inspection = Inspection(visitor)
        await visitor.open(cedar.path)
        await expect(visitor.page.locator("[data-act=sit]")).to_be_visible()
        await inspection.look("watching")
        await visitor.sit(0, 200)
        await cedar.deal()
        await visitor.is_asked()
        await inspection.look("one's turn", CONTRAST)
        for felt in ("blue", "red", "grey"):
            await visitor.page.evaluate(
                "felt => document.documentElement.dataset.felt = felt", felt
            )
            await inspection.look(f"one's turn on {felt}")
        for key in "?mhu":
            await visitor.page.keyboard.press(key)
            await expect(visitor.page.locator("dialog")).to_be_visible()
            await visitor.is_loaded()
            await inspection.look(f"behind {key}")
            await visitor.page.keyboard.press("Escape")
            await expect(visitor.page.locator("dialog")).to_have_count(0)
        await visitor.call_until(".seat.winner")
        await inspection.look("the end of a hand")
        assert inspection.faults == []


@pytest.mark.rotated
async def test_tables_side_by_side_notes_and_a_home_game_pass_axe(
    visit: Visit, house: House
) -> None:
    async with table(house, name="Cedar") as cedar:
        await cedar.seat(1)
        visitor = await visit(screen=DESK)
        page = visitor.page
        inspection = Inspection(visitor)
        await visitor.is_guest()
        game = {"name": "Home", "private": True, "own_chips": True}
        made = await visitor.ask("POST", "tables", game)
        for path, side in ((cedar.path, 0), (f"/masa/{made['id']}#{made['key']}", 0)):
            await visitor.open(path)
            await visitor.sit(side, 100)
        program = await Program.come(house)
        with pytest.raises(RequestRefused, match="APPROVAL_REQUESTED"):
            await program.ask("sit", masa=made["id"], stack=100, key=made["key"])
        await page.locator("[data-panel=host]").click()
        await expect(page.get_by_role("button", name=f"Yes, {program.name}")).to_be_visible()
        await page.get_by_text("Blinds by the clock").click()
        await inspection.look("host tools", CONTRAST)
        await page.keyboard.press("Escape")
        await visitor.open("/tables")
        await expect(page.locator("[data-tile] .seat.you")).to_have_count(2)
        await inspection.look("side by side", CONTRAST)
        await visitor.open(cedar.path)
        await page.locator("[data-panel=menu]").click()
        await visitor.button("Players and notes").click()
        await expect(page.locator(".person textarea")).to_be_visible()
        await inspection.look("notes")
        await visitor.open(f"/masa/{made['id']}")
        await expect(page.locator(".seat.you")).to_be_visible()
        await visitor.context.request.delete(f"/api/tables/{made['id']}")
        await expect(page.locator(".results tbody tr")).to_have_count(1)
        await inspection.look("results", CONTRAST)
        await program.go()
        assert inspection.faults == []


@pytest.mark.rotated
@pytest.mark.sampled(3)
@pytest.mark.parametrize(("locale", "host"), [("en-GB", "Mira"), ("zh-CN", "Mirabel")])
async def test_tournament_pages_pass_axe(
    visit: Visit, house: House, locale: str, host: str
) -> None:
    async with event(house, host, seats=3, most=4, name="Cedar") as friday:
        for _ in range(3):
            await friday.enter(plays=None)
        visitor = await visit(screen=PHONE, locale=locale)
        inspection = Inspection(visitor)
        page = visitor.page
        await visitor.logs_in(host)
        await visitor.open("/tournaments")
        await expect(page.get_by_role("link", name="Cedar").first).to_be_visible()
        await inspection.look("list")
        await page.locator(".events-head button").click()
        await inspection.look("holding one")
        await visitor.open(friday.path)
        await friday.order("start")
        await page.locator("#tab-structure").click()
        await inspection.look("structure")
        await page.locator("#tab-director").click()
        await page.locator("#section select").first.select_option(friday.programs[0].name)
        await inspection.look("director")
        await page.locator("#tab-players").click()
        await page.set_viewport_size(DESK)
        await inspection.look("players")
        await page.locator("#section a[href*=follow]").first.click()
        await expect(page.locator(".follows")).to_be_visible()
        await inspection.look("looking on")
        assert inspection.faults == []


FAST = """
name = "Botpoker"
rules = "botpoker"
stack = 100
entrants = [2, 10]
buy_in = 0
points = [[1, 0]]
[levels]
rises = "hands"
every = 1
beyond = "double"
scale = [[25, 50]]
"""


async def test_the_league_page_passes_axe(visit: Visit, house: House) -> None:
    """Uses the Chinese page after two games."""
    host, other = [await Program.come(house) for _ in range(2)]
    fields = {"name": "Cedar", "players": 2, "games": 2, "act_time": 600_000, "structure": FAST}
    made = await asyncio.to_thread(house.ask, "POST", "leagues", host.token, fields)
    for program in (host, other):
        program.plays = shoves
        await program.ask("register", tournament=made["tournament"])
    ends = "tournament_over"
    await host.until(lambda: sum(received["type"] == ends for received in host.messages) == 2)
    visitor = await visit(screen=PHONE, locale="zh-CN")
    inspection = Inspection(visitor)
    await visitor.open(f"/league/{made['id']}")
    await expect(visitor.page.locator("table")).not_to_have_count(0)
    await visitor.is_loaded()
    await inspection.look("league")
    assert await in_english(visitor) == []
    assert inspection.faults == []
    for program in (host, other):
        await program.go()
