"""Converts a hand played on a masa to a `History`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pokermasa.histories.history import History
from pokermasa.histories.record import record
from pokermasa.masa.game import Game
from pokermasa.masa.side import Side


def history(
    game: Game, names: Mapping[Side, str], fields: Mapping[str, Any] | None = None
) -> History:
    """Return the history of *game*, which must be finished (`Masa.last_game`)."""
    dealer, cards = game.situation.dealer, game.situation.hand_dealer
    assert cards is not None
    hand_fields = {"seats": [side + 1 for side in game.sides], **(fields or {})}
    if game.boards[1:] and "finishing_stacks" not in hand_fields:
        hand_fields["finishing_stacks"] = list(game.final_stacks)
    usual_bets = (dealer.blinds.big, 2 * dealer.blinds.big)
    return record(
        game.stacks,
        dealer.button,
        dealer.blinds,
        cards,
        game.acts,
        rules=dealer.rules,
        posts=game.posts,
        bets=None if dealer.bets == usual_bets else dealer.bets,
        names=[names[side] for side in game.sides],
        fields=hand_fields,
        more_boards=game.boards[1:],
    )
