"""A worker process, started by `masa serve --workers N`. See cli/workers.py."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import signal
import socket
import sys
import threading

from pokermasa.cli.workers import OPEN
from pokermasa.server import app, log
from pokermasa.server.connection import server as serving
from pokermasa.server.connection.socket_passing import SocketPassing
from pokermasa.server.settings import Settings


class WorkerServer(serving.Server):
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            print(OPEN, flush=True)


def main() -> None:
    order = json.loads(sys.stdin.readline())
    settings = Settings(**order["settings"])
    log.start(settings.log_level, settings.log_json)
    listening = [socket.socket(fileno=file) for file in order["files"]]
    threading.Thread(target=_end_with_parent, daemon=True).start()
    is_started = False
    with contextlib.suppress(KeyboardInterrupt, SystemExit):  # uvicorn raises these again
        server = WorkerServer(app.build(settings), settings, SocketPassing(**order["fellows"]))
        try:
            server.run(listening)
        except serving.CannotOpen as error:
            logging.getLogger(__name__).error("%s", error)
        finally:
            is_started = server.started
    if not is_started:
        sys.exit(1)


def _end_with_parent() -> None:
    """Ends the process when its parent is gone, because then there is no bus and no restart."""
    sys.stdin.read()
    logging.getLogger(__name__).warning("the process that started this one is gone: so it ends")
    os.kill(os.getpid(), signal.SIGINT)


if __name__ == "__main__":
    main()
