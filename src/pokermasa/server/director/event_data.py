"""How what happens in a tournament is written for the socket; `protocol/tournament.py` has the
models."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pokermasa.server.director import figures
from pokermasa.server.director.record import table_id
from pokermasa.server.storage.account import HOUSE
from pokermasa.tournament import Change, Player, event

if TYPE_CHECKING:
    from pokermasa.server.director.director import Director

Data = dict[str, Any]


def events_data(director: Director, change: Change, by: str | None, why: str) -> list[Data]:
    """Everything but what happens on a masa, which is told there."""
    found = []
    for happened in change.events:
        data = _event_data(director, happened, by, why)
        if data is not None:
            found.append(data)
    return found


def _event_data(director: Director, happened: event.Event, by: str | None, why: str) -> Data | None:
    now, id = director.tournament, director.id

    def who(player: Player) -> Data:
        return {"player": player, "name": director.entries[player].account.name}

    match happened:
        case event.Registered(player):
            bot = director.entries[player].account.kind == HOUSE
            return {"event": "registered", **who(player), "bot": bot, "entries": now.entries}
        case event.Withdrawn(player):
            return {"event": "unregistered", **who(player), "entries": now.entries}
        case event.Started():
            tables = now.sizes.open.bit_count()
            return {"event": "started", "entries": now.entries, "tables": tables}
        case event.TableOpened(table):
            return {"event": "table_opened", "masa": table_id(id, table), "number": table + 1}
        case event.TableBroken(table):
            return {"event": "table_broken", "masa": table_id(id, table), "number": table + 1}
        case event.Moved(player, table, to, stack):
            places = {"masa": table_id(id, table), "to": table_id(id, to)}
            return {"event": "moved", **who(player), **places, "stack": stack}
        case event.Seated(player, table, side):
            stack = director.stacks.get(player, 0)
            place = {"masa": table_id(id, table), "side": side, "stack": stack}
            return {"event": "seated", **who(player), **place}
        case event.FinalTable(table):
            return {"event": "final_table", "masa": table_id(id, table)}
        case event.LevelRose(level, blinds):
            return {"event": "level_rose", "level": level + 1, "blinds": blinds._asdict()}
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
        case event.Eliminated(players, place, left):
            prizes = figures.prize_of(now, place, len(players))
            out = [
                {**who(player), "prize": prize, "hand": director.entries[player].hand}
                for player, prize in zip(players, prizes, strict=True)
            ]
            return {"event": "eliminated", "players": out, "place": place, "left": left}
        case event.BountyWon(player, winner, amount):
            name = director.entries[winner].account.name
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
        case event.Disqualified(player):
            return {"event": "disqualified", **who(player)}
        case event.Penalised(player, hands):
            return {"event": "penalised", **who(player), "hands": hands}
        case event.DealMade():
            return {"event": "deal_over", "made": True}
        case event.Cancelled():
            return {"event": "cancelled", "by": by, "why": why}
        case event.Finished():
            results = figures.result_data(director)
            return {"event": "finished", "results": results, "next": director.next}
    return None
