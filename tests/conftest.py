"""What every test folder shares."""

import gc
import logging
import os
import re
import signal
from collections.abc import Generator, Iterator
from pathlib import Path
from shutil import rmtree
from typing import Any

import anyio
import anyio._backends._asyncio
import pytest
from _pytest.doctest import DoctestModule
from hypothesis import settings

from pokermasa.server import low_priority
from tests.mission import carried_by, statements
from tests.sampling import (  # noqa: F401  hooks of pytest
    pytest_collection_modifyitems,
    pytest_runtest_makereport,
    pytest_sessionstart,
    pytest_terminal_summary,
)
from tests.sampling import pytest_configure as configure_sampling
from tests.server.store import ALWAYS, FILES, POSTGRES, RUNNING, SQLITE, Store
from tests.server.unprivileged import new_folder

# A busy machine is slow, not wrong. `make soak` takes more examples.
EXAMPLES = int(os.environ.get("EXAMPLES", "40"))
settings.register_profile("house", settings(), deadline=None, max_examples=EXAMPLES)
settings.load_profile("house")


# `masa admin backup` lowers the priority of its process, which is the one of all tests after it.
low_priority.LOWER = 0

# A shell's background job ignores Ctrl-C, and hands that on: tests that press it would wait.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


# pytest reads anyio's files itself, and Python 3.11 cannot parse in two threads at once: all of it
# is loaded before a room opens in a thread of its own.
for name in dir(anyio):
    getattr(anyio, name)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, Any, Any]:
    """All that is made here stays to the end: looking through it takes a quarter of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()  # or each full collection in a test looks through it again
        gc.enable()


def pytest_bdd_apply_tag(tag: Any, function: Any) -> bool | None:
    """A scenario tagged @S002-31 shows that statement, as a marked test would."""
    if not re.fullmatch(r"S\d+-\d+", tag):
        return None  # any other tag is an ordinary marker, which pytest-bdd applies
    pytest.mark.statement(tag)(function)
    return True


def pytest_runtest_setup(item: Any) -> None:
    own = item.get_closest_marker("sqlite_only")
    if own and ALWAYS != SQLITE:
        pytest.skip(f"SQLite's own: {own.args[0]}")
    alone = item.get_closest_marker("one_process")
    if alone and os.environ.get("PROCESSES", "1") != "1":
        pytest.skip(f"a room of one process: {alone.args[0]}")
    # A command of an earlier test wrote its log there.
    for handler in list(logging.root.handlers):
        if getattr(getattr(handler, "stream", None), "closed", False):
            logging.root.removeHandler(handler)
    unknown = carried_by(item) - set(statements())
    if unknown:
        pytest.fail(f"no such statement in docs/mission.md: {', '.join(sorted(unknown))}")


def pytest_generate_tests(metafunc: Any) -> None:
    """A test marked `both_stores` runs on SQLite and on PostgreSQL."""
    if metafunc.definition.get_closest_marker("both_stores"):
        kinds = [SQLITE, POSTGRES] if ALWAYS == SQLITE else [ALWAYS]
        metafunc.parametrize("store", kinds, indirect=True)


@pytest.fixture(autouse=True)
def store(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """On which database the test's rooms are kept; before any other fixture opens one."""
    kind = getattr(request, "param", ALWAYS)
    monkeypatch.setattr(Store, "kind", kind)
    before = set(Store.databases)
    yield kind
    if hasattr(request, "param") and kind == POSTGRES:
        assert set(Store.databases) - before, "nothing of it was kept on PostgreSQL"
    Store.forget(before)  # a module's rooms stay


class DoctestFiles:
    """Looks for examples only in files that have any, without importing the others.

    A plugin of its own, because a hook of this file is not called for files outside `tests/`.
    """

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self, file_path: Path) -> Generator[None, Any, Any]:
        found = yield
        doctests = [one for one in found if isinstance(one, DoctestModule)]
        if doctests and ">>> " not in file_path.read_text("utf-8"):
            found = [one for one in found if one not in doctests]
        return found


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: Any) -> None:
    """What the workers of this run share is in a folder of its own."""
    configure_sampling(config)
    config.pluginmanager.register(DoctestFiles())
    if FILES not in os.environ:
        config.shared_files = new_folder("masa-tests-")
        os.environ[FILES] = str(config.shared_files)


def pytest_unconfigure(config: Any) -> None:
    if hasattr(config, "shared_files"):
        if (config.shared_files / RUNNING).exists():
            from tests.server.postgres import stop_shared  # most runs never need it

            stop_shared(config.shared_files)
        del os.environ[FILES]
        rmtree(config.shared_files, ignore_errors=True)


def pytest_sessionfinish() -> None:
    Store.stop()
