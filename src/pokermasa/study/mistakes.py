"""The mistakes of one player over many hands: by street, by position and by kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import StrEnum
from typing import Literal, NamedTuple

from pokermasa.histories.history import History
from pokermasa.histories.position import positions
from pokermasa.histories.replay import scenes
from pokermasa.rules import BettingRound, StackIndex
from pokermasa.study.decision import DecisionStudy, Verdict
from pokermasa.study.judging import judged
from pokermasa.study.solved_line import Limits

Street = Literal["preflop", "flop", "turn", "river"]
_STREETS: dict[BettingRound, Street] = {
    BettingRound.PREFLOP: "preflop",
    BettingRound.FLOP: "flop",
    BettingRound.TURN: "turn",
    BettingRound.RIVER: "river",
}
_PASSIVE = ("CH", "CA", "AC")


class MistakeKind(StrEnum):
    OVERFOLD = "overfold"
    """A fold of a hand that should go on."""
    BAD_CALL = "bad call"
    """A call with a hand that should fold."""
    MISSED_BET = "missed bet"
    """A check or a call with a hand that should bet or raise."""
    BAD_BET = "bad bet"
    """A bet or raise with a hand that should check, call or fold."""
    BAD_SIZE = "bad size"


class Mistake(NamedTuple):
    """A decision that is a mistake or a blunder."""

    hand: str
    step: int
    """Index of the step in `History.story`."""
    street: Street
    position: str
    kind: MistakeKind
    act: str
    best: str
    loss: float
    """Expected big blinds lost. 0 if the act is wrong against every range, but by an unknown
    number."""


def kind_of(act: str, best: str) -> MistakeKind:
    """Return the kind of a mistake; both acts are Uci."""
    if act == "FO":
        return MistakeKind.OVERFOLD
    if act in _PASSIVE:
        return MistakeKind.BAD_CALL if best == "FO" else MistakeKind.MISSED_BET
    return MistakeKind.BAD_BET if best in ("FO", *_PASSIVE) else MistakeKind.BAD_SIZE


def mistakes_of(
    history: History, player: StackIndex, studies: Mapping[int, DecisionStudy]
) -> list[Mistake]:
    """Return the mistakes among the studies of a player's decisions, by step."""
    situations = {s.number: s.move.before for s in scenes(history) if s.move is not None}
    position = positions(history)[player]
    key = str(history.fields.get("hand", ""))
    found = []
    for step, study in sorted(studies.items()):
        if study.verdict in (Verdict.MISTAKE, Verdict.BLUNDER):
            act = next(option.act for option in study.options if option.is_chosen)
            best = study.best or ""
            loss = (study.loss or 0.0) / history.blinds.big
            street, kind = _STREETS[situations[step].round], kind_of(act, best)
            found.append(Mistake(key, step, street, position, kind, act, best, loss))
    return found


class Mistakes:
    """A collection of the mistakes of players, hand by hand."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.hands = 0
        self.decisions = 0
        self.judged = 0
        """Number of decisions with a verdict."""
        self.found: list[Mistake] = []

    def add(self, history: History, stacks: list[StackIndex]) -> None:
        """Judge the decisions of *stacks* in a hand, with the solver."""
        self.hands += 1
        for stack in stacks:
            studies = judged(history, [stack], self.limits)
            self.decisions += len(studies)
            self.judged += sum(study.reason is None for study in studies.values())
            self.found += mistakes_of(history, stack, studies)

    @property
    def per_hundred(self) -> float:
        """Expected big blinds lost in a hundred hands."""
        return 100 * sum(each.loss for each in self.found) / max(self.hands, 1)

    def by(self, field: str) -> list[tuple[str, float, int]]:
        """Return names, big blinds lost and numbers of mistakes by `street`, `position` or `kind`,
        the most expensive first."""
        lost: Counter[str] = Counter()
        count: Counter[str] = Counter()
        for each in self.found:
            name = str(getattr(each, field))
            lost[name] += each.loss  # type: ignore[assignment]
            count[name] += 1
        return [(name, float(loss), count[name]) for name, loss in lost.most_common()]
