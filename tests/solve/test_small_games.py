"""Games with known solutions: the solver's strategies, evaluated by OpenSpiel's exploitability."""

from collections.abc import Callable
from typing import Any

import pyspiel
import pytest
from open_spiel.python import policy as spiel_policy
from open_spiel.python.algorithms import exploitability

from pokermasa.solve.game_arrays import NodeKind
from tests.solve.small_games import average, kuhn, leduc


def as_policy(game: Any, name: str) -> tuple[Any, Any]:
    """Return the solver's average strategy as a policy of OpenSpiel, by traversing both trees
    together."""
    spiel = pyspiel.load_game(name)
    table = spiel_policy.TabularPolicy(spiel)

    def walk(state: Any, node: Any, board: int, hands: tuple[Any, ...]) -> None:
        if state.is_terminal():
            return
        if state.is_chance_node():
            for card, _ in state.chance_outcomes():
                if len(hands) < 2:
                    walk(state.child(card), node, board, (*hands, card))
                else:
                    come = game.cards.listed.index((2 * card,))
                    walk(state.child(card), node.children[0], come, hands)
            return
        assert node.kind == state.current_player()
        legal = state.legal_actions()
        assert len(legal) == len(node.children)
        played = average(game, node, board)[:, hands[node.kind]]
        row = table.policy_for_key(state.information_state_string())
        row[:] = 0
        for act, part, child in zip(legal, played, node.children, strict=True):
            row[act] = part
            walk(state.child(act), child, board, hands)

    walk(spiel.new_initial_state(), game.root, 0, ())
    return spiel, table


GAMES = [(kuhn, "kuhn_poker", 4090), (leduc, "leduc_poker", 4090)]


@pytest.mark.parametrize(("make", "name", "rounds"), GAMES)
def test_kuhn_and_leduc_are_solved_by_open_spiels_exploitability(
    make: Callable[..., Any], name: str, rounds: int
) -> None:
    game = make()
    game.learn(rounds)
    spiel, table = as_policy(game, name)
    theirs = exploitability.exploitability(spiel, table)
    assert theirs < 1e-4
    ours = sum(game.best()) / 2
    assert ours == pytest.approx(theirs, abs=2e-6)


def test_the_first_player_of_kuhns_poker_loses_an_eighteenth() -> None:
    game = kuhn()
    game.learn(1020)
    first, second = game.expected()
    assert first == pytest.approx(-1 / 18, abs=1e-5)
    assert second == pytest.approx(1 / 18, abs=1e-5)


def test_an_unsolved_game_plays_uniformly_and_is_exploitable() -> None:
    game = kuhn()
    assert average(game, game.root, 0).tolist() == [[0.5] * 3] * 2
    assert sum(game.best()) / 2 > 0.4
    assert game.root.kind == NodeKind.FIRST
