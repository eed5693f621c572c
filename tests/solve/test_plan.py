"""The compiled walk repeats the columns of the arrays as numbers of its own file."""

from pokermasa.solve import plan, traversal
from pokermasa.solve.plan import BoardFact, Kind, NodeFact, SegmentFact


def test_the_columns_are_those_of_the_plan():
    for enum, others in (
        (Kind, {"FIRST": None, "SECOND": None, "ALL_IN": None}),
        (NodeFact, {}),
        (SegmentFact, {"LANES": "LANE_COUNT"}),
        (BoardFact, {"CHILDREN": "BOARD_CHILDREN"}),
    ):
        for column in enum:
            name = others.get(column.name, column.name)
            if name is not None:
                assert getattr(traversal, name) == column, (enum, column)
    assert traversal.UNITS == plan.UNITS
    assert (Kind.FIRST, Kind.SECOND) == (0, 1)  # a decision's kind is its player
