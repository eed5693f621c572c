"""Takes screenshots of every state and page in all sizes, one sheet for each theme.

python -m tests.browser.gallery FOLDER [--lang zh] [--themes dark,contrast] [--axe] [NAME...]
python -m tests.browser.gallery FOLDER --set felt=blue --set deck=safe turn-6

Chinese needs a font for it (Debian: fonts-noto-cjk).
"""

from __future__ import annotations

import argparse
import asyncio
import io
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.async_api import Browser, async_playwright, expect

from tests.browser import chromium
from tests.browser.event import event
from tests.browser.house import House
from tests.browser.operator import Admin
from tests.browser.staged import (
    BOARD,
    MASA,
    NAMES,
    ROOM,
    Message,
    Staged,
    player,
    scene_data,
    states,
    view,
)
from tests.browser.table import table
from tests.browser.test_axe import Inspection
from tests.browser.visitor import Visitor

CELLS = {
    (320, 568): (0, 0, 320, 740),
    (360, 740): (328, 0, 360, 740),
    (740, 360): (696, 0, 740, 360),
    (2560, 1440): (696, 368, 676, 380),
    (768, 1024): (0, 756, 495, 660),
    (1440, 900): (503, 756, 1056, 660),
}
"""Position of each screen size on the sheet (x, y, width, height). Phones are not scaled. Longer
pages are cut off.
"""
SHEET_SIZE = (1560, 1416)
LOCALES = {"en": "en-GB", "zh": "zh-CN"}
THEMES = ("light", "dark", "contrast")
TABLE_TOURNAMENT: Message = {
    **{"id": "t0000001", "name": "Friday night", "status": "running", "level": 4},
    **{"kind": "scheduled", "table": 1, "host": None},
    "blinds": {"small": 50, "big": 100, "ante": 10, "big_blind_ante": False},
    "next_blinds": {"small": 100, "big": 200, "ante": 20, "big_blind_ante": False},
    **{
        "hands": 212,
        "awaited": 0,
        "held": False,
        "rises": "time",
        "done": 100_000,
        "every": 600_000,
        "rest": 0,
        "next_break": 1_500_000,
    },
    **{"entries": 27, "left": 11, "average": 24_545, "largest": 61_000, "pool": 2700},
    **{"paid_places": 4, "next_prize": 0, "tables": 2, "hand_for_hand": False},
    **{"final_table": False, "open": False, "bots_in": None},
}


class Gallery:
    """Takes screenshots of the current page in every size and theme."""

    def __init__(self, visitor: Visitor, folder: Path, themes: list[str], axe: bool) -> None:
        self.visitor = visitor
        self.folder = folder
        self.themes = themes
        self.inspection = Inspection(visitor) if axe else None

    async def take(self, name: str, whole: bool = False) -> None:
        page = self.visitor.page
        # New buttons are pale until they can be pressed.
        await expect(page.locator(".buttons.unarmed")).to_have_count(0)
        if self.inspection is not None:
            await self.inspection.look(name, dict.fromkeys(self.themes, ALL))
            print(name, flush=True)
            return
        for theme in self.themes:
            await page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
            pictures = []
            for width, height in CELLS:
                await page.set_viewport_size({"width": width, "height": height})
                await page.evaluate(SETTLED)
                shot = await page.screenshot(full_page=whole)
                pictures.append(Image.open(io.BytesIO(shot)).convert("RGB"))
            sheet(pictures).save(self.folder / f"{name}-{theme}.png")
            if whole:
                length(pictures[:3]).save(self.folder / f"{name}-{theme}-long.png")
        await page.set_viewport_size({"width": 1280, "height": 800})
        print(name, flush=True)


ALL = "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']"
SETTLED = """() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() =>
  Promise.allSettled(document.getAnimations().filter(one => one.effect.getTiming().iterations
    !== Infinity).map(one => one.finished)).then(done))))"""


def sheet(pictures: list[Image.Image]) -> Image.Image:
    whole = Image.new("RGB", SHEET_SIZE, "#888")
    for picture, (x, y, width, height) in zip(pictures, CELLS.values(), strict=True):
        small = picture.resize((width, round(picture.height * width / picture.width)))
        whole.paste(small.crop((0, 0, width, min(height, small.height))), (x, y))
    return whole


def length(pictures: list[Image.Image]) -> Image.Image:
    """Return a picture of the whole page on phones, at most LONGEST pixels high."""
    high = min(LONGEST, max(picture.height for picture in pictures))
    row = Image.new("RGB", (sum(picture.width + 8 for picture in pictures), high), "#888")
    x = 0
    for picture in pictures:
        row.paste(picture, (x, 0))
        x += picture.width + 8
    return row


LONGEST = 2800


# States of a table, sent by the test


def empty() -> Message:
    seen = view(6)
    return scene_data({**seen, "you": None, "seats": [], "game": None, "status": "waiting"}, [])


def alone() -> Message:
    seen = view(6)
    return scene_data({**seen, "seats": seen["seats"][:1], "game": None, "status": "waiting"}, [])


def preflop() -> Message:
    players = [
        {**player(side, wager, None), "stack": 10_000 - wager}
        for side, wager in enumerate((0, 50, 100, 0, 0, 0))
    ]
    mine = {"turn": "4711.1", "left": 18_000, "total": 20_000, "bank": False, "run_twice": False}
    acts = {"acts": ["FO", "CA", "AA", "RR200"], "least": 200, "most": 10_000}
    asked = {"type": "act", **mine, **acts, "to_call": 100, "pot": 150}
    seen = view(
        6,
        **{"players": players, "to_act": 0, "round": "P", "board": [], "pot": 150, "price": 100},
        **{"side_pots": [], "running_pot": {"amount": 0, "sides": list(range(6))}},
    )
    return scene_data(seen, [], asked)


def others_turn() -> Message:
    return scene_data(
        view(6, to_act=3), [], {"type": "clock", "sides": [3], **CLOCK, "bank": False}
    )


CLOCK = {"left": 14_000, "total": 20_000}


def won_by_folds() -> Message:
    players = [{**player(side, 0, "FO"), "role": "F"} for side in range(6)]
    players[2] = player(2, 0, "RR1250")
    ended = {
        **{"event": "hand_ended", "status": "one_win", "boards": [BOARD[:3]]},
        "pots": [[{"amount": 12_600, "winners": [{"side": 2, "share": 12_600}]}]],
        "stacks": [{"side": side, "stack": 20_000} for side in range(6)],
        **{"dropped": 0, "id": f"{2:020x}"},
    }
    return scene_data(view(6, players=players, price=0), [[ended]])


SAID = [
    ("Ada (bot)", "Good luck, everybody!"),
    ("Guest 4711", "nh"),
    ("长风破浪会有时", "打得好，下一手再来"),
    (
        "Bartholomew Quimby",
        "a long line that has to be wrapped, since nobody's screen is that wide",
    ),
]


async def staged(gallery: Gallery, names: list[str]) -> None:
    visitor = gallery.visitor
    page = visitor.page
    host = {**ROOM, "host": NAMES[0], "private": True, "buy_ins": True, "own_chips": 12_000}
    me = {"name": NAMES[0], "kind": "person", "chips": 34_000, "refill": 0, "refills_left": 3}
    place = {"masa": MASA, "name": "Cedar", "small": 50, "big": 100, "key": "k"}
    who = {**me, "private": False, "seated": [place], "hosted": [place]}
    await page.route("**/api/me", lambda route: route.fulfill(json=who))
    await page.route("**/api/me/notes", lambda route: route.fulfill(json=NOTES))
    await page.route("**/api/hands?masa=*", lambda route: route.fulfill(json=[]))
    await page.route("**/api/tables/*/sheet*", lambda route: route.fulfill(json=SHEET))
    stage = await Staged.open(visitor, states(6)["turn"])

    def room(**change: Any) -> None:
        stage.tell({"type": "room", "masa": MASA, "room": {**ROOM, **change}})

    async def panel(name: str, by: str, item: int | None = None) -> None:
        if names and f"{name}-panel" not in names:
            return
        stage.show(turn)
        room(**{key: host[key] for key in ("host", "private", "buy_ins", "own_chips")}, **ASKS)
        await page.locator(f"[data-panel={by}]").click()
        if item is not None:
            await page.locator("dialog .item").nth(item).click()
        await page.wait_for_timeout(300)
        await gallery.take(f"{name}-panel")
        await page.keyboard.press("Escape")
        await expect(page.locator("dialog")).to_have_count(0)

    turn = states(6)["turn"]
    for sides in (2, 6, 10):
        for name, state in states(sides).items():
            if not names or f"{name.replace(' ', '-')}-{sides}" in names or "states" in names:
                stage.show(state)
                await stage.is_shown(name, sides)
                await gallery.take(f"{name.replace(' ', '-')}-{sides}")
    for name, state in (
        *(("empty", empty()), ("alone", alone()), ("preflop", preflop())),
        *(("others-turn", others_turn()), ("won-by-folds", won_by_folds())),
    ):
        if not names or name in names:
            stage.show(state)
            await page.wait_for_timeout(100)
            await gallery.take(name)
    for number, (name, text) in enumerate(SAID):
        said = {"type": "chat", "masa": MASA, "chat": number, "name": name, "text": text}
        stage.tell({**said, "at": 1_790_000_000_000 + number})
    for name, change in (
        ("tournament", {}),
        ("bubble", {"hand_for_hand": True, "left": 5, "next_prize": 0}),
        ("break", {"rest": 240_000}),
    ):
        if not names or name in names:
            stage.show(alone() if name == "break" else states(6)["turn"])
            places = [{"side": side, "player": side, "place": side + 1} for side in range(6)]
            event_data = {**TABLE_TOURNAMENT, **change, "places": places}
            room(tournament=event_data)
            await page.wait_for_timeout(200)
            await gallery.take(name)
    timer = {"level": 2, "levels": 6, "left": 260_000}
    if not names or "timer" in names:
        stage.show(states(6)["turn"])
        room(timer={**timer, "next": {"small": 100, "big": 200, "ante": 0}})
        await page.wait_for_timeout(200)
        await gallery.take("timer")
    for name in ("host", "menu", "rules", "hands"):
        await panel(name, name)
    for name, item in ITEMS.items():
        await panel(name, "menu", item)


ITEMS = {"top_up": 0, "chat": 2, "people": 4, "sizes": 5, "keys": 6, "settings": 7, "sheet": 8}
"""Positions in the menu."""
ASKS: Message = {
    "seat_requests": ["Yevgeny"],
    "buy_in_requests": [
        {"name": "Guest 4711", "amount": 5_000, "top_up": False},
        {"name": NAMES[5], "amount": 12_500, "top_up": True},
    ],
}
NOTES = [
    {"name": "Guest 4711", "text": "calls too much on the river", "colour": "red"},
    {"name": "Ada (bot)", "text": "", "colour": "green"},
]
SHEET = [
    {"name": name, "buy_ins": 10_000, "cash_outs": 0, "stack": 10_000 + net, "net": net}
    | {"host": name == NAMES[0]}
    for name, net in zip(NAMES[:5], (14_250, 3_000, 0, -7_250, -10_000), strict=True)
]


# Pages of a real room

PAGES = {
    "lobby": "/",
    "account": "/account",
    "rules": "/rules",
    "docs": "/docs",
    "tournaments": "/tournaments",
    "hands": "/hands",
    "upload": "/hands/upload",
    "stats": "/me/stats",
    "leaders": "/leaderboards",
    "equity": "/tools/equity",
    "ranges": "/tools/ranges",
    "odds": "/tools/odds",
    "nowhere": "/nowhere",
}


async def pages(gallery: Gallery, names: list[str]) -> None:
    visitor = gallery.visitor
    house = visitor.house
    page = visitor.page

    def wanted(name: str) -> bool:
        return not names or name in names or "pages" in names

    async def take(name: str, path: str, *clicks: str, whole: bool = True) -> None:
        """Take screenshots of a page after clicks on *clicks*."""
        if not wanted(name):
            return
        await visitor.open(path)
        await visitor.is_loaded()
        for selector in clicks:
            await page.locator(selector).click()
            await page.wait_for_timeout(300)
        await gallery.take(name, whole)

    await take("nobody", "/account")
    async with (
        table(house, name="Cedar") as cedar,
        table(house, name="Willow") as willow,
        event(house, "Dirk", seats=3, most=6, name="Friday night") as friday,
    ):
        hero = await cedar.seat(0, name="Mira")
        for side in (1, 2, 4):
            await cedar.seat(side)
        await willow.seat(1)
        await hero.ask("sit", masa=willow.id, side=0, stack=100)
        for _ in range(6):
            await cedar.deal()
            await cedar.ended()
        for _ in range(4):
            await friday.enter(plays=None)
        await visitor.logs_in("Mira")
        hand = house.ask("GET", "hands", hero.token)[0]["id"]
        for name, path in {
            **PAGES,
            **{"hand": f"/hand/{hand}", "player": "/player/Mira", "event": friday.path},
        }.items():
            await take(name, path)
        await page.route("**/api/leagues/spring*", lambda route: route.fulfill(json=LEAGUE))
        await take("league", "/league/spring")
        await take("hands-filters", "/hands", "[aria-expanded]")
        await take("new-table", "/", *NEW_TABLE, whole=False)
        await take("invite", "/", *INVITE, whole=False)
        await take("hold", "/tournaments", ".events-head button", whole=False)
        await friday.order("start")
        for tab in ("structure", "prizes", "tables"):
            await take(f"event-{tab}", friday.path, f"#tab-{tab}")
        hero.plays = None
        for masa in (cedar, willow):
            await masa.deal()
        await take("lobby-turn", "/", whole=False)
        await take("tiles", "/tables", whole=False)
        await take("other-turn", willow.path, whole=False)
        if wanted("director"):
            await visitor.logs_in("Dirk")
            await take("director", friday.path, "#tab-director")
        if wanted("admin"):
            await visitor.context.clear_cookies()
            await Admin.come(visitor)
            await take("admin", "/admin")


PROGRAMS = ("shark", "Bartholomew's caller", "长风破浪会有时", "late one")
LEAGUE = {
    **{"id": "spring", "name": "Spring league", "host": "Mira", "games": 20, "seasons": 2},
    **{"season": 2, "now": "t3f0c9a"},
    "standings": [
        {"name": name, "points": 41 - 9 * place, "games": 18, "wins": 9 - 2 * place, "best": 1}
        | {"late": 164 * (place == 3), "wrong": 0}
        for place, name in enumerate(PROGRAMS)
    ],
    "head_to_head": {
        one: {other: 9 + PROGRAMS.index(other) - PROGRAMS.index(one) for other in PROGRAMS}
        for one in PROGRAMS
    },
    "played": [
        {"tournament": f"t{number}", "season": 2, "number": number, "ended": 1_790_000_000_000}
        | {"places": [[place + 1, name, 3 - place] for place, name in enumerate(PROGRAMS)]}
        for number in range(18, 12, -1)
    ],
}
NEW_TABLE = (".own-table button >> nth=1", "dialog summary")
INVITE = (".own-table button >> nth=0", "dialog button[type=submit]")


async def walk(browser: Browser, house: House, folder: Path, wishes: argparse.Namespace) -> None:
    for scene in (staged, pages):
        settings = {"lang": wishes.lang, "theme": "light", **dict(wishes.set)}
        visitor = await Visitor.come(browser, house, settings=settings, locale=LOCALES[wishes.lang])
        gallery = Gallery(visitor, folder, wishes.themes.split(","), wishes.axe)
        is_staged = wishes.names and not (set(wishes.names) & {*PAGES, *OTHERS, "pages"})
        if scene is pages and is_staged:
            continue
        if scene is staged and wishes.names and not is_staged:
            continue
        await scene(gallery, wishes.names)
        for fault in gallery.inspection.faults if gallery.inspection else ():
            print(fault)
        await visitor.go()


OTHERS = (
    *(
        "nobody",
        "hand",
        "player",
        "event",
        "league",
        "hands-filters",
        "new-table",
        "invite",
        "hold",
    ),
    *("event-structure", "event-prizes", "event-tables", "lobby-turn", "tiles", "other-turn"),
    *("director", "admin"),
)


async def main(wishes: argparse.Namespace) -> None:
    folder = Path(wishes.folder)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        house = House(Path(data) / "data", between_hands_ms=100)
        house.open()
        try:
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(
                    executable_path=chromium.found(), args=chromium.flags()
                )
                await walk(browser, house, folder, wishes)
                await browser.close()
        finally:
            house.close()


if __name__ == "__main__":
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("folder")
    reader.add_argument("names", nargs="*")
    reader.add_argument("--lang", choices=LOCALES, default="en")
    reader.add_argument("--themes", default=",".join(THEMES))
    reader.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="felt=blue",
        type=lambda text: tuple(text.split("=", 1)),
        help="one of the settings of web/lib/settings.ts",
    )
    reader.add_argument("--axe", action="store_true", help="look with axe instead")
    asyncio.run(main(reader.parse_intermixed_args()))
