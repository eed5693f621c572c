"""Draws one hand from the deal to the payout as the browser shows it, as sheets of frames.

python -m tests.browser.film FOLDER [showdown|all-in|twice|folds] [--size 900x640] [--every 3]

Each frame has its second in the corner.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import io
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw
from playwright.async_api import async_playwright, expect

from tests.browser import chromium
from tests.browser.house import House
from tests.browser.table import Message, calls, shoves, table
from tests.browser.visitor import Visitor

WAYS = ("showdown", "all-in", "twice", "folds")
ACROSS, DOWN, WIDE = 5, 4, 312
AFTER = 4
"""Seconds for which the end of the hand is recorded."""
Frame = tuple[float, Image.Image]


def folds_to_a_bet(asked: Message) -> str:
    return "CH" if "CH" in asked["acts"] else "FO"


@contextlib.asynccontextmanager
async def filmed(visitor: Visitor) -> AsyncIterator[list[Frame]]:
    """Records a frame whenever the page looks different."""
    tools = await visitor.context.new_cdp_session(visitor.page)
    frames: list[Frame] = []
    thanks = set()

    def got(result: dict[str, Any]) -> None:
        picture = Image.open(io.BytesIO(base64.b64decode(result["data"])))
        frames.append((result["metadata"]["timestamp"], picture.convert("RGB")))
        ack = tools.send("Page.screencastFrameAck", {"sessionId": result["sessionId"]})
        task = asyncio.ensure_future(ack)
        thanks.add(task)
        task.add_done_callback(thanks.discard)

    tools.on("Page.screencastFrame", got)
    await tools.send("Page.startScreencast", {"format": "jpeg", "quality": 80, "everyNthFrame": 1})
    yield frames
    await tools.send("Page.stopScreencast")


async def play(visitor: Visitor, way: str) -> None:
    """Plays at the pace of a person until somebody has won."""
    page = visitor.page
    won = page.locator(".seat.winner")
    turn = page.locator(".acts[data-turn] .buttons:not(.unarmed)")
    twice = page.locator(".acts .buttons:not(.unarmed) .main:not(.raise)")
    while True:
        await expect(turn.or_(won).or_(twice).first).to_be_visible()
        if await won.count():
            return
        await page.wait_for_timeout(600)
        if await twice.count():
            await twice.click()
            await expect(twice).to_have_count(0)
        elif await page.locator('[data-size="all_in"]').count() and way != "showdown":
            await visitor.put_in_all()
        else:
            await visitor.check_or_call()


def sheets(frames: list[Frame], folder: Path, name: str) -> int:
    began = frames[0][0]
    for first in range(0, len(frames), ACROSS * DOWN):
        some = frames[first : first + ACROSS * DOWN]
        high = round(WIDE * some[0][1].height / some[0][1].width)
        sheet = Image.new("RGB", (ACROSS * WIDE, DOWN * high), "#888")
        for number, (when, picture) in enumerate(some):
            small = picture.resize((WIDE, high))
            ImageDraw.Draw(small).text((4, 2), f"{when - began:.2f}", fill="#c00")
            sheet.paste(small, (number % ACROSS * WIDE, number // ACROSS * high))
        sheet.save(folder / f"{name}-{first // (ACROSS * DOWN):02}.png")
    return -(-len(frames) // (ACROSS * DOWN))


async def film(house: House, wishes: argparse.Namespace) -> None:
    width, height = map(int, wishes.size.split("x"))
    others = {"showdown": calls, "folds": folds_to_a_bet}.get(wishes.way, shoves)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=chromium.found(), args=chromium.flags()
        )
        screen = {"width": width, "height": height}
        visitor = await Visitor.come(browser, house, screen=screen, moving=True)
        async with table(house, run_twice=wishes.way == "twice") as cedar:
            await visitor.open(cedar.path)
            await visitor.sit(0, 200)
            for side in (1, 3, 4):
                await cedar.seat(side, 150, plays=others if side != 3 else folds_to_a_bet)
            async with filmed(visitor) as frames:
                await cedar.deal()
                await play(visitor, wishes.way)
                await asyncio.sleep(AFTER)
        frames.sort(key=lambda frame: frame[0])
        count = sheets(frames[:: wishes.every], wishes.folder, wishes.way)
        print(f"{len(frames)} frames of {frames[-1][0] - frames[0][0]:.1f} s on {count} sheets")
        await visitor.go()
        await browser.close()


def main(wishes: argparse.Namespace) -> None:
    wishes.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        deck = ("-m", "tests.browser.fixed_deck")
        house = House(Path(data) / "data", deck, between_hands_ms=2500, bot_delay_ms=500)
        house.open()
        try:
            asyncio.run(film(house, wishes))
        finally:
            house.close()


if __name__ == "__main__":
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("folder", type=Path)
    reader.add_argument("way", nargs="?", choices=WAYS, default="all-in")
    reader.add_argument("--size", default="900x640")
    reader.add_argument("--every", type=int, default=3, help="one frame in so many")
    main(reader.parse_args())
