"""The chips of one hand, and how each act changes them.

The fields of `Dealer` are the complete state of the betting. The dealer knows no cards:
`distribute_all` receives the strength of each hand from its caller.

Twins: batch/hand.py (arrays) and web/hand/step.ts (finished hands).
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
from pokermasa.rules.blinds import Blinds, verified_bets
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
from pokermasa.rules.refusal import BadHand, IllegalAct, Refusal, in_short
from pokermasa.rules.stack import Role, Stack
from pokermasa.rules.turn import next_to_act, owes

_INVOLVED, _FOLDED, _NEW, _OLD = Role.INVOLVED, Role.FOLDED, Role.NEW_ALL_IN, Role.OLD_ALL_IN
_RAISES = frozenset([Raise, ThirdPotRaise, HalfPotRaise, PotRaise, AllInHalfRaise, AllInFullRaise])
_tuple = tuple.__new__  # creates a NamedTuple without its slower Python-level constructor


class Dealer(NamedTuple):
    """The state of the betting in one hand, as an immutable value. Amounts are in chips.

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
    """The chips that the last full raise added to the price. At the start of each round it is the
    big blind. A raise has to add at least as much, except under house rules that allow less."""
    running_pot: Pot
    """The pot that the stacks still acting play for, without the wagers of this round."""
    side_pots: tuple[Pot, ...]
    """The pots closed by all-ins, newest first. The last one is the main pot."""
    stacks: tuple[Stack, ...]
    rules: HouseRules
    bets: tuple[Chips, Chips]
    """The bet sizes of fixed limit: preflop and flop, turn and river."""
    price: Chips = 0
    """The wager to match: the highest wager of the round. Before the flop it may be the full big
    blind although the player could not pay all of it (see `least_price`)."""
    pot: Chips = 0
    """All chips in the middle: pots and the wagers of this round."""
    raises: int = 0
    """The number of raises in this round. It stays 0 if house rules do not limit the number."""
    full_raise_to: Chips = 0
    """The price after the last full raise. It stays 0 unless `keeps_full_raise_to`."""
    aggressor: StackIndex | None = None
    """The stack that has to show its cards first because it bet or raised on the river. By house
    rules this is the last stack that raised, or the first that bet. A finished hand keeps it."""

    # Start of a hand

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

        Antes and blinds are collected, and the first stack gets the turn. *stacks* are the chips of
        each player. *button* is the index of the stack with the button. *blinds* may be the big
        blind alone; then the small blind is half of it.

        `masa` are the rules of document 000: with two players the button posts the big blind.
        Cardrooms play `tda`, which is the default of tables, rollouts and environments in this
        project.

        *posts* replaces the blinds that follow from the positions: by stack index, live and dead
        chips of new players, missing small blinds and straddles. The big blind remains the unit of
        bets. *bets* are the bet sizes of fixed limit, by default one and two big blinds.

        Raise `BadHand` if the stacks, the button or the blinds are not valid.

        >>> from pokermasa.rules import Post
        >>> Dealer.start([100, 100, 100], 0, Blinds(1, 2), posts=[Post(4), Post(1), Post(2)]).price
        4
        """
        rules = HouseRules.resolve(rules)
        if not isinstance(stacks, Iterable):
            raise BadHand(f"stacks are chips for each player, not {in_short(stacks)}")
        chips = list(stacks)
        at_button = verify(chips, button)
        blinds = rules.verified_blinds(blinds)
        running_pot, side_pots, posted, opener, _ = open_hand(
            chips, at_button, blinds, rules, posts
        )
        bets = (blinds.big, 2 * blinds.big) if bets is None else verified_bets(bets)
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
        """Whether all stacks but one have folded. The remaining stack may be all in."""
        return len(self.stacks) - self.folds == 1

    @property
    def all_acted(self) -> bool:
        """Whether every involved stack has acted in this round.

        A stack whose remaining opponents are all all-in has nothing to decide if it owes nothing.
        It counts as having acted.
        """
        is_alone = self.one_involved
        return all(
            s.last_action is not None or (is_alone and not owes(self.stacks, i, self.price))
            for i, s in indexed(self.stacks)
            if s.role is _INVOLVED
        )

    @property
    def wagers_equalized(self) -> bool:
        """Whether no involved stack owes chips that an opponent could match."""
        return not any(
            owes(self.stacks, i, self.price) for i, s in indexed(self.stacks) if s.role is _INVOLVED
        )

    @property
    def least_price(self) -> Chips:
        """The price if nobody wagered more: the big blind before the flop, otherwise 0.

        It is always 0 under `ShortBigBlind.LARGEST_POST`.
        """
        if (
            self.round is BettingRound.PREFLOP
            and self.rules.short_big_blind is ShortBigBlind.FULL_PRICE
        ):
            return self.blinds.big
        return 0

    @property
    def gathered(self) -> Chips:
        """Chips in the pots, without the wagers of this round."""
        return self.running_pot.wager + sum([pot.wager for pot in self.side_pots])

    @property
    def chips(self) -> Chips:
        """The sum of all chips in the hand: stacks, wagers and pots. No act changes it."""
        return self.pot + sum([s.stack for s in self.stacks])

    @property
    def next_to_act(self) -> StackIndex | None:
        """The next stack clockwise that has a decision to make. None if the round is over."""
        return next_to_act(self.stacks, self.turn_to_act, self.price)

    # Amounts and limits that depend on the house rules

    @property
    def keeps_full_raise_to(self) -> bool:
        """Whether the house rules need `full_raise_to`."""
        reopening = self.rules.reopening
        return reopening is Reopening.FULL_RAISE or (
            reopening is Reopening.ADD_UP and self.rules.betting is Betting.FIXED_LIMIT
        )

    @property
    def least_added(self) -> Chips:
        """The least number of chips that a raise adds to the price in no limit and pot limit."""
        return 1 if self.rules.least_raise is LeastRaise.ANY else self.last_full_raise

    @property
    def fixed_bet(self) -> Chips:
        """The bet size of this round in fixed limit."""
        early = self.round is BettingRound.PREFLOP or self.round is BettingRound.FLOP
        return self.bets[0] if early else self.bets[1]

    @property
    def fixed_to(self) -> Chips:
        """The wager after the next raise in fixed limit.

        After an all-in of less than half a bet, the next raise completes that bet to a full one
        under the rule `Reopening.ADD_UP`.
        """
        completes = self.rules.reopening is Reopening.ADD_UP
        return (self.full_raise_to if completes else self.price) + self.fixed_bet

    @property
    def _is_bet(self) -> bool:
        """Whether a raise now would open the betting, or complete a short first bet."""
        completes = self.rules.reopening is Reopening.ADD_UP
        return self.price == 0 or (completes and self.full_raise_to == 0)

    @property
    def is_capped(self) -> bool:
        """Whether no more raises are allowed in this round because of the cap in fixed limit."""
        rules = self.rules
        if rules.raise_cap is None or (self._is_bet and not rules.cap_counts_bet):
            return False
        if rules.cap_lifts_heads_up and len(self.stacks) - self.folds == 2:
            return False
        return self.raises >= rules.raise_cap[self.round.place]

    # Acts. Each method returns the dealer after the act, or None if the act is not allowed. The
    # turn does not pass: callers use `next_turn`, `end_round` and `next_round` for that.

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
            legal = Legal.for_dealer(self)
            acted = self.acted(legal.accept(act), legal)
        except IllegalAct:
            return None
        return acted.turned_to(self.turn_to_act)

    def acted(self, act: PlayerAct, legal: Legal) -> Dealer:
        """Return the dealer after an act that *legal* has accepted.

        The chips are moved and the turn passes to the next stack. If no stack is left to act in
        this round, the turn stays where it is.
        """
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
                raise TypeError(f"expected an act returned by Legal.accept, not {act!r}")
            else:
                to = getattr(act, "to", legal.total)
                last_full_raise, raises, full_raise_to, aggressor = self._raised(to)
                price = to
            stack += before - to
            pot += to - before
            if stack == 0:
                role = _NEW
        stacks = (*stacks[:turn], _tuple(Stack, (role, stack, to, act)), *stacks[turn + 1 :])
        to_act = next_to_act(stacks, turn, price)
        if to_act is not None:
            turn_to_act = to_act
        # fmt: off
        return _tuple(Dealer, (
            blinds, round, button, turn_to_act, last_full_raise, running_pot, side_pots, stacks,
            rules, bets, price, pot, raises, full_raise_to, aggressor,
        ))
        # fmt: on

    def _raised(self, to: Chips) -> tuple[Chips, int, Chips, StackIndex | None]:
        """Return last_full_raise, raises, full_raise_to and aggressor after a raise to *to*."""
        rules = self.rules
        added = to - self.price
        raises, full_raise_to, aggressor = self.raises, self.full_raise_to, self.aggressor
        if rules.betting is Betting.FIXED_LIMIT:
            is_full = added >= self.fixed_bet
            # Under ADD_UP, an all-in of at least half a bet counts as a raise. A smaller one does
            # not, and the next player may complete it to a full bet.
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

    # Steps between acts

    def counted(self) -> Dealer:
        """Return this dealer with price and pot computed from the wagers and pots."""
        wagers = [s[2] for s in self.stacks]
        price = max(self.least_price, max(wagers))
        # `_replace` takes twice as long. A test compares the order of the fields.
        return Dealer(*self[:10], price, self.gathered + sum(wagers), *self[12:])

    def turned_to(self, to_act: StackIndex) -> Dealer:
        return self._replace(turn_to_act=to_act)

    def next_turn(self) -> Dealer:
        """Return the dealer with the turn passed to the next stack that has a decision to make."""
        to_act = self.next_to_act
        return self if to_act is None else self.turned_to(to_act)

    def end_round(self) -> Dealer:
        """Return the dealer with the betting round closed.

        Chips that nobody matched go back to their stack, the other wagers go into the pots, new
        all-ins become old ones, and the last acts are cleared.
        """
        return self._gathered(is_over=False)

    def finish(self) -> Dealer:
        """Like `end_round`, but keeps the last acts, which distinguish a finished hand."""
        if self.price == 0 or max([s[2] for s in self.stacks]) == 0:
            return self  # there are no wagers to gather
        return self._gathered(is_over=True)

    def _gathered(self, is_over: bool) -> Dealer:
        stacks = return_uncalled(self.stacks)
        running_pot, side_pots = gather(self.running_pot, self.side_pots, stacks)
        stacks = tuple(
            [
                _tuple(Stack, (_OLD if role is _NEW else role, stack, 0, act if is_over else None))
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
        """Return the dealer at the start of the next round, without wagers.

        The first involved stack left of the button is to act. Raise `IllegalAct` if `end_round`
        was not called before.
        """
        stacks = self.stacks
        for index, (role, _, wager, last_action) in enumerate(stacks):
            if wager or last_action is not None or role is _NEW:
                code = Refusal.ROUND_NOT_ENDED
                message = f"{code.words} (stack {index}): call end_round before next_round"
                raise IllegalAct(code, message)
        first = self.turn_to_act
        for index in clockwise(self.button, len(stacks)):
            if stacks[index][0] is _INVOLVED:
                first = index
                break
        # All wagers are in the pots. Only the first round has a price before the first wager.
        return self._replace(round=self.round.following, turn_to_act=first, price=0)

    # Payment

    def distribute_one(self) -> PotDistribution:
        """Return the distribution of all pots to the only stack that has not folded.

        Chips that no opponent matched are not part of it: they go back to their stack.
        """
        return paying.to_one(self)

    def distribute_all(self, hand_values: Sequence[Any]) -> list[PotDistribution]:
        """Return the distribution of each pot to its best members, the main pot last.

        *hand_values* holds one comparable value for each stack; the highest wins. It is None for a
        stack that has folded or cannot win. Raise `ValueError` if no stack can win some pot.
        """
        return paying.to_all(self, hand_values)

    def paid(self, distributions: Iterable[PotDistribution]) -> tuple[Chips, ...]:
        """Return the chips of each stack after the pots have been paid."""
        return paying.paid(self, distributions)
