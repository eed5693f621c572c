"""Numbers of betting lines in heads-up limit, as used in the strategy table.

The button (player 0) acts first before the flop, the big blind (player 1) after it. Seven lines
lead to the flop. Every later round has nine ways to the next round, and the number of the next line
is nine times the line plus the way. Way 0 is check-check. Ways 1 to 4 are the level at which the
bet of the first player to act was called, ways 5 to 8 the same for the second player.
"""

from __future__ import annotations

from typing import NamedTuple

from pokermasa.bots.limit.table import Slot
from pokermasa.rules import Betting, Blinds, Fold, HouseRules, View
from pokermasa.rules.house import HeadsUpButton

WAYS = 9
FLOP_PUT_IN = (2, 4, 6, 8, 4, 6, 8)
"""Chips of each player before the flop in small blinds, by line."""
LEVELS = (0, 1, 2, 3, 4, 1, 2, 3, 4)
"""Number of bets of each player in the round, by way."""
MOST = 24
"""Largest possible contribution of one player, in big blinds: four bets in every round."""


class LimitNode(NamedTuple):
    """A decision before the flop."""

    player: int
    fold: int | None
    """Chips of the folding player in small blinds. None if there is nothing to call."""
    call: int
    """Number of the line to the flop after a call. A negative number -1 - n means that decision n
    follows."""
    raises: int | None
    """Number of the decision after a raise. None if raising is not allowed."""


PREFLOP = (
    LimitNode(0, 1, -1 - 1, 2),  # button: fold, call, raise
    LimitNode(1, None, 0, 5),  # big blind after a call
    LimitNode(1, 2, 1, 3),  # big blind after a raise; the next ones follow further raises
    LimitNode(0, 4, 2, 4),
    LimitNode(1, 6, 3, None),
    LimitNode(0, 2, 4, 6),  # button after a call and a raise; the next ones follow further raises
    LimitNode(1, 4, 5, 7),
    LimitNode(0, 6, 6, None),
)


class OffTree(ValueError):
    """Raised if the game or the betting line is not in the table."""


class LimitPlace(NamedTuple):
    """A decision in the numbering of the table."""

    player: int
    round: int
    """Betting round: 0 before the flop, 1 to 3 after it."""
    line: int
    """Number of the betting line. Before the flop it is the number of the decision in `PREFLOP`."""
    fold: Slot | None = None
    raises: Slot | None = None


def put_in(line: int) -> int:
    """Return the chips of each player at the beginning of the river, in small blinds.

    >>> put_in(0), put_in(566)
    (2, 32)
    """
    turn, way = divmod(line, WAYS)
    first, flop_way = divmod(turn, WAYS)
    return FLOP_PUT_IN[first] + 2 * LEVELS[flop_way] + 4 * LEVELS[way]


def place(view: View) -> LimitPlace:
    """Return the place of the player to act in the table.

    Raises `OffTree` with the reason if this is not the game of the table.
    """
    _same_game(view)
    node, line, round, level, acts = 0, 0, 0, 1, ""
    big = view.blinds.big
    for past in view.past:
        bet = big if round < 2 else 2 * big
        raises = past.to > past.price
        if raises and (past.to != (level + 1) * bet or level == 4):
            raise OffTree(f"a raise to {past.to} is not one of the four bets of {bet}")
        if isinstance(past.act, Fold) or (not raises and past.to != past.price):
            raise OffTree(f"{past.act} is no call")
        if round == 0:
            here = PREFLOP[node]
            if raises:
                assert here.raises is not None
                node, level = here.raises, level + 1
            elif here.call < 0:
                node = -1 - here.call
            else:
                round, line, level, acts = 1, here.call, 0, ""
        elif raises:
            level, acts = level + 1, acts + "r"
        elif level == 0 and not acts:
            acts = "c"
        else:
            way = 0 if level == 0 else level + (4 if acts[0] == "c" else 0)
            round, line, level, acts = round + 1, WAYS * line + way, 0, ""
    player = 0 if view.to_act == view.button else 1
    price = level * (big if round < 2 else 2 * big)
    is_known = round == view.round.place and price == view.price
    if not is_known or (round == 0 and PREFLOP[node].player != player):
        raise OffTree("the acts of the hand so far are not known")
    if round == 0:
        return LimitPlace(player, 0, node)
    if level == 0:
        return LimitPlace(player, round, line, None, Slot.BET)
    first = 1 if acts[0] == "r" else 0
    if first == player:
        slots = (Slot.FOLD_TO_TWO, Slot.RAISE_TO_THREE) if level == 2 else (Slot.FOLD_TO_FOUR, None)
    elif level == 1:
        slots = (Slot.FOLD_TO_ONE, Slot.RAISE_TO_TWO)
    else:
        slots = (Slot.FOLD_TO_THREE, Slot.RAISE_TO_FOUR)
    return LimitPlace(player, round, line, *slots)


def why_not(players: int, rules: HouseRules, blinds: Blinds) -> str:
    """Return the reason why the table does not fit this game, or an empty string. Stack sizes are
    not checked here.

    >>> why_not(2, HouseRules.named("acpc").replace(betting=Betting.FIXED_LIMIT), Blinds(1, 2))
    ''
    >>> why_not(3, HouseRules.named("acpc"), Blinds(1, 2))
    'it plays heads-up fixed limit only'
    """
    small, big, ante, _ = blinds
    if players != 2 or rules.betting is not Betting.FIXED_LIMIT:
        return "it plays heads-up fixed limit only"
    if rules.heads_up_button is not HeadsUpButton.SMALL_BLIND:
        return "it plays where the button has the small blind"
    cap = rules.raise_cap
    if rules.cap_lifts_heads_up or cap is None or not rules.cap_counts_bet or cap != (3, 4, 4, 4):
        return "it plays with four bets a round"
    if 2 * small != big or ante:
        return "it plays with a small blind of half the big one, and no antes"
    return ""


def _same_game(view: View) -> None:
    if reason := why_not(len(view.players), view.rules, view.blinds):
        raise OffTree(reason)
    gathered = (view.pot - sum([player.wager for player in view.players])) // 2
    if any(player.reach + gathered < MOST * view.blinds.big for player in view.players):
        raise OffTree(f"it plays with stacks of {MOST} big blinds or more")
