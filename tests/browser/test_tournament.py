"""Tests of tournaments in the browser: entering, being seated and moved, the break, the end,
following a player, and directing.
"""

import asyncio
import gzip
import json
import re

import pytest
from playwright.async_api import expect

from pokermasa.histories.description import ordinal
from tests.browser.event import event
from tests.browser.house import House
from tests.browser.table import Program, folds, shoves
from tests.browser.test_axe import Inspection
from tests.browser.test_chinese import in_english
from tests.browser.visitor import PHONE, Visit, Visitor

pytestmark = pytest.mark.sampled(3)

MOST = 66_000
"""Largest gzipped size of the JavaScript of a tournament's table page, in bytes."""
OVER = "dialog.over"


async def puts_in_all_until(visitor: Visitor, selector: str) -> None:
    seen, turn = visitor.page.locator(selector), visitor.page.locator(".acts[data-turn]")
    while True:
        await expect(seen.or_(turn).first).to_be_visible()
        if await seen.count():
            return
        await visitor.put_in_all()


@pytest.mark.rotated
async def test_a_newcomer_plays_a_sit_and_go_to_its_end_and_looks_at_the_deciding_hand(
    visit: Visit, house: House
) -> None:
    """The visitor enters with one click in the lobby and is taken to the table without another."""
    async with event(house, most=2, stack=200) as friday:
        await friday.enter(plays=shoves)
        visitor = await visit(screen=PHONE, has_touch=True, is_mobile=True)
        await visitor.open()
        await visitor.page.get_by_role("link", name="Tournaments").click()
        await visitor.page.get_by_role("searchbox").fill("friday")
        row = visitor.page.locator(".list li", has_text="Friday night").filter(
            has=visitor.page.locator(f'a[href="/tournament/{friday.id}"]')
        )
        await expect(row).to_contain_text("1/2")
        await row.get_by_role("button", name="Register for Friday night").click()

        await visitor.page.wait_for_url(f"**/masa/{friday.id}-1")
        await expect(
            visitor.spoken_line("The tournament begins. You sit at table 1.")
        ).to_have_count(1)
        bar = visitor.page.locator(".level-line")
        await expect(bar).to_contain_text("10/20")
        await expect(bar).to_contain_text(re.compile(r"[12]/2"))
        await expect(bar).to_contain_text(re.compile(r"\d BB"))
        await puts_in_all_until(visitor, OVER)

        over = visitor.page.locator(OVER)
        ended = await friday.next_event("finished")
        name = json.loads(await visitor.page.evaluate("fetch('/api/me').then(a => a.text())"))
        place = next(r["place"] for r in ended["results"] if r["name"] == name["name"])
        await expect(over).to_contain_text({1: "You have won!", 2: "Out in 2nd place"}[place])
        await expect(over).to_contain_text(f"{'1st' if place == 1 else '2nd'} of 2")

        inspection = Inspection(visitor)
        await inspection.look("the end")
        assert inspection.faults == []
        await over.locator("[data-act=results]").click()
        await visitor.page.wait_for_url(f"**/tournament/{friday.id}")
        loser = next(r["name"] for r in ended["results"] if r["place"] == 2)
        await expect(visitor.page.locator(".clock-card")).to_contain_text("Winner")
        await visitor.button(f"The hand in which {loser} went out").click()
        story = visitor.page.locator(".story")
        await expect(story).to_contain_text(loser)
        await story.get_by_role("button", name="Last step").click()
        await expect(story.locator(".happens")).to_contain_text("wins")


@pytest.mark.rotated
async def test_two_browsers_and_six_programs_play_one_sit_and_go_to_its_end(
    visit: Visit, house: House
) -> None:
    async with event(house, seats=8, most=8, stack=200) as friday:
        for _ in range(6):
            await friday.enter(plays=shoves)
        people = [await visit(screen=PHONE, has_touch=True, is_mobile=True), await visit()]
        names = [await visitor.is_guest() for visitor in people]
        for visitor in people:
            await visitor.open(friday.path)
            await visitor.page.locator("[data-act=register]").click()

        async def play(visitor: Visitor) -> None:
            await visitor.page.wait_for_url(f"**/masa/{friday.id}-1")
            await expect(visitor.page.locator(".level-line")).to_contain_text("10/20")
            await puts_in_all_until(visitor, OVER)

        await asyncio.gather(*[play(visitor) for visitor in people])
        ended = await friday.next_event("finished")
        places = {result["name"]: result["place"] for result in ended["results"]}
        assert len(places) == 8
        for name, visitor in zip(names, people, strict=True):
            place = f"{ordinal(places[name])} of 8"
            await expect(visitor.page.locator(OVER)).to_contain_text(place)
            await visitor.page.locator(f"{OVER} [data-act=results]").click()
            await expect(visitor.page.locator(".state")).to_have_text("Finished")
            await expect(visitor.page.locator(".rows tbody tr")).to_have_count(8)


@pytest.mark.rotated
async def test_a_player_is_moved_to_another_table_without_a_click_and_sees_level_and_break(
    visit: Visit, house: House
) -> None:
    async with event(house, seats=3, most=6) as friday:
        for _ in range(3):
            await friday.enter()
        visitor = await visit()
        name = await visitor.is_guest()
        await visitor.open(friday.path)
        await visitor.page.locator("[data-act=register]").click()
        await expect(visitor.page.locator("[data-act=unregister]")).to_be_visible()
        await friday.order("start")
        await visitor.page.wait_for_url(f"**/masa/{friday.id}-*")
        await expect(visitor.page.locator(".level-line")).to_contain_text("of 4")

        await friday.order("next_level")
        await expect(visitor.spoken_line("Level 2: blinds 20/40.")).to_have_count(1)
        was = visitor.masa
        other = 1 if was.endswith("-2") else 2
        # Both orders take effect after the hand. The break begins first, or a hand is dealt at the
        # other table.
        await friday.order("break", number=600)
        await friday.order("move", name=name, number=other, reason="balance")
        new, turn = f"/masa/{friday.id}-{other}", visitor.page.locator(".acts[data-turn]")
        here = visitor.page.locator(f'.masa:has(a[href="/tournament/{friday.id}"])')
        for _ in range(20):
            await expect(turn.or_(visitor.page.locator(".break-screen")).first).to_be_visible()
            if not await turn.count():
                break
            await visitor.check_or_call()
        await visitor.page.wait_for_url(f"**{new}")
        await expect(here).to_be_visible()
        said = visitor.page.locator("[aria-live=assertive]")
        await expect(said).to_contain_text(f"You are moved to table {other}.")
        await expect(visitor.page.locator(".break-screen")).to_contain_text("Break")
        await expect(visitor.page.locator(".break-time")).to_have_text(re.compile(r"^(9|10):\d\d$"))
        # Keys read the state aloud and open the tournament's page.
        await visitor.page.keyboard.press("i")
        await expect(visitor.spoken_line("Level 2, blinds 20/40.")).to_have_count(1)
        await visitor.page.keyboard.press("p")
        await visitor.page.wait_for_url(f"**/tournament/{friday.id}")
        await expect(visitor.page.locator(".clock-card")).to_contain_text("Break")


async def test_a_friend_is_followed_from_table_to_table(visit: Visit, house: House) -> None:
    async with event(house, seats=3, most=6) as friday:
        for name in (None, None, None):
            await friday.enter(name)
        friend = friday.programs[0]
        visitor = await visit(screen=PHONE)
        await visitor.open(friday.path)
        await expect(visitor.page.locator(".rows tbody tr")).to_have_count(3)
        fourth = await friday.enter()
        await expect(visitor.page.locator(".rows tbody tr")).to_have_count(4)
        await friday.order("start")
        await visitor.page.get_by_role("link", name=f"Follow {friend.name}").click()
        await expect(visitor.page.locator(".follows")).to_contain_text(friend.name)
        assert visitor.masa == await friday.table_of(friend.name)

        other = 1 if visitor.masa.endswith("-2") else 2
        await friday.order("move", name=friend.name, number=other, reason="balance")
        await visitor.page.wait_for_url(f"**/masa/{friday.id}-{other}?follow=*")
        plate = visitor.page.locator(".plate", has_text=friend.name)
        await expect(plate).to_be_visible()
        # Spectators cannot sit down at a tournament table and see no cards.
        assert not await visitor.page.locator(".sit").count()
        assert not await visitor.cards()
        await visitor.button("Stop").click()
        await expect(visitor.page.locator(".follows")).to_have_count(0)
        assert fourth.name


@pytest.mark.rotated
async def test_a_host_opens_and_directs_a_private_tournament(visit: Visit, house: House) -> None:
    visitor = await visit()
    name = await visitor.is_guest()
    await visitor.open("/tournaments")
    await visitor.button("Hold a tournament").click()
    dialog = visitor.page.get_by_role("dialog")
    await dialog.get_by_label("Players at most").fill("1")
    await dialog.get_by_role("button", name="Open it").click()
    await expect(dialog.locator("p.bad")).to_contain_text("Between 2 and 10,000")
    await dialog.get_by_label("Players at most").fill("6")
    await dialog.get_by_role("button", name="Open it").click()
    await visitor.page.wait_for_url("**/tournament/*#*")
    await expect(visitor.page.locator("h1")).to_have_text(f"Tournament of {name}")
    link = await visitor.page.get_by_label("Link").input_value()
    assert link == visitor.page.url

    # Friends enter by the link.
    id, key = re.findall(r"/tournament/(\w+)#(.+)$", link)[0]
    friends = [await Program.come(house) for _ in range(3)]
    try:
        for friend in friends:
            friend.plays = folds
            await friend.ask("register", tournament=id, key=key)
        await expect(visitor.page.locator(".rows tbody tr")).to_have_count(3)
        tab = visitor.page.get_by_role("tab")
        await tab.filter(has_text="Players").focus()
        await visitor.page.keyboard.press("End")
        await expect(tab.filter(has_text="Director")).to_be_focused()
        await visitor.button("Start now").click()
        await expect(visitor.page.locator(".state")).to_have_text("Running")
        await visitor.button("Pause").click()
        await expect(visitor.page.locator(".state")).to_have_text("Paused")
        await visitor.button("Go on").click()
        await expect(visitor.page.locator(".state")).to_have_text("Running")
        await visitor.button("Next level").click()
        await expect(visitor.page.locator(".clock-card")).to_contain_text("Level 2")
        out = friends[0]
        await visitor.page.get_by_label("About one player").select_option(out.name)
        await visitor.page.get_by_label("Reason (the player is told)").fill("collusion")
        await visitor.button(f"Disqualify {out.name}").click()
        await visitor.button(f"Yes, disqualify {out.name}").click()
        await expect(visitor.page.locator(".facts")).to_contain_text("2 / 3")
        orders = visitor.page.locator(".news li")
        await expect(orders.first).to_contain_text(out.name)
        await expect(orders).to_have_count(5)
    finally:
        for friend in friends:
            await friend.go()


async def test_a_tournament_opened_before_the_first_message_gets_its_hosts_name(
    visit: Visit,
) -> None:
    visitor = await visit()
    name = await visitor.is_guest()
    # A server that sends nothing.
    await visitor.page.route_web_socket("**/ws*", lambda socket: None)
    await visitor.open("/tournaments")
    await visitor.button("Hold a tournament").click()
    await visitor.page.get_by_role("dialog").get_by_role("button", name="Open it").click()
    await visitor.page.wait_for_url("**/tournament/*#*")
    id, key = re.findall(r"/tournament/(\w+)#(.+)$", visitor.page.url)[0]
    held = await visitor.ask("GET", f"tournaments/{id}?key={key}")
    assert held["tournament"]["name"] == f"Tournament of {name}"


@pytest.mark.rotated
async def test_a_tournaments_table_fits_every_screen_in_chinese_and_is_light(
    visit: Visit, house: House
) -> None:
    async with event(house, seats=9, most=9, name="Cedar") as friday:
        for _ in range(3):
            await friday.enter(plays=None)
        await friday.order("start")
        visitor = await visit(locale="zh-CN", fresh=True)
        await visitor.open(friday.path)
        await expect(visitor.page.locator(".rows tbody tr")).to_have_count(3)
        for tab in await visitor.page.get_by_role("tab").all():
            await tab.click()
            await visitor.is_loaded()
            assert await in_english(visitor) == []
        answers = []
        visitor.page.on("response", lambda answer: answers.append(answer))
        await visitor.page.goto("about:blank")
        await visitor.open(f"/masa/{friday.id}-1")
        bar = visitor.page.locator(".level-line")
        await expect(bar).to_be_visible()
        await visitor.is_loaded()
        assert await in_english(visitor) == []
        sizes = {
            answer.url.rpartition("/")[2]: len(gzip.compress(await answer.body(), 9))
            for answer in answers
            if answer.url.endswith(".js")
        }
        print(f"JavaScript of a tournament's table, gzipped: {sum(sizes.values()):,} bytes")
        assert 20_000 < sum(sizes.values()) < MOST
        for width, height in [(320, 568), (360, 740), (740, 360), (768, 1024), (1440, 900)]:
            await visitor.resize(width, height)
            cut = await visitor.page.evaluate(
                """() => ['.level-line', '.masa-top'].filter(name => {
                  const one = document.querySelector(name);
                  const { right, height } = one.getBoundingClientRect();
                  return one.scrollWidth > one.clientWidth + 1 || right > innerWidth
                    || height > 110;
                })"""
            )
            assert cut == [], (width, height)
            assert await visitor.page.evaluate("document.documentElement.scrollWidth") <= width


async def test_the_page_of_an_unknown_tournament_says_that_there_is_none(visit: Visit) -> None:
    visitor = await visit()
    visitor.forgiven.append("404")
    for path in ("/tournament/t000000", "/league/l000000"):
        await visitor.open(path)
        await expect(visitor.page.locator("h1")).to_contain_text("There is no such")
