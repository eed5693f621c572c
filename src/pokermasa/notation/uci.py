"""Uci: one act, written.

`CH` check, `CA` call, `FO` fold, `RR<to>` raise to, `TR` `HR` `PR` raise by a third, half or the
whole pot (with or without the amount), `AA` all in; `AC` `AH` `AF` are how the dealer records an
all-in that was a call, less than a full raise, a full raise. Amounts always mean *to*.
"""

import re
from contextlib import suppress

from pokermasa.rules import (
    AllIn,
    AllInCall,
    AllInFullRaise,
    AllInHalfRaise,
    Call,
    Check,
    Fold,
    HalfPotRaise,
    PlayerAct,
    PotRaise,
    Raise,
    ThirdPotRaise,
)
from pokermasa.rules.act import is_act
from pokermasa.rules.chips import MOST_CHIPS
from pokermasa.rules.refusal import in_short

_BARE: dict[str, PlayerAct] = {
    act.code: act
    for act in (
        Check(),
        Call(),
        Fold(),
        ThirdPotRaise(),
        HalfPotRaise(),
        PotRaise(),
        AllIn(),
        AllInCall(),
        AllInHalfRaise(),
        AllInFullRaise(),
    )
}
_AMOUNTS = (Raise, ThirdPotRaise, HalfPotRaise, PotRaise, AllIn)
_WITH_AMOUNT = {act.code: act for act in _AMOUNTS}
_AMOUNT = re.compile(r"([A-Z]{2})([0-9]+)", re.ASCII)


class UciError(ValueError):
    """Text that is not an act. (An act that is not allowed is an `IllegalAct`.)"""


def read(text: str) -> PlayerAct:
    """
    >>> read("RR200"), read("PR"), read("CA")
    (Raise(to=200), PotRaise(to=None), Call())
    >>> read("RR")
    Traceback (most recent call last):
        ...
    pokermasa.notation.uci.UciError: 'RR' needs an amount: the wager raised to, as in RR200
    """
    if not isinstance(text, str):
        raise UciError(f"{in_short(text)} is no text; expected one of {_CODES}")
    act = _BARE.get(text)
    if act is not None:
        return act
    match = _AMOUNT.fullmatch(text)
    if match is None:
        if text == Raise.code:
            raise UciError("'RR' needs an amount: the wager raised to, as in RR200")
        raise UciError(f"{_short(text)} is no act; expected one of {_CODES}")
    code, digits = match[1], match[2]
    if code not in _WITH_AMOUNT:
        if code in _BARE:
            raise UciError(f"{_short(text)}: {code} takes no amount")
        raise UciError(f"{_short(text)} is no act; expected one of {_CODES}")
    if len(digits) > 16 or int(digits) > MOST_CHIPS:
        raise UciError(f"{_short(text)}: more chips than there can be (most {MOST_CHIPS})")
    return _WITH_AMOUNT[code](int(digits))


def write(act: PlayerAct) -> str:
    """
    >>> write(Raise(to=6)), write(AllIn()), write(HalfPotRaise(to=12))
    ('RR6', 'AA', 'HR12')
    """
    if not is_act(act):
        raise UciError(no_act(act))
    if not isinstance(act, _AMOUNTS):
        return act.code
    to = act.to
    if to is None and type(act) is not Raise:
        return act.code
    if type(to) is not int or to < 0:
        raise UciError(f"{act.code} needs a whole number of chips, not {in_short(to)}")
    return f"{act.code}{to}"


def no_act(given: object) -> str:
    """What to say to somebody who gave something else, most often its code or its class.

    >>> no_act("CA")
    "'CA' is no act but a str; an act is a value of pokermasa.rules: Call()"
    >>> no_act(None)
    'None is no act but a NoneType; an act is a value of pokermasa.rules: Call(), Raise(to=12)'
    """
    meant = "Call(), Raise(to=12)"
    if isinstance(given, str):
        with suppress(UciError):
            meant = repr(read(given))
    kind = type(given).__name__
    return (
        f"{in_short(given)} is no act but a {kind}; an act is a value of pokermasa.rules: {meant}"
    )


_CODES = "CH CA FO RR<to> TR HR PR AA"


def _short(text: str) -> str:
    return repr(text if len(text) <= 24 else text[:24] + "…")
