"""Fixtures and pytest hooks for all test folders."""

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

# There is no deadline for an example, since a busy machine is slow. `make soak` runs more examples.
EXAMPLES = int(os.environ.get("EXAMPLES", "40"))
settings.register_profile("house", settings(), deadline=None, max_examples=EXAMPLES)
settings.load_profile("house")


# `masa admin backup` lowers the priority of its process, which here also runs all later tests. A
# study worker with a low priority would hardly run beside other tests.
low_priority.LOWER = 0

# Background jobs of a shell inherit an ignored Ctrl-C. Tests that press it would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


# pytest imports parts of anyio while a room starts in a thread, and Python 3.11 cannot compile in
# two threads at once. Therefore all of anyio is imported first.
for name in dir(anyio):
    getattr(anyio, name)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, Any, Any]:
    """Switches off garbage collection during test collection, which otherwise takes a quarter of
    its time. The collected objects live to the end of the run anyway.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()  # Full collections in tests need not look at these objects again.
        gc.enable()


def pytest_bdd_apply_tag(tag: Any, function: Any) -> bool | None:
    """Turns a tag such as @S002-31 of a scenario into the marker `statement` of a test."""
    if not re.fullmatch(r"S\d+-\d+", tag):
        return None  # pytest-bdd makes a marker of any other tag.
    pytest.mark.statement(tag)(function)
    return True


def pytest_runtest_setup(item: Any) -> None:
    own = item.get_closest_marker("sqlite_only")
    if own and ALWAYS != SQLITE:
        pytest.skip(f"SQLite's own: {own.args[0]}")
    alone = item.get_closest_marker("one_process")
    if alone and os.environ.get("PROCESSES", "1") != "1":
        pytest.skip(f"a room of one process: {alone.args[0]}")
    # A command in an earlier test may have logged to a stream that is closed now.
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
    """The kind of database that holds the test's rooms. Set up before any other fixture opens a
    room.
    """
    kind = getattr(request, "param", ALWAYS)
    monkeypatch.setattr(Store, "kind", kind)
    before = set(Store.databases)
    yield kind
    if hasattr(request, "param") and kind == POSTGRES:
        assert set(Store.databases) - before, "nothing of it was kept on PostgreSQL"
    Store.forget(before)  # The databases of module fixtures stay.


class DoctestFiles:
    """Searches for doctests only in files that contain any, without importing the others.

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
    """Creates the folder in which the workers of this run share files."""
    configure_sampling(config)
    config.pluginmanager.register(DoctestFiles())
    if FILES not in os.environ:
        config.shared_files = new_folder("masa-tests-")
        os.environ[FILES] = str(config.shared_files)


def pytest_unconfigure(config: Any) -> None:
    if hasattr(config, "shared_files"):
        if (config.shared_files / RUNNING).exists():
            # Imported here, because most runs do not need it.
            from tests.server.postgres import stop_shared

            stop_shared(config.shared_files)
        del os.environ[FILES]
        rmtree(config.shared_files, ignore_errors=True)


def pytest_sessionfinish() -> None:
    Store.stop()
