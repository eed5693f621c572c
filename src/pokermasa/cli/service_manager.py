"""Notifies systemd about the state of the room."""

from __future__ import annotations

import contextlib
import os
import socket


def notify_open() -> None:
    """Tells systemd that the room is open (`Type=notify`, sd_notify(3)). Does nothing without
    systemd."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):  # an abstract socket of Linux
        address = "\0" + address[1:]
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.connect(address)
        line.sendall(b"READY=1")
