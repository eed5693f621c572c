"""Analysis of a finished hand: odds, equities, ranges and the value of each act, step by step.

The analysis uses the history alone. A viewer who may not see a card gets a history without that
card, so no figure of the analysis can reveal it.
"""

import pokermasa.batch  # noqa: F401  (says what to install)
from pokermasa.study.analysis import Analysis, StepStudy, analyse
from pokermasa.study.data import analysis_data
from pokermasa.study.decision import DecisionStudy, Verdict
from pokermasa.study.solved_line import FIRST, Limits

__all__ = [
    "FIRST",
    "Analysis",
    "DecisionStudy",
    "Limits",
    "StepStudy",
    "Verdict",
    "analyse",
    "analysis_data",
]
