"""A line from the dealer to one player: `MATCHSTATE:<position>:<hand>:<betting>:<cards>`.

This module checks only the form of the line. `Hand` plays the betting and checks that it is legal.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from pokermasa.cards import CARDS, Card
from pokermasa.histories.acpc.game import ROUNDS, AcpcError, Game, shortened
from pokermasa.histories.acpc.hand import Hand
from pokermasa.rules.hand_dealer import HoleCards
from pokermasa.rules.refusal import in_short

Betting: TypeAlias = tuple[tuple[str, ...], ...]
"""Actions of each round so far: `c`, `f`, `r`, or `r300` with the total for the whole hand."""

MOST_LINE = 16_000
_HEAD = re.compile(r"MATCHSTATE:(\d):(\d{1,10})", re.ASCII)
_BETTING = re.compile(r"(?:[cf/]|r\d{0,10})*", re.ASCII)
_ACTION = re.compile(r"[cf]|r\d*", re.ASCII)
_CARDS = {str(card): card for card in CARDS}
_BOARD_SIZES = (3, 1, 1)


class MatchState(NamedTuple):
    """One line from the dealer to a player.

    >>> state = MatchState.read("MATCHSTATE:1:7:cr300c/:|Qd7c/2h8h5c")
    >>> state.position, state.number, state.betting, state.board
    (1, 7, (('c', 'r300', 'c'), ()), (Card('2h'), Card('8h'), Card('5c')))
    >>> state.write()
    'MATCHSTATE:1:7:cr300c/:|Qd7c/2h8h5c'
    """

    position: int
    number: int
    betting: Betting
    hands: tuple[HoleCards | None, ...]
    board: tuple[Card, ...]

    @classmethod
    def read(cls, line: str) -> MatchState:
        """Return the state in *line*. Raises `AcpcError` if its form is wrong.

        >>> MatchState.read("MATCHSTATE:2:7:c:|Qd7c")
        Traceback (most recent call last):
            ...
        pokermasa.histories.acpc.game.AcpcError: position 2 of 2 (they begin with 0)
        """
        if not isinstance(line, str):
            raise AcpcError(f"a state is a line of text, not {in_short(line)}")
        if len(line) > MOST_LINE:
            raise AcpcError(f"a line of {len(line):,} characters is not a state: {shortened(line)}")
        fields = line.split(":")
        head = _HEAD.fullmatch(":".join(fields[:3]))
        if head is None or len(fields) != 5:
            raise AcpcError(
                f"expected MATCHSTATE:position:hand:betting:cards, found {shortened(line)}"
            )
        hands, board = read_cards(fields[4])
        position = int(head[1])
        if position >= len(hands):
            raise AcpcError(f"position {position} of {len(hands)} (they begin with 0)")
        betting = read_betting(fields[3])
        verify_board(betting, board)
        return cls(position, int(head[2]), betting, hands, board)

    def write(self) -> str:
        return ":".join(
            [
                f"MATCHSTATE:{self.position}:{self.number}",
                write_betting(self.betting),
                write_cards(self.hands, self.board, rounds=len(self.betting)),
            ]
        )

    @property
    def players(self) -> int:
        return len(self.hands)

    def hand(self, game: Game) -> Hand:
        """Return the hand so far. Raises `AcpcError` if it is impossible in *game*."""
        return Hand.replayed(game, self.betting, self.hands, self.board)

    @classmethod
    def from_hand(cls, hand: Hand, position: int, number: int) -> MatchState:
        """Return the state that the dealer sends to *position*.

        It has that player's cards and, at a showdown, the cards of all players who have not
        folded.
        """
        hands = [
            cards if position == index or index in hand.shown else None
            for index, cards in enumerate(hand.hands)
        ]
        board = hand.board[: (0, 3, 4, 5)[len(hand.rounds) - 1]]
        return cls(position, number, hand.rounds, tuple(hands), board)


def read_betting(text: str) -> Betting:
    """Return the actions of each round. Raises `AcpcError` if the form is wrong.

    >>> read_betting("r20000c///")
    (('r20000', 'c'), (), (), ())
    """
    if _BETTING.fullmatch(text) is None:
        raise AcpcError(
            f"{shortened(text)} is not a betting sequence: c, f, r and r<total>, rounds by /"
        )
    rounds = text.split("/")
    if len(rounds) > ROUNDS:
        raise AcpcError(f"{len(rounds)} rounds of betting: {shortened(text)}")
    return tuple([tuple(_ACTION.findall(one)) for one in rounds])


def write_betting(betting: Betting) -> str:
    return "/".join(["".join(actions) for actions in betting])


def read_cards(text: str) -> tuple[tuple[HoleCards | None, ...], tuple[Card, ...]]:
    """Return the hole cards, None if hidden, and the board.

    >>> read_cards("|Qd7c/2h8h5c/Th")[0]
    (None, (Card('Qd'), Card('7c')))
    """
    holes, *rounds = text.split("/")
    hands = tuple([_hole(hand) for hand in holes.split("|")])
    if not 2 <= len(hands) <= 10:
        raise AcpcError(f"cards for 2 to 10 players, not {shortened(text)}")
    board: list[Card] = []
    for cards, size in zip(rounds, _BOARD_SIZES, strict=False):
        read = _read_cards(cards)
        if len(read) != size:
            raise AcpcError(f"{size} board cards are due in {shortened(text)}, not {len(read)}")
        board += read
    if len(rounds) > len(_BOARD_SIZES):
        raise AcpcError(f"too many rounds of board cards: {shortened(text)}")
    known = [card for hand in hands if hand for card in hand] + board
    if len(set(known)) < len(known):
        raise AcpcError(f"a card occurs twice: {shortened(text)}")
    return hands, tuple(board)


def write_cards(hands: Sequence[HoleCards | None], board: Sequence[Card], rounds: int) -> str:
    """Return hole cards and the board as dealt in the first *rounds* betting rounds."""
    parts = ["|".join(["".join(map(str, hand or ())) for hand in hands])]
    dealt = 0
    for size in _BOARD_SIZES[: rounds - 1]:
        parts.append("".join(map(str, board[dealt : dealt + size])))
        dealt += size
    return "/".join(parts)


def verify_board(betting: Betting, board: Sequence[Card]) -> None:
    """Raise `AcpcError` unless the board has the cards of each round that has begun."""
    dealt = (0, 3, 4, 5).index(len(board))
    if dealt != len(betting) - 1:
        raise AcpcError(f"board cards of {dealt} rounds, but betting in {len(betting)}")


def _hole(text: str) -> HoleCards | None:
    if not text:
        return None
    cards = _read_cards(text)
    if len(cards) != 2:
        raise AcpcError(f"a hand is two cards, not {shortened(text)}")
    return cards[0], cards[1]


def _read_cards(text: str) -> list[Card]:
    try:
        return [_CARDS[text[at : at + 2]] for at in range(0, len(text), 2)]
    except KeyError:
        raise AcpcError(f"{shortened(text)} are not cards: write them like AsTh") from None
