"""Converts events of a tournament into wire messages. They are defined in
`protocol/tournament.py`."""

from __future__ import annotations

from pokermasa.server.director.messages import standings
from pokermasa.server.director.state import TournamentState
from pokermasa.server.protocol.encoding import blinds_data
from pokermasa.server.protocol.tournament import AnyTournamentEvent, EntryData, KnockedOut
from pokermasa.tournament import Change, Player, event


def events_data(
    state: TournamentState, change: Change, by: str | None, why: str
) -> list[AnyTournamentEvent]:
    """Return the wire form of the events of a change. Left out are events at tables, which the
    tables send themselves, and the seats at the start, which would be one event for each entrant:
    each player gets a message of its own, and the standings follow."""
    found: list[AnyTournamentEvent] = []
    starts = event.Started in map(type, change.events)
    for new_event in change.events:
        if starts and isinstance(new_event, event.Seated | event.TableOpened):
            continue
        data = _event_data(state, new_event, by, why)
        if data is not None:
            found.append(data)
    return found


def _event_data(  # noqa: C901 - one case for each event
    state: TournamentState, new_event: event.Event, by: str | None, why: str
) -> AnyTournamentEvent | None:
    now = state.tournament

    def who(player: Player) -> EntryData:
        return {"player": player, "name": state.name_of(player)}

    match new_event:
        case event.Registered(player):
            bot = state.entries[player].account.is_house
            return {"event": "registered", **who(player), "bot": bot, "entries": now.entries}
        case event.Withdrawn(player):
            return {"event": "unregistered", **who(player), "entries": now.entries}
        case event.Started():
            tables = now.sizes.open.bit_count()
            return {"event": "started", "entries": now.entries, "tables": tables}
        case event.TableOpened(table):
            return {"event": "table_opened", "masa": state.table_id(table), "number": table + 1}
        case event.TableBroken(table):
            return {"event": "table_broken", "masa": state.table_id(table), "number": table + 1}
        case event.Moved(player, table, to, stack):
            return {
                "event": "moved",
                **who(player),
                "masa": state.table_id(table),
                "to": state.table_id(to),
                "stack": stack,
            }
        case event.Seated(player, table, side):
            return {
                "event": "seated",
                **who(player),
                "masa": state.table_id(table),
                "side": side,
                "stack": state.stacks.get(player, 0),
            }
        case event.FinalTable(table):
            return {"event": "final_table", "masa": state.table_id(table)}
        case event.LevelRose(level, blinds):
            return {"event": "level_rose", "level": level + 1, "blinds": blinds_data(blinds)}
        case event.BreakBegan(length):
            return {"event": "break_began", "length": length * 1000}
        case event.BreakEnded():
            return {"event": "break_ended"}
        case event.Paused():
            return {"event": "paused", "by": by}
        case event.Resumed():
            return {"event": "resumed", "by": by}
        case event.HandForHand(value):
            return {"event": "hand_for_hand", "value": value}
        case event.Eliminated(players, place, left, prizes):
            out: list[KnockedOut] = [
                {**who(player), "prize": prize, "hand": state.entries[player].hand}
                for player, prize in zip(players, prizes, strict=True)
            ]
            return {"event": "eliminated", "players": out, "place": place, "left": left}
        case event.BountyWon(player, winner, amount):
            name = state.name_of(winner)
            return {
                "event": "bounty",
                **who(player),
                "by": winner,
                "by_name": name,
                "amount": amount,
            }
        case event.Rebought(player):
            return {"event": "rebought", **who(player), "chips": now.structure.stack}
        case event.AddedOn(player):
            return {"event": "added_on", **who(player), "chips": now.structure.add_on}
        case event.Declined(players):
            people = [p for p in players if not state.entries[p].account.is_house]
            return {"event": "declined", "players": list(map(who, people))} if people else None
        case event.Disqualified(player):
            return {"event": "disqualified", **who(player), "prize": state.entries[player].prize}
        case event.Left(player, share):
            return {"event": "left", **who(player), "prize": share}
        case event.Penalised(player, hands):
            return {"event": "penalised", **who(player), "hands": hands}
        case event.DealMade():
            return {"event": "deal_over", "made": True}
        case event.Cancelled():
            refund = not now.entries
            return {"event": "cancelled", "by": by, "why": why, "refund": refund}
        case event.Finished():
            results = standings.result_data(state)
            return {"event": "finished", "results": results, "next": state.next}
    return None
