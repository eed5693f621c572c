"""Tests that `make site` builds the pages without a warning. It runs in `make soak` only, because
it takes long.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_house import REPOSITORY


@pytest.mark.soak
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    arguments = ["--fail-on-warning", "--keep-going", "--quiet", "-b", "html", "docs", tmp_path]
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", *arguments],  # type: ignore[list-item]
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Situation" in (tmp_path / "api.html").read_text("utf-8")
    assert (tmp_path / "searchindex.js").exists()
