"""Measures what a page costs: its size, and the time to its first paint on a slow machine.

python -m tests.browser.figures      # with Chromium; from the root of the repository
"""

from __future__ import annotations

import asyncio
import gzip
import tempfile
from pathlib import Path
from statistics import median

from playwright.async_api import Browser, Response, async_playwright

from tests.browser import chromium
from tests.browser.house import House
from tests.browser.table import table
from tests.browser.visitor import PHONE, Visitor

TIMES = 5
SLOWER = 4
PAINT = """() => new Promise(resolve => {
  const told = entries => entries.find(entry => entry.name === 'first-contentful-paint');
  new PerformanceObserver((list, observer) => {
    const paint = told(list.getEntries());
    if (paint) { observer.disconnect(); resolve(paint.startTime); }
  }).observe({ type: 'paint', buffered: true });
})"""
READY = {
    **{"lobby": ".list tbody tr", "table": "[data-side]", "account": "form", "rules": "dl"},
    **{"hand": "[data-side]", "hands": ".panel", "equity": ".panel"},
}


async def first_paint(browser: Browser, house: House, path: str, ready: str) -> tuple[float, float]:
    """Return the milliseconds until something is painted and until the page is complete, with an
    empty cache.
    """
    visitor = await Visitor.come(browser, house, screen=PHONE)
    session = await visitor.context.new_cdp_session(visitor.page)
    await session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    await visitor.page.goto(path, wait_until="commit")
    painted: float = await visitor.page.evaluate(PAINT)
    await visitor.page.wait_for_selector(ready)
    there: float = await visitor.page.evaluate("performance.now()")
    await visitor.go()
    return painted, there


async def weight(browser: Browser, house: House, path: str, ready: str) -> dict[str, int]:
    """Return the gzipped size in bytes of each kind of file that a first visit loads."""
    visitor = await Visitor.come(browser, house, screen=PHONE)
    answers: list[Response] = []
    visitor.page.on("response", lambda answer: answers.append(answer))
    await visitor.page.goto(path)
    await visitor.page.wait_for_selector(ready)
    await visitor.page.wait_for_load_state("networkidle")
    sizes: dict[str, int] = {}
    for answer in answers:
        kind = Path(answer.url).suffix if answer.url.endswith((".js", ".css")) else ""
        if kind:
            size = len(gzip.compress(await answer.body(), 9))
            sizes[kind] = sizes.get(kind, 0) + size
    await visitor.go()
    return sizes


async def finished(house: House) -> str:
    """Return the id of a finished hand that is visible to everybody."""
    async with table(house) as cedar:
        for side in (0, 2, 4):
            await cedar.seat(side)
        await cedar.deal()
        await cedar.ended()
        lines = house.ask("GET", "hands", cedar.programs[0].token)
    found: str = lines[0]["id"]
    return found


async def report(browser: Browser, house: House) -> None:
    masa = house.ask("GET", "tables")[0]["id"]
    paths = {
        **{"lobby": "/", "table": f"/masa/{masa}", "account": "/account", "rules": "/rules"},
        **{"hand": f"/hand/{await finished(house)}", "hands": "/hands", "equity": "/tools/equity"},
    }
    print("page     JavaScript        CSS   first paint     ready")
    for name, path in paths.items():
        sizes = await weight(browser, house, path, READY[name])
        times = [await first_paint(browser, house, path, READY[name]) for _ in range(TIMES)]
        painted, there = (median(column) for column in zip(*times, strict=True))
        print(
            f"{name:8} {sizes['.js']:8,} B {sizes['.css']:8,} B {painted:10.0f} ms {there:6.0f} ms"
        )


async def main() -> None:
    with tempfile.TemporaryDirectory() as data:
        house = House(Path(data) / "data")
        house.open()
        try:
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(
                    executable_path=chromium.found(), args=chromium.flags()
                )
                await report(browser, house)
                await browser.close()
        finally:
            house.close()


if __name__ == "__main__":
    asyncio.run(main())
