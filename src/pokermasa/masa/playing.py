"""The course of a hand on a masa: the deal, the acts, and the end."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from pokermasa.cards import Card, Deck
from pokermasa.masa import event, seating
from pokermasa.masa.change import Change
from pokermasa.masa.fixed_map import FixedMap
from pokermasa.masa.game import Game
from pokermasa.masa.position import line_up, missed
from pokermasa.masa.refusal import MasaError, MasaRefusal
from pokermasa.masa.seat import Preselected, Seat, SeatStatus
from pokermasa.masa.side import Side, next_of
from pokermasa.masa.status import GameStatus
from pokermasa.rules import (
    AllIn,
    ButtonRule,
    Call,
    Check,
    Dealer,
    Fold,
    HandDealer,
    Move,
    NextRound,
    OneWin,
    PlayerAct,
    Post,
    Role,
    Showdown,
    Situation,
    View,
)
from pokermasa.rules.chips import StackIndex
from pokermasa.rules.hand_dealer import BOARD_CARDS, verified_deck

if TYPE_CHECKING:
    from pokermasa.masa.masa import Masa


def deal(masa: Masa, deck: Deck) -> Change:
    """Begin a hand. Raise `MasaError` if a hand is played or fewer than two can be dealt in."""
    if masa.is_game:
        raise MasaError(MasaRefusal.NOT_DEALABLE, "a hand is being played")
    last, terms = masa.positions, masa.terms
    lineup = line_up(masa.seats, masa.sides, last, masa.rules, terms, masa.blinds)
    sides = lineup.dealt
    players = len(sides)
    cards = verified_deck(deck).deal(2 * players + BOARD_CARDS * (2 if terms.run_twice else 1))
    stacks = tuple([masa.seats[side].stack for side in sides])
    posts = {StackIndex(sides.index(side)): post for side, post in lineup.posts.items()}
    button = lineup.button_index
    own_posts = None if _are_usual(posts, button, players, masa) else FixedMap(posts)
    dealer = Dealer.start(stacks, button, masa.blinds, masa.rules, own_posts, masa.bets)
    hands = HandDealer.deal(Deck(cards), players, button)
    situation = Situation(dealer, hands, stacks)
    passed = missed(masa.seats, lineup, last, masa.sides, terms)
    owed = {
        side: seat
        for side, seat in masa.seats.items()
        if side in passed or (side in sides and (seat.owes or seat.is_new))
    }
    game = Game(
        situation,
        sides,
        stacks,
        own_posts,
        last,
        FixedMap(owed),
        second_board=cards[2 * players + BOARD_CARDS :],
    )
    seats = {**masa.seats, **passed}
    for side in sides:
        seats[side] = seats[side].replace(
            status=SeatStatus.INVOLVED,
            missed_small=False,
            missed_big=False,
            is_new=False,
            posts=False,
            straddles=False,
            preselected=None,
        )
    dealt = masa.with_seats(seats).replace(
        under_way=True,
        positions=lineup.positions,
        game=game,
        status=GameStatus.CREATED if situation.end else GameStatus.STARTED,
        hands=masa.hands + 1,
    )
    owes = tuple([side for side, seat in dealt.seats.items() if seat.owes])
    pots = dealer.running_pot, dealer.side_pots
    posts_by_side = None
    if own_posts is not None:
        posts_by_side = tuple([(sides[index], post) for index, post in own_posts.items()])
    positions = lineup.button, lineup.small, lineup.big
    rotated = event.DealerRotated(*positions, dealt.hands, sides, posts_by_side, owes, *pots)
    events: list[event.Event] = [event.Dealt(tuple(cards)), rotated]
    events += [event.Posted(sides[index], *paid) for index, *paid in game.paid_before_cards]
    for side, hole in zip(sides, hands.hands, strict=True):
        assert hole is not None
        events.append(event.DealPocketCards(side, hole))
    if game.to_act is not None:
        events.append(event.ActorRotated(game.to_act, dealer.price))
    return play_automatic_acts(Change(dealt, tuple(events)))


def _are_usual(posts: dict[StackIndex, Post], button: StackIndex, players: int, masa: Masa) -> bool:
    """Whether *posts* are the blinds that the dealer computes from the positions."""
    small, big = (button + 1) % players, (button + 2) % players
    if players == 2:
        return True
    return posts == {small: Post(masa.blinds.small), big: Post(masa.blinds.big)}


def move(masa: Masa, side: Side, act: PlayerAct) -> Change:
    """Play an act of the player whose turn it is, and everything that follows automatically."""
    game = _game_to_act(masa, side)
    played = game.situation.move(act)
    _, stack, wager, _ = played.acted_stack
    cause = event.PlayerActed(side, act, played.player_act, stack, wager)
    return play_automatic_acts(_with_move(Change(masa, (cause,)), game, side, act, played))


def timed_out(masa: Masa, side: Side) -> Change:
    """Check for the player if there is nothing to call, otherwise fold.

    A player who is asked about running the hand twice refuses it instead.
    """
    change = Change(masa, (event.TimedOut(side),))
    if _is_asked_twice(masa, side):
        return _refuse_twice(change)
    game = _game_to_act(masa, side)
    return play_automatic_acts(_auto_act(change, game, _check_or_fold(game.situation)))


def fold_penalised(masa: Masa, sides: Collection[Side]) -> Change:
    """Fold for each of *sides* when it is their turn, as a penalty in a tournament."""
    change = Change(masa)
    while (game := change.masa.game) is not None and game.to_act in sides:
        change = play_automatic_acts(_auto_act(change, game, Fold()))
    return change


def leave(masa: Masa, side: Side) -> Change:
    """Free the side at once. During a hand the player folds in turn and leaves after it."""
    change = seating.leave(masa, side)
    if _is_asked_twice(change.masa, side):
        return _refuse_twice(change)
    game = change.masa.game
    return change if game is None or game.to_act is None else play_automatic_acts(change)


def _game_to_act(masa: Masa, side: Side) -> Game:
    """Return the current hand. Raise `MasaError` if it is not this side's turn."""
    game = masa.game
    if game is None or not masa.dealt:
        raise MasaError(MasaRefusal.NO_GAME)
    masa.seat(side)
    if game.to_act != side:
        detail = "" if game.to_act is None else f"side {game.to_act} is to act"
        raise MasaError(MasaRefusal.NOT_TO_ACT, detail)
    return game


def _with_move(change: Change, game: Game, side: Side, act: PlayerAct, played: Move) -> Change:
    """Return *change* after a move, with the events of a new round and the next turn."""
    masa = change.masa
    seats = dict(masa.seats)
    events: list[event.Event] = []
    if seats[side].preselected is not None:
        seats[side] = seats[side].replace(preselected=None)
    if isinstance(played.dealer_act, NextRound) and played.dealer_act.middle is not None:
        _, middle, running_pot, side_pots = played.dealer_act
        assert middle is not None
        events.append(event.BoardUpdated(middle.cards, running_pot, side_pots))
        for other, seat in seats.items():
            # The choice was made for the price of the old round.
            if seat.preselected in (Preselected.CALL, Preselected.CHECK):
                seats[other] = seat.replace(preselected=None)
                events.append(event.PreselectVoided(other))
    after = game.replace(situation=played.situation_after, acts=(*game.acts, act))
    if after.to_act is not None:
        events.append(event.ActorRotated(after.to_act, after.situation.dealer.price))
    if seats != masa.seats:
        masa = masa.with_seats(seats)
    return Change(masa.replace(game=after), (*change.events, *events))


def _auto_act(change: Change, game: Game, act: PlayerAct) -> Change:
    """Play *act* for the player to act, who has not sent it."""
    side = game.to_act
    assert side is not None
    played = game.situation.move(act)
    _, stack, wager, _ = played.acted_stack
    acted = event.AutoActed(side, played.player_act, stack, wager)
    return _with_move(Change(change.masa, (*change.events, acted)), game, side, act, played)


def _check_or_fold(situation: Situation) -> PlayerAct:
    return Check() if situation.legal.may_check else Fold()


def play_automatic_acts(change: Change) -> Change:
    """Play acts chosen before the turn and folds of leaving players, and end a finished hand.

    Stops when the player to act has to decide.
    """
    while True:
        masa = change.masa
        game = masa.game
        assert game is not None
        side = game.to_act
        if side is None:
            return _end(change, game)
        seat = masa.seats[side]
        if seat.leaving:
            change = _auto_act(change, game, Fold())
        elif seat.preselected is not None:
            act = _preselected_act(seat, game.situation)
            if act is None:
                cleared = masa.with_seat(side, seat.replace(preselected=None))
                return Change(cleared, (*change.events, event.PreselectVoided(side)))
            change = _auto_act(change, game, act)
        else:
            return change


def _preselected_act(seat: Seat, situation: Situation) -> PlayerAct | None:
    """Return the act that the player chose before the turn. None if it is no longer valid."""
    legal = situation.legal
    match seat.preselected:
        case Preselected.FOLD:
            return Fold()
        case Preselected.CHECK_FOLD:
            return _check_or_fold(situation)
        case Preselected.CHECK:
            return Check() if legal.may_check else None
        case Preselected.CALL:
            if legal.may_check or situation.dealer.price != seat.preselected_price:
                return None
            return Call() if legal.may_call else AllIn()
        case None:
            return None


def _end(change: Change, game: Game) -> Change:
    """End the hand, or ask the remaining players first whether to run it twice."""
    masa = change.masa
    asks = masa.terms.run_twice and game.twice is None and game.may_run_twice
    if asks and not any(masa.seats[side].leaving for side in game.remaining):
        asked = game.replace(agreed=frozenset())
        return Change(masa.replace(game=asked), (*change.events, _twice_offered(game)))
    outcome = game.situation.outcome
    status = GameStatus.ONE_WIN if isinstance(outcome, OneWin) else GameStatus.SHOWDOWN
    ended = masa.replace(status=status)
    shown = (event.HandsShown(_hands_shown(game)),) if isinstance(outcome, Showdown) else ()
    final = tuple(zip(game.sides, game.final_stacks, strict=True))
    over = event.HandEnded(status, game.boards, game.pots, final, game.dropped)
    return Change(ended, (*change.events, *shown, over)).then(finish(ended))


def _twice_offered(game: Game) -> event.TwiceOffered:
    dealer, outcome = game.situation.dealer, game.situation.outcome
    are_shown = isinstance(outcome, Showdown) and outcome.all_show
    stacks = zip(game.sides, [stack.stack for stack in dealer.stacks], strict=True)
    return event.TwiceOffered(
        game.remaining,
        dealer.running_pot,
        dealer.side_pots,
        tuple(stacks),
        _hands_shown(game) if are_shown else (),
    )


def _hands_shown(game: Game) -> tuple[tuple[Side, tuple[Card, Card]], ...]:
    """Return the hands that have to be shown, in order, with their sides."""
    outcome, cards = game.situation.outcome, game.situation.hand_dealer
    assert isinstance(outcome, Showdown)
    assert cards is not None
    shown = []
    for index in outcome.order:
        hole = cards.hands[index]
        # If the hand is run twice, all remaining hands are shown.
        if hole is not None and (index in outcome.must_show or game.twice):
            shown.append((game.sides[index], hole))
    return tuple(shown)


def finish(masa: Masa) -> Change:
    """Remove a finished hand from the masa and return the change.

    The seats get their new stacks, players who wanted to leave are removed, and the others wait for
    the next hand. The hand stays available as `last_game`, so that players can show their cards.
    """
    game = masa.game
    if game is None or not masa.finished:
        return Change(masa)
    seats = dict(masa.seats)
    dropped = masa.dropped
    positions = masa.positions
    if masa.status is GameStatus.ABORTED:
        # The next hand has the same button, and blinds that were owed are owed again.
        positions, stacks = game.before, game.stacks
        for side, seat in game.owed.items():
            if side not in game.sides and (side not in seats or seats[side].is_new):
                continue  # the player has left, and the side may have a new one
            seats[side] = seats[side].replace(
                missed_small=seat.missed_small,
                missed_big=seat.missed_big,
                is_new=seat.is_new,
                posts=seat.posts,
            )
    else:
        dropped += game.dropped
        stacks = game.final_stacks
    for side, stack in zip(game.sides, stacks, strict=True):
        seats[side] = seats[side].replace(stack=stack, preselected=None)
    going = [s for s, seat in seats.items() if seat.status is SeatStatus.SITOUT_NEXT_HAND]
    staying = [side for side in seats if side not in going]
    is_moving = masa.rules.button is ButtonRule.MOVING and masa.status is not GameStatus.ABORTED
    if is_moving and positions.button is not None and staying:
        positions = positions._replace(button=next_of(staying, positions.button, masa.sides))
    after = masa.with_seats(seats).replace(
        positions=positions, status=None, game=None, last_game=game, dropped=dropped
    )
    change = Change(after)
    for side in going:
        change = change.then(seating.remove(change.masa, side))
    return Change(seating.waiting(change.masa), change.events)


def run_twice(masa: Masa, side: Side, agrees: bool) -> Change:
    """Record a player's answer. The hand is run twice if all remaining players agree."""
    masa.seat(side)
    if not _is_asked_twice(masa, side):
        raise MasaError(MasaRefusal.NOT_OFFERED, "that side is not asked to run the hand twice")
    game = masa.game
    assert game is not None
    assert game.agreed is not None
    change = Change(masa, (event.TwiceAnswered(side, agrees),))
    if not agrees:
        return _refuse_twice(change)
    agreed = game.agreed | {side}
    if len(agreed) < len(game.remaining):
        return Change(masa.replace(game=game.replace(agreed=agreed)), change.events)
    decided = masa.replace(game=game.replace(agreed=agreed, twice=True))
    return play_automatic_acts(Change(decided, change.events))


def _is_asked_twice(masa: Masa, side: Side) -> bool:
    """Whether the player still has to answer about running the hand twice."""
    game = masa.game
    return (
        game is not None
        and game.is_asked_twice
        and side in game.remaining
        and side not in (game.agreed or ())
    )


def hide_runout(view: View, game: Game) -> View:
    """Remove from *view* everything that depends on cards which are not dealt yet.

    Used while players are asked about running the hand twice: the situation has ended already and
    knows the winners.
    """
    outcome = game.situation.outcome
    are_shown = isinstance(outcome, Showdown) and outcome.all_show
    players = [
        player
        if player.index == view.viewer or (are_shown and player.role is not Role.FOLDED)
        else player._replace(cards=None)
        for player in view.players
    ]
    return view._replace(
        board=game.first_cards, winners=None, settled=False, players=tuple(players)
    )


def _refuse_twice(change: Change) -> Change:
    """Decide that the hand is not run twice, and end it."""
    game = change.masa.game
    assert game is not None
    decided = change.masa.replace(game=game.replace(twice=False))
    return play_automatic_acts(Change(decided, change.events))


def show(masa: Masa, side: Side, card: Card | None = None) -> Change:
    """Show both hole cards voluntarily after the hand, or only *card*.

    A player who has shown one card may show the other one later.
    """
    game = masa.last_game
    index = None if game is None else game.stack_of(side)
    if masa.is_game or game is None or index is None or side in game.shown | game.gone:
        raise MasaError(MasaRefusal.NOTHING_TO_SHOW)
    masa.seat(side)
    cards = game.situation.hand_dealer
    hole = cards.hands[index] if cards else None
    before = game.shown_one.get(side)
    if hole is None or (card is not None and (card not in hole or card == before)):
        raise MasaError(MasaRefusal.NOTHING_TO_SHOW)
    if card is not None and before is None:
        one = game.replace(shown_one=FixedMap({**game.shown_one, side: card}))
        return Change(masa.replace(last_game=one), (event.CardsShown(side, (card,)),))
    shown = game.replace(shown=game.shown | {side})
    return Change(masa.replace(last_game=shown), (event.CardsShown(side, hole),))


def show_rabbit(masa: Masa, side: Side) -> Change:
    """Show everybody the rest of the board after a hand that ended by folds.

    Any player of that hand who still sits may ask for it, once, until the next hand is dealt.
    """
    if not masa.terms.rabbit:
        raise MasaError(MasaRefusal.NOT_OFFERED)
    masa.seat(side)
    game = masa.last_game
    if masa.is_game or game is None or side not in game.sides or side in game.gone:
        raise MasaError(MasaRefusal.NOTHING_TO_SHOW)
    if game.rabbit or not game.undealt:
        raise MasaError(MasaRefusal.NOTHING_TO_SHOW)
    shown = masa.replace(last_game=game.replace(rabbit=True))
    return Change(shown, (event.RabbitShown(side, game.undealt),))


def abort(masa: Masa) -> Change:
    """Call the hand off. Every player gets back the chips from before the hand."""
    if masa.game is None:
        raise MasaError(MasaRefusal.NO_GAME)
    aborted = masa.replace(status=GameStatus.ABORTED)
    return Change(aborted, (event.Aborted(),)).then(finish(aborted))
