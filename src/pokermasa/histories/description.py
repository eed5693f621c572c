"""English descriptions of the steps of a hand, such as "p2 (Bo) raises to 4.50"."""

from __future__ import annotations

from collections.abc import Callable

from pokermasa.histories import amount
from pokermasa.histories.history import (
    Acted,
    BoardDealt,
    CheckOrCall,
    History,
    HoleCards,
    HoleDealt,
    Noted,
    Shown,
    Step,
)
from pokermasa.rules import (
    AllInCall,
    BettingRound,
    Call,
    Check,
    Fold,
    Move,
    Raise,
    Role,
    StackIndex,
)

ROUNDS = {3: "flop", 4: "turn", 5: "river"}
YOU = "You"
"""Name under which `masa play` saves its player."""


def player_label(history: History, stack: StackIndex) -> str:
    """Return the player's number and, if known, the name: "p3 (Ann)"."""
    named = 0 <= stack < len(history.names)
    return f"p{stack + 1} ({history.names[stack]})" if named else f"p{stack + 1}"


def describe_step(step: Step, history: History) -> str:
    """Return one line that describes *step*, with amounts in the units of the file.

    >>> from pokermasa.histories import phh
    >>> history = phh.read("variant = 'NT'\\nantes = [0, 0]\\nblinds_or_straddles = [1, 2]\\n"
    ...     "min_bet = 2\\nstarting_stacks = [9.50, 9]\\nactions = ['d dh p1 Ac??', 'd dh p2 ????',"
    ...     "'p2 cbr 4.5', 'p1 f', 'p2 sm AhKh']\\nplayers = ['Ann', 'Bo']")
    >>> for step in history.story:
    ...     print(describe_step(step, history))
    p1 (Ann) is dealt Ac ??
    p2 (Bo) is dealt ?? ??
    p2 (Bo) raises to 4.50
    p1 (Ann) folds
    p2 (Bo) shows Ah Kh
    """
    match step:
        case HoleDealt(stack, cards):
            return f"{player_label(history, stack)} is dealt {cards_text(cards)}"
        case BoardDealt(board):
            return f"the board gets {' '.join(map(str, board))}"
        case Acted(stack, Fold()):
            return f"{player_label(history, stack)} folds"
        case Acted(stack, CheckOrCall()):
            return f"{player_label(history, stack)} checks or calls"
        case Acted(stack, Raise(to)):
            return f"{player_label(history, stack)} raises to {amount.written(to, history.scale)}"
        case Shown(stack, None):
            return f"{player_label(history, stack)} mucks"
        case Shown(stack, shown):
            return f"{player_label(history, stack)} shows {cards_text(shown)}"
        case Noted(remark):
            return remark
    return ""


def cards_text(cards: HoleCards | None) -> str:
    return " ".join(["??" if card is None else str(card) for card in cards or ()])


def describe_act(move: Move, chips: Callable[[int], str]) -> str:
    """Return an act with its amount, such as "calls 40" or "bets 12.50 and is all in".

    *chips* turns an amount into text.
    """
    left, to, role = move.player_diff
    before = move.before
    wager = before.stacks[before.turn_to_act].recent_wager
    match move.player_act:
        case Fold():
            return "folds"
        case Check():
            return "checks"
        case Call() | AllInCall():
            said = f"calls {chips(to - wager)}"
        case _:
            is_bet = not before.price and before.round is not BettingRound.PREFLOP
            said = f"bets {chips(to)}" if is_bet else f"raises to {chips(to)}"
    return f"{said} and is all in" if not left and role is not Role.FOLDED else said


def with_subject(name: str, text: str) -> str:
    """Return a sentence about the player *name*. For `YOU` the verb is in the second person.

    >>> with_subject("Ada", "raises to 6 and is all in")
    'Ada raises to 6 and is all in'
    >>> with_subject("You", "raises to 6 and is all in"), with_subject("You", "posts 1")
    ('You raise to 6 and are all in', 'You post 1')
    """
    if name == YOU:
        verb, _, rest = text.partition(" ")
        irregular = {"is": "are", "was": "were", "has": "have", "goes": "go"}
        verb = irregular.get(verb, verb.removesuffix("s"))
        text = f"{verb} {rest}".strip().replace(" and is ", " and are ")
    return f"{name} {text}"


def ordinal(number: int) -> str:
    """Return the English ordinal of *number*.

    >>> ordinal(1), ordinal(12), ordinal(23)
    ('1st', '12th', '23rd')
    """
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10)
    return f"{number}{ending or 'th'}"
