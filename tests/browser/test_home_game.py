"""Test of a home game on phones: link, names, approved buy-ins, a hand, results, rematch."""

import asyncio
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import TimeoutError, expect

from tests.browser.house import PATIENCE, House
from tests.browser.table import table
from tests.browser.visitor import PHONE, Visit, Visitor

pytestmark = pytest.mark.sampled(3)

SHOTS = os.environ.get("SHOTS")
"""Folder for screenshots of every step, if the environment variable is set."""


async def shot(name: str, *visitors: Visitor) -> None:
    if SHOTS:
        for number, visitor in enumerate(visitors):
            await visitor.page.screenshot(path=Path(SHOTS) / f"home-{name}-{number}.png")


async def opened(host: Visitor) -> str:
    """Open a game with chips of its own, in which the host has a seat. Return its link."""
    await host.open()
    await host.button("Invite friends").click()
    dialog = host.page.get_by_role("dialog")
    await dialog.get_by_text("More options").click()
    await dialog.get_by_label("Separate chips for this game").check()
    await shot("opening", host)
    await dialog.get_by_role("button", name="Make the link").click()
    link = await dialog.get_by_label("Link", exact=True).input_value()
    await shot("link", host)
    await dialog.get_by_role("button", name="Sit down").click()
    await expect(host.page.locator(".seat.you")).to_be_visible()
    return link


async def ask_for_a_seat(friend: Visitor, name: str, link: Any) -> None:
    await friend.open(link)
    await friend.button("Take a seat").click()
    dialog = friend.page.get_by_role("dialog")
    await dialog.locator("input[name=guest]").fill(name)
    await dialog.locator("#amount-field").fill("100")
    await dialog.locator('[data-act="sit-down"]').click()
    await friend.sees("is being asked")


async def fold_until(selector: str, *players: Visitor) -> None:
    """Folds for every player to act until the first one sees *selector*."""
    async with asyncio.timeout(PATIENCE):
        while not await players[0].page.locator(selector).count():
            for player in players:
                if await player.page.locator(".acts[data-turn] .buttons:not(.unarmed)").count():
                    with suppress(TimeoutError):  # The time of the turn may have run out.
                        await player.page.locator('[data-act="FO"]').click(timeout=1000)
            await asyncio.sleep(0.02)


@pytest.mark.rotated
async def test_a_host_and_three_friends_play_from_the_link_to_the_results_and_again(
    visit: Visit,
) -> None:
    host, *friends = [await visit(screen=PHONE, has_touch=True) for _ in range(4)]
    link = await opened(host)
    names = ["Friend Ada", "Friend Bo", "Friend Cem"]
    for friend, name in zip(friends, names, strict=True):
        await ask_for_a_seat(friend, name, link)
    await expect(host.page.locator("[data-panel=host] .badge")).to_have_text("3")
    asked = host.page.get_by_role("region", name="Friend Ada asks for 100")
    await expect(asked.get_by_role("button", name="Yes")).to_be_visible()
    await shot("asked", host)
    await host.page.locator("[data-panel=host]").click()
    # The game is paused until all friends sit, since a player who comes during a hand waits for its
    # end.
    await host.button("Pause after this hand").click()
    await expect(host.button("Go on")).to_be_visible()
    await shot("buy-ins", host)
    for name in names:
        await host.button(f"Yes, {name} brings 100").click()
    for friend in friends:
        await expect(friend.page.locator(".seat.you")).to_be_visible()
    await host.button("Go on").click()
    await expect(host.button("Pause after this hand")).to_be_visible()
    await host.page.keyboard.press("Escape")
    await shot("seated", host, *friends)

    # One friend is offered the role of a co-host and accepts.
    await host.page.locator("[data-panel=host]").click()
    await host.button("Co-host: Friend Ada").click()
    await expect(friends[0].page.get_by_role("dialog")).to_contain_text("help host this table")
    await shot("offer", friends[0])
    await friends[0].button("Yes").click()
    await expect(friends[0].page.locator("[data-panel=host]")).to_be_visible()

    # The game is closed after the hand, and everybody sees the results.
    await host.button("Close the table").click()
    await host.button("Sure? After this hand").click()
    await host.page.keyboard.press("Escape")
    await fold_until(".results table", host, *friends)
    for player in (host, *friends):
        await expect(player.page.locator(".results tbody tr")).to_have_count(4)
        cells = await player.page.locator(".results tbody .net").all_inner_texts()
        nets = [int(text.replace("−", "-").replace(",", "")) for text in cells]
        assert sum(nets) == 0
        assert nets == sorted(nets, reverse=True)
    await shot("results", host, *friends)

    # Rematch: the friends get a link to the new table.
    await host.button("Play again").click()
    await expect(host.page.locator(".cloth [data-side]").first).to_be_visible()
    await friends[0].button("Play again with the same people").click()
    await expect(friends[0].page.locator(".cloth [data-side]").first).to_be_visible()
    assert friends[0].masa == host.masa != link.partition("#")[0].rpartition("/")[2]


@pytest.mark.rotated
async def test_a_note_on_a_player_is_on_all_devices_of_its_writer_only(
    visit: Visit, house: House
) -> None:
    async with table(house) as cedar:
        other = await cedar.seat(1)
        house.account("Note Taker")
        here, there = await visit(), await visit()
        for visitor in (here, there):
            await visitor.logs_in("Note Taker")
            await visitor.open(cedar.path)
            await expect(visitor.side(1)).to_be_visible()
        await here.page.locator("[data-panel=menu]").click()
        await here.button("Players and notes").click()
        field = here.page.get_by_label(f"Note on {other.name}")
        async with here.page.expect_response("**/api/me/notes/**") as written:
            await field.fill("calls too much")
            await field.blur()
        assert (await written.value).status == 204
        async with here.page.expect_response("**/api/me/notes/**"):
            await here.button("Red").click()
        await there.page.reload()
        await expect(there.side(1).locator(".portrait.mark-red")).to_have_attribute(
            "title", "calls too much"
        )
        assert "calls too much" not in "".join(there.frames + here.frames)
