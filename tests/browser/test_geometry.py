"""Tests of the layout from the smallest phone to the largest screen: no label covers a card or a
name, buttons are large enough for thumbs, and nothing jumps.
"""

import asyncio
import os
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.browser.event import event
from tests.browser.house import House
from tests.browser.staged import Staged, states
from tests.browser.table import table
from tests.browser.visitor import DESK, PHONE, Visit, Visitor

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
    *(tuple(map(int, size.split("x"))) for size in os.environ.get("SIZE", "").split(",") if size),
]
"""Screen sizes. SIZE=412x915,600x960 adds others."""
THUMB = 44
LEAST_LETTER, LEAST_INDEX = 11, 9
"""Smallest font sizes in pixels: of text, and of the bold rank in a card's corner."""
TOUCH = {"has_touch": True, "is_mobile": True}

# Finds elements that overlap by more than a pixel or two. Two cards of one hand may overlap, and
# card backs may stand behind their own plate.
OVERLAPS = """() => {
  const seen = selector => [...document.querySelectorAll(selector)].filter(one => {
    const box = one.getBoundingClientRect();
    const style = getComputedStyle(one);
    return box.width && box.height && style.visibility !== 'hidden' && style.opacity !== '0';
  });
  const where = one => {
    const side = one.closest('[data-side]')?.dataset.side ?? '';
    return `${one.getAttribute('class')} ${side} ${one.textContent.slice(0, 20)}`.trim();
  };
  const box = one => one.getBoundingClientRect();
  const meet = (a, b, by) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > by &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > by;
  const all = seen('.cloth :is(.card, .name, .stack, .blind, .portrait, .tag, .chance, .named, '
    + '.winning, .pot, .side-pots, .quiet, .wager .number, .slot)');
  const found = [];
  all.forEach((one, i) => {
    for (const other of all.slice(0, i)) {
      if (one.contains(other) || other.contains(one)) continue;
      const isOneHand = one.closest('.hole') && one.closest('.hole') === other.closest('.hole');
      const back = [one, other].find(it => it.matches('.back'));
      const isBehind = back && one.closest('.seat') === other.closest('.seat');
      const isFace = [one, other].some(it => it.matches('.portrait'));
      if (isOneHand || (isBehind && !isFace)) continue;
      if (meet(box(one), box(other), back ? 3 : 1.5)) found.push(`${where(one)} | ${where(other)}`);
    }
    const { left, right, top, bottom } = box(one);
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
      found.push(`${where(one)} | out of sight`);
  });
  // An amount is never cut.
  const amounts = '.plate .stack, .pot, .side-pots, .tag.bet, .tag.won, .wager .number';
  for (const amount of seen(amounts)) {
    const room = box(amount.closest('.plate, .middle, .under') ?? document.body);
    const { left, right } = box(amount);
    const isCut = amount.scrollWidth > amount.clientWidth + 2;
    if (isCut || left < room.left - 1 || right > room.right + 1)
      found.push(`${where(amount)} | cut`);
  }
  // Nor one's own name, where there is room for it in letters that can be read.
  for (const name of innerWidth < 600 ? [] : seen('.cloth.roomy .you .name bdi'))
    if (box(name).right > box(name.closest('.plate')).right) found.push(`${where(name)} | cut`);
  return found;
}"""
# Finds text that is too small to read, with its size in pixels.
LETTERS = f"""() => [...document.querySelectorAll('.cloth *')]
  .filter(one => [...one.childNodes].some(it => it.nodeType === 3 && it.data.trim()))
  .filter(one => !one.closest('.unseen') && one.getBoundingClientRect().width > 1)
  .map(one => [one, parseFloat(getComputedStyle(one).fontSize)])
  .filter(([one, size]) => size < (one.closest('.card') ? {LEAST_INDEX} : {LEAST_LETTER}))
  .map(([one, size]) => `${{one.getAttribute('class')}} ${{one.textContent}} | ${{size}} px`)"""
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


async def shot(visitor: Visitor, name: str) -> None:
    """Takes a screenshot if SHOTS names a folder."""
    if folder := os.environ.get("SHOTS"):
        await visitor.page.screenshot(path=Path(folder) / f"{name}.png")


async def is_wide(visitor: Visitor) -> bool:
    box = await visitor.page.locator(".cloth").bounding_box()
    return box["width"] > box["height"] * 1.1


@pytest.mark.rotated
@pytest.mark.sampled(4)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_nothing_covers_a_card_a_name_or_an_amount(
    visit: Visit, size: tuple[int, int]
) -> None:
    """Covers two to ten sides, one and two boards, side pots, wagers of everybody, a running time
    bank, and shown hands. All text must be large enough.
    """
    visitor = await visit()
    width, height = size
    await visitor.page.set_viewport_size({"width": width, "height": height})
    stage = await Staged.open(visitor, states(2)["turn"])
    wrong = {}
    for sides in range(2, 11):
        for name, state in states(sides).items():
            stage.show(state)
            await stage.is_shown(name, sides)
            found = [*await visitor.page.evaluate(OVERLAPS), *await visitor.page.evaluate(LETTERS)]
            if found:
                wrong[f"{sides} {name}"] = found
            await shot(visitor, f"{sides} {name}-{width}x{height}")
    assert not wrong, "\n".join(f"{at}: {one}" for at, found in wrong.items() for one in found)


@pytest.mark.rotated
async def test_thumbs_have_room_and_buttons_keep_one_line(visit: Visit, house: House) -> None:
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
            await visitor.resize(width, height)
            shape = "is-wide" if await is_wide(visitor) else "is-tall"
            await expect(visitor.page.locator(f".cloth.{shape}")).to_be_visible()
            assert await visitor.page.evaluate(SMALL) == [], (width, height)
            await visitor.opens_sizes()
            assert await visitor.page.evaluate(SMALL) == [], (width, height)
            for size in ("min", "all_in"):
                await visitor.page.locator(f'[data-size="{size}"]').click()
                assert set(await visitor.page.evaluate(LINES, ACTS)) == {1}, (width, height)
            await shot(visitor, f"turn-{width}x{height}")


@pytest.mark.parametrize("name", ["showdown", "two boards"])
async def test_the_last_hand_stays_in_full_beside_the_table(visit: Visit, name: str) -> None:
    """It stays during the next hand, and after the window was narrow for a while."""
    visitor = await visit(screen=DESK, fresh=True)
    stage = await Staged.open(visitor, states(6)["turn"])
    panel = visitor.page.locator(".last-hand")
    await expect(panel).to_have_text("The last hand is shown here.")
    stage.show(states(6)[name])
    await stage.is_shown(name, 6)
    following = states(6)["turn"]
    following["view"]["hand"] += 1
    stage.show(following)
    await stage.is_shown("turn", 6)
    await expect(panel).to_contain_text("four queens")
    assert await panel.locator(".cards[aria-label]").count() == (3 if name == "two boards" else 2)
    await visitor.resize(800, 800)
    await expect(panel).to_have_count(0)
    await visitor.resize(1280, 800)
    await expect(panel).to_contain_text("four queens")
    assert await visitor.page.evaluate(CUT_PANEL) == []


CUT_PANEL = """() => {
  const room = document.querySelector('.beside').getBoundingClientRect();
  const place = document.querySelector('.last-hand').parentElement;
  const cut = place.scrollHeight > place.clientHeight + 1 ? ['lower end'] : [];
  return cut.concat([...document.querySelectorAll('.last-hand *')]
    .filter(one => one.getBoundingClientRect().right > room.right + 1)
    .map(one => one.outerHTML.slice(0, 80)));
}"""


async def test_cards_and_text_grow_with_the_table(visit: Visit, house: House) -> None:
    async with table(house, sides=6) as cedar:
        for side in (1, 3):
            await cedar.seat(side)
        visitor = await visit()
        await visitor.open(cedar.path)
        await visitor.sit(0, 200)
        await cedar.deal()
        await visitor.call_until(".board .card")

        async def measured(width: int, height: int) -> dict[str, float]:
            await visitor.resize(width, height)
            found = {}
            for selector in (".board .card", ".you .card", '[data-side="1"] .plate', ".pot"):
                found[selector] = (await visitor.page.locator(selector).first.bounding_box())[
                    "height"
                ]
            return found

        usual, large = await measured(1280, 720), await measured(2560, 1440)
        for selector, height in usual.items():
            assert large[selector] > 1.6 * height, selector


@pytest.mark.rotated
@pytest.mark.sampled(3)
@pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone", "desk"])
async def test_nothing_jumps_while_a_page_loads(
    visit: Visit, house: House, screen: dict[str, int]
) -> None:
    async with table(house) as cedar, event(house, seats=3, most=4, name="Cedar") as friday:
        await cedar.seat(1)
        # A long list in the lobby pushes down what is below it.
        for number in range(12):
            fields = {"name": f"Long list {number}", "sides": 6}
            await asyncio.to_thread(house.ask, "POST", "tables", cedar.host.token, fields)
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
            if path == "/":
                await expect(visitor.page.locator(".characters")).to_be_visible()
            most = 0.02 if path in (friday.path, at_table, "/tournaments") else 0.1
            assert await visitor.page.evaluate(SHIFT) < most, path
