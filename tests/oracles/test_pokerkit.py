"""Tests of random hands at our table and at pokerkit's, and of each rule in which they differ."""

import os
from collections import Counter
from random import SystemRandom
from time import monotonic
from typing import Any

import pytest

from pokermasa.notation import uci
from pokermasa.rules import (
    Betting,
    Blinds,
    HandDealer,
    HeadsUpButton,
    HouseRules,
    OddChips,
    Reopening,
    ShortBigBlind,
    Situation,
)
from tests.oracles.duel import RULES, Mismatch, play, raises_with_all_in
from tests.oracles.quirk import Quirk
from tests.oracles.start import Start
from tests.oracles.twin import Twin

pytestmark = pytest.mark.filterwarnings("ignore:There is no reason for this player to fold")

EVERYWHERE = {
    Quirk.FIRST_SHORT_RAISE,
    Quirk.ASKS_THE_IDLE,
    Quirk.OPENS_BY_AMOUNT,
    Quirk.MERGED_POTS,
}
QUIRKS = {
    Betting.NO_LIMIT: EVERYWHERE | {Quirk.FORGOTTEN_RUN},
    Betting.POT_LIMIT: EVERYWHERE | {Quirk.FORGOTTEN_RUN},
    Betting.FIXED_LIMIT: EVERYWHERE | {Quirk.FIXED_LIMIT_ADDS_UP},
}


# The same hands


def hands(betting: Betting, count: int) -> Counter[str]:
    return sum((play(betting, seed=1, number=number) for number in range(count)), Counter())


@pytest.mark.rotated
@pytest.mark.sampled(3)
@pytest.mark.parametrize("betting", Betting)
def test_random_hands_differ_only_by_the_named_quirks(betting: Betting) -> None:
    """Compared at every decision: actor, price, legal raises, stacks, wagers, pots and payout."""
    counts = hands(betting, 1500)
    quirks = {what: count for what, count in counts.items() if isinstance(what, Quirk)}
    print(report(betting, counts))
    assert set(quirks) == QUIRKS[betting]
    assert sum(quirks.values()) < counts["acts"] / 50


@pytest.mark.rotated
@pytest.mark.parametrize(
    ("betting", "option", "noticed"),
    [
        (Betting.NO_LIMIT, {"short_big_blind": ShortBigBlind.FULL_PRICE}, "to call"),
        (Betting.NO_LIMIT, {"odd_chips": OddChips.ONE_EACH}, "final stacks"),
        (Betting.NO_LIMIT, {"reopening": Reopening.FULL_RAISE}, "raises"),
        (Betting.NO_LIMIT, {"heads_up_button": HeadsUpButton.BIG_BLIND}, "to act"),
        (Betting.POT_LIMIT, {"reopening": Reopening.ANY}, "raises"),
        (Betting.FIXED_LIMIT, {"reopening": Reopening.ADD_UP}, "raises"),
        (Betting.FIXED_LIMIT, {"cap_counts_bet": False}, "raises"),
        (Betting.FIXED_LIMIT, {"cap_lifts_heads_up": True}, "raises"),
    ],
)
def test_comparison_finds_a_table_with_another_rule(
    monkeypatch: pytest.MonkeyPatch, betting: Betting, option: dict[str, Any], noticed: str
) -> None:
    """The comparison itself must be able to fail."""
    monkeypatch.setitem(RULES, betting, RULES[betting].replace(**option))
    with pytest.raises(Mismatch, match=rf"(?s)^{noticed}: ours .*\nacts: .*\nfrom:\n.*\nnow:\n"):
        hands(betting, 2000)


@pytest.mark.soak
def test_soak_random_hands_equal_those_of_pokerkit() -> None:
    seconds = float(os.environ.get("SECONDS") or 60)
    seed = int(os.environ.get("SEED") or SystemRandom().randrange(10**9))
    began = shown = monotonic()
    counts: dict[Any, Any] = {betting: Counter() for betting in Betting}
    number = 0
    while monotonic() < began + seconds:
        for betting, count in counts.items():
            try:
                count += play(betting, seed, number)
            except Exception as mismatch:
                text = f"SEED={seed}, {betting} hand {number}"
                print(f"{text}: {mismatch}", flush=True)
                raise AssertionError(text) from mismatch
        number += 1
        if monotonic() > shown + 10:
            shown = monotonic()
            print(f"SEED={seed}: {number} hands of each, {shown - began:.0f} s", flush=True)
    for betting, count in counts.items():
        print(report(betting, count), flush=True)


def report(betting: Betting, counts: Counter[Any]) -> str:
    quirks = "".join(f"\n    {counts[quirk]:7}  {quirk}" for quirk in Quirk if counts[quirk])
    return f"{betting}: {counts['hands']} hands, {counts['acts']} acts{quirks}"


# Differences, each shown by one hand

TDA = HouseRules.named("tda")
FIXED = TDA.replace(betting=Betting.FIXED_LIMIT)
TENS = Blinds(5, 10)


def start(
    rules: HouseRules,
    stacks: list[Any],
    blinds: Blinds = TENS,
    hands: list[str] | None = None,
    board: str = "",
    button: int = 0,
) -> Start:
    cards = HandDealer(hands or DEALT[: len(stacks)], board or "2c 7d 9h Js Kc")
    bets = (blinds.big, 2 * blinds.big)
    return Start(rules, tuple(stacks), button, blinds, bets, cards)


DEALT = ["As Ad", "Qs Qd", "8s 8d", "6s 6d", "4s 4d"]


class Tables:
    """Our table with some rules and pokerkit's, with the same acts at both."""

    def __init__(self, at: Start, *acts: str) -> None:
        self.ours: Situation = at.situation()
        self.theirs = Twin(at)
        self.play(*acts)

    def play(self, *acts: str) -> None:
        for act in acts:
            assert self.ours.dealer.turn_to_act == self.theirs.to_act
            me = self.ours.dealer.stacks[self.ours.dealer.turn_to_act]
            self.ours = self.ours.move(uci.read(act)).situation_after
            to = me.total if act == "AA" else int(act[2:] or 0)
            if act == "FO":
                self.theirs.fold()
            elif to > max(self.theirs.wagers):
                self.theirs.raise_to(to)
            else:
                self.theirs.call()

    @property
    def to_call(self) -> tuple[int, int]:
        return self.ours.legal.to_call, self.theirs.to_call

    @property
    def raises(self) -> tuple[tuple[int, int], tuple[int, int]]:
        return raises_with_all_in(self.ours), self.theirs.raises

    @property
    def paid(self) -> tuple[list[int], list[int]]:
        return list(self.ours.outcome.winners.stacks), self.theirs.stacks


def test_a_short_big_blind_keeps_its_price_and_pokerkit_takes_the_largest_post() -> None:
    """TDA, all-in blinds: the price stays. The big blind has 3 of its 10."""
    tables = Tables(start(TDA, [100, 100, 3]))
    assert tables.to_call == (10, 5)
    assert tables.raises == ((20, 100), (15, 100))
    as_pokerkit = Tables(start(RULES[Betting.NO_LIMIT], [100, 100, 3]))
    assert as_pokerkit.to_call == (5, 5)
    assert as_pokerkit.raises == ((15, 100), (15, 100))


def test_odd_chips_go_round_and_pokerkit_gives_all_to_the_first_winner() -> None:
    """TDA, awarding odd chips. Three share 11: the small blind folded 2."""

    def paid(rules: HouseRules) -> tuple[list[int], list[int]]:
        royal = "Ah Kh Qh Jh Th"
        at = start(rules, [100] * 4, Blinds(2, 3), board=royal, hands=DEALT[1:])
        return Tables(at, "CA", "CA", "FO", "CH", *["CH"] * 9).paid

    assert paid(TDA) == ([100, 98, 101, 101], [100, 98, 102, 100])
    assert paid(RULES[Betting.NO_LIMIT]) == ([100, 98, 102, 100], [100, 98, 102, 100])


def test_half_a_bet_reopens_fixed_limit_but_pokerkit_requires_a_whole_one() -> None:
    """Robert's Rules, limit: half a bet or more is treated as a full bet. 16 over 10."""
    acts = ("CA", "CA", "CH", "RR10", "CA", "AA")
    tables = Tables(start(FIXED, [26, 100, 100]), *acts)
    assert tables.raises == ((26, 26), None)
    as_pokerkit = Tables(start(RULES[Betting.FIXED_LIMIT], [26, 100, 100]), *acts)
    assert as_pokerkit.raises == (None, None)


def test_less_than_half_a_bet_is_completed_and_pokerkit_raises_it() -> None:
    """Robert's Rules, limit: a player facing less than half a bet may complete it. 14 over 10."""
    acts = ("CA", "CA", "CA", "CH", "RR10", "CA", "AA")
    tables = Tables(start(FIXED, [100, 100, 100, 24]), *acts)
    assert tables.raises == ((20, 20), (24, 24))
    as_pokerkit = Tables(start(RULES[Betting.FIXED_LIMIT], [100, 100, 100, 24]), *acts)
    assert as_pokerkit.raises == ((24, 24), (24, 24))


def test_the_cap_counts_raises_and_pokerkit_counts_the_bet_too() -> None:
    """`tda`: four raises over the opening bet. pokerkit: four wagers in all, the blind apart."""
    tables = Tables(start(FIXED, [500] * 3), "CA", "CA", "CH", "RR10", "RR20", "RR30", "RR40")
    assert tables.raises == ((50, 50), None)
    as_pokerkit = RULES[Betting.FIXED_LIMIT]
    tables = Tables(start(as_pokerkit, [500] * 3), "CA", "CA", "CH", "RR10", "RR20", "RR30", "RR40")
    assert tables.raises == (None, None)
    tables = Tables(start(as_pokerkit, [500] * 3), "RR20", "RR30", "RR40", "RR50")
    assert tables.raises == (None, None)


def test_the_cap_is_lifted_heads_up_and_pokerkit_keeps_it() -> None:
    """Robert's Rules, limit: no cap while two are left."""
    tables = Tables(start(FIXED, [500] * 2), "RR20", "RR30", "RR40", "RR50")
    assert tables.raises == ((60, 60), None)
    as_pokerkit = RULES[Betting.FIXED_LIMIT]
    tables = Tables(start(as_pokerkit, [500] * 2), "RR20", "RR30", "RR40", "RR50")
    assert tables.raises == (None, None)


# Quirks, each shown by one hand: none of our options has these rules


def test_quirk_a_first_short_all_in_reopens_pokerkit() -> None:
    """TDA, re-opening the bet: who has checked and faces 3 of a least bet of 10 calls or folds."""
    tables = Tables(start(TDA, [13, 100, 100]), "CA", "CA", "CH", "CH", "CH", "AA")
    assert tables.to_call == (3, 3)
    assert tables.raises == (None, (13, 90))


def test_quirk_another_short_all_in_closes_reopened_betting() -> None:
    """TDA, re-opening the bet: all-ins to 70, 95 and 110 add 60 to a raise to 50, full at 40."""
    tables = Tables(start(TDA, [70, 95, 110, 500, 500]), "RR50", "CA", "AA", "AA", "AA")
    assert tables.to_call == (60, 60)
    assert tables.raises == ((150, 500), None)
    one_less = Tables(start(TDA, [70, 95, 500, 500, 500]), "RR50", "CA", "AA", "AA", "CA")
    assert one_less.raises == ((135, 500), (135, 500))


def test_quirk_short_all_ins_add_up_in_pokerkits_fixed_limit() -> None:
    """Two all-ins of 6 over a bet of 10: by `FULL_RAISE` closed, by pokerkit a raise of 12."""
    acts = ("CA", "CA", "CA", "CA", "CH", "RR10", "CA", "AA", "AA", "CA")
    tables = Tables(start(RULES[Betting.FIXED_LIMIT], [100, 100, 100, 26, 32]), *acts)
    assert tables.to_call == (12, 12)
    assert tables.raises == (None, (32, 32))


def test_quirk_pokerkit_asks_a_player_who_has_nothing_to_decide() -> None:
    """Nobody can be raised: the button is all in for the call, the small blind has folded."""
    tables = Tables(start(TDA, [10, 100, 100]), "AA", "FO")
    assert tables.ours.end
    assert (tables.theirs.to_act, tables.theirs.to_call, tables.theirs.raises) == (2, 0, None)


def test_quirk_with_equal_blinds_pokerkits_big_blind_opens_heads_up() -> None:
    """TDA, heads-up: the button has the small blind and acts first before the flop."""
    at = start(TDA, [100, 100], Blinds(10, 10))
    assert (at.situation().dealer.turn_to_act, Twin(at).to_act) == (0, 1)


def test_quirk_pokerkit_splits_two_side_pots_as_one() -> None:
    """TDA, side pots: each is split separately. Stacks 2 and 0 share 13 and 15 chips: 15 to 13,
    since the odd chips of both go to the first left of the button."""
    at = start(
        RULES[Betting.NO_LIMIT],
        [100, 100, 100, 100, 3],
        Blinds(1, 2),
        hands=["As Kd", "Qs Qd", "Ad Ks", "6s 6d", "7c 2h"],
        board="Ah Kh 9c 5d 3s",
    )
    tables = Tables(at, "RR4", "AA", "RR10", "FO", "CA", "FO", *["CH"] * 6)
    assert tables.paid == ([103, 99, 105, 96, 0], [104, 99, 104, 96, 0])
