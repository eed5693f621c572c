"""A game definition: the settings of a game, which the dealer and all players load.

Keys may be in upper or lower case, with or without `=`. A line that begins with `#` is a comment.
Positions count from 1 in the file and from 0 here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from pokermasa.rules import (
    BadHand,
    Betting,
    Blinds,
    Chips,
    Dealer,
    HeadsUpButton,
    HouseRules,
    Post,
    StackIndex,
)
from pokermasa.rules.chips import clockwise
from pokermasa.rules.refusal import in_short


class AcpcError(ValueError):
    """Raised for a text that is not ACPC, or a state that is impossible in its game."""


def shortened(text: str, most: int = 60) -> str:
    """
    >>> shortened("MATCHSTATE:0:0:" + "c" * 1000, most=20)
    "'MATCHSTATE:0:0:ccccc…'"
    """
    return repr(text if len(text) <= most else text[:most] + "…")


ENDLESS = 2**31 - 1
"""Stack in a limit game whose definition has no stacks."""
NO_CAP = 255
"""Maximum number of raises in a round if the definition does not limit it."""
ROUNDS = 4
MOST_TEXT = 100_000
_WORDS = ("limit", "nolimit")
_HOLDEM = {
    "numrounds": (4,),
    "numsuits": (4,),
    "numranks": (13,),
    "numholecards": (2,),
    "numboardcards": (0, 3, 1, 1),
}
_A_ROUND = {"raisesize", "firstplayer", "maxraises"}
_A_PLAYER = {"stack", "blind"}
_KEYS = {"numplayers", *_HOLDEM, *_A_ROUND, *_A_PLAYER}
_LINE = re.compile(r"([a-z]+)\s*=?\s*([0-9\s]*)", re.ASCII | re.IGNORECASE)


class Game(NamedTuple):
    """A game of the competition. Amounts are by position, bet sizes by round.

    >>> game = named("holdem.limit.2p.reverse_blinds")
    >>> game.players, game.blinds, game.button, game.raise_sizes, game.max_raises
    (2, (10, 5), 1, (10, 10, 20, 20), (3, 4, 4, 4))
    >>> Game.read(game.write()) == game
    True
    """

    betting: Betting
    stacks: tuple[Chips, ...]
    blinds: tuple[Chips, ...]
    raise_sizes: tuple[Chips, ...]
    """Bet size of each round. Empty in no-limit games."""
    first_players: tuple[StackIndex, ...]
    max_raises: tuple[int, ...] = (NO_CAP,) * ROUNDS

    @classmethod
    def read(cls, text: str) -> Game:
        """Return the game in *text*. Raises `AcpcError` with the line of the fault.

        >>> Game.read("GAMEDEF\\nlimit\\nnumPlayers = 2\\nnumSuits = 1\\nEND GAMEDEF")
        Traceback (most recent call last):
            ...
        pokermasa.histories.acpc.game.AcpcError: line 4: not hold'em: numSuits is 1, not 4
        """
        betting, values = _read(text)
        players = values["numplayers"][0]
        is_limit = betting is Betting.FIXED_LIMIT
        stacks = values.get("stack")
        if stacks is None:
            if not is_limit or players > 4:
                raise AcpcError(
                    "the stacks are missing (only limit games up to four may omit them)"
                )
            stacks = (ENDLESS,) * players
        if is_limit and "raisesize" not in values:
            raise AcpcError("raiseSize is missing")
        first = values.get("firstplayer", (1,) * ROUNDS)
        return cls(
            betting,
            stacks,
            values.get("blind", (0,) * players),
            values["raisesize"] if is_limit else (),
            tuple([StackIndex(number - 1) for number in first]),
            values.get("maxraises", (NO_CAP,) * ROUNDS),
        ).verified()

    def write(self) -> str:
        """Return the definition file of this game.

        >>> print(named("holdem.nolimit.3p").write(), end="")
        GAMEDEF
        nolimit
        numPlayers = 3
        numRounds = 4
        stack = 20000 20000 20000
        blind = 50 100 0
        firstPlayer = 3 1 1 1
        numSuits = 4
        numRanks = 13
        numHoleCards = 2
        numBoardCards = 0 3 1 1
        END GAMEDEF
        """
        is_limit = self.betting is Betting.FIXED_LIMIT
        lines = ["GAMEDEF", "limit" if is_limit else "nolimit"]
        lines += [f"numPlayers = {self.players}", f"numRounds = {ROUNDS}"]
        if not is_limit or self.players > 4 or self.stacks != (ENDLESS,) * self.players:
            lines.append(f"stack = {_joined(self.stacks)}")
        lines.append(f"blind = {_joined(self.blinds)}")
        if is_limit:
            lines.append(f"raiseSize = {_joined(self.raise_sizes)}")
        lines.append(f"firstPlayer = {_joined([first + 1 for first in self.first_players])}")
        if self.max_raises != (NO_CAP,) * ROUNDS:
            lines.append(f"maxRaises = {_joined(self.max_raises)}")
        lines += ["numSuits = 4", "numRanks = 13", "numHoleCards = 2", "numBoardCards = 0 3 1 1"]
        return "\n".join([*lines, "END GAMEDEF", ""])

    @property
    def players(self) -> int:
        return len(self.stacks)

    @property
    def button(self) -> StackIndex:
        """The player who acts last after the flop."""
        return StackIndex((self.first_players[1] - 1) % self.players)

    @property
    def big_blind(self) -> Chips:
        return max(self.blinds)

    @property
    def is_reverse(self) -> bool:
        """True with two players and "reverse blinds": the button has the small blind and acts
        first."""
        return self.players == 2 and self.first_players[0] == self.button

    @property
    def small_blind(self) -> StackIndex:
        return clockwise(self.button, self.players)[-1 if self.is_reverse else 0]

    @property
    def rules(self) -> HouseRules:
        """The house rules `acpc`, with the betting and the raise limits of this game."""
        rules = HouseRules.named("acpc")
        if self.betting is Betting.FIXED_LIMIT:
            first, flop, turn, river = self.max_raises
            rules = rules.replace(betting=self.betting, raise_cap=(first, flop, turn, river))
        if self.players == 2 and not self.is_reverse:
            rules = rules.replace(heads_up_button=HeadsUpButton.BIG_BLIND)
        return rules

    @property
    def bets(self) -> tuple[Chips, Chips] | None:
        """The two bet sizes of fixed limit. None for no-limit."""
        if self.betting is not Betting.FIXED_LIMIT:
            return None
        early, late = self.raise_sizes[0], self.raise_sizes[2]
        return early, max(early, late)

    @property
    def table_blinds(self) -> Blinds:
        return Blinds(self.blinds[self.small_blind], self.big_blind)

    @property
    def posts(self) -> tuple[Post, ...] | None:
        """Posts by position. None if they follow from the positions; with a straddle
        they do not."""
        usual = [0] * self.players
        usual[self.small_blind] = self.blinds[self.small_blind]
        usual[(self.small_blind + 1) % self.players] = self.big_blind
        return None if tuple(usual) == self.blinds else tuple([Post(b) for b in self.blinds])

    def dealer(self) -> Dealer:
        """Return the start of a hand, with the blinds posted."""
        return Dealer.start(
            self.stacks, self.button, self.table_blinds, self.rules, self.posts, self.bets
        )

    def verified(self) -> Game:
        """Return this game. Raises `AcpcError` if it cannot be played here."""
        players = self.players
        if len(self.blinds) != players:
            raise AcpcError(f"{players} stacks, but {len(self.blinds)} blinds")
        if not any(self.blinds):
            raise AcpcError("a game without blinds cannot be played here")
        for position, (stack, blind) in enumerate(zip(self.stacks, self.blinds, strict=True)):
            if blind > stack:
                raise AcpcError(f"player {position + 1} cannot post {blind} of {stack}")
        if all(blind == stack for stack, blind in zip(self.stacks, self.blinds, strict=True)):
            raise AcpcError("the blinds leave nobody a chip to play with")
        if not all(0 <= first < players for first in self.first_players):
            raise AcpcError(f"firstPlayer is from 1 to {players}")
        if len(set(self.first_players[1:])) > 1:
            raise AcpcError(
                "firstPlayer: the same player must be first in all rounds after the first, or "
                "this is not hold'em"
            )
        if self.betting is Betting.FIXED_LIMIT and not (
            len(self.raise_sizes) == ROUNDS and all(self.raise_sizes)
        ):
            raise AcpcError(f"raiseSize: {ROUNDS} sizes of at least 1")
        deep = self._replace(stacks=(3 * sum(self.blinds) + 1,) * players)
        try:
            opened = deep.dealer()
            self.dealer()
        except BadHand as error:
            raise AcpcError(str(error)) from None
        if opened.turn_to_act != self.first_players[0]:
            raise AcpcError(
                f"firstPlayer: with these blinds player {opened.turn_to_act + 1} acts first, "
                f"not {self.first_players[0] + 1}"
            )
        return self


def _joined(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def _read(text: str) -> tuple[Betting, dict[str, tuple[int, ...]]]:
    if not isinstance(text, str):
        raise AcpcError(f"a game definition is a text, not {in_short(text)}")
    if len(text) > MOST_TEXT:
        raise AcpcError(
            f"a game definition has at most {MOST_TEXT:,} characters, not {len(text):,}"
        )
    betting: Betting | None = None
    values: dict[str, tuple[int, ...]] = {}
    lines: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        said = line.strip()
        word = said.lower()
        if not said or line.startswith("#") or word == "gamedef":
            continue
        if word == "end gamedef":
            break
        if word in _WORDS:
            betting = Betting.NO_LIMIT if word == "nolimit" else Betting.FIXED_LIMIT
            continue
        match = _LINE.fullmatch(said)
        key = match[1].lower() if match else ""
        if match is None or key not in _KEYS:
            raise AcpcError(f"line {number}: {shortened(said)} is not part of a game definition")
        values[key] = _numbers(match[2], f"line {number}: {match[1]}")
        lines[key] = number
        required = _HOLDEM.get(key)
        # Like the dealer, ignore more numbers than there are rounds.
        if required is not None and values[key][: len(required)] != required:
            raise AcpcError(
                f"line {number}: not hold'em: {match[1]} is {_joined(values[key])}, "
                f"not {_joined(required)}"
            )
    else:
        raise AcpcError("END GAMEDEF is missing")
    if betting is None:
        raise AcpcError("limit or nolimit is missing")
    if "numplayers" not in values:
        raise AcpcError("numPlayers is missing")
    players = values["numplayers"][0]
    if not 2 <= players <= 10:
        raise AcpcError(f"line {lines['numplayers']}: 2 to 10 players, not {players}")
    for key in _A_PLAYER | _A_ROUND:
        wanted_count = players if key in _A_PLAYER else ROUNDS
        if key in values:
            if len(values[key]) < wanted_count:
                each = "player" if key in _A_PLAYER else "round"
                raise AcpcError(f"line {lines[key]}: {wanted_count} numbers, one a {each}")
            values[key] = values[key][:wanted_count]
    return betting, values


def _numbers(text: str, where: str) -> tuple[int, ...]:
    words = text.split()
    if not words or any(len(word) > 10 for word in words) or len(words) > 100:
        raise AcpcError(f"{where}: expected whole numbers, up to ten digits each")
    return tuple(map(int, words))


# Games of the competition


@cache
def guessed(betting: Betting, players: int) -> Game:
    """Return the competition's usual game for this number of players.

    >>> guessed(Betting.NO_LIMIT, 2) == named("holdem.nolimit.2p.reverse_blinds")
    True
    """
    is_limit = betting is Betting.FIXED_LIMIT
    small, big = (5, 10) if is_limit else (50, 100)
    heads_up = players == 2
    return Game(
        betting,
        (ENDLESS if is_limit else 20000,) * players,
        (big, small) if heads_up else (small, big, *[0] * (players - 2)),
        (10, 10, 20, 20) if is_limit else (),
        tuple(map(StackIndex, (1, 0, 0, 0) if heads_up else (2, 0, 0, 0))),
        (3, 4, 4, 4) if is_limit else (NO_CAP,) * ROUNDS,
    ).verified()


NAMES = {
    "holdem.limit.2p.reverse_blinds": (Betting.FIXED_LIMIT, 2),
    "holdem.limit.3p": (Betting.FIXED_LIMIT, 3),
    "holdem.nolimit.2p.reverse_blinds": (Betting.NO_LIMIT, 2),
    "holdem.nolimit.3p": (Betting.NO_LIMIT, 3),
}


def named(name: str) -> Game:
    """Return a game that comes with the competition's dealer. Raises `AcpcError` if unknown."""
    try:
        return guessed(*NAMES[name.removesuffix(".game")])
    except (KeyError, AttributeError):
        known = ", ".join(NAMES)
        raise AcpcError(f"no game is named {in_short(name)}; known: {known}") from None
