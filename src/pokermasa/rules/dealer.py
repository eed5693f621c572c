"""The Dealer: the table's chips in one hand, and what each act does to them.

All that a hand's betting depends on is in the fields of `Dealer`; what an act does follows from
nothing else. The dealer knows no cards: `distribute_all` is told who beats whom.

Repeated by batch/hand.py, on arrays, and by web/hand/step.ts, for finished hands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from pokermasa.rules import paying
from pokermasa.rules.act import (
    AllIn,
    AllInCall,
    AllInFullRaise,
    AllInHalfRaise,
    BettingRound,
    Call,
    Check,
    Fold,
    HalfPotRaise,
    PlayerAct,
    PotRaise,
    Raise,
    ThirdPotRaise,
)
from pokermasa.rules.blinds import Blinds
from pokermasa.rules.chips import Chips, StackIndex, clockwise, indexed
from pokermasa.rules.house import (
    Betting,
    FirstToShow,
    HouseRules,
    LeastRaise,
    Reopening,
    ShortBigBlind,
)
from pokermasa.rules.legal import Legal
from pokermasa.rules.opening import Posts, blind_positions, open_hand, verify
from pokermasa.rules.pot import Pot, PotDistribution, gather, return_uncalled
from pokermasa.rules.refusal import IllegalAct, Refusal
from pokermasa.rules.stack import Role, Stack
from pokermasa.rules.turn import next_to_act, owes

_INVOLVED, _FOLDED, _NEW, _OLD = Role.INVOLVED, Role.FOLDED, Role.NEW_ALL_IN, Role.OLD_ALL_IN
_RAISES = frozenset([Raise, ThirdPotRaise, HalfPotRaise, PotRaise, AllInHalfRaise, AllInFullRaise])


class Dealer(NamedTuple):
    """
    >>> stacks = [200, 200, 60]
    >>> dealer = Dealer.start(stacks, button=0, blinds=Blinds(1, 2), rules="masa")
    >>> dealer.small_blind, dealer.big_blind, dealer.turn_to_act
    (1, 2, 0)
    >>> dealer.stacks[2]
    Stack(role=<Role.INVOLVED: 'I'>, stack=58, recent_wager=2, last_action=None)
    """

    blinds: Blinds
    round: BettingRound
    button: StackIndex
    turn_to_act: StackIndex
    last_full_raise: Chips
    """What the last full raise added; each round starts with the big blind."""
    running_pot: Pot
    side_pots: tuple[Pot, ...]
    """Newest first; the main pot is the last."""
    stacks: tuple[Stack, ...]
    rules: HouseRules
    bets: tuple[Chips, Chips]
    """Fixed limit's bets: pre-flop and flop, turn and river."""
    price: Chips = 0
    """The wager to match: the highest, or what the house asks for before the flop."""
    pot: Chips = 0
    """All chips in the middle, wagers in front included."""
    raises: int = 0
    """Raises made this round, counted only where the house caps them."""
    full_raise_to: Chips = 0
    """Where the last full raise took the price, kept only where reopening asks for it."""
    aggressor: StackIndex | None = None
    """Who shows first for having wagered on the river: the last to raise, or the first to bet, as
    the house has it. A finished hand keeps it."""

    # Opening a hand

    @classmethod
    def start(
        cls,
        stacks: Iterable[Chips],
        button: int,
        blinds: Blinds | Sequence[Chips] | Chips,
        rules: HouseRules | str = "masa",
        posts: Posts | None = None,
        bets: tuple[Chips, Chips] | None = None,
    ) -> Dealer:
        """Start a hand with the house rules `masa` unless *rules* names others.

        `masa` are the rules of the documents: heads-up, the button posts the big blind. Cardrooms
        play `tda`, and so does everything else here that asks for no rules (tables, rollouts,
        environments). Antes and blinds are posted, and the first stack is to act.

        *blinds* may be the big blind alone, as document 001 has it; the small one is half of it.

        *posts*, live and dead, by stack, take the place of the positions' blinds (a newcomer's
        post, a missing small blind, a straddle); the big blind is still what a bet is measured by.
        *bets* are fixed limit's sizes, one and two big blinds unless given.

        >>> from pokermasa.rules import Post
        >>> Dealer.start([100, 100, 100], 0, Blinds(1, 2), posts=[Post(4), Post(1), Post(2)]).price
        4
        """
        rules = HouseRules.of(rules)
        chips = list(stacks)
        at_button = verify(chips, button, bets)
        blinds = rules.verified_blinds(blinds)
        running_pot, side_pots, posted, opener, _ = open_hand(
            chips, at_button, blinds, rules, posts
        )
        bets = (blinds.big, 2 * blinds.big) if bets is None else bets
        dealer = cls(
            blinds=blinds,
            round=BettingRound.PREFLOP,
            button=at_button,
            turn_to_act=opener,
            last_full_raise=blinds.big,
            running_pot=running_pot,
            side_pots=side_pots,
            stacks=posted,
            rules=rules,
            bets=bets,
        ).counted()
        if dealer.keeps_full_raise_to:
            dealer = dealer._replace(full_raise_to=dealer.price)
        to_act = dealer.next_to_act
        return dealer.finish() if to_act is None else dealer.turned_to(to_act)

    # Positions

    @property
    def small_blind(self) -> StackIndex:
        return blind_positions(self.button, len(self.stacks), self.rules)[0]

    @property
    def big_blind(self) -> StackIndex:
        return blind_positions(self.button, len(self.stacks), self.rules)[1]

    # Counts and questions

    @property
    def all_ins(self) -> int:
        roles = [s.role for s in self.stacks]
        return roles.count(Role.OLD_ALL_IN) + roles.count(Role.NEW_ALL_IN)

    @property
    def folds(self) -> int:
        return [s.role for s in self.stacks].count(_FOLDED)

    @property
    def involveds(self) -> int:
        return [s.role for s in self.stacks].count(_INVOLVED)

    @property
    def none_involved(self) -> bool:
        return self.involveds == 0

    @property
    def one_involved(self) -> bool:
        return self.involveds == 1

    @property
    def all_ins_exist(self) -> bool:
        return self.all_ins > 0

    @property
    def one_left(self) -> bool:
        """Everyone else has folded; the one left may be all in."""
        return len(self.stacks) - self.folds == 1

    @property
    def all_acted(self) -> bool:
        """Every involved stack has acted. One that is left alone with all-ins and owes nothing has
        nothing to decide, so it counts as having acted."""
        is_alone = self.one_involved
        return all(
            s.last_action is not None or (is_alone and not owes(self.stacks, i, self.price))
            for i, s in indexed(self.stacks)
            if s.role is _INVOLVED
        )

    @property
    def wagers_equalized(self) -> bool:
        """No involved stack owes chips that an opponent could match."""
        return not any(
            owes(self.stacks, i, self.price) for i, s in indexed(self.stacks) if s.role is _INVOLVED
        )

    @property
    def least_price(self) -> Chips:
        """The big blind is the price of the first round even if its stack could not cover it."""
        if (
            self.round is BettingRound.PREFLOP
            and self.rules.short_big_blind is ShortBigBlind.FULL_PRICE
        ):
            return self.blinds.big
        return 0

    @property
    def gathered(self) -> Chips:
        """Chips in the pots, wagers in front not counted."""
        return self.running_pot.wager + sum([pot.wager for pot in self.side_pots])

    @property
    def chips(self) -> Chips:
        """Every chip in the hand; no act changes it."""
        return self.pot + sum([s.stack for s in self.stacks])

    @property
    def next_to_act(self) -> StackIndex | None:
        """The next stack clockwise with something to decide; None when the round is over."""
        return next_to_act(self.stacks, self.turn_to_act, self.price)

    # What the house rules make the dealer remember

    @property
    def keeps_full_raise_to(self) -> bool:
        reopening = self.rules.reopening
        return reopening is Reopening.FULL_RAISE or (
            reopening is Reopening.ADD_UP and self.rules.betting is Betting.FIXED_LIMIT
        )

    @property
    def least_added(self) -> Chips:
        """What a full raise adds at least, in no limit and pot limit."""
        return 1 if self.rules.least_raise is LeastRaise.ANY else self.last_full_raise

    @property
    def fixed_bet(self) -> Chips:
        early = self.round is BettingRound.PREFLOP or self.round is BettingRound.FLOP
        return self.bets[0] if early else self.bets[1]

    @property
    def fixed_to(self) -> Chips:
        """Fixed limit's next raise. An all-in of less than half a bet is completed, not raised."""
        completes = self.rules.reopening is Reopening.ADD_UP
        return (self.full_raise_to if completes else self.price) + self.fixed_bet

    @property
    def _is_bet(self) -> bool:
        """Whether a raise now would be the round's opening bet, or complete one that was short."""
        completes = self.rules.reopening is Reopening.ADD_UP
        return self.price == 0 or (completes and self.full_raise_to == 0)

    @property
    def is_capped(self) -> bool:
        """Fixed limit's raises for this round are used up."""
        rules = self.rules
        if rules.raise_cap is None or (self._is_bet and not rules.cap_counts_bet):
            return False
        if rules.cap_lifts_heads_up and len(self.stacks) - self.folds == 2:
            return False
        return self.raises >= rules.raise_cap[self.round.place]

    # Acts. Each answers with the dealer after it, or None if the act is not allowed. They move
    # chips only: `next_turn`, `end_round` and `next_round` move the hand along.

    def check(self) -> Dealer | None:
        return self._try(Check())

    def call(self) -> Dealer | None:
        return self._try(Call())

    def raise_to(self, amount: Chips) -> Dealer | None:
        return self._try(Raise(amount))

    def fold(self) -> Dealer | None:
        return self._try(Fold())

    def all_in(self) -> Dealer | None:
        return self._try(AllIn())

    def _try(self, act: PlayerAct) -> Dealer | None:
        try:
            legal = Legal.of(self)
            acted = self.acted(legal.accept(act), legal)
        except IllegalAct:
            return None
        return acted.turned_to(self.turn_to_act)

    def acted(self, act: PlayerAct, legal: Legal) -> Dealer:
        """The dealer after an act that *legal* has accepted: chips moved, and the turn passed on.
        Where nobody is left to act in this round, the turn stays."""
        # fmt: off
        (
            blinds, round, button, turn_to_act, last_full_raise, running_pot, side_pots, stacks,
            rules, bets, price, pot, raises, full_raise_to, aggressor,
        ) = self
        # fmt: on
        turn = turn_to_act
        role, stack, to, _ = stacks[turn]
        kind = type(act)
        if kind is Fold:
            role = _FOLDED
            running_pot = running_pot.without(turn)
            if side_pots:
                side_pots = tuple([side_pot.without(turn) for side_pot in side_pots])
        elif kind is not Check:
            before = to
            if kind is Call or kind is AllInCall:
                to = legal.price
                if to > legal.total:
                    to = legal.total
            elif kind not in _RAISES:
                raise TypeError(f"an act as the rules have accepted it, not {act!r}")
            else:
                to = getattr(act, "to", legal.total)
                last_full_raise, raises, full_raise_to, aggressor = self._raised(to)
                price = to
            stack += before - to
            pot += to - before
            if stack == 0:
                role = _NEW
        stacks = (*stacks[:turn], Stack(role, stack, to, act), *stacks[turn + 1 :])
        to_act = next_to_act(stacks, turn, price)
        if to_act is not None:
            turn_to_act = to_act
        # fmt: off
        return Dealer(
            blinds, round, button, turn_to_act, last_full_raise, running_pot, side_pots, stacks,
            rules, bets, price, pot, raises, full_raise_to, aggressor,
        )
        # fmt: on

    def _raised(self, to: Chips) -> tuple[Chips, int, Chips, StackIndex | None]:
        """What a raise makes of the last four things the dealer remembers of the betting:
        last_full_raise, raises, full_raise_to, aggressor."""
        rules = self.rules
        added = to - self.price
        raises, full_raise_to, aggressor = self.raises, self.full_raise_to, self.aggressor
        if rules.betting is Betting.FIXED_LIMIT:
            is_full = added >= self.fixed_bet
            # Where short all-ins add up, half a bet counts as one, and less may be completed.
            completes = rules.reopening is Reopening.ADD_UP
            is_counted = not completes or 2 * (to - full_raise_to) >= self.fixed_bet
            if rules.raise_cap is not None and is_counted:
                raises += not self._is_bet or rules.cap_counts_bet
            if completes and is_counted:
                full_raise_to = to
        else:
            is_full = added >= self.least_added
        if rules.reopening is Reopening.FULL_RAISE and is_full:
            full_raise_to = to
        if self.round is BettingRound.RIVER and (
            aggressor is None or rules.first_to_show is FirstToShow.LAST_AGGRESSOR
        ):
            aggressor = self.turn_to_act
        return added if is_full else self.last_full_raise, raises, full_raise_to, aggressor

    # Moving the hand along

    def counted(self) -> Dealer:
        """With the price and the pot that the chips on the cloth make."""
        wagers = [s[2] for s in self.stacks]
        price = max(self.least_price, max(wagers))
        return self._replace(price=price, pot=self.gathered + sum(wagers))

    def turned_to(self, to_act: StackIndex) -> Dealer:
        return self._replace(turn_to_act=to_act)

    def next_turn(self) -> Dealer:
        """The turn passes to the next stack with something to decide."""
        to_act = self.next_to_act
        return self if to_act is None else self.turned_to(to_act)

    def end_round(self) -> Dealer:
        """Unmatched chips go back, wagers into the pots; new all-ins are old, nobody has acted."""
        return self._gathered(is_over=False)

    def finish(self) -> Dealer:
        """As `end_round`, but the last acts stay: they tell a finished hand from a new round."""
        if self.price == 0 or max([s[2] for s in self.stacks]) == 0:
            return self  # nothing in front, so there is nothing to gather
        return self._gathered(is_over=True)

    def _gathered(self, is_over: bool) -> Dealer:
        stacks = return_uncalled(self.stacks)
        running_pot, side_pots = gather(self.running_pot, self.side_pots, stacks)
        stacks = tuple(
            [
                Stack(_OLD if role is _NEW else role, stack, 0, act if is_over else None)
                for role, stack, _, act in stacks
            ]
        )
        return Dealer(
            self.blinds,
            self.round,
            self.button,
            self.turn_to_act,
            last_full_raise=self.blinds.big,
            running_pot=running_pot,
            side_pots=side_pots,
            stacks=stacks,
            rules=self.rules,
            bets=self.bets,
            price=self.least_price,
            pot=running_pot.wager + sum([side_pot.wager for side_pot in side_pots]),
            aggressor=self.aggressor if is_over else None,
        )

    def next_round(self) -> Dealer:
        """The next betting round; the first involved stack left of the button is to act. Only after
        `end_round`: `IllegalAct` if wagers, acts or new all-ins of this one are left."""
        stacks = self.stacks
        for index, (role, _, wager, last_action) in enumerate(stacks):
            if wager or last_action is not None or role is _NEW:
                code = Refusal.ROUND_NOT_ENDED
                words = f"{code.words} (stack {index}): end_round comes before next_round"
                raise IllegalAct(code, words)
        first = self.turn_to_act
        for index in clockwise(self.button, len(stacks)):
            if stacks[index][0] is _INVOLVED:
                first = index
                break
        # All in front is gathered, and only the first round has a price before anybody wagers.
        return self._replace(round=self.round.following, turn_to_act=first, price=0)

    # Paying

    def distribute_one(self) -> PotDistribution:
        """Everything in the middle to the one who has not folded; what nobody matched is theirs
        already."""
        return paying.to_one(self)

    def distribute_all(self, hand_values: Sequence[Any]) -> list[PotDistribution]:
        """Each pot to the best of its members, the running pot first and the main pot last.

        *hand_values* holds one comparable value a stack, None where it folded (or shows nothing).
        """
        return paying.to_all(self, hand_values)

    def paid(self, distributions: Iterable[PotDistribution]) -> tuple[Chips, ...]:
        """What each stack holds once the pots are paid."""
        return paying.paid(self, distributions)
