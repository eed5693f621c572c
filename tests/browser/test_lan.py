"""A home game over plain HTTP in a local network, as the documentation describes it. Browsers offer
no share sheet, clipboard API, wake lock or service worker there, and all pages work without them.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.chromium import LAN_NAME
from tests.browser.house import House
from tests.browser.visitor import Visit, Visitor

pytestmark = pytest.mark.sampled(1)

TALL = {"width": 390, "height": 844}
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


async def test_friends_are_invited_ask_play_and_rebuy_over_plain_http(
    visit: Visit, lan: House
) -> None:
    wishes: dict[str, Any] = {"screen": TALL, "has_touch": True, "is_mobile": True}
    host, friend = [await visit(lan, fresh=True, **wishes) for _ in range(2)]
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
    await shot("invitation", host)

    await friend.open(link)
    await friend.button("Take a seat").click()
    dialog = friend.page.get_by_role("dialog")
    await dialog.locator("input[name=guest]").fill("Bea")
    await dialog.locator("#amount-field").fill("100")
    await dialog.locator('[data-act="sit-down"]').click()
    await friend.sees("is being asked")
    request = host.page.get_by_role("region", name="Bea asks for 100")
    await expect(request).to_be_visible()
    await shot("asked", host, friend)
    await request.get_by_role("button", name="Yes").click()
    await expect(friend.page.locator(".seat.you")).to_be_visible()
    await friend.page.locator(".acts[data-turn], .hint").first.wait_for()
    await expect(host.page.locator(".hole").first).to_be_visible()
    await shot("playing", host, friend)
