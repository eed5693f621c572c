"""Tests of the house bot: the information it uses, its reaction to opponents, and its reasons."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from pokermasa.bots import Bot
from pokermasa.bots.bot import HandInfo, LearningBot
from pokermasa.bots.house import CHARACTERS, House
from pokermasa.bots.named import named
from pokermasa.bots.referee import Ruling, ask
from pokermasa.cards import Deck
from pokermasa.equity.against import board_strengths
from pokermasa.notation import uci
from pokermasa.rules import (
    AllIn,
    Betting,
    Blinds,
    Check,
    Dealer,
    Fold,
    HandDealer,
    HouseRules,
    PastAct,
    Situation,
    StackIndex,
    View,
)
from pokermasa.rules.house import NAMED
from tests.bots.spots import situation_after, view_after
from tests.cases import each

POT_LIMIT = HouseRules.named("tda").replace(betting=Betting.POT_LIMIT)
LIMIT = HouseRules.named("tda").replace(betting=Betting.FIXED_LIMIT)


def play(
    bots: list[Any], situation: Situation, dice: Random, watch: Callable[..., Any] | None = None
) -> Any:
    """Play a hand. Bots that learn meet their opponents and observe the hand."""
    past: Any = ()
    names = tuple(f"bot {index}" for index in range(len(bots)))
    for index, bot in enumerate(bots):
        if isinstance(bot, LearningBot):
            bot.meet(HandInfo(names, StackIndex(index)))
    while not situation.end:
        turn = situation.dealer.turn_to_act
        view = View.from_situation(situation, turn, past)
        ruling = ask(bots[turn], view, dice)
        assert not ruling.fault, ruling.fault
        if watch:
            watch(turn, view, ruling)
        move = situation.move(ruling.act)
        past += (PastAct.from_move(move),)
        situation = move.situation_after
    for index, bot in enumerate(bots):
        if isinstance(bot, LearningBot):
            bot.learn(View.from_situation(situation, index, past))
    return situation


def deals(
    players: int,
    count: int,
    seed: int = 1,
    rules: str | HouseRules = "tda",
    stack: int | None = None,
) -> Iterator[Situation]:
    dice = Random(seed)
    for _ in range(count):
        stacks = [stack or dice.choice([3, 17, 40, 90, 200, 700]) for _ in range(players)]
        cards = HandDealer.deal(Deck.shuffled(dice), players)
        yield Situation(Dealer.start(stacks, 0, Blinds(1, 2), rules), cards)


# Legal acts


@pytest.mark.parametrize("rules", [*NAMED, POT_LIMIT, LIMIT])
@pytest.mark.parametrize("players", [2, 3, 6, 10])
def test_the_house_bot_plays_every_game_with_legal_acts_only(
    rules: str | HouseRules, players: int
) -> None:
    others = [named(name).make(1) for name in ("random", "caller", "basic", "raiser")]
    bots = [House(), *[others[index % 4] for index in range(players - 1)]]
    dice = Random(2)
    for situation in deals(players, 6, rules=rules):
        play(bots, situation, dice)
        bots = bots[1:] + bots[:1]


@each("character", CHARACTERS)
def test_every_character_plays(character: str) -> None:
    bots = [House.named(character), House(), named("random").make(1)]
    for situation in deals(3, 5):
        play(bots, situation, Random(1))


def test_the_house_bot_never_folds_instead_of_checking_and_always_gives_a_reason() -> None:
    seen = []

    def watch(turn: Any, view: View, ruling: Ruling) -> None:
        if turn == 0:
            seen.append(ruling.reason)
            assert not (ruling.act == Fold() and Check() in view.acts)

    bots = [House.named("rock"), named("random").make(1), House.named("maniac")]
    for situation in deals(3, 30):
        play(bots, situation, Random(1), watch)
    assert len(seen) > 30
    assert all(" against " in reason and "%" in reason for reason in seen)


def test_a_table_of_house_bots_keeps_its_chips() -> None:
    bots = [House.named(name) for name in ("shark", "maniac", "station", "rock")]
    for situation in deals(4, 20):
        before = (
            sum(stack.total for stack in situation.dealer.stacks)
            + situation.dealer.running_pot.wager
        )
        after = play(bots, situation, Random(3))
        assert sum(after.outcome.winners.stacks) == before


def test_prepare_fills_the_caches_before_the_first_decision() -> None:
    board_strengths.cache_clear()
    House().warm()
    assert (
        board_strengths.cache_info().currsize == 3
    )  # before the flop, on a flop, and one by `prepare`


# Allowed information


@pytest.mark.statement("S004-27")
@each("seed", range(6))
def test_hidden_cards_do_not_change_a_decision(seed: int) -> None:
    """The same hand with other hidden cards gives exactly the same answer."""
    dice = Random(seed)
    deck = list(Deck.shuffled(dice))
    hands, board = [deck[2 * i : 2 * i + 2] for i in range(3)], deck[6:11]
    acts = ["", "RR6 CA", "RR6 CA CA CH", "RR6 CA CA CH RR9 FO", "CA CA CH CH CH CH CH RR4"][
        seed % 5
    ]
    situation, past = situation_after(acts, hands, board)
    turn = situation.dealer.turn_to_act
    shown = situation.round.board_cards
    rest = [*deck[11:], *board[shown:], *(c for i, h in enumerate(hands) if i != turn for c in h)]
    answer = House().choose(View.from_situation(situation, turn, past))
    for _ in range(3):
        dice.shuffle(rest)
        others = iter(rest)
        redealt = [
            hand if i == turn else [next(others), next(others)] for i, hand in enumerate(hands)
        ]
        again = [*board[:shown], *(next(others) for _ in range(5 - shown))]
        situation, past = situation_after(acts, redealt, again)
        assert House().choose(View.from_situation(situation, turn, past)) == answer


def test_the_same_hands_lead_to_the_same_answers() -> None:
    def run() -> list[Any]:
        said = []
        bots = [House(), House.named("gambler"), named("random").make(1)]
        for situation in deals(3, 12):
            play(bots, situation, Random(5), lambda *seen: said.append(seen[2]))
        return said

    assert run() == run()


# Reactions to opponents


def against(name: str, hands: int = 60, rules: str = "tda") -> tuple[Bot, int]:
    """Return a house bot that has played with one opponent for a while, and its winnings."""
    bots, won = [House(), named(name).make(1)], 0
    dice = Random(1)
    for place, situation in enumerate(deals(2, hands, rules=rules, stack=200)):
        seats = bots if place % 2 else bots[::-1]
        end = play(seats, situation, dice)
        won += end.outcome.winners.stacks[seats.index(bots[0])] - 200
    # Bots are named by seat, so each name was seen in both positions.
    return bots[0], won


def chances(bot: Any, view: View) -> dict[str, Any]:
    """Return the probability of each act by code. A raise is RR or AA."""
    choice = bot.choose(view)
    total = sum(weight for _, weight in choice.acts)
    found: dict[Any, Any] = {}
    for act, weight in choice.acts:
        found[act.code] = found.get(act.code, 0) + weight / total
    return found


@pytest.mark.statement("S004-27", "S004-28")
def test_against_a_caller_the_bot_never_bluffs_and_bets_thin_value() -> None:
    bot, won = against("caller")
    assert won > 0
    bot.meet(HandInfo(("bot 0", "bot 1"), StackIndex(0)))  # type: ignore[attr-defined]
    nothing = view_after("RR6 CA CH", ["7s 4s", None], board="Kc Qd 9h 2c 2h")
    assert chances(bot, nothing) == {"CH": 1.0}
    thin = view_after("RR6 CA CH CH CH CH CH", ["Qs 4s", None], board="Kc Qd 9h 3c 2h")
    assert chances(bot, thin).get("CH", 0) < 0.1


@pytest.mark.statement("S004-28")
def test_against_a_folder_the_bot_steals_with_any_hand() -> None:
    bot, won = against("folder")
    assert won > 60 * 1.2
    bot.meet(HandInfo(("bot 0", "bot 1"), StackIndex(0)))  # type: ignore[attr-defined]
    assert "FO" not in chances(bot, view_after("", ["7s 2h", None]))


@pytest.mark.statement("S004-28")
def test_the_bot_calls_down_an_opponent_who_raises_with_any_hand() -> None:
    hands, board = [None, "As 8d"], "Ah Kc Qs 4d 3d"
    war = view_after("CA CH RR2 RR4 RR6 RR8", hands, board=board, rules="limit")
    bot, won = against("raiser", rules="limit")
    assert won > 0
    bot.meet(HandInfo(("bot 0", "bot 1"), StackIndex(1)))  # type: ignore[attr-defined]
    assert "FO" not in chances(bot, war)


@pytest.mark.statement("S004-27")
def test_a_decision_depends_on_the_price() -> None:
    """A gutshot draw is folded to a bet of the pot, and calls a tenth of it."""
    hands, board = ["9h 8h", None], "Ac Qd 6s 5d 2c"
    dear = view_after("RR6 CA RR12", hands, board=board)
    cheap = view_after("RR20 CA RR2", hands, board=board)
    assert chances(House(), dear).get("FO", 0) > 0.9
    assert chances(House(), cheap).get("FO", 0) < 0.1


@pytest.mark.statement("S004-27")
def test_a_decision_depends_on_the_number_of_players() -> None:
    two = view_after("", ["Kh 5d", None])
    ten = view_after("", [*[None] * 3, "Kh 5d", *[None] * 6])
    assert chances(House(), two).get("FO", 0) < 0.1
    assert chances(House(), ten).get("FO", 0) > 0.9


@pytest.mark.statement("S004-27")
def test_a_decision_depends_on_the_position() -> None:
    """First to act of six players, or on the button after folds of all others."""
    early = view_after("", [*[None] * 3, "Kh 8h", None, None])
    button = view_after("FO FO FO", ["Kh 8h", *[None] * 5])
    worths = [
        max(option.worth for option in House().decision(view).options) for view in (early, button)
    ]
    assert worths[0] < worths[1]
    assert House().decision(button).factors.position == 1


@pytest.mark.statement("S004-27")
def test_a_decision_depends_on_earlier_acts() -> None:
    """Ace-jack opens the betting, but folds to a raise and a reraise."""
    hands = ["Ah Jc", *[None] * 5]
    assert chances(House(), view_after("FO FO FO", hands)).get("FO", 0) < 0.1
    assert chances(House(), view_after("RR6 RR18 FO", hands)).get("FO", 0) > 0.9


@pytest.mark.statement("S004-27")
def test_bluffs_depend_on_their_cost_and_success_rate() -> None:
    bot, info = House(), HandInfo(("bot 0", "bot 1"), StackIndex(0))
    for _ in range(10):  # an opponent who gives up on the flop
        situation, past = situation_after("RR6 CA CH RR8 FO", ["As Ks", None], "Kc Qd 9h 2c 2h")  # type: ignore[list-item]
        bot.meet(info)
        bot.learn(View.from_situation(situation, 0, past))
    bot.meet(info)
    spot = view_after("RR6 CA CH", ["7s 4s", None], board="Kc Qd 9h 2c 2h")
    often = {option.act: option for option in bot.decision(spot).options if option.raises}
    seldom = {option.act: option for option in House().decision(spot).options if option.raises}
    assert often.keys() == seldom.keys()
    for act, option in often.items():
        assert option.is_bluff
        assert option.alone > seldom[act].alone
        assert option.worth > seldom[act].worth
    folds = [option.alone for option in seldom.values()]
    assert folds == sorted(folds)  # a larger bet makes more opponents fold


# Short stacks and tournaments


def test_a_short_stack_pushes_or_folds() -> None:
    good = chances(House(), view_after("FO FO FO", ["Ah 9c", *[None] * 5], stacks=[16] + [200] * 5))
    assert good.get("AA", 0) > 0.9
    bad = chances(House(), view_after("", [*[None] * 3, "8h 3s", None, None], stacks=[16] * 6))
    assert bad == {"FO": 1.0}
    assert AllIn().code == "AA"


def test_on_the_bubble_the_bot_folds_a_hand_that_it_calls_in_a_cash_game() -> None:
    """A pair of tens faces an all-in. Three of four places win equal prizes, and one player is
    nearly eliminated.
    """
    view = view_after("FO AA FO", ["Tc Td", *[None] * 3], stacks=[100, 100, 500, 4], button=2)
    cash = House()
    assert chances(cash, view).get("FO", 0) < 0.1
    bubble = House()
    bubble.meet(HandInfo(("a", "b", "c", "d"), StackIndex(0), prizes=(30.0, 30.0, 30.0)))
    answer = bubble.choose(view)
    assert [act for act, _ in answer.acts] == [Fold()]
    assert "a chip lost is worth more than a chip won" in answer.reason


# Reasons


@pytest.mark.parametrize(
    ("acts", "hand", "words"),
    [
        ("", "As Ah", ["AA, 20 by Chen", "against their range", "raise"]),
        ("RR6 CA", "Kc Ad", ["top pair", "bet", "for value", "when called"]),
        ("RR6 CA RR12", "7s 4s", ["seven high", "bet before us", "the pot lays 2.0 to 1", "fold"]),
    ],
)
def test_the_reason_names_the_factors(acts: str, hand: str, words: list[str]) -> None:
    hands = [hand, None] if not acts.endswith("CA") else [None, hand]
    reason = House().choose(view_after(acts, hands, board="Kd Qd 9h 2c 2h")).reason
    for word in words:
        assert word in reason, reason


def test_an_act_and_its_reason_belong_together() -> None:
    bot: Any = House()
    view = view_after("RR6 CA", [None, "Kc Ad"], board="Kd Qd 9h 2c 2h")
    for act, _ in bot.choose(view).acts:
        assert uci.write(act)[:2] in ("RR", "AA", "CH", "FO")
