"""Converts a hand that this program played to a `History`.

Terminal, arena and server store rules, stacks, button, cards and acts, which determine a hand.
This module is the only way from there to all formats that can be written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from pokermasa.cards import Card
from pokermasa.histories import amount
from pokermasa.histories.history import (
    CHECK_OR_CALL,
    UNKNOWN,
    Acted,
    BoardDealt,
    CheckOrCall,
    History,
    HoleDealt,
    Shown,
    Step,
)
from pokermasa.rules import (
    AllInFullRaise,
    AllInHalfRaise,
    BadHand,
    Blinds,
    Chips,
    Dealer,
    Fold,
    HandDealer,
    HouseRules,
    Move,
    PlayerAct,
    Post,
    Raise,
    Showdown,
    Situation,
    StackIndex,
)
from pokermasa.rules.act import AllInCall
from pokermasa.rules.chips import clockwise, stack_indexes
from pokermasa.rules.hand_dealer import BOARD_CARDS
from pokermasa.rules.legal import ALL_IN
from pokermasa.rules.refusal import in_short


def record(
    stacks: Sequence[Chips],
    button: int,
    blinds: Blinds | Sequence[Chips] | Chips,
    cards: HandDealer,
    acts: Iterable[PlayerAct | Move],
    *,
    rules: HouseRules | str = "masa",
    posts: Sequence[Post] | Mapping[StackIndex, Post] | None = None,
    bets: tuple[Chips, Chips] | None = None,
    scale: int = 1,
    names: Sequence[str] = (),
    fields: Mapping[str, Any] | None = None,
    more_boards: Sequence[tuple[Card, ...]] = (),
) -> History:
    """Return the history of a hand, finished or not.

    *acts* may be as sent or as recorded by the dealer, or moves. Each is played again, and an
    illegal one raises `IllegalAct`. The rules are `masa` by default, as with `Dealer.start`. Hands
    that are None in *cards* are written as unknown, so pass only the cards that the reader may
    see. With *more_boards*, all remaining players show their cards.

    >>> from pokermasa.histories import phh
    >>> from pokermasa.notation import uci
    >>> cards = HandDealer(["Kd Kc", "7s 2h", "As Qh"], "Ah 7c 2d 9s 4h")
    >>> acts = [uci.read(word) for word in ("RR6", "FO", "AA", "CA")]
    >>> print(phh.write(record([200, 200, 60], 0, Blinds(1, 2), cards, acts)), end="")
    variant = 'NT'
    ante_trimming_status = true
    antes = [0, 0, 0]
    blinds_or_straddles = [1, 2, 0]
    min_bet = 2
    starting_stacks = [200, 60, 200]
    actions = ['d dh p1 7s2h', 'd dh p2 AsQh', 'd dh p3 KdKc', 'p3 cbr 6', 'p1 f', 'p2 cbr 60',
    'p3 cc', 'p2 sm AsQh', 'p3 sm ????', 'd db Ah7c2d', 'p3 sm ????', 'd db 9s', 'p3 sm ????',
    'd db 4h', 'p3 sm']
    finishing_stacks = [199, 121, 140]
    _house_rules = 'masa'
    """
    rules = HouseRules.resolve(rules)
    if not isinstance(cards, HandDealer):
        raise BadHand(f"the cards of a hand are a HandDealer, not {in_short(cards)}")
    if not isinstance(acts, Iterable):
        raise BadHand(f"acts are a row of acts, as in [Call(), Fold()], not {in_short(acts)}")
    if isinstance(stacks, str) or not isinstance(stacks, Sequence):
        raise BadHand(f"stacks are chips for each player, not {in_short(stacks)}")
    players = len(stacks)
    if names and len(names) != players:
        raise BadHand(f"{players} stacks have as many names, not {in_short(names)}")
    by_stack: tuple[Post, ...] | None = None
    if isinstance(posts, Mapping):
        by_stack = tuple([posts.get(index, Post()) for index in stack_indexes(players)])
    elif posts is not None:
        by_stack = tuple(posts)
    situation = Situation(Dealer.start(stacks, button, blinds, rules, by_stack, bets), cards)
    story: list[Step] = [
        HoleDealt(index, cards.hands[index] or UNKNOWN)
        for index in clockwise(situation.dealer.button, players)
    ]
    for given in acts:
        act = given.player_act if isinstance(given, Move) else given
        turn = situation.dealer.turn_to_act
        lying = situation.round.board_cards
        move = situation.move(_as_sent(act))
        situation = move.situation_after
        story.append(Acted(turn, _as_step_act(move)))
        if not situation.end and situation.round.board_cards > lying:
            story.append(_board(cards, lying, situation.round.board_cards))
    outcome = situation.outcome
    all_fields = dict(fields or {})
    if isinstance(outcome, Showdown):
        shows_all = bool(more_boards)
        story.extend(_showdown(cards, outcome, situation.round.board_cards, shows_all))
    if outcome is not None and outcome.result is not None and not more_boards:
        all_fields.setdefault(
            "finishing_stacks", [in_file(chips, scale) for chips in outcome.winners.stacks]
        )
    return History(
        stacks=tuple(stacks),
        button=situation.dealer.button,
        blinds=situation.dealer.blinds,
        rules=rules,
        story=tuple(story),
        posts=by_stack,
        bets=bets,
        scale=scale,
        names=tuple(names),
        more_boards=tuple(more_boards),
        fields=all_fields,
    )


def in_file(chips: Chips, scale: int) -> int | Decimal:
    """Return an amount as the fields of a file hold it."""
    text = amount.written(chips, scale)
    return Decimal(text) if "." in text else int(text)


def _as_sent(act: PlayerAct) -> PlayerAct:
    """Return the act as a player sends it. A recorded all-in was sent as `AA`."""
    return ALL_IN if isinstance(act, AllInCall | AllInHalfRaise | AllInFullRaise) else act


def _as_step_act(move: Move) -> Fold | CheckOrCall | Raise:
    if isinstance(move.player_act, Fold):
        return move.player_act
    return Raise(move.player_diff.new_wager) if move.player_act.raises else CHECK_OR_CALL


def _board(cards: HandDealer, lying: int, due: int) -> BoardDealt:
    if len(cards.board) < due:
        raise ValueError(f"the hand went on, but its board ends after {len(cards.board)} cards")
    return BoardDealt(cards.board[lying:due])


def _showdown(
    cards: HandDealer, end: Showdown, lying: int, shows_all: bool = False
) -> Iterator[Step]:
    """Yield the steps of a showdown.

    Hands that must be shown are shown at once. The others stay hidden until the board is complete,
    and are then mucked.
    """
    showing = set(end.order) if end.result is None or shows_all else end.must_show
    hands = {index: cards.hands[index] if index in showing else None for index in end.order}
    hidden = [index for index in end.order if hands[index] is None]
    if lying < BOARD_CARDS:
        yield from (Shown(index, hands[index] or UNKNOWN) for index in end.order)
        for due in (3, 4, 5):
            if lying < due <= len(cards.board):
                yield BoardDealt(cards.board[lying:due])
                lying = due
                if due < BOARD_CARDS:
                    yield from (Shown(index, UNKNOWN) for index in hidden)
        end_of_story = hidden
    else:
        end_of_story = list(end.order)
    for index in end_of_story:
        # a hand that had to be shown, but whose cards are not recorded
        cannot_tell = index in showing
        yield Shown(index, hands[index] or (UNKNOWN if cannot_tell else None))
