"""Computer players. `named` turns a name such as `house:shark` into a bot."""

from pokermasa.bots.bot import Answer, Bot, Choice, Company, Student
from pokermasa.bots.simple_bots import Basic, Caller, Folder, Raiser, RandomBot

__all__ = [
    "Answer",
    "Basic",
    "Bot",
    "Caller",
    "Choice",
    "Company",
    "Folder",
    "Raiser",
    "RandomBot",
    "Student",
]
