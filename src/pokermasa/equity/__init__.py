"""Equity: how often hands and ranges win, counted exactly or sampled.

>>> [round(share.equity, 4) for share in equity(["AhKh", "QsQd"]).shares]
[0.4621, 0.5379]
"""

import pokermasa.batch  # noqa: F401  (says what to install)
from pokermasa.equity.calculation import Equity, EquityError, EquityRefusal, Share, equity
from pokermasa.equity.counting import Tally, tally

__all__ = ["Equity", "EquityError", "EquityRefusal", "Share", "Tally", "equity", "tally"]
