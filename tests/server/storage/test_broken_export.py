"""Tests of exported tournament hands that were altered: reading gives a clear refusal or a
hand that every format writes alike, and never a fault."""

import asyncio
import io
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pokermasa.histories.formats import FORMATS
from pokermasa.histories.history import History, HistoryError
from pokermasa.histories.replay import result
from pokermasa.histories.tournament_hand import TournamentHand
from pokermasa.rules import StackIndex
from pokermasa.server.study import upload_reader
from tests.server.field import Field
from tests.server.wired import PATIENCE, Decks, dealt_from, foreseeable, opened

EXPORTS = {"phh": "phhs", "pokerstars": "pokerstars", "ohh": "ohh"}
"""Name of each export format in the room, and in the readers."""
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
CARD = re.compile(r"\b[2-9TJQKA][cdhs]|\?\?")
ODD = (
    *("0", "-1", "1", "2", "10", "1.5", "999999", "10000000000000000000000", "1e999", "-0.0"),
    *("nan", "inf", "-inf", "NaN", "Infinity", "", "''", '""', "true", "null", "[]", "{}", "٣"),
    *(
        "[[]]",
        "0x" + "f" * 6000,
        "9" * 6000,
        "1979-05-27",
        "00:00:01",
        "x",
        "\u202e",
        "$",
        "+",
        "/",
    ),
)
VALUES: tuple[Any, ...] = (
    *(
        None,
        True,
        False,
        0,
        -1,
        1.5,
        10**30,
        1e308,
        -0.0,
        "",
        "x",
        "0",
        "As",
        [],
        {},
        [[]],
        {"a": 1},
    ),
    *(float("inf"), float("nan"), ["As", "As"], [0, 0], "\0", "x" * 999, "Ad 2", "1,5", "２"),
)


async def exported(folder: Path, monkeypatch: Any) -> dict[str, list[str]]:
    """Return exported hands by format, as saved by one of the players: from the first hand of a
    tournament to its last.
    """
    # Reads the whole file as one piece, also on a slow machine.
    monkeypatch.setattr(upload_reader, "SECONDS", PATIENCE)
    foreseeable(monkeypatch, "broken export")
    dealt_from(Decks("broken export"), monkeypatch)
    async with opened(folder) as hall:
        field = await Field.entered(hall, 8, seats=3, stack=800, bounty=20)
        await field.play(Random(5))
        texts: dict[str, list[str]] = {}
        async with hall.client(field.secrets[0]) as client:
            for name in EXPORTS:
                answer = await client.get(f"/api/tournaments/{field.id}/hands/{name}")
                texts[name] = split(name, answer.text)
        return texts


def split(name: str, text: str) -> list[str]:
    marks = {"phh": r"^(?=\[\d+\]$)", "pokerstars": r"^(?=PokerStars )", "ohh": r"^(?=\{)"}
    return [part for part in re.split(marks[name], text, flags=re.M) if part.strip()]


def nodes(value: Any) -> list[tuple[Any, Any]]:
    """Return every place in a JSON value, as its container and its key."""
    keys: Any = ()
    if isinstance(value, dict):
        keys = list(value)
    elif isinstance(value, list):
        keys = range(len(value))
    found = [(value, key) for key in keys]
    return found + [place for key in keys for place in nodes(value[key])]


def other_json(text: str, rng: Random) -> str:
    data = json.loads(text)
    for _ in range(rng.choice((1, 1, 2, 4))):
        places = nodes(data)
        holder, key = rng.choice(places)
        match rng.randrange(5):
            case 0:
                del holder[key]
            case 1 if isinstance(holder, list):
                holder.insert(key, holder[key])
            case 2:
                other, at = rng.choice(places)
                holder[key] = other[at]
                try:
                    json.dumps(data)
                except ValueError:  # The value contains itself.
                    return other_json(text, rng)
            case _:
                holder[key] = rng.choice(VALUES)
        if not nodes(data):
            break
    return json.dumps(data)


def other_line(lines: list[str], rng: Random, others: list[str]) -> None:
    at = rng.randrange(len(lines))
    line = lines[at]
    match rng.randrange(8):
        case 0:
            del lines[at]
        case 1:
            lines.insert(rng.randrange(len(lines) + 1), line)
        case 2:
            to = rng.randrange(len(lines))
            lines[at], lines[to] = lines[to], line
        case 3:
            lines.insert(at, rng.choice(others))
        case 4 | 5 if found := list(NUMBER.finditer(line)):
            one = rng.choice(found)
            lines[at] = line[: one.start()] + rng.choice(ODD) + line[one.end() :]
        case 6 if found := list(CARD.finditer(line)):
            one = rng.choice(found)
            card = rng.choice(("As", "2c", "??", "Xx", "a", ""))
            lines[at] = line[: one.start()] + card + line[one.end() :]
        case _:
            start, end = sorted(rng.choices(range(len(line) + 1), k=2))
            lines[at] = line[:start] + rng.choice((*ODD, line[start:end] * 2)) + line[end:]


def broken(name: str, texts: list[str], rng: Random) -> str:
    text = rng.choice(texts)
    if name == "ohh" and rng.random() < 0.7:
        return other_json(text, rng)
    lines = text.splitlines()
    others = rng.choice(texts).splitlines()
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        if lines:
            other_line(lines, rng, others)
    joined = rng.choice(("\n", "\n", "\n", "\r\n")).join(lines)
    return joined[: rng.randrange(len(joined) + 1)] if rng.random() < 0.05 else joined + "\n"


def comparable(history: History) -> tuple[Any, ...]:
    """Return the result of a hand in seat order, independent of the order of the players."""
    end = result(history)
    rows = sorted(
        (
            history.seats[i],
            history.name(StackIndex(i)),
            None if end is None else end.net[i] / history.scale,
        )
        for i in range(history.players)
    )
    about = TournamentHand.from_fields(history.fields)
    places = None
    if about is not None:
        places = sorted((history.seats[f.stack], f.place) for f in about.finishes)
    return (rows, None if about is None else about.level, places)


def upload(folder: Path, text: str) -> None:
    """Read the text as the room reads an upload."""
    path = folder / "brought.txt"
    path.write_text(text, "utf-8", "surrogatepass")
    piece = upload_reader.read_piece(str(path), None, 0)
    upload_reader.close(str(path))
    assert piece.is_end or piece.fault


def verify(name: str, text: str) -> tuple[int, int]:
    """Return the number of hands read and the number refused."""
    read = refused = 0
    for found in FORMATS[EXPORTS[name]].reader()(io.StringIO(text)):
        if found.history is None:
            assert str(found.error), "a refusal says why"
            refused += 1
            continue
        try:
            known = comparable(found.history)
        except HistoryError:
            refused += 1
            continue
        read += 1
        for format in ("phhs", "pokerstars", "ohh"):
            try:
                again = "".join(FORMATS[format].writer()([("1", found.history)]))
            except HistoryError:
                continue
            (back,) = FORMATS[format].reader()(io.StringIO(again))
            assert back.error is None, (format, back.error, again)
            if format == EXPORTS[name]:
                assert comparable(back.history) == known, (format, again)
    return read, refused


def storm(texts: dict[str, list[str]], name: str, seeds: range, folder: Path) -> None:
    read = refused = 0
    for seed in seeds:
        text = broken(name, texts[name], Random(f"{name} {seed}"))
        try:
            counts = verify(name, text)
            upload(folder, text)
        except Exception as fault:
            raise AssertionError(f"seed {seed}:\n{text[:4000]}") from fault
        read, refused = read + counts[0], refused + counts[1]
    assert read > len(seeds) / 20
    assert refused > len(seeds) / 20


@pytest.mark.rotated
def test_exported_hands_can_be_read_and_altered_ones_cause_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = asyncio.run(exported(tmp_path, monkeypatch))
    for name in EXPORTS:
        assert len(texts[name]) > 4
        for text in texts[name]:
            assert verify(name, text) == (1, 0)
        storm(texts, name, range(100), tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("name", EXPORTS)
def test_many_altered_exports_cause_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    storm(asyncio.run(exported(tmp_path, monkeypatch)), name, range(20_000), tmp_path)
