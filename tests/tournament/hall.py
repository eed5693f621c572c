"""Helpers for tournament tests: small structures, stacked decks, and players with fixed acts."""

from random import Random
from typing import Any

from pokermasa.cards import CARDS, Deck, read_cards
from pokermasa.masa import Masa
from pokermasa.notation import uci
from pokermasa.rules import AllIn, Blinds, Call, Check, Fold, HouseRules, PlayerAct, Situation
from pokermasa.tournament import Beyond, Change, Player, Rise, Schedule, Structure, Tournament
from pokermasa.tournament.balance import next_lineup
from pokermasa.tournament.event import HandOver
from pokermasa.tournament.simulation import Choose

STAY = Schedule(Rise.HANDS, 1000, (Blinds(1, 2),))
FAST = Schedule(Rise.HANDS, 3, (Blinds(5, 10), Blinds(10, 20), Blinds(20, 40, 5)), Beyond.DOUBLE)


def structure(rules: str = "tda", schedule: Schedule = STAY, **options: Any) -> Structure:
    options = {"seats": 9, "stack": 100, "least": 2} | options
    return Structure("test", HouseRules.named(rules), schedule, **options)


def started(
    players: int, agreed: Structure | None = None, draw: list[int] | None = None
) -> Tournament:
    tournament = Tournament.open(agreed or structure())
    for number in range(players):
        tournament = tournament.register(f"p{number}").tournament
    return tournament.start(range(players) if draw is None else draw).tournament


def deck(hands: str, board: str = "", button: int = 0) -> Deck:
    """Return a deck with the given hands by stack index, then the board.

    Example: `deck("AsAh 7c2d", "…")`. All other cards follow in any order. *button* is the stack
    with the button.
    """
    hole_cards = [read_cards(hand) for hand in hands.split()]
    hole_cards = hole_cards[button + 1 :] + hole_cards[: button + 1]
    named = (
        [hand[0] for hand in hole_cards]
        + [hand[1] for hand in hole_cards]
        + list(read_cards(board))
    )
    return Deck([*named, *(card for card in CARDS if card not in named)])


def acts(tournament: Tournament, text: str, table: int = 0) -> Tournament:
    """Play acts in Uci. `IN` is all in, or the call that puts the others all in."""
    for word in text.split():
        masa = tournament.table(table).masa
        act = all_in(masa.game.situation) if word == "IN" else uci.read(word)
        tournament = tournament.move(table, masa.to_act, act).tournament
    return tournament


def all_in(situation: Situation) -> PlayerAct:
    legal = situation.legal
    return AllIn() if legal.all_in is not None else Call() if legal.may_call else Check()


def fold_out(tournament: Tournament, table: int = 0) -> Tournament:
    """Deal a hand in which every player folds to the big blind."""
    tournament = tournament.deal(table, Deck()).tournament
    while tournament.table(table).masa.game is not None:
        masa = tournament.table(table).masa
        act = Check() if masa.game.situation.legal.may_check else Fold()
        tournament = tournament.move(table, masa.to_act, act).tournament
    return tournament


def coin(dice: Random, calls: float = 0.3) -> Choose:
    def choose(player: Player, masa: Masa) -> PlayerAct:
        legal = masa.game.situation.legal
        if dice.random() < 0.05 and legal.all_in is not None:
            return AllIn()
        if legal.may_check:
            return Check()
        if dice.random() < calls:
            return Call() if legal.may_call else AllIn()
        return Fold()

    return choose


def bust(
    tournament: Tournament, table: int = 0, victim: int | None = None, by: int | None = None
) -> Change:
    """Play a hand in which the largest stack, or a named player, wins all chips of another one.

    The result is the change of the last act.
    """
    seats = tournament.table(table).masa.seats
    by_stack = sorted(seats, key=lambda side: (seats[side].stack, side))
    loser = by_stack[0] if victim is None else tournament.place(victim)[1]
    winner = next(side for side in reversed(by_stack) if side != loser)
    winner = winner if by is None else tournament.place(by)[1]
    aces = ["AsAh" if side == winner else "" for side in sorted(seats)]
    rest = iter(["7c2d", "8c3d", "9c4d", "Tc5d", "Jc6d", "Qc7d", "Kc8d", "2s7h", "3s8h"])
    lineup = next_lineup(tournament.table(table).masa)
    hands = " ".join(hand or next(rest) for hand in aces)
    rigged = deck(hands, "AcAdTh9h5s", lineup.button_index)
    change = tournament.deal(table, rigged)
    while True:
        masa = change.tournament.table(table).masa
        plays = masa.to_act in (winner, loser)
        act = all_in(masa.game.situation) if plays else Fold()
        change = change.tournament.move(table, masa.to_act, act)
        if any(isinstance(event, HandOver) for event in change.events):
            return change
