"""Analyses of hands, which use only cards that the reader may see."""

import json
from collections.abc import Iterable, Iterator
from itertools import combinations, count
from random import Random
from typing import Any

import pytest

from pokermasa.cards import CARDS, Card
from pokermasa.equity import equity
from pokermasa.histories import phh
from pokermasa.histories.history import History, HoleDealt
from pokermasa.notation import uci
from pokermasa.rules import HandDealer, PlayerAct, Role, Showdown, Situation
from pokermasa.study import Verdict, analyse, analysis_data
from tests.histories.playing import HOUSES, Played, choose, play
from tests.masa.host import soak_terms

pytestmark = pytest.mark.sampled(2)

HEADER = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
players = ['Ann', 'Bo']
"""


def hand(*actions: str, more: str = "") -> str:
    return f"{HEADER}{more}actions = {list(actions)!r}\n"


BET_AND_CALL = (
    *("d dh p1 AsAh", "d dh p2 KsKh", "p2 cbr 6", "p1 cc", "d db 2c7d9h", "p1 cbr 8"),
    *("p2 cc", "d db Td", "p1 cc", "p2 cc", "d db 3s", "p1 cc", "p2 cbr 20", "p1 f"),
)


def test_the_odds_of_a_call_follow_from_pot_and_stacks() -> None:
    """A bet of 8 into a pot of 12: a call of 8 can win 20 and needs 8/28. 86 are left behind a pot
    of 28."""
    steps = analyse(phh.read(hand(*BET_AND_CALL))).steps
    call = next(step for step in steps if step.act == "CA" and len(step.board) == 3)
    assert call.odds._asdict() == pytest.approx(
        {"to_call": 8, "pot": 20, "needed": 8 / 28, "stack_to_pot": 86 / 28}
    )
    assert [step.kind for step in steps if step.kind != "act"] == ["start"] + ["board"] * 3
    assert steps[0].fen.splitlines()[0].startswith("2 P")


def test_equities_of_known_hands_equal_those_of_masa_equity() -> None:
    steps = analyse(phh.read(hand(*BET_AND_CALL))).steps
    for board in ("", "2c7d9h", "2c7d9hTd"):
        step = next(s for s in steps if "".join(map(str, s.board)) == board)
        said = equity(["AsAh", "KsKh"], board).shares
        assert [c.equity for c in step.chances] == [share.equity for share in said]
        assert not any(c.within for c in step.chances)
    assert steps[-1].chances == ()  # everybody else has folded


def test_an_unknown_hand_counts_as_random() -> None:
    history = phh.read(hand(*BET_AND_CALL)).seen_by("Bo")
    steps = analyse(history, 1).steps
    (before,) = steps[0].chances
    assert (before.stack, steps[0].unknown) == (1, 1)
    assert abs(before.equity - 0.8240) < 2 * before.within  # KK against a random hand
    (chance,) = next(step for step in steps if len(step.board) == 4).chances
    exact = equity(["KsKh", "random"], "2c7d9hTd").shares[0].equity
    assert abs(chance.equity - exact) <= 2 * chance.within


@pytest.mark.sampled(2)
@pytest.mark.parametrize("house", HOUSES)
def test_every_random_hand_can_be_analysed(house: str) -> None:
    for seed in range(4):
        history = play(seed, house, with_posts=seed % 2 == 0).history
        analysis = analyse(history)
        acts = [step for step in analysis.steps if step.kind == "act"]
        assert len(acts) == sum(type(step).__name__ == "Acted" for step in history.story)
        for step in acts:
            decision = step.decision
            assert (decision.reason is None) == (decision.verdict is not Verdict.NONE)
            if decision.options:
                assert [each.is_chosen for each in decision.options].count(True) == 1
                assert min(each.loss for each in decision.options) >= 0
        for step in analysis.steps:
            if step.chances and not step.unknown:
                assert sum(chance.equity for chance in step.chances) == pytest.approx(1)
        json.dumps(analysis_data(analysis), allow_nan=False)


def test_a_decision_is_judged_from_the_players_own_cards_only() -> None:
    """The file has all cards, but a player's decisions are judged only from cards that the player
    knew."""
    for seed in range(2):
        history = play(seed, "tda", players=3).history
        for me, name in enumerate(history.names):
            steps = analyse(history).steps
            own = analyse(history.seen_by(name), me).steps
            mine = [step for step in steps if step.kind == "act" and step.stack == me]
            assert mine, "everybody acts"
            for one, other in zip(mine, [s for s in own if s.stack == me and s.act], strict=True):
                assert (one.decision, one.odds) == (other.decision, other.odds)


def test_an_all_in_against_an_unknown_hand_counts_with_its_real_result() -> None:
    story = ("d dh p1 AsAh", "d dh p2 KsKh", "p2 cbr 100", "p1 cc")
    ends = ("p1 sm AsAh", "d db 3h4h5h", "d db 8s", "d db 9s", "p2 sm")
    seen = phh.read(hand(*story, *ends, more="finishing_stacks = [200, 0]\n"))
    assert analyse(seen).adjusted is not None
    by_ann = seen.seen_by("Ann")
    assert analyse(by_ann, 0).net == (100, -100)
    assert analyse(by_ann, 0).adjusted is None


def test_cards_of_the_first_board_are_dead_on_the_second() -> None:
    story = ("d dh p1 AsAh", "d dh p2 KsKh", "p2 cbr 100", "p1 cc", "p1 sm AsAh", "p2 sm KsKh")
    history = phh.read(hand(*story, "d db Kc4h5h", "d db 8s", "d db 9s"))
    second = tuple(Card(card) for card in ("2c", "2d", "7h", "Kd", "Jd"))
    steps = analyse(history.replace(more_boards=(second,))).steps
    turn = next(step for step in steps if step.run == 2 and len(step.board) == 3)
    dead = "Kc 4h 5h 8s 9s"
    said = equity(["AsAh", "KsKh"], "2c 2d 7h", dead).shares
    assert [c.equity for c in turn.chances] == [share.equity for share in said]
    assert [len(step.board) for step in steps if step.run == 2] == [3, 4, 5]


def mean_result(history: History, situation: Situation) -> list[float]:
    """Return the mean result over all runouts, each paid by the rules."""
    dealer, hands = situation.dealer.finish(), history.hands
    lying = situation.round.board_cards
    live = [i for i, stack in enumerate(dealer.stacks) if stack.role is not Role.FOLDED]
    seen = {card for i in live for card in hands[i]}
    board = history.board[:lying]
    left = [card for card in CARDS if card not in seen and card not in board]
    total, boards = [0] * history.players, 0
    for rest in combinations(left, 5 - lying):
        deal = HandDealer(
            [hands[i] if i in live else None for i in range(len(hands))], board + rest
        )
        values = [deal.value(i) if i in live else None for i in range(len(hands))]
        paid = dealer.paid(dealer.distribute_all(values))
        total = [a + b for a, b in zip(total, paid, strict=True)]
        boards += 1
    return [chips / boards - began for chips, began in zip(total, history.stacks, strict=True)]


def all_ins(seeds: Iterable[int], most: int) -> Iterator[tuple[int, Played]]:
    """Yield random hands in which all players were all in on the turn, with side pots."""
    found = 0
    for seed in seeds:
        played = play(seed, "tda", choice=eager)
        end = played.end
        if isinstance(end.outcome, Showdown) and end.round.board_cards == 4:
            yield seed, played
            found += 1
            if found == most:
                return


def eager(source: Random, situation: Situation) -> PlayerAct:
    """Check or call up to the turn, then go all in."""
    acts = [uci.write(act)[:2] for act in situation.possible_acts]
    if situation.round.board_cards == 4 and "AA" in acts:
        return uci.read("AA")
    return (
        choose(source, situation)
        if source.random() < 0.2
        else uci.read(next(act for act in ("CH", "CA", "AA", "FO") if act in acts))
    )


def verify_adjusted(seed: int, played: Any) -> None:
    expected = mean_result(played.history, played.end)
    found = analyse(played.history, decisions=()).adjusted
    assert found is not None, seed
    # Results may differ by an odd chip, which goes to one of the winners.
    assert list(found) == pytest.approx(expected, abs=1), seed


def test_all_in_adjusted_winnings_are_the_mean_of_all_runouts() -> None:
    compared = 0
    for seed, played in all_ins(count(1), 12):
        verify_adjusted(seed, played)
        compared += 1
    assert compared == 12


@pytest.mark.soak
def test_all_in_adjusted_winnings_of_many_hands_are_correct() -> None:
    _, seed = soak_terms()
    start = Random(seed).randrange(10**9)
    for number, played in all_ins(count(start), 10_000):
        verify_adjusted(number, played)


@pytest.mark.soak
@pytest.mark.parametrize("hands", ["AsKs QdQc", "AsAh AdAc", "7c2d AhKh", "JsTs 2h2d"])
def test_preflop_all_in_equities_equal_those_of_eval7(hands: str) -> None:
    """Compared with eval7 over all 1,712,304 boards."""
    import eval7

    one, other = ([eval7.Card(hand[:2]), eval7.Card(hand[2:])] for hand in hands.split())
    left = [card for card in eval7.Deck() if card not in (*one, *other)]
    won = boards = 0
    for board in combinations(left, 5):
        mine, theirs = (eval7.evaluate([*hole, *board]) for hole in (one, other))
        won += 2 * (mine > theirs) + (mine == theirs)
        boards += 1
    first, second = hands.split()
    flop, turn, river = "2s3d4c", "5h", "9d"  # the final board does not matter
    story = [f"d dh p1 {first}", f"d dh p2 {second}", "p2 cbr 100", "p1 cc", f"p2 sm {second}"]
    history = phh.read(
        hand(*story, f"p1 sm {first}", f"d db {flop}", f"d db {turn}", f"d db {river}")
    )
    share = won / (2 * boards)
    assert analyse(history).adjusted == pytest.approx((200 * share - 100, 100 - 200 * share))


def test_hidden_hole_cards_affect_no_figure() -> None:
    """Two hands that differ only in hidden cards have the same analysis."""
    history = play(3, "tda", players=3).history
    seen = history.seen_by(history.names[0])
    shown = analysis_data(analyse(seen, 0))
    cards = {
        str(card)
        for step in seen.story
        if isinstance(step, HoleDealt)
        for card in step.cards
        if card
    }
    hidden = [c for cards_ in history.hands for c in cards_ if str(c) not in cards]
    text = json.dumps(shown)
    assert all(f'"{card}"' not in text for card in hidden if card not in history.board)
