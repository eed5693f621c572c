"""The lobby lives: tables come, fill and go before one's eyes."""

import pytest
from playwright.async_api import expect

from tests.browser.table import table

pytestmark = pytest.mark.sampled(2)


async def test_a_table_appears_fills_and_vanishes_without_a_reload(visit, house):
    visitor = await visit()
    await visitor.open()
    await expect(visitor.page.get_by_role("link", name="Copper", exact=True)).to_be_visible()
    async with table(house, name="Juniper", small=25, big=50, sides=4) as juniper:
        row = visitor.page.get_by_role("row", name="Juniper")
        await expect(row).to_contain_text("25/50")
        await expect(row).to_contain_text("0/4")
        seated = [await juniper.seat(0, 5000), await juniper.seat(1, 5000)]
        await expect(row).to_contain_text("2/4")
        for program in seated:
            await program.ask("leave", masa=juniper.id)
        await expect(row).to_contain_text("0/4")
        house.ask("DELETE", f"tables/{juniper.id}", juniper.host.token)
        await expect(row).to_have_count(0)


async def test_a_table_is_opened_and_one_sits_at_it(visit):
    visitor = await visit()
    await visitor.open()
    await visitor.button("New table").click()
    dialog = visitor.page.get_by_role("dialog")
    await dialog.get_by_role("group", name="Seats").get_by_text("3", exact=True).click()
    await dialog.get_by_text("More options").click()
    await dialog.get_by_label("Name of the table").fill("Rowan")
    await dialog.get_by_role("button", name="Open and sit down").click()
    await expect(visitor.page.locator(".seat.you")).to_be_visible()
    await expect(visitor.page.get_by_role("heading", name="Rowan")).to_be_visible()
    await expect(visitor.page.locator(".seat")).to_have_count(3)
    # The lobby knows the way back.
    await visitor.open("/")
    await visitor.page.get_by_role("link", name="Back to").click()
    await expect(visitor.page.get_by_role("heading", name="Rowan")).to_be_visible()
