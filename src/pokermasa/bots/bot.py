"""What a bot is: something that looks at a view and answers with an act."""

from typing import Protocol

from pokermasa.rules import PlayerAct, View


class Bot(Protocol):
    def choose(self, view: View) -> PlayerAct:
        """One of `view.acts`, or a raise between the ends of `view.raises`. The view is what a
        person on that side sees, and nothing more."""
        ...
