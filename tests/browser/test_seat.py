"""Tests of a seated visitor: sitting out, topping up, showing cards, the last hands, and appearance
settings.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.house import House
from tests.browser.table import Table, calls, folds, table
from tests.browser.visitor import PHONE, Visit, Visitor

pytestmark = pytest.mark.sampled(3)

COUNTS_ANIMATIONS = """() => {
  window.moved = 0;
  for (const start of ['animationstart', 'transitionrun'])
    document.addEventListener(start, event => {
      const lasting = animation => animation.effect.getComputedTiming().duration > 1;
      const { target } = event;
      if (target.closest('.cloth') && target.getAnimations().some(lasting)) window.moved++;
    });
}"""


async def seated(
    visit: Callable[..., Awaitable[Visitor]],
    cedar: Table,
    side: int = 0,
    stack: int = 200,
    **wishes: Any,
) -> Visitor:
    visitor = await visit(**wishes)
    await visitor.open(cedar.path)
    await visitor.sit(side, stack)
    return visitor


async def from_menu(visitor: Any, name: str) -> None:
    await visitor.button("Menu").click()
    await visitor.page.get_by_role("dialog").get_by_role("button", name=name).click()


async def test_a_player_who_sits_out_keeps_the_side_and_may_return(
    visit: Visit, house: House
) -> None:
    async with table(house) as cedar:
        visitor = await seated(visit, cedar)
        await visitor.button("Menu").click()
        await visitor.page.get_by_role("dialog").get_by_label("Sit out").check()
        await visitor.page.keyboard.press("Escape")
        await visitor.sees("You are away and will not be dealt in.")
        assert [seat["sit_out"] for seat in (await cedar.view())["seats"]] == [True]
        await visitor.button("I am back").click()
        await expect(visitor.button("I am back")).to_have_count(0)
        assert [seat["sit_out"] for seat in (await cedar.view())["seats"]] == [False]


async def test_chips_are_topped_up_between_hands(visit: Visit, house: House) -> None:
    async with table(house) as cedar:
        visitor = await seated(visit, cedar, stack=100)
        await from_menu(visitor, "Top up")
        await visitor.page.get_by_role("dialog").locator("#amount-field").fill("150")
        await visitor.page.keyboard.press("Tab")
        await visitor.button("Top up by 150").click()
        await expect(visitor.side(0).locator(".stack")).to_have_text("250")
        assert await cedar.stacks() == {0: 250}
        # Shown once. (A screen reader hears it from the dialog or from the page, whichever is on
        # top.)
        await expect(visitor.page.get_by_role("dialog")).to_have_count(0)
        lines = visitor.page.locator(".dealer li").filter(has_text="tops up by 150")
        await expect(lines).to_have_count(1)


@pytest.mark.rotated
async def test_the_winner_of_an_unseen_hand_may_show_it(visit: Visit, house: House) -> None:
    async with table(house) as cedar:
        await cedar.seat(1, plays=folds)
        visitor = await seated(visit, cedar)
        onlooker = await visit()
        await onlooker.open(cedar.path)
        # The spectator is there before the cards are dealt.
        await expect(onlooker.side(0).locator(".stack")).to_be_visible()
        await cedar.deal()
        await cedar.ended()
        await expect(visitor.page.locator(".seat.winner")).to_be_visible()
        mine = await visitor.cards()
        assert len(mine) == 2
        assert await onlooker.cards() == []
        await visitor.page.locator(f'[data-show="{mine[1]}"]').click()
        await expect(onlooker.side(0).locator(".hole.shown")).to_be_visible()
        assert await onlooker.cards() == [mine[1]]
        assert not any(f'"{mine[0]}"' in frame for frame in onlooker.frames)
        await visitor.button("Show both").click()
        await expect(onlooker.side(0).locator(".hole.shown .card.back")).to_have_count(0)
        await expect(onlooker.side(0).locator(".hole.shown")).to_be_visible()
        assert await onlooker.cards() == mine


@pytest.mark.rotated
async def test_the_hands_of_the_session_are_stepped_through_in_a_drawer(
    visit: Visit, house: House
) -> None:
    async with table(house) as cedar:
        await cedar.seat(1, plays=calls)
        visitor = await seated(visit, cedar)
        await cedar.deal()
        await visitor.call_until(".seat.winner")
        await cedar.ended()
        await visitor.button("Hands").click()
        drawer = visitor.page.get_by_role("dialog")
        await drawer.get_by_role("button", name="Hand 1").click()
        await expect(drawer).to_contain_text("Cards are dealt")
        steps = int(re.search(r"Step 1 of (\d+)", await drawer.inner_text())[1])
        said = []
        for step in range(2, steps + 1):
            await visitor.page.keyboard.press("ArrowRight")
            await expect(drawer).to_contain_text(f"Step {step} of {steps}")
            said.append(await drawer.locator(".happens").inner_text())
        assert [line for line in said if line.startswith("Flop: ")]
        assert [line for line in said if line.startswith("River: ")]
        won = [int(chips) for line in said for chips in re.findall(r"wins (\d+)\.", line)]
        assert won in ([4], [2, 2])  # one pot of 4, or its two halves
        await drawer.get_by_role("button", name="First step").click()
        await expect(drawer).to_contain_text(f"Step 1 of {steps}")


async def test_the_house_rules_are_one_click_away(visit: Visit, house: House) -> None:
    async with table(house, small=5, big=10) as cedar:
        visitor = await visit()
        await visitor.open(cedar.path)
        await visitor.button("House rules").click()
        await expect(visitor.page.get_by_role("dialog")).to_contain_text("5/10")
        await expect(visitor.page.get_by_role("dialog")).to_contain_text("No limit")


async def test_amounts_are_shown_in_chips_or_in_big_blinds(visit: Visit, house: House) -> None:
    async with table(house) as cedar:
        visitor = await seated(visit, cedar, stack=250)
        await expect(visitor.side(0).locator(".stack")).to_have_text("250")
        await visitor.page.keyboard.press("b")
        await expect(visitor.side(0).locator(".stack")).to_have_text("125 BB")


@pytest.mark.rotated
async def test_nothing_is_animated_with_reduced_motion(visit: Visit, house: House) -> None:
    async with table(house) as cedar:
        await cedar.seat(1)
        still, moving = await seated(visit, cedar), await visit(moving=True)
        await moving.open(cedar.path)
        for visitor in (still, moving):
            await visitor.page.evaluate(COUNTS_ANIMATIONS)
        await cedar.deal()
        await still.call_until(".seat.winner")
        await expect(moving.page.locator(".seat.winner").first).to_be_visible()
        assert await still.page.evaluate("window.moved") == 0
        assert await moving.page.evaluate("window.moved") > 0


@pytest.mark.rotated
async def test_cards_have_two_or_four_colours(visit: Visit, house: House) -> None:
    """Four colours make diamonds blue and clubs green."""
    async with table(house) as cedar:
        await cedar.seat(1)
        visitor = await seated(visit, cedar)
        await cedar.deal()
        await visitor.call_until(".seat.winner")
        colours = """deck => {
          document.documentElement.dataset.deck = deck;
          const suits = [...document.querySelectorAll('.card:has(.index)')];
          return new Set(suits.map(card => getComputedStyle(card).color)).size;
        }"""
        assert await visitor.page.evaluate(colours, "2") <= 2
        await from_menu(visitor, "Settings")
        await visitor.button("Two colours").click()
        await expect(visitor.page.locator("html")).to_have_attribute("data-deck", "2")
        await visitor.button("Four colours").click()
        await expect(visitor.page.locator("html")).to_have_attribute("data-deck", "4")
        await visitor.page.reload()
        await expect(visitor.page.locator("html")).to_have_attribute("data-deck", "4")


async def test_sound_is_off_on_a_phone_until_it_is_switched_on(visit: Visit, house: House) -> None:
    for wishes, is_on in (
        ({"screen": PHONE, "has_touch": True, "is_mobile": True}, "false"),
        ({}, "true"),
    ):
        visitor = await visit(**wishes)
        await visitor.open()
        await visitor.button("Settings").click()
        sound = visitor.page.get_by_role("group", name="Sound")
        on = sound.get_by_role("button", name="On", exact=True)
        await expect(on).to_have_attribute("aria-pressed", is_on)


@pytest.mark.rotated
async def test_the_title_of_each_tab_names_the_table_that_waits_for_the_player(
    visit: Visit, house: House
) -> None:
    async with table(house, name="Oak") as oak, table(house, name="Elm") as elm:
        await oak.seat(1)
        await elm.seat(1)
        visitor = await seated(visit, oak)
        at_oak = visitor.page
        at_elm = visitor.page = await visitor.context.new_page()
        await visitor.open(elm.path)
        await visitor.sit(0, 200)
        await expect(at_elm).to_have_title("Elm · pokermasa")
        await expect(at_oak).to_have_title("Oak · pokermasa")
        await elm.deal()
        await expect(at_elm).to_have_title("▶ Your turn · Elm")
        await visitor.call_until(".seat.winner")
        await expect(at_elm).to_have_title("Elm · pokermasa")
        await expect(at_oak).to_have_title("Oak · pokermasa")
        # The page of one table shows the turn at the other one.
        await oak.deal()
        for page in (at_oak, at_elm):
            await expect(page).to_have_title("▶ Your turn · Oak")


@pytest.mark.rotated
async def test_a_newcomer_waits_for_the_big_blind_or_posts_it(visit: Visit, house: House) -> None:
    async with table(house, entry="blind", sides=5) as cedar:
        for side in range(4):
            await cedar.seat(side)
        await cedar.deal()
        await cedar.ended()
        # Sides 2 and 3 post the blinds of the next hand.
        visitor = await seated(visit, cedar, side=4)
        await expect(visitor.side(4)).to_contain_text("Waiting for the big blind")
        await visitor.button("Post now").click()
        await expect(visitor.button("Post now")).to_have_count(0)
        await cedar.deal()
        await visitor.is_asked()
        assert len(await visitor.cards()) == 2
        await expect(visitor.page.locator(".dealer")).to_contain_text("posts 2.")
