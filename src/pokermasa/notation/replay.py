"""A history, played through the rules.

Every act must be legal for the `Situation` it meets, at its turn; every card must come when it is
due and only once. Nothing is repaired: the first step that could not have happened is a
`HistoryError` that says which and why.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pokermasa import strength
from pokermasa.cards import Card
from pokermasa.notation.history import (
    UNKNOWN,
    Acted,
    BoardDealt,
    CheckOrCall,
    History,
    HistoryError,
    HoleCards,
    HoleDealt,
    Noted,
    Shown,
    Step,
)
from pokermasa.notation.tally import Result, first_winner_shares, tally
from pokermasa.notation.telling import told, who
from pokermasa.rules import (
    AllIn,
    BadHand,
    Call,
    Check,
    Dealer,
    Fold,
    IllegalAct,
    Legal,
    Move,
    OddChips,
    PlayerAct,
    Raise,
    Refusal,
    Role,
    Situation,
    StackIndex,
)
from pokermasa.rules.chips import clockwise
from pokermasa.rules.hand_dealer import BOARD_CARDS

_CHECK, _CALL, _ALL_IN = Check(), Call(), AllIn()


class Scene(NamedTuple):
    """The table right after one step."""

    history: History
    number: int
    """The step's place in the story; -1 for the opening scene."""
    step: Step | None
    move: Move | None
    """What the rules made of the step; None unless it was an act."""
    situation: Situation
    board: tuple[Card, ...]
    hands: tuple[HoleCards, ...]
    """As dealt, by stack index."""
    shown: dict[StackIndex, HoleCards | None]
    """The last that each stack showed."""
    seen: int
    """The cards that lie somewhere, a bit for each number."""

    @property
    def dealer(self) -> Dealer:
        return self.situation.dealer

    def after(self, step: Step) -> Scene:
        """The next scene; `HistoryError` says why there is none."""
        match step:
            case Acted():
                return self._acted(step)
            case HoleDealt():
                return self._hole_dealt(step)
            case BoardDealt():
                return self._board_dealt(step)
            case Shown():
                return self._shown(step)
            case Noted():
                return self._next(step)

    def _next(
        self,
        step: Step,
        move: Move | None = None,
        board: tuple[Card, ...] | None = None,
        hands: tuple[HoleCards, ...] | None = None,
        shown: dict[StackIndex, HoleCards | None] | None = None,
        seen: int | None = None,
    ) -> Scene:
        return Scene(
            self.history,
            self.number + 1,
            step,
            move,
            self.situation if move is None else move.situation_after,
            self.board if board is None else board,
            self.hands if hands is None else hands,
            self.shown if shown is None else shown,
            self.seen if seen is None else seen,
        )

    # Acts

    def _acted(self, step: Acted) -> Scene:
        situation = self.situation
        self._verify_stack(step.stack)
        if situation.end:
            if self._is_idle_check(step):
                return self._next(step)
            raise self._error("the betting is over")
        due = situation.round.board_cards
        if len(self.board) < due:
            raise self._error(f"the board has {len(self.board)} cards, {due} are due first")
        turn = situation.dealer.turn_to_act
        if step.stack != turn and _is_idle(situation):
            return self._replace(situation=situation.move(_CHECK).situation_after)._acted(step)
        if step.stack != turn:
            raise self._error(f"it is the turn of {self._who(turn)}")
        try:
            return self._next(step, situation.move(sent(situation.legal, step.act)))
        except IllegalAct as error:
            scale = self.history.scale
            units = f" (in units of 1/{scale})" if scale > 1 and error.raises else ""
            raise self._error(f"{error}{units}") from None

    def _is_idle_check(self, step: Acted) -> bool:
        """Whether this is the check of somebody left alone with all-ins before having acted. The
        rules do not ask; some histories write it down all the same."""
        dealer = self.dealer
        stack = dealer.stacks[step.stack]
        return (
            isinstance(step.act, CheckOrCall)
            and stack.role is Role.INVOLVED
            and stack.last_action is None
            and dealer.one_involved
            and not dealer.one_left
            and len(self.board) == dealer.round.board_cards
            and not self.shown
            and not (type(self.step) is Acted and self.move is None)  # it was said already
        )

    # Cards

    def _hole_dealt(self, step: HoleDealt) -> Scene:
        self._verify_stack(step.stack)
        if not all(isinstance(s, HoleDealt | Noted) for s in self._story_so_far()):
            raise self._error("hole cards are dealt before anything else happens")
        if any(isinstance(s, HoleDealt) and s.stack == step.stack for s in self._story_so_far()):
            raise self._error(f"{self._who(step.stack)} has been dealt cards already")
        seen = self._with(step.cards)
        hands = (*self.hands[: step.stack], step.cards, *self.hands[step.stack + 1 :])
        return self._next(step, hands=hands, seen=seen)

    def _story_so_far(self) -> Sequence[Step]:
        return self.history.story[: self.number + 1]

    def _board_dealt(self, step: BoardDealt) -> Scene:
        situation = self.situation
        lying = len(self.board)
        if situation.one_win:
            raise self._error("the hand is over: everyone else has folded")
        due = BOARD_CARDS if situation.end else situation.round.board_cards
        if lying >= due:
            if situation.end:
                raise self._error("the board is complete")
            turn = situation.dealer.turn_to_act
            raise self._error(f"the betting is not over: {self._who(turn)} is to act")
        wanted = 3 if not lying else 1
        if len(step.cards) != wanted:
            raise self._error(f"{wanted} board cards are due, not {len(step.cards)}")
        return self._next(step, board=self.board + step.cards, seen=self._with(step.cards))

    def _shown(self, step: Shown) -> Scene:
        situation = self.situation
        stack = step.stack
        self._verify_stack(stack)
        if not situation.end:
            turn = situation.dealer.turn_to_act
            raise self._error(f"nobody shows before the betting is over: {self._who(turn)} acts")
        if situation.dealer.stacks[stack].role is Role.FOLDED:
            raise self._error(f"{self._who(stack)} has folded")
        if stack in self.shown and self.shown[stack] is None:
            raise self._error(f"{self._who(stack)} has mucked")
        seen = self.seen
        if step.cards is not None:
            seen = self._with_shown(step.cards, [self.hands[stack], self.shown.get(stack)])
        return self._next(step, shown={**self.shown, stack: step.cards}, seen=seen)

    def _with_shown(self, cards: HoleCards, before: Sequence[HoleCards | None]) -> int:
        """The cards lying somewhere once these are shown by somebody known to hold *before*."""
        held = {card for hand in before if hand for card in hand if card is not None}
        new = [card for card in cards if card is not None and card not in held]
        if len(held) + len(new) > len(cards):
            dealt = " ".join(map(str, sorted(held, reverse=True)))
            raise self._error(f"these are not the cards that were dealt or shown before: {dealt}")
        if cards[0] is not None and cards[0] is cards[1]:
            raise self._error(f"{cards[0]} twice")
        return self._with(new)

    def _with(self, cards: Sequence[Card | None]) -> int:
        seen = self.seen
        for card in cards:
            if card is not None:
                bit = 1 << card.number
                if seen & bit:
                    raise self._error(f"the {card.name} ({card}) lies on the table already")
                seen |= bit
        return seen

    # Refusing

    def _verify_stack(self, stack: StackIndex) -> None:
        if not 0 <= stack < self.history.players:
            raise self._error(f"there are {self.history.players} players")

    def _who(self, stack: StackIndex) -> str:
        return who(self.history, stack)

    def _error(self, reason: str) -> HistoryError:
        number = self.number + 1
        return HistoryError(
            reason, step=number, words=told(self.history.story[number], self.history)
        )


def _is_idle(situation: Situation) -> bool:
    """Whether the stack to act can but check: nobody is left whom it could raise. Most houses do
    not ask then, and most histories do not tell."""
    legal = situation.legal
    return legal.may_check and legal.closed is Refusal.NOBODY_TO_RAISE


def sent(legal: Legal, act: Fold | CheckOrCall | Raise) -> PlayerAct:
    """The act as this house wants it said: which of check, call and all in a `CheckOrCall` is, and
    that a raise takes the last chip."""
    match act:
        case CheckOrCall():
            if legal.may_check:
                return _CHECK
            return _CALL if legal.may_call else _ALL_IN
        case Raise(to) if to == legal.total and legal.all_in is not None and legal.all_in.raises:
            return _ALL_IN
        case _:
            return act


def opened(history: History) -> Scene:
    """Antes and blinds are posted, nothing else has happened."""
    try:
        dealer = Dealer.start(
            history.stacks,
            history.button,
            history.blinds,
            history.rules,
            history.posts,
            history.bets,
        )
    except BadHand as error:
        raise HistoryError(str(error)) from None
    return Scene(
        history, -1, None, None, Situation(dealer), (), (UNKNOWN,) * history.players, {}, 0
    )


def scenes(history: History) -> Iterator[Scene]:
    """The opening, and the table after each step."""
    scene = opened(history)
    yield scene
    for step in history.story:
        scene = scene.after(step)
        yield scene


def last_scene(history: History) -> Scene:
    scene = opened(history)
    for step in history.story:
        scene = scene.after(step)
    return scene


def result(history: History) -> Result | None:
    """Who ends with what, rake aside; None if the history does not say (it stops before the end,
    or nobody shows). `HistoryError` if it could not have happened.

    The quick way first: it knows plain hands only, and never says no.
    """
    quick = tally(history)
    return settled(last_scene(history)) if quick is None else quick


def settled(scene: Scene) -> Result | None:
    """A live player who showed two cards competes; one who mucked gives up every pot; one whose
    cards nobody wrote down loses to any that were. If a pot has no such hand, and more than one
    who might take it, the history does not say who won."""
    situation, dealer = scene.situation, scene.dealer
    if situation.one_win:
        return _paid(scene, dealer.paid([dealer.distribute_one()]))
    if not situation.end:
        return None
    values = [
        None if stack.role is Role.FOLDED else _value(scene, index)
        for index, stack in enumerate(dealer.stacks)
    ]
    finished = dealer.finish()
    pots = []
    for pot in (*finished.side_pots[::-1], finished.running_pot):
        claims = {i: value for i in pot.involved if (value := values[i]) is not None}
        if pot.wager:
            if not claims or (len(claims) > 1 and not any(claims.values())):
                return None
            pots.append((pot.wager, claims))
    if dealer.rules.odd_chips is not OddChips.FIRST_WINNER:
        return _paid(scene, dealer.paid(dealer.distribute_all(values)))
    stacks = [stack.stack for stack in finished.stacks]
    round_from = clockwise(dealer.button, len(stacks))
    in_order = [
        (wager, {i: claims[i] for i in round_from if i in claims}) for wager, claims in pots
    ]
    for index, chips in first_winner_shares(in_order):
        stacks[index] += chips
    return _paid(scene, stacks)


def _value(scene: Scene, stack: StackIndex) -> int | None:
    """None for a mucked hand, 0 for an unknown one: less than any hand that was shown."""
    cards = scene.shown.get(stack, UNKNOWN)
    if cards is None:
        return None
    a, b = cards
    if a is None or b is None or len(scene.board) < BOARD_CARDS:
        return 0
    return strength.number((a, b, *scene.board))


def _paid(scene: Scene, stacks: Sequence[int]) -> Result:
    began = scene.history.stacks
    return Result(tuple(stacks), tuple([a - b for a, b in zip(stacks, began, strict=True)]))
