"""Who the house bot is today: five sliders, and the characters they make."""

from __future__ import annotations

from typing import NamedTuple


class Character(NamedTuple):
    """Each from 0 to 1. The middle of the first three is what the bot's sums say, no more, no less.

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
    """Plays any two cards, while that costs no more than the pot … plays hardly any."""
    aggression: float = 0.5
    """Rather calls … rather raises."""
    bluffing: float = 0.5
    """Never with nothing … whenever it might work."""
    adaptivity: float = 1.0
    """Takes everybody for the same … believes what it has seen of each."""
    solving: float = 0.0
    """Looks one act ahead … from a half on, thinks a river against one opponent through, and with
    1 a turn as well."""

    @classmethod
    def named(cls, text: str = "") -> Character:
        """A character's name, sliders, or both: `rock`, `tightness=0.7`, `rock,bluffing=1`. Without
        a name it is the shark that looks one act ahead: nothing has to be compiled for it."""
        words = [word.strip() for word in text.split(",") if word.strip()]
        character = cls()
        for word in words:
            name, equals, number = (part.strip() for part in word.partition("="))
            if not equals and word is words[0]:
                character = _known(name)
            elif name not in cls._fields:
                raise ValueError(f"{word!r} is no slider; known: {', '.join(cls._fields)}")
            else:
                character = character._replace(**{name: _part(name, number)})
        return character


def _known(name: str) -> Character:
    if name not in CHARACTERS:
        known = ", ".join(CHARACTERS)
        raise ValueError(f"no character is named {name!r}; known: {known}")
    return CHARACTERS[name]


def _part(name: str, text: str) -> float:
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
