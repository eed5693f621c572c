"""Runs a bot of ours as a program: `python -m pokermasa.bots.stdio mybot.py`, docs/bots.md.

What the bot prints goes to the standard error: the output is for answers.
"""

from __future__ import annotations

import json
import random
import sys
import traceback
from collections.abc import Iterable, Iterator
from contextlib import redirect_stdout

from pokermasa.bots import message
from pokermasa.bots.bot import Bot, Student
from pokermasa.bots.file import NoBotInFile, load
from pokermasa.bots.message import Message
from pokermasa.bots.referee import in_words


def answers(bot: Bot, news: Iterable[Message]) -> Iterator[Message]:
    """An answer to every question."""
    student = bot if isinstance(bot, Student) else None
    for told in news:
        match told["type"]:
            case "hello":
                random.seed(told["seed"])
            case "act":
                view = message.read_view(told)
                try:
                    yield message.answer(bot.choose(view), told["turn"])
                except Exception as error:  # one hand is lost, not the program
                    traceback.print_exc()
                    yield {"turn": told["turn"], "fault": in_words(error)}
            case "hand" if student is not None:
                student.meet(message.read_company(told))
            case "hand_over" if student is not None:
                student.learn(message.read_view(told))


def main() -> None:
    output = sys.stdout
    with redirect_stdout(sys.stderr):
        try:
            bot = load(sys.argv[1])
        except NoBotInFile as error:
            sys.exit(str(error))
        for answer in answers(bot, map(json.loads, sys.stdin)):
            output.write(json.dumps(answer) + "\n")
            output.flush()


if __name__ == "__main__":
    main()
