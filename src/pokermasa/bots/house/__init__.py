"""The house bot, based on the list of factors in document 004. Read `house` first, then
`decision`."""

from pokermasa.bots.house.character import CHARACTERS, Character
from pokermasa.bots.house.house import House

__all__ = ["CHARACTERS", "Character", "House"]
