"""Fixtures of the browser tests: one Chromium and one room for all tests of a worker, and a fresh
profile for each visitor.

Tests in this folder are coroutines: pages and programs at the same table share one event loop. An
error in the console of a page fails the test.
"""

import asyncio
import inspect
import itertools
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Playwright, async_playwright

from pokermasa.server.http.front_page import BUILT
from tests.browser import chromium
from tests.browser.house import PATIENCE, House
from tests.browser.visitor import Visit, Visitor

NOT_BUILT = "the web client has not been built: make web"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Gives these tests to two workers first, because a browser test that starts last would run
    alone at the end.

    Each worker is given a part of the list in its order. More than two browsers at once would only
    slow each other down on two cores.
    """
    folder = Path(__file__).parent
    ours = [item for item in items if item.path.parent == folder]
    others = [item for item in items if item.path.parent != folder]
    first, middle = len(ours) // 2, len(items) // 2
    before = others[: max(middle - first, 0)]
    items[:] = [*ours[:first], *before, *ours[first:], *others[len(before) :]]


@pytest.fixture(scope="session")
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    """An event loop that does not run between tests, so that other tests may run loops in this
    thread.
    """
    loop = asyncio.new_event_loop()
    yield loop
    loop.run_until_complete(loop.shutdown_asyncgens())
    loop.close()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: Any) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    test = pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names})
    pyfuncitem.funcargs["loop"].run_until_complete(asyncio.wait_for(test, 3 * PATIENCE))
    return True


@pytest.fixture(scope="session")
def browser(loop: asyncio.AbstractEventLoop) -> Iterator[Browser]:
    executable = chromium.path()

    async def start() -> tuple[Playwright, Browser]:
        playwright = await async_playwright().start()
        opened = await playwright.chromium.launch(
            executable_path=executable, args=chromium.flags(), timeout=1000 * PATIENCE
        )
        return playwright, opened

    async def stop() -> None:
        await opened.close()
        await playwright.stop()

    playwright, opened = loop.run_until_complete(start())
    yield opened
    loop.run_until_complete(stop())


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    assert (BUILT / "index.html").is_file(), NOT_BUILT
    house = House(tmp_path_factory.mktemp("house") / "data")
    house.open()
    yield house
    house.close()


@pytest.fixture(scope="session")
def fixed_deck_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A room with a prepared deck (`fixed_deck`), in which a test knows who wins."""
    program = ("-m", "tests.browser.fixed_deck")
    house = House(tmp_path_factory.mktemp("known") / "data", program, between_hands_ms=50)
    house.open()
    yield house
    house.close()


@pytest.fixture(scope="session")
def left(
    loop: asyncio.AbstractEventLoop, browser: Browser
) -> Iterator[dict[str | None, list[Visitor]]]:
    """Browsers that earlier tests have left, by their options. Reusing one avoids loading the page
    for the first time, which takes longer than most tests.
    """
    left: defaultdict[Any, list[Any]] = defaultdict(list)
    yield left
    for visitor in itertools.chain(*left.values()):
        loop.run_until_complete(visitor.go())


@pytest.fixture
def visit(
    loop: asyncio.AbstractEventLoop,
    browser: Browser,
    house: House,
    left: dict[str | None, list[Visitor]],
) -> Iterator[Visit]:
    """Return a function that opens a browser with a new profile at the room's page.

    With `fresh` nothing is cached from earlier tests. Tests that change the clock or count requests
    need this.
    """
    visitors = []

    async def visit(house: House = house, fresh: bool = False, **wishes: Any) -> Visitor:
        known = None if fresh or "settings" in wishes else f"{house.url} {sorted(wishes.items())}"
        visitor = left[known].pop() if left[known] else None
        if visitor is None:
            visitor = await Visitor.come(browser, house, **wishes)
        else:
            await visitor.forget()
        visitors.append((visitor, known))
        return visitor

    async def leave(visitor: Visitor, known: str) -> None:
        if known is None:
            await visitor.go()
        else:
            await visitor.page.goto("about:blank")
            left[known].append(visitor)

    yield visit
    complaints = [visitor.complaints[:] for visitor, _ in visitors]
    for visitor, known in visitors:
        loop.run_until_complete(leave(visitor, known))
    assert not any(complaints), complaints
