"""Tests of tournaments cancelled by an operator, with payouts by ICM or with refunds of all
entries."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from pokermasa.cli.command_line import app
from pokermasa.tournament import EntrantStatus, Status
from tests.server.field import Field, events, messages_of_type
from tests.server.operator import admin
from tests.server.room import open_room
from tests.server.wired import opened

WHY = ("--reason", "the power failed")


def run(*arguments: object) -> Any:
    """Runs `masa admin` while no open room carries out orders."""
    asked = [str(word) for word in arguments]
    return CliRunner().invoke(app(asked), asked, env={"COLUMNS": "300"})


@pytest.mark.usefixtures("looking")
def test_a_refund_after_the_start_pays_entries_back_once_the_hands_are_over(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 5, seats=3, most=9, late=99, rebuys=1)
            host = await hall.line(field.host)
            await field.direct(host, "start")
            assert (await field.lines[0].ask(do="rebuy", tournament=field.id))["type"] == "done"
            await field.play(Random(4), steps=1)
            assert field.director.state.is_playing
            said = await admin(hall, "refund", field.id, *WHY)
            assert said.exit_code == 0, said.output
            again = await admin(hall, "cancel", field.id, *WHY)
            assert "called off" in again.output
            await hall.app.state.admin.look()  # The room looks twice a second.
            assert field.now.status is Status.RUNNING, "nothing is done to a hand that was dealt"
            (announced,) = [e for e in events(field.lines[0], "announced") if e["by"] == ""]
            assert (announced["command"], announced["now"]) == ("refund", False)
            assert not any(table.may_deal for table in field.director.tables.open.values())
            (table,) = [t for t in field.director.tables.open.values() if t.state.masa.is_game]
            while field.now.status is Status.RUNNING:
                await field.act(table, Random(1))
            assert field.now.status is Status.CANCELLED
            assert [await field.chips(secret) for secret in field.secrets] == [10_000] * 5
            assert events(field.lines[0], "cancelled")[-1]["why"] == "refund"
            assert messages_of_type(field.lines[3], "tournament_over")[-1]["place"] is None
            assert await field.get("/results") == []
            (order,) = [o for o in await field.get("/orders") if o["command"] == "refund"]
            assert order["by"] is None
            assert order["done"] is not None
            assert await field.books() == []

    asyncio.run(main())


@pytest.mark.usefixtures("looking")
def test_an_order_without_an_owning_process_is_carried_out_by_the_next_owner(
    tmp_path: Path,
) -> None:
    """The new owner carries out the order before it deals a hand."""

    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 3)
        assert (await admin(hall, "cancel", field.id, *WHY)).exit_code == 0
        async with opened(tmp_path) as hall:
            field.hall = hall
            director = field.director
            async with asyncio.timeout(30):
                while not director.state.tournament.is_ended:
                    await asyncio.sleep(0)
            assert director.state.tournament.hands == 0
            assert [await field.chips(secret) for secret in field.secrets] == [10_000] * 3
            assert (await field.get())["tournament"]["status"] == "cancelled"

    asyncio.run(main())


@pytest.mark.usefixtures("looking")
def test_after_prizes_are_paid_no_refund_is_possible(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 4, bounty=20)
            rng = Random(1)
            while field.now.alive == 4:
                await field.step(rng)
            said = await admin(hall, "refund", field.id, *WHY)
            assert said.exit_code == 1
            assert "prizes" in said.output
            said = await admin(hall, "refund", "t000000", *WHY)
            assert (said.exit_code, "t000000" in said.output) == (1, True)
            # A prize may be won between the order and the end of the hand; then play goes on.
            assert not field.director.state.is_ending

    asyncio.run(main())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("move", "t1"), "'PLAYER'"),
        (("move", "t1", "Ada"), "'TABLE'"),
        (("move", "t1", "Ada", "0"), "'TABLE'"),
        (("move", "t1", "Ada", "-1"), ""),
        (("move", "t1", "Ada", "two"), "'TABLE'"),
        (("move", "t1", "Ada", "2", "3"), "unexpected extra argument"),
        (("penalise", "t1", "Ada"), "'HANDS'"),
        (("penalise", "t1", "Ada", "10001"), "'HANDS'"),
        (("penalise", "t1", "Ada", "1.5"), "'HANDS'"),
        (("disqualify", "t1"), "'PLAYER'"),
        (("disqualify", "t1", "Ada", "2"), "unexpected extra argument"),
        (("disqualify",), "'ID'"),
    ],
)
def test_an_incomplete_order_about_a_player_is_refused(
    tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    ended = run("admin", *words, *WHY, "--data", tmp_path)
    assert ended.exit_code == 2
    assert said in ended.output


@pytest.mark.parametrize("command", ["move", "penalise", "disqualify"])
def test_an_order_about_a_player_needs_a_reason(tmp_path: Path, command: str) -> None:
    with open_room(tmp_path, house_tables=False):
        number = () if command == "disqualify" else ("2",)
        ended = run("admin", command, "t1", "Ada", *number, "--data", tmp_path)
    assert ended.exit_code == 2
    assert "give a reason" in ended.output


@pytest.mark.usefixtures("looking")
def test_orders_about_a_player_arrive_as_typed_and_a_move_needs_an_open_table(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 6, seats=3, most=9)
            await field.direct(await hall.line(field.host), "start")
            names = [entry.account.name for entry in field.director.state.entries]
            for text in (
                ("penalise", names[0], "2"),
                ("penalise", names[1], "1"),
                ("disqualify", names[2]),
                ("disqualify", "nobody at all"),
            ):
                command, name, *number = text
                ended = await admin(hall, command, field.id, name, *number, *WHY)
                assert (ended.exit_code == 0) == (name in names), ended.output
            await hall.app.state.admin.look()
            ended = await admin(hall, "move", field.id, names[3], "99", *WHY)
            assert ended.exit_code == 1
            assert "has no open table 99; open tables: 1, 2" in ended.output
            given: list[Any] = []
            rng = Random(1)
            while len(given) < 3:
                await field.step(rng)
                orders = [o for o in await field.get("/orders") if o["done"] is not None]
                given = [(o["command"], o["number"]) for o in orders if o["by"] is None]
            assert sorted(given) == [
                ("disqualify", None),
                ("penalise", 1),
                ("penalise", 2),
            ]
            status = field.now.entrants[2].status
            assert status is EntrantStatus.DISQUALIFIED

    asyncio.run(main())
