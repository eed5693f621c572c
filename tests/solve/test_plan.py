"""The compiled walk knows the columns of the arrays as plain numbers."""

from pokermasa.solve import column, plan
from pokermasa.solve.plan import BoardFact, Kind, NodeFact, SegmentFact


def test_the_columns_are_those_of_the_plan() -> None:
    for enum, others in (
        (Kind, {"FIRST": None, "SECOND": None, "ALL_IN": None}),
        (NodeFact, {}),
        (SegmentFact, {"LANES": "LANE_COUNT"}),
        (BoardFact, {"CHILDREN": "BOARD_CHILDREN"}),
    ):
        for fact in enum:
            name = others.get(fact.name, fact.name)
            if name is not None:
                assert getattr(column, name) == fact, (enum, fact)
    assert column.UNITS == plan.UNITS
    assert (Kind.FIRST, Kind.SECOND) == (0, 1)  # a decision's kind is its player
