"""Tests of all-ins in the browser: the page shows the room's chips and odds."""

import asyncio
import re
from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.house import House
from tests.browser.table import calls, table
from tests.browser.visitor import Visit, Visitor

pytestmark = pytest.mark.sampled(3)

# Collects all pairs of odds that were visible at the same time.
SEES_CHANCES = """() => {
  const seen = new Set();
  new MutationObserver(() => {
    const shown = [...document.querySelectorAll('.chance [aria-hidden]')];
    if (shown.length === 2) seen.add(shown.map(one => parseInt(one.textContent)).join(' '));
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
  return seen;
}"""


async def shown_pots(visitor: Visitor) -> list[Any]:
    text = await visitor.page.locator(".side-pots").inner_text()
    return [int(amount) for amount in re.findall(r"\d+", text)]


@pytest.mark.rotated
async def test_two_people_and_a_bot_finish_an_all_in_with_side_pots(
    visit: Visit, house: House
) -> None:
    async with table(house, least_buy_in=20, most_buy_in=1000) as cedar:
        short, deep = await visit(), await visit()
        bot = await cedar.seat(4, 400, plays=None)
        for visitor, side, stack in ((short, 0, 60), (deep, 2, 200)):
            await visitor.open(cedar.path)
            await visitor.sit(side, stack)
        bot.plays = calls
        await cedar.deal()

        await asyncio.gather(short.all_in(), deep.call_until(".board .card"))
        await deep.is_asked()
        await deep.page.locator('[data-size="min"]').click()
        await deep.act("RR")
        await expect(deep.page.locator(".board .card")).to_have_count(4)
        game = (await cedar.view())["game"]
        pots = [pot["amount"] for pot in [*reversed(game["side_pots"]), game["running_pot"]]]
        assert len(pots) == 2
        for visitor in (short, deep):
            await expect(visitor.page.locator(".side-pots")).to_be_visible()
            assert await shown_pots(visitor) == pots
        await deep.all_in()
        end = await cedar.ended()
        assert sum(stack["stack"] for stack in end["stacks"]) == 660
        stacks = await cedar.stacks()
        for visitor in (short, deep):
            await expect(visitor.page.locator(".seat.winner").first).to_be_visible()
            for side, stack in stacks.items():
                shown = visitor.side(side).locator(".stack")
                await expect(shown).to_have_text(f"{stack:,}")
            hands = await visitor.ask("GET", f"hands?masa={cedar.id}")
            hand = await visitor.ask("GET", f"hands/{hands[0]['id']}")
            assert {player["side"]: player["final"] for player in hand["players"]} == stacks


@pytest.mark.rotated
async def test_everybody_is_asked_whether_to_run_it_twice(visit: Visit, house: House) -> None:
    async with table(house, run_twice=True) as cedar:
        one, other = await visit(), await visit()
        for side, visitor in enumerate((one, other)):
            await visitor.open(cedar.path)
            await visitor.sit(side, 200)
        await cedar.deal()
        await asyncio.gather(one.all_in(), other.all_in())
        for visitor in (one, other):
            await visitor.sees("All in. Run it twice?")
        await one.button("Yes").click()
        await one.sees("Waiting for the others: run it twice?")
        await other.button("Yes").click()
        end = await cedar.ended()
        assert len(end["boards"]) == 2
        for visitor in (one, other):
            boards = visitor.page.locator(".board")
            await expect(boards).to_have_count(2)
            await expect(visitor.page.get_by_role("group", name="Second board")).to_be_visible()
            await expect(boards.nth(1).locator(".card")).to_have_count(5)


@pytest.mark.rotated
async def test_one_refusal_is_enough_to_run_it_once(visit: Visit, house: House) -> None:
    async with table(house, run_twice=True) as cedar:
        await cedar.seat(1)
        visitor = await visit()
        await visitor.open(cedar.path)
        await visitor.sit(0, 200)
        await cedar.deal()
        await visitor.all_in()
        await visitor.sees("All in. Run it twice?")
        await visitor.page.keyboard.press("n")
        assert len((await cedar.ended())["boards"]) == 1
        await expect(visitor.page.locator(".board .card")).to_have_count(5)
        await expect(visitor.page.locator(".board")).to_have_count(1)


@pytest.mark.rotated
async def test_odds_are_shown_while_the_board_runs_out(visit: Visit, house: House) -> None:
    async with table(house, showdown="all show with an all-in") as cedar:
        await cedar.seat(1)
        visitor = await visit(moving=True)
        await visitor.open(cedar.path)
        await visitor.sit(0, 200)
        await cedar.deal()
        seen = await visitor.page.evaluate_handle(SEES_CHANCES)
        await visitor.all_in()
        await expect(visitor.page.locator(".board .card")).to_have_count(5)
        await expect(visitor.page.locator(".seat.winner").first).to_be_visible()
        pairs = await seen.evaluate("seen => [...seen]")
        assert pairs
        assert all(99 <= sum(map(int, pair.split())) <= 101 for pair in pairs)


# The buttons and times that are still shown when the first cards of the board are dealt.
LEFT_OVER = """() => document.querySelectorAll('.board .card').length >= 3
  && [...document.querySelectorAll('.acts[data-turn] button, .tag.time, .time-bar, .toast.bad')]
    .map(one => one.textContent).join('|') + '.'"""


async def test_the_question_ends_for_all_with_the_first_no(visit: Visit, house: House) -> None:
    """A prompt that stayed while the board is dealt would only collect answers that are refused."""
    async with table(house, run_twice=True) as cedar:
        one, other = await visit(moving=True), await visit()
        for side, visitor in enumerate((one, other)):
            await visitor.open(cedar.path)
            await visitor.sit(side, 200)
        await cedar.deal()
        await asyncio.gather(one.all_in(), other.all_in())
        for visitor in (one, other):
            await visitor.sees("All in. Run it twice?")
        await other.button("No").click()
        left = await one.page.wait_for_function(LEFT_OVER)
        assert await left.json_value() == "."
        await expect(one.button("Yes")).to_have_count(0)
