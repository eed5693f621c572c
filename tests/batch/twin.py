"""Plays the same hands at compiled `Tables` and with `Dealer` and `Situation`, and compares
them."""

from random import Random
from typing import Any

import numpy as np

from pokermasa.batch import CALL, FOLD, RAISE, Tables
from pokermasa.cards import CARDS, Deck
from pokermasa.rules import (
    AllIn,
    Blinds,
    Call,
    Check,
    Dealer,
    Fold,
    HandDealer,
    HouseRules,
    Legal,
    PlayerAct,
    Raise,
    Role,
    Situation,
)

ROLES = {Role.FOLDED: 0, Role.INVOLVED: 1, Role.NEW_ALL_IN: 2, Role.OLD_ALL_IN: 2}
FOLDS, CHECKS, CALLS, ALL_IN = Fold(), Check(), Call(), AllIn()


def stack_rows(
    tables: int, players: int, blinds: Blinds, rules: HouseRules, source: Random
) -> list[list[int]]:
    """Return unequal stacks, many of them short, with which the blinds do not decide every hand."""
    rows: list[Any] = []
    while len(rows) < tables:
        deepest = source.choice([3, 12, 60, 200])
        row = [1 + int(source.random() * deepest * blinds.big) for _ in range(players)]
        if source.random() < 0.2:
            row = [row[0]] * players
        buttons = range(players)
        if not all(Situation(Dealer.start(row, at, blinds, rules)).end for at in buttons):
            rows.append(row)
    return rows


def play(
    rules: HouseRules, players: int, blinds: Blinds, hands: int, seed: int, n: int = 64
) -> int:
    """Play at least the given number of hands, compare every decision and result, and return their
    number."""
    source = Random(seed)
    first: Any = stack_rows(n, players, blinds, rules, source)
    tables = Tables(n, players, rules, first, blinds, seed)
    generator = np.random.default_rng(seed)
    buttons = [-1] * n
    situations = [dealt(tables, at, buttons, first, blinds, rules)[0] for at in range(n)]
    compared = 0
    while compared < hands:
        legal = tables.legal()
        seen = tables.observe()
        expected = [decision(situation) for situation in situations]
        got = np.column_stack(
            [*legal, seen.round, seen.button, seen.stacks, seen.wagers, seen.roles]
        )
        if expected != got.tolist():
            at = next(i for i in range(n) if expected[i] != got[i].tolist())
            raise AssertionError(f"{rules.name}, table {at}, {situations[at]!r}: {got[at]}")
        acts, amounts = any_acts(legal, generator)
        over = tables.step(acts, amounts).tolist()
        each = zip(situations, acts.tolist(), amounts.tolist(), strict=True)
        situations = [
            situation.move(as_act(situation.legal, kind, to)).situation_after
            for situation, kind, to in each
        ]
        assert over == [situation.end for situation in situations]
        for at in np.flatnonzero(over).tolist():
            ended = situations[at].outcome.winners.stacks
            situations[at], skipped = dealt(tables, at, buttons, first, blinds, rules)
            if not skipped:
                won = [end - begin for end, begin in zip(ended, first[at], strict=True)]
                assert tables.results[at].tolist() == won, f"{rules.name}: {ended}"
            compared += 1
    return compared


def dealt(
    tables: Tables,
    at: int,
    buttons: list[int],
    first: list[list[int]],
    blinds: Blinds,
    rules: HouseRules,
) -> tuple[Situation, int]:
    """Return the current hand at a table, and how many hands before it were decided by the
    blinds."""
    players = tables.players
    for skipped in range(players):
        buttons[at] = (buttons[at] + 1) % players
        deck = Deck([CARDS[number] for number in tables.state.deck[at].tolist()])
        dealer = Dealer.start(first[at], buttons[at], blinds, rules)
        situation = Situation(dealer, HandDealer.deal(deck, players, buttons[at]))
        if not situation.end:
            return situation, skipped
    raise AssertionError("nobody can ever act")


def decision(situation: Situation) -> list[int]:
    """Return a decision in the form of `Tables`: turn, to_call, least, most, pot, then the rest."""
    dealer, legal = situation.dealer, situation.legal
    least, most = raise_range(legal)
    stacks = dealer.stacks
    return [
        *(dealer.turn_to_act, legal.to_call, least, most, dealer.pot),
        *("PFTR".index(dealer.round), dealer.button),
        *[s[1] for s in stacks],
        *[s[2] for s in stacks],
        *[ROLES[s[0]] for s in stacks],
    ]


def raise_range(legal: Legal) -> tuple[int, int]:
    """Return the least and largest raise, with an all-in that is a raise."""
    least, most = legal.raises or (0, 0)
    if legal.all_in is not None and legal.all_in.raises:
        return least or legal.total, legal.total
    return least, most


def as_act(legal: Legal, kind: int, to: int) -> PlayerAct:
    if kind == FOLD:
        return FOLDS
    if kind == CALL:
        return CHECKS if legal.may_check else CALLS if legal.may_call else ALL_IN
    return ALL_IN if to == legal.total and legal.all_in is not None else Raise(to)


def any_acts(legal: Any, generator: np.random.Generator) -> tuple[np.ndarray, Any]:
    """Return random acts, mostly calls so that hands become long; raises are the least, the most,
    near the least, or any."""
    n = len(legal.turn)
    chance = generator.random(n)
    acts = np.where(chance < 0.12, FOLD, np.where(chance < 0.6, CALL, RAISE))
    acts = np.where((acts == RAISE) & (legal.most == 0), CALL, acts)
    span = legal.most - legal.least
    how = generator.integers(0, 5, n)
    added = np.choose(
        how,
        [
            0 * span,
            span,
            span // 8,
            generator.integers(0, span + 1),
            generator.integers(0, span // 16 + 1),
        ],
    )
    return acts, legal.least + added
