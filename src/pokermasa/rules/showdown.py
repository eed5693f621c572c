"""The end of a hand: the winners, and the order in which hands are shown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from pokermasa.rules.act import BettingRound, OneWin, Showdown
from pokermasa.rules.chips import Chips, StackIndex, clockwise
from pokermasa.rules.house import ShowdownRule
from pokermasa.rules.pot import PotDistribution
from pokermasa.rules.refusal import BadHand, in_short
from pokermasa.rules.stack import Role

if TYPE_CHECKING:
    from pokermasa.rules.dealer import Dealer
    from pokermasa.rules.hand_dealer import HandDealer, HoleCards


class Winners(NamedTuple):
    """The winners of a hand, and the chips of all stacks after it.

    >>> from pokermasa.rules import Blinds, Dealer, Fold, Situation
    >>> move = Situation(Dealer.start([200, 200], 0, Blinds(1, 2), "tda")).move(Fold())
    >>> move.situation_after.outcome.winners.stacks
    (199, 201)
    """

    pots: tuple[PotDistribution, ...]
    """The distribution of each pot that has chips, the main pot last."""
    stacks: tuple[Chips, ...]
    """The chips of each stack after the pots have been paid."""

    @property
    def dropped(self) -> Chips:
        """Odd chips that nobody gets under `OddChips.DROPPED`. They are recorded, not lost."""
        return sum([pot.dropped for pot in self.pots])


def winners(dealer: Dealer, distributions: Iterable[PotDistribution]) -> Winners:
    """Return the winners for these distributions of the pots of *dealer*."""
    pots = tuple(distributions)
    return Winners(pots, dealer.paid(pots))


def injected(won_by: Iterable[StackIndex], players: int) -> list[int]:
    """Return hand values that make these stacks win. Document 002 lets a caller name the winner.

    >>> injected([1], players=3)
    [0, 1, 0]
    """
    if type(players) is not int or not 2 <= players <= 10:
        raise BadHand(f"a hand has 2 to 10 players, not {in_short(players)}")
    best = set(won_by) if isinstance(won_by, Iterable) else None
    if not best or not best <= set(range(players)):
        stacks = f"stack indexes from 0 to {players - 1}, as in [1]"
        raise BadHand(f"winners are {stacks}, not {in_short(won_by)}")
    return [int(index in best) for index in range(players)]


def one_win(finished: Dealer) -> OneWin:
    """Return the end of a hand in which all stacks but one have folded."""
    return OneWin(winners(finished, [finished.distribute_one()]))


def showdown(dealer: Dealer, finished: Dealer, cards: HandDealer | None) -> Showdown:
    """Return the showdown of a hand.

    *dealer* is the state after the last act, *finished* the same with all wagers in the pots.
    """
    order = showing_order(dealer)
    pots = (finished.running_pot, *finished.side_pots)
    values: list[int | None] = [None] * len(dealer.stacks)
    if cards is None:
        return Showdown(None, None, None, order, tuple(values), pots, all_show=True)
    hands: list[HoleCards | None] = [None] * len(dealer.stacks)
    for index in order:
        hands[index] = cards.hands[index]
        values[index] = cards.value(index)
    try:
        result = winners(finished, finished.distribute_all(values))
    except ValueError:  # too few cards are known, as in some hand histories
        result = None
    return Showdown(
        cards.middle(BettingRound.RIVER),
        tuple(hands),
        result,
        order,
        tuple(values),
        pots,
        all_show=_all_show(dealer),
    )


def _all_show(dealer: Dealer) -> bool:
    rule = dealer.rules.showdown
    return rule is ShowdownRule.ALL_SHOW or (
        rule is ShowdownRule.ALL_SHOW_WITH_AN_ALL_IN and dealer.all_ins_exist
    )


def showing_order(dealer: Dealer) -> tuple[StackIndex, ...]:
    """Return the stacks that have not folded, in the order in which they show their cards.

    The first is the aggressor on the river, or the first stack left of the button.
    """
    stacks = dealer.stacks
    first = dealer.aggressor
    after = dealer.button if first is None else StackIndex((first - 1) % len(stacks))
    return tuple([i for i in clockwise(after, len(stacks)) if stacks[i][0] is not Role.FOLDED])
