"""Where things lie, from the smallest phone to a wall: no label on a card or a name, room for
thumbs, nothing that jumps."""

import os
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.browser.event import event
from tests.browser.table import calls, shoves, table
from tests.browser.visitor import DESK, PHONE

SIZES = [
    (320, 568),
    (360, 740),
    (390, 844),
    (568, 320),
    (740, 360),
    (768, 1024),
    (1024, 768),
    (1280, 800),
    (1440, 900),
    (1920, 1080),
    (2560, 1440),
]
THUMB = 44
TOUCH = {"has_touch": True, "is_mobile": True}

# What lies on what: pairs of a label and a card or a name that share more than a pixel.
OVERLAPS = """() => {
  const seen = selector => [...document.querySelectorAll(selector)].filter(one => {
    const box = one.getBoundingClientRect();
    return box.width && box.height && getComputedStyle(one).visibility !== 'hidden';
  });
  const where = one => {
    const side = one.closest('[data-side]')?.dataset.side ?? '';
    return `${one.className} ${side} ${one.textContent.slice(0, 20)}`.trim();
  };
  const box = one => one.getBoundingClientRect();
  const meet = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const labels = seen('.tag, .chance, .named, .winning, .pot, .side-pots, .quiet');
  const others = seen('.cloth .card, .plate .name');
  const found = [];
  for (const label of labels)
    for (const other of others)
      if (!label.contains(other) && meet(box(label), box(other)))
        found.push(`${where(label)} | ${where(other)}`);
  // Nor a card on somebody else's name.
  for (const card of seen('.hole .card'))
    for (const name of seen('.plate .name'))
      if (card.closest('.seat') !== name.closest('.seat') && meet(box(card), box(name)))
        found.push(`${where(card)} | ${where(name)}`);
  for (const one of [...labels, ...others]) {
    const { left, right, top, bottom } = box(one);
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
      found.push(`${where(one)} | out of sight`);
  }
  return found;
}"""
CUT = """() => [...document.querySelectorAll('.you .name')]
  .filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)"""
ACTS = ".acts .raise, .acts .call, .acts .fold"
LINES = """selector => [...document.querySelectorAll(selector)].map(one => {
  const range = document.createRange();
  range.selectNodeContents(one.firstChild);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
})"""
SMALL = f"""() => [...document.querySelectorAll('button, a.home, input:not([type=range])')]
  .map(one => [one.getBoundingClientRect(), one])
  .filter(([{{ width, height }}]) => width && (width < {THUMB - 0.5} || height < {THUMB - 0.5}))
  .map(([{{ width, height }}, one]) => `${{one.outerHTML.slice(0, 90)}} ${{width}}x${{height}}`)"""
SHIFT = """() => new Promise(resolve => {
  let sum = 0;
  new PerformanceObserver(list => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) sum += one.value;
  }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(sum), 50);
})"""


async def look(visitor, state, sizes):
    """At each size; what was found wrong, by size."""
    wrong = {}
    for width, height in sizes:
        await visitor.page.set_viewport_size({"width": width, "height": height})
        shape = "is-wide" if await is_wide(visitor) else "is-tall"
        await expect(visitor.page.locator(f".cloth.{shape}")).to_be_visible()
        found = await visitor.page.evaluate(OVERLAPS) + await visitor.page.evaluate(CUT)
        if found:
            wrong[f"{state} {width}x{height}"] = found
        if folder := os.environ.get("SHOTS"):
            path = Path(folder) / f"{state}-{width}x{height}.png"
            await visitor.page.screenshot(path=path)
    return wrong


async def is_wide(visitor):
    box = await visitor.page.locator(".cloth").bounding_box()
    return box["width"] > box["height"] * 1.1


@pytest.mark.sampled(3)
@pytest.mark.parametrize("sides", [2, 6, 9])
async def test_no_label_lies_on_a_card_or_a_name(visit, house, sides):
    terms = {"small": 50, "big": 100, "least_buy_in": 1000, "most_buy_in": 50_000}
    async with table(house, sides=sides, run_twice=True, table_all_ins=True, **terms) as cedar:
        for side in range(1, sides):
            stack = 5_000 + 512 * side
            await cedar.seat(side, stack, plays=shoves if side % 3 < 2 else calls)
        visitor = await visit(fresh=True)
        await visitor.page.clock.install()
        await visitor.open(cedar.path)
        await visitor.sit(0, 4_125)
        await cedar.deal()
        await visitor.all_in()
        # Everybody is asked whether to run it twice: hands are open, with their chances.
        await expect(visitor.page.locator(".chance").first).to_be_visible()
        await expect(visitor.page.locator(".acts .hint")).to_be_visible()
        # Time stands still, so that what is shown stays.
        await visitor.page.clock.pause_at(await visitor.page.evaluate("Date.now() / 1000 + 1"))
        # A phone this small on its side has no room for nine.
        sizes = [size for size in SIZES if sides < 9 or size != (568, 320)]
        wrong = await look(visitor, f"{sides} all in", sizes)
        await visitor.page.set_viewport_size({"width": 1280, "height": 800})
        await visitor.button("Yes").click()
        await expect(visitor.page.locator(".seat.winner").first).to_be_visible()
        # Whatever was dealt, the longest names of two winning hands must fit.
        await visitor.page.evaluate(
            "text => document.querySelectorAll('.winning').forEach(it => it.textContent = text)",
            "a full house, queens over sevens · a full house, sevens over queens",
        )
        wrong |= await look(visitor, f"{sides} showdown", sizes)
        assert not wrong, "\n".join(f"{at}: {one}" for at, found in wrong.items() for one in found)


async def test_thumbs_have_room_and_buttons_keep_one_line(visit, house):
    terms = {"small": 500, "big": 1000, "least_buy_in": 100, "most_buy_in": 500_000}
    async with table(house, sides=3, **{**terms, "least_buy_in": 2_000}) as cedar:
        await cedar.seat(1, 9_000)
        await cedar.seat(2, 9_000)
        visitor = await visit(screen=PHONE, **TOUCH)
        await visitor.open(cedar.path)
        await visitor.sit(0, 9_000)
        await cedar.deal()
        await visitor.is_asked()
        for width, height in [(320, 568), (360, 740), (740, 360)]:
            await visitor.page.set_viewport_size({"width": width, "height": height})
            shape = "is-wide" if await is_wide(visitor) else "is-tall"
            await expect(visitor.page.locator(f".cloth.{shape}")).to_be_visible()
            assert await visitor.page.evaluate(SMALL) == [], (width, height)
            for size in ("min", "all_in"):
                await visitor.page.locator(f'[data-size="{size}"]').click()
                assert set(await visitor.page.evaluate(LINES, ACTS)) == {1}, (width, height)
            if folder := os.environ.get("SHOTS"):
                await visitor.page.screenshot(path=Path(folder) / f"turn-{width}x{height}.png")


async def test_what_lies_on_a_large_cloth_is_large(visit, house):
    async with table(house, sides=6) as cedar:
        for side in (1, 3):
            await cedar.seat(side)
        visitor = await visit()
        await visitor.open(cedar.path)
        await visitor.sit(0, 200)
        await cedar.deal()
        await visitor.call_until(".board .card")

        async def measured(width, height):
            await visitor.page.set_viewport_size({"width": width, "height": height})
            found = {}
            for selector in (".board .card", ".you .card", '[data-side="1"] .plate', ".pot"):
                found[selector] = (await visitor.page.locator(selector).first.bounding_box())[
                    "height"
                ]
            return found

        usual, large = await measured(1280, 720), await measured(2560, 1440)
        for selector, height in usual.items():
            assert large[selector] > 1.6 * height, selector


@pytest.mark.sampled(2)
@pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone", "desk"])
async def test_nothing_jumps_while_a_page_loads(visit, house, screen):
    async with table(house) as cedar, event(house, seats=3, most=4, name="Cedar") as friday:
        await cedar.seat(1)
        for _ in range(3):
            await friday.enter(plays=None)
        visitor = await visit(screen=screen)
        visitor.forgiven += ["/nowhere"]
        tools = await visitor.context.new_cdp_session(visitor.page)
        await tools.send("Network.setCacheDisabled", {"cacheDisabled": True})
        at_table = f"/masa/{friday.id}-1"
        pages = ["/", "/rules", "/account", "/nowhere", cedar.path, "/tournaments", friday.path]
        for path in [*pages, at_table, friday.path]:
            if path == at_table:
                await friday.order("start")
            await visitor.page.goto("about:blank")
            await visitor.open(path)
            await visitor.is_loaded()
            await expect(visitor.page.locator("h1")).to_have_count(1)
            most = 0.02 if path in (friday.path, at_table, "/tournaments") else 0.1
            assert await visitor.page.evaluate(SHIFT) < most, path
