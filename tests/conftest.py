"""What every test folder shares."""

import re
import signal

import pytest
from hypothesis import settings

from tests.mission import carried_by, statements

# A busy machine is slow, not wrong.
settings.register_profile("house", settings(), deadline=None)
settings.load_profile("house")


# A shell's background job ignores Ctrl-C, and hands that on: tests that press it would wait.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_bdd_apply_tag(tag, function):
    """A scenario tagged @S002-31 shows that statement, as a marked test would."""
    if not re.fullmatch(r"S\d+-\d+", tag):
        return None  # any other tag is an ordinary marker, which pytest-bdd applies
    pytest.mark.statement(tag)(function)
    return True


def pytest_runtest_setup(item):
    unknown = carried_by(item) - set(statements())
    if unknown:
        pytest.fail(f"no such statement in docs/mission.md: {', '.join(sorted(unknown))}")
