"""Tests that the visitor notices the turn everywhere: in a drawer, in the lobby, at another
table.
"""

import json
import re
from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.house import House
from tests.browser.table import Program, calls, table
from tests.browser.visitor import Visit

pytestmark = pytest.mark.sampled(3)

YOUR_TURN = re.compile(r"^Your turn")


@pytest.mark.rotated
async def test_a_turn_is_heard_while_a_dialog_is_open(house: House, visit: Visit) -> None:
    """Everything outside a modal dialog is inert, so a screen reader would not read it."""
    async with table(house) as cedar:
        visitor = await visit()
        await visitor.open(cedar.path)
        await visitor.sit(0, 200)
        other = await cedar.seat(1, plays=None)
        await cedar.deal()
        if (await cedar.host.event("actor_rotated"))["side"] == 0:
            await visitor.check_or_call()
        dialog = visitor.page.get_by_role("dialog")
        for turn, panel in enumerate(("hands", "menu")):
            await visitor.page.click(f'[data-panel="{panel}"]')
            await expect(dialog).to_be_visible()

            asked = await other.until(lambda: asks(other)[turn:])  # noqa: B023
            await other.client.act(asked[0], calls(asked[0]))

            await expect(dialog.locator("[aria-live=assertive]")).to_have_text(YOUR_TURN)
            await visitor.page.keyboard.press("Escape")
            await expect(dialog).to_have_count(0)
            # The big blind acts last before the flop and first after it.
            await visitor.check_or_call()
            if turn == 0:
                await visitor.check_or_call()


def asks(program: Program) -> list[Any]:
    return [message for message in program.messages if message["type"] == "act"]


async def test_a_player_in_the_lobby_keeps_the_seat_and_sees_the_turn(
    house: House, visit: Visit
) -> None:
    async with table(house) as cedar:
        visitor = await visit()
        await visitor.open(cedar.path)
        await visitor.sit(0, 200)
        await cedar.seat(1)
        await visitor.page.locator(".home").click()
        await expect(visitor.page.locator(".back")).to_contain_text("Cedar")
        # A screen reader starts at the top of the new page.
        await expect(visitor.page.locator("#main")).to_be_focused()

        await cedar.deal()

        back = visitor.page.locator(".elsewhere a.turn")
        await expect(back).to_contain_text("Cedar")
        await expect(visitor.page).to_have_title(re.compile("Your turn · Cedar"))
        await expect(visitor.spoken_line("Your turn at Cedar.")).to_have_count(1)
        rooms = [m["room"] for m in cedar.host.messages if "room" in m]
        assert 0 not in rooms[-1]["absent"]

        await back.click()
        await visitor.check_or_call()
        await expect(visitor.page.locator(".elsewhere")).to_have_count(0)


@pytest.mark.rotated
async def test_two_tables_can_be_played_on_one_page(house: House, visit: Visit) -> None:
    async with table(house, name="Cedar") as cedar, table(house, name="Willow") as willow:
        visitor = await visit()
        await visitor.open(cedar.path)
        await visitor.sit(0, 200)
        await cedar.seat(1)
        await visitor.open(willow.path)
        # After a reload the page knows the visitor's other tables, and nothing moves.
        other = visitor.page.locator(".elsewhere a:not(.tiles)")
        await expect(other).to_contain_text("Cedar")
        await visitor.sit(2, 200)
        await cedar.deal()
        await expect(visitor.page.locator(".elsewhere a.turn")).to_contain_text("Your turn")
        await other.click()
        await visitor.is_asked()
        await expect(other).to_contain_text("Willow")

        # Two tables side by side on a wide screen: the visitor can act at either.
        await visitor.page.locator(".elsewhere .tiles").click()
        await expect(visitor.page.locator("[data-tile] .seat.you")).to_have_count(2)
        tile = visitor.page.locator(f'[data-tile="{cedar.id}"]')
        turn = await tile.locator(".acts[data-turn]").get_attribute("data-turn")
        await tile.locator(".acts .buttons:not(.unarmed) .call").click()
        await expect(tile.locator(f'.acts[data-turn="{turn}"]')).to_have_count(0)
        await tile.locator(".tile-name").click()
        await expect(visitor.page.locator(".masa-top h1")).to_contain_text("Cedar")


PRESSED_TWICE = """() => {
  for (let i = 0; i < 2; i++)
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', bubbles: true }));
}"""


@pytest.mark.rotated
async def test_keys_act_at_one_of_two_tables_side_by_side(house: House, visit: Visit) -> None:
    """Keys apply to the table that has waited longest, or to a waiting table that has the focus. A
    key pressed once too often does not act at the next table.
    """
    async with table(house, name="Cedar") as cedar, table(house, name="Willow") as willow:
        visitor = await visit()
        for masa in (cedar, willow):
            await visitor.open(masa.path)
            await visitor.sit(0, 200)
            await masa.seat(1)
        for masa in (cedar, willow):
            await masa.deal()
        await visitor.open("/tables")
        ready = visitor.page.locator("[data-tile] .acts[data-turn] .buttons:not(.unarmed)")
        hears = visitor.page.locator("[data-tile][data-keys]")
        await expect(ready).to_have_count(2)
        await expect(hears).to_have_count(1)
        first = await hears.get_attribute("data-tile")
        second = next(masa.id for masa in (cedar, willow) if masa.id != first)

        async def turn(masa: str) -> str | None:
            acts = visitor.page.locator(f'[data-tile="{masa}"] .acts')
            return await acts.get_attribute("data-turn")

        async def acted(masa: str | None, before: str) -> None:
            acts = visitor.page.locator(f'[data-tile="{masa}"] .acts')
            await expect(acts).not_to_have_attribute("data-turn", before)

        before = {masa: await turn(masa) for masa in (first, second)}
        await visitor.page.evaluate(PRESSED_TWICE)
        await acted(first, before[first])
        await expect(hears).to_have_attribute("data-tile", second)
        assert await turn(second) == before[second]

        # The opponents call at once, so both tables wait again. A click chooses the table.
        await expect(ready).to_have_count(2)
        await visitor.page.locator(f'[data-tile="{first}"] .board').click()
        await expect(hears).to_have_attribute("data-tile", first)
        before = {masa: await turn(masa) for masa in (first, second)}
        await visitor.page.keyboard.press("c")
        await acted(first, before[first])
        assert await turn(second) == before[second]


async def test_a_table_with_a_long_name_is_no_wider_than_the_screen(
    house: House, visit: Visit
) -> None:
    async with (
        table(house, name="Cedar") as cedar,
        table(house, name="Willow and a long name of a table by the old mill") as willow,
    ):
        visitor = await visit(screen={"width": 390, "height": 844})
        for masa in (cedar, willow):
            await visitor.open(masa.path)
            await visitor.sit(0, 200)
        await visitor.open("/tables")
        tiles = visitor.page.locator("[data-tile] .cloth .seat.you")
        await expect(tiles).to_have_count(2)
        for tile in await visitor.page.locator("[data-tile]").all():
            assert await tile.evaluate("one => one.scrollWidth <= one.clientWidth")


async def test_the_icons_of_the_manifest_are_there(house: House, visit: Visit) -> None:
    visitor = await visit()
    answer = await visitor.context.request.get("/manifest.webmanifest")
    icons = json.loads(await answer.text())["icons"]
    assert {icon["type"] for icon in icons} == {"image/svg+xml", "image/png"}
    for path in {icon["src"] for icon in icons} | {"/icon-180.png"}:
        icon = await visitor.context.request.get(path)
        assert icon.status == 200, path
        assert icon.headers["content-type"].startswith("image/"), path
