"""Tests of screen readers: the live regions say everything at the table, completely and in
order.
"""

import json
from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.house import House
from tests.browser.table import Table, table
from tests.browser.visitor import Visit, Visitor

pytestmark = pytest.mark.sampled(3)

RANKS = dict(
    zip(
        "23456789TJQKA",
        [
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "jack",
            "queen",
            "king",
            "ace",
        ],
        strict=True,
    )
)
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def spoken(cards: list[str]) -> str:
    return ", ".join(f"{RANKS[card[0]]} of {SUITS[card[1]]}" for card in cards)


RECORD_ANNOUNCEMENTS = """() => {
  window.heard = [];
  for (const region of document.querySelectorAll('[aria-live]'))
    new MutationObserver(changes => {
      const isUrgent = region.ariaLive === 'assertive';
      const lines = isUrgent ? [region] : changes.flatMap(change => [...change.addedNodes]);
      for (const line of lines) window.heard.push(line.textContent.replaceAll('\\u200b', ''));
    }).observe(region, { childList: true, subtree: true, characterData: true });
}"""


@pytest.mark.rotated
async def test_cards_turns_acts_and_results_are_announced(visit: Visit, house: House) -> None:
    async with table(house) as cedar:
        program = await cedar.seat(1)
        visitor = await visit()
        name = await visitor.is_guest()
        await visitor.open(cedar.path)
        await visitor.is_loaded()  # Before that, the page has no live regions.
        await visitor.page.evaluate(RECORD_ANNOUNCEMENTS)
        await visitor.sit(0, 200)
        await cedar.deal()
        await visitor.call_until(".seat.winner")
        end = await cedar.ended()
        await expect(visitor.spoken_line("wins")).not_to_have_count(0)
        received = await visitor.page.evaluate("window.heard")
        mine = next(m for m in events(visitor) if m["event"] == "deal_pocket_cards")["cards"]
        board = end["boards"][0]
        wanted = [
            f"{name} sits down with 200.",
            f"Hand 1. {program.name} has the button.",
            f"{name} posts 2.",
            f"Your cards: {spoken(mine)}.",
            f"{program.name} calls 1.",
            "Your turn. You can check.",
            f"{name} checks.",
            f"Flop: {spoken(board[:3])}. You have ",
            f"Turn: {spoken(board[3:4])}. You have ",
            f"River: {spoken(board[4:])}. You have ",
            f" shows {spoken(shown(cedar)[0])}",
            " wins ",
        ]
        at = 0
        for line in wanted:
            found = [index for index, said in enumerate(received[at:], at) if line in said]
            assert found, f"{line!r} was not said after {received[at - 1]!r}: {received[at:]}"
            at = found[0]
        assert received.count("Your turn. You can check.") == 4


def events(visitor: Visitor) -> Any:
    for frame in visitor.frames:
        yield from json.loads(frame).get("events", [])


def shown(cedar: Table) -> list[Any]:
    hands = next(e for e in cedar.host.events if e["event"] == "hands_shown")["hands"]
    return [hand["cards"] for hand in hands]


async def test_a_key_reads_the_state_of_the_hand_aloud(visit: Visit, house: House) -> None:
    async with table(house) as cedar:
        await cedar.seat(1)
        visitor = await visit()
        await visitor.open(cedar.path)
        await visitor.sit(0, 200)
        await cedar.deal()
        await visitor.is_asked()
        await visitor.page.keyboard.press("i")
        cards = spoken(await visitor.cards())
        await expect(visitor.spoken_line(f"Your cards: {cards}.")).not_to_have_count(0)
        await expect(visitor.spoken_line("No board yet. Pot 4. Your turn")).to_have_count(1)
        await visitor.page.keyboard.press("o")
        await expect(visitor.spoken_line(": 198.")).to_have_count(1)
