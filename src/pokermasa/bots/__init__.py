"""Who plays when nobody does."""

from pokermasa.bots.basic import Basic
from pokermasa.bots.bot import Answer, Bot, Choice, Company, Student
from pokermasa.bots.caller import Caller

__all__ = ["Answer", "Basic", "Bot", "Caller", "Choice", "Company", "Student"]
