"""Tests of a network that fails silently: the page notices and says so, and no act is lost or done
twice.
"""

import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import WebSocketRoute, expect

from tests.browser.cable import Cable, cable
from tests.browser.house import House
from tests.browser.table import Table, table
from tests.browser.visitor import DESK, PHONE, Visit, Visitor

pytestmark = pytest.mark.sampled(3)

LOST = "Connection lost. Reconnecting…"
WAITS = "Not sent yet."
DOUBT = 3_100
"""Milliseconds after which the page doubts that an act without an answer has arrived."""


@contextlib.asynccontextmanager
async def asked(
    visit: Callable[..., Awaitable[Visitor]], house: House
) -> AsyncIterator[tuple[Visitor, Table, Cable]]:
    """Open a table where the visitor is to act, over a connection that can be cut and with a clock
    that can be set.
    """
    async with cable(house) as wire, table(house, sides=3) as cedar:
        await cedar.seat(1)
        await cedar.seat(2)
        visitor = await visit(wire, fresh=True)
        visitor.forgiven += ["WebSocket connection", "ERR_"]
        await visitor.page.clock.install()
        await visitor.open(cedar.path)
        await visitor.sit(0, 200)
        await cedar.deal()
        await visitor.is_asked()
        yield visitor, cedar, wire


def acts_of(cedar: Any, side: int) -> list[Any]:
    acted = [event for event in cedar.host.events if event["event"] == "player_acted"]
    return [event["act"] for event in acted if event["side"] == side]


async def test_the_browsers_offline_event_is_shown_at_once_below_the_header(
    visit: Visit, house: House
) -> None:
    async with table(house) as cedar:
        visitor = await visit(fresh=True)
        visitor.forgiven += ["WebSocket connection", "ERR_INTERNET_DISCONNECTED"]
        await visitor.page.clock.install()
        top = visitor.page.get_by_role("banner")
        for path in (cedar.path, "/"):
            await visitor.open(path)
            await expect(top).to_be_visible()
            await visitor.page.wait_for_load_state("networkidle")
            # Time does not pass, so no timeout can notice the failure.
            await visitor.page.clock.pause_at(await visitor.page.evaluate("Date.now() / 1000 + 1"))
            await visitor.context.set_offline(True)
            banner = visitor.page.get_by_text(LOST)
            await expect(banner).to_be_visible()
            for screen in (PHONE, DESK):
                await visitor.page.set_viewport_size(screen)
                over = await banner.bounding_box()
                header = await top.bounding_box()
                assert over["y"] + over["height"] <= header["y"]
            await visitor.page.clock.resume()
            await visitor.context.set_offline(False)
            await expect(banner).to_have_count(0)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("ways", [["up"], ["down"], ["up", "down"]], ids="-".join)
async def test_an_act_without_an_answer_is_sent_again_and_done_once(
    visit: Visit, house: House, ways: list[str]
) -> None:
    """An act that was cut on its way was not done. If its answer was cut, it was done."""
    async with asked(visit, house) as (visitor, cedar, wire):
        wire.cut(*ways)
        await visitor.act_button("CA").click()
        if "up" not in ways:
            await cedar.host.until(lambda: acts_of(cedar, 0))
        await visitor.page.clock.fast_forward(DOUBT)
        await visitor.sees(LOST)
        await visitor.sees(WAITS)
        wire.mend()
        await visitor.page.clock.fast_forward(10_000)
        await expect(visitor.page.get_by_text(LOST)).to_have_count(0)
        await visitor.sees("Connected again: what you chose has been done.")
        await expect(visitor.page.locator(".dealer")).to_contain_text("calls 2.")
        await expect(visitor.page.locator(".toast.bad")).to_have_count(0)
        await expect(visitor.page.locator(".board .card")).to_have_count(3)
        assert acts_of(cedar, 0)[:1] == ["CA"]
        preflop = [e for e in cedar.host.events if e["event"] in ("player_acted", "board_updated")]
        until = [e["event"] for e in preflop].index("board_updated")
        assert [e["side"] for e in preflop[:until]].count(0) == 1


@pytest.mark.rotated
async def test_an_act_that_arrives_too_late_is_not_done_and_the_page_says_so(
    visit: Visit, house: House
) -> None:
    async with asked(visit, house) as (visitor, cedar, wire):
        turn = await visitor.page.locator(".acts").get_attribute("data-turn")
        wire.cut()
        await visitor.act_button("CA").click()
        await visitor.page.clock.fast_forward(DOUBT)
        await visitor.sees(LOST)
        # The same account folds in another window, over another connection.
        other = await visit()
        await other.context.add_cookies(
            [
                {"name": c["name"], "value": c["value"], "url": house.url}
                for c in await visitor.context.cookies()
            ]
        )
        await other.open(cedar.path)
        await other.act("FO")
        wire.mend()
        await visitor.page.clock.fast_forward(10_000)
        await visitor.sees("The connection came back too late: that turn was over.")
        assert acts_of(cedar, 0) == ["FO"]
        await expect(visitor.page.locator(f'.acts[data-turn="{turn}"]')).to_have_count(0)


async def test_silence_is_noticed_without_an_act(visit: Visit, house: House) -> None:
    async with asked(visit, house) as (visitor, _, wire):
        wire.cut()
        await visitor.page.clock.fast_forward(20_100)
        await visitor.page.clock.fast_forward(DOUBT)
        await visitor.sees(LOST)
        wire.mend()
        await visitor.page.clock.fast_forward(10_000)
        await expect(visitor.page.get_by_text(LOST)).to_have_count(0)
        await visitor.is_asked()


@pytest.mark.rotated
async def test_an_act_that_a_busy_room_refuses_need_not_be_pressed_again(
    visit: Visit, house: House
) -> None:
    async with table(house, sides=3) as cedar:
        await cedar.seat(1)
        await cedar.seat(2)
        visitor = await visit(fresh=True)
        refused: list[str] = []

        def busy_at_first(socket: WebSocketRoute) -> None:
            server = socket.connect_to_server()

            def asked(text: str | bytes) -> None:
                message = json.loads(text)
                if message["do"] == "act" and len(refused) < 3:
                    refused.append(message["id"])
                    answer = {"type": "refused", "id": message["id"], "code": "BUSY", "message": ""}
                    socket.send(json.dumps(answer))
                else:
                    server.send(text)

            socket.on_message(asked)

        await visitor.page.route_web_socket("**/ws*", busy_at_first)
        await visitor.open(cedar.path)
        await visitor.sit(0, 200)
        await cedar.deal()
        await visitor.act("FO")
        await cedar.ended()
        assert acts_of(cedar, 0) == ["FO"]
        assert refused == [refused[0]] * 3
        await expect(visitor.page.get_by_text("busy")).to_have_count(0)
