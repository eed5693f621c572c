"""Tests of acts chosen before the turn, and of the delay that protects from accidental clicks."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.house import House
from tests.browser.table import Program, Table, table
from tests.browser.visitor import Visit, Visitor

pytestmark = pytest.mark.sampled(3)

# Three sides, so that somebody acts before the visitor: side 0 has the button in the first hand,
# side 1 the small blind, side 2 the big blind.
CLICKS_AT_ONCE = """() => new Promise(resolve => {
  const press = () => {
    const button = document.querySelector('.acts[data-turn] .call');
    if (!button) return false;
    button.click();
    resolve(button.closest('.acts').dataset.turn);
    return true;
  };
  if (press()) return;
  const observer = new MutationObserver(() => press() && observer.disconnect());
  observer.observe(document.body, { subtree: true, childList: true, attributes: true });
})"""


async def seated_after_a_program(
    visit: Callable[..., Awaitable[Visitor]], cedar: Table
) -> tuple[Visitor, Program, Any]:
    """Seat a program that acts when the test says so, and the visitor, who acts after it."""
    program = await cedar.seat(0, plays=None)
    await cedar.seat(2)
    visitor = await visit()
    await visitor.open(cedar.path)
    await visitor.sit(1, 200)
    await cedar.deal()
    asked = await program.until(
        lambda: next((m for m in program.messages if m["type"] == "act"), None)
    )
    return visitor, program, asked


@pytest.mark.rotated
async def test_a_call_chosen_beforehand_is_made_when_the_turn_comes(
    visit: Visit, house: House
) -> None:
    async with table(house, sides=3) as cedar:
        visitor, program, asked = await seated_after_a_program(visit, cedar)
        await visitor.button("Call 1").click()
        await expect(visitor.button("Call 1")).to_have_attribute("aria-pressed", "true")
        await program.client.act(asked, "CA")
        acted = await cedar.host.until(
            lambda: [e for e in cedar.host.events if e["event"] == "player_acted"][1:]
        )
        assert (acted[0]["side"], acted[0]["act"], acted[0]["auto"]) == (1, "CA", True)
        await expect(visitor.page.locator(".dealer")).to_contain_text("calls 1. (automatic)")


@pytest.mark.rotated
async def test_a_chosen_call_is_void_when_the_price_changes(visit: Visit, house: House) -> None:
    async with table(house, sides=3) as cedar:
        visitor, program, asked = await seated_after_a_program(visit, cedar)
        await visitor.button("Call 1").click()
        await expect(visitor.button("Call 1")).to_have_attribute("aria-pressed", "true")
        await program.client.act(asked, "RR12")
        await visitor.sees("The price has changed: 11 to call.")
        await visitor.is_asked()
        await expect(visitor.act_button("CA")).to_contain_text("Call 11")
        acts = [e for e in cedar.host.events if e["event"] == "player_acted"]
        assert [act["side"] for act in acts] == [0]


async def test_a_click_right_after_the_buttons_change_does_nothing(
    visit: Visit, house: House
) -> None:
    """ "Call" appears where "check / fold" was a moment ago. Clicks in the first moments do not
    count.
    """
    async with table(house, sides=3) as cedar:
        visitor, program, asked = await seated_after_a_program(visit, cedar)
        pressing = await visitor.page.evaluate_handle(
            f"() => ({{ pressed: ({CLICKS_AT_ONCE})() }})"
        )
        await program.client.act(asked, "RR12")
        turn = await pressing.evaluate("waiting => waiting.pressed")
        await visitor.is_asked()
        await expect(visitor.page.locator(".acts")).to_have_attribute("data-turn", turn)
        acts = [e for e in cedar.host.events if e["event"] == "player_acted"]
        assert [act["side"] for act in acts] == [0]


@pytest.mark.rotated
async def test_folding_instead_of_checking_needs_a_confirmation(visit: Visit, house: House) -> None:
    async with table(house, sides=2) as cedar:
        await cedar.seat(1)
        visitor = await visit()
        await visitor.open(cedar.path)
        await visitor.sit(0, 200)
        await cedar.deal()
        await visitor.call_until(".board .card")
        await visitor.is_asked()
        await visitor.act_button("FO").click()
        await visitor.sees("Fold? Checking is free")
        await expect(visitor.page.locator(".acts[data-turn]")).to_be_visible()
        await visitor.act("FO")
        assert (await cedar.ended())["status"] == "one_win"
