"""The steps of the scenarios, played on the engine.

A step passes the situation on as a new value. Public facts are read from `View`.
"""

from random import Random
from typing import Any

import pytest
from pytest_bdd import given, then, when

from pokermasa.cards import Deck
from pokermasa.notation import fen
from pokermasa.rules import (
    BadHand,
    Blinds,
    Dealer,
    HandDealer,
    HouseRules,
    Refusal,
    Situation,
    StackIndex,
    View,
    Winners,
    injected,
)
from tests.features.words import (
    NAMES,
    cards_in,
    game_state,
    kinds_of,
    layers,
    names,
    player_state,
    stage_of,
    winning,
    words,
)
from tests.rules.table import play, refusal


@pytest.fixture
def rules() -> HouseRules:
    """Return the rules of document 002, unless a scenario has others."""
    return HouseRules.named("classic")


@pytest.fixture
def ruling() -> None:
    """Return the winners if a scenario names them instead of dealing cards."""
    return None


def seen(situation: Any, viewer: int | None = None) -> View:
    return View.from_situation(situation, viewer)


def settlement(situation: Any, ruling: Any) -> Any:
    return ruling or situation.outcome.result


# Before the first act


@given(words("按 {name:w} 的规矩"), target_fixture="rules")
def house_rules(name: Any) -> HouseRules:
    return HouseRules.named(name)


@given(
    words("{players:Players} 各有 {chips:d} 筹码，{button:Player} 坐庄，盲注 {small:d}/{big:d}"),
    target_fixture="situation",
)
def equal_stacks(
    rules: Any, players: Any, chips: Any, button: Any, small: Any, big: Any
) -> Situation:
    assert_in_order(players)
    return Situation(Dealer.start([chips] * len(players), button, Blinds(small, big), rules))


@given(
    words(
        "{players:Players} 分别有 {chips:Amounts} 筹码，{button:Player} 坐庄，"
        "盲注 {small:d}/{big:d}"
    ),
    target_fixture="situation",
)
def unequal_stacks(
    rules: Any, players: Any, chips: Any, button: Any, small: Any, big: Any
) -> Situation:
    assert_in_order(players)
    assert len(chips) == len(players)
    return Situation(Dealer.start(chips, button, Blinds(small, big), rules))


def assert_in_order(players: Any) -> None:
    assert players == tuple(range(len(players))), "玩家按 A、B、C…… 的顺序坐"


@given(
    words(
        "牌局停在{round:Round}，{button:Player} 坐庄，底池 {pot:d}，轮到 {turn:Player}，"
        "大盲 {big:d}"
    ),
    target_fixture="situation",
)
def position(
    rules: Any, round: Any, button: Any, pot: Any, turn: Any, big: Any, datatable: Any
) -> Situation:
    _, *rows = datatable
    members = " ".join(str(index) for index in range(len(rows)))
    stacks = [f"I {chips} {wager} ." for _, chips, wager in rows]
    lines = [f"{big} {round} {button} {turn} {big}!{pot} {members}", *stacks]
    return Situation(fen.read("\n".join(lines), rules))


@given("发下一副洗好的牌", target_fixture="situation")
def shuffled_cards(situation: Any) -> Situation:
    players = len(situation.dealer.stacks)
    return Situation(situation.dealer, HandDealer.deal(Deck.shuffled(Random(2)), players))


@given("底牌和公共牌是", target_fixture="situation")
def known_cards(situation: Any, datatable: Any) -> Situation:
    return Situation(situation.dealer, cards_in(datatable))


@given("一副牌", target_fixture="deck")
def whole_deck() -> Deck:
    return Deck()


# Acts


@given(words("先后有 {plays:Acts}"), target_fixture="situation")
@when(words("先后有 {plays:Acts}"), target_fixture="situation")
@when(words("{plays:Acts}"), target_fixture="situation")
def acts_in_turn(situation: Any, plays: Any) -> Any:
    for who, act in plays:
        assert situation.dealer.turn_to_act == who, f"轮到的不是 {NAMES[who]}"
        situation = play(situation, act)
    return situation


@given(words("大家只过牌或跟注，来到{round:Round}"), target_fixture="situation")
@when(words("大家只过牌或跟注，来到{round:Round}"), target_fixture="situation")
def passively_to(situation: Any, round: Any) -> Any:
    while situation.round is not round:
        situation = passively(situation)
    return situation


@given("大家只过牌或跟注，直到游戏结算", target_fixture="situation")
@when("大家只过牌或跟注，直到游戏结算", target_fixture="situation")
def passively_to_the_end(situation: Any) -> Any:
    while not situation.end:
        situation = passively(situation)
    return situation


def passively(situation: Any) -> Situation:
    assert not situation.end
    return play(situation, "CH" if situation.legal.may_check else "CA")


@when(words("{who:Player} 想{act:Act}"), target_fixture="refused")
def act_in_vain(situation: Any, who: Any, act: Any) -> Refusal:
    assert situation.end or situation.dealer.turn_to_act == who
    return refusal(situation, act)


@when(words("轮到 {who:Player} 表态"))
@then(words("轮到 {who:Player} 表态"))
def turn_is(situation: Any, who: Any) -> None:
    assert seen(situation).to_act == who


@when(words("判 {players:Players} 为赢家"), target_fixture="ruling")
def rule_winners(situation: Any, players: Any) -> Winners:
    return settled(situation, injected(players, len(situation.dealer.stacks)))


@when(words("成牌从大到小是 {players:Players}"), target_fixture="ruling")
def rule_ranks(situation: Any, players: Any) -> Winners:
    best_first = {index: -rank for rank, index in enumerate(players)}
    return settled(situation, [best_first.get(i) for i in range(len(situation.dealer.stacks))])


def settled(situation: Any, hand_values: list[int]) -> Winners:
    assert situation.end
    pots = tuple(situation.dealer.distribute_all(hand_values))
    return Winners(pots, situation.dealer.paid(pots))


@when(words("{count:d} 位玩家想开一局"), target_fixture="opened")
def try_to_open(rules: Any, count: Any) -> Dealer | None:
    try:
        return Dealer.start([100] * count, 0, Blinds(1, 2), rules)
    except BadHand:
        return None


# Then: statements about cards and seats


@then(words("它有 {count:d} 张，花色 {suits:d} 种，每种 {each:d} 张，没有重复"))
def deck_is(deck: Any, count: Any, suits: Any, each: Any) -> None:
    cards = [str(card) for card in deck]
    assert len(cards) == len(set(cards)) == count
    by_suit = [[card for card in cards if card[1] == suit] for suit in "cdhs"]
    assert [len(cards) for cards in by_suit] == [each] * suits


@then("牌局可以开始")
def hand_opens(opened: Any) -> None:
    assert opened is not None


@then("牌局不能开始")
def hand_does_not_open(opened: Any) -> None:
    assert opened is None


@then(words("庄家是 {button:Player}，小盲是 {small:Player}，大盲是 {big:Player}"))
def positions_are(situation: Any, button: Any, small: Any, big: Any) -> None:
    view = seen(situation)
    assert (view.button, view.small_blind, view.big_blind) == (button, small, big)


@then(words("普通玩家是 {players:Players}"))
def ordinary_players_are(situation: Any, players: Any) -> None:
    view = seen(situation)
    in_position = {view.button, view.small_blind, view.big_blind}
    assert {player.index for player in view.players} - in_position == set(players)


@then(words("每人只看得见自己的 {count:d} 张底牌"))
def hole_cards_are(situation: Any, count: Any) -> None:
    for index in range(len(situation.dealer.stacks)):
        visible = {p.index: p.cards for p in seen(situation, index).players if p.cards}
        assert list(visible) == [index]
        assert len(visible[StackIndex(index)]) == count


@then(words("桌上有 {count:d} 张公共牌"))
def board_is(situation: Any, count: Any) -> None:
    assert len(seen(situation).board) == count


# …the turn


@then(words("等待表态的是 {players:Players}"))
def waiting_are(situation: Any, players: Any) -> None:
    assert seen(situation).waiting == players


@then(words("牌局在{stage:Stage}"))
def stage_is(situation: Any, stage: Any) -> None:
    assert stage_of(seen(situation)) == stage


@then(words("还在局中的是 {players:Players}"))
def remaining_are(situation: Any, players: Any) -> None:
    assert seen(situation).remaining == players


@then(words("全押的是 {players:Players}"))
def all_ins_are(situation: Any, players: Any) -> None:
    assert seen(situation).all_ins == players


@then(words("{who:Player} 可以{kind:Kind}"))
def may(situation: Any, who: Any, kind: Any) -> None:
    assert kind in kinds_of(seen(situation, who).acts)


@then(words("{who:Player} 不可以{kind:Kind}"))
def may_not(situation: Any, who: Any, kind: Any) -> None:
    acts = seen(situation, who).acts
    assert acts
    assert kind not in kinds_of(acts)


@then(words("{who:Player} 只可以{kinds:Kinds}"))
def may_only(situation: Any, who: Any, kinds: Any) -> None:
    assert kinds_of(seen(situation, who).acts) == kinds


@then(words("{who:Player} 最少加注到 {least:d}，最多加注到 {most:d}"))
def raises_are(situation: Any, who: Any, least: Any, most: Any) -> None:
    assert seen(situation, who).raises == (least, most)


@then(words("被拒绝，因为{code:Refusal}"))
def refused_because(refused: Any, code: Any) -> None:
    assert refused is code


# …the chips


@then(words("{who:Player} 剩 {chips:d} 筹码，本轮下注 {wager:d}"))
def chips_are(situation: Any, who: Any, chips: Any, wager: Any) -> None:
    mine = seen(situation).players[who]
    assert (mine.stack, mine.wager) == (chips, wager)


@then(words("底池是 {chips:d}"))
def pot_is(situation: Any, chips: Any) -> None:
    assert seen(situation).pot == chips


@then(words("最高投注是 {chips:d}"))
def price_is(situation: Any, chips: Any) -> None:
    assert seen(situation).price == chips


@then("只有一个池")
def one_pot(situation: Any) -> None:
    assert len(layers(seen(situation))) == 1


@then(words("第 {number:d} 个子池每人出 {each:d}，共 {chips:d}，由 {players:Players} 争夺"))
def layer_is(situation: Any, number: Any, each: Any, chips: Any, players: Any) -> None:
    pot = layers(seen(situation))[number - 1]
    assert pot == (chips, players)
    assert each * len(players) == chips


@then("子池依次是")
def layers_are(situation: Any, datatable: Any) -> None:
    _, *rows = datatable
    pots = [[str(pot.wager), names(pot.involved)] for pot in layers(seen(situation))]
    assert pots == rows


# …the settlement


@then(words("赢家是 {players:Players}"))
def winners_are(situation: Any, ruling: Any, players: Any) -> None:
    assert winning(settlement(situation, ruling)) == players


@then(words("结算后 {who:Player} 有 {chips:d} 筹码"))
def settled_chips_are(situation: Any, ruling: Any, who: Any, chips: Any) -> None:
    assert settlement(situation, ruling).stacks[who] == chips


@then(words("结算后共有 {chips:d} 筹码"))
def all_settled_chips_are(situation: Any, ruling: Any, chips: Any) -> None:
    assert sum(settlement(situation, ruling).stacks) == chips


# …what View tells


@then("游戏状态是")
def game_state_is(situation: Any, datatable: Any) -> None:
    assert game_state(situation) == dict(datatable)


@then(words("{who:Player} 的状态是"))
def player_state_is(situation: Any, who: Any, datatable: Any) -> None:
    assert player_state(situation, who) == dict(datatable)
