"""Tests of phones in both orientations: everything is visible, and nothing scrolls sideways."""

from typing import Any

import pytest
from playwright.async_api import ViewportSize, expect

from tests.browser.house import House
from tests.browser.table import table
from tests.browser.visitor import LYING, PHONE, Visit, Visitor

pytestmark = pytest.mark.sampled(3)

TOUCH = {"has_touch": True, "is_mobile": True}
SCREENS = (PHONE, LYING)
THUMB = 44
"""Smallest size of a button in pixels, for thumbs."""


async def turned(visitor: Visitor, screen: Any) -> None:
    """Turns the phone and waits until the table is drawn in the new orientation."""
    await visitor.page.set_viewport_size(screen)
    shape = "is-tall" if screen is PHONE else "is-wide"
    await expect(visitor.page.locator(f".cloth.{shape}")).to_be_visible()


async def sticks_out(visitor: Visitor) -> Any:
    """Return by how many pixels the page is wider than the screen."""
    return await visitor.page.evaluate(
        "Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - innerWidth"
    )


async def boxes(visitor: Visitor, selector: str) -> dict[Any, Any]:
    found = await visitor.page.locator(selector).all()
    return {await one.inner_text(): await one.bounding_box() for one in found}


def is_in_sight(box: Any, screen: ViewportSize) -> Any:
    return (
        0 <= box["x"] <= box["x"] + box["width"] <= screen["width"]
        and 0 <= box["y"] <= box["y"] + box["height"] <= screen["height"]
    )


@pytest.mark.rotated
async def test_no_page_is_wider_than_the_phone(visit: Visit) -> None:
    for locale in ("en-GB", "zh-CN"):
        visitor = await visit(screen=PHONE, locale=locale, **TOUCH)
        await visitor.is_guest()
        for path in ("/", "/tournaments", "/account", "/rules", "/docs"):
            await visitor.open(path)
            await visitor.is_loaded()
            for screen in SCREENS:
                await visitor.page.set_viewport_size(screen)
                assert await sticks_out(visitor) <= 0, (locale, path, screen)


@pytest.mark.rotated
@pytest.mark.sampled(3)
@pytest.mark.parametrize("sides", [2, 10])
async def test_buttons_and_all_sides_are_visible_on_a_phone(
    visit: Visit, house: House, sides: int
) -> None:
    async with table(house, sides=sides, name="A table with a long name for a phone") as cedar:
        for side in range(1, sides):
            await cedar.seat(side)
        visitor = await visit(screen=PHONE, **TOUCH)
        await visitor.open(cedar.path)
        await visitor.sit(0, 200)
        await cedar.deal()
        await visitor.is_asked()
        for screen in SCREENS:
            await turned(visitor, screen)
            assert await sticks_out(visitor) <= 0
            acts = await boxes(visitor, ".acts .buttons button")
            assert len(acts) == 3
            for text, box in acts.items():
                assert is_in_sight(box, screen), (text, screen)
                assert min(box["width"], box["height"]) >= THUMB, (text, screen)
            seats = await boxes(visitor, ".seat .plate")
            assert len(seats) == sides
            for text, box in seats.items():
                assert is_in_sight(box, screen), (text, screen)
        await visitor.call_until(".seat.winner")
        for screen in SCREENS:
            await turned(visitor, screen)
            assert await sticks_out(visitor) <= 0
