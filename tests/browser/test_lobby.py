"""Tests of the lobby: tables appear, fill and disappear while the page is open."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.house import House
from tests.browser.table import calls, table
from tests.browser.visitor import Visit

pytestmark = pytest.mark.sampled(3)


@pytest.mark.rotated
async def test_a_table_appears_fills_and_vanishes_without_a_reload(
    visit: Visit, house: House
) -> None:
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


def first_act_only() -> Callable[..., str]:
    asked_before = []

    def plays(asked: Any) -> str:
        asked_before.append(asked)
        return calls(asked) if len(asked_before) == 1 else None

    return plays


async def test_a_live_table_names_its_board_once(visit: Visit, house: House) -> None:
    async with table(house, name="Juniper") as juniper:
        for side in (0, 1):
            await juniper.seat(side, plays=first_act_only())
        await juniper.deal()
        visitor = await visit()
        await visitor.open()
        board = visitor.page.locator(".live-board")
        await expect(board.locator(".card:not(.slot)")).to_have_count(3)
        # The board is one image with one name, so its cards are not images of their own.
        await expect(board.get_by_role("img")).to_have_count(1)


async def test_a_visitor_opens_a_table_and_sits_down(visit: Visit) -> None:
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
    # The lobby links back to the table.
    await visitor.open("/")
    await visitor.page.get_by_role("link", name="Back to").click()
    await expect(visitor.page.get_by_role("heading", name="Rowan")).to_be_visible()
