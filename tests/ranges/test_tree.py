"""The betting tree before the flop."""

import pytest

from pokermasa.ranges.tree import CALL, FOLD, JAM, RAISE, Node, Spec, build
from tests.cases import each

SPECS = [Spec(seats, depth) for seats in (2, 9) for depth in (20, 40, 100)]


def after(nodes: list[Node], *acts: str) -> Node:
    node = nodes[0]
    for act in acts:
        node = node.children[act]
    return node


@each("spec", SPECS)
def test_every_hand_of_the_tree_ends_with_one_to_three_players(spec: Spec) -> None:
    for node in build(spec):
        state = node.state
        assert (state.turn is None) == (not node.children)
        assert max(state.wagers) <= spec.depth
        if state.turn is None:
            assert 1 <= len(state.live) <= 3
            assert len({state.wagers[seat] for seat in state.live}) == 1 or len(state.live) == 1


@each("spec", SPECS)
def test_nodes_are_numbered_parents_first(spec: Spec) -> None:
    """The order of the nodes is the order in the table file."""
    nodes = build(spec)
    assert [node.number for node in nodes] == list(range(len(nodes)))
    assert all(node.parent.number < node.number for node in nodes if node.parent is not None)


def test_the_usual_line_of_a_raise_a_reraise_and_a_call() -> None:
    nodes = build(Spec(9, 100))
    open_ = after(nodes, *[FOLD] * 5, RAISE)
    assert open_.state.wagers[5] == 2.5
    three = after(nodes, *[FOLD] * 5, RAISE, RAISE, FOLD, FOLD)
    assert (three.state.wagers[6], three.state.turn) == (8, 5)
    assert three.children[CALL].state.pot == 17.5
    assert three.children[CALL].state.turn is None


def test_only_the_small_blind_limps() -> None:
    nodes = build(Spec(9, 100))
    for folds in range(7):
        assert CALL not in after(nodes, *[FOLD] * folds).children
    assert CALL in after(nodes, *[FOLD] * 7).children


def test_short_stacks_may_push_at_once_and_deep_ones_not() -> None:
    assert JAM in build(Spec(9, 20))[0].children
    assert JAM not in build(Spec(9, 100))[0].children


def test_positions_are_counted_from_the_button() -> None:
    assert Spec(9, 100).position(6) == "BTN"
    assert [Spec(2, 100).position(seat) for seat in (0, 1)] == ["BTN", "BB"]
    assert Spec(2, 100).place(1) == 0, "heads-up, the big blind acts first after the flop"
    assert Spec(9, 100).place(7) == 0


def test_an_act_that_is_not_possible_is_refused() -> None:
    with pytest.raises(KeyError):
        build(Spec(9, 100))[0].state.after(CALL)
