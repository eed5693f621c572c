"""Uci: a text notation for one act.

`CH` check, `CA` call, `FO` fold, `RR<to>` raise to, `TR` `HR` `PR` raise by a third, half or the
whole pot (with or without the amount), `AA` all in. The dealer records an all-in as `AC` (call),
`AH` (less than a full raise) or `AF` (full raise). An amount is the total wager of the round.
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

_WITHOUT_AMOUNT: dict[str, PlayerAct] = {
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
_KINDS_WITH_AMOUNT = (Raise, ThirdPotRaise, HalfPotRaise, PotRaise, AllIn)
_KINDS_WITHOUT_AMOUNT = {Check, Call, Fold, AllInCall, AllInHalfRaise, AllInFullRaise}
_WITH_AMOUNT = {kind.code: kind for kind in _KINDS_WITH_AMOUNT}
_AMOUNT = re.compile(r"([A-Z]{2})([0-9]+)", re.ASCII)


class UciError(ValueError):
    """Raised for a text that is not an act. An illegal act raises `IllegalAct` instead."""


def read(text: str) -> PlayerAct:
    """Read an act. Raise `UciError` if the text is not valid.

    >>> read("RR200"), read("PR"), read("CA")
    (Raise(to=200), PotRaise(to=None), Call())
    >>> read("RR")
    Traceback (most recent call last):
        ...
    pokermasa.notation.uci.UciError: 'RR' needs an amount: the wager raised to, as in RR200
    """
    if not isinstance(text, str):
        raise UciError(f"{in_short(text)} is not a str; expected one of {_CODES}")
    act = _WITHOUT_AMOUNT.get(text)
    if act is not None:
        return act
    match = _AMOUNT.fullmatch(text)
    if match is None:
        if text == Raise.code:
            raise UciError("'RR' needs an amount: the wager raised to, as in RR200")
        raise UciError(f"{_short(text)} is not an act; expected one of {_CODES}")
    code, digits = match[1], match[2]
    if code not in _WITH_AMOUNT:
        if code in _WITHOUT_AMOUNT:
            raise UciError(f"{_short(text)}: {code} takes no amount")
        raise UciError(f"{_short(text)} is not an act; expected one of {_CODES}")
    if len(digits) > 16 or int(digits) > MOST_CHIPS:
        raise UciError(f"{_short(text)}: more chips than there can be (most {MOST_CHIPS})")
    return _WITH_AMOUNT[code](int(digits))


def write(act: PlayerAct) -> str:
    """Return the text of an act. Raise `UciError` if *act* is not an act.

    >>> write(Raise(to=6)), write(AllIn()), write(HalfPotRaise(to=12))
    ('RR6', 'AA', 'HR12')
    """
    if type(act) in _KINDS_WITHOUT_AMOUNT:
        return act.code
    if not is_act(act) or not isinstance(act, _KINDS_WITH_AMOUNT):
        raise UciError(not_an_act(act))
    to = act.to
    if to is None and type(act) is not Raise:
        return act.code
    if type(to) is not int or to < 0:
        raise UciError(f"{act.code} needs a whole number of chips, not {in_short(to)}")
    return f"{act.code}{to}"


def not_an_act(value: object) -> str:
    """Return the error message for a value that is not an act, often a code or a class instead.

    >>> not_an_act("CA")
    "'CA' is a str, not an act; acts are objects of pokermasa.rules such as Call()"
    >>> not_an_act(None)
    'None is a NoneType, not an act; acts are objects of pokermasa.rules such as Raise(to=12)'
    """
    example = "Raise(to=12)"
    if isinstance(value, str):
        with suppress(UciError):
            example = repr(read(value))
    found = f"{in_short(value)} is a {type(value).__name__}, not an act"
    return f"{found}; acts are objects of pokermasa.rules such as {example}"


_CODES = "CH CA FO RR<to> TR HR PR AA"


def _short(text: str) -> str:
    return repr(text if len(text) <= 24 else text[:24] + "…")
