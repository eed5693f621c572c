"""The equities of hands that lie face up, for each board until the last card.

Equities are sent only if everybody may see all live hands. As long as one live hand is face down,
no equities are sent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from pokermasa.cards import Card
from pokermasa.equity.counting import count_deal
from pokermasa.masa import Change, Game, Side, event
from pokermasa.server.low_priority import lower_thread
from pokermasa.server.protocol.data import OddsData
from pokermasa.server.protocol.event import Odds

Cards = tuple[Card, ...]
Hands = dict[Side, tuple[Card, Card]]


_THREAD = ThreadPoolExecutor(1, thread_name_prefix="odds", initializer=lower_thread)
"""One thread with low priority for all tables. Even with players all in at a hundred tables of a
tournament, computing equities does not delay any act."""


async def worked_out(change: Change) -> Odds | None:
    """Return the result of `told_by`, computed in the background thread."""
    return await asyncio.get_running_loop().run_in_executor(_THREAD, told_by, change)


def told_by(change: Change) -> Odds | None:
    """Return the event `odds` if hands were turned up in this change with cards still to come,
    otherwise None."""
    for new_event in change.events:
        if isinstance(new_event, event.TwiceOffered) and new_event.hands:
            game = change.masa.game
            assert game is not None
            return _event(dict(new_event.hands), [(game.first_cards, ())])
        if isinstance(new_event, event.HandsShown):
            game = change.masa.last_game
            assert game is not None
            hands = dict(new_event.hands)
            is_open = set(game.remaining) <= hands.keys() and len(hands) > 1
            return _event(hands, list(_on_the_way(game))) if is_open else None
    return None


def _on_the_way(game: Game) -> Iterator[tuple[Cards, Cards]]:
    """Yields each board before the last card, together with the cards of earlier boards, which
    cannot come again."""
    lying = len(game.first_cards)
    gone: Cards = ()
    for board in game.boards:
        for length in (0, 3, 4):
            # The part that both boards share is included only once.
            if length > lying or (length == lying and not gone):
                yield board[:length], gone
        gone += board[lying:]


def _event(hands: Hands, boards: list[tuple[Cards, Cards]]) -> Odds | None:
    if not boards:
        return None
    odds: list[OddsData] = [
        {
            "board": [str(card) for card in board],
            "sides": list(hands),
            "equities": equities(list(hands.values()), board, gone),
        }
        for board, gone in boards
    ]
    return {"event": "odds", "odds": odds}


def equities(hands: Sequence[Cards], board: Cards, gone: Cards = ()) -> list[float]:
    """Return the equity of each hand, from 0 to 1. The calculation is exact, not sampled, so equal
    cards always get equal numbers. *gone* are cards that cannot come.

    >>> from pokermasa.cards import read_cards
    >>> hands = [read_cards("As Ah"), read_cards("Ks Kh")]
    >>> equities(hands, read_cards("2c 7d 9h Td"))
    [0.9545, 0.0455]
    """
    numbers = [(first.number, second.number) for first, second in hands]
    board_numbers, gone_numbers = [card.number for card in board], [card.number for card in gone]
    counted = count_deal(numbers, board_numbers, gone_numbers)
    return [round(equity, 4) for equity in counted.equities.tolist()]
