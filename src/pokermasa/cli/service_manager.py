"""What a room that runs as a service tells systemd."""

from __future__ import annotations

import contextlib
import os
import socket


def notify_open() -> None:
    """Tells systemd that the room is open (`Type=notify`, sd_notify(3)). Elsewhere nothing
    happens."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):  # a socket without a file, which Linux has
        address = "\0" + address[1:]
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.connect(address)
        line.sendall(b"READY=1")
