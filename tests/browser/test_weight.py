"""What a table page costs on the way to a phone."""

import gzip

from playwright.async_api import expect

from tests.browser.table import table

MOST = 60_000
"""Bytes of JavaScript, gzipped."""


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
