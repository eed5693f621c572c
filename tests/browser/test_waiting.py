"""Tests of a table where no hand can be dealt: the page says what it waits for, and fades the last
hand.
"""

import re

import pytest
from playwright.async_api import expect

from tests.browser.house import House
from tests.browser.table import calls, folds, shoves, table
from tests.browser.visitor import Visit, Visitor

pytestmark = pytest.mark.sampled(3)


async def faded(visitor: Visitor, text: str) -> None:
    """Checks that the pot and winner of the last hand are gone and *text* are shown instead."""
    await expect(visitor.page.locator(".middle .quiet")).to_have_text(text)
    await expect(visitor.page.locator(".acts .hint")).to_have_text(text)
    await expect(visitor.spoken_line(text)).not_to_have_count(0)
    await expect(visitor.page.locator(".pot")).to_have_count(0)
    await expect(visitor.page.locator(".cloth.past .winner .plate")).to_have_css(
        "box-shadow", "none"
    )
    await expect(visitor.page.get_by_text("The next hand begins in a moment.")).to_have_count(0)


@pytest.mark.rotated
async def test_the_page_says_that_the_table_waits_for_a_player_or_the_host(
    visit: Visit, house: House
) -> None:
    async with table(house, sides=2) as cedar:
        program = await cedar.seat(1, plays=folds)
        visitor = await visit()
        await visitor.open(cedar.path)
        await visitor.sit(0, 200)
        await cedar.deal()
        # The host pauses the table during this hand.
        await visitor.call_until(".seat.winner")
        await faded(visitor, "The host has paused the game.")
        await program.ask("sit_out", masa=cedar.id, value=True)
        await cedar.pause(False)
        await faded(visitor, f"Waiting for {program.name} to come back.")
        await program.ask("sit_out", masa=cedar.id, value=False)
        await visitor.is_asked()
        await expect(visitor.page.locator(".middle .pot")).to_be_visible()


@pytest.mark.rotated
async def test_the_page_says_that_the_table_waits_for_chips_or_players(
    visit: Visit, house: House
) -> None:
    async with table(house, sides=3, least_buy_in=40, most_buy_in=400) as cedar:
        loser = await cedar.seat(1, 40, plays=shoves)
        winner = await cedar.seat(2, 400, plays=calls)
        visitor = await visit()
        await visitor.open(cedar.path)
        await visitor.sees("The host has paused the game.")  # before the first hand
        await cedar.pause(False)
        broke = re.compile(f"Waiting for ({loser.name}|{winner.name}) to rebuy\\.")
        await expect(visitor.page.locator(".middle .quiet")).to_have_text(broke)
        await expect(visitor.page.locator(".cloth.past")).to_be_visible()
        for program in (loser, winner):
            await program.ask("leave", masa=cedar.id)
        await expect(visitor.page.locator(".middle .quiet")).to_have_text("Waiting for players.")
