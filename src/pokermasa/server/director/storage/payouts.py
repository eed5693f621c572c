"""Computes how a change of a tournament changes its entries: payments, prizes, bounties, last
hands, mistakes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from pokermasa.masa import event as at_masa
from pokermasa.server.director.storage.record import EntryRecord
from pokermasa.server.storage.account import Account
from pokermasa.tournament import Change, EntrantStatus, Player, TableNumber, Tournament, event


def settled(
    entries: Sequence[EntryRecord],
    change: Change,
    joining: Account | None,
    hands: Mapping[TableNumber, str],
    late: Collection[Player] = (),
    wrong: Collection[Player] = (),
) -> dict[Player, EntryRecord]:
    """Return the entries that *change* changes or adds, by player. *hands* are the ids of the hands
    that ended, by table. *late* are players whose time ran out, *wrong* are players whose act was
    invalid."""
    now, structure = change.tournament, change.tournament.structure
    after: dict[Player, EntryRecord] = {}

    def note(player: Player, **changes: object) -> None:
        entry = after.get(player) or entries[player]
        after[player] = replace(entry, **changes)  # type: ignore[arg-type]

    def entry_of(player: Player) -> EntryRecord:
        return after.get(player) or entries[player]

    for player in late:
        note(player, late=entry_of(player).late + 1)
    for player in wrong:
        note(player, wrong=entry_of(player).wrong + 1)
    for new_event in change.events:
        match new_event:
            case event.Registered(player):
                assert joining is not None
                after[player] = EntryRecord(joining, structure.buy_in)
            case event.Withdrawn(player):
                note(player, paid=0)
            case event.Rebought(player) | event.AddedOn(player):
                note(player, paid=entry_of(player).paid + structure.price)
            case event.BountyWon(_, by):
                note(by, bounties=now.entrants[by].bounties)
            case event.Eliminated(players, prizes=prizes):
                for player, prize in zip(players, prizes, strict=True):
                    note(player, prize=prize)
            case event.Left(player, share, _) | event.Disqualified(player, share, _):
                note(player, prize=share or 0)
            case event.HandOver(table):
                for player in _gone_with(new_event, now):
                    note(player, hand=hands[table])
    if now.is_ended:
        for result in now.results:
            if entry_of(result.player).prize != result.prize:
                note(result.player, prize=result.prize)
        for number, entrant in enumerate(now.entrants):
            if entrant.status is EntrantStatus.WITHDRAWN and entry_of(Player(number)).paid:
                note(Player(number), paid=0)
    return after


def _gone_with(over: event.HandOver, now: Tournament) -> list[Player]:
    """Return the players of the hand who sit at no table after it."""
    players = [over.players[side] for side in over.game.sides]
    return [player for player in players if now.entrants[player].table is None]


def late_in(change: Change, before: Tournament) -> list[Player]:
    """Return the players whose time ran out in *change*."""
    return [
        before.table(new_event.table).players[new_event.event.side]
        for new_event in change.events
        if isinstance(new_event, event.AtTable) and isinstance(new_event.event, at_masa.TimedOut)
    ]
