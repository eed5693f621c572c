"""The measured server in a process of its own: a room, or a server that only echoes.

The process runs `python -m bench.load --serve`.
"""

import asyncio
import contextlib
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def serve(what: str, port: int, settings: str) -> None:
    import uvicorn

    if what == "prepare":
        from bench.load.room import prepared

        chosen = json.loads(settings)
        tables = chosen.pop("tables")
        print(json.dumps(asyncio.run(prepared(Path(chosen["data"]), chosen, tables))))
        return
    if what == "echo":
        from fastapi import FastAPI, WebSocket, WebSocketDisconnect

        app = FastAPI()

        @app.websocket("/ws")
        async def echo(ws: WebSocket) -> None:
            await ws.accept()
            with contextlib.suppress(WebSocketDisconnect):
                while True:
                    await ws.send_text(await ws.receive_text())

    else:
        from pokermasa.server import app as room
        from pokermasa.server.connection import connection
        from pokermasa.server.connection.server import Server
        from pokermasa.server.settings import Settings

        connection.MOST_BEHIND = 4096  # Clients that share a core with others fall behind.
        chosen = Settings(**json.loads(settings), port=port, log_level="error")
        if chosen.workers > 1:
            from pokermasa.cli.workers import Workers
            from pokermasa.server.connection.listener import bind

            Workers(chosen, bind(chosen.host, port)).run(lambda: None)
            return
        Server(room.build(chosen), chosen).run()
        return
    from pokermasa.server.connection.websocket_protocol import SocketProtocol

    uvicorn.run(
        app,
        host="127.0.0.1",
        port=port,
        log_level="error",
        ws=SocketProtocol,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        backlog=4096,
    )


def _order(what: str, settings: dict[str, Any]) -> list[str]:
    arguments = ["--serve", what, "--settings", json.dumps(settings)]
    return [sys.executable, "-m", "bench.load", *arguments]


def _environment(checkout: Path | None) -> dict[str, str]:
    """The environment in which `import pokermasa` finds the package of *checkout*."""
    return {**os.environ} | ({} if checkout is None else {"PYTHONPATH": str(checkout / "src")})


def prepared_by(
    checkout: Path, settings: dict[str, Any], tables: int
) -> tuple[list[str], list[list[str]]]:
    """Accounts and tables like `prepared`, made by the code of *checkout*."""
    made = subprocess.run(
        _order("prepare", {**settings, "tables": tables}),
        env=_environment(checkout),
        stdout=subprocess.PIPE,
        check=True,
    )
    ids, secrets = json.loads(made.stdout)
    return ids, secrets


@contextlib.contextmanager
def running(
    what: str, settings: dict[str, Any] | None = None, source: Path | None = None
) -> Iterator[tuple[int, int]]:
    """Yield the server's port and process id. *source* is the checkout whose code runs, None is
    this one."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    order = [*_order(what, settings or {}), "--port", str(port)]
    process = subprocess.Popen(order, env=_environment(source))
    try:
        if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
            cores = sorted(os.sched_getaffinity(0))
            os.sched_setaffinity(process.pid, {cores[0]})
        _await_port(port, process)
        yield port, process.pid
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _await_port(port: int, process: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        assert process.poll() is None, "the server did not start"
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    raise AssertionError("the server did not open its port")
