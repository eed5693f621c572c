"""Converts events and views of a table into the JSON data of the socket.

The events are named after document 004's Client. `data.py`, `event.py` and `message.py` define the
data; mypy checks that each function here builds it completely.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pokermasa.cards import Card
from pokermasa.masa import Game, GameStatus, Masa, Positions, Side, Terms, event
from pokermasa.notation import uci
from pokermasa.rules import Blinds, ButtonRule, PlayerAct, Post, Pot, PotDistribution, View
from pokermasa.server.protocol import data
from pokermasa.server.protocol.event import AnyEvent
from pokermasa.server.protocol.message import Acts

Sides = tuple[Side, ...]


def cards_data(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]


def blinds_data(blinds: Blinds) -> data.BlindsData:
    small, big, ante, big_blind_ante = blinds
    return {"small": small, "big": big, "ante": ante, "big_blind_ante": big_blind_ante}


def terms_data(terms: Terms) -> data.TermsData:
    return {
        "least_buy_in": terms.least_buy_in,
        "most_buy_in": terms.most_buy_in,
        "entry": terms.entry,
        "straddle": terms.straddle,
        "run_twice": terms.run_twice,
        "rabbit": terms.rabbit,
        "time_bank": terms.time_bank,
        "absent_play": terms.absent_play,
    }


def pot_data(pot: Pot, sides: Sequence[int]) -> data.PotData:
    """Pots contain stack indexes, but clients use sides."""
    return {"amount": pot.wager, "sides": [sides[index] for index in pot.involved]}


def share_data(share: PotDistribution, sides: Sequence[int]) -> data.Share:
    return {
        "amount": share.wager,
        "winners": [
            {"side": sides[index], "share": chips}
            for index, chips in zip(share.involved, share.shares, strict=True)
        ],
    }


def _pots(pots: Sequence[Pot], sides: Sides) -> list[data.PotData]:
    return [pot_data(pot, sides) for pot in pots]


def _act(act: PlayerAct | None) -> str | None:
    return None if act is None else uci.write(act)


def _posts(posts: Sequence[tuple[Side, Post]]) -> list[data.PostData]:
    return [
        {"side": side, "live": post.live, "dead": post.dead, "late": post.late}
        for side, post in posts
    ]


def _hands(hands: Sequence[tuple[Side, tuple[Card, Card]]]) -> list[data.ShownHand]:
    return [{"side": side, "cards": cards_data(cards)} for side, cards in hands]


def _stacks(stacks: Sequence[tuple[Side, int]]) -> list[data.StackData]:
    return [{"side": side, "stack": stack} for side, stack in stacks]


def event_data(  # noqa: C901 - one case for each event
    new_event: event.Event,
    names: Mapping[Side, str],
    sides: Sides = (),
    bots: Collection[Side] = (),
    hand: str = "",
) -> AnyEvent:
    """Convert an event. The names on the wire stay even if the classes are renamed.

    *sides* are the sides of the hand's stacks, *bots* the sides of house bots, and *hand* is the id
    of the hand that ends.

    >>> event_data(event.ToppedUp(Side(2), 100), {})
    {'event': 'topped_up', 'side': 2, 'amount': 100}
    """
    match new_event:
        case event.PlayerActed(side, _, recorded, stack, wager):
            # One raise can be sent in several ways. The other players get the recorded act, so that
            # they do not learn which one was used.
            act = uci.write(recorded)
            return {
                "event": "player_acted",
                "side": side,
                "act": act,
                "stack": stack,
                "wager": wager,
            }
        case event.ActorRotated(side, price):
            return {"event": "actor_rotated", "side": side, "price": price}
        case event.BoardUpdated(cards, running_pot, side_pots):
            return {
                "event": "board_updated",
                "cards": cards_data(cards),
                "running_pot": pot_data(running_pot, sides),
                "side_pots": _pots(side_pots, sides),
            }
        case event.DealPocketCards(side, cards):
            return {"event": "deal_pocket_cards", "side": side, "cards": cards_data(cards)}
        case event.Posted(side, ante, dead, live):
            return {"event": "posted", "side": side, "ante": ante, "dead": dead, "live": live}
        case event.DealerRotated():
            return {
                "event": "dealer_rotated",
                "side": new_event.side,
                "small": new_event.small,
                "big": new_event.big,
                "hand": new_event.hand,
                "sides": list(new_event.sides),
                "posts": None if new_event.posts is None else _posts(new_event.posts),
                "owes": list(new_event.owes),
                "running_pot": pot_data(new_event.running_pot, sides),
                "side_pots": _pots(new_event.side_pots, sides),
            }
        case event.HandEnded(status, boards, pots, stacks, dropped):
            return {
                "event": "hand_ended",
                "status": "showdown" if status is GameStatus.SHOWDOWN else "one_win",
                "boards": [cards_data(board) for board in boards],
                "pots": [[share_data(share, sides) for share in board] for board in pots],
                "stacks": _stacks(stacks),
                "dropped": dropped,
                "id": hand,
            }
        case event.AutoActed(side, recorded, stack, wager):
            act = uci.write(recorded)
            return {
                "event": "player_acted",
                "side": side,
                "act": act,
                "stack": stack,
                "wager": wager,
                "auto": True,
            }
        case event.HandsShown(hands):
            return {"event": "hands_shown", "hands": _hands(hands)}
        case event.TimedOut(side):
            return {"event": "timed_out", "side": side}
        case event.TimeBankSpent(side, amount):
            return {"event": "time_bank_spent", "side": side, "amount": amount}
        case event.TimeBankRefilled(side, amount):
            return {"event": "time_bank_refilled", "side": side, "amount": amount}
        case event.PlayerJoined(side, stack, owes, returns):
            return {
                "event": "player_joined",
                "side": side,
                "stack": stack,
                "owes": owes,
                "returns": returns,
                "name": names.get(side, ""),
                "bot": side in bots,
            }
        case event.PlayerLeft(side, stack):
            return {"event": "player_left", "side": side, "stack": stack}
        case event.SitoutNext(side, value):
            return {"event": "leave_after_hand", "side": side, "value": value}
        case event.Leaving(side):
            return {"event": "leaving", "side": side}
        case event.Away(side, value, is_posting):
            return {"event": "sit_out", "side": side, "value": value, "posts": is_posting}
        case event.ToppedUp(side, amount):
            return {"event": "topped_up", "side": side, "amount": amount}
        case event.StraddleSet(side, value):
            return {"event": "straddle_set", "side": side, "value": value}
        case event.Preselect(side, choice):
            return {"event": "preselect", "side": side, "choice": choice}
        case event.PreselectVoided(side):
            return {"event": "preselect_voided", "side": side}
        case event.BlindsChanged(blinds, bets):
            return {
                "event": "blinds_changed",
                "blinds": blinds_data(blinds),
                "bets": None if bets is None else list(bets),
            }
        case event.RulesChanged(rules):
            return {"event": "rules_changed", "rules": rules.name, "betting": rules.betting}
        case event.TwiceOffered():
            return {
                "event": "twice_offered",
                "sides": list(new_event.sides),
                "running_pot": pot_data(new_event.running_pot, sides),
                "side_pots": _pots(new_event.side_pots, sides),
                "stacks": _stacks(new_event.stacks),
                "hands": _hands(new_event.hands),
            }
        case event.TwiceAnswered(side, agrees):
            return {"event": "twice_answered", "side": side, "agrees": agrees}
        case event.CardsShown(side, shown):
            return {"event": "cards_shown", "side": side, "cards": cards_data(shown)}
        case event.RabbitShown(side, shown):
            return {"event": "rabbit_shown", "side": side, "cards": cards_data(shown)}
        case event.Aborted():
            return {"event": "aborted"}
        case event.Dealt():
            raise ValueError("the deck is never sent")


_STATUSES: dict[GameStatus, str] = {
    GameStatus.CREATED: "created",
    GameStatus.STARTED: "started",
    GameStatus.ONE_WIN: "one_win",
    GameStatus.SHOWDOWN: "showdown",
    GameStatus.ABORTED: "aborted",
}


def view_data(
    masa: Masa,
    names: Mapping[Side, str],
    viewer: Side | None,
    bots: Collection[Side] = (),
    auto_top_up: int | None = None,
) -> data.ViewData:
    """Return the state of the table as the player at *viewer*, or a spectator, may see it."""
    view = masa.view(viewer)
    return {
        "sides": masa.sides,
        "blinds": blinds_data(masa.blinds),
        "bets": None if masa.bets is None else list(masa.bets),
        "rules": masa.rules.name,
        "betting": masa.rules.betting,
        "terms": terms_data(masa.terms),
        "button": _button(masa),
        "to_act": masa.to_act,
        "status": None if masa.status is None else _STATUSES[masa.status],
        "hand": masa.hands,
        "you": viewer,
        "seats": [
            {
                "side": side,
                "name": names.get(side, ""),
                "stack": seat.stack,
                "status": seat.status,
                "sit_out": seat.away,
                "leaving": seat.leaving,
                "owes": seat.owes,
                "posts": seat.posts,
                "straddles": seat.straddles,
                "bot": side in bots,
                "time_bank": seat.time_bank,
            }
            for side, seat in masa.seats.items()
        ],
        "game": None
        if view is None or masa.game is None
        else _game(view, masa.game, masa.positions),
        "preselected": None if viewer is None else masa.seats[viewer].preselected,
        "auto_top_up": auto_top_up,
    }


def _button(masa: Masa) -> Side | None:
    """Return the side that shows the button. It moves only when the next hand is dealt."""
    last = masa.last_game
    if masa.is_game or last is None:
        return masa.button
    dealer = last.situation.dealer
    return last.sides[dealer.button] if dealer.rules.button is ButtonRule.MOVING else masa.button


def _twice(game: Game) -> data.TwiceData | None:
    if not game.is_asked_twice:
        return None
    return {"sides": list(game.remaining), "agreed": sorted(game.agreed or ())}


def _game(view: View, game: Game, positions: Positions) -> data.GameData:
    sides = game.sides
    assert positions.small is not None
    assert positions.big is not None
    return {
        "round": view.round,
        "settled": view.settled,
        "small": positions.small,
        "big": positions.big,
        "board": cards_data(view.board),
        "price": view.price,
        "pot": view.pot,
        "running_pot": pot_data(view.running_pot, sides),
        "side_pots": _pots(view.side_pots, sides),
        "players": [
            {
                "side": sides[player.index],
                "role": player.role,
                "stack": player.stack,
                "wager": player.wager,
                "act": _act(player.last_action),
                "cards": None if player.cards is None else cards_data(player.cards),
            }
            for player in view.players
        ],
        "twice": _twice(game),
    }


def act_data(view: View) -> Acts:
    """Return the acts that are open to the player to act."""
    least, most = view.raises or (None, None)
    return {
        "acts": [uci.write(act) for act in view.acts],
        "least": least,
        "most": most,
        "to_call": view.to_call,
        "pot": view.pot,
    }
