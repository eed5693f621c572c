import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def plain_path(tmp_path: Path) -> Iterator[Path]:
    """A temporary folder without a blank in its path, for commands and configuration of a server,
    whose own folders have none.
    """
    if " " not in str(tmp_path):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        yield Path(folder)
