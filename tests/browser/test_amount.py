"""Tests of the amount field: an amount is read as people write it, or marked as wrong and not
sent.
"""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from tests.browser.house import House
from tests.browser.table import Table, table
from tests.browser.visitor import Visit, Visitor

pytestmark = pytest.mark.sampled(3)


async def at_the_field(
    visit: Callable[..., Awaitable[Visitor]], cedar: Table, **wishes: Any
) -> tuple[Visitor, Locator]:
    """Open a table with blinds 5/10 and 1,000 chips each, where the visitor must act before the
    flop. Return the visitor and the amount field.
    """
    await cedar.seat(1, 1000)
    await cedar.seat(2, 1000)
    visitor = await visit(**wishes)
    await visitor.open(cedar.path)
    await visitor.sit(0, 1000)
    await cedar.deal()
    await visitor.is_asked()
    return visitor, visitor.page.locator(".typed")


TERMS: dict[str, Any] = {
    "sides": 3,
    "small": 5,
    "big": 10,
    "least_buy_in": 100,
    "most_buy_in": 2000,
}
READ = {
    "60": "Raise to 60",
    "3bb": "Raise to 30",
    "2,5 BB": "Raise to 25",
    "0.5k": "Raise to 500",
    "1 000": "All in: 1,000",
    "1,000": "All in: 1,000",
    "pot": "Raise to 35",
}
WRONG = {
    "-5": "Not an amount. From 20 to 1,000",
    "": "Not an amount. From 20 to 1,000",
    "25,5": "Whole chips only. From 20 to 1,000",
    "1.000": "1 or 1,000?",
    "19": "From 20 to 1,000",
    "1001": "From 20 to 1,000",
}


@pytest.mark.rotated
async def test_a_typed_amount_is_read_or_marked_as_wrong_and_not_sent(
    visit: Visit, house: House
) -> None:
    async with table(house, **TERMS) as cedar:
        visitor, field = await at_the_field(visit, cedar)
        button = visitor.page.locator(".acts .raise")
        turn = await visitor.page.locator(".acts").get_attribute("data-turn")
        for text, expected in READ.items():
            await field.fill(text)
            await expect(button).to_have_text(f"{expected}R")
            await expect(field).to_have_attribute("aria-invalid", "false")
        for text, expected in WRONG.items():
            await field.fill("60")
            await field.fill(text)
            await expect(button).to_have_text(expected)
            await expect(button).to_be_disabled()
            await expect(field).to_have_attribute("aria-invalid", "true")
            await field.press("Enter")
            await expect(visitor.spoken_line(expected)).to_have_count(1)
            # Leaving the field and pressing the button or the key sends nothing either.
            await field.blur()
            # A real click on a disabled button may be delivered late, when the next text is valid.
            await button.dispatch_event("click")
            await visitor.page.keyboard.press("r")
            await expect(field).to_have_value(text)
        await expect(visitor.page.locator(".acts")).to_have_attribute("data-turn", turn)
        # Escape or a button for a size replaces the wrong text.
        await field.press("Escape")
        await expect(field).to_have_value("60")
        await field.fill("x")
        await visitor.page.locator('[data-size="min"]').click()
        await expect(field).to_have_value("20")
        await field.fill("4bb")
        await field.press("Enter")
        acted = await cedar.host.event("player_acted")
        assert (acted["act"], acted["wager"]) == ("RR40", 40)


@pytest.mark.rotated
async def test_in_big_blinds_a_bare_number_counts_them(visit: Visit, house: House) -> None:
    async with table(house, **TERMS) as cedar:
        visitor, field = await at_the_field(visit, cedar, settings={"unit": "bb"})
        button = visitor.page.locator(".acts .raise")
        await field.fill("2,5")
        await expect(button).to_have_text("Raise to 2.5 BBR")
        await field.fill("1")
        await expect(button).to_have_text("From 2 BB to 100 BB")
        await field.fill("2.5")
        await field.press("Enter")
        assert (await cedar.host.event("player_acted"))["act"] == "RR25"


async def test_nobody_sits_down_with_an_amount_they_did_not_type(
    visit: Visit, house: House
) -> None:
    async with table(house, **TERMS) as cedar:
        visitor = await visit()
        await visitor.open(cedar.path)
        await visitor.side(0).get_by_role("button").click()
        field = visitor.page.locator("#amount-field")
        sit = visitor.page.locator('[data-act="sit-down"]')
        for typed in ("-5", "25,5", "1.000", "99", "2001", "lots"):
            await field.fill(typed)
            await expect(sit).to_be_disabled()
            await expect(field).to_have_attribute("aria-invalid", "true")
            await field.press("Enter")
            await field.fill("1.5k")
            await expect(sit).to_have_text("Sit down with 1,500")
        await field.press("Enter")
        await expect(visitor.side(0).locator(".stack")).to_have_text("1,500")
