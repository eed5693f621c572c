"""Tests of hands exported in every format for their viewers and read back: with spectators,
private players and winners who did not show, all final stacks are present."""

import io
import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokermasa.histories.formats import FORMATS
from pokermasa.histories.history import History, HistoryError
from pokermasa.histories.replay import result
from pokermasa.masa.game import Game
from pokermasa.server.http.hand_text import (
    HandFormat,
    LeftOut,
    all_written,
    told_left_out,
)
from pokermasa.server.storage.archive.archived_hand import ArchivedHand
from tests.masa.books import Books
from tests.masa.walk import opening, step

FILES = {HandFormat.PHH: "phhs", HandFormat.POKERSTARS: "pokerstars", HandFormat.OHH: "ohh"}


def games(rng: Random, hands: int) -> list[Game]:
    """Return finished hands of a random table, with short stacks, side pots and boards run
    twice.
    """
    found: list[Game] = []
    books = Books(opening(rng))
    for side in range(books.masa.sides):
        books.do("buy_in", side, rng.choice((10, 40, 200)))
    for _ in range(600):
        step(books, rng, leisure=0.2)
        last = books.masa.last_game
        is_over = last is not None and books.masa.game is None and last.situation.end
        # A hand that was called off has no end.
        if last is not None and is_over and last not in found:
            found.append(last)
        if len(found) >= hands:
            break
    return found


def archived(game: Game, rng: Random, number: int) -> ArchivedHand:
    stacks = range(len(game.sides))
    viewer = rng.choice((None, *stacks))
    private = frozenset(i for i in stacks if i != viewer and rng.random() < 0.3)
    names = {side: f"(private {side})" for side in game.sides}
    names |= {s: f"P {s}" for i, s in enumerate(game.sides) if i not in private}
    hand = ArchivedHand(
        f"{number:020x}", "m", "felt", number, 1_800_000_000_000, game, names, viewer, private
    )
    return hand._replace(is_shared=rng.random() < 0.5)


def ends(history: History, game: Game) -> list[int]:
    """Return the final stacks in the order of the sides of the game, whatever order of players
    a format uses."""
    end = result(history)
    assert end is not None, "somebody won"
    by_seat = dict(zip(history.seats, end.stacks, strict=True))
    return [by_seat[side + 1] for side in game.sides]


def verify(rng: Random) -> tuple[int, int, int]:
    """Export the hands, read them back and compare. Return the number of hands, of those run twice,
    and of those won by a private player who did not show.
    """
    found = games(rng, 6)
    hands = [archived(game, rng, number) for number, game in enumerate(found, 1)]
    for format, name in FILES.items():
        left_out: list[LeftOut] = []
        text = "".join(all_written(hands, format, 1, left_out))
        gone = {one.hand for one in left_out}
        received = [hand for hand in hands if hand.id not in gone]
        read = list(FORMATS[name].reader()(io.StringIO(text)))
        assert [one.error for one in read] == [None] * len(received), (format, text)
        for hand, one in zip(received, read, strict=True):
            assert ends(one.history, hand.game) == list(hand.game.final_stacks), (format, hand)
            known = {
                seat
                for seat, cards in zip(one.history.seats, one.history.hands, strict=True)
                if None not in cards
            }
            assert known <= {hand.game.sides[i] + 1 for i in hand.seen}, "and no card more"
        assert (told_left_out(left_out, format) == "") == (not gone)
    twice = sum(bool(game.boards[1:]) for game in found)
    return len(found), twice, sum(bool(hand.private) for hand in hands)


@pytest.mark.parametrize("seed", [0, 1, 12, 312])
def test_final_stacks_can_be_read_from_every_format(seed: int) -> None:
    assert verify(Random(f"export {seed}"))[0] > 0


@pytest.mark.soak
@settings(deadline=None)
@given(seed=st.integers(0, 10**9))
def test_final_stacks_can_be_read_from_exports_of_many_random_tables(seed: int) -> None:
    verify(Random(f"export {seed}"))


def test_a_hand_that_a_format_cannot_express_is_named_at_the_end_of_the_file() -> None:
    left_out = [LeftOut("ab12", "the name 'x' cannot be written")]
    for format in (HandFormat.PHH, HandFormat.POKERSTARS):
        message = told_left_out(left_out, format)
        assert message == "# left out: hand ab12: the name 'x' cannot be written\n"
        assert told_left_out([], format) == ""
    data = json.loads(told_left_out(left_out, HandFormat.OHH))
    assert data == {"left_out": [{"hand": "ab12", "reason": "the name 'x' cannot be written"}]}


def test_only_hands_that_the_writer_refused_are_left_out_of_a_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = Random("export 2")
    hands = [archived(game, rng, n) for n, game in enumerate(games(rng, 3), 1)]
    from pokermasa.server.http import hand_text

    write, seen = hand_text.pokerstars.write_all, []  # type: ignore[attr-defined]  # what it imports

    def refusing(named: Any, hero: Any) -> Any:
        seen.append(1)
        if len(seen) == 2:
            raise HistoryError("a bonus outside of the pot cannot be told in this format")
        return write(named, hero)

    monkeypatch.setattr(hand_text.pokerstars, "write_all", refusing)  # type: ignore[attr-defined]  # what it imports
    left_out: list[LeftOut] = []
    text = "".join(all_written(hands, HandFormat.POKERSTARS, 1, left_out))
    assert [one.hand for one in left_out] == [hands[1].id]
    assert len(list(FORMATS["pokerstars"].reader()(io.StringIO(text)))) == len(hands) - 1
