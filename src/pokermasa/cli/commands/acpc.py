"""`masa acpc`: connects a bot to an ACPC dealer.

`AcpcPlayer` decides the answer to each line and uses no socket. `Wire` sends and receives the
lines.
"""

import secrets
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Annotated

import typer

from pokermasa.arena.match import FallbackCount
from pokermasa.bots import Bot
from pokermasa.bots.named import NoBot
from pokermasa.bots.named import named as named_bot
from pokermasa.bots.referee import ask
from pokermasa.cli.hand_file import read_text
from pokermasa.cli.number import between
from pokermasa.histories.acpc import NAMES, AcpcError, Game, Hand, MatchState, guessed, named
from pokermasa.histories.acpc.log import betting_of
from pokermasa.rules import Betting, IllegalAct
from pokermasa.rules.chips import StackIndex

VERSION = "VERSION:2.0.0"
MOST_LINE = 64 * 1024
MOST_WARNINGS = 20
"""Maximum number of warnings printed, so that a faulty dealer cannot fill the disk."""
RETRY = 0.2


def acpc(
    host: Annotated[str, typer.Argument(help="The dealer's address: 127.0.0.1.")],
    port: Annotated[int, typer.Argument(min=1, max=65535, help="The dealer's port for our seat.")],
    bot: Annotated[
        str, typer.Option(help="The bot that plays: house, basic, mybot.py, …")
    ] = "basic",
    game: Annotated[
        str | None,
        typer.Option(
            help="The dealer's game definition: a file, or a name such as "
            "holdem.limit.2p.reverse_blinds. Without it, the game is found out from the "
            "raises, and the bot calls until somebody has raised.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="A number; the same number gives the same choices.")
    ] = None,
    connect: Annotated[
        float,
        typer.Option(
            parser=between(0, 86_400),
            metavar="SECONDS",
            help="Seconds to try to reach the dealer.",
        ),
    ] = 10,
    silence: Annotated[
        float,
        typer.Option(
            parser=between(0.01, 86_400),
            metavar="SECONDS",
            help="Give up after this many seconds of silence.",
        ),
    ] = 1800,
) -> None:
    """Connect a bot to an ACPC dealer (protocol 2.0.0) until the match is over.

    The exit code is 0 if the dealer closes the connection between two hands, and 1 if the match
    breaks off.
    """
    player = AcpcPlayer(bot_named(bot, seed), game_named(game), warn, seed)
    try:
        with reached(host, port, connect) as wire:
            wire.timeout = silence
            play(player, wire)
    except MatchBroken as error:
        if player.hands:
            typer.echo(player.summary())
        warn(str(error))
        raise typer.Exit(1) from None
    finally:
        if (handed := FallbackCount.by(player.bot)).decisions:
            warn(handed.sentence(bot))
    typer.echo(player.summary())


def warn(text: str) -> None:
    typer.echo(f"masa acpc: {text}", err=True)


# The player


def bot_named(name: str, seed: int | None = None) -> Bot:
    try:
        return named_bot(name).make(secrets.randbits(64) if seed is None else seed)
    except NoBot as error:
        raise typer.BadParameter(str(error), param_hint="--bot") from None


def game_named(text: str | None) -> Game | None:
    if text is None:
        return None
    try:
        if text.removesuffix(".game") in NAMES and not Path(text).exists():
            return named(text)
        return Game.read(read_text(Path(text)))
    except AcpcError as error:
        raise typer.BadParameter(f"{text}: {error}", param_hint="--game") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "this is no text"
        known = ", ".join(NAMES)
        message = f"{text}: {reason}. Give a game definition file, or one of {known}"
        raise typer.BadParameter(message, param_hint="--game") from None


class MatchBroken(Exception):
    """Raised if the match cannot continue."""


class AcpcPlayer:
    """A player that answers the dealer's lines and counts the results.

    >>> from pokermasa.bots import Caller
    >>> player = AcpcPlayer(Caller(), named("holdem.nolimit.2p.reverse_blinds"), say=print)
    >>> player.answer("MATCHSTATE:1:0::|Qd7c")
    'MATCHSTATE:1:0::|Qd7c:c'
    >>> player.answer("MATCHSTATE:1:0:c:|Qd7c")  # theirs to act
    >>> player.answer("# hello"), player.answer("MATCHSTATE:1:0:c:As|")
    not a state, passed over: a hand is two cards, not 'As'
    (None, None)
    """

    def __init__(
        self, bot: Bot, game: Game | None, say: Callable[[str], None], seed: int | None = None
    ) -> None:
        self.bot = bot
        self.dice = Random(seed)
        self.game = game
        self.say = say
        self.is_guess = game is None
        self.betting: Betting | None = game.betting if game else None
        """Betting structure. None in a game without a definition until somebody has raised."""
        self.is_between = True
        """True if no hand is being played."""
        self.hands = 0
        self.won = Fraction(0)
        self.unknown = 0
        """Number of hands whose result is unknown."""
        self.warnings = 0
        self.last_counted: int | None = None

    def answer(self, line: str) -> str | None:
        """Return the line to send, or None if no answer is expected."""
        if not line or line[0] in "#;" or line.startswith("SCORE:"):
            return None
        try:
            state = MatchState.read(line)
        except AcpcError as error:
            self.warn(f"not a state, passed over: {error}")
            return None
        game = self._game(state)
        try:
            hand = state.hand(game)
            if hand.is_over != looks_over(state):
                raise AcpcError(f"{hand.betting!r} is {'' if hand.is_over else 'not '}the end")
        except AcpcError as error:
            # Answer anyway, so that the match can continue. The dealer ignores answers out of turn.
            hint = "; say --game" if self.is_guess else ""
            self.warn(f"hand {state.number} does not follow our game, so c: {error}{hint}")
            self.is_between = looks_over(state)
            if self.is_between:
                self._count(state, None)
            return f"{line}:c" if may_be_asked(state, game) else None
        self.is_between = hand.is_over
        if hand.is_over:
            # Without a raise the betting structure is unknown, and so is the result.
            self._count(state, None if self.betting is None else hand.results)
        if hand.turn != state.position:
            return None
        return f"{line}:{self._action(hand, state.position)}"

    def _game(self, state: MatchState) -> Game:
        if not self.is_guess:
            assert self.game is not None
            if self.game.players != state.players:
                raise MatchBroken(
                    f"the dealer has {state.players} players, our game is for {self.game.players}"
                )
            return self.game
        self.betting = self.betting or betting_of(state.betting)
        if (
            self.game is None
            or self.game.players != state.players
            or (self.betting is not None and self.game.betting is not self.betting)
        ):
            self.game = guessed(self.betting or Betting.NO_LIMIT, state.players)
        return self.game

    def _action(self, hand: Hand, position: int) -> str:
        if hand.situation.end:
            return "c"  # the dealer asks although there is nothing to decide
        try:
            ruling = ask(self.bot, hand.view(StackIndex(position)), self.dice)
            if ruling.fault:
                self.warn(f"the bot failed, so c: {ruling.fault}")
                return "c"
            action = hand.action(ruling.act)
        except IllegalAct as error:
            self.warn(f"the bot's act is not allowed, so c: {error}")
            return "c"
        except Exception as error:  # a bot may raise anything, and the other players are waiting
            self.warn(f"the bot failed, so c: {type(error).__name__}: {error}")
            return "c"
        # Until somebody has raised, it is unknown whether raises need an amount.
        return "c" if self.betting is None and action[0] == "r" else action

    def _count(self, state: MatchState, results: tuple[Fraction, ...] | None) -> None:
        if state.number == self.last_counted:
            return
        self.last_counted = state.number
        self.hands += 1
        if results is None:
            self.unknown += 1
        else:
            self.won += results[state.position]

    def warn(self, text: str) -> None:
        self.warnings += 1
        if self.warnings <= MOST_WARNINGS:
            self.say(text)
        if self.warnings == MOST_WARNINGS:
            self.say("(further warnings are not printed)")

    def summary(self) -> str:
        """Return the result in words: "120 hands: +350 chips (+29 thousandths of a big blind a
        hand)"."""
        if not self.hands or self.game is None:
            return "no hand was finished"
        each = 1000 * self.won / self.hands / self.game.big_blind
        hands = "1 hand" if self.hands == 1 else f"{self.hands:,} hands"
        lost = f", {self.unknown:,} of them without a known result" if self.unknown else ""
        more = ", stakes guessed" if self.is_guess else ""
        more += f", {self.warnings:,} warnings" if self.warnings else ""
        return (
            f"{hands}{lost}: {float(self.won):+,.10g} chips "
            f"({float(each):+,.0f} thousandths of a big blind a hand){more}"
        )


def looks_over(state: MatchState) -> bool:
    """Return whether the line shows the end of a hand: cards are shown, or all players but one have
    folded."""
    folds = [action for actions in state.betting for action in actions if action == "f"]
    shown = [hand for hand in state.hands if hand is not None]
    return len(shown) > 1 or len(folds) == state.players - 1


def may_be_asked(state: MatchState, game: Game) -> bool:
    """Return whether the dealer may be waiting for our act in a hand that we cannot follow. This is
    certain with two players. With more it depends on who is all in, so the answer is True."""
    if looks_over(state):
        return False
    if state.players > 2:
        return True
    first = game.first_players[len(state.betting) - 1]
    return (first + len(state.betting[-1])) % 2 == state.position


# The connection


class Wire:
    """A connection that carries lines ended by LF or CR LF."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.timeout = 60.0
        self.unread = b""

    def __enter__(self) -> "Wire":
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def send(self, line: str) -> None:
        self.connection.settimeout(self.timeout)
        try:
            self.connection.sendall(f"{line}\r\n".encode("ascii", "replace"))
        except TimeoutError:
            raise MatchBroken(
                f"the dealer has not read our answer for {self.timeout:g} s"
            ) from None

    def lines(self) -> Iterator[str]:
        """Yield lines until the dealer closes the connection. Lines that are too long are cut
        off."""
        is_rest = False
        while True:
            line, mark, rest = self.unread.partition(b"\n")
            if mark:
                self.unread = rest
                if not is_rest:
                    yield line.rstrip(b"\r").decode("ascii", "replace")
                is_rest = False
                continue
            if len(self.unread) > MOST_LINE:
                if not is_rest:
                    yield self.unread[:MOST_LINE].decode("ascii", "replace")
                self.unread, is_rest = b"", True
            self.connection.settimeout(self.timeout)
            try:
                more = self.connection.recv(65536)
            except TimeoutError:
                raise MatchBroken(f"no message from the dealer for {self.timeout:g} s") from None
            if not more:
                return
            self.unread += more


def reached(host: str, port: int, patience: float) -> Wire:
    """Return a connection to a dealer that may still be starting. Tries for *patience* seconds."""
    until = time.monotonic() + patience
    while True:
        left = until - time.monotonic()
        try:
            connection = socket.create_connection((host, port), timeout=max(left, 0.1))
        except (socket.gaierror, UnicodeError) as error:
            reason = getattr(error, "strerror", None) or error
            raise MatchBroken(f"there is no host {host!r}: {reason}") from None
        except OSError as error:
            if time.monotonic() + RETRY >= until:
                reason = error.strerror or "no answer"
                raise MatchBroken(f"no dealer answers at {host} port {port}: {reason}") from None
            time.sleep(RETRY)
        else:
            with suppress(OSError):  # send each short line at once
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return Wire(connection)


def play(player: AcpcPlayer, wire: Wire) -> None:
    """Plays until the dealer closes the connection. Raises `MatchBroken` if that is during a hand
    or before the first one ends."""
    try:
        wire.send(VERSION)
        for line in wire.lines():
            answer = player.answer(line)
            if answer is not None:
                wire.send(answer)
    except OSError as error:
        if not (player.is_between and player.hands):
            raise MatchBroken(f"the connection broke: {error.strerror or error}") from None
    if not player.is_between:
        raise MatchBroken("the dealer closed the connection in the middle of a hand")
    if not player.hands:
        raise MatchBroken("the dealer closed the connection before a hand was finished")
