"""A finished hand, studied: odds, equities, ranges and what each act was worth, step by step.

Everything is worked out from the history alone. Whoever may not see a card is given a history
without it, and no figure can tell what it was.
"""

import pokermasa.batch  # noqa: F401  (says what to install)
from pokermasa.study.analysis import Analysis, StepStudy, analyse
from pokermasa.study.data import analysis_data
from pokermasa.study.decision import DecisionStudy, Solver

__all__ = ["Analysis", "DecisionStudy", "Solver", "StepStudy", "analyse", "analysis_data"]
