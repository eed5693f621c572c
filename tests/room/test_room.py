"""Document 004's server and clients in Python, with a real room."""

import asyncio
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from pokermasa.cards import Card
from pokermasa.room import Action, Client, Player, RoomError, Server
from pokermasa.rules import Call, Raise
from pokermasa.rules.house import NAMED

PASSWORD = "correct horse"
BETTING = "'no limit' or 'pot limit' or 'fixed limit'"
EVEN = "the big blind must be even, since the small one is half of it"
BIG = 20
NUMBERS = count(1)
PATIENCE = 60.0


class RecordingClient(Client):
    """A client that records the calls of its methods, and checks or calls."""

    def __init__(self, *answers: Any) -> None:
        self.calls: list[tuple[str, Any]] = []
        self.answers = list(answers)
        """Answers or exceptions of the first calls of `act`. After them the client checks or
        calls."""
        self.faults: list[str] = []
        self.hands = 0

    def joined_table(self, table: int, big_blind: int, players: Any, position: int) -> None:
        self.calls.append(("joined_table", (table, big_blind, players, position)))

    def left_table(self) -> None:
        self.calls.append(("left_table", None))

    def hand_ended(self, players: Any) -> None:
        self.calls.append(("hand_ended", players))
        self.hands += 1

    def act(self, allowed: Any) -> Any:
        self.calls.append(("act", allowed))
        if self.answers:
            answer = self.answers.pop(0)
            if isinstance(answer, BaseException):
                raise answer
            return answer
        return Action.CHECK if Action.CHECK in allowed else Action.CALL

    def fault(self, reason: str) -> None:
        self.faults.append(reason)

    def names(self) -> list[str]:
        return [name for name, _ in self.calls]

    def arguments(self, name: str) -> list[Any]:
        return [word for called, word in self.calls if called == name]


def recording(name: str) -> Callable[[RecordingClient, Any], None]:
    return lambda self, word: self.calls.append((name, word))


for _name in (
    *("player_joined", "player_left", "dealer_rotated", "actor_rotated"),
    *("deal_pocket_cards", "board_updated", "player_acted"),
):
    setattr(RecordingClient, _name, recording(_name))


def until(seen: Callable[[], Any]) -> None:
    bound = time.monotonic() + PATIENCE
    while not seen():
        assert time.monotonic() < bound, "it did not come"
        time.sleep(0.01)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(tables=12, big_blind=BIG, act_time_ms=60_000) as server:
        yield server


TABLES = iter(range(1, 13))


def person(server: Server) -> str:
    name = f"Player {next(NUMBERS)}"
    server.create_account(name, PASSWORD)
    server.login(name, PASSWORD)
    return name


def seated(server: Server, *clients: Client, table: int | None = None) -> list[str]:
    number = next(TABLES) if table is None else table
    names = [person(server) for _ in clients]
    for name, client in zip(names, clients, strict=True):
        server.join_table(name, number, client)
    return names


def leave(server: Server, *names: str) -> None:
    for name in names:
        server.leave_table(name)


@pytest.mark.statement("S004-19", "S004-21", "S004-23")
def test_all_methods_of_document_004_are_called_in_order(server: Server) -> None:
    ann, bo = RecordingClient(), RecordingClient()
    names = seated(server, ann, bo)
    until(lambda: ann.hands >= 2 and bo.hands >= 2)
    server.leave_table(names[1])
    until(lambda: "left_table" in bo.names() and "player_left" in ann.names())
    server.leave_table(names[0])
    until(lambda: "left_table" in ann.names())

    (table, big_blind, players, position) = ann.arguments("joined_table")[0]
    assert big_blind == BIG
    assert players == (Player(names[0], position, cash=2000),)
    (other,) = ann.arguments("player_joined")
    assert (other.name, other.cash) == (names[1], 2000)
    own = bo.arguments("joined_table")[0]
    assert own[:2] == (table, BIG)
    assert {player.name for player in own[2]} == set(names)
    assert bo.arguments("player_joined") == []
    assert bo.names()[-1] == "left_table"
    assert [player.name for player in ann.arguments("player_left")] == [names[1]]

    calls = ann.names()
    first = calls[calls.index("dealer_rotated") : calls.index("hand_ended") + 1]
    first = [name for name in first if name != "act"]
    turns = ["actor_rotated", "player_acted"] * 2
    later = ["board_updated", *turns] * 3
    assert first == ["dealer_rotated", "deal_pocket_cards", *turns, *later, "hand_ended"]
    assert [len(board) for board in ann.arguments("board_updated")[:3]] == [3, 4, 5]
    assert ann.arguments("dealer_rotated")[0].is_dealer
    assert (
        ann.arguments("dealer_rotated")[0].position != ann.arguments("dealer_rotated")[1].position
    )
    assert all(actor.is_actor for actor in ann.arguments("actor_rotated"))
    caller = ann.arguments("player_acted")[0]  # the small blind completes
    assert (caller.action, caller.bet, caller.cash) == (Action.CALL, BIG, 2000 - BIG)
    assert ann.faults == bo.faults == []


@pytest.mark.statement("S004-22")
def test_a_client_sees_its_own_cards_and_others_only_when_they_are_shown(server: Server) -> None:
    ann, bo = RecordingClient(), RecordingClient()
    names = seated(server, ann, bo)
    until(lambda: ann.hands >= 3 and bo.hands >= 3)
    leave(server, *names)
    until(lambda: "left_table" in ann.names() and "left_table" in bo.names())
    for client, name in ((ann, names[0]), (bo, names[1])):
        own: Any = None
        for called, word in client.calls:
            if called == "deal_pocket_cards":
                assert [type(card) for card in word] == [Card, Card]
                own = word
            if called in ("actor_rotated", "player_acted"):
                assert word.cards == (own if word.name == name else None)
    shown = {p.name: p.cards for p in ann.arguments("hand_ended")[0]}
    assert shown[names[0]] == ann.arguments("deal_pocket_cards")[0]
    assert shown[names[1]] in (None, bo.arguments("deal_pocket_cards")[0])


def test_methods_of_a_client_may_be_async(server: Server) -> None:
    class Patient(RecordingClient):
        async def act(self, allowed: Any) -> Action:
            await asyncio.sleep(0.01)
            return RecordingClient.act(self, allowed)

        async def hand_ended(self, players: Any) -> None:  # type: ignore[override]
            RecordingClient.hand_ended(self, players)

    ann, bo = Patient(), RecordingClient()
    names = seated(server, ann, bo)
    until(lambda: ann.hands >= 2)
    leave(server, *names)
    assert ann.faults == []


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (ValueError("no idea"), "act failed: ValueError: no idea; "),
        (StopIteration(), "act failed: RuntimeError: StopIteration; "),
        (SystemExit(1), "act failed: RuntimeError: SystemExit 1; "),
        (None, "act failed: ValueError: an Action was expected, not None; "),
        ("CALL", "act failed: ValueError: an Action was expected, not 'CALL'; "),
        (Raise(to=45), "act was refused: "),
        (Action.BET, "act failed: ValueError: BET is not allowed here; allowed are "),
    ],
)
def test_a_client_that_fails_gets_a_fault_and_the_game_goes_on(
    server: Server, answer: Any, reason: str
) -> None:
    ann, bo = RecordingClient(answer), RecordingClient()
    names = seated(server, ann, bo, table=12)
    until(lambda: ann.hands >= 2 and bo.hands >= 2)
    (said,) = ann.faults
    assert said.startswith(reason)
    mine = next(p for p in bo.arguments("player_acted") if p.name == names[0])
    may_check = Action.CHECK in ann.arguments("act")[0]
    assert mine.action is (Action.CHECK if may_check else Action.FOLD)
    assert said.endswith("checked instead" if may_check else "folded instead")
    leave(server, *names)
    until(lambda: "left_table" in ann.names() and "left_table" in bo.names())


def test_a_client_whose_act_fails_checks_where_it_may(server: Server) -> None:
    class Unsure(RecordingClient):
        def act(self, allowed: Any) -> Any:
            if Action.CHECK in allowed:
                raise ValueError("no idea")
            return RecordingClient.act(self, allowed)

    ann, bo = Unsure(), RecordingClient()
    names = seated(server, ann, bo)
    until(lambda: ann.hands >= 2)
    assert set(ann.faults) == {"act failed: ValueError: no idea; checked instead"}
    mine = {p.action for p in bo.arguments("player_acted") if p.name == names[0]}
    assert mine == {Action.CHECK, Action.CALL}
    leave(server, *names)


def test_a_method_that_fails_is_reported_and_the_game_goes_on(server: Server) -> None:
    class Clumsy(RecordingClient):
        def dealer_rotated(self, dealer: Player) -> None:
            raise KeyError(dealer.name)

    ann, bo = Clumsy(), RecordingClient()
    names = seated(server, ann, bo)
    until(lambda: ann.hands >= 2)
    assert ann.faults[0].startswith("dealer_rotated failed: KeyError: ")
    leave(server, *names)


def test_act_may_return_an_act_of_the_rules(server: Server) -> None:
    ann, bo = RecordingClient(Raise(to=2 * BIG), Call()), RecordingClient(Raise(to=2 * BIG), Call())
    names = seated(server, ann, bo)
    until(lambda: ann.hands >= 1)
    raises = [p for p in ann.arguments("player_acted") if p.action is Action.RAISE]
    assert raises[0].bet == 2 * BIG
    assert raises[0].raises == 1
    leave(server, *names)


def test_a_client_at_a_full_table_sits_down_when_a_side_is_free(server: Server) -> None:
    number = next(TABLES)
    clients = [RecordingClient() for _ in range(7)]
    names = seated(server, *clients, table=number)
    until(lambda: all("joined_table" in client.names() for client in clients[:6]))
    assert "joined_table" not in clients[6].names()
    with pytest.raises(RoomError) as refused:
        server.join_table(names[6], number, clients[6])
    assert refused.value.code == "ALREADY_SEATED"
    leave(server, names[0])
    until(lambda: "joined_table" in clients[6].names())
    leave(server, *names[1:])


def test_a_client_that_waits_for_a_side_may_leave(server: Server) -> None:
    number = next(TABLES)
    clients = [RecordingClient() for _ in range(7)]
    names = seated(server, *clients, table=number)
    leave(server, names[6])
    server.join_table(names[6], 12, clients[6])  # it may join another table
    until(lambda: "joined_table" in clients[6].names())
    leave(server, *names)
    assert clients[6].names().count("joined_table") == 1


@pytest.mark.statement("S004-19", "S004-20", "S004-29")
def test_an_account_logs_in_and_buys_chips(server: Server) -> None:
    name = person(server)
    before = server.chips(name)
    assert server.buy_chips(name, 500) == before + 500 == server.chips(name)
    client = RecordingClient()
    server.join_table(name, 12, client, stack=400)
    assert server.chips(name) == before + 100
    server.logout(name)
    with pytest.raises(RoomError) as refused:
        server.chips(name)
    assert refused.value.code == "NOT_LOGGED_IN"
    assert client.names()[-1] == "left_table"
    server.login(name.lower(), PASSWORD)
    assert server.chips(name) == before + 500


@pytest.mark.parametrize(
    ("call", "code", "words"),
    [
        (lambda s, me: s.login(me, "wrong horse"), "WRONG_PASSWORD", "name or password is wrong"),
        (lambda s, me: s.login("Nobody", PASSWORD), "WRONG_PASSWORD", "name or password is wrong"),
        (lambda s, me: s.create_account(me, PASSWORD), "NAME_TAKEN", "that name is taken"),
        (lambda s, me: s.create_account("X y", "short"), "BAD_PASSWORD", "8 to 200 characters"),
        (lambda s, me: s.chips("Nobody"), "NOT_LOGGED_IN", "Nobody is not logged in: call login"),
        (lambda s, me: s.chips(5), "NOT_LOGGED_IN", "5 is not logged in: call login"),
        (lambda s, me: s.join_table(None, 1, Client()), "NOT_LOGGED_IN", "None is not logged in"),
        (lambda s, me: s.buy_chips(me, 10**6), "UNREADABLE", "from 1 to 10000 chips at a time"),
        (lambda s, me: s.buy_chips(me, 0), "UNREADABLE", "greater than or equal to 1"),
        (lambda s, me: s.buy_chips(me, 1.5), "UNREADABLE", "a whole number, not 1.5"),
        (lambda s, me: s.leave_table(me), "NOT_SEATED", "is at no table"),
        (lambda s, me: s.join_table(me, 13, Client()), "NOT_FOUND", "no table 13: from 1 to 12"),
        (lambda s, me: s.join_table(me, 0, Client()), "NOT_FOUND", "no table 0: from 1 to 12"),
        (lambda s, me: s.join_table(me, 12, Client), "UNREADABLE", "Client was expected"),
        (lambda s, me: s.join_table(me, 12, Client(), 10**6), "BUY_IN_RANGE", "from 400 to 4000"),
        (lambda s, me: s.start(), "ALREADY_OPEN", "has been started already"),
    ],
)
def test_a_refusal_has_a_code_and_a_reason(
    server: Server, call: Any, code: str, words: str
) -> None:
    me = person(server)
    with pytest.raises(RoomError, match=words) as refused:
        call(server, me)
    assert refused.value.code == code


def test_two_accounts_cannot_share_one_client(server: Server) -> None:
    """The methods of a client are called one after the other, which two seats would not keep."""
    client = RecordingClient()
    (ann,) = seated(server, client, table=12)
    bo = person(server)
    with pytest.raises(RoomError, match=f"that client plays for {ann}: give {bo} one") as refused:
        server.join_table(bo, 12, client)
    assert refused.value.code == "ALREADY_SEATED"
    server.leave_table(ann)
    until(lambda: "left_table" in client.names())
    server.join_table(bo, 12, client)
    leave(server, bo)


def test_an_account_without_chips_cannot_sit_down() -> None:
    with Server(tables=1, big_blind=BIG, signup_grant=0) as poor:
        me = person(poor)
        with pytest.raises(RoomError) as refused:
            poor.join_table(me, 1, Client())
        assert refused.value.code == "NOT_ENOUGH_CHIPS"
        poor.buy_chips(me, 400)
        poor.join_table(me, 1, Client())


def test_a_client_that_has_lost_its_last_chip_stays_until_it_leaves(server: Server) -> None:
    class Reckless(RecordingClient):
        def act(self, allowed: Any) -> Any:
            self.calls.append(("act", allowed))
            return next(action for action in BOLDEST if action in allowed)

    clients = Reckless(), Reckless()
    number = next(TABLES)
    names = [person(server) for _ in clients]
    for name, client in zip(names, clients, strict=True):
        server.join_table(name, number, client, stack=20 * BIG)
    until(lambda: any(0 in cash(client).values() for client in clients))
    broke = 0 if cash(clients[0])[names[0]] == 0 else 1
    assert "left_table" not in clients[broke].names()
    server.leave_table(names[broke])
    until(lambda: "left_table" in clients[broke].names())
    again = RecordingClient()
    server.join_table(names[broke], number, again)
    until(lambda: again.hands)
    leave(server, *names)


BOLDEST = (Action.RAISE, Action.BET, Action.CALL, Action.CHECK)


def cash(client: RecordingClient) -> dict[str, int]:
    """Return the chips of all players after the client's last hand."""
    ended = client.arguments("hand_ended")
    return {player.name: player.cash for player in ended[-1]} if ended else {}


def test_a_client_may_join_again_in_left_table(server: Server) -> None:
    class Returning(RecordingClient):
        def left_table(self) -> None:
            RecordingClient.left_table(self)
            with pytest.raises(RoomError, match="is at no table"):
                server.leave_table(name)
            server.join_table(name, 12, again)

    again = RecordingClient()
    name = person(server)
    client = Returning()
    server.join_table(name, 12, client)
    server.leave_table(name)
    until(lambda: "joined_table" in again.names())
    assert client.faults == []
    server.leave_table(name)
    until(lambda: "left_table" in again.names())


def test_leaving_the_table_while_act_runs_is_not_a_fault(server: Server) -> None:
    let_go = threading.Event()

    class Thinker(RecordingClient):
        def act(self, allowed: Any) -> Any:
            answer = RecordingClient.act(self, allowed)
            let_go.wait(PATIENCE)
            return answer

    ann, bo = Thinker(), Thinker()
    names = seated(server, ann, bo)
    until(lambda: "act" in ann.names() or "act" in bo.names())
    acting = 0 if "act" in ann.names() else 1
    server.leave_table(names[acting])
    let_go.set()
    leaver = (ann, bo)[acting]
    until(lambda: "left_table" in leaver.names())
    assert leaver.faults == []
    leave(server, names[1 - acting])


def test_calling_the_server_from_an_async_method_is_refused_with_advice(server: Server) -> None:
    class Wrong(RecordingClient):
        async def joined_table(self, *arguments: Any) -> None:  # type: ignore[override]
            server.leave_table(names[0])

    client = Wrong()
    names = [person(server)]
    server.join_table(names[0], 12, client)
    until(lambda: client.faults)
    assert "asyncio.to_thread" in client.faults[0]
    leave(server, *names)


def own_threads() -> set[str]:
    """Return the names of threads of rooms and clients, without the pool for odds, which all rooms
    share."""
    return {thread.name for thread in threading.enumerate() if not thread.name.startswith("odds")}


def test_stop_ends_threads_and_sockets_though_a_client_never_answers() -> None:
    before = own_threads()
    let_go = threading.Event()

    class Stuck(RecordingClient):
        def act(self, allowed: Any) -> Any:
            self.calls.append(("act", allowed))
            let_go.wait(PATIENCE)
            return Action.FOLD

    stuck = [Stuck(), Stuck()]
    server = Server(tables=1, big_blind=BIG)
    server.start()
    names = seated(server, *stuck, table=1)
    until(lambda: any("act" in client.names() for client in stuck))
    port = int(server.url.rpartition(":")[2])
    started = time.monotonic()
    server.stop()
    assert time.monotonic() - started < 20
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", port), timeout=5)
    clients = {f"client {name}" for name in names}
    assert own_threads() - before <= clients
    let_go.set()
    until(lambda: not own_threads() & clients)
    server.stop()  # a second call does nothing
    with pytest.raises(RoomError, match=r"call start\(\)") as refused:
        server.create_account("Ann", PASSWORD)
    assert refused.value.code == "NOT_OPEN"


def test_a_late_answer_is_reported_and_the_client_plays_on() -> None:
    class Slow(RecordingClient):
        def act(self, allowed: Any) -> Any:
            if not self.faults:
                time.sleep(0.6)
            return RecordingClient.act(self, allowed)

    ann, bo = Slow(), RecordingClient()
    with Server(
        tables=1,
        big_blind=BIG,
        act_time_ms=200,
        programs_only=True,
        time_bank_ms=0,
        reconnect_grace_ms=0,
    ) as server:
        seated(server, ann, bo, table=1)
        until(lambda: ann.faults and ann.hands >= 3)
        assert ann.faults[0].startswith("act came too late: STALE_TURN")


def test_a_room_keeps_its_data_only_with_a_folder(tmp_path: Path) -> None:
    server = Server(tables=1, big_blind=BIG, data=tmp_path)
    with server:
        server.create_account("Ann", PASSWORD)
    with server:
        server.login("Ann", PASSWORD)
        assert server.chips("Ann") == 10_000


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ({"tables": 0}, "tables: '0': Input should be greater than or equal to 1"),
        ({"rules": "limt"}, f"no house rules are named 'limt'; known: {', '.join(NAMED)}"),
        ({"rules": "tda, betting=fixed"}, f"betting is {BETTING}, not 'fixed'"),
        ({"big_blind": 21}, f"under 'limit' {EVEN}; not 21"),
        ({"act_tme": 5}, "there is no setting act_tme: did you mean act_time_ms?"),
        ({"big": 5}, "give big_blind, not the setting big"),
        ({"house_bots": True}, "give bots, not the setting house_bots"),
    ],
)
def test_invalid_settings_are_refused_before_the_server_starts(words: Any, reason: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(reason)}$"):
        Server(**words)
