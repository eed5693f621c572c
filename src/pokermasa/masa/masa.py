"""The masa: a cash table that runs itself, as a value.

Every call answers with a `Change`: the next masa, and what happened. It is handed the deck,
shuffled, and told when time is up; it rolls and waits for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pokermasa.cards import Card, Deck
from pokermasa.masa import event, playing, seating
from pokermasa.masa.change import Change
from pokermasa.masa.fixed_map import FixedMap
from pokermasa.masa.game import Game
from pokermasa.masa.position import NOWHERE, Positions, carried_over, is_able
from pokermasa.masa.refusal import MasaError, MasaRefusal
from pokermasa.masa.seat import Preselected, Seat
from pokermasa.masa.side import Side
from pokermasa.masa.status import GameStatus
from pokermasa.masa.terms import USUAL, Entry, Terms
from pokermasa.rules import Blinds, Chips, HouseRules, PlayerAct, View
from pokermasa.rules.chips import MOST_CHIPS
from pokermasa.rules.house import read_choice

ONE_TWO = Blinds(1, 2)


class Masa(NamedTuple):
    """
    >>> masa = Masa.open(sides=5, blinds=Blinds(1, 2)).buy_in(side=0, stack=200).masa
    >>> masa.seats[0].status
    <SeatStatus.WAIT_OTHERS: 'WaitOthers'>
    >>> masa = masa.buy_in(side=3, stack=60).masa
    >>> masa.seats[0].status, masa.is_dealable
    (<SeatStatus.WAIT_NEXT_HAND: 'WaitNextHand'>, True)
    """

    sides: int
    blinds: Blinds
    rules: HouseRules
    terms: Terms
    bets: tuple[Chips, Chips] | None = None
    """Fixed limit's bets, if not one and two big blinds."""
    seats: Mapping[Side, Seat] = FixedMap()
    """Side.Map: the sides that are taken."""
    positions: Positions = NOWHERE
    """Where button and blinds were in the last hand; a moving button has moved on already."""
    status: GameStatus | None = None
    game: Game | None = None
    last_game: Game | None = None
    """The hand before, for who wants to show their cards."""
    under_way: bool = False
    """Two or more of those present have played a hand: who comes now is a newcomer."""
    hands: int = 0
    """Hands dealt so far."""
    dropped: Chips = 0
    """Odd chips that house rules dropped: they belong to nobody, but they are in the books."""

    @classmethod
    def open(
        cls,
        sides: int = 9,
        blinds: Blinds | Sequence[Chips] | Chips = ONE_TWO,
        rules: HouseRules | str = "masa",
        terms: Terms = USUAL,
        bets: tuple[Chips, Chips] | None = None,
    ) -> Masa:
        """Open an empty masa with the house rules `masa` unless *rules* names others.

        `masa` are the rules of the documents: heads-up, the button posts the big blind. Cardrooms
        play `tda`. A masa has 5 or 9 sides as a rule; 2 to 10 are allowed."""
        if type(sides) is not int or not 2 <= sides <= 10:
            raise MasaError(MasaRefusal.NO_SUCH_SIDE, f"a masa has 2 to 10 sides, not {sides!r}")
        house = HouseRules.of(rules)
        if not 1 <= terms.least_buy_in <= terms.most_buy_in <= MOST_CHIPS:
            words = f"from {terms.least_buy_in} to {terms.most_buy_in}"
            raise MasaError(MasaRefusal.BUY_IN_RANGE, words)
        terms = terms._replace(entry=read_choice("entry", Entry, terms.entry))
        return cls(sides, house.verified_blinds(blinds), house, terms, bets)

    def but(self, **changes: Any) -> Masa:
        return self._replace(**changes)

    # Who sits where (document 000's words)

    @property
    def players(self) -> list[Seat]:
        return [self.seats[side] for side in sorted(self.seats)]

    def player(self, side: int) -> Seat | None:
        return self.seats.get(Side(self._verified(side)))

    def seat(self, side: int) -> Seat:
        """Who sits there; refused if nobody does."""
        seat = self.player(side)
        if seat is None:
            raise MasaError(MasaRefusal.NOBODY_THERE, f"side {side}")
        return seat

    def is_empty(self, side: int) -> bool:
        return self.player(side) is None

    def is_full(self, side: int) -> bool:
        return self.player(side) is not None

    def _verified(self, side: int) -> int:
        if type(side) is not int or not 0 <= side < self.sides:
            raise MasaError(MasaRefusal.NO_SUCH_SIDE, f"{side!r}; from 0 to {self.sides - 1}")
        return side

    @property
    def nb_players(self) -> int:
        return len(self.seats)

    @property
    def at_least_two(self) -> bool:
        return self.nb_players >= 2

    @property
    def heads_up(self) -> bool:
        return self.nb_players == 2

    @property
    def only_one(self) -> bool:
        return self.nb_players == 1

    @property
    def no_one(self) -> bool:
        return self.nb_players == 0

    # What is being played

    @property
    def is_game(self) -> bool:
        return self.status is not None

    @property
    def no_game(self) -> bool:
        return not self.is_game

    @property
    def dealt(self) -> bool:
        return self.status is not None and self.status < GameStatus.ONE_WIN

    @property
    def finished(self) -> bool:
        return self.status is not None and self.status >= GameStatus.ONE_WIN

    @property
    def is_dealable(self) -> bool:
        """No game, and at least two who have chips and are not away."""
        able = [seat for seat in self.seats.values() if is_able(seat, self.terms)]
        return self.no_game and len(able) >= 2

    @property
    def button(self) -> Side | None:
        return self.positions.button

    @property
    def to_act(self) -> Side | None:
        return self.game.to_act if self.game else None

    def is_in_hand(self, side: int) -> bool:
        return self.game is not None and side in self.game.sides

    @property
    def chips(self) -> Chips:
        """Every chip on the masa. Seats hold what they began the hand with, so nothing that is in
        the middle is missing here."""
        return sum([seat.stack for seat in self.seats.values()])

    def view(self, viewer: int | None, past: bool = False) -> View | None:
        """What who sits on this side may know of the hand; what everybody may, with None or from a
        seat that is not in it. None when nothing is being played. With *past*, the acts so far."""
        if self.game is None:
            return None
        game = self.game
        index = None if viewer is None else game.stack_of(Side(viewer))
        view = View.of(game.situation, index, game.past if past else ())
        small, big = self.positions.small, self.positions.big
        view = view._replace(
            small_blind=None if small is None else game.stack_of(small),
            big_blind=None if big is None else game.stack_of(big),
        )
        return playing.before_the_runout(view, game) if game.is_asked_twice else view

    # Seats

    def buy_in(self, side: int, stack: Chips, returns: bool = False, kept: Chips = 0) -> Change:
        """*returns*: the player has sat here, or at a table like this, a short time ago, and owes
        the blinds unless entry is free. *kept*: the chips with which the player left this table a
        short time ago, of which none may stay behind."""
        return seating.buy_in(self, Side(self._verified(side)), stack, returns, kept)

    def sitout_next(self, side: int, value: bool) -> Change:
        """Without a game the side is freed; with one, the seat is removed when it is over."""
        return seating.sitout_next(self, Side(side), value)

    def leave(self, side: int) -> Change:
        """Now; in mid-hand the seat folds in turn and leaves after it."""
        return playing.leave(self, Side(side))

    def away(self, side: int) -> Change:
        return seating.away(self, Side(side), value=True, posts=False)

    def back(self, side: int, posts: bool = False) -> Change:
        """Return, and wait for the big blind or post what was missed, where the terms ask it."""
        return seating.away(self, Side(side), value=False, posts=posts)

    def post(self, side: int) -> Change:
        """Pay what is owed with the next hand instead of waiting for the big blind."""
        return self.back(side, posts=True)

    def top_up(self, side: int, amount: Chips) -> Change:
        return seating.top_up(self, Side(side), amount)

    def straddle(self, side: int, value: bool) -> Change:
        return seating.straddle(self, Side(side), value)

    def preselect(self, side: int, choice: Preselected | None) -> Change:
        """Act as soon as the turn comes; void if the price has changed by then."""
        return seating.preselect(self, Side(side), choice)

    def spend_time_bank(self, side: int, amount: int) -> Change:
        return seating.spend_time_bank(self, Side(side), amount)

    def refill_time_bank(self, side: int, amount: int) -> Change:
        """Up to what a newcomer's holds, and no more."""
        return seating.refill_time_bank(self, Side(side), amount)

    def set_blinds(self, blinds: Blinds | Chips, bets: tuple[Chips, Chips] | None = None) -> Change:
        """For the next hand."""
        if self.is_game:
            raise MasaError(MasaRefusal.IN_HAND, "blinds change between hands")
        verified = self.rules.verified_blinds(blinds)
        return Change(self.but(blinds=verified, bets=bets), (event.BlindsChanged(verified, bets),))

    def set_rules(self, rules: HouseRules | str) -> Change:
        """For the next hand; the blinds go on from where they are."""
        if self.is_game:
            raise MasaError(MasaRefusal.IN_HAND, "house rules change between hands")
        house = HouseRules.of(rules)
        house.verified_blinds(self.blinds)
        positions = carried_over(self.positions, self.seats, self.sides, self.rules, house)
        return Change(self.but(rules=house, positions=positions), (event.RulesChanged(house),))

    # The hand

    def deal(self, deck: Deck) -> Change:
        """The first card goes left of the button."""
        return playing.deal(self, deck)

    def move(self, side: int, act: PlayerAct) -> Change:
        return playing.move(self, Side(side), act)

    def timed_out(self, side: int) -> Change:
        """Check if that costs nothing, else fold; no answer is a no to running it twice."""
        return playing.timed_out(self, Side(side))

    def run_twice(self, side: int, agrees: bool) -> Change:
        return playing.run_twice(self, Side(side), agrees)

    def show(self, side: int, card: Card | None = None) -> Change:
        """Both cards, or one of them."""
        return playing.show(self, Side(side), card)

    def show_rabbit(self, side: int) -> Change:
        return playing.show_rabbit(self, Side(side))

    def abort(self) -> Change:
        return playing.abort(self)

    def finish(self) -> Change:
        """What follows a finished hand; `move` has done it already."""
        return playing.finish(self)

    # Again

    def replay(self, events: Iterable[event.Event]) -> Masa:
        """This masa after everything that was done in *events*."""
        masa = self
        for happened in events:
            if event.is_cause(happened):
                masa = masa._again(happened).masa
        return masa

    def _again(self, cause: event.Event) -> Change:
        match cause:
            case event.PlayerJoined(side, stack, returns=returns):
                return self.buy_in(side, stack, returns, kept=stack)
            case event.SitoutNext(side, value):
                return self.sitout_next(side, value)
            case event.Leaving(side):
                return self.leave(side)
            case event.Away(side, value, posts):
                return seating.away(self, side, value, posts)
            case event.ToppedUp(side, amount):
                return self.top_up(side, amount)
            case event.StraddleSet(side, value):
                return self.straddle(side, value)
            case event.Preselect(side, choice):
                return self.preselect(side, choice)
            case event.BlindsChanged(blinds, bets):
                return self.set_blinds(blinds, bets)
            case event.RulesChanged(rules):
                return self.set_rules(rules)
            case event.Dealt(cards):
                return playing.deal(self, Deck(cards))
            case event.PlayerActed(side, act):
                return self.move(side, act)
            case event.TimedOut(side):
                return self.timed_out(side)
            case event.TimeBankSpent(side, amount):
                return self.spend_time_bank(side, amount)
            case event.TimeBankRefilled(side, amount):
                return self.refill_time_bank(side, amount)
            case event.TwiceAnswered(side, agrees):
                return self.run_twice(side, agrees)
            case event.CardsShown(side, (card,)):
                return self.show(side, card)
            case event.CardsShown(side):
                return self.show(side)
            case event.RabbitShown(side):
                return self.show_rabbit(side)
            case event.Aborted():
                return self.abort()
            case _:
                return Change(self)

    # How the other files of this room write the next value

    def with_seats(self, seats: Mapping[Side, Seat]) -> Masa:
        return self.but(seats=FixedMap(sorted(seats.items())))

    def with_seat(self, side: Side, seat: Seat) -> Masa:
        return self.with_seats({**self.seats, side: seat})
