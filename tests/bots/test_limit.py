"""Tests of house:limit: the file of its strategy table, the index of a hand in it, and hands
outside the table.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from pokermasa.arena import Match, play
from pokermasa.arena.hand import BotTable
from pokermasa.arena.named_random import NamedRandom
from pokermasa.arena.terms import Terms
from pokermasa.bots import RandomBot
from pokermasa.bots.limit import limit as room
from pokermasa.bots.limit.limit import Limit, shipped
from pokermasa.bots.limit.line import OffTree, place
from pokermasa.bots.limit.table import PARTS, BadTable, Slot, StrategyTable, read, write
from pokermasa.bots.named import named
from pokermasa.bots.policy import holding, policy_of
from pokermasa.bots.referee import ask
from pokermasa.cards import Deck
from pokermasa.cli import score
from pokermasa.cli.commands.acpc import AcpcPlayer
from pokermasa.equity.board_strengths import combo_of
from pokermasa.histories.acpc import named as game_named
from pokermasa.masa import Masa
from pokermasa.rules import Betting, Blinds, HouseRules, PastAct, Situation, View
from tests.cases import each

GAME = Terms.for_rules("acpc", Betting.FIXED_LIMIT)


def views(text: str, terms: Terms = GAME, deal: int = 1) -> Iterator[View]:
    """Yield the view of the player to act before each act of *text*: c, r or f."""
    past: Any
    situation, past = Situation(terms.opening(2), NamedRandom(1, "limit").cards(deal, 2)), ()
    for letter in [*text, ""]:
        view = View.from_situation(situation, situation.dealer.turn_to_act, past)
        yield view
        if letter:
            codes = {"c": ("CA", "CH"), "r": ("RR",), "f": ("FO",)}[letter]
            move = situation.move(next(act for act in view.acts if act.code in codes))
            past = (*past, PastAct.from_move(move))
            situation = move.situation_after


def last(text: str, **options: Any) -> View:
    return [*views(text, **options)][-1]


def test_a_place_has_player_round_line_and_legal_acts() -> None:
    assert place(last("")) == (0, 0, 0, None, None)
    assert place(last("rrr")) == (1, 0, 4, None, None)
    assert place(last("cc")) == (1, 1, 0, None, Slot.BET)
    assert place(last("ccr")) == (0, 1, 0, Slot.FOLD_TO_ONE, Slot.RAISE_TO_TWO)
    assert place(last("ccrr")) == (1, 1, 0, Slot.FOLD_TO_TWO, Slot.RAISE_TO_THREE)
    assert place(last("ccrrr")) == (0, 1, 0, Slot.FOLD_TO_THREE, Slot.RAISE_TO_FOUR)
    assert place(last("ccrrrr")) == (1, 1, 0, Slot.FOLD_TO_FOUR, None)
    assert place(last("rrrc" + "crrrrc" + "rc")) == (1, 3, (3 * 9 + 8) * 9 + 1, None, Slot.BET)


def test_different_decisions_have_different_places() -> None:
    """Fixed limit has 8 decisions before the flop and 70 up to the end of the flop."""
    seen, texts = set(), [""]
    while texts:
        text = texts.pop()
        view = last(text)
        if view.settled or view.round.place > 1:
            continue
        here = place(view)
        assert here not in seen
        seen.add(here)
        codes = {act.code for act in view.acts}
        texts += [text + "c"] + ([text + "r"] if "RR" in codes else [])
    assert len([here for here in seen if here.round == 0]) == 8
    assert len([here for here in seen if here.round == 1]) == 70


def test_the_limit_bot_plays_whole_hands_by_its_table_alone() -> None:
    bots: Any = [Limit(), RandomBot()]
    table = BotTable(["limit", "random"], bots, Random(1))
    for deal in range(12):
        table.play(GAME.opening(2), NamedRandom(2).cards(deal, 2))
        assert not table.faults
    assert bots[0].decided > 12
    assert bots[0].handed == 0


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        (Terms.for_rules("acpc"), "heads-up fixed limit only"),
        (replace(GAME, stack=47), "stacks of 24 big blinds"),
        (Terms.for_rules("limit"), "button has the small blind|four bets a round"),
    ],
)
def test_in_another_game_the_house_bot_plays_and_its_decisions_are_counted(
    terms: Terms, words: str
) -> None:
    bot, view = Limit(), last("", terms=terms)
    with pytest.raises(OffTree, match=words):
        place(view)
    choice = bot.choose(view)
    assert (bot.handed, bot.decided) == (1, 0)
    assert choice.reason.startswith("house:limit: it plays")
    assert all(act.code in {legal.code for legal in view.acts} for act, _ in choice.acts)


@pytest.mark.parametrize(
    ("terms", "words"), [(Terms.for_rules("tda"), "fixed limit only"), (GAME, "")]
)
def test_a_match_reports_the_decisions_of_the_house_bot_and_the_reason(
    terms: Terms, words: str
) -> None:
    result = play(Match((named("caller"), named("house:limit")), terms, 3), workers=1)
    (nothing, left), received = result.handed, "\n".join(score.report(result).lines)
    row = result.as_json()["bots"][1]["handed"]
    assert nothing == (0, 0, "")
    assert left.of > 0
    if words:
        assert left.decisions == left.of
        assert row == {"decisions": left.of, "of": left.of, "why": left.why}
        assert words in left.why
        assert f"house:limit left {left.of} of {left.of} decisions to the house bot: it" in received
    else:
        assert (left.decisions, left.why, row) == (0, "", None)
        assert "left" not in received


@each("text", ["c", "r", "cr", "cc", "ccr", "ccccr"])
def test_a_view_without_acts_is_not_looked_up_in_the_table(text: str) -> None:
    """A view may lack the acts so far. The row of the first decision would then be that of another
    situation.
    """
    view = last(text)
    assert place(view)
    with pytest.raises(OffTree, match="acts of the hand so far are not known"):
        place(view._replace(past=()))


def test_if_the_table_is_missing_a_message_says_so_and_the_house_bot_plays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(room, "FILE", "no.table")
    shipped.cache_clear()
    try:
        bot = Limit()
        assert "is missing" in bot.trouble
        assert "is missing" in bot.choose(last("")).reason
        assert bot.handed == 1
    finally:
        shipped.cache_clear()


def small() -> StrategyTable:
    dice = np.random.default_rng(1)
    sizes = (2, 3, 4)
    rounds = [
        tuple(
            dice.integers(0, 8, (n, 8, w)).astype(np.uint8)
            for n, w in zip(sizes, (7, 63, 567), strict=True)
        )
        for _ in range(2)
    ]
    centres = [
        dice.integers(0, 256, (n, w)).astype(np.uint8)
        for n, w in zip(sizes, (16, 16, 8), strict=True)
    ]
    first = dice.integers(0, 8, (8, 169, 2)).astype(np.uint8)
    return StrategyTable(
        {"seed": 1},
        np.arange(169, dtype=np.uint8) % 8,
        tuple(centres),  # type: ignore[arg-type]
        first,
        tuple(rounds),  # type: ignore[arg-type]
    )


def test_a_table_comes_back_as_it_was_written() -> None:
    table = small()
    again = read(write(table))
    assert again.made == table.made
    assert (again.preflop == table.preflop).all()
    for player in (0, 1):
        for one, other in zip(again.after[player], table.after[player], strict=True):
            assert (one == other).all()


@pytest.mark.parametrize("where", [30, 200, -40, -1])
def test_any_changed_byte_of_a_table_is_detected(where: int) -> None:
    file = bytearray(write(small()))
    file[where] ^= 1
    with pytest.raises(BadTable, match="checksum"):
        read(bytes(file))


@pytest.mark.parametrize("file", [b"", b"PK\x03\x04", write(small())[:-1], write(small())[:40]])
def test_a_file_that_is_not_a_table_is_refused(file: bytes) -> None:
    with pytest.raises(BadTable):
        read(file)


def test_the_shipped_table_is_a_strategy_everywhere() -> None:
    table = shipped()[0]
    assert (table.preflop.sum(axis=2) <= PARTS).all()
    for player in table.after:
        for part in player:
            for fold, raises in ((1, 2), (4, 5), (6, 7)):
                assert (part[:, fold] + part[:, raises] <= PARTS).all()


@each("text", ["", "rr", "ccr", "cccrrcc", "rc" + "crc" + "cc" + "r"])
def test_a_policy_equals_the_choices_per_hand_and_is_independent_of_its_own(text: str) -> None:
    bot, view = Limit(), last(text)
    policy = bot.policy(view)
    cards = view.players[view.to_act].cards
    free = [hand for hand in (0, 7, 300, 1000, 1325) if policy.chances[hand].sum() > 0]
    for hand in free:
        other = holding(view, hand)
        assert (bot.policy(other).chances == policy.chances).all()
        found = dict(bot.choose(other).acts)
        wanted = zip(policy.acts, policy.chances[hand].tolist(), strict=True)
        assert found == pytest.approx({act: chance for act, chance in wanted if chance})
    on_board = [combo_of(card.number, (card.number + 1) % 52) for card in view.board]
    assert (policy.chances[on_board] == 0).all()
    assert policy.chances[combo_of(*[card.number for card in cards])].sum() == pytest.approx(1)


@pytest.mark.parametrize("name", ["basic", "caller", "folder", "raiser"])
def test_a_bot_without_a_policy_is_asked_per_hand(name: str) -> None:
    view = last("ccr")
    policy = policy_of(named(name).make(1), view)
    free = policy.chances.sum(axis=1) > 0
    assert free.sum() == 1176  # the hands that share no card with the flop
    assert policy.chances[free].sum(axis=1) == pytest.approx(1)
    assert (policy_of(named(name).make(1), holding(view, 1000)).chances == policy.chances).all()


def test_the_tables_policy_is_its_own() -> None:
    view = last("ccr")
    assert (policy_of(Limit(), view).chances == Limit().policy(view).chances).all()


def test_the_limit_bot_is_found_by_its_name() -> None:
    assert isinstance(named("house:limit").make(1), Limit)


def test_the_limit_bot_uses_its_table_in_a_room() -> None:
    """Two players at a table with five sides, in limit with four bets a round, as bots see it in
    `masa serve` and `masa play`.
    """
    rules = HouseRules.named("acpc").replace(betting=Betting.FIXED_LIMIT)
    masa = Masa.open(sides=5, blinds=Blinds(1, 2), rules=rules)
    bots, dice = {1: Limit(), 4: Limit()}, Random(3)
    for side in bots:
        masa = masa.buy_in(side, 200).masa
    for _ in range(4):
        masa = masa.deal(Deck.shuffled(dice)).masa
        while masa.to_act is not None:
            view = masa.view(masa.to_act, past=True)
            masa = masa.move(masa.to_act, ask(bots[masa.to_act], view, dice).act).masa
    assert sum(bot.decided for bot in bots.values()) > 4
    assert [bot.handed for bot in bots.values()] == [0, 0]


def test_the_limit_bot_uses_its_table_for_the_acpc_dealer() -> None:
    bot = Limit()
    player = AcpcPlayer(bot, game_named("holdem.limit.2p.reverse_blinds"), say=pytest.fail)
    for state in ("1:0::|Qd7c", "1:0:cr:|Qd7c", "1:0:cc/r:|Qd7c/2c7h9d", "0:1:rrc/:QdQc|/2c7h9d"):
        assert player.answer(f"MATCHSTATE:{state}")
    assert (bot.decided, bot.handed) == (4, 0)
