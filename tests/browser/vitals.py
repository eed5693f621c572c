"""Measures how a page feels: its largest paint on slow 4G, its layout shifts, its memory over many
hands, the cost of an idle table, and the speed of the lobby with many tables.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from playwright.async_api import Browser, CDPSession, async_playwright

from tests.browser import chromium
from tests.browser.figures import READY, finished
from tests.browser.house import House
from tests.browser.table import folds, table
from tests.browser.visitor import DESK, PHONE, Visitor

TIMES, SLOWER = 3, 4
SLOW_4G = {
    **{"offline": False, "latency": 150},
    **{"downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8},
}
"""Slow 4G as defined by Lighthouse: round trip in milliseconds, bytes a second."""
WATCH = """(() => {
  window.largest = 0; window.shifted = 0; window.what = ''; window.jumps = [];
  const banners = [];
  new MutationObserver(changes => {
    const nodes = changes.flatMap(change => [...change.addedNodes, ...change.removedNodes]);
    if (nodes.some(node => node.className === 'banner')) banners.push(performance.now());
  }).observe(document, { childList: true, subtree: true });
  const isBanner = shift => banners.some(at => Math.abs(shift.startTime - at) < 300);
  const named = ({ node }) => node ? `${node.nodeName}.${node.className ?? ''}` : '';
  new PerformanceObserver(list => {
    for (const one of list.getEntries()) {
      window.largest = one.startTime;
      window.what = one.element?.textContent?.trim().slice(0, 24) || one.element?.tagName;
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver(list => {
    for (const one of list.getEntries()) if (!one.hadRecentInput && !isBanner(one)) {
      window.shifted += one.value;
      const who = one.sources.map(named).join(' ');
      window.jumps.push({ by: one.value, when: one.startTime, at: location.pathname, who });
    }
  }).observe({ type: 'layout-shift', buffered: true });
})()"""
"""JavaScript that measures the largest contentful paint and the layout shifts of a page.

The banner of a lost connection moves the page on purpose. It is left out, because a busy machine
may lose the connection.
"""
HANDS, SAMPLES = 500, 5
MANY = 1_000


async def tools_of(visitor: Visitor) -> CDPSession:
    return await visitor.context.new_cdp_session(visitor.page)


async def paths(house: House) -> dict[str, str]:
    masa = house.ask("GET", "tables")[0]["id"]
    event = house.ask("GET", "tournaments")[0]["id"]
    return {
        **{"lobby": "/", "table": f"/masa/{masa}", "account": "/account", "rules": "/rules"},
        **{"hand": f"/hand/{await finished(house)}", "hands": "/hands", "equity": "/tools/equity"},
        **{"ranges": "/tools/ranges", "odds": "/tools/odds", "upload": "/hands/upload"},
        **{"stats": "/me/stats", "leaders": "/leaderboards", "player": "/player/Toygar"},
        **{"tournaments": "/tournaments", "tournament": f"/tournament/{event}", "tiles": "/tables"},
    }


async def paint(browser: Browser, house: House, wanted: str = "") -> None:
    house.account("Toygar")
    print(f"page        largest paint (slow 4G, {SLOWER} x CPU)   layout shift: phone, desk")
    for name, path in (await paths(house)).items():
        if wanted and name not in wanted.split(","):
            continue
        shifts: dict[Any, Any]
        largest, shifts, what = [], {}, ""
        for screen in (PHONE, DESK):
            for _ in range(TIMES if screen is PHONE else 1):
                visitor = await Visitor.come(browser, house, screen=screen, moving=True)
                tools = await tools_of(visitor)
                if screen is PHONE:
                    await tools.send("Network.enable")
                    await tools.send("Network.emulateNetworkConditions", SLOW_4G)
                    await tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
                await visitor.page.add_init_script(WATCH)
                await visitor.page.goto(path, wait_until="commit")
                await visitor.page.wait_for_selector(READY.get(name, "h1"))
                await visitor.page.wait_for_timeout(1500)
                found: Any = await visitor.page.evaluate("[largest, shifted, what]")
                if screen is PHONE:
                    largest.append(found[0])
                    what = found[2]
                shifts[screen["width"]] = max(found[1], shifts.get(screen["width"], 0))
                await visitor.go()
        result = ", ".join(f"{shift:.4f}" for shift in shifts.values())
        least = f"(least {min(largest):.0f}: {what})"
        print(f"{name:11} {median(largest):6.0f} ms {least:40} {result}", flush=True)


async def heap(browser: Browser, house: House) -> None:
    """Print the memory in use after a forced garbage collection, every few hands."""
    async with table(house) as cedar:
        for side in (0, 2, 4):
            await cedar.seat(side, 400, plays=folds)
        visitor = await Visitor.come(browser, house)
        await visitor.open(cedar.path)
        tools = await tools_of(visitor)
        await cedar.pause(False)
        received = []
        for sample in range(SAMPLES + 1):
            hands = max(20, sample * HANDS // SAMPLES)
            await cedar.host.until(
                lambda hands=hands: (  # type: ignore[misc]
                    sum(e["event"] == "hand_ended" for e in cedar.host.events) >= hands
                )
            )
            await tools.send("HeapProfiler.collectGarbage")
            used = (await tools.send("Runtime.getHeapUsage"))["usedSize"]
            received.append(f"{hands}: {used / 1e6:.2f} MB")
        print("heap by hands  ", ", ".join(received))
        await visitor.go()


async def idle(browser: Browser, house: House, seconds: float = 10) -> None:
    async with table(house) as cedar:
        for side in (0, 2, 4):
            await cedar.seat(side)
        visitor = await Visitor.come(browser, house, moving=True)
        await visitor.open(cedar.path)
        await visitor.page.wait_for_selector("[data-side]")
        await visitor.page.wait_for_timeout(2000)
        tools = await tools_of(visitor)
        await tools.send("Performance.enable")

        async def busy() -> float:
            metrics = (await tools.send("Performance.getMetrics"))["metrics"]
            return float(next(m["value"] for m in metrics if m["name"] == "TaskDuration"))

        before = await busy()
        await visitor.page.wait_for_timeout(1000 * seconds)
        print(f"idle table      {100 * (await busy() - before) / seconds:.2f} % of a core")
        await visitor.go()


async def lobby(browser: Browser, house: House) -> None:
    host = house.account("Many Tables")
    terms = {"sides": 6, "small": 1, "big": 2}
    for number in range(MANY):
        fields = {"name": f"Table {number}", **terms, "big": 2 + 2 * (number % 5)}
        await asyncio.to_thread(house.ask, "POST", "tables", host, fields)
    began = time.perf_counter()
    rows = house.ask("GET", "tables")
    took, size = time.perf_counter() - began, len(json.dumps(rows))
    print(f"{len(rows):,} tables      {1000 * took:.0f} ms for the list, {size / 1000:.0f} kB")
    visitor = await Visitor.come(browser, house)
    await visitor.page.goto("/", wait_until="commit")
    await visitor.page.wait_for_selector(".list tbody tr")
    there: float = await visitor.page.evaluate("performance.now()")
    print(f"lobby with them {there:.0f} ms until the list is there")
    field = visitor.page.locator(".filters input[type=search], .filters input").first
    times = []
    for text in ("Table 99", "Table 1", "Table 500", ""):
        took = await field.evaluate(
            """(field, text) => new Promise(done => {
              const began = performance.now();
              field.value = text;
              field.dispatchEvent(new Event('input', { bubbles: true }));
              requestAnimationFrame(() => requestAnimationFrame(() =>
                done(performance.now() - began)));
            })""",
            text,
        )
        times.append(took)
    print(f"filtering them  {max(times):.0f} ms at most from a letter to the list (2 frames)")
    await visitor.go()


PARTS: dict[str, Any] = {"paint": paint, "heap": heap, "idle": idle, "lobby": lobby}


async def main(wanted: list[str]) -> None:
    with tempfile.TemporaryDirectory() as data:
        house = House(Path(data) / "data", between_hands_ms=10, most_tables=MANY + 100)
        house.open()
        try:
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(
                    executable_path=chromium.found(), args=chromium.flags()
                )
                for name in wanted or list(PARTS):
                    part, _, pages = name.partition(":")
                    await PARTS[part](browser, house, *([pages] if pages else []))
                await browser.close()
        finally:
            house.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
