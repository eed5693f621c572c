"""The bully: raises the least it may whenever it may, and otherwise calls."""

from pokermasa.bots.caller import called
from pokermasa.rules import AllIn, PlayerAct, Raise, View


class Raiser:
    def choose(self, view: View) -> PlayerAct:
        if view.raises is not None:
            return Raise(view.raises[0])
        # With less than the least raise left, all in is the raise.
        return AllIn() if AllIn() in view.acts else called(view)
