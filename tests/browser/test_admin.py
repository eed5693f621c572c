"""Tests of the second factor on the account page, and of the admin page."""

import itertools
import os
import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.browser.house import PASSWORD, House
from tests.browser.operator import Admin, code_now
from tests.browser.table import table
from tests.browser.test_account import sign_up
from tests.browser.test_axe import CONTRAST, SCREENS, Inspection
from tests.browser.test_chinese import in_english
from tests.browser.test_weight import MOST_SHIFT
from tests.browser.visitor import PHONE, Visit, Visitor
from tests.browser.vitals import WATCH

pytestmark = pytest.mark.sampled(3)

SHOTS = os.environ.get("SHOTS")
"""Folder for screenshots of every step, if the environment variable is set."""
NAMES = (f"Bob {number}" for number in itertools.count(1))


async def shot(visitor: Visitor, name: str) -> None:
    if SHOTS:
        width = visitor.page.viewport_size["width"]
        await visitor.page.screenshot(path=Path(SHOTS) / f"{name}-{width}.png", full_page=True)


def somebody(house: House) -> str:
    """Create an account and return its name."""
    name = f"{next(NAMES)} of {house.port}"
    house.account(name)
    return name


@pytest.mark.rotated
async def test_a_phone_is_set_up_and_asked_for_at_the_next_login(visit: Visit) -> None:
    visitor = await visit(screen=PHONE)
    visitor.forgiven += ["403"]
    page = visitor.page
    name = await sign_up(visitor)
    panel = page.locator(".second")
    await panel.get_by_role("button", name="Set up").click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    await page.keyboard.press("Enter")
    secret = await dialog.locator("code").inner_text()
    await expect(dialog.locator(".qr path")).to_have_attribute("d", re.compile("^M"))
    await shot(visitor, "second-set-up")
    await dialog.get_by_label("Code of the second factor").fill("000000 wrong")
    await page.keyboard.press("Enter")
    await expect(dialog.locator("p[role=alert]")).to_be_visible()
    await dialog.get_by_label("Code of the second factor").fill(code_now(secret))
    await page.keyboard.press("Enter")
    await expect(dialog.locator(".codes li")).to_have_count(10)
    recovery = await dialog.locator(".codes code").all_inner_texts()
    await shot(visitor, "second-codes")
    await dialog.get_by_role("button", name="I have saved them").click()
    await expect(panel.get_by_text("Recovery codes left: 10")).to_be_visible()

    await page.get_by_role("button", name="Log out", exact=True).click()
    await expect(page.locator("header").get_by_text("Log in")).to_be_visible()
    await visitor.open("/account")
    await page.get_by_label("Name").fill(name)
    await page.get_by_label("Password", exact=True).fill(PASSWORD)
    await page.keyboard.press("Enter")
    second = page.get_by_label("Code of the second factor")
    await expect(second).to_be_focused()
    await shot(visitor, "second-login")
    await second.fill(recovery[0])
    await page.keyboard.press("Enter")
    await expect(page.locator("header").get_by_text(name)).to_be_visible()

    await visitor.open("/account")
    await expect(panel.get_by_text("Recovery codes left: 9")).to_be_visible()
    await panel.get_by_role("button", name="Turn it off").click()
    await dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    await dialog.get_by_label("Code of the second factor").fill(recovery[1])
    await page.keyboard.press("Enter")
    await expect(panel.get_by_role("button", name="Set up")).to_be_visible()


@pytest.mark.rotated
async def test_an_admin_bans_corrects_and_reads_the_log_after_giving_a_code(
    visit: Visit, house: House
) -> None:
    visitor = await visit()
    visitor.forgiven += ["403", "409"]
    page = visitor.page
    admin = await Admin.come(visitor)
    bob = somebody(house)
    # A new password starts a new session, which has not given a code yet.
    await page.context.request.post(
        "/api/me/password", data={"old": PASSWORD, "new": f"{PASSWORD} again"}
    )
    await visitor.open("/account")
    await page.get_by_role("link", name="Look after the room").click()
    dialog = page.get_by_role("dialog")
    await expect(dialog.get_by_label("Code from your app")).to_be_focused()
    await page.keyboard.type("wrong")
    await page.keyboard.press("Enter")
    await expect(dialog.locator("p[role=alert]")).to_be_visible()
    await dialog.get_by_label("Code from your app").fill(admin.recovery[0])
    await page.keyboard.press("Enter")
    await expect(dialog).to_have_count(0)

    await page.get_by_label("Find by name").fill(bob)
    await page.keyboard.press("Enter")
    await visitor.button(f"Manage {bob}").click()
    await dialog.get_by_role("button", name="Correct chips").click()
    await dialog.get_by_label("Chips, like").fill("-20000")
    await dialog.get_by_label("Reason").fill("a mistake")
    await page.keyboard.press("Enter")
    await expect(dialog.locator("p[role=alert]")).to_contain_text("not enough chips")
    await dialog.get_by_label("Chips, like").fill("-500")
    await page.keyboard.press("Enter")
    await expect(dialog).to_have_count(0)
    await expect(page.locator(".rows").get_by_text("9,500 chips")).to_be_visible()

    await visitor.button(f"Manage {bob}").click()
    await dialog.get_by_role("button", name="Reset the password").click()
    await dialog.get_by_label("Reason").fill("forgot it")
    await page.keyboard.press("Enter")
    link = await dialog.locator(".fresh code").inner_text()
    await page.keyboard.press("Escape")

    owner = await visit()
    await owner.open(link)
    await expect(owner.page.get_by_label("Name")).to_have_value(bob)
    await owner.page.get_by_label("Password", exact=True).fill("another horse")
    await owner.page.keyboard.press("Enter")
    await expect(owner.page.locator("header").get_by_text(bob)).to_be_visible()

    await visitor.button(f"Manage {bob}").click()
    await dialog.get_by_role("button", name="Ban", exact=True).click()
    await dialog.get_by_label("Reason").fill("chip dumping")
    await page.keyboard.press("Enter")
    await expect(page.locator(".rows .mark").get_by_text("banned")).to_be_visible()
    owner.forgiven += ["401", "403"]
    await expect(owner.page.locator("header").get_by_text("Log in")).to_be_visible()
    await visitor.button("Log").click()
    first = page.locator(".rows > li").first
    await expect(first).to_contain_text(admin.name)
    await expect(first).to_contain_text("chip dumping")


async def test_the_page_is_for_admins(visit: Visit) -> None:
    visitor = await visit()
    await visitor.is_guest()
    await visitor.open("/admin")
    await visitor.sees("This page is for admins.")
    await visitor.open("/account")
    await visitor.is_loaded()
    await expect(visitor.page.get_by_role("link", name="Look after the room")).to_have_count(0)


@pytest.mark.rotated
@SCREENS
async def test_every_part_of_the_admin_page_is_accessible_in_both_languages(
    visit: Visit, house: House, screen: dict[str, int]
) -> None:
    """Checks axe rules, untranslated text on Chinese pages, layout shifts, and button names."""
    visitor = await visit(screen=screen)
    page = visitor.page
    await Admin.come(visitor)
    bob = somebody(house)
    async with table(house, name="Cedar") as cedar:
        await cedar.seat(1)
        inspection = Inspection(visitor)
        await page.add_init_script(WATCH)
        await visitor.open("/admin")
        await expect(visitor.button(f"Manage {bob}")).to_be_visible()
        await visitor.is_loaded()
        assert await page.evaluate("window.shifted") < MOST_SHIFT
        await inspection.look("accounts", CONTRAST)
        await shot(visitor, "admin-accounts")
        await visitor.button(f"Manage {bob}").click()
        await inspection.look("an account")
        await shot(visitor, "admin-manage")
        await page.get_by_role("dialog").get_by_role("button", name="Ban", exact=True).click()
        await inspection.look("a ban")
        await shot(visitor, "admin-ban")
        await page.keyboard.press("Escape")
        for section in ("Games", "Room", "Reports", "Log"):
            await visitor.button(section).click()
            await visitor.is_loaded()
            await inspection.look(section)
            await shot(visitor, f"admin-{section.lower()}")
        wide = await page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert wide == 0
        assert inspection.faults == []
        await visitor.button("Settings").click()
        await visitor.button("中文").click()
        await page.keyboard.press("Escape")
        for section in ("账户", "牌局", "房间", "举报", "日志"):
            await page.get_by_role("button", name=section, exact=True).click()
            await visitor.is_loaded()
            assert await in_english(visitor) == [], section
