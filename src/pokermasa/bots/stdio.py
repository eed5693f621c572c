"""Runs a Python bot as a separate program: `python -m pokermasa.bots.stdio mybot.py`. See
docs/bots.md.

Everything that the bot prints goes to standard error, because standard output carries the answers.
"""

from __future__ import annotations

import json
import random
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stdout
from pathlib import Path

from pokermasa.bots import message
from pokermasa.bots.bot import Bot, LearningBot
from pokermasa.bots.file import NoBotInFile, load
from pokermasa.bots.message import Message
from pokermasa.bots.referee import Fault, in_words


def answers(bot: Bot, news: Iterable[Message]) -> Iterator[Message]:
    """Yield one answer for every `act` message in *news*. Raises `Fault` if the room speaks another
    version of the protocol."""
    learning_bot = bot if isinstance(bot, LearningBot) else None
    for event in news:
        match event["type"]:
            case "hello":
                message.verify_version(event["version"], "the room")
                random.seed(event["seed"])
            case "act":
                view = message.read_view(event)
                try:
                    yield message.answer(bot.choose(view), event["turn"])
                except Exception as error:  # an error costs one hand, not the whole process
                    traceback.print_exc()
                    yield {"turn": event["turn"], "fault": in_words(error)}
            case "hand" if learning_bot is not None:
                learning_bot.meet(message.read_hand_info(event))
            case "hand_over" if learning_bot is not None:
                learning_bot.learn(message.read_view(event))


def main() -> None:
    output = sys.stdout

    def say(first_message: Message) -> None:
        output.write(json.dumps(first_message) + "\n")
        output.flush()

    with redirect_stdout(sys.stderr):
        if sys.argv[2:] == ["--load"]:
            say(tried(sys.argv[1]))
            return
        try:
            bot = load(sys.argv[1])
        except NoBotInFile as error:
            sys.exit(str(error))
        say({"version": message.VERSION})
        prepare(sys.argv[1], say)
        try:
            for answer in answers(bot, map(json.loads, sys.stdin)):
                say(answer)
        except Fault as fault:
            sys.exit(str(fault))


def tried(text: str) -> Message:
    """Load a bot and return the fault message if loading fails. See `process.load`."""
    try:
        load(text)
    except NoBotInFile as error:
        return {"turn": 0, "fault": str(error)}
    except (Exception, SystemExit) as error:
        path = _path(text)
        calls = traceback.extract_tb(error.__traceback__)
        lines = [call.lineno for call in calls if Path(call.filename).resolve() == path.resolve()]
        where = f" ({path.name}, line {lines[-1]})" if lines else ""
        return {"turn": 0, "fault": f"{in_words(error)}{where}"}
    return {"turn": 0}


def _path(text: str) -> Path:
    return Path(text.partition(".py:")[0].removesuffix(".py") + ".py")


def prepare(text: str, say: Callable[[Message], None]) -> None:
    """Reports to the parent process when Numba compiles code, so that the time is counted as
    loading. If the bot's file mentions equity, the equity code is compiled now."""
    path = _path(text)
    wants_equity = "equity" in path.read_text("utf-8", errors="replace")
    if not wants_equity and "numba" not in sys.modules:
        return
    from pokermasa.batch import kernel
    from pokermasa.equity import counting as equity

    kernel.listeners.append(lambda begins: say({"loading": begins}))
    if wants_equity:
        equity.prepare()


if __name__ == "__main__":
    main()
