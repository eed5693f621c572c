"""Tests of the API page: it lists every route of the room and loads only the room's own files."""

import re
from urllib.parse import urlsplit

from playwright.async_api import expect

from tests.browser.house import House
from tests.browser.test_hostile import SCRIPT, is_unharmed
from tests.browser.visitor import PHONE, Visit


async def test_the_api_page_lists_every_route_and_requests_only_the_room(
    visit: Visit, house: House
) -> None:
    visitor = await visit(screen=PHONE)
    page = visitor.page
    asked = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).netloc))
    await visitor.open("/docs")
    routes = page.locator(".route > summary code")
    described = (await (await visitor.context.request.get("/openapi.json")).json())["paths"]
    lines = [f"{method.upper()} {path}" for path, of in described.items() for method in of]
    await expect(routes).to_have_count(len(lines))
    assert sorted(await routes.all_inner_texts()) == sorted(lines)
    assert set(asked) == {urlsplit(house.url).netloc}
    for to in ("/rules", "/", "/tournaments", "/account"):
        await expect(page.locator(f'main a[href="{to}"]')).to_have_count(1)
    assert visitor.complaints == []


async def test_a_link_opens_a_route_with_its_parameters_and_responses(
    visit: Visit, house: House
) -> None:
    visitor = await visit()
    page = visitor.page
    await visitor.open("/docs#post-api-tables")
    route = page.locator("#post-api-tables")
    await expect(route.locator("dt code", has_text=re.compile("^private$"))).to_be_visible()
    await expect(route.locator("pre")).to_contain_text(f'"{house.url}/api/tables"')
    await page.get_by_role("searchbox").fill("tables sheet.csv")
    await expect(page.locator(".route")).to_have_count(1)
    await page.get_by_role("searchbox").fill("no such route")
    await visitor.sees("No route has these words.")
    await page.locator("main").get_by_role("link", name="House rules").click()
    await expect(page.get_by_role("heading", name="House rules")).to_be_visible()
    assert visitor.complaints == []


async def test_a_hostile_address_or_search_is_shown_as_text(visit: Visit) -> None:
    visitor = await visit(screen=PHONE)
    await visitor.open(f"/docs#{SCRIPT}")
    await expect(visitor.page.locator(".route").first).to_be_visible()
    await visitor.page.get_by_role("searchbox").fill(SCRIPT)
    await visitor.sees("No route has these words.")
    await is_unharmed(visitor)
    assert visitor.complaints == []
