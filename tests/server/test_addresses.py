"""The addresses of the room that the page shows to people on its own machine."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from pokermasa.server import address
from pokermasa.server.http import lobby
from tests.server.room import open_room

LAN = ["192.168.1.7", "10.0.0.3"]


def addresses(tmp_path: Path, **settings: Any) -> Any:
    with open_room(tmp_path, **settings) as room, httpx.Client(base_url=room.url) as client:
        return client.get("/api/lobby/addresses").json()


@pytest.fixture(autouse=True)
def lan(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "network_addresses", lambda: LAN)


def test_a_room_in_the_local_network_lists_its_addresses_to_clients_of_this_machine(
    tmp_path: Path,
) -> None:
    urls = addresses(tmp_path, host="0.0.0.0")["urls"]
    assert [url.rpartition(":")[0] for url in urls] == [f"http://{one}" for one in LAN]


def test_a_room_for_this_machine_only_has_no_address_for_others(tmp_path: Path) -> None:
    assert addresses(tmp_path) == {"urls": []}


def test_a_room_with_a_public_address_lists_only_that_address(tmp_path: Path) -> None:
    found = addresses(tmp_path, public_url="https://poker.example.org")
    assert found == {"urls": ["https://poker.example.org"]}


def test_clients_on_other_machines_do_not_get_the_addresses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "address_of", lambda request: "203.0.113.9")
    assert addresses(tmp_path, host="0.0.0.0") == {"urls": []}


def test_addresses_of_this_machine_are_private_and_no_loopback() -> None:
    for found in address.network_addresses():
        assert not address.is_this_machine(found)
