"""One's statistics, and what a player makes public."""

from playwright.async_api import expect

from tests.browser.table import calls, table
from tests.browser.test_axe import Inspection
from tests.browser.test_hand import WIDTH, played
from tests.browser.visitor import PHONE


async def test_statistics_are_the_room_s_and_can_be_read_as_a_table(visit, house):
    async with table(house) as cedar:
        await cedar.seat(0, plays=calls, name="Una of Cedar")
        await cedar.seat(2, plays=calls, name="Vito of Cedar")
        await played(cedar, house, hands=3)
        token = cedar.programs[0].token
    stats = house.ask("GET", "me/stats", token)
    visitor = await visit(screen=PHONE, locale="zh-CN")
    inspection = Inspection(visitor)
    await visitor.logs_in("Una of Cedar")
    await visitor.open("/me/stats")
    page = visitor.page
    won = round(stats["line"][-1]["won"], 1)
    shown = f"{won:+g}".replace("-", "−") if won else "0"
    await expect(page.locator("figcaption")).to_contain_text(f"3 手之后：实际 {shown}")
    await page.get_by_role("slider").focus()
    await page.keyboard.press("Home")
    await expect(page.locator("figcaption")).to_contain_text("0 手之后")
    await page.get_by_text("表格形式").click()
    await expect(page.locator("figure tbody tr")).to_have_count(4)
    await inspection.look("statistics")
    assert await page.evaluate(WIDTH) <= 0
    await visitor.open("/player/Vito%20of%20Cedar")
    await expect(page.get_by_role("heading", name="Vito of Cedar")).to_be_visible()
    await visitor.is_loaded()
    await inspection.look("a player")
    visitor.forgiven.append("404")
    await visitor.open("/player/Nobody%20at%20all")
    await visitor.sees("没有公开手牌的这位玩家")
    assert inspection.faults == []
