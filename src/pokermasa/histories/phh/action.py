"""Reads and writes the entries of a PHH hand's `actions`.

Examples: `d dh p1 AcKd` (hole cards), `d db 7h8h9h` (board), `p3 f` (fold), `p3 cc` (check or
call), `p3 cbr 12.50` (bet or raise to), `p1 sm AcKd` (show), `p1 sm` (muck).
"""

from __future__ import annotations

from collections.abc import Sequence

from pokermasa.cards import CARDS, Card
from pokermasa.histories import amount
from pokermasa.histories.history import (
    CHECK_OR_CALL,
    UNKNOWN,
    Acted,
    BoardDealt,
    CheckOrCall,
    HistoryError,
    HoleCards,
    HoleDealt,
    Noted,
    Shown,
    Step,
    shortened,
)
from pokermasa.rules import Fold, Raise
from pokermasa.rules.chips import StackIndex, stack_indexes

_CARDS: dict[str, Card | None] = {str(card): card for card in CARDS} | {"??": None}
# filled while reading: up to 2,652 pairs and the unknown one
_PAIRS: dict[str, HoleCards] = {"????": UNKNOWN}
_PLAYERS = {f"p{index + 1}": index for index in stack_indexes(10)}

_new = tuple.__new__  # creates a NamedTuple without its Python constructor

# Cache of the steps for the most frequent entries. It is extended while reading.
PLAIN: dict[str, Step] = {"": Noted()}
for _name, _stack in _PLAYERS.items():
    PLAIN[f"{_name} f"] = Acted(_stack, Fold())
    PLAIN[f"{_name} cc"] = Acted(_stack, CHECK_OR_CALL)
    PLAIN[f"{_name} sm"] = Shown(_stack, None)
    PLAIN[f"{_name} sm ????"] = Shown(_stack, UNKNOWN)
    PLAIN[f"d dh {_name} ????"] = HoleDealt(_stack, UNKNOWN)


def read_plain(action: str, scale: int) -> Step | None:
    """Return the step for an entry in its usual form, or None for any other entry."""
    step: Step
    stack = _RAISE.get(action[:7])  # tried first, because raises are not cached
    if stack is not None:
        to = action[7:]
        if to.isdecimal() and to.isascii() and len(to) < 13:
            return _new(Acted, (stack, Raise(int(to) * scale), ""))
        return None
    stack = _HOLE.get(action[:8])
    if stack is not None:
        cards = _PAIRS.get(action[8:])
        return None if cards is None else _cached(action, HoleDealt(stack, cards))
    if action[:5] == "d db ":
        board = tuple([_CARDS.get(action[at : at + 2]) for at in range(5, len(action), 2)])
        if None in board or len(board) > 5:
            return None
        step = _new(BoardDealt, (board, ""))
        return _cached(action, step) if len(board) == 1 else step
    stack = _SHOW.get(action[:6])
    if stack is not None:
        cards = _PAIRS.get(action[6:])
        return None if cards is None else _cached(action, Shown(stack, cards))
    return None


def _cached(action: str, step: Step) -> Step:
    """Add a step to the cache. All hands and single cards together are about 50,000 entries."""
    return PLAIN.setdefault(action, step)


def read(action: str, scale: int, story: Sequence[Step]) -> Step:
    """Return the step for any entry. Raises `HistoryError` if the entry is not valid.

    *story* has the steps before: `sm -` shows the cards that were dealt.

    >>> read("p3 cbr 12.50 # a small one", 100, [])
    Acted(stack=2, act=Raise(to=1250), remark='a small one')
    """
    said, mark, remark = action.partition("#")
    remark = remark.strip() if mark else ""
    match said.split():
        case ["d", "db", board]:
            return BoardDealt(_board(board), remark)
        case ["d", "dh", player, pair]:
            return HoleDealt(_player(player), _pair(pair), remark)
        case [player, "cbr", to]:
            try:
                return Acted(_player(player), Raise(amount.read(to, scale)), remark)
            except amount.FinerScale:
                raise
            except amount.AmountError as error:
                raise HistoryError(str(error)) from None
        case [player, "f"]:
            return Acted(_player(player), Fold(), remark)
        case [player, "cc"]:
            return Acted(_player(player), CHECK_OR_CALL, remark)
        case [player, "sm"]:
            return Shown(_player(player), None, remark)
        case [player, "sm", "-"]:
            stack = _player(player)
            for step in story:
                if isinstance(step, HoleDealt) and step.stack == stack and None not in step.cards:
                    return Shown(stack, step.cards, remark)
            raise HistoryError(f"the cards dealt to {player} are not known")
        case [player, "sm", pair]:
            return Shown(_player(player), _pair(pair), remark)
        case []:
            return Noted(remark)
        case [_, "sd" | "pb", *_]:
            raise HistoryError("this belongs to draw and stud games")
    raise HistoryError("this is not an action")


# Beginnings of entries for p1 to p9. Cards or an amount follow.
_HOLE = {f"d dh {name} ": stack for name, stack in _PLAYERS.items() if stack < 9}
_RAISE = {f"{name} cbr ": stack for name, stack in _PLAYERS.items() if stack < 9}
_SHOW = {f"{name} sm ": stack for name, stack in _PLAYERS.items() if stack < 9}


def _player(name: str) -> StackIndex:
    stack = _PLAYERS.get(name)
    if stack is None:
        raise HistoryError(f"expected a player, p1 to p10, found {shortened(name)!r}")
    return stack


def _pair(text: str) -> HoleCards:
    if len(text) != 4:
        raise HistoryError(f"a hand is two cards, not {shortened(text)!r}")
    try:
        pair = _CARDS[text[:2]], _CARDS[text[2:]]
    except KeyError:
        raise HistoryError(f"{text!r} is not two cards: write them like AcKd or ????") from None
    if pair[0] is pair[1] and pair[0] is not None:
        raise HistoryError(f"{pair[0]} twice")
    return _PAIRS.setdefault(text, pair)


def _board(text: str) -> tuple[Card, ...]:
    cards = [_CARDS.get(text[place : place + 2]) for place in range(0, len(text[:12]), 2)]
    if None in cards or len(text) > 10:
        raise HistoryError(f"{shortened(text)!r} is not a board: write it like 7h8h9h")
    return tuple([card for card in cards if card is not None])


def write(step: Step, player: str, scale: int) -> str:
    """Return the entry for *step*. *player* is the name of its stack in the file, p1 to p10."""
    match step:
        case HoleDealt(_, cards):
            said = f"d dh {player} {_written(cards)}"
        case BoardDealt(board):
            said = f"d db {''.join(map(str, board))}"
        case Shown(_, None):
            said = f"{player} sm"
        case Shown(_, shown):
            said = f"{player} sm {_written(shown)}"
        case Acted(_, Fold()):
            said = f"{player} f"
        case Acted(_, Raise(to)):
            said = f"{player} cbr {amount.written(to, scale)}"
        case Acted(_, CheckOrCall()):
            said = f"{player} cc"
        case Noted():
            said = ""
        case _:
            raise HistoryError(f"{step!r} is not a step of a story")
    remark = f"# {step.remark}" if step.remark else ""
    return f"{said} {remark}".strip()


def _written(cards: HoleCards | None) -> str:
    return "".join(["??" if card is None else str(card) for card in cards or ()])
