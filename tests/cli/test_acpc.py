"""Tests of `masa acpc`: whole matches against a small dealer over loopback.

The dealer follows the facts in shared/phh-sample/README.md. It shares cards and hand values with
pokermasa, but computes the betting independently, so that a misunderstanding would be noticed.
"""

import re
import socket
import subprocess
import sys
import threading
from collections import Counter
from contextlib import ExitStack, closing, suppress
from fractions import Fraction
from pathlib import Path
from random import Random
from subprocess import Popen
from typing import Any, NamedTuple

import pytest

from pokermasa import cli, strength
from pokermasa.bots import Caller
from pokermasa.cards import CARDS, Card
from pokermasa.cli.commands.acpc import AcpcPlayer, MatchBroken
from pokermasa.histories.acpc import Game, named, read_log
from pokermasa.rules import Call, Raise

pytestmark = pytest.mark.sampled(2)

PATIENCE = 120.0  # Time limit in seconds for any step, also on a busy machine.
HANDS = 25


# The dealer


class Definition(NamedTuple):
    is_limit: bool
    stacks: tuple[Any, ...]
    blinds: tuple[Any, ...]
    sizes: tuple[Any, ...] = (10, 10, 20, 20)
    caps: tuple[Any, ...] = (3, 4, 4, 4)

    @property
    def players(self) -> int:
        return len(self.blinds)

    @property
    def first(self) -> tuple[int, int, int, int]:
        return (1, 0, 0, 0) if self.players == 2 else (2, 0, 0, 0)

    def text(self) -> str:
        firsts = " ".join(str(first + 1) for first in self.first)
        lines = [
            "# made for a test",
            "GAMEDEF",
            "limit" if self.is_limit else "nolimit",
            f"numPlayers = {self.players}",
            "numRounds = 4",
            f"stack = {' '.join(map(str, self.stacks))}",
            f"blind = {' '.join(map(str, self.blinds))}",
            f"firstPlayer = {firsts}",
            "numSuits = 4",
            "numRanks = 13",
            "numHoleCards = 2",
            "numBoardCards = 0 3 1 1",
            "END GAMEDEF",
        ]
        if self.is_limit:
            lines.insert(-1, f"raiseSize = {' '.join(map(str, self.sizes))}")
            lines.insert(-1, f"maxRaises = {' '.join(map(str, self.caps))}")
        return "\n".join(lines) + "\n"


class Table:
    """The betting of one hand, by the total chips that each player has put in."""

    def __init__(self, game: Definition) -> None:
        self.game = game
        self.spent = list(game.blinds)
        self.folded = [False] * game.players
        self.rounds = [""]
        # Players who have called or made the last bet and can still act.
        self.called: set[Any] = set()
        self.raises = 0
        self.most = max(game.blinds)
        self.least = 2 * self.most
        self.is_over = False
        self.turn = self.next_after(game.first[0] - 1)

    def can_act(self, player: int) -> bool:
        return not self.folded[player] and self.spent[player] < self.game.stacks[player]

    def next_after(self, player: Any) -> Any:
        for step in range(1, self.game.players + 1):
            if self.can_act((player + step) % self.game.players):
                return (player + step) % self.game.players
        return None

    @property
    def acting(self) -> list[Any]:
        return [player for player in range(self.game.players) if self.can_act(player)]

    def judged(self, action: Any, faults: Any) -> str:
        """Return the action that the dealer records for a received one."""
        p, stack = self.turn, self.game.stacks[self.turn]
        if action == "f" and self.spent[p] < self.most:
            return "f"
        may_raise = len(self.acting) > 1 and stack > self.most
        if self.game.is_limit:
            may_raise &= self.raises < self.game.caps[len(self.rounds) - 1]
            if action == "r" and may_raise:
                return "r"
        elif re.fullmatch(r"r\d+", action) and may_raise:
            least = min(self.least, stack)
            size = max(least, min(int(action[1:]), stack))
            if size != int(action[1:]):
                faults["moved"] += 1
            return f"r{size}"
        if action != "c":
            faults["invalid"] += 1
        return "c"

    def act(self, action: Any) -> None:
        p, stack = self.turn, self.game.stacks[self.turn]
        self.rounds[-1] += action
        if action == "f":
            self.folded[p] = True
        elif action == "c":
            self.spent[p] = min(self.most, stack)
            self.called.add(p)
        else:
            to = int(action[1:] or 0) or min(
                self.most + self.game.sizes[len(self.rounds) - 1], stack
            )
            self.least = max(self.least, 2 * to - self.most)
            self.most = self.spent[p] = to
            self.raises += 1
            self.called = {p}
        if self.folded.count(False) == 1:
            self.is_over = True
        elif set(self.acting) <= self.called:
            if len(self.acting) < 2 or len(self.rounds) == 4:
                self.rounds += [""] * (4 - len(self.rounds))
                self.is_over = True
            else:
                self.rounds.append("")
                self.called, self.raises = set(), 0
                self.least = self.most + max(self.game.blinds)
                self.turn = self.next_after(self.game.first[len(self.rounds) - 1] - 1)
                return
        self.turn = None if self.is_over else self.next_after(p)

    def results(self, hands: list[list[Card]], board: list[Card]) -> Any:
        """Return the net winnings by position. Each layer of chips goes to the best hand of its
        players.
        """
        net = [Fraction(-spent) for spent in self.spent]
        live = [p for p, folded in enumerate(self.folded) if not folded]
        values = dict.fromkeys(live, 0)
        if len(live) > 1:
            values = {p: strength.evaluate([*hands[p], *board]) for p in live}  # type: ignore[misc]
        below = 0
        for level in sorted(set(self.spent)):
            layer = sum(min(spent, level) - min(spent, below) for spent in self.spent)
            within = [p for p in live if self.spent[p] >= level]
            # No remaining player has put in this much, so the players with the most get the layer.
            within = within or [
                p for p in live if self.spent[p] == max(self.spent[q] for q in live)
            ]
            best = max(values[p] for p in within)
            won = [p for p in within if values[p] == best]
            for p in won:
                net[p] += Fraction(layer, len(won))
            below = level
        return net


class Dealer(threading.Thread):
    """A dealer that deals *hands* hands to the clients of its ports and then closes the
    connections.
    """

    def __init__(
        self,
        game: Definition,
        hands: int,
        seed: int = 1,
        noise: Any = (),
        line_end: str = "\r\n",
        stop_in: Any = None,
    ) -> None:
        super().__init__(daemon=True)
        self.game, self.count, self.source = game, hands, Random(seed)
        self.noise, self.line_end, self.stop_in = noise, line_end, stop_in
        self.listeners = [socket.create_server(("127.0.0.1", 0)) for _ in game.blinds]
        self.ports = [listener.getsockname()[1] for listener in self.listeners]
        self.faults: list[Any] = [Counter() for _ in game.blinds]
        self.score = [Fraction(0)] * game.players
        self.log: list[Any] = []
        self.error: Any = None

    def run(self) -> None:
        try:
            with ExitStack() as stack:
                self.meet(stack)
                for number in range(self.count):
                    self.one_hand(number)
        except _Stop:
            pass
        except Exception as error:
            self.error = error

    def meet(self, stack: Any) -> None:
        self.files = []
        for listener in self.listeners:
            listener.settimeout(PATIENCE)
            with closing(listener):
                connection = stack.enter_context(listener.accept()[0])
            connection.settimeout(PATIENCE)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.files.append(stack.enter_context(connection.makefile("rwb")))
        for file in self.files:
            assert file.readline() in (b"VERSION:2.0.0\r\n", b"VERSION:2.0.0\n")

    def one_hand(self, number: int) -> None:
        players = self.game.players
        seats = [(position + number) % players for position in range(players)]
        deck = list(CARDS)
        self.source.shuffle(deck)
        hands = [deck[2 * p : 2 * p + 2] for p in range(players)]
        board = deck[-5:]
        table = Table(self.game)
        self.tell(number, table, seats, hands, board)
        while not table.is_over:
            if self.stop_in == number:
                raise _Stop
            seat = seats[table.turn]
            said = self.answer(seat, self.line(table.turn, number, table, hands, board))
            table.act(table.judged(said, self.faults[seat]))
            self.tell(number, table, seats, hands, board)
        net = table.results(hands, board)
        for position, seat in enumerate(seats):
            self.score[seat] += net[position]
        cards = self.cards(table, hands, board, range(players))
        results = "|".join(f"{float(won):.6f}".rstrip("0").rstrip(".") for won in net)
        names = "|".join(f"seat{seat}" for seat in seats)
        self.log.append(f"STATE:{number}:{'/'.join(table.rounds)}:{cards}:{results}:{names}")

    def tell(
        self,
        number: Any,
        table: Table,
        seats: list[Any],
        hands: list[list[Card]],
        board: list[Card],
    ) -> None:
        for position, seat in enumerate(seats):
            for noise in self.noise:
                self.send(seat, noise)
            self.send(seat, self.line(position, number, table, hands, board))

    def send(self, seat: Any, line: Any) -> None:
        self.files[seat].write((line + self.line_end).encode())
        self.files[seat].flush()

    def line(
        self,
        position: str | int | None,
        number: Any,
        table: Table,
        hands: list[list[Card]],
        board: list[Card],
    ) -> str:
        seen = {position}
        if table.is_over and table.folded.count(False) > 1:
            seen |= {p for p, folded in enumerate(table.folded) if not folded}
        cards = self.cards(table, hands, board, seen)
        return f"MATCHSTATE:{position}:{number}:{'/'.join(table.rounds)}:{cards}"

    def cards(
        self,
        table: int | Table,
        hands: Any,
        board: list[Card],
        seen: range | set[str | int | None],
    ) -> str:
        rounds = [board[:3], board[3:4], board[4:]][: len(table.rounds) - 1]
        holes = ["".join(map(str, hand)) if p in seen else "" for p, hand in enumerate(hands)]
        return "/".join(["|".join(holes), *("".join(map(str, cards)) for cards in rounds)])

    def answer(self, seat: Any, state: Any) -> Any:
        for _ in range(50):
            raw = self.files[seat].readline()
            assert raw.endswith(b"\n"), f"seat {seat} hung up"
            line = raw.decode().rstrip("\r\n")
            if line[:1] in "#;":
                continue
            result, _, action = line.rpartition(":")
            if result == state:
                return action
            self.faults[seat]["ignored"] += 1
        raise AssertionError(f"seat {seat} talks of other things")


class _Stop(Exception):
    pass


def wild(port: Any, seed: Any) -> None:
    """Plays as a client that sends random actions, also out of turn."""
    source = Random(seed)
    with (
        suppress(OSError),  # A dealer that closes with unread data resets the connection.
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection,
    ):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        file = connection.makefile("rwb")
        file.write(b"VERSION:2.0.0\n")
        file.flush()
        for raw in file:
            line = raw.decode().strip()
            if not line.startswith("MATCHSTATE"):
                continue
            action = source.choice(
                ["f", "c", "c", "c", "r", "r", f"r{source.randint(1, 3000)}", "r99999999", "x"]
            )
            said = source.choice(["", "# let me think\n"]) + f"{line}:{action}\n"
            file.write(said.encode())
            file.flush()


MASA = [sys.executable, "-c", "from pokermasa.cli import main; main()", "acpc"]


def masa(*args: Any) -> Popen[str]:
    return subprocess.Popen(
        [*MASA, *map(str, args)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def ended(process: Popen[str]) -> tuple[Any, Any, Any]:
    """Return exit code, output and errors of a process, within a minute."""
    try:
        out, errors = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise
    return process.returncode, out, errors


NO_LIMIT_2P = Definition(False, (20000, 20000), (100, 50))
NO_LIMIT_3P = Definition(False, (20000,) * 3, (50, 100, 0))
UNEQUAL_3P = Definition(False, (455, 5000, 700), (5, 10, 0))
LIMIT_2P = Definition(True, (2**31 - 1,) * 2, (10, 5))
LIMIT_3P = Definition(True, (2**31 - 1,) * 3, (5, 10, 0))
SHORT_LIMIT_3P = Definition(True, (35, 60, 25), (5, 10, 0))


def match(
    game: Definition,
    seats: list[Any],
    tmp_path: Path,
    hands: int = HANDS,
    with_game: bool = True,
    **options: Any,
) -> Any:
    """Run a match. Return the dealer and the result of each of our processes. A seat is a bot's
    name, or None for the random client.
    """
    path = tmp_path / "test.game"
    path.write_text(game.text())
    dealer = Dealer(game, hands, **options)
    dealer.start()
    processes: list[Any] = []
    for seat, (bot, port) in enumerate(zip(seats, dealer.ports, strict=True)):
        if bot is None:
            threading.Thread(target=wild, args=(port, seat), daemon=True).start()
            processes.append(None)
        else:
            said = ["--game", path] if with_game else []
            processes.append(masa("127.0.0.1", port, "--bot", bot, "--seed", seat, *said))
    ends = [process and ended(process) for process in processes]
    dealer.join(PATIENCE)
    assert not dealer.is_alive()
    return dealer, ends


def assert_good(dealer: Any, seats: list[str | None], ends: Any, hands: int = HANDS) -> None:
    """Checks that the match was completed, that our clients sent no invalid action, and that they
    know their score.
    """
    if dealer.error:
        raise dealer.error
    assert len(dealer.log) == hands
    for seat, end in enumerate(ends):
        if end is not None:
            code, out, errors = end
            assert (code, errors) == (0, "")
            assert not dealer.faults[seat]
            assert out.startswith(f"{hands} hands: {float(dealer.score[seat]):+,.10g} chips ("), out


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("game", "seats"),
    [
        (NO_LIMIT_2P, ["random", None]),
        (NO_LIMIT_2P, ["basic", "raiser"]),
        (LIMIT_2P, ["random", None]),
        (LIMIT_2P, ["basic", "random"]),
        (NO_LIMIT_3P, ["random", None, "basic"]),
        (LIMIT_3P, [None, "random", "basic"]),
        (UNEQUAL_3P, ["random", None, None]),
        (SHORT_LIMIT_3P, ["random", None, "random"]),
    ],
)
def test_a_whole_match_is_played_without_faults(
    game: Definition, seats: list[str | None], tmp_path: Path
) -> None:
    dealer, ends = match(game, seats, tmp_path)
    assert_good(dealer, seats, ends)
    if None in seats:
        wild_faults = dealer.faults[seats.index(None)]
        assert wild_faults["invalid"]
        assert wild_faults["ignored"]  # it sends actions out of turn
        assert game.is_limit or wild_faults["moved"]
    assert any("r" in line.split(":")[2] for line in dealer.log)
    found = list(read_log(dealer.log, Game.read(game.text())))
    assert [one.error for one in found] == [None] * len(dealer.log)


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", [NO_LIMIT_2P, LIMIT_2P, LIMIT_3P, NO_LIMIT_3P])
def test_without_a_game_definition_the_game_is_derived_from_the_states(
    game: Definition, tmp_path: Path
) -> None:
    seats = ["random", *[None] * (game.players - 1)]
    dealer, (end, *_) = match(game, seats, tmp_path, with_game=False)
    assert dealer.error is None
    assert len(dealer.log) == HANDS
    assert end[0] == 0
    assert end[2] == ""
    assert end[1].startswith(f"{HANDS} hands")
    assert not dealer.faults[0]


def test_a_game_outside_the_trained_table_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    """The table has no strategy for no limit, so the house bot plays, and a message at the end says
    so.
    """
    dealer = Dealer(NO_LIMIT_2P, 2)
    dealer.start()
    threading.Thread(target=wild, args=(dealer.ports[1], 1), daemon=True).start()
    game = ["--game", "holdem.nolimit.2p.reverse_blinds"]
    with pytest.raises(SystemExit) as end:
        cli.main(["acpc", "127.0.0.1", str(dealer.ports[0]), "--bot", "house:limit", *game])
    dealer.join(PATIENCE)
    assert end.value.code in (0, None)
    assert dealer.error is None
    said, errors = capsys.readouterr()
    assert said.startswith("2 hands: ")
    pattern = (
        r"masa acpc: house:limit left (\d+) of \1 decisions to the house bot: it plays heads-up"
    )
    assert re.match(pattern, errors)


def test_an_unexpected_game_is_played_to_the_end_by_calling(tmp_path: Path) -> None:
    odd = Definition(False, (500, 500), (7, 3))
    dealer, (end, _) = match(odd, ["random", None], tmp_path, hands=30, with_game=False)
    assert dealer.error is None
    assert len(dealer.log) == 30
    assert end[0] == 0
    assert "does not follow our game, so c" in end[2]
    assert "say --game" in end[2]
    assert len(end[2].splitlines()) <= 21


@pytest.mark.parametrize("line_end", ["\r\n", "\n"])
def test_comments_and_invalid_lines_are_ignored(line_end: str, tmp_path: Path) -> None:
    noise = ["# a comment", "; another", "", "MATCHSTATE:9:x", "ünsinn", "M" * 70_000]
    options: dict[str, Any] = {"noise": noise, "line_end": line_end}
    dealer, (end, _) = match(NO_LIMIT_2P, ["caller", None], tmp_path, hands=5, **options)
    assert dealer.error is None
    assert end[0] == 0
    assert end[1].startswith(f"5 hands: {float(dealer.score[0]):+,.10g} chips")
    assert "not a state, passed over" in end[2]
    assert "(further warnings are not printed)" in end[2]


def test_a_dealer_that_disconnects_during_a_hand_is_reported(tmp_path: Path) -> None:
    _, (end, _) = match(NO_LIMIT_2P, ["caller", None], tmp_path, hands=9, stop_in=3)
    assert end[0] == 1
    assert end[1].startswith("3 hands")
    assert re.search("closed the connection in the middle of a hand|the connection broke", end[2])


def test_a_dealer_that_disconnects_at_once_is_reported(tmp_path: Path) -> None:
    _, (end, _) = match(NO_LIMIT_2P, ["caller", None], tmp_path, hands=0)
    assert end[0] == 1
    assert re.search("before a hand was finished|the connection broke", end[2])


def test_a_dealer_that_sends_nothing_is_reported() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        end: Any = ended(masa("127.0.0.1", port, "--silence", "0.3"))
    assert end[0] == 1
    assert end[2] == "masa acpc: no message from the dealer for 0.3 s\n"


def test_a_missing_dealer_is_reported() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    code, _, errors = ended(masa("127.0.0.1", port, "--connect", "0"))
    assert code == 1
    assert errors == f"masa acpc: no dealer answers at 127.0.0.1 port {port}: Connection refused\n"


def test_a_dealer_that_starts_late_is_waited_for() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    process = masa("127.0.0.1", port, "--connect", "20", "--silence", "0.2")
    threading.Event().wait(0.5)
    with socket.create_server(("127.0.0.1", port)) as listener:
        listener.settimeout(PATIENCE)
        with listener.accept()[0] as connection, connection.makefile("rb") as file:
            assert file.readline() == b"VERSION:2.0.0\r\n"
            assert ended(process)[0] == 1


@pytest.mark.rotated
@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["127.0.0.1", "1", "--bot", "nobody"], "no bot is named 'nobody'; known: random, caller"),
        (["127.0.0.1", "0"], "greater than or equal to 1"),
        (["127.0.0.1", "1", "--game", "no.such.file"], "No such file"),
        (["127.0.0.1", "1", "--game", "."], "Is a directory"),
        (["127.0.0.1"], "Missing argument"),
    ],
)
def test_wrong_arguments_are_refused(args: list[str], words: str) -> None:
    code, _, errors = ended(masa(*args))
    assert code == 2
    assert words in " ".join(re.sub("[│╭╮╰╯─]", " ", errors).split())


def test_a_bad_game_definition_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kuhn.game"
    path.write_text("GAMEDEF\nlimit\nnumPlayers = 2\nnumRounds = 1\nEND GAMEDEF\n")
    code, _, errors = ended(masa("127.0.0.1", "1", "--game", path))
    assert code == 2
    assert "not hold'em: numRounds is 1" in " ".join(re.sub("[│╭╮╰╯─]", " ", errors).split())


# The client without a socket


class Failing:
    def choose(self, view: Any) -> None:
        raise RuntimeError("out of ideas")


class Cheating:
    def choose(self, view: Any) -> Raise:
        return Raise(to=10**9)


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        (Failing(), "the bot failed, so c: RuntimeError: out of ideas"),
        (Cheating(), "so c: RR1000000000 is not allowed here"),
    ],
)
def test_a_bot_that_fails_calls(bot: Failing | Cheating, words: str) -> None:
    said: list[Any] = []
    player = AcpcPlayer(bot, named("holdem.nolimit.2p.reverse_blinds"), said.append)
    assert player.answer("MATCHSTATE:1:0::|Qd7c") == "MATCHSTATE:1:0::|Qd7c:c"
    assert words in said[0]


def test_a_dealer_with_another_number_of_players_ends_it() -> None:
    player = AcpcPlayer(Caller(), named("holdem.nolimit.2p.reverse_blinds"), print)
    with pytest.raises(MatchBroken, match="the dealer has 3 players, our game is for 2"):
        player.answer("MATCHSTATE:1:0::|Qd7c|")


def test_nothing_is_raised_before_it_is_known_how_raises_are_written() -> None:
    class Raiser:
        def choose(self, view: Any) -> Any:
            return next(act for act in view.acts if act.raises)

    player = AcpcPlayer(Raiser(), None, print)
    assert player.answer("MATCHSTATE:1:0::|AdAc").endswith(":c")
    assert player.answer("MATCHSTATE:1:1:c:|AdAc") is None
    assert player.answer("MATCHSTATE:1:1:cr:|AdAc").endswith(":r")
    player = AcpcPlayer(Raiser(), None, print)
    assert player.answer("MATCHSTATE:1:1:cr300:|AdAc").endswith(":r500")


def test_a_bot_need_not_say_that_it_is_all_in() -> None:
    class Bold:
        def choose(self, view: Any) -> Raise:
            return Raise(to=view.players[view.viewer].reach)

    class Plain:
        def choose(self, view: Any) -> Call:
            return Call()

    said: list[Any] = []
    game = named("holdem.nolimit.2p.reverse_blinds")
    assert AcpcPlayer(Bold(), game, said.append).answer("MATCHSTATE:1:0::|AdAc").endswith(":r20000")
    assert (
        AcpcPlayer(Plain(), game, said.append).answer("MATCHSTATE:0:0:r20000:AdAc|").endswith(":c")
    )
    assert said == []
