"""Client addresses in the form in which limits count them, and lists of networks."""

from __future__ import annotations

import contextlib
import socket
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

EVERYBODY = "*"


def parsed(host: str) -> IPv4Address | IPv6Address | None:
    """Return the address, that of IPv4 if it is an IPv4 address in the form of IPv6, or None."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


@lru_cache(4096)
def counted(host: str) -> str:
    """Return the key by which an address is counted: for IPv6 its /64 network, because one client
    can use all of its addresses.

    >>> counted("192.0.2.7"), counted("::ffff:192.0.2.7")
    ('192.0.2.7', '192.0.2.7')
    >>> counted("2001:db8::1") == counted("2001:db8::ffff:2%eth0")
    True
    """
    address = parsed(host)
    if address is None:
        return host[:64]  # Proxies may write arbitrary text.
    is_ipv4 = address.version == 4
    return str(address if is_ipv4 else IPv6Network((address, 64), strict=False))


def is_this_machine(host: str) -> bool:
    """Whether *host* is this machine, so that messages to it cannot be intercepted on a network.

    >>> [is_this_machine(one) for one in ("localhost", "127.0.0.9", "::1", "::ffff:127.0.0.1")]
    [True, True, True, True]
    >>> [is_this_machine(one) for one in ("192.0.2.7", "example.org", "")]
    [False, False, False]
    """
    address = parsed(host)
    return host == "localhost" if address is None else address.is_loopback


def network_addresses() -> list[str]:
    """Return the private IPv4 addresses of this machine, that of the default route first."""
    found: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.connect(("192.0.2.1", 9))  # a UDP socket sends nothing here
        found.append(one.getsockname()[0])
    with contextlib.suppress(OSError):
        found += [
            str(at[0]) for *_, at in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        ]
    private = [address for address in found if ip_address(address).is_private]
    return [one for one in dict.fromkeys(private) if not is_this_machine(one)]


def is_network(word: str) -> bool:
    """Whether *word* is an address or a network such as 192.0.2.0/24."""
    try:
        ip_network(word, strict=False)
    except ValueError:
        return False
    return True


class Networks:
    """A set of addresses and networks, parsed from a comma-separated list. `*` contains every
    address."""

    def __init__(self, text: str) -> None:
        words = [word.strip() for word in text.split(",") if word.strip()]
        self._is_everybody = EVERYBODY in words
        self._networks: list[IPv4Network | IPv6Network] = [
            ip_network(word, strict=False) for word in words if word != EVERYBODY
        ]

    def __contains__(self, host: str) -> bool:
        """Whether *host*, an address or its counted form, is in one of the networks."""
        if self._is_everybody:
            return True
        if not self._networks:
            return False
        address = parsed(host.partition("/")[0])
        return address is not None and any(address in network for network in self._networks)
