"""Who plays when nobody does."""

from pokermasa.bots.basic import Basic
from pokermasa.bots.bot import Bot
from pokermasa.bots.caller import Caller

__all__ = ["Basic", "Bot", "Caller"]
