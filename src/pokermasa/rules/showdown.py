"""The end of a hand: who shows, in which order, and who wins what."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from pokermasa.rules.act import BettingRound, OneWin, Showdown
from pokermasa.rules.chips import Chips, StackIndex, clockwise
from pokermasa.rules.house import ShowdownRule
from pokermasa.rules.pot import PotDistribution
from pokermasa.rules.stack import Role

if TYPE_CHECKING:
    from pokermasa.rules.dealer import Dealer
    from pokermasa.rules.hand_dealer import HandDealer, HoleCards


class Winners(NamedTuple):
    pots: tuple[PotDistribution, ...]
    """One for each pot that held chips, the running pot first and the main pot last."""
    stacks: tuple[Chips, ...]
    """What each stack holds afterwards."""

    @property
    def dropped(self) -> Chips:
        """Odd chips that went to nobody, where the house drops them. They stay in the books."""
        return sum([pot.dropped for pot in self.pots])


def winners(dealer: Dealer, distributions: Iterable[PotDistribution]) -> Winners:
    pots = tuple(distributions)
    return Winners(pots, dealer.paid(pots))


def injected(won_by: Iterable[StackIndex], players: int) -> list[int]:
    """Hand values that make these stacks win (document 002 lets the winner be given).

    >>> injected([1], players=3)
    [0, 1, 0]
    """
    best = set(won_by)
    return [int(index in best) for index in range(players)]


def one_win(finished: Dealer) -> OneWin:
    return OneWin(winners(finished, [finished.distribute_one()]))


def showdown(dealer: Dealer, finished: Dealer, cards: HandDealer | None) -> Showdown:
    """*dealer* is as the last act left it: the wagers in front tell who shows first. *finished* has
    them in the pots."""
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
    except ValueError:  # a history that does not say who won
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
    """The live stacks, beginning with who wagered on the river (by house rule), else left of the
    button."""
    stacks = dealer.stacks
    first = dealer.aggressor
    after = dealer.button if first is None else StackIndex((first - 1) % len(stacks))
    return tuple([i for i in clockwise(after, len(stacks)) if stacks[i][0] is not Role.FOLDED])
