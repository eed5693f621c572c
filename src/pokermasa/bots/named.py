"""Resolves names of bots: `caller`, `basic:0.3`, `house:shark`, `rival:honest`, `mybot.py`,
`./mybot -v`.

Each name becomes an `Entry`, which keeps the name from the command line, can be pickled for another
process, and creates any number of new bots.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeAlias

from pokermasa.bots.bot import Bot
from pokermasa.bots.simple_bots import Basic, Caller, Folder, Raiser, RandomBot

Make: TypeAlias = Callable[[int], Bot]
"""A function that creates a new bot. The argument seeds the bot's own random choices, if it makes
any."""

BASELINES: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "caller": Caller,
    "raiser": Raiser,
    "folder": Folder,
    "basic": Basic,
}
SCRIPTS = (".js", ".mjs", ".cjs")
"""File name endings of bots that are run with Node.js."""
_MANY = re.compile(r"([1-9][0-9]?)x(?=\S)")


class NoBot(ValueError):
    """Raised if a name does not identify a bot, or the bot cannot be used here."""


class Entry(NamedTuple):
    name: str
    make: Make


def entry(bot: str | Entry | type | Bot) -> Entry:
    """Return the entry for a bot's name, or for a class or an object with a method `choose(view)`.

    A class is instantiated without arguments for every new bot. An object is copied in its present
    state.

    >>> entry("caller").name, entry(Caller).name, entry(Caller()).name
    ('caller', 'Caller', 'Caller')
    >>> entry(7)
    Traceback (most recent call last):
        ...
    TypeError: a bot is a name, or a class or an object with a method choose(view), not 7
    """
    if isinstance(bot, Entry):
        return bot
    if isinstance(bot, str):
        return named(bot)
    if not callable(getattr(bot, "choose", None)):
        message = "a bot is a name, or a class or an object with a method choose(view)"
        raise TypeError(f"{message}, not {bot!r:.80}")
    if isinstance(bot, type):
        return Entry(bot.__name__, _make(bot))
    return Entry(type(bot).__name__, partial(_copy, bot))


def _copy(bot: Bot, seed: int) -> Bot:
    return deepcopy(bot)


def named(text: str, limit: float = 1.0) -> Entry:
    """Return the entry for the bot named *text*. A program has *limit* seconds for each act.

    >>> named("caller").name, type(named("basic:0.3").make(1)).__name__
    ('caller', 'Basic')
    >>> named("nobody")
    Traceback (most recent call last):
        ...
    pokermasa.bots.named.NoBot: no bot is named 'nobody'; known: random, caller, raiser, folder,
    basic, house; or a file (mybot.py, mybot.js) or a program (./mybot)
    """
    text = text.strip()
    word, _, rest = text.partition(":")
    if word == "house":
        return Entry(text, _house(rest))
    if word == "rival":
        return Entry(text, _rival(rest))
    if word == "basic":
        return Entry(text, _make(partial(Basic, _tightness(rest)) if rest else Basic))
    if text in BASELINES:
        return Entry(text, _make(BASELINES[text]))
    words = tuple(command(text))
    from pokermasa.bots import process

    if not process.IS_POSSIBLE:
        raise NoBot(f"{text!r}: {process.NOT_HERE}")
    _verify_loads(text, words, limit)
    return Entry(_called(text), partial(_program, words, limit))


def several(text: str, limit: float = 1.0) -> list[Entry]:
    """Return the entries for a name with an optional count in front, such as `caller` or
    `5xcaller`.

    >>> [entry.name for entry in several("2xcaller")]
    ['caller', 'caller']
    """
    many = _MANY.match(text)
    if many is None:
        return [named(text, limit)]
    return [named(text[many.end() :], limit)] * int(many[1])


def listed(text: str, limit: float = 1.0) -> list[Entry]:
    """Return the entries of a comma-separated list. Options of house bots may contain commas too.

    >>> [entry.name for entry in listed("caller,2xbasic:0.3,raiser")]
    ['caller', 'basic:0.3', 'basic:0.3', 'raiser']
    """
    entries: list[str] = []
    for word in text.split(","):
        if entries and "=" in word and entries[-1].partition(":")[0].endswith("house"):
            entries[-1] += f",{word}"
        else:
            entries.append(word.strip())
    return [entry for word in entries for entry in several(word, limit)]


def command(text: str) -> list[str]:
    """Return the command line that runs a bot given as a file or a program. Raises `NoBot` if there
    is none."""
    path = Path(text.partition(".py:")[0] + ".py" if ".py:" in text else text)
    if path.is_file():
        if path.suffix == ".py":
            return [sys.executable, "-m", "pokermasa.bots.stdio", text]
        if path.suffix in SCRIPTS:
            if node := shutil.which("node"):
                return [node, text]
            raise NoBot(f"{text} needs Node, and there is no `node` here")
        if not os.access(path, os.X_OK):
            raise NoBot(f"{text} is no program: chmod +x {text}, if it should be")
        return [str(path.resolve())]
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise NoBot(f"{text!r} cannot be read as a command: {error}") from None
    if not words or shutil.which(words[0]) is None:
        known = ", ".join([*BASELINES, "house"])
        what = "there is no file" if path.suffix in (".py", *SCRIPTS) else "no bot is named"
        others = "or a file (mybot.py, mybot.js) or a program (./mybot)"
        raise NoBot(f"{what} {text!r}; known: {known}; {others}")
    return words


def _verify_loads(text: str, words: tuple[str, ...], limit: float) -> None:
    """Raises `NoBot` for a Python file that cannot be loaded, and for a program that ends before it
    has answered, before the bot is seated."""
    from pokermasa.bots import process
    from pokermasa.bots.referee import Fault

    try:
        if words[1:3] == ("-m", "pokermasa.bots.stdio"):
            process.load(words, limit + process.START)
        else:
            process.try_out(words, limit)
    except Fault as fault:
        raise NoBot(f"{text} cannot be loaded: {fault}") from None


def _called(text: str) -> str:
    """Return the display name: a file name without folder and ending, or the class after `.py:`."""
    if ".py:" in text:
        return text.rpartition(":")[2]
    return Path(text).stem if Path(text).is_file() else text


def _make(kind: Callable[[], Bot]) -> Make:
    return partial(_plain, kind)


def _plain(kind: Callable[[], Bot], seed: int) -> Bot:
    return kind()


def _program(words: tuple[str, ...], limit: float, seed: int) -> Bot:
    from pokermasa.bots.process import ProcessBot

    return ProcessBot(words, limit, seed)


def _tightness(text: str) -> float:
    try:
        Basic(number := float(text))
    except ValueError:
        raise NoBot(f"basic:{text}: tightness is a number from 0 to 1, as in basic:0.3") from None
    return number


def _house(options: str) -> Make:
    from pokermasa.bots.house import House

    if options.partition(",")[0] == "limit":
        from pokermasa.bots.limit.limit import Limit

        solving = options.removeprefix("limit").removeprefix(",solving=") or "0"
        if solving not in ("0", "1"):
            message = "known are house:limit and, with rivers solved, house:limit,solving=1"
            raise NoBot(f"house:{options}: {message}")
        return _make(partial(Limit, solving == "1"))

    try:
        House.named(options)
    except ValueError as error:
        raise NoBot(f"house:{options}: {error}") from None
    return partial(_house_bot, options)


def _house_bot(options: str, seed: int) -> Bot:
    from pokermasa.bots.house import House

    return House.named(options, seed)


def _rival(name: str) -> Make:
    from pokermasa.bots.rivals import RIVALS

    if name not in RIVALS:
        raise NoBot(f"rival:{name}: known are {', '.join(RIVALS)}")
    try:
        RIVALS[name]()
    except ModuleNotFoundError as error:
        raise NoBot(f"rival:{name} needs a package that is not installed: {error.name}") from None
    return _make(RIVALS[name])
