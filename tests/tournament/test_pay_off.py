"""Players who are paid off: results of other players do not change, and all chips are counted."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

import pytest

from pokermasa.cards import Deck
from pokermasa.tournament import (
    Change,
    EntrantStatus,
    Payouts,
    Player,
    Points,
    Status,
    Tournament,
    TournamentError,
    pay_off,
    save,
)
from pokermasa.tournament.payout import with_shares
from tests.cases import each
from tests.tournament.hall import bust, started, structure

HALF = Payouts(((9, (50, 30, 20)),))


def paid(tournament: Tournament) -> dict[int, int]:
    return {result.player: result.prize for result in tournament.results}


def share(tournament: Tournament, player: int, house: Sequence[int] = ()) -> int:
    return pay_off.share(tournament, Player(player), [Player(bot) for bot in house])


def paid_off(tournament: Tournament, player: int, house: Sequence[int] = ()) -> Change:
    bots = [Player(bot) for bot in house]
    return tournament.disqualify(player, *pay_off.worth(tournament, Player(player), bots))


def bounties(tournament: Tournament) -> list[int]:
    return [entrant.bounties for entrant in tournament.entrants]


def test_heads_up_the_last_player_wins_no_more_than_the_stack_was_worth() -> None:
    agreed = structure(payouts=Payouts(((9, (65, 35)),)), buy_in=300)
    tournament = started(3, agreed)
    tournament = bust(tournament, victim=2, by=0).tournament
    assert list(tournament.stacks.values()) == [201, 99]
    after = paid_off(tournament, 0).tournament
    assert after.status is Status.ENDED
    assert paid(after) == {0: 496, 1: 404, 2: 0}  # 585 and 315, by two thirds and one third
    assert [result.player for result in after.results] == [1, 0, 2]
    assert after.balances


def test_player_who_is_out_keeps_the_place_and_the_prize() -> None:
    tournament = started(4, structure(payouts=HALF, buy_in=250))
    tournament = bust(tournament, victim=3, by=0).tournament
    tournament = bust(tournament, victim=2, by=0).tournament
    assert paid(tournament)[2] == 200
    after = paid_off(tournament, 0).tournament
    assert (paid(after)[2], paid(after)[3]) == (200, 0)
    assert [r.player for r in after.results] == [1, 0, 2, 3]
    assert sum(paid(after).values()) == 1000


def test_without_a_share_the_place_is_last_and_nothing_is_paid() -> None:
    tournament = started(3, structure(payouts=HALF))
    after = tournament.disqualify(0).tournament
    assert paid(after)[0] == 0
    assert after.results[-1].player == 0


# Bounties

ALL_BOUNTY: dict[str, Any] = {"buy_in": 1000, "bounty": 1000}


def test_remaining_bounties_are_shared_by_chips() -> None:
    """Heads-up for two bounties with two thirds of the chips: nobody gains by the order."""
    tournament = bust(started(3, structure(**ALL_BOUNTY)), victim=2, by=0).tournament
    assert bounties(tournament) == [1000, 0, 0]
    for player, after in ((0, [2340, 660, 0]), (1, [2340, 660, 0])):
        assert bounties(paid_off(tournament, player).tournament) == after, player


def test_a_whole_bounty_is_reserved_for_each_player_who_can_be_knocked_out() -> None:
    tournament = started(4, structure(**ALL_BOUNTY))
    tournament = bust(tournament, victim=3, by=0).tournament
    after = paid_off(tournament, 0).tournament  # the stack is worth 1,522
    assert bounties(after) == [1000 + 1522, 0, 0, 0]
    after = bust(after, victim=2, by=1).tournament
    assert bounties(after) == [2522, 1000 + 478, 0, 0]


def test_nobody_is_paid_more_bounties_than_there_are() -> None:
    tournament = started(3, structure(**ALL_BOUNTY))
    with pytest.raises(TournamentError, match="bounties"):
        tournament.leave(1, 0, 3001)


@each("how", ["deal", "cancel", "leave"])
def test_people_among_house_bots_get_at_most_their_own_bounty_back(how: str) -> None:
    """A player could otherwise take the entry back whenever the stack is small."""
    for behind, worth in ((0, 667), (1, 1000)):
        tournament = started(3, structure(**ALL_BOUNTY))
        tournament = bust(tournament, victim=2, by=1).tournament
        house = [Player(player) for player in (0, 1, 2) if player != behind]
        if how == "deal":
            after = tournament.end_by_deal(house).tournament
        elif how == "cancel":
            after = tournament.cancel(house=house).tournament
        else:
            after = tournament.leave(
                behind, *pay_off.worth(tournament, Player(behind), house)
            ).tournament
        before = bounties(tournament)[behind]
        assert bounties(after)[behind] - before == worth, (how, behind)
        assert sum(bounties(after)) == 3000


def test_player_is_not_paid_off_during_a_hand_or_a_round_in_which_a_player_went_out() -> None:
    tournament = started(3, structure(payouts=HALF))
    worth = share(tournament, 1)
    dealt = tournament.deal(0, Deck()).tournament
    with pytest.raises(TournamentError, match="a hand is being played"):
        dealt.disqualify(1, worth)
    agreed = structure(seats=3, payouts=Payouts(((9, (50, 30, 10, 5, 5)),)))
    tournament = started(6, agreed)
    assert tournament.round is not None
    tournament = bust(tournament, table=0).tournament
    assert tournament.round.busts
    with pytest.raises(TournamentError, match="a hand is being played"):
        paid_off(tournament, next(iter(tournament.stacks)))


def test_player_who_left_cannot_enter_again_and_is_saved() -> None:
    tournament = started(3, structure(payouts=HALF, late_levels=9, re_entries=2))
    change = tournament.leave(1, share(tournament, 1))
    after = change.tournament
    assert after.entrants[1].status is EntrantStatus.LEFT
    with pytest.raises(TournamentError):
        after.register("p1")
    assert save.read(save.write(after)) == after
    causes = [save.cause_from_data(save.cause_to_data(change.events[0]))]
    assert tournament.replay(causes) == after
    later = after.register("p9").tournament
    assert paid(later)[1] == after.agreed[Player(1)] == 100
    assert sum(later.prizes) + 100 == later.pool  # the fourth place has no prize of its own


def test_refund_is_refused_after_a_player_was_paid_off() -> None:
    tournament = started(4, structure(payouts=HALF))
    after = paid_off(tournament, 0).tournament
    with pytest.raises(TournamentError, match="by ICM"):
        after.cancel(refund=True)
    ended = after.cancel().tournament
    assert sum(paid(ended).values()) == 400
    assert paid(ended)[0] == 100


def test_among_house_bots_a_person_is_paid_off_from_the_buy_ins_of_people() -> None:
    tournament = started(3, structure(payouts=HALF))
    tournament = bust(tournament, victim=2, by=0).tournament
    bots = (1, 2)
    assert share(tournament, 0) == 130
    assert share(tournament, 0, bots) == 100


@each("seed", range(60))
def test_no_prize_that_was_paid_is_taken_back_and_all_prizes_sum_to_the_pool(seed: int) -> None:
    rng = Random(seed)
    table = rng.choice([(50, 30, 20), (1,), (1, 1, 1, 1, 1), (65, 35), (40, 25, 15, 12, 8)])
    late = rng.choice([0, 0, 3])
    bounty = rng.choice([0, 13, 97])
    agreed = structure(payouts=Payouts(((30, table),)), late_levels=late, re_entries=1, buy_in=97)
    agreed = replace(agreed, bounty=bounty)
    tournament = started(rng.randint(3, 8), agreed)
    final: dict[int, int] = {}
    least: dict[int, int] = {}
    while not tournament.is_ended:
        what = rng.random()
        player = rng.choice(tournament.players or [None])
        if what < 0.3 and player is not None:
            tournament = paid_off(tournament, player).tournament
            final[player] = tournament.agreed[Player(player)]
        elif what < 0.4 and player is not None:
            tournament = tournament.disqualify(player).tournament
        elif what < 0.5 and tournament.takes_entries:
            tournament = tournament.register(f"new{len(tournament.entrants)}").tournament
        elif what < 0.55:
            tournament = tournament.next_level().tournament
        elif tournament.alive > 1:
            tournament = bust(tournament).tournament
        elif tournament.awaited:
            tournament = tournament.decline(tournament.awaited).tournament
        now = paid(tournament)
        assert min(bounties(tournament)) >= 0
        assert all(now[player] == amount for player, amount in final.items())
        assert min(now.values()) >= 0
        if not tournament.takes_entries:
            assert all(now[player] >= prize for player, prize in least.items())
            least = {p: prize for p, prize in now.items() if p not in tournament.players}
    assert sum(paid(tournament).values()) == tournament.pool
    assert sum(bounties(tournament)) == bounty * tournament.entries
    assert tournament.balances


def test_payment_beyond_the_better_places_is_taken_from_the_worse_ones() -> None:
    assert with_shares((100, 100, 100, 100), [(2, 290)]) == (0, 290, 55, 55)


def test_player_who_is_paid_off_gets_the_points_of_the_last_place() -> None:
    tournament = started(3, structure(payouts=HALF, points=Points(((5, 3, 1),))))
    after = paid_off(tournament, 0).tournament
    after = paid_off(after, 1).tournament
    assert [(r.player, r.points) for r in after.results] == [(2, 5), (1, 1), (0, 1)]


@each("order", list(permutations((0, 1, 2))))
def test_people_who_leave_one_after_another_win_no_buy_ins_of_bots(order: Sequence[int]) -> None:
    tournament = started(5, structure(payouts=Payouts(((9, (65, 35)),)), buy_in=100))
    tournament = bust(tournament, victim=4, by=3).tournament
    house = (3, 4)
    for player in order:
        tournament = tournament.leave(player, share(tournament, player, house)).tournament
    assert tournament.status is Status.ENDED
    assert sum(paid(tournament)[player] for player in order) <= 300
