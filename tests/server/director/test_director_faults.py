"""Tests of the director with failing writes, concurrent requests at a limit, attempted
cheating by the director, and orders or deals that no longer apply."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pokermasa.cards import Deck
from pokermasa.server.lobby import seating
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.database.committer import Fault
from pokermasa.server.storage.database.writer import Writer
from pokermasa.tournament import EntrantStatus, Status
from tests.browser.fixed_deck import ACE, ORDER
from tests.server.field import Field, events, messages_of_type
from tests.server.virtual_clock import VirtualClock
from tests.server.wired import Hall, dealt_from, opened


def played(scenario: Any) -> None:
    asyncio.run(scenario)


class FullDisk:
    """A disk that accepts *left* more commits and then fails until *left* is raised."""

    def __init__(self, hall: Hall) -> None:
        self._commit = hall.lobby.writer._commit
        self.left = 10**9
        self.refused = 0
        hall.lobby.writer._commit = self

    def __call__(self, batch: list[Any]) -> list[Any]:
        self.left -= 1
        if self.left >= 0:
            return self._commit(batch)
        self.refused += 1
        return [Fault(Refused(RoomRefusal.STORAGE)) for _ in batch]


async def registered(line: Any, id: str) -> dict[str, Any]:
    answer: dict[str, Any] = await line.ask(do="register", tournament=id)
    return answer


# Consequences that cannot be written do not undo their cause


def test_an_entry_is_confirmed_even_if_the_start_after_it_cannot_be_written(
    tmp_path: Path,
) -> None:
    """The start is written automatically as soon as the disk works again."""

    async def main() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock) as hall:
            field = await Field.opened(hall, 2)
            assert (await registered(field.lines[0], field.id))["type"] == "done"
            disk = FullDisk(hall)
            # Two commits succeed: the check for an earlier payment, and the entry. The start fails.
            disk.left = 2
            assert (await registered(field.lines[1], field.id))["type"] == "done"
            assert field.now.status is Status.REGISTERING
            disk.left = 10**9
            await clock.advance(2)
            assert field.now.status is Status.RUNNING
            assert await field.books() == []

    played(main())


def test_a_written_act_is_confirmed_even_if_a_later_order_cannot_be_written(tmp_path: Path) -> None:
    """The disk is full when an order that waited for the end of the hand is written."""

    async def main() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock) as hall:
            field = await Field.entered(hall, 3)
            host = await hall.line(field.host)
            (table,) = field.director.tables.open.values()
            await table.deal()
            bystander = next(s for s in table.state.seated if s != table.state.masa.to_act)
            name = table.state.seated[bystander].name
            await field.direct(host, "penalise", name=name, number=3)
            disk = FullDisk(hall)
            while table.state.masa.to_act is not None:
                line = field.line_of(table, table.state.masa.to_act)
                disk.left = 1
                done = await line.ask(do="act", masa=table.id, act="FO", turn=table.act_clock.token)
                assert done["type"] == "done", done
            assert field.now.penalties == {}
            disk.left = 10**9
            await clock.advance(2)
            assert list(field.now.penalties.values()) == [3]

    played(main())


def test_a_failed_start_is_retried_once_a_second(tmp_path: Path) -> None:
    async def main() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock) as hall:
            starts = {"kind": "scheduled", "starts": clock.now() + 60_000}
            field = await Field.entered(hall, 3, terms=starts)
            disk = FullDisk(hall)
            await clock.advance(59)
            disk.left = 0
            await clock.advance(10)
            assert field.now.status is Status.REGISTERING
            assert disk.refused <= 20, "the disk is not asked as fast as it can refuse"
            disk.left = 10**9
            await clock.advance(3)
            assert field.now.status is Status.RUNNING

    played(main())


def test_a_start_is_delayed_while_the_outcome_of_a_commit_is_unknown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock) as hall:
            starts = {"kind": "scheduled", "starts": clock.now() + 60_000}
            field = await Field.entered(hall, 3, terms=starts)
            monkeypatch.setattr(Writer, "is_in_doubt", True)
            await clock.advance(100)
            assert field.now.status is Status.REGISTERING
            monkeypatch.setattr(Writer, "is_in_doubt", False)
            await clock.advance(3)
            assert field.now.status is Status.RUNNING

    played(main())


# Concurrent requests at a limit


def test_concurrent_entries_of_an_account_respect_its_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        monkeypatch.setattr(seating, "SEATS_AN_ACCOUNT", 2)
        async with opened(tmp_path, tables_an_account=9) as hall:
            fields = [await Field.opened(hall, 3) for _ in range(5)]
            me = await hall.guest()
            lines = [await hall.line(me) for _ in fields]
            pairs = zip(lines, fields, strict=True)
            answers = await asyncio.gather(*[registered(line, f.id) for line, f in pairs])
            assert sorted(answer["type"] for answer in answers) == ["done"] * 2 + ["refused"] * 3
            codes = {answer.get("code") for answer in answers}
            assert codes == {None, "TOO_MANY_SEATS"}

    played(main())


# Cheating by the director


def test_a_director_who_gave_an_order_about_an_entry_may_not_enter(tmp_path: Path) -> None:
    """A director could otherwise penalise others and then enter."""

    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 3, most=9, late=99)
            host = await hall.line(field.host)
            assert (await field.direct(host, "start"))["type"] == "done"
            name = field.director.state.entries[0].account.name
            assert (await field.direct(host, "penalise", name=name, number=1))["type"] == "done"
            answer = await registered(host, field.id)
            assert answer.get("code") == "NOT_ALLOWED", answer
            assert field.now.entries == 3
        async with opened(tmp_path) as hall:  # also after a restart
            answer = await registered(await hall.line(field.host), field.id)
            assert answer.get("code") == "NOT_ALLOWED", answer
            async with hall.client(field.host) as client:
                page = (await client.get(f"/api/tournaments/{field.id}")).json()
                assert page["you"]["why_not"] == "NOT_ALLOWED"

    played(main())


def test_an_eliminated_director_may_not_give_orders_about_single_entries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        dealt_from(lambda: Deck(ORDER), monkeypatch)
        async with opened(tmp_path) as hall:
            field = await Field.opened(hall, 2, least=2, most=9, stack=20, late=99, re_entries=0)
            host = await hall.line(field.host)
            assert (await registered(host, field.id))["type"] == "done"
            for line in field.lines:
                assert (await registered(line, field.id))["type"] == "done"
            # All players are connected.
            assert (await field.direct(host, "start"))["type"] == "done"
            field.lines = [host, *field.lines]
            (table,) = field.director.tables.open.values()
            # Everybody is all in. The host does not have the ace and loses to one of the others.
            while field.now.entrants[0].status is EntrantStatus.PLAYING:
                side = table.state.masa.to_act
                if side is None:
                    assert await table.deal()
                    continue
                line, game = field.line_of(table, side), table.state.masa.game
                hand = game.situation.hand_dealer.hands[game.sides.index(side)]
                act = "AA" if (ACE in map(str, hand)) is not (line is host) else "FO"
                done = await line.ask(do="act", masa=table.id, act=act, turn=table.act_clock.token)
                assert done["type"] == "done", done
            assert field.now.entrants[0].status is EntrantStatus.OUT
            assert not field.now.is_ended, "the others play on"
            name = next(e.account.name for e in field.director.state.entries[1:])
            for command, number in (("disqualify", None), ("penalise", 1)):
                more = {} if number is None else {"number": number}
                answer = await field.direct(host, command, name=name, **more)
                assert answer.get("code") == "NOT_ALLOWED", answer
            assert (await field.direct(host, "cancel"))["code"] == "NOT_ALLOWED"
            assert (await field.get(secret=field.host))["you"]["has_interest"]
            assert (await field.direct(host, "pause"))["type"] == "done"

    played(main())


def test_a_director_who_plays_may_not_end_a_scheduled_break(tmp_path: Path) -> None:
    """The others have left for ten minutes and would be folded."""

    async def main() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock) as hall:
            fields: dict[str, Any] = {"rises": "time", "every": 60, "breaks": [[1, 600]]}
            field = await Field.opened(hall, 3, least=2, **fields)
            host = await hall.line(field.host)
            for line in (host, *field.lines[:2]):
                assert (await registered(line, field.id))["type"] == "done"
            await clock.advance(61)
            assert field.now.on_break
            assert (await field.direct(host, "resume"))["code"] == "NOT_ALLOWED"
            assert field.now.on_break
            # A paused tournament is resumed, but its break goes on.
            assert (await field.direct(host, "pause"))["type"] == "done"
            assert (await field.direct(host, "resume"))["type"] == "done"
            assert field.now.on_break

    played(main())


def test_a_pause_ends_after_a_day(tmp_path: Path) -> None:
    """The players' chips are bound, and the director may never come back."""

    async def main() -> None:
        clock, day = VirtualClock(), 24 * 3600
        async with opened(tmp_path, clock) as hall:
            field = await Field.entered(hall, 3)
            host = await hall.line(field.host)
            assert (await field.direct(host, "pause"))["type"] == "done"
            await clock.advance(day / 2)
        # The day is counted from the last start of the process.
        async with opened(tmp_path, clock) as hall:
            field.hall = hall
            watching = await hall.line(field.secrets[0])
            await watching.ask(do="watch_tournament", tournament=field.id)
            await clock.advance(day - 1)
            assert field.now.status is Status.PAUSED
            disk = FullDisk(hall)
            disk.left = 0
            await clock.advance(2)
            assert field.now.status is Status.PAUSED
            disk.left = 10**9
            await clock.advance(2)
            assert field.now.status is Status.RUNNING
            assert events(watching, "resumed") == [{"event": "resumed", "by": None}]
            orders = [(order["command"], order["by"]) for order in await field.get("/orders")]
            assert orders[-1] == ("resume", None)

    played(main())


def test_ordered_breaks_last_at_most_thirty_minutes_in_a_row(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 3)
            host = await hall.line(field.host)
            most = 30 * 60
            assert (await field.direct(host, "break", number=most + 1))["code"] == "ORDER_LIMIT"
            assert (await field.direct(host, "break", number=most))["type"] == "done"
            refused = await field.direct(host, "break", number=1)
            assert (refused["code"], field.now.clock.rest) == ("ORDER_LIMIT", most)
            assert (await field.direct(host, "resume"))["type"] == "done"
            assert (await field.direct(host, "break", number=most))["type"] == "done"

    played(main())


def test_a_cancelled_series_has_no_further_dates(tmp_path: Path) -> None:
    """A series with too few entrants moves to its next date, until its host ends it."""

    async def main() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock) as hall:
            hour = 3_600_000
            terms = {"kind": "scheduled", "starts": clock.now() + hour, "every": hour}
            field = await Field.opened(hall, 3, terms=terms)
            await field.lines[0].ask(do="register", tournament=field.id)
            await clock.advance(3601)
            assert field.now.status is Status.CANCELLED
            assert field.director.state.next is not None
            await clock.advance(1)
            field.id = field.director.state.next
            host = await hall.line(field.host)
            assert (await field.direct(host, "cancel"))["type"] == "done"
            assert field.now.status is Status.CANCELLED
            assert field.director.state.next is None

    played(main())


# Orders that cannot be carried out


def test_an_impossible_order_is_refused_at_once(tmp_path: Path) -> None:
    """Holds also during a hand, when a possible order would wait for its end."""

    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 3)
            host = await hall.line(field.host)
            (table,) = field.director.tables.open.values()
            await table.deal()
            name = table.state.seated[table.state.masa.to_act].name
            for command, number, code in (
                ("penalise", 4, "ORDER_LIMIT"),
                ("penalise", None, "NOT_ALLOWED"),
                ("move", 1, "NOT_ALLOWED"),
                ("move", 7, "NO_SUCH_TABLE"),
                ("move", None, "NOT_ALLOWED"),
            ):
                asked = {} if number is None else {"number": number}
                answer = await field.direct(host, command, name=name, **asked)
                assert answer.get("code") == code, (command, number, answer)
            assert await field.get("/orders") == []

    played(main())


def test_at_most_fifty_orders_wait_for_the_end_of_a_hand(tmp_path: Path) -> None:
    """Each order is a commit after the hand, which delays the players at the table."""

    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 3)
            host = await hall.line(field.host)
            (table,) = field.director.tables.open.values()
            await table.deal()
            name = table.state.seated[table.state.masa.to_act].name
            ordered = [await field.direct(host, "disqualify", name=name) for _ in range(52)]
            assert [answer["type"] for answer in ordered] == ["done"] * 50 + ["refused"] * 2
            assert ordered[-1]["code"] == "NOT_ALLOWED"
            await field.fold(table)
            assert field.director.orders.waiting == []

    played(main())


def test_each_disqualified_player_gets_a_message_with_the_own_place(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 4)
            host = await hall.line(field.host)
            for player in (0, 1):
                name = field.director.state.entries[player].account.name
                assert (await field.direct(host, "disqualify", name=name))["type"] == "done"
            places = [
                messages_of_type(field.lines[n], "tournament_over")[-1]["place"] for n in (0, 1)
            ]
            results = {row["player"]: row["place"] for row in await field.get("/results")}
            assert places == [results[0], results[1]] == [4, 3]

    played(main())


# A deal is carried out only as agreed


def test_a_disqualification_voids_a_proposed_deal(tmp_path: Path) -> None:
    """The payout would otherwise differ from the one that everybody agreed to."""

    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 4)
            host = await hall.line(field.host)
            one, two, three, four = field.lines
            await one.ask(do="propose_deal", tournament=field.id)
            for line in (two, three):
                await line.ask(do="answer_deal", tournament=field.id, agrees=True)
            name = field.director.state.entries[3].account.name
            assert (await field.direct(host, "disqualify", name=name))["type"] == "done"
            assert not field.now.is_ended
            assert events(one, "deal_over") == [{"event": "deal_over", "made": False}]
            answer = await four.ask(do="answer_deal", tournament=field.id, agrees=True)
            assert answer["type"] == "refused"
            assert not field.now.is_ended
            (table,) = field.director.tables.open.values()
            assert table.may_deal

    played(main())


def test_a_deal_is_not_offered_if_its_proposer_was_eliminated_in_the_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other players have not proposed a deal, so the next hand is dealt."""

    async def main() -> None:
        dealt_from(lambda: Deck(ORDER), monkeypatch)
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 3)
            (table,) = field.director.tables.open.values()
            assert await table.deal()
            game = table.state.masa.game
            hands = {
                side: game.situation.hand_dealer.hands[game.sides.index(side)]
                for side in game.sides
            }
            best = next(side for side in hands if ACE in map(str, hands[side]))
            loser = next(side for side in hands if side != best)
            line = field.line_of(table, loser)
            asked = await line.ask(do="propose_deal", tournament=field.id)
            assert asked["type"] == "done"
            while (side := table.state.masa.to_act) is not None:
                act = "AA" if side in (best, loser) else "FO"
                ask = {"do": "act", "masa": table.id, "act": act, "turn": table.act_clock.token}
                assert (await field.line_of(table, side).ask(**ask))["type"] == "done"
            assert (field.now.alive, field.now.is_ended) == (2, False)
            winner = field.line_of(table, best)
            assert events(winner, "deal_proposed") == []
            assert events(winner, "deal_over") == [{"event": "deal_over", "made": False}]
            assert table.may_deal

    played(main())


# Free tournaments


def test_a_withdrawn_free_entry_is_not_in_the_results(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.opened(hall, 2, buy_in=0)
            for line in field.lines[:1]:
                await registered(line, field.id)
                await line.ask(do="unregister", tournament=field.id)
            for line in field.lines:
                await registered(line, field.id)
            # The player who entered twice has the first two entry numbers.
            field.lines = [field.lines[0], *field.lines]
            await field.play(Random(1))
            live = await field.get("/results")
            assert [row["player"] for row in live if row["status"] == "withdrawn"] == []
            await hall.lobby.tournaments.let_go(field.director)
            stored = await field.get("/results")
            assert [row["player"] for row in stored] == [row["player"] for row in live]

    played(main())
