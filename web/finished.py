"""Finished hands of tables played at random: as the room tells them, and as the engine has them.

python web/finished.py SEED        # JSON, for hand/step.test.ts
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from typing import Any

from scenes import CHANGES, TABLES, Scene

from pokermasa.histories.history import Acted, BoardDealt
from pokermasa.histories.replay import scenes
from pokermasa.masa import MasaError
from pokermasa.masa.game import Game
from pokermasa.rules import IllegalAct
from pokermasa.server.storage.archive.archived_hand import ArchivedHand, hand_data, hand_history


def hands(dice: random.Random) -> Iterator[Game]:
    for _ in range(TABLES):
        table, seen = Scene(dice), None
        for _ in range(CHANGES):
            try:
                table.something()
            except (MasaError, IllegalAct):
                continue
            game = table.masa.last_game
            if game is not None and game is not seen and table.masa.game is None:
                seen = game
                yield game


def told(game: Game, number: int) -> dict[str, Any]:
    names = {side: f"player {side}" for side in game.sides}
    kept = ArchivedHand("0" * 32, "m", "Copper", number, 0, game, names, None)
    stood = []
    for scene in scenes(hand_history(kept)):
        kind = "act" if isinstance(scene.step, Acted) else "board"
        if kind == "act" and scene.move is None:
            continue
        if not isinstance(scene.step, Acted | BoardDealt):
            continue
        dealer = scene.dealer
        stood.append(
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
    return {"hand": hand_data(kept), "stood": stood}


if __name__ == "__main__":
    played = hands(random.Random(int(sys.argv[1])))
    json.dump([told(game, number) for number, game in enumerate(played)], sys.stdout)
