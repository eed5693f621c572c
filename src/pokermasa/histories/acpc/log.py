"""A match log: one line per hand, `STATE:<hand>:<betting>:<cards>:<results>:<names>`.

A log has all cards, including folded ones. Results are by position. A fraction from a split pot
has six decimals.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from pokermasa.cards import Card
from pokermasa.histories.acpc.game import AcpcError, Game, guessed, named, shortened
from pokermasa.histories.acpc.hand import Hand
from pokermasa.histories.acpc.state import (
    MOST_LINE,
    Betting,
    read_betting,
    read_cards,
    verify_board,
    write_betting,
    write_cards,
)
from pokermasa.histories.history import (
    CHECK_OR_CALL,
    UNKNOWN,
    Acted,
    BoardDealt,
    HandEntry,
    History,
    HistoryError,
    HoleDealt,
    Shown,
    Step,
)
from pokermasa.histories.input_check import verify_lines
from pokermasa.histories.record import in_file
from pokermasa.rules import Betting as BettingStructure
from pokermasa.rules import Blinds, Fold, Post, Raise
from pokermasa.rules.chips import indexed
from pokermasa.rules.hand_dealer import HoleCards
from pokermasa.rules.refusal import in_short

_RESULT = re.compile(r"-?\d{1,12}(?:\.\d{1,6})?", re.ASCII)
_EXACT = Fraction(1, 1_000_000)
"""Largest rounding error of a result with six decimals."""


class LogState(NamedTuple):
    """One line of a match log.

    >>> log = LogState.read("STATE:75:f:Kc7s|2s6d:5|-5:p2|p1")
    >>> log.number, log.names, [int(won) for won in log.results]
    (75, ('p2', 'p1'), [5, -5])
    >>> log.write()
    'STATE:75:f:Kc7s|2s6d:5|-5:p2|p1'
    """

    number: int
    betting: Betting
    hands: tuple[HoleCards | None, ...]
    board: tuple[Card, ...]
    results: tuple[Fraction, ...]
    names: tuple[str, ...]

    @classmethod
    def read(cls, line: str) -> LogState:
        if not isinstance(line, str):
            raise AcpcError(f"a state is a line of text, not {in_short(line)}")
        if len(line) > MOST_LINE:
            raise AcpcError(f"a line of {len(line):,} characters is not a state: {shortened(line)}")
        fields = line.split(":", 5)
        if len(fields) != 6 or fields[0] != "STATE":
            raise AcpcError(
                f"expected STATE:hand:betting:cards:results:names, found {shortened(line)}"
            )
        _, number, betting, cards, results, names = fields
        if not (number.isdecimal() and number.isascii() and len(number) <= 10):
            raise AcpcError(f"{shortened(number)} is not a hand number")
        hands, board = read_cards(cards)
        won = results.split("|")
        called = names.split("|")
        if not len(hands) == len(won) == len(called):
            raise AcpcError(f"{len(hands)} hands, {len(won)} results and {len(called)} names")
        for result in won:
            if _RESULT.fullmatch(result) is None:
                raise AcpcError(f"{shortened(result)} is not a result")
        actions = read_betting(betting)
        verify_board(actions, board)
        results_read = tuple(map(Fraction, won))
        return cls(int(number), actions, hands, board, results_read, tuple(called))

    def write(self) -> str:
        return ":".join(
            [
                f"STATE:{self.number}",
                write_betting(self.betting),
                write_cards(self.hands, self.board, rounds=len(self.betting)),
                "|".join(map(_written, self.results)),
                "|".join(self.names),
            ]
        )

    @classmethod
    def from_hand(cls, hand: Hand, number: int, names: Sequence[str]) -> LogState:
        """Return the line of a finished hand."""
        results = hand.results
        if not hand.is_over or results is None:
            raise AcpcError(f"the hand is not over: {hand.betting!r}")
        board = hand.board[: (0, 3, 4, 5)[len(hand.rounds) - 1]]
        return cls(number, hand.rounds, hand.hands, board, results, tuple(names))

    def hand(self, game: Game) -> Hand:
        return Hand.replayed(game, self.betting, self.hands, self.board)

    def guessed_game(self) -> Game:
        """Return the competition's game that this hand was probably played in; the log does not
        say."""
        return guessed(betting_of(self.betting) or BettingStructure.FIXED_LIMIT, len(self.hands))

    def history(self, game: Game | None = None) -> History:
        """Return the hand as a `History`.

        If a pot was split into fractions, the amounts are scaled. A raise that no opponent could
        match becomes a call. Raises `AcpcError` if the hand is impossible in *game*, or if the
        rules pay something else than the log says.
        """
        game = game or self.guessed_game()
        hand = self.hand(game)
        results = hand.results
        if not hand.is_over or results is None:
            raise AcpcError("the hand is not over")
        for ours, theirs in zip(results, self.results, strict=True):
            if abs(ours - theirs) > _EXACT:
                paid = "|".join(map(_written, results))
                said = "|".join(map(_written, self.results))
                raise AcpcError(f"the rules pay {paid}, the log says {said}")
        if game.bets is not None and game.raise_sizes != (*game.bets[:1] * 2, *game.bets[1:] * 2):
            raise AcpcError(
                "raise sizes must be the same preflop and on the flop, and on turn and river"
            )
        scale = lcm(*[won.denominator for won in results])
        blinds = game.table_blinds
        finishing = [
            in_file(int((stack + won) * scale), scale)
            for stack, won in zip(game.stacks, results, strict=True)
        ]
        return History(
            stacks=tuple([stack * scale for stack in game.stacks]),
            button=game.button,
            blinds=Blinds(blinds.small * scale, blinds.big * scale),
            rules=game.rules,
            story=tuple(self._story(game, hand, scale)),
            posts=game.posts and tuple([Post(post.live * scale) for post in game.posts]),
            bets=game.bets and (game.bets[0] * scale, game.bets[1] * scale),
            scale=scale,
            names=self.names,
            fields={"hand": self.number, "finishing_stacks": finishing},
        )

    def _story(self, game: Game, over: Hand, scale: int) -> Iterator[Step]:
        for position, cards in indexed(self.hands):
            yield HoleDealt(position, cards or UNKNOWN)
        hand = Hand.start(game, self.hands, self.board)
        lying = 0
        for action in [action for actions in self.betting for action in actions]:
            turn = hand.turn
            assert turn is not None
            if hand.situation.end:
                yield Acted(turn, CHECK_OR_CALL)
            else:
                move = hand.situation.move(hand.act(action))
                if isinstance(move.player_act, Fold):
                    yield Acted(turn, move.player_act)
                elif move.player_act.raises:
                    yield Acted(turn, Raise(move.player_diff.new_wager * scale))
                else:
                    yield Acted(turn, CHECK_OR_CALL)
            hand = hand.after(action)
            for due in (3, 4, 5)[: len(hand.rounds) - 1]:
                if lying < due:
                    yield BoardDealt(self.board[lying:due])
                    lying = due
        for position in over.shown:
            yield Shown(position, self.hands[position] or UNKNOWN)


def betting_of(betting: Betting) -> BettingStructure | None:
    """Return the betting structure of the actions, or None if nobody raised: then both are
    possible.

    >>> betting_of((("c", "r300"),)), betting_of((("c", "c"),))
    (<Betting.NO_LIMIT: 'no limit'>, None)
    """
    for actions in betting:
        for action in actions:
            if action[0] == "r":
                return BettingStructure.NO_LIMIT if action[1:] else BettingStructure.FIXED_LIMIT
    return None


def read_log(lines: Iterable[str], game: Game | None = None) -> Iterator[HandEntry]:
    """Yield all hands of a log. Comments, empty lines and the final `SCORE` line are ignored.

    Without *game*, the game is the one named in the first comment, or one of the competition's.
    """
    verify_lines(lines)
    match = _Match(game)
    for number, line in enumerate(lines, 1):
        said = line.strip()
        if said.startswith("#"):
            match.read_comment(said)
        if not said or said[0] in "#;" or said.startswith("SCORE:"):
            continue
        key = None
        try:
            log = LogState.read(said)
            key = str(log.number)
            yield HandEntry(key, match.history(log), None)
        except AcpcError as error:
            yield HandEntry(key, None, HistoryError(str(error), line=number, hand=key))


class _Match:
    """The game of a log, found from its hands because the lines do not name it.

    The form of a raise shows whether the game is limit or no-limit. A hand without raises belongs
    to the game whose blinds match its results.
    """

    def __init__(self, game: Game | None) -> None:
        self.game = game
        self.is_given = game is not None

    def read_comment(self, comment: str) -> None:
        """Read a comment with the name of the game definition.

        Its form is `# name/game/hands/seed <match> <game definition> <hands> <seed>`.
        """
        words = comment[:1000].split()
        if not self.is_given and words[1:2] == ["name/game/hands/seed"] and len(words) > 3:
            with suppress(AcpcError):  # an unknown game definition
                self.game = named(words[3].rpartition("/")[2])

    def history(self, log: LogState) -> History:
        fault: AcpcError | None = None
        for game in self._games(log):
            try:
                history = log.history(game)
            except AcpcError as error:
                fault = fault or error
            else:
                if not self.is_given:
                    self.game = game
                return history
        raise fault or AcpcError("no game")

    def _games(self, log: LogState) -> list[Game]:
        if self.game is not None and self.is_given:
            return [self.game]
        players, kind = len(log.hands), betting_of(log.betting)
        kinds = [kind] if kind else [BettingStructure.FIXED_LIMIT, BettingStructure.NO_LIMIT]
        games = [guessed(each, players) for each in kinds]
        if self.game in games:  # the game of the comment or of an earlier hand comes first
            games.sort(key=lambda game: game != self.game)
        return games


def _written(amount: Fraction) -> str:
    """Return an amount as the dealer writes it: up to six decimals, without zeros at the end.

    >>> _written(Fraction(-100, 3)), _written(Fraction(5, 2)), _written(Fraction(200))
    ('-33.333333', '2.5', '200')
    """
    if amount.denominator == 1:
        return str(amount.numerator)
    return f"{float(amount):.6f}".rstrip("0").rstrip(".")
