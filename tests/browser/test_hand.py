"""Tests of the page of a finished hand: its steps, its link, and what strangers see."""

import re
from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.house import House
from tests.browser.table import Table, calls, shoves, table
from tests.browser.test_axe import CONTRAST, Inspection
from tests.browser.visitor import PHONE, Visit

pytestmark = pytest.mark.sampled(3)

WIDE = {"width": 1440, "height": 900}
WIDTH = "document.documentElement.scrollWidth - innerWidth"


async def played(cedar: Table, house: House, hands: int = 1) -> Any:
    """Play *hands* hands with Ann, a program. Return the id of the last one."""
    ann = cedar.programs[0]
    for _ in range(hands):
        await cedar.deal()
        await cedar.ended()
    listed = house.ask("GET", "hands", ann.token)
    return listed[0]["id"]


@pytest.mark.rotated
async def test_ten_hands_are_played_and_the_last_is_stepped_through_shared_and_seen_by_a_stranger(
    visit: Visit, house: House
) -> None:
    async with table(house) as cedar:
        await cedar.seat(0, plays=calls, name="Ann of Cedar")
        await cedar.seat(2, plays=calls, name="Bo of Cedar")
        hand = await played(cedar, house, hands=10)
        result = house.ask("GET", f"hands/{hand}", cedar.programs[0].token)
    ann = await visit(screen=WIDE)
    await ann.logs_in("Ann of Cedar")
    await ann.open(f"/hand/{hand}")
    page = ann.page
    await expect(page.get_by_role("heading", name="Hand 10")).to_be_visible()
    # Steps: the deal, all acts, three streets, the end.
    steps = 1 + len(result["acts"]) + 3 + 1
    scrubber = page.get_by_role("slider")
    happens = page.locator(".happens [aria-hidden]")
    for step in range(1, steps + 1):
        await expect(scrubber).to_have_attribute("aria-valuetext", f"Step {step} of {steps}")
        await page.keyboard.press("ArrowRight")
    await expect(happens).to_contain_text("wins")
    assert await ann.stacks() == {i: p["final"] for i, p in enumerate(result["players"])}
    await page.keyboard.press("Home")
    await expect(scrubber).to_have_attribute("aria-valuetext", f"Step 1 of {steps}")
    assert await ann.stacks() == {
        i: p["stack"] - sum(post["live"] for post in result["posts"] if post["side"] == p["side"])
        for i, p in enumerate(result["players"])
    }
    await page.keyboard.press("]")
    await expect(happens).to_contain_text("Flop")
    await expect(page.locator(".board .card")).to_have_count(3)
    # The page shows the same equities as the API.
    await expect(page.get_by_role("heading", name="Equity")).to_be_visible()
    analysis = house.ask("GET", f"hands/{hand}/analysis", cedar.programs[0].token)
    flop = next(step for step in analysis["steps"] if step["kind"] == "board")
    shown = await page.locator(".chances strong").all_text_contents()
    assert len(shown) == len(flop["chances"]) > 0
    for text, chance in zip(shown, flop["chances"], strict=True):
        assert abs(float(text.partition("%")[0]) - 100 * chance["equity"]) < 0.051

    # One of Ann's own decisions, with the verdict on it.
    inspection = Inspection(ann)
    decided = next(n for n, step in enumerate(analysis["steps"]) if step["decision"])
    await page.locator(".moves li button").nth(decided).click()
    await expect(page.locator(".verdict").last).to_be_visible()
    await inspection.look("a decision", CONTRAST)

    await ann.button("Share").click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_label("Hide the names").check()
    await dialog.get_by_role("button", name="Make a link").click()
    link = await dialog.get_by_role("textbox").input_value()
    assert "/shared/" in link
    await inspection.look("sharing")
    assert inspection.faults == []

    for screen in (PHONE, WIDE):
        stranger = await visit(screen=screen, locale="zh-CN")
        await stranger.page.goto(link)
        await expect(stranger.page.get_by_role("heading", name="分享的手牌")).to_be_visible()
        await expect(stranger.page.get_by_role("heading", name="胜率")).to_be_visible()
        await stranger.page.keyboard.press("End")
        await expect(stranger.page.locator(".happens [aria-hidden]")).to_contain_text("赢得")
        assert "Cedar" not in await stranger.page.locator("#app").inner_text()
        assert await stranger.page.evaluate(WIDTH) <= 0

    await dialog.get_by_role("button", name="Withdraw").click()
    await expect(dialog.get_by_role("textbox")).to_have_count(0)
    stranger.forgiven.append("404")
    await stranger.page.reload()
    await expect(stranger.page.get_by_role("heading", name="这个链接已失效。")).to_be_visible()


@pytest.mark.rotated
@pytest.mark.sampled(3)
@pytest.mark.parametrize("screen", [WIDE, PHONE], ids=["wide", "phone"])
async def test_a_hand_run_twice_shows_both_boards_and_returns_the_uncalled_bet(
    visit: Visit, house: House, screen: dict[str, int]
) -> None:
    async with table(house, run_twice=True) as cedar:
        await cedar.seat(0, stack=200, plays=shoves)
        await cedar.seat(2, stack=80, plays=calls)
        hand = await played(cedar, house)
    visitor = await visit(screen=screen)
    inspection = Inspection(visitor)
    await visitor.open(f"/hand/{hand}")
    page = visitor.page
    await expect(page.get_by_role("heading", name="Equity")).to_be_visible()
    await inspection.look("the deal")
    boards = page.locator(".board")
    await page.get_by_text("120 that nobody called").first.click()
    await expect(page.locator(".returned")).to_have_text(re.compile("120"))
    assert (await visitor.stacks())[0] == 120
    streets = page.get_by_role("group", name="Streets").get_by_role("button")
    assert await streets.all_text_contents() == [
        *("Preflop", "Flop", "Turn", "River", "Flop 2", "Turn 2", "River 2", "End")
    ]
    for street, cards in (("River", [5, 0]), ("Flop 2", [5, 3]), ("River 2", [5, 5])):
        await streets.filter(has_text=re.compile(f"^{street}$")).click()
        for board, count in enumerate(cards):
            await expect(boards.nth(board).locator(".card")).to_have_count(count)
    await streets.last.click()
    await expect(page.locator(".seat.winner").first).to_be_visible()
    assert sum((await visitor.stacks()).values()) == 280
    await inspection.look("the end")
    assert inspection.faults == []


@pytest.mark.soak
async def test_a_replay_plays_to_the_end_and_can_be_paused(visit: Visit, house: House) -> None:
    async with table(house) as cedar:
        await cedar.seat(0, plays=calls)
        await cedar.seat(2, plays=calls)
        hand = await played(cedar, house)
    visitor = await visit(fresh=True)
    await visitor.page.clock.install()
    await visitor.open(f"/hand/{hand}")
    page = visitor.page
    scrubber = page.get_by_role("slider")
    await expect(scrubber).to_have_attribute("aria-valuetext", re.compile("Step 1 of"))
    await page.get_by_role("button", name="Play", exact=True).click()
    await page.clock.run_for(3 * 1300 + 100)
    await expect(scrubber).to_have_attribute("aria-valuetext", re.compile("Step 4 of"))
    await page.get_by_role("button", name="Pause").click()
    await page.clock.run_for(10_000)
    await expect(scrubber).to_have_attribute("aria-valuetext", re.compile("Step 4 of"))
    await page.get_by_role("button", name="4×").click()
    await page.keyboard.press(" ")
    await page.clock.run_for(20_000)
    await expect(page.locator(".seat.winner").first).to_be_visible()
    await expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


@pytest.mark.soak
async def test_the_analysis_is_refused_during_a_hand_with_other_people(
    visit: Visit, house: House
) -> None:
    async with table(house) as cedar:
        eve = await cedar.seat(0, plays=calls, name="Eve of Cedar")
        await cedar.seat(2, plays=calls)
        hand = await played(cedar, house)
        eve.plays, result = None, len(eve.messages)
        await cedar.deal()
        asked = await eve.until(
            lambda: next((m for m in eve.messages[result:] if m["type"] == "act"), None)
        )
        visitor = await visit()
        visitor.forgiven.append("409")
        await visitor.logs_in("Eve of Cedar")
        await visitor.open(f"/hand/{hand}")
        refused = visitor.page.get_by_role("alert").filter(has_text="You hold cards in a hand")
        await expect(refused).to_be_visible()
        # The hand can be viewed, because it is over.
        await visitor.page.keyboard.press("End")
        await expect(visitor.page.locator(".happens [aria-hidden]")).to_contain_text("wins")
        eve.plays = calls
        await eve.client.act(asked, calls(asked))
        await cedar.ended()
        await visitor.button("Try again").click()
        await expect(visitor.page.get_by_role("heading", name="Result")).to_be_visible()


async def test_the_page_of_an_unknown_hand_says_that_there_is_none(visit: Visit) -> None:
    visitor = await visit()
    visitor.forgiven.append("404")
    await visitor.open("/hand/00000000000000000000")
    await expect(visitor.page.get_by_role("heading", name="This hand is not here.")).to_be_visible()
