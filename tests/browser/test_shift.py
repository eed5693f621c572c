"""Tests that nothing jumps on a phone or a desktop, from a tournament's page to its table and on to
the results.
"""

from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.event import event
from tests.browser.house import House
from tests.browser.table import shoves
from tests.browser.test_tournament import OVER, puts_in_all_until
from tests.browser.visitor import Visit
from tests.browser.vitals import WATCH

pytestmark = pytest.mark.sampled(3)

SCREENS = {"phone": {"width": 390, "height": 844}, "desk": {"width": 1440, "height": 900}}
MOST = 0.02
"""Largest allowed layout shift. For comparison: if half of the screen moves by a tenth of its
height, it is 0.05.
"""
GAP, WINDOW = 1000, 5000
"""Milliseconds without a shift after which a window ends, and its greatest length."""

# Records the position of the tournament's facts in every frame.
TOPS = """
window.tops = [];
requestAnimationFrame(function look() {
  const facts = document.querySelector('.facts');
  const top = facts && Math.round(facts.getBoundingClientRect().top);
  if (facts && top !== window.tops.at(-1)) window.tops.push(top);
  requestAnimationFrame(look);
});"""


def shifted(jumps: Any) -> Any:
    return sum(jump["by"] for jump in jumps)


def worst(jumps: Any) -> float:
    """Return the cumulative layout shift as browsers define it: the largest sum over windows in
    which shifts follow each other within GAP, at most WINDOW long.
    """
    windows: list[Any] = []
    for jump in jumps:
        is_near = windows and jump["when"] - windows[-1][-1]["when"] < GAP
        if is_near and jump["when"] - windows[-1][0]["when"] < WINDOW:
            windows[-1].append(jump)
        else:
            windows.append([jump])
    return max(map(shifted, windows), default=0.0)


@pytest.mark.rotated
@pytest.mark.parametrize("screen", SCREENS)
async def test_nothing_jumps_from_registering_to_the_results(
    visit: Visit, house: House, screen: str
) -> None:
    async with event(house, most=3, stack=200) as friday:
        await friday.enter(plays=shoves)
        visitor = await visit(screen=SCREENS[screen], fresh=True, moving=True)
        await visitor.page.add_init_script(WATCH + TOPS)
        await visitor.open(friday.path)
        await expect(visitor.page.locator(".rows tbody tr")).to_have_count(1)
        await visitor.page.locator("[data-act=register]").click()
        await expect(visitor.page.locator("[data-act=unregister]")).to_be_visible()
        assert len(await visitor.page.evaluate("window.tops")) == 1
        await friday.enter(plays=shoves)
        await visitor.page.wait_for_url(f"**/masa/{friday.id}-1")
        await puts_in_all_until(visitor, OVER)
        await friday.next_event("finished")
        await visitor.page.locator(f"{OVER} [data-act=results]").click()
        await expect(visitor.page.locator(".clock-card")).to_contain_text("Winner")
        await expect(visitor.page.locator(".rows tbody tr")).to_have_count(3)
        await visitor.is_loaded()
        jumps = await visitor.page.evaluate("window.jumps")
        largest = sorted(jumps, key=lambda jump: -jump["by"])[:6]
        print(f"layout shift on a {screen}: {worst(jumps):.4f}, all {shifted(jumps):.4f}", largest)
        assert worst(jumps) < MOST, largest
