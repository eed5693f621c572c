"""Tests of `masa admin doctor` for the bus: whether it answers, which processes are connected,
and whether their versions and clocks agree."""

import json
from pathlib import Path

import pytest

from pokermasa import __version__
from pokermasa.server.admin.bus_examination import Heard, examine_bus, judge, read
from pokermasa.server.settings import Settings
from tests.server.room import open_room
from tests.server.several import nats


def said(settings: Settings) -> list[tuple[str, str, str]]:
    return [(one.what, str(one.verdict), one.words) for one in examine_bus(settings)]


@pytest.mark.one_process("it has a bus of its own")
def test_doctor_lists_the_processes_on_the_bus_and_reports_an_unreachable_bus(
    tmp_path: Path,
) -> None:
    with nats() as bus:
        with open_room(tmp_path, bus=bus.url, lease_ms=1_000) as room:
            settings = room.settings
            ((what, verdict, text),) = said(settings)
            assert (what, verdict) == ("bus", "well")
            assert text.startswith(f"answers at nats://127.0.0.1:{bus.port}; there: ")
            assert bus.secret not in text
        ((_, verdict, text),) = said(settings)
        assert (verdict, "no process of this room" in text) == ("well", True)
        wrong = settings.model_copy(update={"bus": f"nats://wrong@127.0.0.1:{bus.port}"})
        ((_, verdict, text),) = said(wrong)
        assert (verdict, "password" in text) == ("wrong", True)
    ((what, verdict, text),) = said(settings)
    assert (what, verdict, "does it run" in text) == ("bus", "wrong", True)
    ((what, verdict, _),) = said(settings.model_copy(update={"bus": ""}))
    assert (what, verdict) == ("bus", "well")


def test_doctor_reports_versions_and_clocks_that_differ() -> None:
    now = 1_800_000_000_000
    here = {"from": "a", "machine": "one", "pid": 7, "version": __version__, "now": now + 30}
    first = read(json.dumps(here).encode(), now)
    assert first == Heard("one", 7, __version__, 30)
    other = Heard("two", 8, "0.0.1", -5_000)
    same = Settings(address_key="/etc/key")  # type: ignore[arg-type]
    assert list(judge([first], same)) == []
    (upgraded,) = judge([first._replace(version="0.0.1")], same)
    text = f"the processes run 0.0.1, but {__version__} is installed here"
    assert (upgraded.what, text in upgraded.words) == ("versions", True)
    found = {one.what: (str(one.verdict), one.words) for one in judge([first, other], same)}
    assert found["versions"][0] == "warning"
    assert "0.0.1" in found["versions"][1]
    assert found["clock"] == ("wrong", "two:8 is -5.0 s from this machine: run an NTP client")
    assert "configuration" not in found
    own = {one.what for one in judge([first, other], Settings())}
    assert "configuration" in own, "each machine has a key of its own for addresses"
    for nonsense in (b"", b"[]", b"{}", b'{"from": "a", "is_gone": true}', b"\xff"):
        assert read(nonsense, now) is None
    older = read(b'{"from": "a", "machine": "m", "pid": 1}', now)
    assert older == Heard("m", 1, "an older one", 0)
