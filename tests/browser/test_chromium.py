"""Tests of machines without a browser."""

import pytest

from tests.browser import chromium


@pytest.fixture
def no_chromium(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(chromium.shutil, "which", lambda name: None)  # type: ignore[attr-defined]  # what it imports


def test_without_chromium_its_tests_are_skipped(no_chromium: None) -> None:
    with pytest.raises(pytest.skip.Exception, match="no Chromium here"):
        chromium.path()


def test_with_ci_a_missing_chromium_is_a_failure(
    no_chromium: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="no Chromium here"):
        chromium.path()


def test_chromium_is_installed_for_root_on_debian(
    no_chromium: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chromium, "may_install", lambda: True)
    monkeypatch.setattr(chromium, "install", lambda: monkeypatch.setenv("CHROMIUM", "/new"))
    assert chromium.path() == "/new"
