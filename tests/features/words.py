"""The Chinese words of the scenarios and their meaning in the engine.

Players A, B, C … are the stack indexes 0, 1, 2 …. A list of them is joined by 、 and 无 means none.
Amounts are total wagers: 加注到 30 raises to a wager of 30.
"""

import re
from typing import Any

from parse import with_pattern
from pytest_bdd import parsers

from pokermasa.rules import (
    BettingRound,
    HandDealer,
    PlayerAct,
    Pot,
    Refusal,
    Situation,
    StackIndex,
    View,
    Winners,
)

NAMES = "ABCDEFGHIJ"
ROUNDS = dict(zip(("第一轮", "第二轮", "第三轮", "第四轮"), BettingRound, strict=True))
SETTLEMENT = "游戏结算"
ACTS = {"弃牌": "FO", "过牌": "CH", "跟注": "CA", "全押": "AA", "加注": "RR"}
KIND_OF_CODE = {code: kind for kind, code in ACTS.items()} | dict.fromkeys(
    ("TR", "HR", "PR"), "加注"
)
REFUSALS = {
    "还有注要跟": Refusal.MUST_CALL_OR_FOLD,
    "没有注可跟": Refusal.NOTHING_TO_CALL,
    "加注太少": Refusal.TOO_SMALL,
    "筹码不够": Refusal.TOO_LARGE,
    "不能全押": Refusal.NO_ALL_IN,
    "该说全押": Refusal.USE_ALL_IN,
    "牌局已结束": Refusal.HAND_OVER,
}

# Reading a step

_PLAYER = f"[{NAMES}]"
_KIND = "|".join(ACTS)
_ACT = "弃牌|过牌|跟注|全押|下注 [0-9]+|加注到 [0-9]+"


@with_pattern(_PLAYER)
def player(text: str) -> Any:
    return NAMES.index(text)


@with_pattern(f"{_PLAYER}(?:、{_PLAYER})*|无")
def players(text: str) -> tuple[StackIndex, ...]:
    return () if text == "无" else tuple(map(player, text.split("、")))


@with_pattern("[0-9]+(?:、[0-9]+)*")
def amounts(text: str) -> list[int]:
    return [int(word) for word in text.split("、")]


@with_pattern("|".join(ROUNDS))
def betting_round(text: str) -> BettingRound:
    return ROUNDS[text]


@with_pattern("|".join([*ROUNDS, SETTLEMENT]))
def stage(text: str) -> str:
    return text


@with_pattern(_ACT)
def act(text: str) -> str:
    """Return an act in Uci as a player sends it."""
    word, _, amount = text.partition(" ")
    return f"RR{amount}" if amount else ACTS[word]


@with_pattern(f"{_PLAYER} (?:{_ACT})(?:，{_PLAYER} (?:{_ACT}))*")
def plays(text: str) -> list[tuple[StackIndex, str]]:
    """Read acts with their players, as in A 加注到 30，B 跟注."""
    pairs = re.findall(f"({_PLAYER}) ({_ACT})", text)
    return [(player(who), act(expected)) for who, expected in pairs]


@with_pattern(_KIND)
def kind(text: str) -> str:
    return text


@with_pattern(f"(?:{_KIND})(?:、(?:{_KIND}))*")
def kinds(text: str) -> set[str]:
    return set(text.split("、"))


@with_pattern("|".join(REFUSALS))
def refusal(text: str) -> Refusal:
    return REFUSALS[text]


TYPES = {
    "Player": player,
    "Players": players,
    "Amounts": amounts,
    "Round": betting_round,
    "Stage": stage,
    "Act": act,
    "Acts": plays,
    "Kind": kind,
    "Kinds": kinds,
    "Refusal": refusal,
}


def words(text: str) -> parsers.parse:
    """Return a pattern for the text of a step with the types above."""
    return parsers.parse(text, extra_types=TYPES)


# Saying what is


def names(indexes: tuple[StackIndex, ...]) -> str:
    return "、".join(NAMES[index] for index in indexes) or "无"


def stage_of(view: View) -> str:
    if view.settled:
        return SETTLEMENT
    return next(word for word, round in ROUNDS.items() if round is view.round)


def kinds_of(acts: tuple[PlayerAct, ...]) -> set[str]:
    """Return the names of the acts without their amounts."""
    return {KIND_OF_CODE[act.code] for act in acts}


def winning(winners: Winners | None) -> tuple[StackIndex, ...]:
    """Return the stacks that win any chips."""
    pots = () if winners is None else winners.pots
    return tuple(sorted({index for pot in pots for index in pot.involved}))


def layers(view: View) -> list[Pot]:
    """Return the pots as document 002 counts them, the pot that all players can win first."""
    return [pot for pot in reversed((view.running_pot, *view.side_pots)) if pot.wager]


def game_state(situation: Situation) -> dict[str, str]:
    """Return the state of the game as a spectator sees it."""
    view = View.from_situation(situation, viewer=None)
    kinds = kinds_of(view.acts_of_turn)
    return {
        "当前轮次": stage_of(view),
        "当前操作玩家": "无" if view.to_act is None else NAMES[view.to_act],
        "等待操作玩家": names(view.waiting),
        "剩余玩家": names(view.remaining),
        "全押玩家": names(view.all_ins),
        "最高投注": str(view.price),
        "底池": str(view.pot),
        "赢家": names(winning(view.winners)),
        "可进行的操作": "、".join(kind for kind in ACTS if kind in kinds) or "无",
    }


def player_state(situation: Situation, index: StackIndex) -> dict[str, str]:
    """Return the chips of a player as that player sees them."""
    mine = View.from_situation(situation, viewer=index).players[index]
    return {
        "筹码总数": str(mine.total),
        "当前筹码": str(mine.stack),
        "当前投注": str(mine.wager),
    }


def cards_in(rows: list[list[str]]) -> HandDealer:
    """Read cards from a table whose heading has the players, and 公共牌 in the last column."""
    _, (*hands, board) = rows
    return HandDealer(hands, board)
