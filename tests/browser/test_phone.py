"""A phone in the hand, upright and on its side: everything is there, nothing slides sideways."""

import pytest
from playwright.async_api import expect

from tests.browser.table import table
from tests.browser.visitor import LYING, PHONE

TOUCH = {"has_touch": True, "is_mobile": True}
SCREENS = pytest.mark.parametrize("screen", [PHONE, LYING], ids=["upright", "lying"])
THUMB = 44
"""Pixels a thumb needs."""


async def sticks_out(visitor):
    """By how many pixels the page is wider than the screen."""
    return await visitor.page.evaluate(
        "Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - innerWidth"
    )


async def boxes(visitor, selector):
    found = await visitor.page.locator(selector).all()
    return {await one.inner_text(): await one.bounding_box() for one in found}


def is_in_sight(box, screen):
    return (
        0 <= box["x"] <= box["x"] + box["width"] <= screen["width"]
        and 0 <= box["y"] <= box["y"] + box["height"] <= screen["height"]
    )


@SCREENS
async def test_a_page_is_as_wide_as_the_phone(visit, screen):
    for locale in ("en-GB", "zh-CN"):
        visitor = await visit(screen=screen, locale=locale, **TOUCH)
        await visitor.is_guest()
        for path in ("/", "/account", "/rules"):
            await visitor.open(path)
            await expect(visitor.page.locator("main")).not_to_be_empty()
            await visitor.page.wait_for_load_state("networkidle")
            assert await sticks_out(visitor) <= 0, (locale, path)


@SCREENS
@pytest.mark.parametrize("sides", [2, 10])
async def test_thumbs_reach_the_acts_and_eyes_see_every_side(visit, house, screen, sides):
    async with table(house, sides=sides, name="A table with a long name for a phone") as cedar:
        for side in range(1, sides):
            await cedar.seat(side)
        visitor = await visit(screen=screen, **TOUCH)
        await visitor.open(cedar.path)
        await visitor.sit(0, 200)
        await cedar.deal()
        await visitor.is_asked()
        assert await sticks_out(visitor) <= 0
        acts = await boxes(visitor, ".acts .buttons button")
        assert len(acts) == 3
        for text, box in acts.items():
            assert is_in_sight(box, screen), text
            assert min(box["width"], box["height"]) >= THUMB, text
        seats = await boxes(visitor, ".seat .plate")
        assert len(seats) == sides
        for text, box in seats.items():
            assert is_in_sight(box, screen), text
        await visitor.call_until(".seat.winner")
        assert await sticks_out(visitor) <= 0
