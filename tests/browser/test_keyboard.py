"""Tests of playing by keyboard only: `?` lists all keys, and a whole hand needs no mouse."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.house import House
from tests.browser.table import calls, table
from tests.browser.visitor import Visit, Visitor

pytestmark = pytest.mark.sampled(3)


async def focus(visitor: Visitor, name: str, key: str = "Tab", most: int = 60) -> None:
    """Presses *key* until an element of that name has the focus."""
    for _ in range(most):
        named = await visitor.page.evaluate(
            "() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? ''"
        )
        if re.search(name, named):
            return
        await visitor.page.keyboard.press(key)
    raise AssertionError(f"{name} cannot be reached with {key}")


@pytest.mark.rotated
async def test_a_whole_hand_is_played_without_the_mouse(visit: Visit, house: House) -> None:
    async with table(house) as cedar:
        program = await cedar.seat(1, plays=calls)
        visitor = await visit()
        keyboard = visitor.page.keyboard
        await visitor.open(cedar.path)
        await expect(visitor.page.locator("[data-act=sit]")).to_be_visible()
        await keyboard.press("e")
        await expect(visitor.page.get_by_role("dialog")).to_be_visible()
        await focus(visitor, "^Sit down with")
        await keyboard.press("Enter")
        await expect(visitor.page.locator(".seat.you")).to_be_visible()
        await cedar.deal()
        await visitor.is_asked()
        raising = visitor.page.locator(".acts .raise")
        await keyboard.press("5")
        await expect(raising).to_contain_text("Raise to 6")
        await keyboard.press("ArrowUp")
        await expect(raising).to_contain_text("Raise to 8")
        await keyboard.press("t")
        await keyboard.type("10")
        await expect(raising).to_contain_text("Raise to 10")
        await keyboard.press("Escape")
        await keyboard.press("r")
        await expect(visitor.page.locator(".board .card")).to_have_count(3)
        raises = [e for e in cedar.host.events if e.get("act") == "RR10"]
        assert len(raises) == 1
        for cards in (4, 5):
            await visitor.is_asked()
            await keyboard.press("c")
            await expect(visitor.page.locator(".board .card")).to_have_count(cards)
        await visitor.is_asked()
        await keyboard.press("a")
        await expect(raising).to_contain_text("All in")
        await keyboard.press("r")
        await expect(visitor.page.locator(".seat.winner").first).to_be_visible()
        assert (await cedar.ended())["status"] == "showdown"
        await keyboard.press("l")
        await keyboard.type("good hand")
        await keyboard.press("Enter")
        said = await program.until(
            lambda: next((m for m in program.messages if m["type"] == "chat"), None)
        )
        assert said["text"] == "good hand"


async def test_every_key_is_shown_by_a_question_mark(visit: Visit, house: House) -> None:
    async with table(house) as cedar:
        visitor = await visit()
        await visitor.open(cedar.path)
        await expect(visitor.page.locator("[data-act=sit]")).to_be_visible()
        await visitor.page.keyboard.press("?")
        dialog = visitor.page.get_by_role("dialog")
        await expect(dialog.locator("kbd").first).to_be_visible()
        keys = await dialog.locator("kbd").all_inner_texts()
        assert set(keys) >= {*"FCRATYNIOESXLHUBVM?123456", "↑", "↓"}
        await visitor.page.keyboard.press("Escape")
        await expect(dialog).to_have_count(0)


async def test_keys_typed_into_the_chat_do_not_act(visit: Visit, house: House) -> None:
    async with table(house) as cedar:
        await cedar.seat(1)
        visitor = await visit()
        await visitor.open(cedar.path)
        await visitor.sit(0, 200)
        await cedar.deal()
        await visitor.is_asked()
        acts = len([e for e in cedar.host.events if e["event"] == "player_acted"])
        await visitor.page.keyboard.press("l")
        await expect(visitor.page.get_by_label("Say something")).to_be_focused()
        await visitor.page.keyboard.type("fcra")
        await expect(visitor.page.get_by_label("Say something")).to_have_value("fcra")
        send = visitor.page.get_by_role("button", name="Send")
        await expect(send).to_be_in_viewport(ratio=1)
        await cedar.view()
        assert len([e for e in cedar.host.events if e["event"] == "player_acted"]) == acts


async def test_the_lobby_can_be_used_with_tab_and_enter(visit: Visit) -> None:
    visitor = await visit()
    await visitor.open()
    await expect(visitor.button("Play now")).to_be_visible()
    await focus(visitor, "^Play now")
    await visitor.page.keyboard.press("Enter")
    await visitor.page.wait_for_url("**/masa/*")
    await expect(visitor.page.locator(".seat.you")).to_be_visible()
