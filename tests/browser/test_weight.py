"""What the pages of a table and of a hand cost on the way to a phone."""

import gzip

from playwright.async_api import expect

from tests.browser.table import calls, table

MOST = 60_000
"""Bytes of JavaScript, gzipped."""
MOST_OF_A_HAND = 40_000
"""Likewise, beside what every page has."""
MOST_SHIFT = 0.02
SHIFTS = """new PerformanceObserver(list => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
}).observe({ type: 'layout-shift', buffered: true }); window.shift = 0;"""


async def scripts(answers):
    """Bytes by name."""
    return {
        answer.url.rpartition("/")[2]: len(gzip.compress(await answer.body(), 9))
        for answer in answers
        if answer.url.endswith(".js")
    }


async def test_the_table_page_needs_less_than_60_kb_of_javascript(visit, house):
    async with table(house) as cedar:
        await cedar.seat(1)
        # Moving, since what only animations need is loaded too.
        visitor = await visit(moving=True, fresh=True)
        answers = []
        visitor.page.on("response", lambda answer: answers.append(answer))
        await visitor.open(cedar.path)
        await visitor.sit(0, 200)
        await cedar.deal()
        await visitor.all_in()
        await expect(visitor.page.locator(".seat.winner").first).to_be_visible()
        await visitor.is_loaded()
        sizes = await scripts(answers)
        assert len(sizes) > 2
        print(f"JavaScript of the table page, gzipped: {sum(sizes.values()):,} bytes {sizes}")
        assert sum(sizes.values()) < MOST


async def test_the_page_of_a_hand_needs_less_than_40_kb_beside_the_shared_part_and_does_not_jump(
    visit, house
):
    async with table(house) as cedar:
        for side in (0, 2, 4):
            await cedar.seat(side, plays=calls)
        await cedar.deal()
        await cedar.ended()
        hand = house.ask("GET", "hands", cedar.programs[0].token)[0]["id"]
    visitor = await visit(fresh=True)
    answers = []
    visitor.page.on("response", lambda answer: answers.append(answer))
    await visitor.open("/account")
    await visitor.is_loaded()
    shared = await scripts(answers)
    answers.clear()
    await visitor.page.add_init_script(SHIFTS)
    await visitor.open(f"/hand/{hand}")
    await expect(visitor.page.get_by_role("heading", name="Equity")).to_be_visible()
    await visitor.is_loaded()
    own = {name: size for name, size in (await scripts(answers)).items() if name not in shared}
    print(f"JavaScript of a hand's page, gzipped: {sum(own.values()):,} bytes {own}")
    assert len(own) > 1
    assert sum(own.values()) < MOST_OF_A_HAND
    assert await visitor.page.evaluate("window.shift") < MOST_SHIFT
