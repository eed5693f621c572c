"""A room in this program: two clients of yours and house bots play fixed limit, 10/20.

python examples/own_room.py
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from queue import Queue

from pokermasa.room import Action, Client, Player, Server


class Caller(Client):
    """A client that checks or calls, and puts all chip counts after each hand into a queue."""

    def __init__(self) -> None:
        self.results: Queue[str] = Queue()

    def act(self, allowed: AbstractSet[Action]) -> Action:  # the whole strategy
        return Action.CHECK if Action.CHECK in allowed else Action.CALL

    def hand_ended(self, players: Sequence[Player]) -> None:
        self.results.put(", ".join(f"{player.name} {player.cash}" for player in players))


if __name__ == "__main__":
    with Server(tables=3, big_blind=20, bots=True) as server:
        ann, bo = Caller(), Caller()
        for name, client in (("Ann", ann), ("Bo", bo)):
            server.create_account(name, "correct horse")
            server.login(name, "correct horse")
            server.join_table(name, 1, client)
        for number in range(1, 6):
            print(f"hand {number}: {ann.results.get(timeout=120)}")
