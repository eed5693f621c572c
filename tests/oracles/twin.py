"""The same hand at pokerkit's table, with our names and stack indexes."""

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Any

from pokerkit import (
    Automation,
    BettingStructure,
    Card,
    Deck,
    Mode,
    Opening,
    StandardHighHand,
    State,
    Street,
)

from pokermasa.rules import Betting, ShortAntes
from tests.oracles.start import Start

# all automations except dealing, because the cards are ours
AUTOMATIONS = tuple(set(Automation) - {Automation.HOLE_DEALING, Automation.BOARD_DEALING})
STRUCTURES = {
    Betting.NO_LIMIT: BettingStructure.NO_LIMIT,
    Betting.POT_LIMIT: BettingStructure.POT_LIMIT,
    Betting.FIXED_LIMIT: BettingStructure.FIXED_LIMIT,
}
CARDS = {repr(card): card for card in Deck.STANDARD}


class RememberedHand(StandardHighHand):
    """A cache of pokerkit's hand evaluation, which is slow and called many times for each hand."""

    @classmethod
    def from_game(
        cls,
        hole_cards: Iterable[Card],  # type: ignore[override]
        board_cards: Iterable[Card] = (),  # type: ignore[override]
    ) -> StandardHighHand:
        return _best_five(tuple(hole_cards), tuple(board_cards))

    entry = cached_property(StandardHighHand.entry.fget)  # type: ignore[attr-defined]


@lru_cache(maxsize=64)
def _best_five(hole_cards: tuple[Card, ...], board_cards: tuple[Card, ...]) -> StandardHighHand:
    return super(RememberedHand, RememberedHand).from_game(hole_cards, board_cards)


class Twin:
    """A pokerkit table that uses our stack indexes.

    pokerkit's player 0 is left of the button, also with two players. There it is the big blind, and
    pokerkit exchanges the given blinds and antes.
    """

    def __init__(self, start: Start) -> None:
        players = len(start.stacks)
        _, big, ante, big_blind_ante = start.blinds
        is_fixed = start.rules.betting is Betting.FIXED_LIMIT
        cap = None
        if is_fixed and start.rules.raise_cap is not None:
            (cap,) = set(start.rules.raise_cap)
        least = start.bets if is_fixed else (big, big)
        streets = [
            Street(False, hole, board, False, Opening.POSITION, bet, cap)
            for hole, board, bet in (
                ((False, False), 0, least[0]),
                ((), 3, least[0]),
                ((), 1, least[1]),
                ((), 1, least[1]),
            )
        ]
        self.order = [(start.button + 1 + i) % players for i in range(players)]
        """Our stack indexes in pokerkit's order."""
        self.state = State(
            AUTOMATIONS,
            Deck.STANDARD,
            (RememberedHand,),
            tuple(streets),
            STRUCTURES[start.rules.betting],
            start.rules.short_antes is ShortAntes.LAYERED,  # pokerkit: trimmed
            {1: ante} if big_blind_ante else ante,
            start.live_posts,
            0,
            [start.stacks[i] for i in self.order],
            players,
            mode=Mode.CASH_GAME,  # In a tournament pokerkit would refuse a fold without a bet.
        )
        for i in self.order:
            self.state.deal_hole(_cards(start.cards.hands[i]))
        self._board = list(_cards(start.cards.board))
        self._deal()

    def _deal(self) -> None:
        """Deal the board cards that are due."""
        while count := self.state.board_dealing_count:
            self.state.deal_board(self._board[:count])
            del self._board[:count]

    def _ours(self, by_player: Any) -> list[int]:
        return [value for _, value in sorted(zip(self.order, by_player, strict=True))]

    @property
    def round(self) -> int | None:
        """The round, 0 before the flop to 3 on the river. None if there is no betting."""
        return self.state.street_index

    @property
    def to_act(self) -> int | None:
        index = self.state.actor_index
        return None if index is None else self.order[index]

    @property
    def to_call(self) -> int | None:
        return self.state.checking_or_calling_amount

    @property
    def raises(self) -> tuple[int, int] | None:
        """The smallest and the largest raise, including the last chip."""
        least = self.state.min_completion_betting_or_raising_to_amount
        most = self.state.max_completion_betting_or_raising_to_amount
        return None if least is None or most is None else (least, most)

    @property
    def pot_raise(self) -> int | None:
        """The raise by the pot as it is after the call, if it is legal."""
        return self.state.pot_completion_betting_or_raising_to_amount

    @property
    def stacks(self) -> list[int]:
        return self._ours(self.state.stacks)

    @property
    def wagers(self) -> list[int]:
        return self._ours(self.state.bets)

    @property
    def living(self) -> list[int]:
        return self._ours(self.state.statuses)

    @property
    def pots(self) -> list[tuple[int, tuple[int, ...]]]:
        """The pots, the main pot first."""
        return [
            (pot.amount, tuple(sorted(self.order[i] for i in pot.player_indices)))
            for pot in self.state.pots
        ]

    def open_with(self, stack: int) -> None:
        """Let another stack begin the next round."""
        turns = self.state.actor_indices
        turns.rotate(-turns.index(self.order.index(stack)))

    def fold(self) -> None:
        self.state.fold()
        self._deal()

    def call(self) -> None:
        """Call or check."""
        self.state.check_or_call()
        self._deal()

    def raise_to(self, amount: int) -> None:
        self.state.complete_bet_or_raise_to(amount)
        self._deal()


def _cards(cards: Iterable[object]) -> tuple[Card, ...]:
    return tuple(CARDS[str(card)] for card in cards)
