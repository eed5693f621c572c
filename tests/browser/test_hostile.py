"""Tests that hostile names and messages are displayed as plain text."""

import json
from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.house import House
from tests.browser.table import table
from tests.browser.visitor import PHONE, Visit, Visitor

SCRIPT = '<img src=x onerror="window.harmed = 1"><script>window.harmed = 1</script>'
BACKWARDS = "\u202e\u2066gnp.exe\u2067\u202a"
LINES = [
    SCRIPT,
    "javascript:window.harmed=1 {{7*7}} ${window.harmed=1} %3Cscript%3E",
    BACKWARDS,
    "👩‍👩‍👧‍👦🏳️‍🌈🃏" * 20,
    "Z\u0337\u0322\u031b\u034e" * 40,  # as many accents on a letter as the room accepts
    "W" * 300,
    "﷽" * 40,
]


async def is_unharmed(visitor: Visitor) -> None:
    page = visitor.page
    assert await page.evaluate("window.harmed") is None
    assert await page.locator('img[src="x"], body script').count() == 0
    sideways = "document.documentElement.scrollWidth - innerWidth"
    assert await page.evaluate(sideways) <= 0


async def test_hostile_chat_and_table_names_are_shown_as_text(visit: Visit, house: House) -> None:
    async with table(house, name=(SCRIPT + "🃏" * 60)[:60]) as cedar:
        visitor = await visit(screen=PHONE)
        await visitor.open("/")
        await expect(visitor.page.locator(f'a[href="/masa/{cedar.id}"]')).to_be_visible()
        await is_unharmed(visitor)
        await visitor.open(cedar.path)
        await expect(visitor.page.locator("[data-act=sit]")).to_be_visible()
        program = await cedar.seat(1)
        for line in LINES:
            await program.ask("say", masa=cedar.id, text=line)
        await visitor.is_guest()
        await visitor.page.reload()
        await visitor.page.locator("[data-panel=chat]").click()
        await expect(visitor.page.get_by_role("dialog").locator(".said")).to_have_count(len(LINES))
        said = await visitor.page.get_by_role("dialog").locator(".said").all_inner_texts()
        assert said[0] == SCRIPT
        await is_unharmed(visitor)


@pytest.mark.rotated
async def test_markup_from_a_hacked_room_is_shown_as_text(visit: Visit, house: House) -> None:
    """Simulates a room that was hacked or has a fault. It sends 10 kB of markup as a player's
    name.
    """
    async with table(house) as cedar:
        program = await cedar.seat(1)
        evil = (SCRIPT + BACKWARDS + "👩‍👩‍👧‍👦") * 80
        evil = evil[:10_000]
        visitor = await visit(screen=PHONE, fresh=True)

        async def forge(socket: Any) -> None:
            server = socket.connect_to_server()
            name = json.dumps(evil)
            server.on_message(
                lambda text: socket.send(text.replace(json.dumps(program.name), name))
            )

        await visitor.page.route_web_socket("**/ws*", forge)
        await visitor.open(cedar.path)
        await visitor.sit(0, 200)
        await cedar.deal()
        await program.ask("say", masa=cedar.id, text=LINES[0])
        await visitor.is_asked()
        await is_unharmed(visitor)
        shown = await visitor.side(1).locator(".name bdi").text_content()
        assert shown == evil
        await visitor.call_until(".seat.winner")
        await is_unharmed(visitor)
