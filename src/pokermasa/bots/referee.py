"""The referee asks a bot for an act, draws from a choice of acts, and replaces illegal answers by a
check or fold."""

from __future__ import annotations

import math
from random import Random
from typing import NamedTuple

from pokermasa.bots.bot import Bot, Decision, MixedAct
from pokermasa.notation import uci
from pokermasa.rules import Check, Fold, PlayerAct, Raise, View, as_all_in
from pokermasa.rules.act import is_act
from pokermasa.rules.refusal import in_short

_CHECK, _FOLD = Check(), Fold()
_tuple = tuple.__new__  # creates a NamedTuple without its Python constructor, which is slower
LONGEST = 300
"""Maximum length of a fault text, in characters."""


class Ruling(NamedTuple):
    act: PlayerAct
    reason: str = ""
    """The bot's explanation of its act."""
    fault: str = ""
    """Reason why the bot's answer was rejected. Empty if it was accepted. A rejected answer becomes
    a check, or a fold if checking is not allowed."""


class Fault(Exception):
    """Raised if a bot cannot answer. Its message becomes the text of the fault unchanged."""


def ask(bot: Bot, view: View, dice: Random) -> Ruling:
    try:
        answer = bot.choose(view)
    except (Exception, SystemExit) as error:  # a bot may raise anything, and the game must go on
        return fault(view, in_words(error))
    return judged(view, answer, dice)


def judged(view: View, answer: Decision, dice: Random) -> Ruling:
    if not isinstance(answer, MixedAct):
        act, reason = answer, ""
    else:
        try:
            act, reason = drawn(answer, dice), answer.reason
        except Exception as error:  # the choice may contain anything
            return fault(view, f"not a choice of acts: {error}")
    if not is_allowed(view, act):
        read = as_all_in(view, act)
        if read is act or not is_allowed(view, read):
            return fault(view, refused(view, act))
        act = read
    return _tuple(Ruling, (act, reason, ""))


def drawn(choice: MixedAct, dice: Random) -> PlayerAct:
    acts = choice.acts
    if len(acts) == 1:
        return acts[0][0]
    weights = [weight for _, weight in acts]
    whole = math.fsum(weights)
    if not (0 < whole < math.inf and min(weights) >= 0):
        raise ValueError("weights are numbers from 0 up, and not all of them are 0")
    point = dice.random() * whole
    for act, weight in acts:
        point -= weight
        if point < 0:
            return act
    return max(acts, key=lambda pair: pair[1])[0]  # reached only through rounding errors


def is_allowed(view: View, act: object) -> bool:
    if not is_act(act):
        return False
    if isinstance(act, Raise):
        ends = view.raises
        return ends is not None and type(act.to) is int and ends[0] <= act.to <= ends[1]
    if act in view.acts:
        return True
    # A pot raise `PR` without an amount matches the offered pot raise.
    return getattr(act, "to", 0) is None and type(act) in [type(one) for one in view.acts]


def fault(view: View, text: str) -> Ruling:
    short = text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
    return Ruling(_CHECK if _CHECK in view.acts else _FOLD, fault=short)


def in_words(error: BaseException) -> str:
    """Return the text of *error*, with the name of its class unless it is a `Fault`.

    >>> in_words(KeyError("pot")), in_words(Fault("it has ended"))
    ("KeyError: 'pot'", 'it has ended')
    """
    text = str(error)
    if isinstance(error, Fault):
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def refused(view: View, act: object) -> str:
    """Return a text that names the rejected act and the acts that are allowed."""
    if not is_act(act):
        return uci.not_an_act(act)
    try:
        said = uci.write(act)
    except uci.UciError:
        said = in_short(act)
    fine = [uci.write(one) for one in view.acts if one.code != Raise.code]
    if view.raises is not None:
        least, most = view.raises
        fine.append(f"RR{least}" if least == most else f"RR{least} to RR{most}")
    return f"{said[:80]} is not allowed here; it may be {', '.join(fine)}"
