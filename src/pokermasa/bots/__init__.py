"""Computer players. `named` turns a name such as `house:shark` into a bot."""

from pokermasa.bots.bot import Bot, Decision, HandInfo, LearningBot, MixedAct
from pokermasa.bots.simple_bots import Basic, Caller, Folder, Raiser, RandomBot

__all__ = [
    "Basic",
    "Bot",
    "Caller",
    "Decision",
    "Folder",
    "HandInfo",
    "LearningBot",
    "MixedAct",
    "Raiser",
    "RandomBot",
]
