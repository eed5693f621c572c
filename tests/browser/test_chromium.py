"""A machine without a browser."""

import pytest

from tests.browser import chromium


@pytest.fixture
def bare(monkeypatch):
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(chromium.shutil, "which", lambda name: None)


def test_without_chromium_its_tests_are_skipped(bare):
    with pytest.raises(pytest.skip.Exception, match="no Chromium here"):
        chromium.path()


def test_with_ci_a_missing_chromium_is_a_failure(bare, monkeypatch):
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="no Chromium here"):
        chromium.path()


def test_it_is_installed_where_that_is_allowed(bare, monkeypatch):
    monkeypatch.setattr(chromium, "may_install", lambda: True)
    monkeypatch.setattr(chromium, "install", lambda: monkeypatch.setenv("CHROMIUM", "/new"))
    assert chromium.path() == "/new"
