"""Preflop ranges of our own: tables that were trained by CFR, and the ranges after real acts.

>>> found = chart("BTN")
>>> sorted(found.acts), found.percent("raise") > 30
(['fold', 'raise'], True)
"""

import pokermasa.batch  # noqa: F401  (says what to install)
from pokermasa.ranges.chart import Chart, ChartError, chart
from pokermasa.ranges.reading import Reading, read_acts
from pokermasa.ranges.table import GameTable, tables

__all__ = ["Chart", "ChartError", "GameTable", "Reading", "chart", "read_acts", "tables"]
