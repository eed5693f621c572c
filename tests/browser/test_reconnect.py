"""Tests of a room that is killed and restarted during a hand: the page continues the hand by
itself.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.browser.house import House
from tests.browser.table import table
from tests.browser.visitor import Visit

LOST = "Connection lost. Reconnecting…"


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[House]:
    """A room that the test may kill."""
    mortal = House(tmp_path / "data", house_tables=False)
    mortal.open()
    yield mortal
    mortal.close()


async def test_a_hand_goes_on_after_the_room_was_killed_and_opened_again(
    visit: Visit, mortal: House
) -> None:
    async with table(mortal) as cedar:
        one, other = await visit(mortal), await visit(mortal)
        for side, visitor in enumerate((one, other)):
            visitor.forgiven += ["WebSocket connection", "ERR_"]
            await visitor.open(cedar.path)
            await visitor.sit(side, 200)
        await cedar.deal()
        # With two players the button, side 1, posts the small blind and acts first.
        await other.is_asked()
        turn = await other.page.locator(".acts").get_attribute("data-turn")
        before = [(await visitor.cards(), await visitor.stacks()) for visitor in (one, other)]
        mortal.kill()
        for visitor in (one, other):
            await visitor.sees(LOST)
        mortal.open()
        for visitor in (one, other):
            await expect(visitor.page.get_by_text(LOST)).to_have_count(0)
            await expect(visitor.spoken_line("Connected again.")).to_have_count(1)
        await other.is_asked()
        assert await other.page.locator(".acts").get_attribute("data-turn") == turn
        after = [(await visitor.cards(), await visitor.stacks()) for visitor in (one, other)]
        assert after == before

        # A click while the room is away takes effect when it is back. A page waits for 30 s; if a
        # busy machine needs longer to open the room, the test clicks again.
        called = other.page.locator(".dealer", has_text="calls 1.")
        given_up = other.page.get_by_text("The room cannot be reached.")
        while not await called.count():
            mortal.kill()
            await other.sees(LOST)
            await other.act_button("CA").click()
            mortal.open()
            await expect(called.or_(given_up)).to_have_count(1)
            await expect(given_up).to_have_count(0)
        await one.check_or_call()
        await expect(one.page.locator(".board .card")).to_have_count(3)
