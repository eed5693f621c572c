"""Tests of the table on an upright phone: large cards, bets in two steps, and one clock."""

from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.gallery import alone
from tests.browser.house import House
from tests.browser.staged import MASA, NAMES, ROOM, Staged, states
from tests.browser.table import table
from tests.browser.visitor import PHONE, Visit, Visitor

TALL = {"width": 390, "height": 844}
LEAST_BOARD, LEAST_OWN, LEAST_BUTTON = 52, 64, 56
"""Widths of cards and height of a button, in pixels, on a screen of the size TALL."""


async def staged(visit: Visit, state: str = "turn", sides: int = 6) -> tuple[Visitor, Staged]:
    visitor = await visit(screen=TALL, has_touch=True, is_mobile=True)
    stage = await Staged.open(visitor, states(sides)[state])
    await stage.is_shown(state, sides)
    return visitor, stage


async def width(visitor: Visitor, selector: str) -> float:
    box: Any = await visitor.page.locator(selector).first.bounding_box()
    return float(box["width"])


async def test_cards_are_large_on_a_phone_with_any_number_of_players(visit: Visit) -> None:
    visitor, stage = await staged(visit, sides=2)
    for sides in range(2, 11):
        stage.show(states(sides)["turn"])
        await stage.is_shown("turn", sides)
        assert await width(visitor, ".board .card") >= LEAST_BOARD, sides
        assert await width(visitor, ".you .card") >= 0.97 * LEAST_OWN, sides
        assert await visitor.page.locator(".tag.bet .chips, .wager .chips").count() == sides - 1
        await expect(visitor.page.locator(".pot .chips")).to_be_visible()


async def test_a_bet_takes_two_steps_on_a_phone(visit: Visit) -> None:
    visitor, _ = await staged(visit)
    await visitor.is_asked()
    buttons = visitor.page.locator(".acts button")
    await expect(buttons).to_contain_text(["Fold", "Call 1,250", "Raise…"])
    await expect(buttons).to_have_count(3)
    for button in await buttons.all():
        box: Any = await button.bounding_box()
        assert box["height"] >= LEAST_BUTTON
    await visitor.button("Raise…").click()
    await expect(visitor.page.locator(".sizer")).to_be_visible()
    await expect(visitor.page.locator('[data-act="RR3000"], [data-act="RR"]')).to_be_enabled()
    await visitor.page.keyboard.press("Escape")
    await expect(visitor.page.locator(".sizer")).to_have_count(0)


async def test_a_drag_up_from_raise_chooses_an_amount_and_sends_nothing(visit: Visit) -> None:
    visitor, _ = await staged(visit)
    await visitor.is_asked()
    box: Any = await visitor.button("Raise…").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    await visitor.page.mouse.move(x, y)
    await visitor.page.mouse.down()
    for step in range(1, 12):
        await visitor.page.mouse.move(x, y - 10 * step)
    await visitor.page.mouse.up()
    typed = await visitor.page.locator(".typed").input_value()
    assert int(typed) > 3_000
    await expect(visitor.page.locator(".acts[data-turn]")).to_be_visible()


async def test_all_sizes_are_shown_at_once_if_the_user_wants_that(visit: Visit) -> None:
    visitor = await visit(screen=TALL, settings={"actBar": "full"})
    await Staged.open(visitor, states(6)["turn"])
    await expect(visitor.page.locator(".sizer")).to_be_visible()


async def test_the_users_time_is_shown_once_and_in_red_from_the_time_bank(visit: Visit) -> None:
    visitor, stage = await staged(visit)
    clock = {"type": "clock", "masa": MASA, "sides": [0], "left": 9_000, "total": 20_000}
    for bank in (False, True):
        stage.tell({**clock, "bank": bank})
        bar = visitor.page.locator(".time-bar.bank" if bank else ".time-bar:not(.bank)")
        await expect(bar).to_have_count(1)
        await expect(visitor.page.locator(".countdown, .tag.time")).to_have_count(0)


async def test_chat_stays_unread_on_a_phone_until_it_is_opened(visit: Visit) -> None:
    visitor, stage = await staged(visit)
    line = {"type": "chat", "masa": MASA, "chat": 1, "name": "Li", "text": "hello", "at": 0}
    stage.tell(line)
    await expect(visitor.page.locator('[data-panel="chat"] .badge')).to_have_text("1")
    await visitor.page.locator('[data-panel="chat"]').click()
    await visitor.page.keyboard.press("Escape")
    await expect(visitor.page.locator('[data-panel="chat"] .badge')).to_have_count(0)


LINES = """button => {
  const range = document.createRange();
  range.selectNodeContents(button);
  const text = [...range.getClientRects()].filter(({ width }) => width > 3);
  return Math.max(...text.map(one => one.bottom)) - Math.min(...text.map(one => one.top));
}"""


@pytest.mark.parametrize("way", ["from the lobby", "with the dialog open"])
async def test_the_word_on_an_empty_seat_fits_in_one_line(
    visit: Visit, house: House, way: str
) -> None:
    """Styles of the lobby's empty lists put its letters below each other."""
    async with table(house) as cedar:
        visitor = await visit(screen=PHONE, has_touch=True)
        await visitor.open("/")
        await visitor.is_loaded()
        await visitor.page.evaluate(
            "path => { history.pushState(null, '', path); dispatchEvent(new Event('popstate')) }",
            cedar.path,
        )
        if way == "with the dialog open":
            await visitor.button("Take a seat").click()
        button = visitor.page.locator(".seat.empty .sit").first
        await expect(button).to_be_visible()
        box: Any = await button.bounding_box()
        assert box["width"] > 50
        assert await button.evaluate(LINES) < 30


HOST = {**ROOM, "host": NAMES[0], "private": True, "buy_ins": True}


async def test_a_waiting_table_invites_with_a_code_a_link_and_the_names_of_watchers(
    visit: Visit,
) -> None:
    visitor, stage = await staged(visit)
    stage.show(alone())
    stage.tell({"type": "room", "masa": MASA, "room": {**HOST, "watchers": ["Bea", "Cem"]}})
    await expect(visitor.page.get_by_role("img", name="The link as a code")).to_have_count(0)
    await visitor.sees("Looking on: Bea, Cem")
    await visitor.sees("This address works on this computer only.")
    await expect(visitor.page.locator(".seat.empty button")).to_have_text(["Invite"] * 5)


async def test_a_friend_sees_whose_answer_is_pending_and_which_seat_is_reserved(
    visit: Visit,
) -> None:
    visitor, stage = await staged(visit)
    looking_on = {**states(6)["turn"]["view"], "you": None}
    for seat in looking_on["seats"]:
        seat["name"] = f"Player {seat['side']}"
    looking_on["seats"] = looking_on["seats"][:4]
    looking_on["game"]["players"] = looking_on["game"]["players"][:4]
    stage.show({"view": looking_on, "events": [], "after": []})
    asked = {**HOST, "host": "Hugo", "own_buy_in_request": 200}
    stage.tell({"type": "room", "masa": MASA, "room": asked})
    await visitor.sees("Hugo is being asked …")
    stored = {"waiting": [NAMES[0]], "reserved": [{"name": NAMES[0], "side": 5}]}
    stage.tell({"type": "room", "masa": MASA, "room": {**HOST, "host": "Hugo", **stored}})
    await visitor.sees("You are in from the next hand.")
    await expect(visitor.side(5)).to_contain_text(NAMES[0])
