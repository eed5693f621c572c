"""One's turn is told wherever one is: in a drawer, in the lobby, at another table."""

import json
import re

import pytest
from playwright.async_api import expect

from tests.browser.table import calls, table

pytestmark = pytest.mark.sampled(2)

YOUR_TURN = re.compile(r"^Your turn")


async def test_a_turn_is_heard_while_a_dialog_is_open(house, visit):
    """All that lies outside a modal dialog is inert: what is said there is not heard."""
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
            # The big blind is last before the flop, and first from then on.
            await visitor.check_or_call()
            if turn == 0:
                await visitor.check_or_call()


def asks(program):
    return [message for message in program.messages if message["type"] == "act"]


async def test_who_looks_into_the_lobby_is_still_at_the_table(house, visit):
    async with table(house) as cedar:
        visitor = await visit()
        await visitor.open(cedar.path)
        await visitor.sit(0, 200)
        await cedar.seat(1)
        await visitor.page.locator(".home").click()
        await expect(visitor.page.locator(".back")).to_contain_text("Cedar")
        # After a navigation a screen reader starts at the new page.
        await expect(visitor.page.locator("#main")).to_be_focused()

        await cedar.deal()

        back = visitor.page.locator(".elsewhere a.turn")
        await expect(back).to_contain_text("Cedar")
        await expect(visitor.page).to_have_title(re.compile("Your turn · Cedar"))
        await expect(visitor.heard("Your turn at Cedar.")).to_have_count(1)
        rooms = [m["room"] for m in cedar.host.messages if "room" in m]
        assert 0 not in rooms[-1]["absent"]

        await back.click()
        await visitor.check_or_call()
        await expect(visitor.page.locator(".elsewhere")).to_have_count(0)


async def test_two_tables_on_one_page(house, visit):
    async with table(house, name="Cedar") as cedar, table(house, name="Willow") as willow:
        visitor = await visit()
        await visitor.open(cedar.path)
        await visitor.sit(0, 200)
        await cedar.seat(1)
        await visitor.open(willow.path)
        # Loaded anew, the page knows where else one sits; and nothing moves any more.
        other = visitor.page.locator(".elsewhere a:not(.tiles)")
        await expect(other).to_contain_text("Cedar")
        await visitor.sit(2, 200)
        await cedar.deal()
        await expect(visitor.page.locator(".elsewhere a.turn")).to_contain_text("Your turn")
        await other.click()
        await visitor.is_asked()
        await expect(other).to_contain_text("Willow")

        # Side by side on a wide screen, and one acts in either.
        await visitor.page.locator(".elsewhere .tiles").click()
        await expect(visitor.page.locator("[data-tile] .seat.you")).to_have_count(2)
        tile = visitor.page.locator(f'[data-tile="{cedar.id}"]')
        turn = await tile.locator(".acts[data-turn]").get_attribute("data-turn")
        await tile.locator(".acts .buttons:not(.unarmed) .call").click()
        await expect(tile.locator(f'.acts[data-turn="{turn}"]')).to_have_count(0)
        await tile.locator(".tile-name").click()
        await expect(visitor.page.locator(".masa-top h1")).to_contain_text("Cedar")


async def test_the_icons_of_the_manifest_are_there(house, visit):
    visitor = await visit()
    answer = await visitor.context.request.get("/manifest.webmanifest")
    icons = json.loads(await answer.text())["icons"]
    assert {icon["type"] for icon in icons} == {"image/svg+xml", "image/png"}
    for path in {icon["src"] for icon in icons} | {"/icon-180.png"}:
        icon = await visitor.context.request.get(path)
        assert icon.status == 200, path
        assert icon.headers["content-type"].startswith("image/"), path
