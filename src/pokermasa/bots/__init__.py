"""Who plays when nobody does. `named` turns a name into a bot."""

from pokermasa.bots.basic import Basic
from pokermasa.bots.bot import Answer, Bot, Choice, Company, Student
from pokermasa.bots.caller import Caller
from pokermasa.bots.folder import Folder
from pokermasa.bots.raiser import Raiser
from pokermasa.bots.random_bot import RandomBot

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
