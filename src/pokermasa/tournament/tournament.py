"""The tournament: its tables and entrants as one immutable value.

Every call returns a `Change`: the next tournament and the events. A tournament draws no random
numbers and reads no clock: the caller passes the draw, the decks and the time. An act replaces only
one table, so its cost does not depend on the number of players.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pokermasa.cards import Card, Deck
from pokermasa.masa import Preselected, Side
from pokermasa.masa import event as at_masa
from pokermasa.masa.fixed_map import FixedMap
from pokermasa.notebook import html
from pokermasa.notebook.data import data_frame
from pokermasa.notebook.html import count, shortened
from pokermasa.rules import Blinds, Chips, PlayerAct, View
from pokermasa.rules.refusal import in_short
from pokermasa.tournament import event, pay_off, payout, play, re_entry, rebuy, ruling, seating
from pokermasa.tournament.balance import Sizes
from pokermasa.tournament.change import Change
from pokermasa.tournament.entrant import Entrant, EntrantStatus, Names, Player, TableNumber
from pokermasa.tournament.level import Clock
from pokermasa.tournament.persistent_vector import PersistentVector
from pokermasa.tournament.ranking import Ranking, Result
from pokermasa.tournament.refusal import TournamentError, TournamentRefusal
from pokermasa.tournament.status import Round, Status
from pokermasa.tournament.structure import Structure, StructureError
from pokermasa.tournament.table import Table

MOST_ROWS = 100
"""Rows of the standings that a notebook shows."""


@dataclass(frozen=True, slots=True, repr=False)
class Tournament:
    """A tournament. Calls that are not possible raise `TournamentError` and change nothing.

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
    entrants: PersistentVector[Entrant] = field(default_factory=PersistentVector)
    names: Names = field(default_factory=Names, compare=False)
    tables: PersistentVector[Table | None] = field(default_factory=PersistentVector)
    """The tables by number. None stands for a closed table."""
    sizes: Sizes = field(default_factory=lambda: Sizes((), 0))
    clock: Clock = field(default_factory=Clock)
    ranking: Ranking = field(default_factory=Ranking)
    round: Round | None = None
    """The current round of hand-for-hand play. None at other times."""
    entries: int = 0
    """The number of entries that were not withdrawn."""
    alive: int = 0
    """The number of players who are still playing."""
    hands: int = 0
    """The number of hands dealt at all tables."""
    forfeited: Chips = 0
    """Chips of disqualified players and players who left. They are out of play but counted."""
    dropped: Chips = 0
    """Odd chips that nobody got at tables that are closed now, under house rules that drop them."""
    added: Chips = 0
    """The chips that players received through rebuys and add-ons."""
    bought: Chips = 0
    """The amount paid into the prize pool for rebuys and add-ons."""
    penalties: Mapping[Player, int] = FixedMap()
    """The number of hands that each penalised player still has to miss."""
    agreed: Mapping[Player, Chips] = FixedMap()
    """Prizes by ICM: of players who were paid off, and of all players who were left when the
    tournament ended by a deal or was called off."""

    @classmethod
    def open(cls, structure: Structure) -> Tournament:
        """Return a tournament that is open for registration."""
        if not isinstance(structure, Structure):
            message = 'a tournament has a Structure, such as Structure.named("turbo")'
            raise StructureError(f"{message}, not {in_short(structure)}")
        return cls(structure, sizes=Sizes.from_tables((), structure.seats))

    def __repr__(self) -> str:
        parts = [
            self.structure.name,
            str(self.status),
            count(self.entries, "player"),
            *(
                [f"{self.alive} left at {count(len(self.open_tables), 'table')}"]
                if self.open_tables
                else []
            ),
            *([f"won by {self.results[0].name}"] if self.is_ended and self.entries else []),
        ]
        return shortened(f"<Tournament: {', '.join(parts)}>")

    def _repr_html_(self) -> str:
        columns = ("place", "player", "stack", "prize", "points")
        rows = [tuple(record.values()) for record in self.to_records()]
        more = html.line(f"and {len(rows) - MOST_ROWS:,} more") if len(rows) > MOST_ROWS else ""
        table = html.table(columns, rows[:MOST_ROWS])
        return html.page(html.line(repr(self)[1:-1]), table, more)

    def to_records(self) -> list[dict[str, Any]]:
        """Return place, name, stack, prize and points of all entries, the best first.

        They are final after the end of the tournament; before, players are ordered by chips.
        """
        stacks = self.stacks
        return [
            {
                "place": result.place,
                "player": result.name,
                "stack": stacks.get(result.player, 0),
                "prize": result.prize,
                "points": result.points,
            }
            for result in self.results
        ]

    def to_frame(self) -> Any:
        """Return the records as a data frame of pandas, or of polars if only that is installed."""
        return data_frame(self.to_records())

    def replace(self, **changes: Any) -> Tournament:
        """Return a copy with some fields changed."""
        return replace(self, **changes)

    def with_tables(self, tables: PersistentVector[Table | None], sizes: Sizes) -> Tournament:
        """Return a copy with other tables. Faster than `replace`, since every act calls it."""
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

    # Players and tables

    def entrant(self, player: int) -> Entrant:
        """Return an entry. Raise `TournamentError` if there is no such number."""
        if type(player) is not int or not 0 <= player < len(self.entrants):
            raise TournamentError(TournamentRefusal.NO_SUCH_PLAYER, repr(player))
        return self.entrants[player]

    def table(self, number: int) -> Table:
        """Return an open table. Raise `TournamentError` if there is no such table."""
        if type(number) is int and 0 <= number < len(self.tables):
            table = self.tables[number]
            if table is not None:
                return table
        raise TournamentError(TournamentRefusal.NO_SUCH_TABLE, repr(number))

    @property
    def open_tables(self) -> list[TableNumber]:
        return [TableNumber(n) for n, table in enumerate(self.tables) if table is not None]

    def place(self, player: int) -> tuple[TableNumber, Side | None] | None:
        """Return the player's table and side, or None if the player is not at a table.

        The side is None while the player waits for one.
        """
        number = self.entrant(player).table
        if number is None:
            return None
        return number, self.table(number).side_of(Player(player))

    def name_at(self, number: int, side: int) -> str:
        """Return the name of the player on this side. Raise `MasaError` if the side is free."""
        table = self.table(number)
        table.masa.seat(side)
        return self.entrants[table.players[Side(side)]].name

    def view(self, player: int) -> View | None:
        """Return what the player may know of the hand at their table. None between hands."""
        place = self.place(player)
        return None if place is None else self.table(place[0]).masa.view(place[1])

    @property
    def players(self) -> list[Player]:
        """The entries that are still playing."""
        return [
            Player(number)
            for number, entrant in enumerate(self.entrants)
            if entrant.status is EntrantStatus.PLAYING
        ]

    @property
    def stacks(self) -> dict[Player, Chips]:
        """The chips of each player, the most first. During a hand: the chips from before it."""
        stacks = {}
        for table in self.tables:
            if table is not None:
                for side, player in table.players.items():
                    stacks[player] = table.masa.seats[side].stack
                stacks.update({arrival.player: arrival.stack for arrival in table.arriving})
        return dict(sorted(stacks.items(), key=lambda item: (-item[1], item[0])))

    # State

    @property
    def is_ended(self) -> bool:
        """Whether the tournament is over or was called off."""
        return self.status in (Status.ENDED, Status.CANCELLED)

    @property
    def on_break(self) -> bool:
        return self.clock.rest > 0

    @property
    def blinds(self) -> Blinds:
        """The blinds of the next hand."""
        return self.structure.blinds(self.clock.level, self.clock.hands)

    @property
    def takes_entries(self) -> bool:
        """Whether registration is open."""
        if self.status is Status.REGISTERING:
            return True
        return not self.is_ended and self.clock.level < self.structure.late_levels

    @property
    def pool(self) -> Chips:
        """The prize pool, without bounties."""
        return self.entries * self.structure.price + self.bought

    @property
    def offers_add_on(self) -> bool:
        """Whether players may buy the add-on: in the last level of registration and in the break
        after it."""
        if self.is_ended or self.status is Status.REGISTERING or not self.structure.add_on:
            return False
        level, last = self.clock.level, self.structure.late_levels
        return level == last - 1 or (level == last and self.on_break)

    @property
    def awaited(self) -> list[Player]:
        """The entries whose players may enter again and for whom the tournament waits.

        It waits only when at most one player is left.
        """
        return re_entry.awaited(self)

    @property
    def paid_places(self) -> int:
        """The number of places that win a prize."""
        return min(self.structure.payouts.places(self.entries), max(self._qualified, 1))

    @property
    def prizes(self) -> tuple[Chips, ...]:
        """The prizes of all paid places, beginning with first place.

        For players who were paid off, it is the amount they received.
        """
        prizes = self.structure.payouts.prizes(self.pool, self.entries, self._qualified)
        return payout.with_shares(prizes, pay_off.shares(self)) if self.agreed else prizes

    @property
    def _qualified(self) -> int:
        """The number of entries that can win a prize: the last one of each player who was not
        disqualified."""
        return self.entries - len(self.ranking.disqualified) - len(self.ranking.replaced)

    def may_deal(self, number: int) -> bool:
        """Whether the next hand of this table can be dealt now."""
        return self._reason_not_to_deal(number) is None

    def _reason_not_to_deal(self, number: int) -> TournamentRefusal | None:
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

    # Accounting of chips

    @property
    def chips(self) -> Chips:
        """The sum of all chips in play, including chips bought during a hand."""
        at_tables = sum([table.chips for table in self.tables if table is not None])
        return at_tables + sum([entrant.coming for entrant in self.entrants])

    @property
    def all_dropped(self) -> Chips:
        """Odd chips that nobody got at any table, under house rules that drop them."""
        return self.dropped + sum([t.masa.dropped for t in self.tables if t is not None])

    @property
    def balances(self) -> bool:
        """Whether chips in play, dropped and forfeited chips add up to the chips handed out."""
        if not len(self.tables):
            return self.chips == 0
        handed_out = self.entries * self.structure.stack + self.added
        return self.chips + self.all_dropped + self.forfeited == handed_out

    # Results

    @property
    def results(self) -> list[Result]:
        """The places of all entries so far, the best first.

        Players who are still playing come first, ordered by chips. Prizes and points are final only
        after the end of the tournament.
        """
        stacks = self.stacks
        playing = sorted(self.players, key=lambda player: (-stacks.get(player, 0), player))
        if self.round is not None:  # players without chips whose hand-for-hand round is not over
            out = [bust.player for bust in self.round.busts]
            playing = [player for player in playing if player not in out] + out
        prizes, replaced = self.prizes, set(self.ranking.replaced)
        results = []
        for place, group in self.ranking.places(playing):
            shares = payout.shared(prizes, place, len(group))
            # A player who was paid off gets the points of the last place.
            is_paid_off = pay_off.is_paid_off(self, group[0])
            points = self.structure.points.for_place(
                self.entries if is_paid_off else place, self.entries
            )
            if group[0] in replaced:
                points = 0
            for player, share in zip(group, shares, strict=True):
                name = self.entrants[player].name
                share = self.agreed.get(player, share)
                results.append(Result(place, player, name, share, points))
        return results

    def prizes_for(self, place: int, tied: int) -> tuple[Chips, ...]:
        """Return the prizes of *tied* players who are eliminated together in *place*.

        They are 0 while registration is open, because the prizes are not known yet.
        """
        if self.takes_entries:
            return (0,) * tied
        return payout.shared(self.prizes, place, tied)

    @property
    def winner(self) -> Player | None:
        """The winner. None before the end."""
        return self.results[0].player if self.is_ended else None

    # Entries

    def register(self, name: str) -> Change:
        """Enter a player: before the start, or later and again if the structure allows it."""
        return play.register(self, name)

    def withdraw(self, player: int) -> Change:
        """Withdraw an entry before the start."""
        return seating.withdraw(self, Player(player))

    def start(self, draw: Sequence[int]) -> Change:
        """Start the tournament. *draw* names every entrant once, in random order.

        The players of the draw go to the tables in turn, as cards are dealt.
        """
        if not isinstance(draw, Iterable):
            raise TournamentError(TournamentRefusal.BAD_DRAW, in_short(draw))
        return play.start(self, [Player(player) for player in draw])

    # Time and the director

    def tick(self, time: int) -> Change:
        """Let *time* pass, in the unit of the structure (usually seconds).

        It counts only while the tournament is running.
        """
        return play.tick(self, time)

    def pause(self) -> Change:
        """Deal no more hands. Hands that have begun are finished."""
        if self.status is not Status.RUNNING:
            raise TournamentError(TournamentRefusal.NOT_RUNNING)
        return Change(self.replace(status=Status.PAUSED), (event.Paused(),))

    def resume(self) -> Change:
        """End a pause or the current break."""
        if self.status is Status.RUNNING and self.on_break:
            resumed = self.replace(clock=self.clock.replace(rest=0))
            return Change(resumed, (event.Resumed(), event.BreakEnded()))
        if self.status is not Status.PAUSED:
            raise TournamentError(TournamentRefusal.NOT_ALLOWED, "the tournament is not paused")
        return Change(self.replace(status=Status.RUNNING), (event.Resumed(),))

    def take_break(self, length: int) -> Change:
        """Begin a break that is not in the schedule. `tick` ends it after *length*."""
        if self.status is not Status.RUNNING:
            raise TournamentError(TournamentRefusal.NOT_RUNNING)
        if type(length) is not int or length < 1:
            message = f"a break has a length of at least 1, not {in_short(length)}"
            raise TournamentError(TournamentRefusal.NOT_ALLOWED, message)
        resting = self.replace(clock=self.clock.replace(rest=self.clock.rest + length))
        return Change(resting, (event.BreakCalled(length), event.BreakBegan(length)))

    def disqualify(self, player: int, share: Chips | None = None, bounty: Chips = 0) -> Change:
        """Remove a player; the chips go out of play.

        Without *share* the player folds in turn and gets the last place. With *share* (see
        `pay_off.share`), which is possible only between hands, the player is paid that amount and
        *bounty* (see `pay_off.bounty`) and is ranked before all players who are out.
        """
        if share is None:
            return play.disqualify(self, Player(player))
        return pay_off.disqualify(self, Player(player), share, bounty)

    def leave(self, player: int, share: Chips, bounty: Chips = 0) -> Change:
        """Let a player leave between hands, paid *share* and *bounty* (see `pay_off`).

        The player's chips go out of play.
        """
        return pay_off.leave(self, Player(player), share, bounty)

    def penalise(self, player: int, hands: int) -> Change:
        """Make the player miss *hands* hands: dealt in, paying blinds, and folded in turn."""
        return ruling.penalise(self, Player(player), hands)

    def relocate(self, player: int, to: int) -> Change:
        """Move a player to another table between hands."""
        return ruling.relocate(self, Player(player), TableNumber(to))

    def next_level(self) -> Change:
        """Begin the next level now."""
        return ruling.next_level(self)

    def end_by_deal(self, house: Collection[Player] = ()) -> Change:
        """End the tournament by agreement of the players at the final table, between hands.

        The open prizes are divided by ICM. *house* are the house bots.
        """
        return ruling.deal(self, house)

    def cancel(self, refund: bool = False, house: Collection[Player] = ()) -> Change:
        """Call the tournament off between hands.

        After the start the open prizes are divided by ICM, unless *refund* returns all buy-ins.
        *house* are the house bots.
        """
        return ruling.cancel(self, refund, house)

    # Re-entries, rebuys and add-ons

    def decline(self, players: Iterable[int]) -> Change:
        """Record that these players are out and do not want to enter again.

        The tournament may have waited for them; then it ends.
        """
        if not isinstance(players, Iterable):
            raise TournamentError(TournamentRefusal.NO_SUCH_PLAYER, in_short(players))
        return play.decline(self, [Player(player) for player in players])

    def rebuy(self, player: int) -> Change:
        """Sell the player another starting stack."""
        return rebuy.rebuy(self, Player(player))

    def buy_add_on(self, player: int) -> Change:
        """Sell the player the add-on."""
        return rebuy.add_on(self, Player(player))

    # Hands at a table

    def deal(self, number: int, deck: Deck) -> Change:
        """Deal the next hand of a table with a shuffled deck."""
        reason = self._reason_not_to_deal(number)
        if reason is not None:
            raise TournamentError(reason, f"table {number}")
        return play.deal(self, TableNumber(number), deck)

    def move(self, number: int, side: int, act: PlayerAct) -> Change:
        """Play an act of the player on this side (see `Masa.move`)."""
        return play.at_table(self, number, self.table(number).masa.move(side, act))

    def timed_out(self, number: int, side: int) -> Change:
        """Check or fold for a player who has not acted in time (see `Masa.timed_out`)."""
        return play.at_table(self, number, self.table(number).masa.timed_out(side))

    def abort(self, number: int) -> Change:
        """Call the hand at a table off. Every player gets back the chips from before the hand."""
        return play.at_table(self, number, self.table(number).masa.abort())

    def away(self, number: int, side: int, value: bool) -> Change:
        """Mark a player as away or back. A player who is away is still dealt in, and times out."""
        masa = self.table(number).masa
        return play.at_table(self, number, masa.away(side) if value else masa.back(side))

    def preselect(self, number: int, side: int, choice: Preselected | None) -> Change:
        """Choose an act before the player's turn (see `Masa.preselect`)."""
        return play.at_table(self, number, self.table(number).masa.preselect(side, choice))

    def spend_time_bank(self, number: int, side: int, amount: int) -> Change:
        """Take *amount* from the player's time bank."""
        return play.at_table(self, number, self.table(number).masa.spend_time_bank(side, amount))

    def show(self, number: int, side: int, card: Card | None = None) -> Change:
        """Show both hole cards voluntarily after the hand, or only *card*."""
        return play.at_table(self, number, self.table(number).masa.show(side, card))

    # Replay

    def replay(self, events: Iterable[event.Event]) -> Tournament:
        """Return this tournament after applying the causes among *events* again."""
        tournament = self
        for past_event in events:
            if event.is_cause(past_event):
                tournament = tournament._apply(past_event).tournament
        return tournament

    def _apply(self, cause: event.Event) -> Change:
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
            case event.AtTable(number, masa_event):
                return self._apply_at_table(number, masa_event)
            case _:
                return Change(self)

    def _apply_at_table(self, number: TableNumber, cause: at_masa.Event) -> Change:
        match cause:
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
