"""Draws a compiled table as text."""

from pokermasa.batch.state import BUTTON, LEFT, POT, ROUND, WHO, State
from pokermasa.cards import CARDS

_ROLES = ("folded", "involved", "all in")


def drawn(state: State, viewer: int) -> str:
    """Return the first table as text. The cards of other players than *viewer* appear only at a
    showdown."""
    players, row = state.players, state.row[0].tolist()
    cards = [str(CARDS[number]) for number in state.deck[0].tolist()]
    turn, button, left = int(state.answer[WHO, 0]), row[BUTTON], row[LEFT]
    is_shown_down = turn < 0 and left & (left - 1) != 0
    lines = []
    each = zip(
        state.stack[0].tolist(), state.wager[0].tolist(), state.role[0].tolist(), strict=True
    )
    for index, (stack, wager, role) in enumerate(each):
        at = (index - button - 1) % players  # as `opening.hole_at` has it
        is_seen = index == viewer or (is_shown_down and left >> index & 1)
        hole = f"{cards[at]} {cards[players + at]}" if is_seen else "-- --"
        mark = ">" if index == turn else " "
        text = f"{mark} {'D' if index == button else ' '} {index} {hole} {stack:>6} {wager:>6}"
        lines.append(f"{text}  {_ROLES[role]}")
    board = cards[2 * players :][: 5 if is_shown_down else (0, 3, 4, 5)[row[ROUND]]]
    return "\n".join([f"board {' '.join(board) or '-'}   pot {row[POT]}", *lines])
