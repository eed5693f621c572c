"""Decisions of the director, rebuys and add-ons, bounties, and deals."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokermasa.rules import Blinds
from pokermasa.tournament import (
    Break,
    Change,
    EntrantStatus,
    Player,
    Rise,
    Schedule,
    Status,
    Tournament,
    TournamentError,
    TournamentRefusal,
    event,
    icm,
    save,
)
from pokermasa.tournament.event import is_cause
from tests.tournament.hall import acts, bust, deck, fold_out, started, structure


def refused(
    code: TournamentRefusal, action: Callable[..., Change], *arguments: Player | int
) -> None:
    with pytest.raises(TournamentError) as error:
        action(*arguments)
    assert error.value.code is code


# Rebuys and the add-on

REBUY = structure(rebuys=1, late_levels=1, buy_in=10, bounty=4)


def test_rebuy_during_a_hand_is_added_after_it_and_keeps_the_player_in() -> None:
    tournament = started(3, REBUY)
    dealt = tournament.deal(0, deck("AsAh 7c2d KcKd", "3h4h5s9cJd")).tournament
    bought = dealt.rebuy(1)
    assert bought.tournament.balances
    lost = acts(bought.tournament, "IN IN FO")
    assert lost.entrants[1].status is EntrantStatus.PLAYING
    assert lost.stacks[Player(1)] == 100
    assert lost.balances
    # Two thirds of the chips were paid for at the start; 6 of each 10 go to the prizes.
    assert (lost.pool, lost.added) == (3 * 6 + 6, 100)


def test_rebuy_needs_at_most_a_starting_stack_and_is_limited_in_number() -> None:
    tournament = fold_out(started(3, REBUY))
    rich = max(tournament.stacks, key=tournament.stacks.get)
    refused(TournamentRefusal.NO_REBUY, tournament.rebuy, rich)
    poor = min(tournament.stacks, key=tournament.stacks.get)
    again = tournament.rebuy(poor).tournament
    assert again.stacks[poor] == tournament.stacks[poor] + 100
    refused(TournamentRefusal.NO_REBUY, again.rebuy, poor)
    refused(TournamentRefusal.NO_REBUY, started(3).rebuy, 0)
    later = tournament.next_level().tournament
    refused(TournamentRefusal.REGISTRATION_CLOSED, later.rebuy, poor)


def test_the_add_on_is_sold_in_the_last_level_of_registration_and_the_break_after_it() -> None:
    timed = Schedule(Rise.TIME, 60, (Blinds(1, 2),) * 5, breaks=(Break(2, 30),))
    tournament = started(3, structure(schedule=timed, late_levels=2, add_on=300))
    refused(TournamentRefusal.NO_ADD_ON, tournament.buy_add_on, 0)
    last = tournament.tick(60).tournament
    bought = last.buy_add_on(0).tournament
    assert bought.stacks[Player(0)] == 400
    assert bought.balances
    refused(TournamentRefusal.NO_ADD_ON, bought.buy_add_on, 0)
    resting = last.tick(60).tournament
    assert resting.on_break
    assert resting.buy_add_on(1).tournament.stacks[Player(1)] == 400
    refused(TournamentRefusal.NO_ADD_ON, resting.tick(30).tournament.buy_add_on, 1)


# Bounties


def test_winner_of_the_last_chips_wins_the_bounty_and_the_tournament_winner_keeps_the_own() -> None:
    tournament = started(3, structure(buy_in=10, bounty=4))
    change = bust(tournament, victim=1)
    (won,) = [e for e in change.events if isinstance(e, event.BountyWon)]
    assert (won.player, won.amount) == (1, 4)
    end = bust(change.tournament)
    ended = end.tournament
    assert ended.is_ended
    assert [ended.entrants[p].bounties for p in (ended.winner, 1)] == [12, 0]
    assert sum(result.prize for result in ended.results) == 3 * 6


def test_a_bounty_is_shared_by_the_winners_of_the_pot_with_the_last_chips() -> None:
    """The short stack's chips are in the main pot, so the winner of the side pot has no claim."""
    agreed = structure(buy_in=10, bounty=5, seats=3)
    tournament = started(3, agreed)
    # The first hand makes player 1 short: 99 to 100 and 101.
    tournament = fold_out(tournament)
    split = deck("AsKs 7c2d AhKh", "QcJdTc3h4d", button=1)
    change = tournament.deal(0, split)
    now = acts(change.tournament, "IN IN IN")
    gone = [p for p in range(3) if now.entrants[p].status is EntrantStatus.OUT]
    assert gone == [1]
    shares = sorted(e.bounties for p, e in enumerate(now.entrants) if p not in gone)
    assert shares == [2, 3]


# Penalties and moves


def test_penalised_player_is_dealt_in_pays_and_folds_for_the_given_number_of_hands() -> None:
    tournament: Any = started(3).penalise(0, 2).tournament
    for left in (1, 0):
        dealt = tournament.deal(0, deck("AsAh 7c2d KcKd"))
        table = dealt.tournament.table(0)
        side = table.side_of(Player(0))
        assert side in table.masa.game.sides
        assert table.masa.to_act != side
        tournament = dealt.tournament
        while tournament.table(0).masa.game is not None:
            assert tournament.table(0).masa.to_act != side
            tournament = acts(tournament, "FO")
        assert tournament.penalties.get(0, 0) == left
    assert tournament.deal(0, deck("AsAh 7c2d KcKd")).tournament.table(0).masa.to_act is not None
    refused(TournamentRefusal.NOT_ALLOWED, tournament.penalise, 0, 0)
    refused(TournamentRefusal.NOT_ALLOWED, tournament.penalise, 0, 101)
    refused(TournamentRefusal.NO_SUCH_PLAYER, tournament.penalise, 7, 1)


def test_a_player_is_sent_to_another_table_between_hands_with_all_chips() -> None:
    tournament = started(8, structure(seats=5))
    mover = next(iter(tournament.table(0).players.values()))
    moved = tournament.relocate(mover, 1)
    assert moved.tournament.place(mover)[0] == 1
    assert moved.tournament.balances
    refused(TournamentRefusal.NOT_ALLOWED, tournament.relocate, mover, 0)
    refused(TournamentRefusal.NO_SUCH_TABLE, tournament.relocate, mover, 9)
    playing = tournament.deal(0, deck("AsAh 7c2d KcKd 9h9c")).tournament
    refused(TournamentRefusal.NOT_ALLOWED, playing.relocate, mover, 1)
    full = started(10, structure(seats=5))
    refused(TournamentRefusal.FULL, full.relocate, 0, 1)


# The end


def test_a_deal_pays_the_remaining_prizes_by_icm_and_ranks_by_chips() -> None:
    tournament = fold_out(started(3, structure(seats=3, buy_in=100)))
    ended = tournament.end_by_deal().tournament
    assert ended.status is Status.ENDED
    assert sum(result.prize for result in ended.results) == 300
    stacks = list(tournament.stacks.values())
    assert [r.prize for r in ended.results] == list(icm.whole_shares(stacks, tournament.prizes))
    playing = tournament.deal(0, deck("AsAh 7c2d KcKd")).tournament
    refused(TournamentRefusal.NOT_ALLOWED, playing.end_by_deal)
    refused(TournamentRefusal.NOT_ALLOWED, started(6, structure(seats=3)).end_by_deal)


def test_cancelling_withdraws_all_before_the_start_and_divides_by_icm_after_it() -> None:
    waiting = Tournament.open(structure()).register("Ada").tournament
    off = waiting.cancel().tournament
    assert (off.status, off.entries, off.pool) == (Status.CANCELLED, 0, 0)
    refused(TournamentRefusal.NOT_ALLOWED, off.cancel)
    many = started(20, structure(seats=5, buy_in=10))
    late = many.cancel().tournament
    assert late.is_ended
    assert sum(result.prize for result in late.results) == 200
    assert {result.prize for result in late.results} == {10}  # all stacks are equal


def test_cancelling_with_a_refund_withdraws_all_entries() -> None:
    """No chips remain. It is possible only before a prize or bounty has been won."""
    many = started(20, structure(seats=5, buy_in=10, rebuys=1, late_levels=1))
    many = many.rebuy(3).tournament
    playing = many.deal(0, deck("AsAh 7c2d KcKd QsQh JsJh")).tournament
    refused(TournamentRefusal.NOT_ALLOWED, playing.cancel, True)
    off = many.cancel(refund=True).tournament
    assert (off.status, off.entries, off.pool, off.chips) == (Status.CANCELLED, 0, 0, 0)
    assert off.balances
    assert off.results == []
    assert {entrant.status for entrant in off.entrants} == {EntrantStatus.WITHDRAWN}
    bounties = started(4, structure(seats=5, buy_in=10, bounty=4))
    won = bust(bounties).tournament
    refused(TournamentRefusal.NOT_ALLOWED, won.cancel, True)


def test_cancelling_returns_the_buy_ins_of_bots_except_for_decided_prizes() -> None:
    """Three people paid 100 each among nine entrants; the prizes are 450, 270 and 180."""
    tournament = started(9, structure(buy_in=100))
    house = [Player(number) for number in range(3, 9)]

    def paid_to_people(now: Tournament) -> int:
        ended = now.cancel(house=house).tournament
        assert sum(result.prize for result in ended.results) == 900
        return sum(result.prize for result in ended.results if result.player not in house)

    assert paid_to_people(tournament) == 300
    for victim in (3, 4, 5):
        tournament = bust(tournament, victim=victim, by=0).tournament
    assert tournament.stacks[Player(0)] > 300
    assert paid_to_people(tournament) == 300, "by ICM they would have more"
    for victim in (6, 7):
        tournament = bust(tournament, victim=victim, by=0).tournament
    assert paid_to_people(tournament) == 450, "three of the four have 270 and 180 for certain"
    tournament = bust(tournament, victim=8, by=0).tournament
    assert paid_to_people(tournament) == 900, "no bot is left"


def test_deal_pays_people_no_buy_ins_of_bots_that_are_not_certain() -> None:
    """One person who has paid 100 plays against two bots."""
    tournament = fold_out(started(3, structure(seats=3, buy_in=100)))
    house = [Player(1), Player(2)]
    shares = icm.whole_shares(list(tournament.stacks.values()), tournament.prizes)
    assert dict(zip(tournament.stacks, shares, strict=True))[Player(0)] > 0
    change = tournament.end_by_deal(house)
    paid = {result.player: result.prize for result in change.tournament.results}
    assert sum(paid.values()) == 300
    last = [*tournament.prizes, 0, 0][2]
    assert paid[Player(0)] <= max(100, last)
    (cause,) = [new_event for new_event in change.events if isinstance(new_event, event.DealMade)]
    again = save.cause_from_data(save.cause_to_data(cause))
    assert tournament.replay([again]).results == change.tournament.results
    lucky = started(3, structure(seats=3, buy_in=100))
    lucky = bust(lucky, victim=1, by=0).tournament
    paid = {r.player: r.prize for r in lucky.end_by_deal(house).tournament.results}
    certain = max(100, lucky.prizes[1] if len(lucky.prizes) > 1 else 0)
    assert paid[Player(0)] == certain, "by ICM the leader would have more"


@pytest.mark.parametrize("refund", [False, True])
def test_decisions_of_the_director_are_replayed_from_their_causes(refund: bool) -> None:
    agreed = structure(seats=5, rebuys=2, late_levels=9, add_on=50, buy_in=10, bounty=2)
    first = now = started(8, agreed)
    journal = []
    for action in (
        lambda t: t.penalise(3, 2),
        lambda t: t.rebuy(4),
        lambda t: t.relocate(next(iter(t.table(0).players.values())), 1),
        lambda t: t.next_level(),
        lambda t: t.cancel(refund),
    ):
        change = action(now)
        journal += [e for e in change.events if is_cause(e)]
        now = save.read(save.write(change.tournament))
        assert now == change.tournament
    data = [save.cause_to_data(cause) for cause in journal]
    assert first.replay([save.cause_from_data(cause) for cause in data]) == now


# ICM


@given(
    st.lists(st.integers(1, 10_000), min_size=2, max_size=8),
    st.lists(st.integers(0, 10_000), min_size=1, max_size=8),
)
def test_shares_add_up_and_more_chips_are_never_worth_less(
    stacks: list[int], prizes: list[int]
) -> None:
    prizes = sorted(prizes, reverse=True)
    shares = icm.whole_shares(stacks, prizes)
    assert sum(shares) == sum(prizes[: len(stacks)])
    for stack, share in zip(stacks, shares, strict=True):
        for other, less in zip(stacks, shares, strict=True):
            assert stack <= other or share >= less - 1


@given(
    st.lists(
        st.integers(0, 2000) | st.floats(0.001, 1e6) | st.just(0), min_size=2, max_size=9
    ).filter(any),
    st.lists(st.integers(0, 5000) | st.floats(0, 100), min_size=1, max_size=11),
)
def test_exact_icm_and_integrated_icm_agree(stacks: list[float], prizes: list[float]) -> None:
    won = tuple(prizes[: len(stacks)])
    counted = icm._exact(tuple(stacks), won)
    raced = icm._integrated(stacks, won)
    assert raced == pytest.approx(counted, abs=icm.LARGEST_ERROR * max(won) + 1e-9)


def test_icm_of_a_chip_leader_and_of_stacks_without_chips_is_exact_enough_beyond_ten_stacks() -> (
    None
):
    stacks = [50_000, 0, 0, *range(1, 12)]
    prizes = [1000.5, *range(600, 0, -50), 7]
    shares = icm.shares(stacks, prizes)
    assert shares == pytest.approx(icm._exact(tuple(stacks), tuple(prizes)), abs=0.01)
    assert shares[1] == shares[2] == pytest.approx((50 + 7) / 2)
    assert sum(shares) == pytest.approx(sum(prizes))


def test_a_large_field_is_shared_too() -> None:
    stacks = [1000 + 10 * n for n in range(150)]
    shares = icm.whole_shares(stacks, [3000, 2000, 1000, 500])
    assert sum(shares) == 6500
    assert shares[-1] > shares[0] > 0


# A hand that is void


def test_aborted_hand_returns_all_chips_and_is_dealt_again() -> None:
    """A hand is aborted after a restore from a backup, because the owner of the backup may know the
    cards."""
    before = fold_out(started(3))
    dealt = acts(before.deal(0, deck("AsAh 7c2d KcKd", "3h4h5s9cJd")).tournament, "RR20 CA")
    change = dealt.abort(0)
    assert change.tournament.stacks == before.stacks
    assert change.tournament.balances
    assert change.tournament.table(0).is_idle
    causes = [save.cause_to_data(e) for e in change.events if is_cause(e)]
    assert causes == [{"table": 0, "event": "Aborted"}]
    again = dealt.replay([save.cause_from_data(cause) for cause in causes])
    assert again == change.tournament
    assert again.deal(0, deck("AsAh 7c2d KcKd")).tournament.table(0).masa.is_game
