"""The tournament: many masas and everybody on them, as a value.

Every call answers with a `Change`: the next tournament, and what happened. It is handed the draw,
the decks and the time; it rolls and waits for nothing. One act replaces one table, so a field of
ten thousand costs an act no more than a field of ten.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pokermasa.cards import Card, Deck
from pokermasa.masa import Preselected, Side
from pokermasa.masa import event as at_masa
from pokermasa.masa.fixed_map import FixedMap
from pokermasa.rules import Blinds, Chips, PlayerAct, View
from pokermasa.tournament import event, floor, pay_off, payout, play, re_entry, rebuy, ruling
from pokermasa.tournament.balance import Sizes
from pokermasa.tournament.change import Change
from pokermasa.tournament.entrant import Entrant, EntrantStatus, Names, Player, TableNumber
from pokermasa.tournament.level import Clock
from pokermasa.tournament.ranking import Ranking, Result
from pokermasa.tournament.refusal import TournamentError, TournamentRefusal
from pokermasa.tournament.shelf import Shelf
from pokermasa.tournament.status import Round, Status
from pokermasa.tournament.structure import Structure
from pokermasa.tournament.table import Table


@dataclass(frozen=True, slots=True)
class Tournament:
    """
    >>> tournament = Tournament.open(Structure.sit_and_go(players=3, stack=100))
    >>> for name in ("Ada", "Blaise", "Cem"):
    ...     tournament = tournament.register(name).tournament
    >>> tournament = tournament.start(draw=[2, 0, 1]).tournament
    >>> tournament = tournament.deal(0, Deck()).tournament
    >>> tournament.table(0).masa.to_act, tournament.name_at(0, side=0)
    (0, 'Cem')
    """

    structure: Structure
    status: Status = Status.REGISTERING
    entrants: Shelf[Entrant] = field(default_factory=Shelf)
    names: Names = field(default_factory=Names, compare=False)
    tables: Shelf[Table | None] = field(default_factory=Shelf)
    """By number; None where a table was broken."""
    sizes: Sizes = field(default_factory=lambda: Sizes((), 0))
    clock: Clock = field(default_factory=Clock)
    ranking: Ranking = field(default_factory=Ranking)
    round: Round | None = None
    """While hand-for-hand is played."""
    entries: int = 0
    """Entrants, without those who withdrew."""
    alive: int = 0
    """Who can still win."""
    hands: int = 0
    """Dealt at all tables."""
    forfeited: Chips = 0
    """Chips of those who were sent away: out of play, but in the books."""
    dropped: Chips = 0
    """Odd chips that house rules dropped at tables broken since."""
    added: Chips = 0
    """Chips that came in as rebuys and add-ons,"""
    bought: Chips = 0
    """and what was paid for them into the pool."""
    penalties: Mapping[Player, int] = FixedMap()
    """Hands to be missed."""
    agreed: Mapping[Player, Chips] = FixedMap()
    """Prizes by ICM: of players who were paid off, and of everybody who was left when it ended by a
    deal or was called off."""

    @classmethod
    def open(cls, structure: Structure) -> Tournament:
        return cls(structure, sizes=Sizes.of((), structure.seats))

    def but(self, **changes: Any) -> Tournament:
        return replace(self, **changes)

    def with_tables(self, tables: Shelf[Table | None], sizes: Sizes) -> Tournament:
        """What `but` would do, for the one change that every act makes."""
        return Tournament(
            self.structure,
            self.status,
            self.entrants,
            self.names,
            tables,
            sizes,
            self.clock,
            self.ranking,
            self.round,
            self.entries,
            self.alive,
            self.hands,
            self.forfeited,
            self.dropped,
            self.added,
            self.bought,
            self.penalties,
            self.agreed,
        )

    # Who and where

    def entrant(self, player: int) -> Entrant:
        if type(player) is not int or not 0 <= player < len(self.entrants):
            raise TournamentError(TournamentRefusal.NO_SUCH_PLAYER, repr(player))
        return self.entrants[player]

    def table(self, number: int) -> Table:
        if type(number) is int and 0 <= number < len(self.tables):
            table = self.tables[number]
            if table is not None:
                return table
        raise TournamentError(TournamentRefusal.NO_SUCH_TABLE, repr(number))

    @property
    def open_tables(self) -> list[TableNumber]:
        return [TableNumber(n) for n, table in enumerate(self.tables) if table is not None]

    def place(self, player: int) -> tuple[TableNumber, Side | None] | None:
        """The player's table and side; the side is None for one who is arriving."""
        number = self.entrant(player).table
        if number is None:
            return None
        return number, self.table(number).side_of(Player(player))

    def name_at(self, number: int, side: int) -> str:
        return self.entrants[self.table(number).players[Side(side)]].name

    def view(self, player: int) -> View | None:
        """What that player may know of the hand at their table; None when nothing is played."""
        place = self.place(player)
        return None if place is None else self.table(place[0]).masa.view(place[1])

    @property
    def players(self) -> list[Player]:
        """Everybody who can still win."""
        return [
            Player(number)
            for number, entrant in enumerate(self.entrants)
            if entrant.status is EntrantStatus.PLAYING
        ]

    @property
    def stacks(self) -> dict[Player, Chips]:
        """What everybody has, the most first; in mid-hand, what they began it with."""
        stacks = {}
        for table in self.tables:
            if table is not None:
                for side, player in table.players.items():
                    stacks[player] = table.masa.seats[side].stack
                stacks.update({arrival.player: arrival.stack for arrival in table.arriving})
        return dict(sorted(stacks.items(), key=lambda item: (-item[1], item[0])))

    # Where it stands

    @property
    def is_ended(self) -> bool:
        return self.status in (Status.ENDED, Status.CANCELLED)

    @property
    def on_break(self) -> bool:
        return self.clock.rest > 0

    @property
    def blinds(self) -> Blinds:
        """What the next hand is played for."""
        return self.structure.blinds(self.clock.level, self.clock.hands)

    @property
    def takes_entries(self) -> bool:
        if self.status is Status.REGISTERING:
            return True
        return not self.is_ended and self.clock.level < self.structure.late_levels

    @property
    def pool(self) -> Chips:
        return self.entries * self.structure.price + self.bought

    @property
    def offers_add_on(self) -> bool:
        """In the last level of registration, and in the break after it."""
        if self.is_ended or self.status is Status.REGISTERING or not self.structure.add_on:
            return False
        level, last = self.clock.level, self.structure.late_levels
        return level == last - 1 or (level == last and self.on_break)

    @property
    def awaited(self) -> list[Player]:
        """The entries whose players may enter again, when at most one player is left and only they
        keep the tournament from ending."""
        return re_entry.awaited(self)

    @property
    def paid_places(self) -> int:
        return min(self.structure.payouts.places(self.entries), max(self._qualified, 1))

    @property
    def prizes(self) -> tuple[Chips, ...]:
        """What each place is paid, from the first on, with what players who were paid off got for
        theirs."""
        prizes = self.structure.payouts.prizes(self.pool, self.entries, self._qualified)
        return payout.with_shares(prizes, pay_off.shares(self)) if self.agreed else prizes

    @property
    def _qualified(self) -> int:
        """Entries that can be paid: one for each player who was not disqualified."""
        return self.entries - len(self.ranking.disqualified) - len(self.ranking.replaced)

    def may_deal(self, number: int) -> bool:
        """Whether that table's next hand can be dealt now."""
        return self._why_not(number) is None

    def _why_not(self, number: int) -> TournamentRefusal | None:
        table = self.table(number)
        if self.status is Status.PAUSED:
            return TournamentRefusal.PAUSED
        if self.status is not Status.RUNNING:
            return TournamentRefusal.NOT_RUNNING
        if self.on_break:
            return TournamentRefusal.ON_BREAK
        if not table.masa.is_dealable:
            return TournamentRefusal.NOT_DEALABLE
        if self.round is not None and not self.round.waiting >> number & 1:
            return TournamentRefusal.HAND_FOR_HAND
        return None

    # The books

    @property
    def chips(self) -> Chips:
        """Every chip on every table; with those dropped and forfeited, all that were handed out."""
        lying = sum([table.chips for table in self.tables if table is not None])
        return lying + sum([entrant.coming for entrant in self.entrants])

    @property
    def all_dropped(self) -> Chips:
        return self.dropped + sum([t.masa.dropped for t in self.tables if t is not None])

    @property
    def balances(self) -> bool:
        """Whether the books do."""
        if not len(self.tables):
            return self.chips == 0
        handed_out = self.entries * self.structure.stack + self.added
        return self.chips + self.all_dropped + self.forfeited == handed_out

    # Results

    @property
    def results(self) -> list[Result]:
        """Everybody's place so far, the best first; who still plays stands before who is out, by
        chips. Prizes and points are final once the tournament has ended."""
        stacks = self.stacks
        playing = sorted(self.players, key=lambda player: (-stacks.get(player, 0), player))
        if self.round is not None:  # out of chips, though the round that decides is not over
            out = [bust.player for bust in self.round.busts]
            playing = [player for player in playing if player not in out] + out
        prizes, replaced = self.prizes, set(self.ranking.replaced)
        results = []
        for place, group in self.ranking.places(playing):
            shares = payout.shared(prizes, place, len(group))
            # Who was paid off has the points of the last place.
            is_paid_off = pay_off.is_paid_off(self, group[0])
            points = self.structure.points.of(self.entries if is_paid_off else place, self.entries)
            if group[0] in replaced:
                points = 0
            for player, share in zip(group, shares, strict=True):
                name = self.entrants[player].name
                share = self.agreed.get(player, share)
                results.append(Result(place, player, name, share, points))
        return results

    def prizes_for(self, place: int, tied: int) -> tuple[Chips, ...]:
        """Prizes of *tied* players who are eliminated together in *place*. They are zero while
        players can still enter, since the prizes are not known before."""
        if self.takes_entries:
            return (0,) * tied
        return payout.shared(self.prizes, place, tied)

    @property
    def winner(self) -> Player | None:
        return self.results[0].player if self.is_ended else None

    # Coming in

    def register(self, name: str) -> Change:
        """Before the start; later, and again, where the structure allows it."""
        return play.register(self, name)

    def withdraw(self, player: int) -> Change:
        """Before the start."""
        return floor.withdraw(self, Player(player))

    def start(self, draw: Sequence[int]) -> Change:
        """*draw* names every entrant once, in random order: they are seated one table after the
        other."""
        return play.start(self, [Player(player) for player in draw])

    # The director

    def tick(self, time: int) -> Change:
        """That much time has passed (seconds, if the structure's levels mean seconds). It counts
        while the tournament runs."""
        return play.tick(self, time)

    def pause(self) -> Change:
        """No more hands; those begun are finished."""
        if self.status is not Status.RUNNING:
            raise TournamentError(TournamentRefusal.NOT_RUNNING)
        return Change(self.but(status=Status.PAUSED), (event.Paused(),))

    def resume(self) -> Change:
        """After a pause, or before a break is over."""
        if self.status is Status.RUNNING and self.on_break:
            awake = self.but(clock=self.clock.but(rest=0))
            return Change(awake, (event.Resumed(), event.BreakEnded()))
        if self.status is not Status.PAUSED:
            raise TournamentError(TournamentRefusal.NOT_ALLOWED, "it is not paused")
        return Change(self.but(status=Status.RUNNING), (event.Resumed(),))

    def take_break(self, length: int) -> Change:
        """Besides those of the schedule; `tick` tells when it is over."""
        if self.status is not Status.RUNNING or length < 1:
            raise TournamentError(TournamentRefusal.NOT_RUNNING)
        resting = self.but(clock=self.clock.but(rest=self.clock.rest + length))
        return Change(resting, (event.BreakCalled(length), event.BreakBegan(length)))

    def disqualify(self, player: int, share: Chips | None = None, bounty: Chips = 0) -> Change:
        """The player folds in turn and is gone; the chips are out of play, the place is last. With
        a *share* (`pay_off.share`) the player is paid it and *bounty* (`pay_off.bounty`), between
        hands, and is placed before everybody who is out."""
        if share is None:
            return play.disqualify(self, Player(player))
        return pay_off.disqualify(self, Player(player), share, bounty)

    def leave(self, player: int, share: Chips, bounty: Chips = 0) -> Change:
        """Between hands, with *share* (`pay_off.share`) and *bounty* (`pay_off.bounty`); the chips
        are out of play."""
        return pay_off.leave(self, Player(player), share, bounty)

    def penalise(self, player: int, hands: int) -> Change:
        """The player misses so many hands: dealt in, and folded in turn."""
        return ruling.penalise(self, Player(player), hands)

    def relocate(self, player: int, to: int) -> Change:
        """Between hands, to another table."""
        return ruling.relocate(self, Player(player), TableNumber(to))

    def next_level(self) -> Change:
        return ruling.next_level(self)

    def end_by_deal(self, house: Collection[Player] = ()) -> Change:
        """At the final table, between hands, if all agree: by ICM. *house* are house bots."""
        return ruling.deal(self, house)

    def cancel(self, refund: bool = False, house: Collection[Player] = ()) -> Change:
        """Between hands: by ICM if it has started, or as if it had not. *house* are house bots."""
        return ruling.cancel(self, refund, house)

    # Entering again, and more chips

    def decline(self, players: Iterable[int]) -> Change:
        """These players are out and do not want to enter again. With the last of them the
        tournament ends, if at most one player is left."""
        return play.decline(self, [Player(player) for player in players])

    def rebuy(self, player: int) -> Change:
        return rebuy.rebuy(self, Player(player))

    def buy_add_on(self, player: int) -> Change:
        return rebuy.add_on(self, Player(player))

    # At a table

    def deal(self, number: int, deck: Deck) -> Change:
        why_not = self._why_not(number)
        if why_not is not None:
            raise TournamentError(why_not, f"table {number}")
        return play.deal(self, TableNumber(number), deck)

    def move(self, number: int, side: int, act: PlayerAct) -> Change:
        return play.at_table(self, number, self.table(number).masa.move(side, act))

    def timed_out(self, number: int, side: int) -> Change:
        return play.at_table(self, number, self.table(number).masa.timed_out(side))

    def abort(self, number: int) -> Change:
        """The hand at that table is void: everybody has back what they began it with."""
        return play.at_table(self, number, self.table(number).masa.abort())

    def away(self, number: int, side: int, value: bool) -> Change:
        """Whoever is away is dealt in all the same, and times out."""
        masa = self.table(number).masa
        return play.at_table(self, number, masa.away(side) if value else masa.back(side))

    def preselect(self, number: int, side: int, choice: Preselected | None) -> Change:
        return play.at_table(self, number, self.table(number).masa.preselect(side, choice))

    def spend_time_bank(self, number: int, side: int, amount: int) -> Change:
        return play.at_table(self, number, self.table(number).masa.spend_time_bank(side, amount))

    def show(self, number: int, side: int, card: Card | None = None) -> Change:
        return play.at_table(self, number, self.table(number).masa.show(side, card))

    # Again

    def replay(self, events: Iterable[event.Event]) -> Tournament:
        """This tournament after everything that was done in *events*."""
        tournament = self
        for happened in events:
            if event.is_cause(happened):
                tournament = tournament._again(happened).tournament
        return tournament

    def _again(self, cause: event.Event) -> Change:
        match cause:
            case event.Registered(_, name):
                return self.register(name)
            case event.Withdrawn(player):
                return self.withdraw(player)
            case event.Started(draw):
                return self.start(draw)
            case event.Ticked(time):
                return self.tick(time)
            case event.Paused():
                return self.pause()
            case event.Resumed():
                return self.resume()
            case event.BreakCalled(length):
                return self.take_break(length)
            case event.Disqualified(player, share, bounty):
                return self.disqualify(player, share, bounty)
            case event.Left(player, share, bounty):
                return self.leave(player, share, bounty)
            case event.Declined(players):
                return self.decline(players)
            case event.Rebought(player):
                return self.rebuy(player)
            case event.AddedOn(player):
                return self.buy_add_on(player)
            case event.Penalised(player, hands):
                return self.penalise(player, hands)
            case event.Relocated(player, to):
                return self.relocate(player, to)
            case event.LevelCalled():
                return self.next_level()
            case event.DealMade(house):
                return self.end_by_deal(house)
            case event.Cancelled(refund, house):
                return self.cancel(refund, house)
            case event.AtTable(number, done):
                return self._again_at_table(number, done)
            case _:
                return Change(self)

    def _again_at_table(self, number: TableNumber, done: at_masa.Event) -> Change:
        match done:
            case at_masa.Dealt(cards):
                return self.deal(number, Deck(cards))
            case at_masa.PlayerActed(side, act):
                return self.move(number, side, act)
            case at_masa.TimedOut(side):
                return self.timed_out(number, side)
            case at_masa.Aborted():
                return self.abort(number)
            case at_masa.Away(side, value, _):
                return self.away(number, side, value)
            case at_masa.Preselect(side, choice):
                return self.preselect(number, side, choice)
            case at_masa.TimeBankSpent(side, amount):
                return self.spend_time_bank(number, side, amount)
            case at_masa.CardsShown(side, (card,)):
                return self.show(number, side, card)
            case at_masa.CardsShown(side):
                return self.show(number, side)
            case _:
                return Change(self)
