"""Tests of tournament rules in the browser. The room has a prepared deck: the player left of the
button holds the ace of spades and wins, so the test knows who is eliminated.
"""

import asyncio
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.event import Event, event
from tests.browser.fixed_deck import ACE
from tests.browser.house import PATIENCE, House
from tests.browser.table import Program, folds, shoves
from tests.browser.test_reader import RECORD_ANNOUNCEMENTS
from tests.browser.visitor import PHONE, Visit, Visitor

pytestmark = pytest.mark.sampled(3)

OVER = "dialog.over"
BUBBLE = "The bubble: one more goes out without a prize. Hand for hand."
MONEY = "The bubble has burst: everybody left wins a prize."
LATE = """
[late]
levels = 2
re_entries = 1
rebuys = 1
add_on = 1500
"""
FOUR_PAID = """
[payouts]
tables = [[10, [40, 30, 20, 10]]]
"""


def waits_for_the_ace(program: Program) -> Callable[..., str]:
    """Goes all in with the ace, and folds without it."""

    def plays(asked: Any) -> str:
        return shoves(asked) if ACE in program.hand else folds(asked)

    return plays


async def enter(friday: Event, number: int) -> list[Program]:
    for _ in range(number):
        program = await friday.enter(plays=None)
        program.plays = waits_for_the_ace(program)
    return friday.programs


async def play_until(
    visitor: Visitor, is_so: Callable[..., Any], wants_ace: bool | None = True
) -> None:
    """Plays until *is_so*. Goes all in with the ace (or only without it) and otherwise chooses the
    cheapest act.
    """
    turn = visitor.page.locator(".acts[data-turn] .buttons:not(.unarmed)")
    async with asyncio.timeout(PATIENCE):
        while not await is_so():
            if not await turn.count():
                await asyncio.sleep(0.02)
            # The page also shows cards of the last hand.
            elif (ACE in await visitor.cards(".seat.you .hole")) is wants_ace:
                await visitor.put_in_all()
            elif await visitor.act_button("CH").count():
                await visitor.act("CH")
            else:
                await visitor.act("FO")


async def was_announced(visitor: Visitor, line: str) -> bool:
    return line in await visitor.page.evaluate("window.heard")


async def sits_down(visitor: Visitor, friday: Event) -> None:
    await visitor.open(friday.path)
    await visitor.page.locator("[data-act=register]").click()
    await expect(visitor.page.locator("[data-act=unregister]")).to_be_visible()


@pytest.mark.rotated
async def test_re_entry_rebuy_add_on_bounty_and_win(visit: Visit, fixed_deck_house: House) -> None:
    async with event(fixed_deck_house, bounty=20, more=LATE) as friday:
        await enter(friday, 2)
        visitor = await visit(fixed_deck_house, screen=PHONE, has_touch=True, is_mobile=True)
        name = await visitor.is_guest()
        await sits_down(visitor, friday)
        await friday.order("start")
        await visitor.page.wait_for_url("**/masa/*")
        over = visitor.page.locator(OVER)
        await play_until(visitor, over.count, wants_ace=False)

        # The visitor is eliminated; screen and live region say so. Another player gets the bounty.
        await expect(over).to_contain_text("Out in 3rd place")
        await expect(over).to_contain_text("Prizes are certain when registration closes")
        await expect(over.locator("[aria-live=assertive]")).to_contain_text("Out in 3rd place")
        taken = await friday.next_event("bounty")
        assert (taken["name"], taken["amount"]) == (name, 20)

        # During late registration the visitor enters again without another click at the table.
        await over.get_by_role("button", name="Enter again").click()
        await expect(over).to_have_count(0)
        mine = visitor.page.locator(".seat.you .stack")
        # A blind may have been posted.
        await expect(mine).to_have_text(re.compile(r"^(1,000|9[89]0)$"))

        # A rebuy takes effect after the hand. The add-on is offered in the last level of
        # registration.
        rebuy = visitor.page.get_by_role("button", name="Rebuy")
        await rebuy.click()
        await friday.next_event("rebought")
        more = mine.filter(has_text=re.compile(r"^(1,9|2,0)\d\d$"))
        await play_until(visitor, more.count, wants_ace=None)
        await friday.order("next_level")
        await visitor.page.get_by_role("button", name="Add-on").click()
        await friday.next_event("added_on")
        more = mine.filter(has_text=re.compile(r"^3,[45]\d\d$"))
        await play_until(visitor, more.count, wants_ace=None)
        await expect(visitor.page.get_by_role("button", name="Add-on")).to_have_count(0)

        # The other players go all in. The visitor wins with the ace, and gets their bounties.
        await friday.order("next_level")
        for program in friday.programs:
            program.plays = shoves
        await play_until(visitor, over.count)
        await expect(over).to_contain_text("You have won!")
        won = next(r for r in (await friday.next_event("finished"))["results"] if r["name"] == name)
        assert won["bounties"] >= 20
        await expect(over).to_contain_text(f"Bounties{won['bounties']}")
        await expect(over).to_contain_text(f"Prize{won['prize']}")
        await over.locator("[data-act=results]").click()
        # Each entry of the visitor has a line of its own: the winner's and the eliminated one.
        rows = visitor.page.locator(".rows tbody tr", has_text=name)
        await expect(rows).to_have_count(2)
        row = rows.first
        await expect(row).to_contain_text("Last hand")
        await expect(row.locator(".bounties")).to_have_text(str(won["bounties"]))


@pytest.mark.rotated
async def test_hand_for_hand_on_the_bubble_the_money_the_final_table_and_a_deal(
    visit: Visit, fixed_deck_house: House
) -> None:
    async with event(fixed_deck_house, seats=4, most=7, more=FOUR_PAID) as friday:
        ada = await friday.enter("Ada", plays=None)
        ada.plays = waits_for_the_ace(ada)
        *others, first, second = await enter(friday, 4)
        first.plays = second.plays = folds
        visitor = await visit(fixed_deck_house)
        name = await visitor.is_guest()
        await sits_down(visitor, friday)
        onlooker = await visit(fixed_deck_house)
        await onlooker.open(friday.path)
        await friday.order("start")
        await visitor.page.wait_for_url("**/masa/*")
        await expect(visitor.page.locator(".level-line")).to_contain_text("of 6")
        await visitor.page.evaluate(RECORD_ANNOUNCEMENTS)
        # A pause by the director is announced.
        await friday.order("pause")
        await expect(visitor.spoken_line("The tournament is paused.")).to_have_count(1)
        await friday.order("resume")
        await expect(visitor.spoken_line("The tournament goes on.")).to_have_count(1)

        first.plays = shoves
        await play_until(visitor, lambda: was_announced(visitor, BUBBLE))
        await play_until(
            visitor, lambda: was_announced(visitor, f"{first.name} is out in 6th place.")
        )
        await expect(visitor.page.locator(".masa-top .tense")).to_have_text("Hand for hand")
        await expect(onlooker.page.locator(".clock-card .chip")).to_have_text("Hand for hand")
        # A spectator of a table that is closed is taken to the remaining table.
        await onlooker.page.get_by_role("tab", name="Tables").click()
        await onlooker.page.get_by_role("link", name="Table 2").click()
        await onlooker.page.wait_for_url(f"**/masa/{friday.id}-2")

        second.plays = shoves
        await play_until(visitor, lambda: was_announced(visitor, MONEY))
        # A hand that was dealt before the tables merge is played.
        final = asyncio.create_task(friday.next_event("final_table"))
        await play_until(visitor, lambda: asyncio.sleep(0, final.done()))
        await final
        await onlooker.page.wait_for_url(f"**/masa/{friday.id}-1")
        await visitor.page.wait_for_url(f"**/masa/{friday.id}-1")

        # The deal is proposed twice, and offered to everybody after the hand. Ada answers in
        # another browser.
        await visitor.page.get_by_role("button", name="Propose a deal").click()
        await visitor.page.get_by_role("button", name="Ask everybody for a deal?").click()
        deal = visitor.page.get_by_role("dialog", name="Deal")
        await play_until(visitor, deal.count)
        await expect(deal.locator("tbody tr")).to_have_count(4)
        for program in others[1:]:
            await program.ask("answer_deal", tournament=friday.id, agrees=True)
        await onlooker.logs_in(ada.name)
        await onlooker.open(f"/masa/{friday.id}-1")
        await onlooker.page.get_by_role("button", name="Agree", exact=True).click()
        over = visitor.page.locator(OVER)
        await expect(over).to_be_visible()
        results = (await friday.next_event("finished"))["results"]
        mine = next(r for r in results if r["name"] == name)
        # With ICM payouts nobody gets less than the fourth prize, and together they get the whole
        # pool.
        assert sum(r["prize"] for r in results) == 600
        assert mine["prize"] > 60
        await expect(over).to_contain_text(f"Prize{mine['prize']}")
