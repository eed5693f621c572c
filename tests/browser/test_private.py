"""Tests of private tables in the browser: access by link only, and the rights of the host."""

import asyncio
import re
from contextlib import suppress

import pytest
from playwright.async_api import TimeoutError, expect

from tests.browser.house import PATIENCE, House
from tests.browser.visitor import Visit, Visitor

pytestmark = pytest.mark.sampled(3)


async def opened_with_approval(host: Visitor) -> str:
    """Open a private table whose host approves every player and has a seat. Return its link."""
    await host.open()
    await host.button("Invite friends").click()
    dialog = host.page.get_by_role("dialog")
    await dialog.get_by_text("More options").click()
    await dialog.get_by_label("You approve every player").check()
    await dialog.get_by_role("button", name="Make the link").click()
    link = await dialog.get_by_label("Link", exact=True).input_value()
    await dialog.get_by_role("button", name="Sit down").click()
    await expect(host.page.locator(".seat.you")).to_be_visible()
    return link


async def take_a_seat(visitor: Visitor) -> None:
    """The dialog opens by itself for an invited friend, perhaps just before the click."""
    sit_down = visitor.page.locator('[data-act="sit-down"]')
    while not await sit_down.count():
        with suppress(TimeoutError):
            await visitor.button("Take a seat").click(timeout=1000)
    await sit_down.click()


async def whoever_is_asked(*visitors: Visitor) -> Visitor:
    async with asyncio.timeout(PATIENCE):
        while True:
            for visitor in visitors:
                if await visitor.page.locator(".acts[data-turn]").count():
                    return visitor
            await asyncio.sleep(0.02)


async def test_a_private_table_is_found_by_its_whole_link_only(visit: Visit, house: House) -> None:
    host, stranger = await visit(), await visit()
    link = await opened_with_approval(host)
    assert re.fullmatch(rf"{house.url}/masa/\w+#[\w-]{{24,}}", link)
    stranger.forgiven.append("404")
    await stranger.open()
    await expect(stranger.page.get_by_role("link", name="Copper", exact=True)).to_be_visible()
    masa = re.search(r"/masa/(\w+)", link)[1]
    assert await stranger.page.locator(f'a[href*="{masa}"]').count() == 0
    await stranger.open(link.partition("#")[0])
    await stranger.sees("A private table needs its whole link.")


@pytest.mark.rotated
async def test_the_host_approves_pauses_and_kicks_a_friend(visit: Visit) -> None:
    host, friend = await visit(), await visit()
    link = await opened_with_approval(host)
    name = await friend.is_guest()
    await friend.open(link)
    await take_a_seat(friend)
    await friend.sees("is being asked")
    await host.page.locator("[data-panel=host]").click()
    await host.button(f"Let {name} in").click()
    await expect(host.button(f"Let {name} in")).to_have_count(0)
    await take_a_seat(friend)
    await expect(friend.page.locator(".seat.you")).to_be_visible()

    asked = await whoever_is_asked(host, friend)
    await host.button("Pause after this hand").click()
    await expect(host.button("Go on")).to_be_visible()
    await host.page.keyboard.press("Escape")
    await asked.act("FO")
    await friend.sees("The host has paused the game.")

    friend.forgiven.append("404")
    await host.page.locator("[data-panel=host]").click()
    await host.button(f"Send {name} away").click()
    await host.button(f"Send {name} away?").click()
    await friend.sees("The host has sent you away from this table.")
    await expect(host.page.locator(".seat:has(.plate)")).to_have_count(1)
    await friend.page.reload()
    await expect(friend.page.get_by_role("link", name="To the lobby")).to_be_visible()
    await expect(friend.page.locator(".cloth")).to_have_count(0)
