"""Tests of the room's routes for the web client."""

from __future__ import annotations

import gzip
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from pokermasa.server.http import front_page as front
from tests.server.room import open_room

PAGE = "<!doctype html><title>the client</title>"
SCRIPT = "console.log('masa')"


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "web"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(PAGE)
    (folder / "icon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (folder / ".built").touch()
    (folder / "assets" / "masa-abc.js").write_text(SCRIPT)
    (folder / "assets" / "masa-abc.js.gz").write_bytes(gzip.compress(SCRIPT.encode()))
    monkeypatch.setattr(front, "BUILT", folder)
    return folder


@pytest.fixture
def browser(built: Path, tmp_path: Path) -> Iterator[httpx.Client]:
    with (
        open_room(tmp_path / "room") as room,
        httpx.Client(base_url=room.url, headers={"Accept": "text/html"}) as client,
    ):
        yield client


@pytest.mark.rotated
@pytest.mark.parametrize(
    "path",
    [
        *(
            "/",
            "/account",
            "/rules",
            "/docs",
            "/masa/3f0c9a12",
            "/hand/17",
            "/shared/0123abcd",
            "/hands",
        ),
        *("/hands/upload", "/me/stats", "/player/Ann%20B.", "/leaderboards", "/tools/equity"),
    ],
)
def test_every_path_of_the_client_can_be_reloaded(browser: httpx.Client, path: str) -> None:
    answer = browser.get(path)
    assert (answer.status_code, answer.text) == (200, PAGE)
    assert answer.headers["cache-control"] == "no-cache"


def test_a_page_has_a_document_of_its_own_that_names_its_files(
    browser: httpx.Client, built: Path
) -> None:
    (built / "pages").mkdir()
    own = "<!doctype html><link rel=modulepreload href=/assets/masa-abc.js>"
    (built / "pages" / "masa.html").write_text(own)
    answer = browser.get("/masa/3f0c9a12")
    assert (answer.status_code, answer.text) == (200, own)
    assert answer.headers["cache-control"] == "no-cache"
    assert browser.get("/account").text == PAGE
    assert browser.get("/pages/masa.html").status_code == 404


def test_a_page_runs_nothing_but_the_room_s_own_files(browser: httpx.Client) -> None:
    policy = browser.get("/").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "style-src 'self';" in policy
    assert "unsafe" not in policy


def test_files_with_a_content_hash_in_their_name_are_cached_for_ever(
    browser: httpx.Client,
) -> None:
    answer = browser.get("/assets/masa-abc.js")
    assert answer.text == SCRIPT
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"].startswith("text/javascript")


def test_a_browser_that_takes_gzip_is_sent_the_smaller_file(browser: httpx.Client) -> None:
    packed = browser.get("/assets/masa-abc.js", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.text == SCRIPT
    plain = browser.get("/assets/masa-abc.js", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == SCRIPT


@pytest.mark.rotated
@pytest.mark.parametrize("path", ["/openapi.json", "/api/wire"])
def test_the_large_descriptions_are_sent_compressed(browser: httpx.Client, path: str) -> None:
    packed = browser.get(path, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) * 5 < len(packed.content)
    plain = browser.get(path, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.json() == packed.json()


@pytest.mark.parametrize(
    ("host", "is_sent"),
    [("localhost", True), ("127.0.0.1:80", True), ("[::1]:80", True), (None, False)],
)
def test_a_page_over_plain_http_in_a_network_has_no_header_that_browsers_report(
    browser: httpx.Client, host: str | None, is_sent: bool
) -> None:
    """`None` is the name of this machine, as people in the same network type it."""
    answer = browser.get("/", headers={"Host": host or socket.gethostname()})
    assert answer.status_code == 200
    assert ("cross-origin-opener-policy" in answer.headers) is is_sent


@pytest.mark.parametrize(
    "path",
    ["/assets/nothing.js", "/assets/..%2findex.html", "/assets/%2e%2e%2f.built", "/.built"],
)
def test_no_other_file_is_served(browser: httpx.Client, path: str) -> None:
    answer = browser.get(path)
    assert answer.status_code == 404
    assert "built" not in answer.text


def test_an_unknown_path_shows_a_page_to_people_and_a_refusal_to_programs(
    browser: httpx.Client,
) -> None:
    person = browser.get("/nowhere")
    assert (person.status_code, person.text) == (404, PAGE)
    program = browser.get("/nowhere", headers={"Accept": "application/json"})
    assert (program.status_code, program.json()["code"]) == (404, "NOT_FOUND")
    assert browser.get("/api/nowhere").json()["code"] == "NOT_FOUND"


def test_a_room_without_a_built_client_opens_with_a_message(
    browser: httpx.Client, built: Path
) -> None:
    (built / "index.html").unlink()
    answer = browser.get("/masa/3f0c9a12")
    assert answer.status_code == 200
    assert "make web" in answer.text
    assert "/openapi.json" in browser.get("/docs").text
    assert browser.get("/api/tables").status_code == 200
