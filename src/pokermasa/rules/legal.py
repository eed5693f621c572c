"""The legal acts of the stack to act.

All decisions about legality are made here. `Legal.for_dealer` computes the limits once for each
turn; the rest of the file only reads them.

Twins: batch/legal.py (arrays), and cli/play/sizing.py and web/masa/sizing.ts (pot shares).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from pokermasa.rules.act import (
    AllIn,
    AllInCall,
    AllInFullRaise,
    AllInHalfRaise,
    Call,
    Check,
    Fold,
    HalfPotRaise,
    PlayerAct,
    PotRaise,
    Raise,
    RecordedAllIn,
    ThirdPotRaise,
    is_act,
)
from pokermasa.rules.chips import Chips
from pokermasa.rules.house import AllInRule, Betting, Reopening, ShortRaise
from pokermasa.rules.refusal import IllegalAct, Refusal, in_short
from pokermasa.rules.stack import Role

if TYPE_CHECKING:
    from pokermasa.rules.dealer import Dealer

_HAND_OVER = Refusal.HAND_OVER
_INVOLVED, _FOLDED = Role.INVOLVED, Role.FOLDED
_FIXED_LIMIT, _SENT_AS_ALL_IN = Betting.FIXED_LIMIT, AllInRule.SENT_AS_ALL_IN
FOLD, CHECK, CALL, ALL_IN = Fold(), Check(), Call(), AllIn()
_AC, _AH, _AF = AllInCall(), AllInHalfRaise(), AllInFullRaise()
# The acts are listed in every turn, mostly with the same few amounts, so the objects are cached.
_raise_to = lru_cache(1024)(Raise)
_POT_SHARES = (
    (ThirdPotRaise.share, lru_cache(1024)(ThirdPotRaise)),
    (HalfPotRaise.share, lru_cache(1024)(HalfPotRaise)),
    (PotRaise.share, lru_cache(1024)(PotRaise)),
)


class Legal(NamedTuple):
    """The acts that one stack may choose. Amounts are total wagers of the round ("raise to").

    >>> from pokermasa.rules import Blinds, Dealer
    >>> legal = Legal.for_dealer(Dealer.start([200, 200, 60], button=0, blinds=Blinds(1, 2)))
    >>> legal.to_call, legal.raises, legal.all_in
    (2, (4, 199), AllInFullRaise())
    >>> legal.accept(Raise(to=3))
    Traceback (most recent call last):
        ...
    pokermasa.rules.refusal.IllegalAct: raise to 3 is too small: least 4, most 199
    """

    dealer: Dealer
    wager: Chips
    """The chips that the stack has wagered in this round."""
    total: Chips
    """The wager of the stack if it bets its last chip."""
    price: Chips
    """The wager needed to stay in the hand: the dealer's price, or less if no opponent can match
    that price."""
    raises: tuple[Chips, Chips] | None
    """The smallest and the largest wager for `RR`. None if no `RR` is legal."""
    all_in: RecordedAllIn | None
    """The act that the dealer records for `AA`. None if `AA` is not legal."""
    closed: Refusal | None
    """The reason why this stack may not raise. None if it may."""

    @classmethod
    def for_dealer(cls, dealer: Dealer) -> Legal:
        """Compute the legal acts of the stack to act.

        Raise `IllegalAct` if that stack has folded or is all in, which is possible only in a state
        read from a Fen.
        """
        rules = dealer.rules
        turn = dealer.turn_to_act
        stacks = dealer.stacks
        role, stack, wager, last_action = stacks[turn]
        if role is not _INVOLVED:
            raise IllegalAct(Refusal.NOT_INVOLVED, Refusal.NOT_INVOLVED.words)
        total = stack + wager
        base = price = dealer.price
        # No stack has to pay chips that no opponent can match, and none may raise if no opponent
        # can put in more. Usually the first opponent in this loop can do both.
        reach = 0
        for index, (role, behind, front, _) in enumerate(stacks):
            if behind + front > reach and role is not _FOLDED and index != turn:
                reach = behind + front
                if reach > base:
                    break
        if reach < price:
            price = max(reach, wager)
        rule = rules.all_in
        all_in: RecordedAllIn | None = None
        raises = None
        closed: Refusal | None
        if reach <= base:
            closed = Refusal.NOBODY_TO_RAISE
        elif last_action is None and rules.betting is not _FIXED_LIMIT:
            closed = None  # the most frequent case, decided without a function call
        else:
            closed = _why_closed(dealer, wager, last_action is not None)
        if total <= price:
            if rule is _SENT_AS_ALL_IN or (rule is AllInRule.ONLY_WHEN_SHORT and total < price):
                all_in = _AC
        elif closed is None:
            least, most = _sizes(dealer, wager)
            if most is None or most > total:
                most = total
            if rule is _SENT_AS_ALL_IN:
                if most == total:
                    all_in = _AF if total >= least else _AH
                    most -= 1
            elif rule is AllInRule.ONLY_WHEN_SHORT and total < least:
                least = total
            if least <= most:
                raises = (least, most)
        return tuple.__new__(cls, (dealer, wager, total, price, raises, all_in, closed))

    @classmethod
    def over(cls, dealer: Dealer) -> Legal:
        """Return the limits of a finished hand, in which no act is legal."""
        return cls(dealer, 0, 0, 0, None, None, Refusal.HAND_OVER)

    @property
    def to_call(self) -> Chips:
        """The number of chips that a call costs."""
        return min(self.price, self.total) - self.wager

    @property
    def pot_after_call(self) -> Chips:
        """The sum of all pots and wagers after a call of this stack."""
        return self.dealer.pot + self.to_call

    @property
    def may_check(self) -> bool:
        return self.price == self.wager

    @property
    def may_call(self) -> bool:
        """Whether `CA` is legal. Some house rules require `AA` if a call takes the last chip."""
        if self.price == self.wager:
            return False
        if self.total > self.price:
            return True
        rule = self.dealer.rules.all_in
        return rule is AllInRule.BY_CALLING or (
            rule is AllInRule.ONLY_WHEN_SHORT and self.total == self.price
        )

    @property
    def possible_acts(self) -> tuple[PlayerAct, ...]:
        """The legal acts. Of the raises it lists the smallest and those by fractions of the pot."""
        dealer, wager, total, price, raises, all_in, closed = self
        if closed is _HAND_OVER:
            return ()
        acts: list[PlayerAct] = [FOLD]
        if price == wager:
            acts.append(CHECK)
        elif total > price or self.may_call:
            acts.append(CALL)
        if all_in is not None:
            acts.append(ALL_IN)
        if raises is not None:
            least, most = raises
            acts.append(_raise_to(least))
            base, pot = dealer.price, dealer.pot + price - wager
            for share, act in _POT_SHARES:
                to = base + pot // share
                if to > most:
                    break
                if to >= least:
                    acts.append(act(to))
        return tuple(acts)

    def accept(self, act: PlayerAct) -> PlayerAct:
        """Return the act as the dealer records it. Raise `IllegalAct` if it is not legal."""
        if not is_act(act):
            example = "an act is an object such as Fold() or Raise(to=6)"
            raise self._refuse(Refusal.NOT_AN_ACT, f": {in_short(act)}; {example}")
        if self.closed is _HAND_OVER:
            raise IllegalAct(_HAND_OVER, _HAND_OVER.words)
        match act:
            case Raise():
                raises, to = self.raises, act.to
                if raises is not None and type(to) is int and raises[0] <= to <= raises[1]:
                    return act
                return self._accept_raise(act, to)
            case Fold():
                return act
            case Check():
                if self.price != self.wager:
                    raise self._refuse(Refusal.MUST_CALL_OR_FOLD, f": {self.to_call} to call")
                return act
            case Call():
                return self._accept_call(act)
            case AllIn(to):
                self._verify_whole(to)
                return self._accept_all_in(to)
            case ThirdPotRaise(to) | HalfPotRaise(to) | PotRaise(to):
                self._verify_whole(to)
                amount = self.dealer.price + self.pot_after_call // act.share
                if to is not None and to != amount:
                    raise self._refuse(
                        Refusal.WRONG_AMOUNT, f": {act.code} is to {amount}, not {to}"
                    )
                return self._accept_raise(type(act)(amount), amount)
            case AllInCall() | AllInHalfRaise() | AllInFullRaise():
                raise self._refuse(Refusal.NOT_SENT)

    def _accept_call(self, act: Call) -> Call:
        if self.may_call:
            return act
        if self.may_check:
            raise self._refuse(Refusal.NOTHING_TO_CALL)
        raise self._refuse(Refusal.USE_ALL_IN, f" ({self.to_call} to call)")

    def _accept_all_in(self, to: Chips | None) -> RecordedAllIn:
        if self.all_in is None:
            raise self._refuse(Refusal.NO_ALL_IN, self._why_no_all_in())
        if to is not None and to != self.total:
            raise self._refuse(Refusal.WRONG_AMOUNT, f": all in is to {self.total}, not {to}")
        return self.all_in

    def _why_no_all_in(self) -> str:
        if self.total > self.price and self.closed is not None:
            return f": it would be a raise to {self.total}, and {self.closed.words}"
        if self.dealer.rules.all_in is AllInRule.BY_CALLING:
            if self.total <= self.price:
                return ": send CA, which also bets the last chip"
            return f": {self.total} is less than a full raise"
        if self.dealer.rules.all_in is AllInRule.ONLY_WHEN_SHORT:
            return ": AA is only for a stack that is too small to call; send CA or RR"
        return f": a raise to {self.total} is over the limit"

    def _accept_raise(self, act: PlayerAct, to: Chips) -> PlayerAct:
        if self.raises is not None and type(to) is int and self.raises[0] <= to <= self.raises[1]:
            return act
        if type(to) is not int:
            raise self._refuse(Refusal.NOT_WHOLE, f": {in_short(to)}")
        if self.closed is not None:
            raise self._refuse(self.closed)
        if to == self.total and self.all_in is not None:
            raise self._refuse(Refusal.USE_ALL_IN)
        if self.raises is None:
            if to <= self.total and self.dealer.rules.short_raise is ShortRaise.CALL:
                return self._as_call()
            code = Refusal.TOO_SMALL if to <= self.total else Refusal.TOO_LARGE
            raises = "; AA raises" if self.all_in is not None and self.all_in.raises else ""
            raise self._refuse(
                code,
                f"raise to {to} is {code.words}: this stack can bet up to {self.total}, "
                f"the price is {self.price}{raises}",
                is_whole_message=True,
            )
        least, most = self.raises
        if to < least and self.dealer.rules.short_raise is ShortRaise.CALL:
            return self._as_call()
        code = Refusal.TOO_SMALL if to < least else Refusal.TOO_LARGE
        message = f"raise to {to} is {code.words}: least {least}, most {most}"
        raise self._refuse(code, message, is_whole_message=True)

    def _verify_whole(self, to: Chips | None) -> None:
        """Refuse an optional amount that is neither None nor an int.

        200.0 equals 200, but a journal that contains it could not be read again.
        """
        if to is not None and type(to) is not int:
            raise self._refuse(Refusal.NOT_WHOLE, f": {in_short(to)}")

    def _as_call(self) -> PlayerAct:
        """Return the act that replaces a raise below the minimum (`ShortRaise.CALL`)."""
        if self.may_check:
            return CHECK
        if self.may_call:
            return CALL
        return self._accept_all_in(None)

    def _refuse(
        self, code: Refusal, message: str = "", is_whole_message: bool = False
    ) -> IllegalAct:
        """Build the error. *message* follows the text of *code*, unless it is the whole message."""
        text = message if is_whole_message else f"{code.words}{message}"
        return IllegalAct(code, text, self.possible_acts, self.raises)


def _why_closed(dealer: Dealer, wager: Chips, has_acted: bool) -> Refusal | None:
    """Return the reason why the stack may not raise although an opponent could call. None if it
    may raise."""
    rules = dealer.rules
    if has_acted:
        # "When the action returns to a player, if facing a full raise is allowed to raise,
        # otherwise can only call or fold" (000).
        if rules.reopening is Reopening.ANY:
            may_raise = wager < dealer.price
        elif rules.reopening is Reopening.FULL_RAISE:
            may_raise = wager < dealer.full_raise_to
        elif rules.betting is _FIXED_LIMIT:
            may_raise = 2 * (dealer.price - wager) >= dealer.fixed_bet
        else:
            may_raise = dealer.price - wager >= dealer.least_added
        if not may_raise:
            return Refusal.NO_RAISE
    if rules.betting is _FIXED_LIMIT and dealer.is_capped:
        return Refusal.RAISE_CAP
    return None


def _sizes(dealer: Dealer, wager: Chips) -> tuple[Chips, Chips | None]:
    """Return the smallest and the largest wager of a raise, regardless of the raiser's chips.

    A largest wager of None means no limit.
    """
    price, betting = dealer.price, dealer.rules.betting
    if betting is _FIXED_LIMIT:
        to = dealer.fixed_to
        return to, to
    least = price + dealer.least_added
    if betting is Betting.NO_LIMIT:
        return least, None
    return least, max(least, price + dealer.pot + price - wager)
