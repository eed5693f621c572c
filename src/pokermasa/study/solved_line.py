"""Judges the decisions of a pot between two players from the flop on.

The flop is solved once with the ranges of the preflop tables, in a tree that has the sizes that
were really bet. Each later street continues with the ranges that arrive there, and with more sizes.
The hand that was really held always stays in the judged player's range; the opponent's cards are
not used.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from pokermasa.batch.array import Floats
from pokermasa.cards import Card
from pokermasa.notation import uci
from pokermasa.ranges.reading import read_acts
from pokermasa.rules import BettingRound, Situation, StackIndex
from pokermasa.solve.betting import tree_act
from pokermasa.solve.place import Place
from pokermasa.solve.refusal import SolveError, SolveRefusal
from pokermasa.solve.solution import Solution
from pokermasa.solve.solving import begin
from pokermasa.solve.subgame import Subgame
from pokermasa.strength.range import Range
from pokermasa.study.decision import (
    UNUSUAL,
    DecisionStudy,
    NoVerdict,
    Option,
    RangeRead,
    certain_loss,
    no_verdict,
    verdict_of,
    with_own,
)
from pokermasa.study.line import Line, PlayedAct, call_name

_NO_RAISES = {"turn raise": "", "river raise": ""}
_TREES: dict[BettingRound, tuple[dict[str, Any], ...]] = {
    BettingRound.FLOP: (
        {"bets": "60%", "sizes": {"flop bet": "33%, 75%", "turn": "66%"}, "raise_cap": 1},
        {"bets": "60%", "sizes": {"flop bet": "33%, 75%", **_NO_RAISES}, "raise_cap": 1},
        {"bets": "66%", "sizes": _NO_RAISES, "raise_cap": 1},
        {"bets": "66%", "raise_cap": 0},
        {"bets": "66%", "sizes": {"river bet": ""}, "raise_cap": 0},
        {"bets": "66%", "sizes": {"turn bet": "", "river bet": ""}, "raise_cap": 0},
    ),
    BettingRound.TURN: (
        {"bets": "33%, 75%, 150%", "raises": "60%", "raise_cap": 1},
        {"bets": "50%, 100%", "raises": "60%", "raise_cap": 1},
        {"bets": "66%", "raise_cap": 1},
    ),
    BettingRound.RIVER: (
        {"bets": "33%, 75%, 150%, all-in", "raises": "60%, all-in", "raise_cap": 2},
    ),
}
"""Betting trees by the round in which they begin, the largest first. In the last two of the flop,
the river has no bets but those that were played, and in the last one the turn neither."""
_PASSIVE = ("FO", "CH", "CA", "AC")
_ALL_IN_FROM = 0.67
_EXACT = 1.0
"""Exploitability in per cent of the pot above which there is no verdict."""
_TARGET = 0.6
_LATE = 0.6
"""Share of the time after which a solution that is just exact enough is taken."""
_RARE = 0.02
"""An act with a smaller frequency over the whole range gets a range that the solution does not
give: the hands for which it costs least."""
_SOFT = 0.05
"""Share of the pot whose loss makes such a hand e times less likely."""
_LEAST = 0.004
"""Hands with a smaller weight, relative to the likeliest one, are left out of a range."""
_WEIGHT = 2 / 3
"""By this share, the weight of the opponent's weakest hands falls or grows in the margins. The
weight of the whole range then changes by a third."""
_AT_ONCE = 5  # iterations between two looks at the clock
_FIRST_LOOK = 30  # no solution is exact after fewer iterations


class Limits(NamedTuple):
    """Limits of the judgement of one player's decisions in a hand."""

    seconds: float = 34.0
    """Processor time."""
    memory: int = 200_000_000
    """Bytes of the solver's arrays. The program takes about as much besides."""
    threads: int = 1
    is_first: bool = False
    """Whether only the smallest trees are solved, for a first answer. Decisions on the flop then
    get no verdict, and those on the turn and river are mistakes only from 3 big blinds."""


FIRST = Limits(seconds=8.0, memory=110_000_000, is_first=True)
"""Limits of a first answer. Most hands need less than five seconds."""

Watch = Callable[[float], None]
"""A function that is called with the part that is done, from 0 to 1."""


class _OutOfTime(Exception):
    pass


class LineJudge:
    """A judge of the decisions of one player, street by street."""

    def __init__(
        self,
        line: Line,
        player: StackIndex,
        hand: tuple[Card, Card],
        limits: Limits,
        watch: Watch = lambda _: None,
    ) -> None:
        self.line = line
        self.player = player
        self.hand = hand
        self.limits = limits
        self.watch = watch
        self.reading = read_acts(line.opening, line.past)
        self.is_rough = False
        """Whether the solution comes from a tree that is too small for verdicts on small losses.
        Ranges that were solved roughly on the flop stay rough on the turn and river."""
        self.began = time.thread_time()
        _compiled()

    @property
    def spent(self) -> float:
        return time.thread_time() - self.began

    def studies(self) -> Iterator[tuple[int, DecisionStudy]]:
        """Yield the step and the study of each decision of the player from the flop on."""
        rest = list(self.line.later)
        ranges: dict[StackIndex, Range] = {
            stack: self.reading.range(stack) for stack in self.reading.weights
        }
        try:
            while any(act.before.turn_to_act == self.player for act in rest):
                ranges[self.player] = with_own(ranges[self.player], self.hand)
                yield from self._stage(rest, ranges)
        except SolveError as error:
            reason = NoVerdict.TOO_LARGE if error.code is SolveRefusal.TOO_LARGE else NoVerdict.RARE
            yield from self._nothing(rest, reason)
        except _OutOfTime:
            yield from self._nothing(rest, NoVerdict.TOO_LARGE)

    def _nothing(
        self, rest: list[PlayedAct], reason: NoVerdict
    ) -> Iterator[tuple[int, DecisionStudy]]:
        for act in rest:
            if act.before.turn_to_act == self.player:
                yield act.number, no_verdict(self.player, reason)

    def _stage(
        self, rest: list[PlayedAct], ranges: dict[StackIndex, Range]
    ) -> Iterator[tuple[int, DecisionStudy]]:
        """Solve the first act of *rest*, judge the acts of its round, and remove them from *rest*.

        *ranges* become those that arrive at the next one."""
        round = rest[0].before.round
        solution = self._solved(rest, ranges)
        subgame = solution.subgame
        place, situation, players = solution.root, subgame.situation, subgame.players
        first = True
        while rest and rest[0].before.round is round:
            played = rest[0]
            act = tree_act(situation, players, played.act)
            name = uci.write(act)
            if played.before.turn_to_act == self.player:
                if self.limits.is_first and round is BettingRound.FLOP:
                    yield played.number, no_verdict(self.player, NoVerdict.NOT_SOLVED)
                elif place.percent > _EXACT and not first:
                    return  # solved again from here, with the ranges of the last act
                else:
                    yield played.number, self._study(played, place, name, solution.subgame)
            rest.pop(0)
            if name not in place.acts:
                rest.clear()  # a fold where a check was free
                return
            frequency = place.frequencies[name]
            assert place.player is not None
            actor = players[place.player]
            for number, stack in enumerate(players):
                weights = place.weights(number)
                if stack == actor:
                    weights = weights * _arriving(place, name, frequency)
                ranges[stack] = _range(subgame.hands[number], weights)
            if frequency < _RARE:
                return
            first = False
            place = place.after(name)
            situation = situation.move(act).situation_after

    def _solved(self, rest: list[PlayedAct], ranges: Mapping[StackIndex, Range]) -> Solution:
        situation = Situation(rest[0].before)
        board = self.line.board[: situation.round.board_cards]
        trees = _TREES[situation.round][-1 if self.limits.is_first else 0 :]
        for tree in trees:
            is_last = tree is trees[-1]
            subgame = Subgame.at(
                situation,
                {int(stack): each for stack, each in ranges.items()},
                **tree,
                board=board,
                rake=self.line.rake.part,
                rake_cap=self.line.rake.cap,
                all_in_from=_ALL_IN_FROM,
                donks=False,
                including=[act.act for act in _possible(rest)],
            )
            try:
                solution = begin(
                    subgame,
                    small=True,
                    threads=self.limits.threads,
                    # Solving a tree takes time in proportion to its memory.
                    memory=int(
                        self.limits.memory * (1 if is_last or not tree["raise_cap"] else 0.75)
                    ),
                )
                has_river = tree.get("sizes", {}).get("river bet") != ""
                self.is_rough = self.is_rough or self.limits.is_first or not has_river
                break
            except SolveError as error:
                if error.code is not SolveRefusal.TOO_LARGE or is_last:
                    raise
        while True:
            if self.spent > self.limits.seconds:
                raise _OutOfTime
            solution.improve(None, iterations=_AT_ONCE)
            self.watch(min(0.99, self.spent / self.limits.seconds))
            is_due = solution.iterations % 10 == 0 and solution.iterations >= _FIRST_LOOK
            is_late = self.limits.is_first or self.spent > _LATE * self.limits.seconds
            if is_due and solution.percent <= (_EXACT if is_late else _TARGET):
                return solution

    def _study(self, played: PlayedAct, place: Place, name: str, subgame: Subgame) -> DecisionStudy:
        me = place.player
        assert me is not None
        # A tree calls every all-in `AA`.
        call = call_name(played.before)
        acts = [call if call == "AC" and act == "AA" else act for act in place.acts]
        if name in place.acts:
            name = acts[place.acts.index(name)]
        big = self.line.opening.blinds.big
        number = place.index(me, self.hand)
        values = place.act_values[:, number]
        if np.isnan(values).any():
            return no_verdict(self.player, NoVerdict.RARE)
        often = place.strategy[:, number]
        worth = dict(zip(acts, values.tolist(), strict=True))
        worth.setdefault(name, 0.0)  # a fold where a check is free
        chosen = acts.index(name) if name in acts else None
        answers = [values]
        for factors in (None, *_margins(place, 1 - me)):
            answers.append(place.best_responses(me, factors)[1:, number])
        gains = np.array([each - (each[chosen] if chosen is not None else 0.0) for each in answers])
        loss = float(gains.max(axis=1)[:2].min())
        # Another size may only be better in this tree. A wrong bet is worse than a check or call.
        passive = [n for n, act in enumerate(acts) if act in _PASSIVE]
        least = certain_loss(gains[:, passive])
        if name in _PASSIVE:
            called = [
                if_called_more(place, act, worth[acts[n]]) for n, act in enumerate(place.acts)
            ]
            missed = certain_loss(np.vstack([gains, np.array(called) - worth[name]]))
            # The later streets of a flop tree have few bets, so slow play is worth too little.
            is_slow = len(place.board) == 3 and name != "FO"
            if missed >= UNUSUAL * big or not is_slow:
                least = max(least, missed)
        chosen_often = float(often[chosen]) if chosen is not None else 0.0
        exploitable = place.percent
        study = DecisionStudy(
            stack=self.player,
            verdict=verdict_of(
                loss,
                least,
                big=big,
                pot=place.pot,
                exact=exploitable / 100 * place.pot,
                often=chosen_often,
                is_near=self.reading.is_near and not self.is_rough,
                is_tournament=self.line.is_tournament,
            ),
            options=tuple(
                Option(
                    act,
                    max(worth.values()) - value,
                    value,
                    float(often[acts.index(act)]) if act in acts else 0.0,
                    act == name,
                )
                for act, value in worth.items()
                if act in acts or act == name
            ),
            best=max(worth, key=lambda act: worth[act]),
            loss=loss,
            least=least,
            equity=float(place.equity(me)[number]),
            exploitable=exploitable,
            source="solution",
            bets=str(subgame.sizes.to_data()["bets"]),
            is_near=self.reading.is_near,
            is_tournament=self.line.is_tournament,
            is_first=self.limits.is_first,
            ranges=self._ranges(place, subgame.players),
        )
        if exploitable > _EXACT:
            return no_verdict(self.player, NoVerdict.INEXACT)
        return study

    def _ranges(
        self, place: Place, players: tuple[StackIndex, StackIndex]
    ) -> tuple[RangeRead, ...]:
        """Return the ranges of both players at a place, the judged player's first."""
        ranges = {s: _range(place.hands(n), place.weights(n), 0.0) for n, s in enumerate(players)}
        ranges[self.player] = with_own(ranges[self.player], self.hand)
        order = sorted(players, key=lambda stack: stack != self.player)
        return tuple(RangeRead.from_range(stack, ranges[stack]) for stack in order)


def if_called_more(place: Place, act: str, worth: float) -> float:
    """Return the expected chips of an act, *worth*, if the opponent folds a third less often.

    The profit of a bluff is what this very opponent folds, which nobody knows."""
    after = place.after(act)
    if act in _PASSIVE or "FO" not in after.acts:
        return worth
    assert place.player is not None
    folds = after.frequencies["FO"]
    called = place.node.spent[place.player] - after.node.spent[place.player]
    if folds < 1:
        called = max(called, (worth - folds * place.pot) / (1 - folds))
    return worth - folds / 3 * max(0.0, place.pot - called)


def _possible(rest: list[PlayedAct]) -> list[PlayedAct]:
    """Return the acts up to a fold where a check was free, which no tree has."""
    for number, act in enumerate(rest):
        dealer = act.before
        owed = dealer.price - dealer.stacks[dealer.turn_to_act].recent_wager
        if uci.write(act.act) == "FO" and owed <= 0:
            return rest[:number]
    return rest


def _arriving(place: Place, name: str, frequency: float) -> Floats:
    """Return the share of each hand of the player to act that goes on to the act."""
    act = place.acts.index(name)
    played = np.asarray(place.strategy[act])
    if frequency >= _RARE:
        return played
    values = np.nan_to_num(place.act_values)
    lost = values.max(axis=0) - values[act]
    return np.asarray(played + _RARE * np.exp(-lost / (_SOFT * place.pot)))


def _range(hands: list[Any], weights: Floats, least: float = _LEAST) -> Range:
    top = weights.max()
    if not top > 0:
        raise SolveError(SolveRefusal.RANGE, "no hand of the range reaches this decision")
    parts = weights / top
    return Range(
        {
            hand: min(1.0, float(weight))
            for hand, weight in zip(hands, parts, strict=True)
            if weight > 0 and weight >= least
        }
    )


def _margins(place: Place, other: int) -> Iterator[Floats]:
    """Yield factors for the opponent's hands: tighter, and looser."""
    likely = place.likely(other)
    order = np.argsort(-np.nan_to_num(place.equity(other), nan=-1.0))
    passed = np.empty(len(order))
    passed[order] = np.cumsum(likely[order]) - likely[order] / 2
    yield 1 - _WEIGHT * passed
    yield 1 + _WEIGHT * passed


@cache
def _compiled() -> None:
    """Compile and load the solver before the clock of the first decision starts."""
    subgame = Subgame.from_board("2c 7d 9h Js", 10, 20, "AsAh", "KK, 88", bets="all-in")
    begin(subgame, small=True, threads=1).improve(5.0, 60.0).root.percent  # noqa: B018
