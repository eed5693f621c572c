"""Numbers of all hands of small games, stored as data that other engines can confirm."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from pokermasa.notation import fen
from tests.oracles import perft

TREES = json.loads(perft.DATA.read_text())["trees"]


def trees(keep: Callable[..., Any] = lambda row: True) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("name", [name for name, row in TREES.items() if keep(row)])


def test_every_tree_is_in_the_data() -> None:
    assert list(TREES) == list(perft.STARTS)


@trees()
def test_the_tree_starts_where_the_data_says(name: str) -> None:
    said = {key: TREES[name][key] for key in perft.described(perft.STARTS[name])}
    assert said == perft.described(perft.STARTS[name])
    assert fen.read_situation("\n".join(said["fen"])) == perft.STARTS[name].situation()


@pytest.mark.rotated
@trees(lambda row: row["tree"]["hands"] <= perft.PLAIN)
def test_perft_counts_of_small_trees(name: str) -> None:
    tree = perft.count(perft.STARTS[name].situation())
    assert tree.row() == TREES[name]["tree"]


@pytest.mark.rotated
@trees(lambda row: row["tree"]["hands"] > perft.PLAIN)
def test_perft_counts_of_large_trees(name: str) -> None:
    tree = perft.count_remembering(perft.STARTS[name].situation())
    assert tree.row() == TREES[name]["tree"]


@trees()
def test_no_chip_is_lost_in_any_hand(name: str) -> None:
    tree = TREES[name]["tree"]
    lost = tree["hands"] * sum(TREES[name]["stacks"]) - sum(tree["won"])
    assert lost > 0 if "dropped" in name else lost == 0


@pytest.mark.rotated
@trees(lambda row: row["pokerkit"] == "the same tree" and row["tree"]["hands"] < 1000)
def test_pokerkit_counts_the_same(name: str) -> None:
    assert perft.count_by_pokerkit(perft.STARTS[name]).row() == TREES[name]["tree"]


@pytest.mark.soak
@trees(lambda row: row["tree"]["hands"] < 10_000)
def test_counts_of_pokerkit_in_the_data(name: str) -> None:
    tree = perft.count_remembering(perft.STARTS[name].situation())
    assert perft.confirmed(perft.STARTS[name], tree) == TREES[name]["pokerkit"]
