"""Repeats the columns of `plan`, as plain numbers; held by tests/solve/test_plan.py.

Compiled code knows no enums.
"""

FOLDED, SHOWN, DEAL = 2, 3, 5
KIND, ACTS, CHILDREN, ROW, PLACE, BELOW, REACH, LANE = 0, 1, 2, 3, 4, 5, 6, 8
FIRST, LAST, LEVEL, BOARD, IS_LAST, DECISIONS, DECISION_BASE, DEALS = 0, 1, 2, 3, 4, 5, 6, 7
DEAL_COUNT, ROWS, BASE, LANE_COUNT, LANES_SHOWN, LANE_REACH = 8, 9, 11, 13, 15, 17
BOARD_CHILDREN, IMAGES, LIVE, SCORE = 0, 1, 2, 4
UNITS = 4
