"""Finished hands of tables played at random: the server's data, and the engine's chips per step.

python web/random_hands.py SEED        # JSON, for hand/step.test.ts
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from typing import Any

from random_tables import CHANGES, TABLES, RandomTable

from pokermasa.histories.history import Acted, BoardDealt
from pokermasa.histories.replay import scenes
from pokermasa.masa import MasaError
from pokermasa.masa.game import Game
from pokermasa.rules import IllegalAct
from pokermasa.server.storage.archive.archived_hand import ArchivedHand, hand_data, hand_history


def hands(dice: random.Random) -> Iterator[Game]:
    for _ in range(TABLES):
        table, seen = RandomTable(dice), None
        for _ in range(CHANGES):
            try:
                table.play_one()
            except (MasaError, IllegalAct):
                continue
            game = table.masa.last_game
            if game is not None and game is not seen and table.masa.game is None:
                seen = game
                yield game


def hand_with_steps(game: Game, number: int) -> dict[str, Any]:
    names = {side: f"player {side}" for side in game.sides}
    archived = ArchivedHand("0" * 32, "m", "Copper", number, 0, game, names, None)
    steps = []
    for scene in scenes(hand_history(archived)):
        kind = "act" if isinstance(scene.step, Acted) else "board"
        if kind == "act" and scene.move is None:
            continue
        if not isinstance(scene.step, Acted | BoardDealt):
            continue
        dealer = scene.dealer
        steps.append(
            {
                "kind": kind,
                "is_over": scene.situation.end,
                "stacks": [stack.stack for stack in dealer.stacks],
                "wagers": [stack.recent_wager for stack in dealer.stacks],
                "roles": [str(stack.role) for stack in dealer.stacks],
                "pots": [pot.wager for pot in (dealer.running_pot, *dealer.side_pots)],
                "board": [str(card) for card in scene.board],
            }
        )
    return {"hand": hand_data(archived), "steps": steps}


if __name__ == "__main__":
    played = hands(random.Random(int(sys.argv[1])))
    json.dump([hand_with_steps(game, number) for number, game in enumerate(played)], sys.stdout)
