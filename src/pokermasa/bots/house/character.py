"""Playing styles of the house bot: five sliders and a set of named characters."""

from __future__ import annotations

from typing import NamedTuple


class Character(NamedTuple):
    """Five sliders from 0 to 1. With tightness, aggression and bluffing at 0.5 the bot follows its
    calculated values without any bias.

    >>> Character.named("rock").tightness
    0.9
    >>> Character.named("shark,bluffing=0.8,aggression=0.9")
    Character(tightness=0.5, aggression=0.9, bluffing=0.8, adaptivity=1.0, solving=0.5)
    >>> Character.named("dragon")
    Traceback (most recent call last):
        ...
    ValueError: no character is named 'dragon'; known: shark, rock, nit, mouse, regular, gambler,
    maniac, bully, actor, tourist, station, cowboy, robot
    """

    tightness: float = 0.5
    """Preference for folding. 0 plays any two cards that cost at most the pot, 1 plays hardly
    any."""
    aggression: float = 0.5
    """Preference for raising instead of calling."""
    bluffing: float = 0.5
    """Preference for bluffs. 0 never bluffs, 1 bluffs whenever a bluff might work."""
    adaptivity: float = 1.0
    """Weight of what the bot has observed about each opponent. 0 treats all opponents alike."""
    solving: float = 0.0
    """Use of the solver. Below 0.5 the bot looks only one act ahead. From 0.5 it solves rivers
    against one opponent, and with 1 turns as well."""

    @classmethod
    def named(cls, text: str = "") -> Character:
        """Return the character described by a name, by sliders, or by both: `rock`,
        `tightness=0.7`, `rock,bluffing=1`. Without a name it is the shark without the solver, so
        that no code has to be compiled."""
        words = [word.strip() for word in text.split(",") if word.strip()]
        character = cls()
        for word in words:
            name, equals, number = (part.strip() for part in word.partition("="))
            if not equals and word is words[0]:
                character = _known(name)
            elif name not in cls._fields:
                raise ValueError(f"{word!r} is no slider; known: {', '.join(cls._fields)}")
            else:
                character = character._replace(**{name: _read_slider(name, number)})
        return character


def _known(name: str) -> Character:
    if name not in CHARACTERS:
        known = ", ".join(CHARACTERS)
        raise ValueError(f"no character is named {name!r}; known: {known}")
    return CHARACTERS[name]


def _read_slider(name: str, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise ValueError(f"{name}: from 0 to 1, not {text!r}")
    return number


CHARACTERS = {
    "shark": Character(solving=0.5),
    "rock": Character(tightness=0.9, aggression=0.4, bluffing=0.1, adaptivity=0.4),
    "nit": Character(tightness=1.0, aggression=0.7, bluffing=0.2, adaptivity=0.6),
    "mouse": Character(tightness=0.8, aggression=0.1, bluffing=0.0, adaptivity=0.3),
    "regular": Character(tightness=0.65, aggression=0.6, bluffing=0.45, adaptivity=0.7),
    "gambler": Character(tightness=0.3, aggression=0.75, bluffing=0.65, adaptivity=0.6),
    "maniac": Character(tightness=0.05, aggression=1.0, bluffing=1.0, adaptivity=0.1),
    "bully": Character(tightness=0.4, aggression=0.95, bluffing=0.7, adaptivity=0.8),
    "actor": Character(tightness=0.5, aggression=0.5, bluffing=1.0, adaptivity=0.5),
    "tourist": Character(tightness=0.15, aggression=0.3, bluffing=0.3, adaptivity=0.0),
    "station": Character(tightness=0.0, aggression=0.0, bluffing=0.0, adaptivity=0.2),
    "cowboy": Character(tightness=0.35, aggression=0.9, bluffing=0.4, adaptivity=0.2),
    "robot": Character(adaptivity=0.0),
}
