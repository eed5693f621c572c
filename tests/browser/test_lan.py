"""A home game over plain HTTP in a local network, as the documentation describes it. Browsers offer
no share sheet, clipboard API, wake lock or service worker there, and all pages work without them.
"""

import asyncio
import os
import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import TimeoutError, expect

from tests.browser.chromium import LAN_NAME
from tests.browser.house import PATIENCE, House
from tests.browser.visitor import Visit, Visitor

pytestmark = pytest.mark.sampled(1)

TALL = {"width": 390, "height": 844}
AGAIN = 10.0
"""Seconds after which a player looks at the buttons again."""
SHOTS = os.environ.get("SHOTS")
"""Folder for screenshots of every step. Unset: no screenshots."""


class LanHouse(House):
    """A room that browsers reach by a name in the local network."""

    @property
    def url(self) -> str:
        return f"http://{LAN_NAME}:{self.port}"


@pytest.fixture
def lan(tmp_path: Path) -> Iterator[House]:
    house = LanHouse(tmp_path / "lan", allowed_hosts=LAN_NAME)
    house.open()
    yield house
    house.close()


async def shot(name: str, *visitors: Visitor) -> None:
    if SHOTS:
        for number, visitor in enumerate(visitors):
            await visitor.page.screenshot(path=Path(SHOTS) / f"lan-{name}-{number}.png")


async def plays_until(is_so: Callable[[], Awaitable[Any]], acts_of: dict[Visitor, str]) -> None:
    """Lets everybody who is on turn bet all chips (AA), or check or fold (FO), until *is_so*."""
    async with asyncio.timeout(PATIENCE):
        while not await is_so():
            for player, act in acts_of.items():
                acts = player.page.locator(".acts[data-turn] .buttons:not(.unarmed)")
                no = acts.get_by_role("button", name="No", exact=True)
                # A turn may end, and its buttons may change, while they are looked for. The first
                # no to running it twice ends the question for everybody.
                with suppress(TimeoutError, asyncio.TimeoutError):
                    async with asyncio.timeout(AGAIN):
                        if await no.count():
                            await no.click(timeout=1000)
                        elif await acts.count() and act == "AA":
                            await player.put_in_all()
                        elif await acts.count():
                            free = await player.page.locator('.acts [data-act="CH"]').count()
                            await player.act("CH" if free else act)
            await asyncio.sleep(0.02)


async def test_three_friends_are_invited_ask_play_lose_all_and_rebuy_over_plain_http(
    visit: Visit, lan: House
) -> None:
    wishes: dict[str, Any] = {"screen": TALL, "has_touch": True, "is_mobile": True}
    host, bea, cem = [await visit(lan, fresh=True, **wishes) for _ in range(3)]
    passive = dict.fromkeys((host, bea, cem), "FO")
    await host.open()
    assert not await host.page.evaluate("isSecureContext")
    await host.button("Invite friends").click()
    dialog = host.page.get_by_role("dialog")
    await dialog.get_by_text("More options").click()
    await dialog.get_by_label("You approve every buy-in").check()
    await dialog.get_by_role("button", name="Make the link").click()
    link = await dialog.get_by_label("Link", exact=True).input_value()
    assert link.startswith(lan.url)
    await expect(dialog.get_by_role("button", name="Share")).to_have_count(0)
    await dialog.get_by_role("button", name="Copy").click()
    await expect(dialog.get_by_role("button", name="Copied")).to_be_visible()
    await dialog.get_by_role("button", name="Sit down").click()
    await expect(host.page.locator(".seat.you")).to_be_visible()
    await expect(host.page.get_by_role("img", name="The link as a code")).to_be_visible()
    await expect(host.button("Add bots")).to_be_visible()
    await shot("1-invitation", host)

    async def is_answered(text: str, picture: str) -> None:
        """The host says yes. A turn of the host hides the question until the host has acted."""
        request = host.page.get_by_role("region", name=text)
        yes = request.get_by_role("button", name="Yes")

        async def is_clicked() -> bool:
            if not await yes.count():
                return False
            await shot(picture, host, bea, cem)
            with suppress(TimeoutError):
                await yes.click(timeout=1000)
                return True
            return False

        await plays_until(is_clicked, passive)
        await expect(request).to_have_count(0)

    for friend, name in ((bea, "Bea"), (cem, "Cem")):
        await friend.open(link)
        await friend.button("Take a seat").click()
        dialog = friend.page.get_by_role("dialog")
        await dialog.locator("input[name=guest]").fill(name)
        await dialog.locator("#amount-field").fill("100")
        await shot(f"2-seat-{name}", friend)
        await dialog.locator('[data-act="sit-down"]').click()
        await friend.sees("is being asked")
        await is_answered(f"{name} asks for 100", f"3-asks-{name}")

    async def all_play() -> bool:
        return await host.page.locator(".seat:has(.hole)").count() == 3

    await plays_until(all_play, passive)
    await shot("4-playing", host, bea, cem)

    # The friends bet all they have, until one of them has lost everything, asks for chips, and
    # plays on.
    broke = "You have no chips left at this table."

    async def lost() -> Any:
        return sum([await friend.page.get_by_text(broke).count() for friend in (bea, cem)])

    await plays_until(lost, {host: "FO", bea: "AA", cem: "AA"})
    loser = bea if await bea.page.get_by_text(broke).count() else cem
    await shot("5-broke", host, bea, cem)
    await loser.button("Rebuy").click()
    await loser.page.get_by_role("dialog").locator("#amount-field").fill("120")
    await loser.button("Top up by 120").click()
    await loser.sees("is being asked")
    await expect(loser.button("Rebuy")).to_have_count(0)
    await is_answered("asks for 120 more", "6-asks-again")
    mine = loser.page.locator(".seat.you")

    async def has_chips() -> bool:
        return re.fullmatch("1(20|1[0-9])", await mine.locator(".stack").inner_text()) is not None

    await plays_until(has_chips, passive)

    async def plays_on() -> bool:
        stacks = await host.stacks()
        return await all_play() and all(stacks.values())

    await plays_until(plays_on, passive)
    await shot("7-plays-on", host, bea, cem)
    assert not [visitor.complaints for visitor in (host, bea, cem) if visitor.complaints]
