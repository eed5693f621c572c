"""Twin of `server.protocol.encoding`, compared by tests/room/test_table.py.

The state of a table as one client sees it, updated by the room's messages (docs/wire.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pokermasa.cards import Card
from pokermasa.room.player import Action, Player

MethodCall = tuple[str, Any]
"""Name of a method of `Client`, and its argument."""
Event = Mapping[str, Any]


class TableState:
    """The players of one table by side, the button, the board and the highest bet."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        self.position: int = view["you"]
        self.board: tuple[Card, ...] = ()
        self.price = 0
        self._players: dict[int, Player] = {}
        self._cash_before: dict[int, int] = {}
        """Stacks at the start of the hand, by side."""
        for seat in view["seats"]:
            self._sit(seat)
        if view["game"] is not None:
            self._read_hand(view["game"], view["button"], view["to_act"])

    @property
    def players(self) -> tuple[Player, ...]:
        """All players at the table, in the order of sides."""
        return tuple([self._players[side] for side in sorted(self._players)])

    def _sit(self, seat: Event) -> Player:
        player = Player(seat["name"], seat["side"], seat["stack"])
        self._players[player.position] = player
        return player

    def _read_hand(self, game: Mapping[str, Any], button: int, to_act: int | None) -> None:
        """Read a hand that has begun already."""
        self.board = _cards(game["board"])
        self.price = game["price"]
        for player in game["players"]:
            side = player["side"]
            self._cash_before[side] = self._players[side].cash
            act = player["act"]
            self._change(
                side,
                cash=player["stack"],
                bet=player["wager"],
                cards=player["cards"] and _cards(player["cards"]),
                action=act and Action.from_uci(act, self.price),
                is_actor=side == to_act,
            )
        self._change(button, is_dealer=True)

    def _change(self, side: int, **fields: Any) -> Player:
        """Change a player. A side without a player (a dead button) gives a player
        without a name."""
        found = self._players.get(side)
        if found is None:
            return Player("", side, 0)._replace(**fields)
        self._players[side] = found._replace(**fields)
        return self._players[side]

    def _change_all(self, **fields: Any) -> None:
        for side in self._players:
            self._change(side, **fields)

    def apply(self, event: Event) -> Iterator[MethodCall]:
        """Update the state, and yield the calls of the client's methods."""
        side: int = event.get("side", -1)
        match event["event"]:
            case "player_joined":
                yield "player_joined", self._sit(event)
            case "player_left":
                yield "player_left", self._players.pop(side)
            case "renamed":
                self._change(side, name=event["name"])
            case "topped_up":
                self._change(side, cash=self._players[side].cash + event["amount"])
            case "dealer_rotated":
                yield "dealer_rotated", self._begin(event)
            case "posted":
                player = self._players[side]
                paid = event["ante"] + event["dead"] + event["live"]
                self._change(side, cash=player.cash - paid, bet=event["live"])
                self.price = max(self.price, event["live"])
            case "deal_pocket_cards":
                yield "deal_pocket_cards", self._change(side, cards=_cards(event["cards"])).cards
            case "actor_rotated":
                self.price = event["price"]
                self._change_all(is_actor=False)
                yield "actor_rotated", self._change(side, is_actor=True)
            case "player_acted":
                yield "player_acted", self._act(event)
            case "board_updated":
                yield from self._update_board(event["cards"])
                self._change_all(bet=0, action=None, raises=0, is_actor=False)
                self.price = 0
            case "twice_offered" | "hands_shown" as kind:
                for hand in event["hands"]:
                    self._change(hand["side"], cards=_cards(hand["cards"]))
                if kind == "twice_offered":
                    self._collect_bets(event["stacks"])
            case "cards_shown" if len(event["cards"]) == 2:
                self._change(side, cards=_cards(event["cards"]))
            case "hand_ended":
                yield from self._update_board(event["boards"][0])
                self._collect_bets(event["stacks"])
                yield "hand_ended", self.players
            case "aborted":
                for side, cash in self._cash_before.items():
                    self._change(side, cash=cash)
                self._clear()

    def _collect_bets(self, stacks: list[Event]) -> None:
        """Move all bets into the pots. The last actions remain."""
        self.price = 0
        self._change_all(bet=0, is_actor=False)
        for stack in stacks:
            self._change(stack["side"], cash=stack["stack"])

    def _clear(self) -> None:
        self.board, self.price, self._cash_before = (), 0, {}
        self._change_all(bet=0, action=None, raises=0, cards=None, is_actor=False, is_dealer=False)

    def _begin(self, event: Event) -> Player:
        self._clear()
        self._cash_before = {side: self._players[side].cash for side in event["sides"]}
        return self._change(event["side"], is_dealer=True)

    def _act(self, event: Event) -> Player:
        before = self._players[event["side"]]
        action = Action.from_uci(event["act"], self.price)
        self.price = max(self.price, event["wager"])
        return self._change(
            before.position,
            cash=event["stack"],
            bet=event["wager"],
            action=action,
            raises=before.raises + (action in (Action.BET, Action.RAISE)),
            is_actor=False,
        )

    def _update_board(self, texts: list[str]) -> Iterator[MethodCall]:
        """Update the board and yield a call if there are new cards.

        After an all-in, the remaining cards come with the end of the hand.
        """
        board = _cards(texts)
        if len(board) > len(self.board):
            self.board = board
            yield "board_updated", board


def _cards(texts: list[str]) -> tuple[Card, ...]:
    return tuple(map(Card, texts))
