"""Limit hold'em with few cards, played by the trainer's code and by OpenSpiel."""

from collections.abc import Iterable
from decimal import Decimal
from itertools import combinations, permutations
from math import comb
from typing import Any, NamedTuple

import numpy as np
import pyspiel

from pokermasa.equity.board_strengths import combo_of
from train.abstraction import NONE, Cards
from train.betting import PREFLOP
from train.preflop import ALLOWED
from train.reference import HIGH, LOW, SHARE
from train.sweep import WIDTH, Deck, Sweep, as_bytes, as_parts, whole_bytes
from train.trainer import Trainer


class Game(NamedTuple):
    """A small game: its hands, and its boards, with equally many turns for each flop and rivers for
    each turn."""

    hands: list[int]
    boards: np.ndarray
    """[flop, turn, river, 5]."""
    deck: Deck

    @property
    def counts(self) -> tuple[Any, ...]:
        return self.boards.shape[:3]

    def free(self, round: int) -> Any:
        """Return whether each hand shares no card with each board of a round; the last axis has
        1326 hands."""
        boards = (self.boards[:, 0, 0, :3], self.boards[:, :, 0, :4], self.boards)[round - 1]
        there = np.zeros(1326, bool)
        there[self.hands] = True
        on = (boards[..., None] == HIGH) | (boards[..., None] == LOW)
        return there & ~on.any(axis=-2)


def reduced_deck(ranks: int, suits: int) -> Game:
    """Return hold'em with *n* cards: all their hands, flops, turns and rivers."""
    deck = [4 * rank + suit for rank in range(ranks) for suit in range(suits)]
    n, boards = len(deck), []
    for flop in combinations(deck, 3):
        left = [card for card in deck if card not in flop]
        boards.append([[(*flop, turn, river) for river in left if river != turn] for turn in left])
    hands = np.zeros(1326)
    every = [combo_of(*pair) for pair in combinations(deck, 2)]
    hands[every] = 1
    seen = comb(n, 3) / comb(n - 4, 3), (n - 3) / (n - 7), (n - 4) / (n - 8)
    return Game(sorted(every), np.array(boards, np.uint8), Deck(hands, comb(n - 5, 2), seen))


def one_card_each(ranks: int, suits: int) -> Game:
    """Return a game in which each player holds one card and one card lies on the flop.

    A card is a queen, king or ace with a low card of its suit, so that the rank of the flop makes
    two pair, and otherwise the higher card wins. Three cards of the board are always the same.
    """
    pairs = [(4 * (10 + r) + s, 4 * 2 * r + s) for r in range(ranks) for s in range(suits)]
    eight, nine, jack = 4 * 6 + 2, 4 * 7 + 3, 4 * 9 + 2
    boards = [[[(*pair, eight, jack, nine)]] for pair in pairs]
    hands, n = np.zeros(1326), len(pairs)
    every = [combo_of(*pair) for pair in pairs]
    hands[every] = 1
    return Game(every, np.array(boards, np.uint8), Deck(hands, n - 1, (n / (n - 2), 1.0, 1.0)))


class Small(Trainer):
    """The trainer in another game. *sizes* draws random buckets; without it, every hand on every
    board has its own bucket."""

    def __init__(
        self, cards: Cards, file: Any, game: Game, sizes: tuple[int, int, int] | None = None
    ) -> None:
        self.game, self.bucket = game, []
        random, found = np.random.default_rng(2), []
        for round in (1, 2, 3):
            free = game.free(round)
            bucket = np.full(free.shape, NONE, np.uint16)
            count = sizes[round - 1] if sizes else int(free.sum())
            drawn = random.integers(0, count, count if not sizes else int(free.sum()))
            bucket[free] = drawn if sizes else np.arange(count)
            self.bucket.append(bucket)
            found.append(count)
        super().__init__(cards.library, file, tuple(found), 1, game.deck)  # type: ignore[arg-type]

    def whole(self, place: Decimal) -> Sweep:  # type: ignore[override]
        return self._sweep(slice(place, place + 1))

    def sampled(self, count: int) -> Sweep:
        return self._sweep(slice(None))

    def _sweep(self, some: slice) -> Sweep:
        boards = np.ascontiguousarray(self.game.boards[some].reshape(-1, 5))
        buckets = [np.ascontiguousarray(b[some].reshape(-1, 1326)) for b in self.bucket]
        flops = len(self.game.boards[some])
        return Sweep(
            self.cards, boards, (flops, *self.game.counts[1:]), tuple(buckets), deck=self.deck
        )

    def won_from(self, before: Any, after: Any) -> tuple[float, float]:
        """Return what a best response wins from the button and from the big blind, in mbb per
        hand."""
        flops = self.game.counts[0]
        return self.exploited(before, after, np.arange(flops), np.ones(flops))


def drawn(trainer: Small, seed: int) -> tuple[np.ndarray, list[list[Any]]]:
    """Return a random strategy for both players: before the flop, and after it by player."""
    random = np.random.default_rng(seed)
    before = np.zeros((8, 1326, 3))
    for node, here in enumerate(PREFLOP):
        parts = random.random((1326, 3)) + 0.1
        parts *= [here.fold is not None, True, here.raises is not None]
        before[node] = parts / parts.sum(axis=1, keepdims=True)
    after = []
    for _ in (0, 1):
        player = [
            random.integers(0, 128, (n, 8, w)) for n, w in zip(trainer.sizes, WIDTH, strict=True)
        ]
        for part in player:
            part[:, (0, 3)] *= 2
        after.append([as_bytes(np, part) for part in player])
    return before, after


def exact(packed: Any) -> Any:
    """Return a packed strategy in float64, indexed by bucket, number and line."""
    return np.rint(255 * as_parts(np, packed).astype(np.float64)) / 255


class Place(NamedTuple):
    """A position in the betting. Before the flop, *line* is the decision."""

    round: int = 0
    line: int = 0
    past: str = ""

    def then(self, act: str) -> "Place":
        if self.round == 0:
            here = PREFLOP[self.line]
            if act == "r":
                return Place(0, here.raises)
            return Place(0, -1 - here.call) if here.call < 0 else Place(1, here.call)
        if act == "r" or not self.past:
            return self._replace(past=self.past + act)
        level = self.past.count("r")
        way = level + (4 if self.past[0] == "c" else 0) if level else 0
        return Place(self.round + 1, 9 * self.line + way)

    def slots(self, player: Any) -> tuple[int | None, ...]:
        """Return which of the player's eight numbers are fold and raise here; None if there is
        none."""
        level = self.past.count("r")
        if level == 0:
            return None, 0
        if (1 if self.past[0] == "r" else 0) == player:
            return (1, 2) if level == 2 else (3, None)
        return (4, 5) if level == 1 else (6, 7)

    def chances(self, parts: Any, player: Any) -> np.ndarray:
        """Return the probabilities of fold, call and raise from the player's eight numbers."""
        none = np.zeros(parts.shape[:-1])
        fold, raises = (none if k is None else parts[..., k] for k in self.slots(player))
        return np.stack([fold, 1 - fold - raises, raises], axis=-1)


def openspiel(ranks: int, suits: Any, hole: int, board: str) -> Any:
    """Load OpenSpiel's game with the same betting."""
    rules = {"numPlayers": 2, "numRounds": 4, "numSuits": suits, "numRanks": ranks}
    rules |= {"numHoleCards": hole, "numBoardCards": board, "betting": "limit"}
    rules |= {"blind": "1 2", "stack": "100 100", "firstPlayer": "1 2 2 2"}
    rules |= {"raiseSize": "2 2 4 4", "maxRaises": "3 4 4 4"}
    return pyspiel.load_game("universal_poker", rules)


class Spiel:
    """OpenSpiel's hold'em with a reduced deck: its betting tree, its chips at every end, and its
    showdowns.

    The best response is computed by definition, over all hands and boards, in float64, with all
    boards of a round at once.
    """

    def __init__(self, ranks: int, suits: int, trainer: Small, before: Any, after: Any) -> None:
        self.suits, self.before, self.cards_there = suits, before, ranks * suits
        self.start = openspiel(ranks, suits, 2, "0 3 1 1").new_initial_state()
        game = trainer.game
        self.free, self.above = [np.array([game.hands])], []
        for round in (1, 2, 3):
            last, free = self.free[-1], game.free(round).reshape(-1, 1326)
            here = np.nonzero(free)[1].reshape(len(free), -1)
            row = np.repeat(np.arange(len(last)), len(here) // len(last))
            column = [np.searchsorted(last[a], hands) for a, hands in zip(row, here, strict=True)]
            self.free.append(here)
            self.above.append((row[:, None], np.array(column)))  # where each is in the round before
        self.meets = [~SHARE[hands[:, :, None], hands[:, None]] for hands in self.free]
        self.parts = [
            [
                exact(player[r])[np.take_along_axis(b.reshape(-1, 1326), self.free[r + 1], 1)]
                for r, b in enumerate(trainer.bucket)
            ]
            for player in after
        ]
        self.boards = game.boards.reshape(-1, 5)
        self.beats = self._showdowns()

    def theirs(self, card: int) -> int:
        """Return OpenSpiel's number of a card; its suits are in another order."""
        return int(card) // 4 * self.suits + int(card) % 4

    def dealt(self, hands: Iterable[int], board: Iterable[int], acts: str = "cc/cc/cc/cc") -> Any:
        """Return OpenSpiel's state after *acts*, in which "/" deals the next cards."""
        state = self.start.clone()
        for card in (card for hand in hands for card in (HIGH[hand], LOW[hand])):
            state.apply_action(self.theirs(card))
        left = [self.theirs(card) for card in board]
        for act in acts:
            if act == "/":
                for _ in range(3 if len(left) == 5 else 1):
                    state.apply_action(left.pop(0))
            else:
                state.apply_action("fcr".index(act))
        return state

    def _showdowns(self) -> np.ndarray:
        """Return the showdown results, indexed by board and both hands: 1 if the first wins, -1 if
        it loses."""
        self.signs: dict[Any, Any]
        free, self.signs = self.free[3], {}
        result = np.zeros(self.meets[3].shape)
        for place, board in enumerate(self.boards):
            for i, j in zip(*np.nonzero(self.meets[3][place]), strict=True):
                key = (*sorted(board), free[place, i], free[place, j])
                if key not in self.signs:
                    self.signs[key] = np.sign(self.dealt(key[5:], board).returns()[0])
                result[place, i, j] = self.signs[key]
        self.winner = next(key for key, sign in self.signs.items() if sign)
        return result

    def played_out(
        self, hands: tuple[int, int], board: np.ndarray, random: np.random.Generator
    ) -> tuple[Any, Any]:
        """Return what the first player wins by random acts, and what the same acts win in the
        representative hand."""
        state, acts = self.dealt(hands, board, ""), ""
        while not state.is_terminal():
            acts += "/" if state.is_chance_node() else "fcr"[random.choice(state.legal_actions())]
            state = self.dealt(hands, board, acts)
        other = self.dealt(self.winner[5:], self.winner[:5], acts)
        sign = 1 if acts[-1] == "f" else self.signs[(*sorted(board), *hands)]
        stake = other.returns()[0]
        return state.returns()[0], sign * (stake if acts[-1] == "f" else abs(stake))

    def won_from(self, z: int) -> float:
        """Return what a best response wins from player *z*, in mbb per hand."""
        state = self.dealt(self.winner[5:], (), "")
        self.cards = [self.theirs(card) for card in self.winner[:5]]
        value = self.best(state, Place(), z, np.ones(self.free[0].shape))
        return float(value.sum() * 500 / self.meets[0].sum())

    def best(self, state: Any, place: Place, z: int, reach: np.ndarray) -> np.ndarray:
        """Return Y's best values against Z's *reach*, indexed by board and hand."""
        if state.is_terminal():
            stake = state.returns()[1 - z]
            if state.history()[-1] != 0:  # nobody folded
                met = abs(stake) * self.beats
            else:
                met = stake * self.meets[place.round]
            return np.einsum("bij,bj->bi", met, reach)
        if state.is_chance_node():
            return self.deal(state, place, z, reach)
        values, mine = [], state.current_player() == z
        chances = self.chances(place, z) if mine else None
        for act in state.legal_actions():
            then = place if act == 0 else place.then("fcr"[act])
            part = reach * chances[..., act] if mine else reach
            values.append(self.best(state.child(act), then, z, part))
        return np.sum(values, axis=0) if mine else np.max(values, axis=0)

    def chances(self, place: Place, z: int) -> np.ndarray:
        if place.round == 0:
            return self.before[place.line][self.free[0]]
        return place.chances(self.parts[z][place.round - 1][..., place.line], z)

    def deal(self, state: Any, place: Place, z: int, reach: np.ndarray) -> np.ndarray:
        r = place.round
        state = state.clone()
        for card in self.cards[:3] if r == 1 else self.cards[r + 1 : r + 2]:
            state.apply_action(card)
        value = self.best(state, place, z, reach[self.above[r - 1]])
        total, n = np.zeros(reach.shape), self.cards_there
        np.add.at(total, self.above[r - 1], value)
        return total / (comb(n - 4, 3), n - 7, n - 8)[r - 1]


class OneCard:
    """OpenSpiel's version of `one_card_each`. It evaluates the trainer's strategies."""

    def __init__(self, ranks: int, suits: int, trainer: Small) -> None:
        self.game = openspiel(ranks, suits, 1, "0 1 0 0")
        self.trainer = trainer
        self.decisions: dict[Any, Any] = {}
        """Player, place, own card, card of the flop and legal actions, by OpenSpiel's state
        name.
        """
        start = self.game.new_initial_state()
        for cards in permutations(range(ranks * suits), 3):
            state = start.clone()
            for card in cards[:2]:
                state.apply_action(card)
            self._walk(state, Place(), cards)

    def _walk(self, state: Any, place: Place, cards: tuple[int, int, int]) -> None:
        if state.is_chance_node():
            state = state.clone()
            state.apply_action(cards[2])
        if state.is_terminal():
            return
        player, legal = state.current_player(), state.legal_actions()
        known = cards[player], cards[2] if place.round else None
        self.decisions[state.information_state_string()] = (player, place, *known, legal)
        for act in legal:
            then = place if act == 0 else place.then("fcr"[act])
            self._walk(state.child(act), then, cards)

    def policy(self, before: Any, after: Any) -> Any:
        """Return a strategy of the trainer as a policy of OpenSpiel."""
        parts = [[exact(part) for part in player] for player in after]
        found = {}
        for name, (player, place, card, flop, legal) in self.decisions.items():
            hand = self.trainer.game.hands[card]
            if place.round:
                row = self.trainer.bucket[place.round - 1][flop].reshape(1326)[hand]
                chances = place.chances(parts[player][place.round - 1][row, :, place.line], player)
            else:
                chances = before[place.line, hand]
            found[name] = [(act, float(chances[act])) for act in legal]
        return pyspiel.TabularPolicy(found)

    def strategy(self, policy: Any) -> tuple[np.ndarray, list[list[Any]]]:
        """Return a policy of OpenSpiel as a strategy of the trainer, rounded to the precision of
        its tables."""
        before = np.zeros((8, 1326, 3))
        before[:, :] = ALLOWED[:, None] / ALLOWED.sum(axis=1)[:, None, None]
        after = [
            [np.zeros((n, 8, w)) for n, w in zip(self.trainer.sizes, WIDTH, strict=True)]
            for _ in (0, 1)
        ]
        for name, (player, place, card, flop, _) in self.decisions.items():
            chances = dict(policy.action_probabilities(name))
            hand = self.trainer.game.hands[card]
            if place.round == 0:
                before[place.line, hand] = [chances.get(act, 0.0) for act in range(3)]
                continue
            row = self.trainer.bucket[place.round - 1][flop].reshape(1326)[hand]
            here = after[player][place.round - 1][row, :, place.line]
            for act, slot in zip((0, 2), place.slots(player), strict=True):
                if slot is not None:
                    here[slot] = chances.get(act, 0.0)
        return before, [
            [as_bytes(np, whole_bytes(np, part)) for part in player] for player in after
        ]
