"""Reads the command files of TexasSolver, so that its users can solve their subgames here.

The commands about the tree become a subgame. `set_accuracy`, `set_thread_num` and
`set_max_iteration` become limits. Commands about TexasSolver's own output are ignored.
"""

from __future__ import annotations

from typing import NamedTuple, NoReturn

from pokermasa.solve.refusal import SolveError, SolveRefusal
from pokermasa.solve.subgame import Subgame

_IGNORED = {
    *("build_tree", "start_solve", "dump_result", "set_dump_rounds", "set_print_interval"),
    *("set_use_isomorphism", "set_use_halffloats", "estimate_tree_memory", "exit"),
}
_KINDS = ("bet", "raise", "donk", "allin")


class Commands(NamedTuple):
    """The content of a command file."""

    subgame: Subgame
    """The subgame to solve."""
    target: float
    """Exploitability at which to stop, in per cent of the pot."""
    iterations: int | None
    """Largest number of iterations; None if not given."""
    threads: int | None
    """Number of threads; None if not given."""


def read(text: str) -> Commands:
    """Read a command file. Raises `SolveError` with the line for a command that is unknown or
    wrong.

    >>> commands = read('''
    ... set_pot 50
    ... set_effective_stack 200
    ... set_board Qs,Jh,2h,7c,3d
    ... set_range_oop AA,KK:0.5,AKs
    ... set_range_ip QQ,JTs
    ... set_bet_sizes oop,river,bet,50,100
    ... set_bet_sizes ip,river,raise,60
    ... set_bet_sizes oop,river,allin
    ... set_allin_threshold 0.67
    ... set_accuracy 0.3
    ... ''')
    >>> commands.target, commands.subgame.pot, len(commands.subgame.hands[0])
    (0.3, 50, 16)
    """
    values: dict[str, str] = {}
    sizes: dict[str, list[str]] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        command, _, rest = line.strip().partition(" ")
        rest = rest.strip()
        if not command or command.startswith("#") or command in _IGNORED:
            continue
        if command == "set_bet_sizes":
            player, round, kind, *amounts = [*rest.lower().replace(" ", "").split(","), "", ""][:]
            amounts = [amount for amount in amounts if amount]
            known = player in ("oop", "ip") and round in ("flop", "turn", "river")
            if not known or kind not in _KINDS:
                _refuse(number, line, "set_bet_sizes oop|ip,flop|turn|river,bet|raise|donk|allin,…")
            if kind == "allin":
                for each in ("bet", "raise"):
                    sizes.setdefault(f"{round} {player} {each}", []).append("all-in")
            else:
                listed = sizes.setdefault(f"{round} {player} {kind}", [])
                listed.extend(f"{amount}%" for amount in amounts)
        elif command in _KNOWN:
            values[command] = rest
        else:
            _refuse(number, line, f"one of {', '.join(sorted((*_KNOWN, 'set_bet_sizes')))}")
    for needed in ("set_pot", "set_effective_stack", "set_board", "set_range_oop", "set_range_ip"):
        if needed not in values:
            raise SolveError(SolveRefusal.UNREADABLE, f"the file has no {needed}")
    return _commands(values, sizes)


_KNOWN = {
    *("set_pot", "set_effective_stack", "set_board", "set_range_oop", "set_range_ip"),
    *("set_allin_threshold", "set_raise_limit", "set_accuracy", "set_max_iteration"),
    "set_thread_num",
}


def _commands(values: dict[str, str], sizes: dict[str, list[str]]) -> Commands:
    table = {name: ", ".join(dict.fromkeys(listed)) for name, listed in sizes.items()}
    # Donk bets are allowed only in rounds for which the file has donk sizes.
    donks = any("donk" in name for name in table)
    for round in ("turn", "river"):
        table.setdefault(f"{round} oop donk", "")
    subgame = Subgame.from_board(
        values["set_board"],
        _whole(values, "set_pot"),
        _whole(values, "set_effective_stack"),
        values["set_range_oop"],
        values["set_range_ip"],
        bets="",
        sizes=table,
        all_in_from=_number(values, "set_allin_threshold", 1.0),
        donks=donks,
        raise_cap=_count(values, "set_raise_limit"),
    )
    return Commands(
        subgame,
        _number(values, "set_accuracy", 0.5),
        _count(values, "set_max_iteration"),
        _count(values, "set_thread_num"),
    )


def _number(values: dict[str, str], name: str, default: float) -> float:
    try:
        return float(values[name]) if name in values else default
    except ValueError:
        raise SolveError(
            SolveRefusal.UNREADABLE, f"{name} needs a number, not {values[name][:40]!r}"
        ) from None


def _whole(values: dict[str, str], name: str) -> int:
    number = _number(values, name, 0)
    if number != int(number):
        raise SolveError(
            SolveRefusal.CHIPS, f"{name} needs a whole number, not {values[name][:40]!r}"
        )
    return int(number)


def _count(values: dict[str, str], name: str) -> int | None:
    return _whole(values, name) if name in values else None


def _refuse(number: int, line: str, expected: str) -> NoReturn:
    raise SolveError(
        SolveRefusal.UNREADABLE, f"line {number}: {line.strip()[:60]!r}: expected {expected}"
    )
