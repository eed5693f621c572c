"""The masa: a cash table as an immutable value.

Every call returns a `Change`: the next masa and the events. A masa draws no random numbers and
reads no clock: the caller passes a shuffled deck, and reports when a player's time is over.
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
from pokermasa.masa.terms import USUAL, Terms
from pokermasa.rules import Blinds, Chips, HouseRules, PlayerAct, View
from pokermasa.rules.blinds import verified_bets
from pokermasa.rules.house import read_flag
from pokermasa.rules.refusal import in_short

ONE_TWO = Blinds(1, 2)


class Masa(NamedTuple):
    """A cash table. Calls that are not possible raise `MasaError` and change nothing.

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
    """The bet sizes of fixed limit. None means one and two big blinds."""
    seats: Mapping[Side, Seat] = FixedMap()
    """The taken sides. Document 000 calls this Side.Map."""
    positions: Positions = NOWHERE
    """The button and the blinds of the last hand. Under `ButtonRule.MOVING` the button is already
    at its place for the next hand."""
    status: GameStatus | None = None
    """The status of the current hand. None between hands."""
    game: Game | None = None
    """The current hand. None between hands."""
    last_game: Game | None = None
    """The hand before, whose players may still show their cards."""
    under_way: bool = False
    """Whether a hand has been dealt since there were last fewer than two players. Players who come
    now may owe a blind."""
    hands: int = 0
    """The number of hands dealt so far."""
    dropped: Chips = 0
    """Odd chips that nobody got, under house rules that drop them."""

    @classmethod
    def open(
        cls,
        sides: int = 9,
        blinds: Blinds | Sequence[Chips] | Chips = ONE_TWO,
        rules: HouseRules | str = "masa",
        terms: Terms = USUAL,
        bets: tuple[Chips, Chips] | None = None,
    ) -> Masa:
        """Return an empty masa with the house rules `masa` unless *rules* names others.

        `masa` are the rules of document 000: with two players the button posts the big blind.
        Cardrooms play `tda`. *sides* is 5 or 9 in the documents; 2 to 10 are allowed. Raise
        `MasaError` or `BadHand` for invalid arguments.
        """
        if type(sides) is not int or not 2 <= sides <= 10:
            raise MasaError(MasaRefusal.NO_SUCH_SIDE, f"a masa has 2 to 10 sides, not {sides!r}")
        house = HouseRules.resolve(rules)
        if not isinstance(terms, Terms):
            raise ValueError(f"terms are Terms(least_buy_in=40, …), not {in_short(terms)}")
        terms = terms.verified()
        bets = None if bets is None else verified_bets(bets)
        return cls(sides, house.verified_blinds(blinds), house, terms, bets)

    def replace(self, **changes: Any) -> Masa:
        """Return a copy with some fields changed. House rules may be given by name."""
        if "rules" in changes:
            changes["rules"] = HouseRules.resolve(changes["rules"])
        return self._replace(**changes)

    def __repr__(self) -> str:
        from pokermasa.masa.picture import masa_line
        from pokermasa.notebook.html import shortened

        return shortened(f"<Masa: {masa_line(self)}>")

    def _repr_html_(self) -> str:
        from pokermasa.masa.picture import drawn
        from pokermasa.notebook import html

        return html.page(drawn(self))

    # Seats, under the names of document 000

    @property
    def players(self) -> list[Seat]:
        """All seats, in the order of their sides."""
        return [self.seats[side] for side in sorted(self.seats)]

    def player(self, side: int) -> Seat | None:
        """Return the seat on a side. None if the side is free."""
        return self.seats.get(Side(self._verified(side)))

    def seat(self, side: int) -> Seat:
        """Return the seat on a side. Raise `MasaError` if the side is free."""
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

    # The current hand

    @property
    def is_game(self) -> bool:
        return self.status is not None

    @property
    def no_game(self) -> bool:
        return not self.is_game

    @property
    def dealt(self) -> bool:
        """Whether a hand is being played and is not finished."""
        return self.status is not None and self.status < GameStatus.ONE_WIN

    @property
    def finished(self) -> bool:
        return self.status is not None and self.status >= GameStatus.ONE_WIN

    @property
    def is_dealable(self) -> bool:
        """Whether no hand is played and at least two players can be dealt in."""
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
        """The sum of all chips on the masa.

        During a hand a seat holds the chips from before the hand, so chips in the pots are counted.
        """
        return sum([seat.stack for seat in self.seats.values()])

    def view(self, viewer: int | None, past: bool = False) -> View | None:
        """Return what the player on side *viewer* may know of the hand. None between hands.

        With *viewer* None, or a side that is not in the hand, return the view of a spectator. With
        *past*, the view contains the acts so far, which takes a replay of the hand.
        """
        if self.game is None:
            return None
        game = self.game
        index = None if viewer is None else game.stack_of(Side(viewer))
        view = View.from_situation(game.situation, index, game.past if past else ())
        small, big = self.positions.small, self.positions.big
        view = view._replace(
            small_blind=None if small is None else game.stack_of(small),
            big_blind=None if big is None else game.stack_of(big),
        )
        return playing.hide_runout(view, game) if game.is_asked_twice else view

    # Seats

    def buy_in(self, side: int, stack: Chips, returns: bool = False, kept: Chips = 0) -> Change:
        """Seat a player with *stack* chips on a free side.

        *returns* means that the player left this table, or one with the same rules, a short time
        ago; such a player owes both blinds unless entry is free. *kept* is the stack with which the
        player left this table a short time ago; the buy-in must be at least as large.
        """
        returns = read_flag("returns", returns)
        return seating.buy_in(self, Side(self._verified(side)), stack, returns, kept)

    def sitout_next(self, side: int, value: bool) -> Change:
        """Free the side after the hand, or at once between hands. False takes the wish back."""
        return seating.sitout_next(self, Side(side), read_flag("value", value))

    def leave(self, side: int) -> Change:
        """Free the side at once. During a hand the player folds in turn and leaves after it."""
        return playing.leave(self, Side(side))

    def away(self, side: int) -> Change:
        """Mark the player as away. They are not dealt in until they are back."""
        return seating.away(self, Side(side), value=True, posts=False)

    def back(self, side: int, posts: bool = False) -> Change:
        """Mark the player as back.

        A player who owes a blind waits for the big blind, or pays with the next hand if *posts*.
        """
        return seating.away(self, Side(side), value=False, posts=read_flag("posts", posts))

    def post(self, side: int) -> Change:
        """Pay an owed blind with the next hand instead of waiting for the big blind."""
        return self.back(side, posts=True)

    def top_up(self, side: int, amount: Chips) -> Change:
        """Add chips to the player's stack. Not possible while the player is in a hand."""
        return seating.top_up(self, Side(side), amount)

    def straddle(self, side: int, value: bool) -> Change:
        """Post a straddle in the next hand in which the player is first to act."""
        return seating.straddle(self, Side(side), read_flag("value", value))

    def preselect(self, side: int, choice: Preselected | None) -> Change:
        """Choose an act that is played when the player's turn comes. None takes it back.

        The choice may be cancelled if the price changes before (see `Preselected`).
        """
        return seating.preselect(self, Side(side), choice)

    def spend_time_bank(self, side: int, amount: int) -> Change:
        """Take *amount* from the player's time bank. It must not be more than is left."""
        return seating.spend_time_bank(self, Side(side), amount)

    def refill_time_bank(self, side: int, amount: int) -> Change:
        """Add *amount* to the player's time bank, at most up to `Terms.time_bank`."""
        return seating.refill_time_bank(self, Side(side), amount)

    def set_blinds(self, blinds: Blinds | Chips, bets: tuple[Chips, Chips] | None = None) -> Change:
        """Change the blinds for the next hand. Not possible during a hand."""
        if self.is_game:
            raise MasaError(MasaRefusal.IN_HAND, "blinds change between hands")
        verified = self.rules.verified_blinds(blinds)
        bets = None if bets is None else verified_bets(bets)
        return Change(
            self.replace(blinds=verified, bets=bets), (event.BlindsChanged(verified, bets),)
        )

    def set_rules(self, rules: HouseRules | str) -> Change:
        """Change the house rules for the next hand. Not possible during a hand.

        The order in which players pay the blinds continues without a break.
        """
        if self.is_game:
            raise MasaError(MasaRefusal.IN_HAND, "house rules change between hands")
        house = HouseRules.resolve(rules)
        house.verified_blinds(self.blinds)
        positions = carried_over(self.positions, self.seats, self.sides, self.rules, house)
        return Change(self.replace(rules=house, positions=positions), (event.RulesChanged(house),))

    # The hand

    def deal(self, deck: Deck) -> Change:
        """Begin a hand with a shuffled deck. The first card goes left of the button."""
        return playing.deal(self, deck)

    def move(self, side: int, act: PlayerAct) -> Change:
        """Play an act. Raise `MasaError` if it is not the player's turn, `IllegalAct` if the act is
        not legal."""
        return playing.move(self, Side(side), act)

    def timed_out(self, side: int) -> Change:
        """Check for the player if there is nothing to call, otherwise fold.

        A player who is asked about running the hand twice refuses it instead.
        """
        return playing.timed_out(self, Side(side))

    def run_twice(self, side: int, agrees: bool) -> Change:
        """Accept or refuse to run the hand twice. All remaining players must agree."""
        return playing.run_twice(self, Side(side), read_flag("agrees", agrees))

    def show(self, side: int, card: Card | None = None) -> Change:
        """Show both hole cards after the hand, or only *card*."""
        return playing.show(self, Side(side), card)

    def show_rabbit(self, side: int) -> Change:
        """Show everybody the rest of the board after a hand that ended by folds."""
        return playing.show_rabbit(self, Side(side))

    def abort(self) -> Change:
        """Call the hand off. Every player gets back the chips from before the hand."""
        return playing.abort(self)

    def finish(self) -> Change:
        """Remove a finished hand. `move` does this already; document 000 has it as a call."""
        return playing.finish(self)

    # Replay

    def replay(self, events: Iterable[event.Event]) -> Masa:
        """Return this masa after applying the causes among *events* again."""
        masa = self
        for past_event in events:
            if event.is_cause(past_event):
                masa = masa._apply(past_event).masa
        return masa

    def _apply(self, cause: event.Event) -> Change:
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

    # Helpers of this package

    def with_seats(self, seats: Mapping[Side, Seat]) -> Masa:
        return self.replace(seats=FixedMap(sorted(seats.items())))

    def with_seat(self, side: Side, seat: Seat) -> Masa:
        return self.with_seats({**self.seats, side: seat})
