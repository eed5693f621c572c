"""The referee: asks a bot, draws from its choice, and lets nothing through that is not allowed."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from pokermasa.bots.bot import Answer, Bot, Choice
from pokermasa.rules import Check, Fold, PlayerAct, Raise, View


class Ruling(NamedTuple):
    act: PlayerAct
    reason: str = ""
    """The bot's own words."""
    fault: str = ""
    """Why the bot's answer was not taken, and the hand checked or folded for it."""


def ask(bot: Bot, view: View, dice: Random) -> Ruling:
    try:
        answer = bot.choose(view)
    except Exception as error:  # whatever a stranger's bot does, the game goes on
        return fault(view, f"{type(error).__name__}: {error}")
    return judged(view, answer, dice)


def judged(view: View, answer: Answer, dice: Random) -> Ruling:
    act, reason = answer, ""
    if isinstance(answer, Choice):
        reason = answer.reason
        try:
            act = drawn(answer, dice)
        except (TypeError, ValueError, IndexError) as error:
            return fault(view, f"not a choice: {error}")
    if not is_allowed(view, act):
        return fault(view, f"{act!r} is not allowed here")
    return Ruling(act, reason)


def drawn(choice: Choice, dice: Random) -> PlayerAct:
    if len(choice.acts) == 1:
        return choice.acts[0][0]
    return dice.choices([act for act, _ in choice.acts], [weight for _, weight in choice.acts])[0]


def is_allowed(view: View, act: object) -> bool:
    if act in view.acts:
        return True
    if isinstance(act, Raise):
        return view.raises is not None and view.raises[0] <= act.to <= view.raises[1]
    # `PR` without its amount is the one that is offered.
    return getattr(act, "to", 0) is None and type(act) in [type(one) for one in view.acts]


def fault(view: View, words: str) -> Ruling:
    return Ruling(Check() if Check() in view.acts else Fold(), fault=words)
