"""The acts of a hand in the form that the solver and the preflop tables need."""

from __future__ import annotations

from typing import NamedTuple

from pokermasa.cards import Card
from pokermasa.histories.history import UNKNOWN_STACK, History
from pokermasa.histories.replay import result, scenes
from pokermasa.histories.tournament_hand import BUY_IN, LEVEL, NAME, NUMBER
from pokermasa.rules import (
    Betting,
    BettingRound,
    Dealer,
    Move,
    PastAct,
    PlayerAct,
    Role,
    Situation,
    StackIndex,
)
from pokermasa.solve.betting import Rake
from pokermasa.study.decision import NoVerdict

SHORT, _DEEP = 14.0, 220.0
"""Smallest and largest effective stack in big blinds for which the tables are used."""
_TOURNAMENT = frozenset({NUMBER, BUY_IN, LEVEL})
_CAPPED = 0.03
"""A smaller share of the pot than this is a rake that has reached its cap."""


class PlayedAct(NamedTuple):
    number: int
    """Index of the step in `History.story`."""
    before: Dealer
    act: PlayerAct
    """The act as the dealer recorded it."""


def call_name(dealer: Dealer) -> str:
    """Return a call of the player to act as Uci: `AC` if it takes the last chip."""
    return "AC" if dealer.stacks[dealer.turn_to_act].total <= dealer.price else "CA"


class Line(NamedTuple):
    """The acts of a hand."""

    opening: Dealer
    """The hand before the first act."""
    preflop: tuple[PlayedAct, ...]
    past: tuple[PastAct, ...]
    """The acts before the flop as the public knows them."""
    later: tuple[PlayedAct, ...]
    """The acts from the flop on."""
    board: tuple[Card, ...]
    rake: Rake
    is_tournament: bool
    refusal: NoVerdict | None
    """Why no decision of the hand gets a verdict from ranges, or None."""

    @property
    def is_heads_up(self) -> bool:
        """Whether exactly two players saw the flop."""
        return bool(self.later) and len(_live(self.later[0].before)) == 2

    @classmethod
    def from_history(cls, history: History) -> Line | None:
        """Return the acts of a hand, or None if nobody acted."""
        acts: list[PlayedAct] = []
        past: list[PastAct] = []
        last: Situation | None = None
        for scene in scenes(history):
            last = scene.situation
            if scene.move is not None:
                move: Move = scene.move
                acts.append(PlayedAct(scene.number, move.before, move.player_act))
                if move.before.round is BettingRound.PREFLOP:
                    past.append(PastAct.from_move(move))
        if last is None or not acts:
            return None
        opening = acts[0].before
        later = tuple(act for act in acts if act.before.round is not BettingRound.PREFLOP)
        return cls(
            opening=opening,
            preflop=tuple(acts[: len(past)]),
            past=tuple(past),
            later=later,
            board=history.board,
            rake=_rake(history),
            is_tournament=_is_tournament(history),
            refusal=_refusal(history, opening, later)
            if last.one_win or last.showdown
            else NoVerdict.IN_PLAY,
        )


def _is_tournament(history: History) -> bool:
    """Whether the chips may stand for prizes. Files of other programs often name only an event."""
    event = str(history.fields.get(NAME, "cash"))
    return not _TOURNAMENT.isdisjoint(history.fields) or "cash" not in event.lower()


def _live(dealer: Dealer) -> list[StackIndex]:
    return [StackIndex(i) for i, s in enumerate(dealer.stacks) if s.role is not Role.FOLDED]


def _refusal(history: History, opening: Dealer, later: tuple[PlayedAct, ...]) -> NoVerdict | None:
    if any(stack == UNKNOWN_STACK for stack in history.stacks):
        return NoVerdict.UNKNOWN
    if history.more_boards:
        return NoVerdict.RUN_TWICE
    posted = sorted(stack.recent_wager for stack in opening.stacks)
    blinds = history.blinds
    is_usual = posted[-1] == blinds.big and posted[-2] <= blinds.small and not any(posted[:-2])
    if (
        not is_usual
        or opening.pot != sum(posted)  # antes
        or len(opening.stacks) > 9
        or opening.rules.betting is not Betting.NO_LIMIT
    ):
        return NoVerdict.SETUP
    live = _live(later[0].before) if later else _live(opening)
    depth = sorted(opening.stacks[index].total for index in live)[-2] / blinds.big
    if not SHORT <= depth <= _DEEP:
        return NoVerdict.DEPTH
    return None


def _rake(history: History) -> Rake:
    """Return the rake at the rate that was paid in this hand, the only one that is known."""
    if history.payments is None or history.payments.deducted <= 0:
        return Rake()
    end = result(history)
    if end is None:
        return Rake()
    pot = sum(history.payments.collected) + history.payments.deducted
    share = history.payments.deducted / pot
    least = 0 if share < _CAPPED else 3 * history.blinds.big
    return Rake(share, max(history.payments.deducted, least))
