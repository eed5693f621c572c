"""One place in a solved game: strategy, weights and values of the hands there."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from pokermasa.batch.array import Floats, Ints
from pokermasa.cards import Card, CardError
from pokermasa.notebook import html
from pokermasa.notebook.data import data_frame
from pokermasa.notebook.html import shortened
from pokermasa.solve.by_hand import ByHand
from pokermasa.solve.game_arrays import BoardFact, NodeKind, SegmentFact
from pokermasa.solve.node import Node
from pokermasa.solve.refusal import SolveError, SolveRefusal
from pokermasa.solve.traversal import RESPOND
from pokermasa.strength.hand_class import Combo, HandClass, grid_classes

if TYPE_CHECKING:
    from pokermasa.solve.solution import Solution

NAMES = ("oop", "ip")
"""Names of players 0 and 1: out of position and in position."""


class Place:
    """A decision, a card to come or an end in a solved game, as returned by `Solution.at`.

    Arrays are indexed by hand, in the order of `hands`; hands that share a card with the board have
    weight 0. Values are chips counted from this place on: chips put in earlier do not count, so a
    fold is worth 0.

    >>> from pokermasa.solve import Subgame, solve
    >>> subgame = Subgame.from_board(
    ...     "2c 7d 9h Js Qs", pot=100, stack=100, oop="AA, 88", ip="KK", bets="all-in"
    ... )
    >>> node = solve(subgame, target=0.01).root
    >>> {act: round(part, 1) for act, part in node.strategy["AsAh"].items()}
    {'CH': 0.0, 'AA': 1.0}
    >>> round(node.ev["AsAh"]), node.strategy.axes, node.strategy.shape
    (150, ('act', 'hand'), (2, 12))
    """

    def __init__(
        self,
        solution: Solution,
        node: Node,
        board: int,
        come: tuple[Card, ...],
        path: tuple[str, ...],
        reach: tuple[Floats, Floats],
        opened: tuple[Floats, Floats],
        frame: tuple[Ints, Ints],
        renamed: tuple[int, ...],
    ) -> None:
        self._solution = solution
        self._game = solution.game
        self.node = node
        self._board = board
        self._come = come
        self.path = path
        """Acts and cards since the root, as in `Solution.at`."""
        self._reach = reach  # weights of both players' hands here
        self._opened = opened  # the same at the beginning of the round
        # Isomorphic boards are stored once. These map each hand to its index on the stored board,
        # and each card to its number there.
        self._frame = frame
        self._renamed = renamed

    # Position

    @property
    def board(self) -> tuple[Card, ...]:
        """The community cards."""
        return self._solution.subgame.board + self._come

    @property
    def board_number(self) -> int:
        """Index of the stored board; isomorphic boards share it."""
        return self._board

    def in_stored_order(self, numbers: Floats) -> Floats:
        """Reorder an array indexed by act and hand to the hands of the stored, isomorphic board."""
        assert self.player is not None
        moved = np.empty_like(numbers)
        moved[:, self._frame[self.player]] = numbers
        return moved

    @property
    def pot(self) -> float:
        """Chips in the middle."""
        return self.node.pot

    @property
    def player(self) -> int | None:
        """The player to act: 0 (out of position) or 1. None at a card to come and at an end."""
        return int(self.node.kind) if self.node.is_decision else None

    @property
    def is_deal(self) -> bool:
        """Whether a card comes here."""
        return self.node.kind == NodeKind.DEAL

    @property
    def is_end(self) -> bool:
        """Whether the hand ends here."""
        return not self.node.is_decision and not self.is_deal

    @property
    def acts(self) -> tuple[str, ...]:
        """The possible acts in Uci, such as CH, CA, FO, AA or RR90."""
        return self.node.names

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that may come here."""
        known = {*self.board}
        deck = self._game.cards.deck
        return tuple(card for card in map(Card.from_number, deck) if card not in known)

    # Ranges

    def hands(self, player: int) -> list[Combo]:
        """The hands of a player's range, in the order of all arrays."""
        return self._solution.subgame.hands[player]

    def weights(self, player: int) -> Floats:
        """The weight with which each hand reaches this place: its weight in the range times the
        frequencies of the player's acts."""
        return self._reach[player][self._frame[player]]

    @cached_property
    def _met(self) -> tuple[Floats, Floats]:
        weights = np.zeros_like(self._game.weights, dtype=np.float64)
        for player in range(2):
            weights[player, : len(self._reach[player])] = self._reach[player]
        met = list(self._game.met(weights))
        for player in range(2):
            met[player][self._blocked(player)] = 0.0
        return met[0], met[1]

    def _blocked(self, player: int) -> Ints:
        live = int(self._game.boards.facts[self._board, BoardFact.LIVE + player])
        count = self._game.counts[player]
        order: Ints = self._game.boards.ranked[0, player, self._board, live:count].astype(np.int64)
        return order

    def met(self, player: int) -> Floats:
        """The total weight of the opponent's hands that each hand can meet."""
        return self._met[player][self._frame[player]]

    def likely(self, player: int) -> Floats:
        """The probability of each hand, with card removal. The sum is 1, or 0 if no hand reaches
        this place."""
        parts = self._reach[player] * self._met[player]
        total = parts.sum()
        parts = parts / total if total > 0 else parts
        return parts[self._frame[player]]

    # Strategy

    @cached_property
    def strategy(self) -> ByHand:
        """The average strategy of the player to act, indexed by act and hand.

        `strategy["AhKh"]` is the frequency of each act with that hand, from 0 to 1. Raises
        `SolveError` if no player is to act.
        """
        player = self._to_act
        played = self._solution.average(self.node, self._board)
        return self._by_hand(played[:, self._frame[player]], self.acts)

    @property
    def _to_act(self) -> int:
        if self.player is None:
            raise SolveError(SolveRefusal.NO_SUCH_NODE, "no player is to act here")
        return self.player

    def _by_hand(self, numbers: Floats, acts: tuple[str, ...] = ()) -> ByHand:
        # Without a reference to this place, which caches the result: the arrays of a game are too
        # large to wait for the garbage collector.
        return ByHand(numbers, partial(self._solution.index, self._to_act), acts)

    @property
    def frequencies(self) -> dict[str, float]:
        """The frequency of each act over all hands, from 0 to 1."""
        parts = np.asarray(self.strategy) @ self.likely(self._to_act)
        return {act: float(frequency) for act, frequency in zip(self.acts, parts, strict=True)}

    # Values

    def _worth(self, node: Node, player: int) -> Floats:
        """Return the expected chips per hand if play goes on at *node*."""
        values = self._solution.values(self.node.segment, self._board, player, self._opened)
        start = self._game.tree.segments[node.segment, SegmentFact.FIRST]
        spent = self.node.spent[player]
        with np.errstate(divide="ignore", invalid="ignore"):
            met = self._met[player]
            worth = np.where(met > 1e-9, values[node.number - start] / met + spent, np.nan)
        return worth[self._frame[player]]

    def values(self, player: int) -> Floats:
        """The expected chips of each hand; NaN where the opponent cannot hold anything."""
        return self._worth(self.node, player)

    @cached_property
    def act_values(self) -> ByHand:
        """The expected chips of the player to act, indexed by act and hand."""
        player = self._to_act
        worth = np.array([self._worth(child, player) for child in self.node.children])
        return self._by_hand(worth, self.acts)

    @cached_property
    def ev(self) -> ByHand:
        """The expected chips of the player to act, indexed by hand: `ev["AhKh"]`."""
        return self._by_hand(self.values(self._to_act))

    def best_responses(self, player: int, factors: Floats | None = None) -> Floats:
        """Return the expected chips per hand of a player who plays the best response from here on,
        indexed by node (this place, then each act) and hand.

        The opponent plays the average strategy. *factors* multiply the weights of the opponent's
        hands here."""
        other = 1 - player
        stored = np.ones(len(self._reach[other]))
        if factors is not None:
            stored[self._frame[other]] = factors
        weights = np.zeros_like(self._game.weights)
        weights[player, : len(self._opened[player])] = self._opened[player]
        weights[other, : len(stored)] = self._opened[other] * stored
        arrays = self._game.play(self.node.segment, self._board, player, RESPOND, weights)
        level = self._game.tree.segments[self.node.segment, SegmentFact.LEVEL]
        first = self._game.tree.segments[self.node.segment, SegmentFact.FIRST]
        here = np.zeros_like(self._game.weights, dtype=np.float64)
        here[other, : len(stored)] = self._reach[other] * stored
        met = self._game.met(here)[player]
        met[self._blocked(player)] = 0.0
        nodes = [self.node.number - first, *(child.number - first for child in self.node.children)]
        values = arrays.values[level, nodes, : self._game.counts[player]].astype(np.float64)
        with np.errstate(divide="ignore", invalid="ignore"):
            worth = np.where(met > 1e-9, values / met + self.node.spent[player], np.nan)
        return worth[:, self._frame[player]]

    @cached_property
    def percent(self) -> float:
        """The exploitability of the strategies from here on, in per cent of the pot."""
        gains = 0.0
        for player in range(2):
            best = self.best_responses(player)[0]
            gains += float(np.nansum(self.likely(player) * (best - self.values(player))))
        return 100 * gains / 2 / self.pot

    def value(self, player: int) -> float:
        """The expected chips of the player over all hands."""
        return float(np.nansum(self.likely(player) * self.values(player)))

    def loss(self, hand: str | Combo, act: str) -> float:
        """Return by how many chips the act is worse than the best act with this hand."""
        values = self.act_values[:, self.index(self.player or 0, hand)]
        return float(np.max(values) - values[self.node.act_number(act)])

    def equity(self, player: int) -> Floats:
        """The share of the pot that each hand would win at showdown without further betting."""
        shares = self._solution.shares(self._board)
        pairs = self._solution.pairs
        weights = self._reach[1 - player]
        won = shares @ weights if player == 0 else (pairs - shares).T @ weights
        met = pairs @ weights if player == 0 else pairs.T @ weights
        with np.errstate(divide="ignore", invalid="ignore"):
            equity = np.where(self._met[player] > 1e-9, won / met, np.nan)
        return equity[self._frame[player]]

    # One hand

    def index(self, player: int, hand: str | Combo) -> int:
        """Return the index of a hand in the arrays."""
        return self._solution.index(player, hand)

    def hand(self, hand: str | Combo) -> dict[str, Any]:
        """Return weight, strategy, values, losses and equity of one hand of the player to act."""
        assert self.player is not None
        place = self.index(self.player, hand)
        values = self.act_values[:, place]
        return {
            "weight": float(self.weights(self.player)[place]),
            "strategy": dict(zip(self.acts, self.strategy[:, place].tolist(), strict=True)),
            "ev": float(self.values(self.player)[place]),
            "act_ev": dict(zip(self.acts, values.tolist(), strict=True)),
            "loss": dict(zip(self.acts, (values.max() - values).tolist(), strict=True)),
            "equity": float(self.equity(self.player)[place]),
        }

    def by_class(self, player: int, numbers: Floats) -> dict[HandClass, float]:
        """Return the mean of *numbers* (one per hand) for each of the 169 hand classes that can be
        here."""
        total: dict[HandClass, float] = {}
        summed: dict[HandClass, float] = {}
        likely = self.likely(player)
        for hand, weight, number in zip(self.hands(player), likely, numbers, strict=True):
            if weight > 0 and not np.isnan(number):
                name = HandClass.from_combo(hand)
                total[name] = total.get(name, 0.0) + float(weight)
                summed[name] = summed.get(name, 0.0) + float(weight * number)
        return {name: summed[name] / weight for name, weight in total.items()}

    # Moving on

    def after(self, word: str) -> Place:
        """Return the place after an act, or after a card. Raises `SolveError` if it is not possible
        here."""
        if self.is_deal:
            return self._after_card(word)
        if self.player is None:
            raise SolveError(SolveRefusal.NO_SUCH_NODE, f"{word[:40]!r}: the hand is over here")
        place = self.node.act_number(word)
        played = self._solution.average(self.node, self._board)[place]
        reach = list(self._reach)
        reach[self.player] = reach[self.player] * played
        return Place(
            self._solution,
            self.node.children[place],
            self._board,
            self._come,
            (*self.path, self.acts[place]),
            (reach[0], reach[1]),
            self._opened,
            self._frame,
            self._renamed,
        )

    def _after_card(self, word: str) -> Place:
        try:
            card = Card.read(word)
        except CardError as error:
            raise SolveError(SolveRefusal.CARDS, f"expected a card here: {error}") from None
        if card not in self.cards:
            message = f"the {card.name} ({card}) is already on the board"
            raise SolveError(SolveRefusal.CARDS, message)
        board, renaming = self._solution.child(self._board, self._renamed[card.number])
        game = self._game
        reach, frame = [], []
        for player in range(2):
            renamed = game.hands.renamed[renaming, player, : game.counts[player]]
            moved = np.empty_like(self._reach[player])
            moved[renamed] = self._reach[player]
            live = int(game.boards.facts[board, BoardFact.LIVE + player])
            moved[game.boards.ranked[0, player, board, live : game.counts[player]]] = 0.0
            reach.append(moved)
            frame.append(renamed[self._frame[player]].astype(np.int64))
        both = (reach[0], reach[1])
        return Place(
            self._solution,
            self.node.children[0],
            board,
            (*self._come, card),
            (*self.path, str(card)),
            both,
            both,
            (frame[0], frame[1]),
            tuple(game.cards.renamings[renaming][number] for number in self._renamed),
        )

    def to_records(self) -> list[dict[str, Any]]:
        """Return one plain dictionary for each hand of the player to act.

        It has the hand's weight, equity and expected chips, and for each act its frequency (under
        the name of the act, as in "CH") and its expected chips (as in "CH ev"). Hands that do not
        come here are left out. Raises `SolveError` if no player is to act.
        """
        player = self._to_act
        weights, equity = self.weights(player), self.equity(player)
        often, worth = np.asarray(self.strategy), np.asarray(self.act_values)
        return [
            {
                "hand": f"{high}{low}",
                "weight": float(weights[at]),
                "equity": _number(equity[at]),
                "ev": _number(self.ev[at]),
                **{act: float(often[row, at]) for row, act in enumerate(self.acts)},
                **{f"{act} ev": _number(worth[row, at]) for row, act in enumerate(self.acts)},
            }
            for at, (high, low) in enumerate(self.hands(player))
            if weights[at] > 0
        ]

    def to_frame(self) -> Any:
        """Return the records as a data frame of pandas, or of polars if only that is installed."""
        return data_frame(self.to_records())

    def __repr__(self) -> str:
        return shortened(f"<Place {' '.join(self.path) or 'root'}: {self._line()}>")

    def _line(self) -> str:
        board = " ".join(map(str, self.board))
        if self.player is None:
            state = "a card comes" if self.is_deal else "the hand is over"
        else:
            played = [f"{act} {frequency:.0%}" for act, frequency in self.frequencies.items()]
            state = f"{NAMES[self.player]} to act: {', '.join(played)}"
        return f"{board}, pot {self.pot:g}, {state}"

    def _repr_html_(self) -> str:
        return html.page(html.line(repr(self)[1:-1]), self.strategy_grid())

    def strategy_grid(self) -> str:
        """Return the strategy by class of hands as HTML, or nothing if no player is to act.

        A cell is as full as the class is there: cards on the board and earlier acts take hands
        out of it.
        """
        if self.player is None:
            return ""
        player, colours = self.player, html.act_colours(self.acts)
        rows = [self.by_class(player, numbers) for numbers in self.strategy]
        there: dict[HandClass, float] = {}
        for hand, weight in zip(self.hands(player), self.weights(player), strict=True):
            name = HandClass.from_combo(hand)
            there[name] = there.get(name, 0.0) + float(weight) / len(name.combos)
        cells = [
            [
                html.Cell(
                    str(name),
                    [
                        (colours[act], row.get(name, 0.0) * there.get(name, 0.0))
                        for act, row in acts
                    ],
                    f"{name}: " + ", ".join(f"{act} {row[name]:.0%}" for act, row in acts)
                    if name in rows[0]
                    else "",
                )
                for name in line
                for acts in [list(zip(self.acts, rows, strict=True))]
            ]
            for line in grid_classes()
        ]
        labels = [
            (colours[act], f"{html.act_words(act)} {frequency:.1%}")
            for act, frequency in self.frequencies.items()
        ]
        return html.grid(cells) + html.legend(labels)

    def to_data(self, hands: bool = True) -> Mapping[str, Any]:
        """Return all numbers as a dictionary for JSON."""
        data: dict[str, Any] = {
            "path": list(self.path),
            "board": [str(card) for card in self.board],
            "pot": self.pot,
            "to_act": None if self.player is None else NAMES[self.player],
            "ev": {name: self.value(player) for player, name in enumerate(NAMES)},
        }
        if self.player is not None:
            data["acts"] = self.frequencies
            if hands:
                data["hands"] = {
                    f"{high}{low}": self._hand_data(place)
                    for place, (high, low) in enumerate(self.hands(self.player))
                    if self.weights(self.player)[place] > 0
                }
        return data

    def _hand_data(self, place: int) -> dict[str, Any]:
        assert self.player is not None
        values, equity = self._numbers
        return {
            "weight": float(self.weights(self.player)[place]),
            "strategy": [round(float(frequency), 6) for frequency in self.strategy[:, place]],
            "ev": _number(values[place]),
            "act_ev": [_number(value) for value in self.act_values[:, place]],
            "equity": _number(equity[place]),
        }

    @cached_property
    def _numbers(self) -> tuple[Floats, Floats]:
        assert self.player is not None
        return self.values(self.player), self.equity(self.player)


def _number(value: float) -> float | None:
    return None if np.isnan(value) else round(float(value), 6)
