"""Takes the pictures of docs/pictures/: every page on a wide screen and on a phone.

python -m tests.browser.shots [FOLDER]      # with Chromium; from the root of the repository
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.async_api import Browser, async_playwright, expect

from tests.browser import chromium
from tests.browser.house import House
from tests.browser.table import Message, Program, Table, calls, table
from tests.browser.visitor import Visitor

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}


async def take(visitor: Visitor, folder: Path, name: str, whole: bool = False) -> None:
    path = folder / f"{name}.png"
    await visitor.page.wait_for_load_state("networkidle")
    await visitor.page.evaluate("Promise.all(document.getAnimations().map(a => a.finished))")
    await visitor.page.screenshot(path=path, full_page=whole)
    with Image.open(path) as picture:
        in_few_colours(picture.convert("RGB")).save(path, optimize=True)
    print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")


def in_few_colours(picture: Image.Image) -> Image.Image:
    """Reduce the picture to 256 colours, for a small file. Colours of small areas, such as red
    hearts, keep their place beside the green of the table.
    """
    colours = picture.getcolors(picture.width * picture.height) or []
    pixels: Any = [colour for count, colour in colours for _ in range(round(count**0.4))]
    sample = Image.new("RGB", (len(pixels), 1))
    sample.putdata(pixels)
    palette = sample.quantize(256, kmeans=1)
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


class Player:
    """A program that raises, calls and bets on the flop, so that a picture shows some action."""

    def __init__(self, program: Program, manner: str) -> None:
        self.program = program
        self.manner = manner

    def __call__(self, asked: Message) -> str | None:
        board = board_of(self.program)
        if self.manner == "folds" and not board:
            return "CH" if "CH" in asked["acts"] else "FO"
        if self.manner == "raises" and not board and asked["to_call"] <= 10 and asked["least"]:
            return "RR30"
        if self.manner == "raises" and len(board) == 3 and not asked["to_call"]:
            return "RR60"
        return calls(asked)


def board_of(program: Program) -> list[str]:
    board: list[str] = []
    for event in program.events:
        if event["event"] == "dealer_rotated":
            board = []
        elif event["event"] == "board_updated":
            board = event["cards"]
    return board


def is_worth_a_picture(hand: list[str], board: list[str]) -> bool:
    """Whether the hand makes a pair of tens or better with the board."""
    return bool({card[0] for card in hand} & {card[0] for card in board} & set("TJQKA"))


async def scene(cedar: Table, hero: Program) -> None:
    """Deals hands until the hero has a pair on the flop and must answer a bet."""
    reached = asyncio.Event()

    def plays(asked: Message) -> str | None:
        board = board_of(hero)
        if len(board) != 3 or asked["to_call"] < 60:
            return calls(asked)
        if is_worth_a_picture(hero.hand, board):
            reached.set()
            return None
        return "FO"

    hero.plays = plays
    await cedar.pause(False)
    await asyncio.wait_for(reached.wait(), 600)


async def pictures(browser: Browser, house: House, folder: Path) -> None:
    async with table(house, "Toygar", name="Cedar", small=5, big=10, most_buy_in=4000) as cedar:
        hero = await cedar.seat(0, 1250, plays=None, name="Mira")
        for side, (name, stack, manner) in enumerate(COMPANY, 1):
            program = await cedar.seat(side, stack, plays=None, name=name)
            program.plays = Player(program, manner)
        visitors = {}
        for look, wishes in LOOKS.items():
            visitors[look] = await Visitor.come(browser, house, **wishes)
            await visitors[look].logs_in(hero.name)
            await visitors[look].open(cedar.path)
            await expect(visitors[look].page.locator(".seat.you")).to_be_visible()
        for program, text in zip(cedar.programs[1:], SAID, strict=False):
            await program.ask("say", masa=cedar.id, text=text)
        await scene(cedar, hero)
        for look, visitor in visitors.items():
            await visitor.is_asked()
            await take(visitor, folder, f"table-{look}")
        for look, visitor in visitors.items():
            await visitor.open("/")
            await expect(visitor.page.get_by_role("link", name="Cedar").first).to_be_visible()
            await take(visitor, folder, f"lobby-{look}")
            for page in ("account", "rules"):
                await visitor.open(f"/{page}")
                await expect(visitor.page.get_by_role("heading").first).to_be_visible()
                await take(visitor, folder, f"{page}-{look}")
            await visitor.go()


COMPANY = (
    ("Ada", 1840, "folds"),
    ("Blaise", 1025, "raises"),
    ("Cem", 960, "calls"),
    ("Daria", 2310, "calls"),
    ("Emil", 735, "folds"),
)
SAID = ("evening all", "good luck!", "one more orbit for me")
LOOKS = {
    "wide": {"screen": WIDE, "settings": {"theme": "light"}},
    "phone": {
        "screen": PHONE,
        "settings": {"theme": "dark"},
        "locale": "zh-CN",
        "device_scale_factor": 2,
        "has_touch": True,
        "is_mobile": True,
    },
}


async def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        house = House(Path(data) / "data", act_time_ms=60_000, between_hands_ms=100)
        house.open()
        try:
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(
                    executable_path=chromium.found(), args=chromium.flags()
                )
                await pictures(browser, house, folder)
                await browser.close()
        finally:
            house.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]) if sys.argv[1:] else PICTURES))
