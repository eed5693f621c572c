"""A table page whose server is the test, which can show any state at once.

The messages are checked by the room's models, so the test cannot send a state that a room could not
send. Tests that play hands use `table` instead.
"""

import json
from typing import Any

from playwright.async_api import WebSocketRoute, expect

from pokermasa.server.protocol.message import messages
from tests.browser.visitor import Visitor

Message = dict[str, Any]
MASA = "5ta9ed00"
NAMES = [
    "Maximiliane Okonkwo",
    "Ada (bot)",
    "长风破浪会有时",
    "Guest 4711",
    "Fatma (bot)",
    "Bartholomew Quimby",
    "Li",
    "Wilhelmina-Sophie",
    "Gao (bot)",
    "Yevgeny",
]
HANDS = ["AsKs", "QhQd", "9c8c", "7s7d", "AhJh", "5d4d", "KcTc", "2s2h", "6s6c", "JcTd"]
BOARD = ["Qs", "7h", "2d", "Qc", "9h"]
SECOND = ["Qs", "7h", "2d", "3c", "8h"]


def cards(text: str) -> list[str]:
    return [text[i : i + 2] for i in range(0, len(text), 2)]


class Staged:
    """A table page that shows the states it is given. The visitor sits on side 0."""

    def __init__(self, visitor: Visitor) -> None:
        self.page = visitor.page
        self._route: WebSocketRoute | None = None
        self._seq = 0

    @classmethod
    async def open(cls, visitor: Visitor, first: Message) -> "Staged":
        staged = cls(visitor)

        def connected(route: WebSocketRoute) -> None:
            staged._route = route
            route.on_message(received)
            staged.tell({"type": "hello", "name": NAMES[0], "heartbeat": 3600, "version": 1})

        def received(text: str | bytes) -> None:
            asked = json.loads(text)
            if asked["do"] == "watch" and asked["masa"] == MASA:
                staged.show(first)
            staged.tell({"type": "done", "id": asked["id"]})

        await visitor.page.route_web_socket("**/ws*", connected)
        await visitor.page.route("**/api/tables/*/chat*", lambda route: route.fulfill(json=[]))
        await visitor.open(f"/masa/{MASA}")
        await expect(visitor.page.locator(".seat .plate").first).to_be_visible()
        return staged

    def tell(self, message: Message) -> None:
        assert self._route is not None
        messages.validate_python(message)
        self._route.send(json.dumps(message))

    def show(self, state: Message) -> None:
        """Sends a view and the events and messages that follow it."""
        self._seq += 1
        result = {"masa": MASA, "epoch": "staged", "seq": self._seq, "room": ROOM}
        self.tell({"type": "view", **result, "view": state["view"]})
        for events in state["events"]:
            self._seq += 1
            self.tell({"type": "events", "masa": MASA, "seq": self._seq, "events": events})
        for message in state["after"]:
            self.tell({**message, "masa": MASA})

    async def is_shown(self, name: str, sides: int) -> None:
        """Waits until the page has drawn the state."""
        await self.page.wait_for_function(
            "([seen, sides]) => document.querySelectorAll('.seat').length === sides"
            " && [].concat(seen).every(one => document.querySelector(one))",
            arg=[SEEN[name], sides],
        )


SEEN = {
    "turn": [".acts[data-turn]", ".wager, .tag.bet"],
    "bank": [".tag.time.bank"],
    "all in": [".chance"],
    "showdown": [".seat.winner", ".middle:not(.two)"],
    "two boards": [".seat.winner", ".middle.two"],
}
"""Selectors that match once a state is drawn, and not in the state before it."""
ROOM: Message = {
    "name": "Cedar",
    "host": None,
    "private": False,
    "approval": False,
    "paused": False,
    "closing": False,
    "sent_away": [],
    "waiting": [],
    "reserved": [],
    "watchers": [],
    "absent": [],
    "seat_requests": [],
    "welcome": True,
    "players_chat": False,
    "may_add_bots": False,
    "co_hosts": [],
    "offers": [],
    "offered": None,
    "buy_ins": False,
    "buy_in_requests": [],
    "own_buy_in_request": None,
    "own_chips": None,
    "timer": None,
    "street": 0,
    "show_time": 4500,
    "tournament": None,
}


def stack(side: int) -> int:
    return [34_250, 1_234_567, 9_800, 120_400, 55_000, 980, 27_000, 100_050, 8_750, 43_210][side]


def view(sides: int, **game: Any) -> Message:
    """Return the view of a hand with all sides dealt in, with long names and large stacks."""
    players = game.pop("players", None) or [player(side) for side in range(sides)]
    to_act = game.pop("to_act", None)
    result = {
        "round": "F",
        "settled": False,
        "small": 1 % sides,
        "big": 2 % sides,
        "board": BOARD[:3],
        "price": max(one["wager"] for one in players),
        "pot": sum(one["wager"] for one in players) + 12_600,
        "running_pot": {"amount": 8_000, "sides": list(range(sides))},
        "side_pots": [
            {"amount": 3_100, "sides": list(range(sides))},
            {"amount": 1_500, "sides": list(range(sides))},
        ],
        "players": players,
        "twice": None,
    }
    return {
        "sides": sides,
        "blinds": {"small": 50, "big": 100, "ante": 0, "big_blind_ante": False},
        "bets": None,
        "rules": "tda",
        "betting": "no limit",
        "terms": {
            "least_buy_in": 1000,
            "most_buy_in": 50_000,
            "entry": "free",
            "straddle": True,
            "run_twice": True,
            "rabbit": True,
            "time_bank": 30_000,
            "absent_play": False,
        },
        "button": sides - 1,
        "to_act": to_act,
        "status": "started",
        "hand": 4711,
        "you": 0,
        "seats": [seat(side) for side in range(sides)],
        "game": {**result, **game},
        "preselected": None,
        "auto_top_up": None,
    }


def seat(side: int) -> Message:
    return {
        "side": side,
        "name": NAMES[side],
        "stack": stack(side) + 5_000,
        "status": "Involved",
        "sit_out": False,
        "leaving": False,
        "owes": False,
        "posts": False,
        "straddles": False,
        "bot": NAMES[side].endswith("(bot)"),
        "time_bank": 30_000,
    }


def player(
    side: int, wager: int = 1_250, act: str | None = "RR1250", shown: bool = False
) -> Message:
    known = shown or side == 0
    return {
        "side": side,
        "role": "I",
        "stack": stack(side),
        "wager": wager,
        "act": act,
        "cards": cards(HANDS[side]) if known else None,
    }


def states(sides: int) -> dict[str, Message]:
    """Return the states in which the table shows most elements."""
    mine = {"turn": "4711.9", "left": 18_000, "total": 20_000, "bank": False, "run_twice": False}
    acts = {"acts": ["FO", "CA", "AA", "RR3000"], "least": 3_000, "most": 35_000}
    asked = {"type": "act", **mine, **acts, "to_call": 1_250, "pot": 15_000}
    clock = {"left": 9_000, "total": 30_000}
    bank = {"type": "clock", "sides": [1], **clock, "bank": True}
    turn = [player(0, 0, None), *(player(side) for side in range(1, sides))]
    open_hands = [
        player(side, 0, "AA", shown=True) | {"role": "O", "stack": 0} for side in range(sides)
    ]
    every = list(range(sides))
    twice = {"sides": every, "agreed": []}
    even = [round(1 / sides, 4)] * sides
    odds = {"event": "odds", "odds": [{"board": BOARD[:3], "sides": every, "equities": even}]}
    return {
        "turn": scene_data(view(sides, players=turn, to_act=0), [], asked),
        "bank": scene_data(view(sides, round="P", board=[], to_act=1), [], bank),
        "all in": scene_data(view(sides, players=open_hands, twice=twice, price=0), [[odds]]),
        "showdown": scene_data(view(sides, players=open_hands, price=0), [[ended(sides, [BOARD])]]),
        "two boards": scene_data(
            view(sides, players=open_hands, price=0), [[ended(sides, [BOARD, SECOND])]]
        ),
    }


def scene_data(view: Message, events: list[list[Message]], *after: Message) -> Message:
    return {"view": view, "events": events, "after": list(after)}


def ended(sides: int, boards: list[list[str]]) -> Message:
    """Return the event of a hand that side 1 wins."""
    shares = [{"amount": 12_600 // len(boards), "winners": [{"side": 1, "share": 6_300}]}]
    if len(boards) == 1:
        shares = [
            {"amount": 8_000, "winners": [{"side": 1, "share": 8_000}]},
            {"amount": 4_600, "winners": [{"side": 1, "share": 4_600}]},
        ]
    after = {1: stack(1) + 12_600}
    return {
        "event": "hand_ended",
        "status": "showdown",
        "boards": boards,
        "pots": [shares for _ in boards],
        "stacks": [{"side": side, "stack": after.get(side, 0)} for side in range(sides)],
        "dropped": 0,
        "id": f"{1:020x}",
    }
