"""Twin of `server.protocol.encoding`, compared by tests/server/whole_room/test_picture.py.

A client's picture of a masa, kept as docs/wire.md says under "Applying events".
"""

import copy
from collections import deque
from typing import Any, ClassVar

Data = dict[str, Any]

ROUNDS = {3: "F", 4: "T", 5: "R"}


class Picture:
    def __init__(self, view: Data) -> None:
        self.view = view

    @property
    def you(self) -> int | None:
        you: int | None = self.view["you"]
        return you

    def seat(self, side: int) -> Data:
        return next(seat for seat in self.view["seats"] if seat["side"] == side)

    def player(self, side: int) -> Data:
        return next(p for p in self.view["game"]["players"] if p["side"] == side)

    def apply(self, event: Data) -> None:
        fields = dict(event)
        getattr(self, fields.pop("event"), lambda **_: None)(**fields)
        self._count()

    def _count(self) -> None:
        """Computes the fields that follow from the other ones."""
        game = self.view["game"]
        if game is not None:
            pots = [game["running_pot"], *game["side_pots"]]
            wagers = sum(player["wager"] for player in game["players"])
            game["pot"] = sum(pot["amount"] for pot in pots) + wagers

    # A hand

    def dealer_rotated(
        self, side: int, hand: int, sides: list[int], owes: list[int], **received: Any
    ) -> None:
        pots = {name: received[name] for name in ("small", "big", "running_pot", "side_pots")}
        self.view |= {"button": side, "hand": hand, "status": "created", "preselected": None}
        players = []
        for seat in self.view["seats"]:
            seat["owes"] = seat["side"] in owes
            if seat["side"] in sides:
                seat |= {"status": "Involved", "posts": False, "straddles": False}
                players.append(
                    {
                        "side": seat["side"],
                        "role": "I",
                        "stack": seat["stack"],
                        "wager": 0,
                        "act": None,
                        "cards": None,
                    }
                )
        start = {"round": "P", "settled": False, "board": [], "price": 0, "twice": None}
        self.view["game"] = {**start, **pots, "players": players}

    def posted(self, side: int, ante: int, dead: int, live: int) -> None:
        player = self.player(side)
        player["stack"] -= ante + dead + live
        player["wager"] = live
        if not player["stack"]:
            player["role"] = "N" if live else "O"

    def deal_pocket_cards(self, side: int, cards: list[str]) -> None:
        self.player(side)["cards"] = cards

    def actor_rotated(self, side: int, price: int) -> None:
        self.view |= {"to_act": side, "status": "started"}
        self.view["game"]["price"] = price

    def player_acted(self, side: int, **acted: Any) -> None:
        acted.pop("auto", None)
        self.player(side).update(acted)
        if side == self.you:
            self.view["preselected"] = None
        if acted["act"] == "FO":
            self.player(side)["role"] = "F"
            game = self.view["game"]
            for pot in (game["running_pot"], *game["side_pots"]):
                pot["sides"] = [one for one in pot["sides"] if one != side]
        elif not acted["stack"]:
            self.player(side)["role"] = "N"

    def _gathered(self, **result: Any) -> None:
        game = self.view["game"]
        game |= {**result, "price": 0}
        for player in game["players"]:
            player["wager"] = 0
            player["role"] = "O" if player["role"] == "N" else player["role"]

    def board_updated(self, cards: list[str], **pots: Any) -> None:
        self._gathered(board=cards, round=ROUNDS[len(cards)], **pots)
        for player in self.view["game"]["players"]:
            player["act"] = None

    def twice_offered(
        self, sides: list[int], stacks: list[Data], hands: list[Data], **pots: Any
    ) -> None:
        self._gathered(twice={"sides": sides, "agreed": []}, **pots)
        for one in stacks:
            self.player(one["side"])["stack"] = one["stack"]
        for shown in hands:
            self.player(shown["side"])["cards"] = shown["cards"]
        self.view["to_act"] = None

    def twice_answered(self, side: int, agrees: bool) -> None:
        if agrees:
            agreed = self.view["game"]["twice"]["agreed"]
            self.view["game"]["twice"]["agreed"] = sorted([*agreed, side])

    def hand_ended(self, stacks: list[Data], **_: Any) -> None:
        for one in stacks:
            self.seat(one["side"])["stack"] = one["stack"]
        self.view |= {"game": None, "status": None, "to_act": None, "preselected": None}
        self._wait()

    def odds(self, odds: list[Data]) -> None:
        """Does nothing: odds are only displayed."""

    # Seats

    def _wait(self) -> None:
        """Sets the status of all seats between two hands: a lone player waits for others, two or
        more for the next hand.
        """
        if self.view["game"] is None:
            alone = len(self.view["seats"]) == 1
            for seat in self.view["seats"]:
                if seat["status"] != "SitoutNextHand":
                    seat["status"] = "WaitOthers" if alone else "WaitNextHand"

    def player_joined(
        self, side: int, stack: int, owes: bool, returns: bool, name: str, bot: bool
    ) -> None:
        seat = {
            "side": side,
            "name": name,
            "stack": stack,
            "status": "WaitNextHand",
            "sit_out": False,
            "leaving": False,
            "owes": owes,
            "posts": False,
            "straddles": False,
            "bot": bot,
            "time_bank": self.view["terms"]["time_bank"],
        }
        self.view["seats"] = sorted([*self.view["seats"], seat], key=lambda one: one["side"])
        self._wait()

    def player_left(self, side: int, stack: int) -> None:
        self.view["seats"].remove(self.seat(side))
        if side == self.you:
            self.view |= {"you": None, "preselected": None}
        self._wait()

    def leave_after_hand(self, side: int, value: bool) -> None:
        seat, game = self.seat(side), self.view["game"]
        if value:
            seat["status"] = "SitoutNextHand"
            return
        seat["leaving"] = False
        if game is not None:
            dealt = [player["side"] for player in game["players"]]
            seat["status"] = "Involved" if side in dealt else "WaitNextHand"

    def leaving(self, side: int) -> None:
        if self.view["game"] is not None:
            self.seat(side).update(leaving=True, status="SitoutNextHand")
        if side == self.you:
            self.view["preselected"] = None

    def sit_out(self, side: int, value: bool, posts: bool) -> None:
        self.seat(side).update(sit_out=value, posts=posts and not value)

    def topped_up(self, side: int, amount: int) -> None:
        self.seat(side)["stack"] += amount

    def time_bank_spent(self, side: int, amount: int) -> None:
        self.seat(side)["time_bank"] -= amount

    def time_bank_refilled(self, side: int, amount: int) -> None:
        self.seat(side)["time_bank"] += amount

    def straddle_set(self, side: int, value: bool) -> None:
        self.seat(side)["straddles"] = value

    def blinds_changed(self, blinds: Data, bets: Any) -> None:
        self.view |= {"blinds": blinds, "bets": bets}

    def rules_changed(self, rules: str, betting: str) -> None:
        self.view["rules"], self.view["betting"] = rules, betting

    def preselect(self, side: int, choice: str | None) -> None:
        self.view["preselected"] = choice

    def preselect_voided(self, side: int) -> None:
        self.view["preselected"] = None


class Drawing:
    """Builds the state of one connection from its events, and compares it with every full view that
    the connection receives.
    """

    faults: ClassVar[list[str]] = []
    compared = 0
    """Number of comparisons made for all connections of a test."""

    def __init__(self, whose: str = "") -> None:
        self._whose = whose
        self._picture: Picture | None = None
        self._at = ("", 0)
        self._recent: deque[str] = deque(maxlen=12)

    def draw(self, result: Data) -> None:
        event = [event["event"] for event in result.get("events", ())]
        self._recent.append(f"{result['type']} {result.get('epoch')} {result.get('seq')} {event}")
        if result["type"] in ("view", "joined_table"):
            at = (result["epoch"], result["seq"])
            if self._picture is not None and self._at == at and result["type"] == "view":
                Drawing.compared += 1
                if self._picture.view != result["view"]:
                    self._fault(f"{self._picture.view} is not {result['view']}")
            self._picture, self._at = Picture(copy.deepcopy(result["view"])), at
        elif result["type"] in ("events", "private") and self._picture is not None:
            if result["type"] == "events":
                if result["seq"] != self._at[1] + 1:
                    self._fault(f"{result['seq']} comes after {self._at[1]}")
                    return
                self._at = (self._at[0], result["seq"])
            for event in result["events"]:
                self._picture.apply(copy.deepcopy(event))
            if any(event["event"] == "aborted" for event in result["events"]):
                self._picture = None  # A new view must be requested.

    def _fault(self, text: str) -> None:
        Drawing.faults.append(f"{self._whose}: {text}, after {[*self._recent]}")
        self._picture = None
