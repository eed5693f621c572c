"""Tests of the size of the pages of a table and of a hand, as loaded by a phone."""

import asyncio
import gzip
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Browser, expect

from pokermasa.server.connection.entrance import FILES_A_REQUEST, FILES_AT_ONCE
from pokermasa.server.connection.headers import CLIENT_FILE
from pokermasa.server.http.front_page import BUILT, PAGES
from pokermasa.server.settings import Settings
from tests.browser.house import House
from tests.browser.table import calls, table
from tests.browser.visitor import Visit, Visitor
from tests.browser.vitals import WATCH

MOST = 66_000
"""Largest gzipped size of the JavaScript of the table page, in bytes."""
MOST_OF_A_HAND = 40_000
"""Largest gzipped size of the JavaScript of the hand page, in bytes, without the files that every
page loads.
"""
MOST_SHIFT = 0.02


async def scripts(answers: list[Any]) -> dict[Any, Any]:
    """Return the gzipped size of each script in bytes, by name."""
    return {
        answer.url.rpartition("/")[2]: len(gzip.compress(await answer.body(), 9))
        for answer in answers
        if answer.url.endswith(".js")
    }


MOST_PEOPLE = 10
"""Number of people behind one address who open a table at the same time."""


def needed(name: Any, found: Any = None) -> Any:
    """Return the script *name* with all scripts that it imports at its start."""
    found = set() if found is None else found
    if name not in found:
        found.add(name)
        text = (BUILT / "assets" / name).read_text("utf-8")
        for other in re.findall(r'(?:from|import) ?"\./([\w-]+\.js)"', text):
            needed(other, found)
    return found


@pytest.mark.parametrize("page", sorted(set(PAGES.values())))
def test_a_page_asks_for_all_its_files_at_once(page: str) -> None:
    """No file is found only by reading another one, which would cost a round trip."""
    document = (BUILT / "pages" / f"{page}.html").read_text("utf-8")
    named = set(re.findall(r'(?:href|src)="/assets/([\w.-]+)"', document))
    scripts = {name for name in named if name.endswith(".js")}
    assert scripts
    assert set().union(*map(needed, scripts)) <= scripts
    assert named <= {path.name for path in (BUILT / "assets").iterdir()}


async def test_ten_people_behind_one_address_may_open_a_table_at_the_same_moment(
    visit: Visit, house: House
) -> None:
    """Ten times the requests of a page are within the limits of an address."""
    requests = Settings.model_fields["requests_a_second"].default
    async with table(house) as cedar:
        await cedar.seat(1)
        visitor = await visit(fresh=True)
        asked = []
        visitor.page.on("request", lambda request: asked.append(urlsplit(request.url).path))
        await visitor.open(cedar.path)
        await expect(visitor.page.locator("[data-act=sit]")).to_be_visible()
        await visitor.is_loaded()
    files = [path for path in asked if CLIENT_FILE.fullmatch(path)]
    others = [*(path for path in asked if path not in files), "/ws"]
    print(f"{len(files)} files and {len(others)} other requests of a table page: {asked}")
    assert MOST_PEOPLE * len(files) <= FILES_AT_ONCE * FILES_A_REQUEST * requests
    assert MOST_PEOPLE * len(others) <= 2 * requests


@pytest.mark.soak
async def test_ten_people_do_open_a_table_at_the_same_moment(
    browser: Browser, tmp_path: Path
) -> None:
    """Uses the default limits, and browsers without a cache."""
    requests = Settings.model_fields["requests_a_second"].default
    house = House(tmp_path / "data", requests_a_second=requests)
    await asyncio.to_thread(house.open)
    try:
        async with table(house) as cedar:
            await cedar.seat(1)
            people = [await Visitor.come(browser, house) for _ in range(MOST_PEOPLE)]
            await asyncio.gather(*(person.open(cedar.path) for person in people))
            for person in people:
                await expect(person.page.locator("[data-act=sit]")).to_be_visible()
                await person.is_loaded()
                assert person.complaints == []
                await person.go()
    finally:
        await asyncio.to_thread(house.close)


async def test_the_table_page_needs_less_than_66_kb_of_javascript(
    visit: Visit, house: House
) -> None:
    async with table(house) as cedar:
        await cedar.seat(1)
        # Animations are on, so that their scripts are counted too.
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
    visit: Visit, house: House
) -> None:
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
    await visitor.page.add_init_script(WATCH)
    await visitor.open(f"/hand/{hand}")
    await expect(visitor.page.get_by_role("heading", name="Equity")).to_be_visible()
    await visitor.is_loaded()
    own = {name: size for name, size in (await scripts(answers)).items() if name not in shared}
    print(f"JavaScript of a hand's page, gzipped: {sum(own.values()):,} bytes {own}")
    assert len(own) > 1
    assert sum(own.values()) < MOST_OF_A_HAND
    assert await visitor.page.evaluate("window.shifted") < MOST_SHIFT
