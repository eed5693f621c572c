"""The house bot, after document 004's list of factors. Start with `house`, then `decision`."""

from pokermasa.bots.house.character import CHARACTERS, Character
from pokermasa.bots.house.house import House

__all__ = ["CHARACTERS", "Character", "House"]
