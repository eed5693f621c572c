"""Tests of the pages with the visitor's hands, statistics and tools."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.house import House
from tests.browser.table import calls, table
from tests.browser.test_axe import Inspection
from tests.browser.test_hand import WIDE, WIDTH, played
from tests.browser.visitor import PHONE, Visit

pytestmark = pytest.mark.sampled(3)


@pytest.mark.rotated
async def test_the_list_of_hands_is_filtered_by_position_and_by_grid(
    visit: Visit, house: House
) -> None:
    async with table(house) as cedar:
        await cedar.seat(0, plays=calls, name="Ida of Cedar")
        await cedar.seat(2, plays=calls)
        await played(cedar, house, hands=4)
        token = cedar.programs[0].token
    listed = house.ask("GET", "hands", token)
    ida = await visit(screen=PHONE)
    inspection = Inspection(ida)
    await ida.logs_in("Ida of Cedar")
    await ida.open("/hands")
    # A list that the filters have left empty shows a second button "Clear".
    clear = ida.page.get_by_role("search").get_by_role("button", name="Clear")
    page, lines = ida.page, ida.page.get_by_role("list", name="Hands").get_by_role("listitem")
    await expect(lines).to_have_count(4)
    await inspection.look("hands")
    await ida.button("Filters").click()
    await page.get_by_label("Position").select_option("BB")
    in_big = [line for line in listed if line["position"] == "BB"]
    await expect(lines).to_have_count(len(in_big))
    assert "position=BB" in page.url
    await inspection.look("filters")
    await clear.click()
    await expect(lines).to_have_count(4)

    # Selects every pair on the grid by keyboard. The list then has only hands dealt as pairs.
    await ida.button("Choose on the grid").click()
    await inspection.look("grid")
    await page.get_by_role("button", name="AA", exact=True).focus()
    for _ in range(13):
        await page.keyboard.press("Space")
        await page.keyboard.press("ArrowRight")
        await page.keyboard.press("ArrowDown")
    await expect(page.get_by_text("5.9% of all hands")).to_be_visible()
    await ida.button("Done").click()
    await expect(page.get_by_role("textbox", name="Starting hands")).to_have_value("22+")
    pairs = [line for line in listed if line["cards"][0][0] == line["cards"][1][0]]
    if pairs:
        await expect(lines).to_have_count(len(pairs))
    else:
        await ida.sees("No hand fits the filters.")
    assert await page.evaluate(WIDTH) <= 0
    await page.reload()
    await expect(page.get_by_role("textbox", name="Starting hands")).to_have_value("22+")
    await clear.click()
    await page.get_by_role("link", name=re.compile("^Hand 4,")).click()
    await expect(page.get_by_role("heading", name="Hand 4")).to_be_visible()
    assert inspection.faults == []


@pytest.mark.rotated
async def test_the_statistics_page_shows_the_rooms_figures_as_a_table(
    visit: Visit, house: House
) -> None:
    async with table(house) as cedar:
        await cedar.seat(0, plays=calls, name="Una of Cedar")
        await cedar.seat(2, plays=calls, name="Vito of Cedar")
        # The solver has nothing to do in a pot of three players, so their hands are judged quickly.
        await cedar.seat(3, plays=calls)
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
    await expect(page.get_by_role("region", name="什么损失最大")).to_contain_text(
        "还没有评判过手牌"
    )
    await inspection.look("statistics")
    assert await page.evaluate(WIDTH) <= 0
    # The room judges the hands. It goes on while the page is loaded again.
    mistakes = page.get_by_role("region", name="什么损失最大")
    await mistakes.get_by_role("button", name="评判").click()
    await page.reload()
    await expect(mistakes).to_contain_text("已评判 3 手牌。")
    await expect(mistakes).to_contain_text("评判了 3 手牌")
    await mistakes.get_by_role("button", name="评判").click()
    await expect(mistakes).to_contain_text("没有尚未评判的手牌。")
    await inspection.look("judged hands")
    await visitor.open("/player/Vito%20of%20Cedar")
    await expect(page.get_by_role("heading", name="Vito of Cedar")).to_be_visible()
    await visitor.is_loaded()
    await inspection.look("a player")
    visitor.forgiven.append("404")
    await visitor.open("/player/Nobody%20at%20all")
    await visitor.sees("这个名字的玩家没有公开的手牌")
    assert inspection.faults == []


@pytest.mark.rotated
async def test_equity_of_typed_hands_and_of_hands_from_the_grid(visit: Visit) -> None:
    visitor = await visit(screen=WIDE)
    inspection = Inspection(visitor)
    page = visitor.page
    await visitor.open("/tools/equity")
    await inspection.look("equity, nobody's")
    await visitor.button("Go on as a guest").click()
    first, second = (page.get_by_label(f"Hand or range {n}", exact=True) for n in (1, 2))
    await first.fill("AsAh")
    await visitor.button("Hand or range 2: Grid").click()
    await page.get_by_role("button", name="KK", exact=True).focus()
    await page.keyboard.press("Enter")
    await visitor.button("Done").click()
    await expect(second).to_have_value("KK")
    await visitor.button("Board: choose cards").click()
    await expect(visitor.button("two of clubs")).to_be_visible()
    await inspection.look("choosing cards")
    for card in ("two of clubs", "seven of diamonds", "nine of hearts"):
        await visitor.button(card).click()
    await visitor.button("Done").click()
    await visitor.button("Calculate").click()
    # the result of `masa equity`
    await expect(page.locator(".result strong").first).to_have_text("91.62%")
    await visitor.sees("Exact")
    await inspection.look("an equity")
    visitor.forgiven.append("422")
    await first.fill("AsXx")
    await visitor.button("Calculate").click()
    await expect(page.get_by_role("alert").filter(has_text="cannot be answered")).to_be_visible()
    await inspection.look("a hand that cannot be read")
    await visitor.open("/tools/odds")
    await expect(page.get_by_role("rowheader", name="9", exact=True)).to_be_visible()
    await inspection.look("odds")
    assert inspection.faults == []
