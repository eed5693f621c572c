"""Tests of guests in the browser: they choose a name when they sit down, without a password or a
page of its own.
"""

import re

import pytest
from playwright.async_api import expect

from tests.browser.house import House
from tests.browser.table import table
from tests.browser.visitor import Visit

pytestmark = pytest.mark.sampled(3)


async def test_a_guest_chooses_a_name_when_sitting_down(visit: Visit, house: House) -> None:
    house.account("Guest Taken")
    async with table(house) as cedar:
        visitor = await visit()
        visitor.forgiven += ["status of 409", "status of 422"]
        await visitor.open(cedar.path)
        await visitor.side(0).get_by_role("button").click()
        dialog = visitor.page.get_by_role("dialog")
        name, sit = dialog.get_by_label("Your name"), dialog.locator('[data-act="sit-down"]')
        for refused, text in (
            ("guest taken", "That name is taken."),
            ("x", "A name has 2 to 20 letters"),
        ):
            await name.fill(refused)
            await sit.click()
            # The refusal is shown beside the field, and the dialog stays open.
            await expect(dialog.get_by_role("alert").filter(has_text=text)).to_be_visible()
            await expect(name).to_have_attribute("aria-invalid", "true")
            await expect(name).to_be_focused()
            await expect(visitor.side(0).locator(".plate")).to_have_count(0)
        await name.fill("  Guest Free ")
        await expect(name).to_have_attribute("aria-invalid", "false")
        await sit.click()
        await expect(dialog).to_have_count(0)
        await expect(visitor.side(0).locator(".name")).to_have_text("Guest Free")
        # A visitor who has a name is not asked again.
        await visitor.open("/")
        await visitor.sees("You play as Guest Free.")
        assert (await visitor.ask("GET", "me"))["kind"] == "guest"


@pytest.mark.rotated
async def test_without_a_name_one_is_made_up_in_the_guests_language(
    visit: Visit, house: House
) -> None:
    for locale, pattern in (("en-GB", r"[a-z]+ [a-z]+ \d{4}"), ("zh-CN", r"[一-龥]+\d{4}")):
        visitor = await visit(locale=locale)
        await visitor.open("/")
        await visitor.page.locator(".go").click()
        await visitor.page.wait_for_url("**/masa/*")
        await expect(visitor.page.locator(".you .name")).to_be_visible()
        name = await visitor.page.locator(".you .name bdi").inner_text()
        assert re.fullmatch(pattern, name), name


async def test_a_guest_chooses_a_name_when_playing_at_once(visit: Visit, house: House) -> None:
    visitor = await visit()
    visitor.forgiven += ["status of 409"]
    house.account("Second Taken")
    await visitor.open("/")
    await visitor.page.get_by_label("Your name").fill("Second Taken")
    await visitor.page.locator(".go").click()
    await visitor.sees("That name is taken.")
    await visitor.page.get_by_label("Your name").fill("Second Free")
    await visitor.page.locator(".go").click()
    await visitor.page.wait_for_url("**/masa/*")
    await expect(visitor.page.locator(".you .name bdi")).to_have_text("Second Free")
