"""Tests of the table on an upright phone: large cards, bets in two steps, and one clock."""

import re
from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.gallery import alone
from tests.browser.house import House
from tests.browser.staged import MASA, NAMES, ROOM, Staged, states
from tests.browser.table import table
from tests.browser.test_geometry import OVERLAPS
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


@pytest.mark.parametrize("pointer", ["mouse", "finger"])
async def test_a_drag_up_from_raise_chooses_an_amount_and_sends_nothing(
    visit: Visit, pointer: str
) -> None:
    visitor, _ = await staged(visit)
    await visitor.is_asked()
    box: Any = await visitor.button("Raise…").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    path = [y - 10 * step for step in range(12)]
    if pointer == "mouse":
        await visitor.page.mouse.move(x, y)
        await visitor.page.mouse.down()
        for height in path:
            await visitor.page.mouse.move(x, height)
        await visitor.page.mouse.up()
    else:
        tools = await visitor.context.new_cdp_session(visitor.page)
        for kind, heights in (("touchStart", path[:1]), ("touchMove", path[1:])):
            for height in heights:
                points = [{"x": x, "y": height}]
                await tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        await tools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
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


KEEPS_COPIES = """Object.defineProperty(navigator, 'clipboard', {
  value: { writeText: async text => { window.copied = text } },
}); delete Navigator.prototype.share;"""


async def test_everything_that_invites_names_the_address_that_others_need(visit: Visit) -> None:
    """On the room's own machine the page has an address that works only there."""
    visitor = await visit(screen=TALL, has_touch=True, is_mobile=True, fresh=True)
    await visitor.page.add_init_script(KEEPS_COPIES)
    found = {"urls": ["http://192.168.7.9:8000"]}
    await visitor.page.route("**/api/lobby/addresses", lambda route: route.fulfill(json=found))
    stage = await Staged.open(visitor, alone())
    stage.tell({"type": "room", "masa": MASA, "room": {**HOST, "may_add_bots": True}})
    await expect(visitor.page.get_by_role("img", name="The link as a code")).to_be_visible()
    await visitor.sees("192.168.7.9:8000")
    await expect(visitor.button("Add bots")).to_be_visible()
    for button in ("Copy the link", "Invite"):
        await visitor.page.evaluate("window.copied = ''")
        await visitor.button(re.compile(f"^{button}$")).first.click()
        await visitor.page.wait_for_function("() => window.copied")
        copied = await visitor.page.evaluate("window.copied")
        assert copied == f"http://192.168.7.9:8000/masa/{MASA}", button


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


async def test_a_question_and_what_one_waits_for_are_shown_on_the_smallest_phone_too(
    visit: Visit,
) -> None:
    """Yes and No mean nothing without their question."""
    visitor, stage = await staged(visit, sides=10)
    await visitor.page.set_viewport_size({"width": 320, "height": 568})
    mine = {"turn": "4711.9", "left": 18_000, "total": 20_000, "bank": False, "run_twice": True}
    asked = {"type": "act", **mine, "acts": [], "least": 0, "most": 0, "to_call": 0, "pot": 15_000}
    stage.show({**states(10)["all in"], "after": [asked]})
    await expect(visitor.page.locator(".acts .hint")).to_have_text("All in. Run it twice?")
    await expect(visitor.page.locator(".acts .hint")).to_be_in_viewport()
    await expect(visitor.button("Yes")).to_be_in_viewport(ratio=1)
    assert await visitor.page.evaluate(OVERLAPS) == []
    looking_on = {**states(6)["turn"]["view"], "you": None}
    stage.show({"view": looking_on, "events": [], "after": []})
    room = {**HOST, "host": "Hugo", "own_buy_in_request": 200}
    stage.tell({"type": "room", "masa": MASA, "room": room})
    hint = visitor.page.locator(".acts .hint").first
    await expect(hint).to_have_text("Hugo is being asked …")
    await expect(hint).to_be_in_viewport()


@pytest.mark.parametrize("size", [(320, 568), (360, 740), (568, 320)])
async def test_labels_with_millions_stay_within_their_buttons(
    visit: Visit, size: tuple[int, int]
) -> None:
    visitor, stage = await staged(visit)
    await visitor.page.set_viewport_size({"width": size[0], "height": size[1]})
    turn = states(6)["turn"]
    for player in turn["view"]["game"]["players"]:
        player["stack"] = 93_456_789
    turn["after"][0].update(
        acts=["FO", "CA", "AA", "RR24691356"], least=24_691_356, most=93_456_789, to_call=12_345_678
    )
    stage.show(turn)
    await expect(visitor.button("Call 12,345,678")).to_be_visible()
    assert await visitor.page.evaluate(OUT) == []
    await visitor.is_asked()
    await visitor.opens_sizes()
    await expect(visitor.button("Raise to 24,691,356")).to_be_visible()
    assert await visitor.page.evaluate(OUT) == []


OUT = """() => [...document.querySelectorAll('.acts .buttons button')]
  .filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)"""


@pytest.mark.parametrize("size", [(320, 568), (568, 320)])
async def test_a_request_by_somebody_with_a_long_name_can_be_read(
    visit: Visit, size: tuple[int, int]
) -> None:
    visitor, stage = await staged(visit)
    await visitor.page.set_viewport_size({"width": size[0], "height": size[1]})
    me = {"name": NAMES[0], "kind": "person", "chips": 0, "refill": 0, "refills_left": 0}
    await visitor.page.route(
        "**/api/me",
        lambda route: route.fulfill(json={**me, "private": False, "seated": [], "hosted": []}),
    )
    await visitor.page.reload()
    await expect(visitor.page.locator(".seat .plate").first).to_be_visible()
    stage.show(alone())
    asks = [{"name": "Wolfgang Amadeus Mozartian", "amount": 12_345_678, "top_up": False}]
    stage.tell({"type": "room", "masa": MASA, "room": {**HOST, "buy_in_requests": asks}})
    text = visitor.page.locator(".request p")
    await expect(text).to_contain_text("12,345,678")
    box: Any = await text.bounding_box()
    assert box["width"] >= 120
    await expect(text).to_be_in_viewport(ratio=1)
    await expect(visitor.page.locator(".request button.main")).to_be_in_viewport(ratio=1)
