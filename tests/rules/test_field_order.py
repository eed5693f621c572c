"""The rules build and unpack some named tuples by position, for speed.

These tests fail if a field moves.
"""

import ast
from ast import Module, expr
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pokermasa import rules
from pokermasa.rules import Dealer, Move, PastAct, Posting, Pot, PotDistribution, Stack, View
from pokermasa.rules.legal import Legal
from pokermasa.rules.view import PlayerView
from tests.cases import each

ROOM = Path(rules.__file__).parent
BY_PLACE = {
    Stack: "role stack recent_wager last_action",
    Pot: "wager involved",
    PotDistribution: "wager involved shares",
    Posting: "stack kind chips is_all_in",
    Move: "player_act dealer_act acted_stack situation_before situation_after",
    PastAct: "index round act price wager to pot stack",
    PlayerView: "index role total stack wager last_action cards",
    Legal: "dealer wager total price raises all_in closed",
    View: "viewer rules blinds round settled button small_blind big_blind to_act waiting remaining "
    "all_ins price pot running_pot side_pots board players winners acts raises to_call "
    "acts_of_turn past",
    Dealer: "blinds round button turn_to_act last_full_raise running_pot side_pots stacks rules "
    "bets price pot raises full_raise_to aggressor",
}
"""Before a field moves, look for every place that counts on it: `s[0]`, `_tuple(Stack, …)`,
`role, stack, wager, _ = …`. (`dealer.py` asks for its own places by name.)"""


@each("kind", BY_PLACE)
def test_fields_have_the_positions_at_which_they_are_read(kind: Any) -> None:
    assert kind._fields == tuple(BY_PLACE[kind].split())


def made_by_place(tree: Module) -> Iterator[tuple[str, expr]]:
    """Return every `_tuple(Class, values)` or `tuple.__new__` call with its values."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and ast.unparse(call.func) in ("_tuple", "tuple.__new__"):
            kind, values = call.args
            yield ast.unparse(kind), values


def test_every_tuple_built_by_position_is_listed_in_this_file() -> None:
    listed = {kind.__name__ for kind in BY_PLACE}
    for path in sorted(ROOM.glob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        assert {name for name, _ in made_by_place(tree)} <= listed | {"cls"}, path.name


def names(values: Any) -> tuple[Any, ...]:
    return tuple(ast.unparse(value) for value in values.elts)


def test_dealer_is_unpacked_and_built_in_the_order_of_its_fields() -> None:
    """The module rules/dealer.py itself unpacks all fields under their own names."""
    tree = ast.parse((ROOM / "dealer.py").read_text("utf-8"))
    made = [names(values) for kind, values in made_by_place(tree) if kind == "Dealer"]
    taken = [
        names(node.targets[0])
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and ast.unparse(node.value) == "self"
    ]
    assert made == taken == [Dealer._fields]
    by_number = [
        ast.unparse(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "self"
    ]
    # `counted` replaces the two fields between these.
    assert by_number == ["self[:10]", "self[12:]"]
    assert Dealer._fields[10:12] == ("price", "pot")
