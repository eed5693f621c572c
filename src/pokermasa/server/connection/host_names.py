"""The host names under which the room answers.

A web page can make its own name resolve to this machine (DNS rebinding). The browser would then let
the page use a room that only this network can reach. Each request must therefore name a host that
the operator has allowed or that belongs to this machine.
"""

from __future__ import annotations

import re
import socket
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from pokermasa.server.address import EVERYBODY, Networks, is_network, is_this_machine
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import Settings

_HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([^\s:/?#@\[\]]+))(?::\d{0,5})?")
_LOCAL = ".localhost"
"""Names that browsers resolve to this machine, whatever a name server says."""


class HostNames:
    def __init__(self, settings: Settings) -> None:
        machine = socket.gethostname().lower()
        short = machine.partition(".")[0]
        public = urlsplit(settings.public_url).hostname
        names = {machine, short, f"{short}.local", settings.host, public, *settings.allowed_hosts}
        self._names = {name.lower().rstrip(".") for name in names if name}
        self._is_any = EVERYBODY in settings.allowed_hosts
        self._networks = Networks(",".join(filter(is_network, settings.allowed_hosts)))

    def verify(self, connection: HTTPConnection) -> None:
        """Refuses a request for another host. A request without a Host header passes: browsers send
        one."""
        host = connection.headers.get("host")
        if host is not None and host not in self:
            raise Refused(RoomRefusal.UNKNOWN_HOST)

    def __contains__(self, host: str) -> bool:
        """Whether *host*, the value of a Host header, is a name of the room."""
        found = _HOST.fullmatch(host.lower())
        if found is None:
            return False
        name = (found[1] or found[2]).rstrip(".")
        if self._is_any or name in self._names or name.endswith(_LOCAL) or is_this_machine(name):
            return True
        try:
            address = ip_address(name)
        except ValueError:
            return False
        return name in self._networks or _is_own(address)


def _is_own(address: IPv4Address | IPv6Address) -> bool:
    """Whether the address belongs to this machine.

    Tested by binding a socket to it, so that later changes of the network count.
    """
    if address.is_multicast or address.is_unspecified:
        return False
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as one:
            one.bind((str(address), 0))
    except OSError:
        return False
    return True
