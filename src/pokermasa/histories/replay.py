"""Plays a history under the rules, step by step.

Every act must be legal and in turn, and every card must be dealt when it is due and only once.
Faults are not repaired: the first impossible step raises a `HistoryError` with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import sub
from typing import NamedTuple

from pokermasa.cards import Card
from pokermasa.histories.description import describe_step, player_label
from pokermasa.histories.history import (
    UNKNOWN,
    Acted,
    BoardDealt,
    CheckOrCall,
    History,
    HistoryError,
    HoleCards,
    HoleDealt,
    Shown,
    Step,
)
from pokermasa.histories.input_check import verified_history
from pokermasa.histories.payout import Result, result_by_rules, settle, stacks_by_rules
from pokermasa.histories.stated_result import compare
from pokermasa.histories.tally import tally
from pokermasa.rules import (
    AllIn,
    BadHand,
    BettingRound,
    Call,
    Check,
    Chips,
    Dealer,
    Fold,
    IllegalAct,
    Legal,
    Move,
    PlayerAct,
    Raise,
    Refusal,
    Role,
    Situation,
    StackIndex,
)
from pokermasa.rules.chips import indexed
from pokermasa.rules.hand_dealer import BOARD_CARDS
from pokermasa.rules.opening import open_hand

__all__ = [
    "Replay",
    "Result",
    "Scene",
    "as_player_act",
    "last_scene",
    "result",
    "scenes",
    "settle",
    "uncalled_bet",
]

_CHECK, _CALL, _ALL_IN = Check(), Call(), AllIn()
_DUE = {round: round.board_cards for round in BettingRound}


class Scene(NamedTuple):
    """The table right after one step. `scenes` yields them.

    >>> from pokermasa.histories import phh
    >>> history = phh.read("variant = 'NT'\\nantes = [0, 0]\\nblinds_or_straddles = [1, 2]\\n"
    ...     "min_bet = 2\\nstarting_stacks = [9, 9]\\nactions = ['d dh p1 ????', 'd dh p2 ????',"
    ...     "'p2 cbr 4', 'p1 f']")
    >>> [scene.dealer.pot for scene in scenes(history)]
    [3, 3, 3, 6, 4]
    """

    history: History
    number: int
    """Index of the step in the story. -1 for the start of the hand."""
    step: Step | None
    move: Move | None
    """The act under the rules. None if the step is not an act."""
    situation: Situation
    board: tuple[Card, ...]
    hands: tuple[HoleCards, ...]
    """Hole cards as dealt, by stack index."""
    shown: dict[StackIndex, HoleCards | None]
    """Cards that each stack showed last. None for a mucked hand."""

    @property
    def dealer(self) -> Dealer:
        return self.situation.dealer


class Replay:
    """A replay of one hand: applies the steps of a story and refuses impossible ones."""

    __slots__ = (
        "_dealt",
        "_seen",
        "board",
        "hands",
        "history",
        "move",
        "number",
        "shown",
        "situation",
        "step",
    )

    def __init__(self, history: History) -> None:
        """Start the hand: antes and blinds are posted. Raises `HistoryError` if they are
        impossible."""
        try:
            dealer = Dealer.start(
                history.stacks,
                history.button,
                history.blinds,
                history.house,
                history.posts,
                history.bets,
            )
        except BadHand as error:
            raise HistoryError(str(error)) from None
        self.history = history
        self.number = -1
        self.step: Step | None = None
        self.move: Move | None = None
        self.situation = Situation(dealer, None, history.stacks)
        self.board: tuple[Card, ...] = ()
        self.hands = [UNKNOWN] * history.players
        self.shown: dict[StackIndex, HoleCards | None] = {}
        self._dealt = 0  # bit set of stacks that were dealt cards, -1 when no more may be dealt
        self._seen = 0  # bit set of the numbers of all known cards

    def scene(self) -> Scene:
        """Return the table as it is now."""
        return Scene(
            self.history,
            self.number,
            self.step,
            self.move,
            self.situation,
            self.board,
            tuple(self.hands),
            dict(self.shown),
        )

    def take(self, step: Step) -> None:
        """Apply the next step. Raises `HistoryError` if it is impossible."""
        move = None
        if isinstance(step, Acted):
            move = self._act(step)
            self._dealt = -1
        elif isinstance(step, HoleDealt):
            self._deal_hole(step)
        elif isinstance(step, BoardDealt):
            self._deal_board(step)
            self._dealt = -1
        elif isinstance(step, Shown):
            self._show(step)
            self._dealt = -1
        self.step, self.move = step, move
        self.number += 1

    # Acts

    def _act(self, step: Acted) -> Move | None:
        stack, act, _ = step
        situation = self.situation
        if situation.end:
            self._verify_stack(stack)
            if self._is_idle_check(step):
                return None
            raise self._error("the betting is over")
        dealer = situation.dealer
        due = _DUE[dealer.round]
        if len(self.board) < due:
            raise self._error(f"the board has {len(self.board)} cards, {due} are due first")
        turn = dealer.turn_to_act
        if stack != turn:
            self._verify_stack(stack)
            if not _is_idle(situation):
                raise self._error(f"it is the turn of {self._who(turn)}")
            self.situation = situation.move(_CHECK).situation_after
            return self._act(step)
        try:
            move = situation.move(as_player_act(situation.legal, act))
        except IllegalAct as error:
            scale = self.history.scale
            units = f" (in units of 1/{scale})" if scale > 1 and error.raises else ""
            raise self._error(f"{error}{units}") from None
        self.situation = move.situation_after
        return move

    def _is_idle_check(self, step: Acted) -> bool:
        """Return whether this is a check by the only player who is not all in.

        The rules ask for no such check, but some histories contain it.
        """
        dealer = self.situation.dealer
        stack = dealer.stacks[step.stack]
        return (
            isinstance(step.act, CheckOrCall)
            and stack.role is Role.INVOLVED
            and stack.last_action is None
            and dealer.one_involved
            and not dealer.one_left
            and len(self.board) == _DUE[dealer.round]
            and not self.shown
            and not (type(self.step) is Acted and self.move is None)  # not a second such check
        )

    # Cards

    def _deal_hole(self, step: HoleDealt) -> None:
        stack, cards, _ = step
        self._verify_stack(stack)
        if self._dealt < 0:
            raise self._error("hole cards are dealt before anything else happens")
        if self._dealt >> stack & 1:
            raise self._error(f"{self._who(stack)} has been dealt cards already")
        self._see(cards)
        self._dealt |= 1 << stack
        self.hands[stack] = cards

    def _deal_board(self, step: BoardDealt) -> None:
        situation = self.situation
        lying = len(self.board)
        if situation.one_win:
            raise self._error("the hand is over: everyone else has folded")
        due = BOARD_CARDS if situation.end else _DUE[situation.round]
        if lying >= due:
            if situation.end:
                raise self._error("the board is complete")
            turn = situation.dealer.turn_to_act
            raise self._error(f"the betting is not over: {self._who(turn)} is to act")
        count = 3 if not lying else 1
        if len(step.cards) != count:
            raise self._error(f"{count} board cards are due, not {len(step.cards)}")
        self._see(step.cards)
        self.board += step.cards

    def _show(self, step: Shown) -> None:
        stack, cards, _ = step
        situation = self.situation
        self._verify_stack(stack)
        if not situation.end:
            turn = situation.dealer.turn_to_act
            raise self._error(f"nobody shows before the betting is over: {self._who(turn)} acts")
        if situation.dealer.stacks[stack].role is Role.FOLDED:
            raise self._error(f"{self._who(stack)} has folded")
        if stack in self.shown and self.shown[stack] is None:
            raise self._error(f"{self._who(stack)} has mucked")
        if cards is not None:
            self._see_shown(cards, [self.hands[stack], self.shown.get(stack)])
        self.shown[stack] = cards

    def _see_shown(self, cards: HoleCards, before: Sequence[HoleCards | None]) -> None:
        """Check cards that are shown by a player who is known to hold the cards in *before*."""
        hole_cards = {card for hand in before if hand for card in hand if card is not None}
        new = [card for card in cards if card is not None and card not in hole_cards]
        if len(hole_cards) + len(new) > len(cards):
            dealt = " ".join(map(str, sorted(hole_cards, reverse=True)))
            raise self._error(f"these are not the cards that were dealt or shown before: {dealt}")
        if cards[0] is not None and cards[0] is cards[1]:
            raise self._error(f"{cards[0]} twice")
        self._see(new)

    def verify_boards(self) -> None:
        """Check the further boards, which begin with the cards that were dealt before the betting
        ended.

        Raises `HistoryError` if they are impossible.
        """
        if not self.history.more_boards:
            return
        if not self.situation.showdown or len(self.board) < BOARD_CARDS:
            raise HistoryError("only the rest of a board is dealt again, once the betting is over")
        lying = self.history.common_cards
        for number, board in enumerate(self.history.more_boards, start=2):
            if len(board) != BOARD_CARDS or lying < _DUE[self.situation.round]:
                cards = " ".join(map(str, self.board[: _DUE[self.situation.round]])) or "any"
                raise HistoryError(f"board {number} is five cards and begins with {cards}")
            for card in board[lying:]:
                if self._seen >> card.number & 1:
                    raise HistoryError(f"board {number}: the {card.name} ({card}) lies elsewhere")
                self._seen |= 1 << card.number

    def _see(self, cards: Sequence[Card | None]) -> None:
        """Mark *cards* as used. Raises `HistoryError` if one of them has been used already."""
        seen = self._seen
        for card in cards:
            if card is not None:
                bit = 1 << card.number
                if seen & bit:
                    raise self._error(f"the {card.name} ({card}) lies on the table already")
                seen |= bit
        self._seen = seen

    # Errors

    def _verify_stack(self, stack: StackIndex) -> None:
        if not 0 <= stack < len(self.hands):
            raise self._error(f"there are {self.history.players} players")

    def _who(self, stack: StackIndex) -> str:
        return player_label(self.history, stack)

    def _error(self, reason: str) -> HistoryError:
        number = self.number + 1
        return HistoryError(
            reason, step=number, words=describe_step(self.history.story[number], self.history)
        )


def _is_idle(situation: Situation) -> bool:
    """Return whether the player to act can only check, because nobody is left to raise.

    Most house rules skip such a turn, and most histories do not contain it.
    """
    legal = situation.legal
    return legal.may_check and legal.closed is Refusal.NOBODY_TO_RAISE


def as_player_act(legal: Legal, act: Fold | CheckOrCall | Raise) -> PlayerAct:
    """Return the act as a player has to send it in this situation.

    A `CheckOrCall` becomes a check, a call or an all-in, and a raise of the whole stack an all-in.
    """
    if isinstance(act, CheckOrCall):
        if legal.may_check:
            return _CHECK
        return _CALL if legal.may_call else _ALL_IN
    if isinstance(act, Raise) and act.to == legal.total:
        return _ALL_IN if legal.all_in is not None and legal.all_in.raises else act
    return act


def scenes(history: History) -> Iterator[Scene]:
    """Yield the table at the start of the hand and after each step.

    Raises `HistoryError` at the first impossible step.
    """
    replay = Replay(verified_history(history))
    yield replay.scene()
    for step in history.story:
        replay.take(step)
        yield replay.scene()
    replay.verify_boards()


def last_scene(history: History) -> Scene:
    """Return the table at the end of the story. Raises `HistoryError` if a step is impossible."""
    replay = Replay(history)
    for step in history.story:
        replay.take(step)
    replay.verify_boards()
    return replay.scene()


def uncalled_bet(story: Sequence[Scene]) -> tuple[int, Mapping[StackIndex, Chips]]:
    """Return the index of the scene that ended the betting, and the uncalled bet by stack."""
    history = story[0].history
    last = max((i for i, scene in enumerate(story) if scene.move is not None), default=0)
    move = story[last].move
    if move is None:
        opening = open_hand(
            history.stacks, history.button, history.blinds, history.rules, history.posts
        )
        before = [stack.stack for stack in opening.stacks]
    else:
        before = [stack.stack for stack in move.before.stacks]
        before[move.before.turn_to_act] = move.player_diff.new_stack
    after = [stack.stack for stack in story[-1].dealer.finish().stacks]
    back = [b - a for a, b in zip(before, after, strict=True)]
    return last, {index: chips for index, chips in indexed(back) if chips}


def result(history: History) -> Result | None:
    """Return the result of a hand after rake, or None if the history does not say who won.

    The winner is unknown if the history stops early or nobody shows. Raises `HistoryError` if the
    hand is impossible. `tally` is tried first, because it is faster.
    """
    if verified_history(history).is_cancelled:
        last_scene(history)
        return result_by_rules(history.stacks, history.stacks)
    quick = tally(history)
    if quick is not None:
        return quick
    scene = last_scene(history)
    end, stacks = settle(scene), stacks_by_rules(scene)
    if end is None or stacks is None:
        return end
    behind = [stack.stack for stack in scene.dealer.finish().stacks]

    def uncalled() -> Chips:
        return sum(uncalled_bet(tuple(scenes(history)))[1].values())

    return compare(history, end, list(map(sub, stacks, behind)), uncalled)
