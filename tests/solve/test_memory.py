"""The available memory: that of the machine or of the container, not counting reclaimable file
cache."""

from pathlib import Path

import pytest

from pokermasa.solve import memory


def test_available_memory_is_the_least_reported_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    meminfo = tmp_path / "meminfo"
    meminfo.write_text("MemTotal: 99 kB\nMemAvailable:    5000 kB\n")
    monkeypatch.setattr(memory, "_MEMINFO", meminfo)
    group = (str(tmp_path), "memory.max", "memory.current", "inactive_file")
    monkeypatch.setattr(memory, "_GROUPS", (group,))
    assert memory.available() == 5000 * 1024  # no container
    (tmp_path / "memory.max").write_text("3000000\n")
    (tmp_path / "memory.current").write_text("2500000\n")
    (tmp_path / "memory.stat").write_text("anon 1\ninactive_file 400000\nactive_file 7\n")
    assert memory.available() == 900000
    (tmp_path / "memory.max").write_text("max\n")
    assert memory.available() == 5000 * 1024


def test_total_memory_is_used_if_free_memory_is_not_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "_MEMINFO", tmp_path / "none")
    monkeypatch.setattr(memory, "_GROUPS", ())
    assert memory.available() > 10**8
