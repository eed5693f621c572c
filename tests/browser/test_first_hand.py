"""Test of the first visit: one click leads from the address to a hand."""

import re
import time

from playwright.async_api import expect

from tests.browser.visitor import Visit


async def test_a_newcomer_opens_the_address_and_plays_a_whole_hand(visit: Visit) -> None:
    visitor = await visit()
    start = time.monotonic()
    await visitor.open()
    await visitor.button("Play now").click()
    await visitor.page.wait_for_url("**/masa/*")
    await expect(visitor.page.locator(".seat.you")).to_be_visible()
    await visitor.is_asked()
    seated = time.monotonic() - start
    await visitor.check_or_call()
    print(f"from the address to the first act: {time.monotonic() - start:.1f} s ({seated:.1f} s)")
    await visitor.call_until(".seat.winner")
    await expect(visitor.page.locator(".seat.winner").first).to_contain_text("+")
    # The dealer's line about the hand links to its page.
    won = visitor.page.locator(".lines.dealer .won a").last
    await expect(won).to_have_attribute("href", re.compile(r"^/hand/[0-9a-f]{20}$"))
