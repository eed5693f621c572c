"""Tests of uploaded hands, saved ranges and leaderboards in the browser."""

import pytest
from playwright.async_api import expect

from tests.browser.house import House
from tests.browser.table import calls, table
from tests.browser.test_axe import Inspection
from tests.browser.test_hand import WIDTH, played
from tests.browser.visitor import PHONE, Visit

pytestmark = pytest.mark.sampled(3)


@pytest.mark.rotated
async def test_a_file_of_hands_is_read_studied_shared_without_names_and_deleted(
    visit: Visit, house: House
) -> None:
    async with table(house) as cedar:
        await cedar.seat(0, plays=calls, name="Olga of Cedar")
        await cedar.seat(2, plays=calls, name="Pavel of Cedar")
        await played(cedar, house, hands=3)
    olga = await visit(screen=PHONE)
    inspection = Inspection(olga)
    page = olga.page
    await olga.logs_in("Olga of Cedar")
    written = await olga.context.request.get("/api/hands/export?format=pokerstars")
    broken = "PokerStars Hand #1: no such game\n\n"
    text = broken + await written.text()
    await olga.open("/hands/upload")
    await olga.sees("Nothing uploaded yet.")
    file = {"name": "session.txt", "mimeType": "text/plain", "buffer": text.encode()}
    await page.locator("input[type=file]").set_input_files([file])  # type: ignore[arg-type]
    await olga.sees("3 hands · 1 could not be read")
    await page.get_by_text("Hands that could not be read").click()
    await inspection.look("uploads")
    assert await page.evaluate(WIDTH) <= 0
    await page.get_by_role("link", name="See the hands").click()
    lines = page.get_by_role("list", name="Hands").get_by_role("listitem")
    await expect(lines).to_have_count(3)
    await lines.first.get_by_role("link").click()
    await expect(page.get_by_role("heading", name="Equity")).to_be_visible()
    await olga.button("Share").click()
    await olga.sees("Names are always hidden in uploaded hands.")
    await olga.button("Make a link").click()
    link = await page.get_by_role("dialog").get_by_role("textbox").input_value()
    stranger = await visit()
    await stranger.page.goto(link)
    await expect(stranger.page.get_by_role("heading", name="Equity")).to_be_visible()
    assert "of Cedar" not in await stranger.page.locator("#app").inner_text()
    await olga.open("/me/stats?source=uploads")
    await expect(page.locator("figcaption")).to_contain_text("After 3 hands")
    await olga.open("/hands/upload")
    await olga.button("Delete").click()
    await olga.button("Delete with all its hands?").click()
    await olga.sees("Nothing uploaded yet.")
    stranger.forgiven.append("404")
    await stranger.page.reload()
    await stranger.sees("This link no longer works.")
    assert inspection.faults == []


@pytest.mark.rotated
async def test_a_range_can_be_saved_under_a_name_and_found_again(visit: Visit) -> None:
    visitor = await visit(screen=PHONE)
    inspection = Inspection(visitor)
    page = visitor.page
    await visitor.is_guest()
    await visitor.open("/tools/ranges")
    await page.get_by_role("textbox", name="Range").fill("99+, AKs")
    await visitor.sees("40 hands, 3.0% of all")
    await expect(page.locator(".painting [aria-pressed=true]")).to_have_count(7)
    await page.get_by_role("textbox", name="Name").fill("Tight")
    await visitor.button("Save").click()
    saved = page.get_by_role("region", name="Saved ranges").get_by_role("listitem")
    await expect(saved).to_have_count(1)
    await page.reload()
    await saved.get_by_role("button", name="Tight").click()
    await expect(page.get_by_role("textbox", name="Range")).to_have_value("99+, AKs")
    await inspection.look("ranges")
    await visitor.button("Delete").click()
    await visitor.button("Delete for good?").click()
    await expect(saved).to_have_count(0)
    await visitor.open("/leaderboards")
    await visitor.sees("Nobody is listed for this time yet.")
    await visitor.button("Tournaments").click()
    await visitor.button("Season").click()
    await visitor.button("Earlier").click()
    await visitor.sees("Prizes and bounties minus entries")
    await inspection.look("leaderboards")
    assert inspection.faults == []
