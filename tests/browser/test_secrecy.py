"""Tests that a page has no card that its visitor may not see: not on the screen, not in the
document, and not in the messages over the socket.
"""

import json
from typing import Any

from playwright.async_api import expect

from tests.browser.house import House
from tests.browser.table import table
from tests.browser.visitor import Visit, Visitor


def cards_received(visitor: Visitor) -> set[Any]:
    """Return every card in the messages received so far."""
    frames = " ".join(visitor.frames)
    return {
        rank + suit for rank in "23456789TJQKA" for suit in "cdhs" if f'"{rank}{suit}"' in frames
    }


async def test_no_card_of_another_reaches_a_page_before_it_is_shown(
    visit: Visit, house: House
) -> None:
    async with table(house) as cedar:
        one, other, onlooker = [await visit() for _ in range(3)]
        for side, visitor in enumerate((one, other, onlooker)):
            await visitor.open(cedar.path)
            if visitor is not onlooker:
                await visitor.sit(side, 200)
        await cedar.deal()
        # With two players the button has the small blind: it acts first before the flop and last
        # after it.
        await other.is_asked()
        for visitor in (one, other):
            await expect(visitor.page.locator(".card:has(.index)")).to_have_count(2)
        hands = [await one.cards(), await other.cards()]
        assert [len(hand) for hand in hands] == [2, 2]
        assert not set(hands[0]) & set(hands[1])
        await other.check_or_call()
        await one.check_or_call()
        for _ in range(2):
            await one.check_or_call()
            await other.check_or_call()
        await expect(onlooker.page.locator(".board .card")).to_have_count(5)
        await one.act_button("FO").click()
        await one.act("FO")
        assert (await cedar.ended())["status"] == "one_win"
        for visitor, mine in ((one, hands[0]), (other, hands[1]), (onlooker, [])):
            await expect(visitor.page.locator(".seat.winner")).to_have_count(1)
            board = (await cedar.ended())["boards"][0]
            assert set(await visitor.cards()) <= {*mine, *board}
            assert cards_received(visitor) == {*mine, *board}
            for frame in visitor.frames:
                assert "deck" not in json.loads(frame)
