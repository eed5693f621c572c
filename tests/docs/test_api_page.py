"""Tests that docs/api.md has every public name of the library, and that each has a description."""

import inspect
import re
from importlib import import_module

import pokermasa
from tests.test_house import HOUSE, MAY_IMPORT, REPOSITORY

PAGE = (REPOSITORY / "docs" / "api.md").read_text("utf-8")
PARTS = re.findall(r"automodule:: (\S+)\n   :members:", PAGE)
NOT_A_LIBRARY = {"server", "cli", "notebook", "client", "notation"}
"""Packages that are programs or have no names of their own: their modules are on the page."""


def test_every_package_with_public_names_is_on_the_page() -> None:
    assert {f"pokermasa.{room}" for room in MAY_IMPORT if room not in NOT_A_LIBRARY} <= {*PARTS}
    assert len(PARTS) == len(set(PARTS))
    for package in HOUSE.glob("*/__init__.py"):
        if package.parent.name not in NOT_A_LIBRARY:
            assert "__all__" in package.read_text("utf-8"), package


def test_every_public_name_has_a_description_so_that_it_is_listed() -> None:
    for part in PARTS:
        module = import_module(part)
        assert (module.__doc__ or "").strip(), part
        for name in getattr(module, "__all__", ()):
            value = getattr(module, name)
            if inspect.isclass(value) or inspect.isroutine(value):
                assert (value.__doc__ or "").strip(), f"{part}.{name}"


def test_names_of_the_top_are_on_the_page() -> None:
    top = PAGE[: PAGE.index("\n## ")]
    for name in (*pokermasa.__all__, "equities"):
        assert name == "__version__" or f"`{name}`" in top, name
