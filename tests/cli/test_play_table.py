"""Tests of `masa play` on the whole screen, driven by its keys."""

import asyncio
import random
import re
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from pokermasa.bots import Basic, Caller, MixedAct
from pokermasa.cards.card import RANK_LETTERS, SUIT_SYMBOLS
from pokermasa.cli.commands.play import Speed
from pokermasa.cli.play.app import TableApp
from pokermasa.cli.play.book import Book
from pokermasa.cli.play.cloth import PLACES
from pokermasa.cli.play.game import Cash, SitAndGo, sit_and_go
from pokermasa.cli.play.pane import Cloth, Pane
from pokermasa.cli.play.session import Session, Stage
from pokermasa.cli.play.sizing import Sizing
from pokermasa.rules import (
    Betting,
    Blinds,
    Dealer,
    HalfPotRaise,
    HouseRules,
    PotRaise,
    Situation,
    ThirdPotRaise,
    View,
)

pytestmark = pytest.mark.sampled(2)

CARD = re.compile(f"[{RANK_LETTERS}][{SUIT_SYMBOLS}]")
TDA = HouseRules.named("tda")


@pytest.fixture
def session(tmp_path: Path) -> Callable[..., Session]:
    def session(
        bots: list[Any],
        stack: int = 200,
        rules: HouseRules = TDA,
        is_cash: bool = True,
        seed: int = 1,
    ) -> Session:
        names = ["You", *(f"Bot {number}" for number in range(1, len(bots) + 1))]
        dice = random.Random(seed)
        game = (
            Cash(names, stack, Blinds(1, 2), rules)
            if is_cash
            else SitAndGo(names, sit_and_go(len(names), stack, Blinds(1, 2), rules, 10), dice)
        )
        return Session(game, bots, dice, Book(tmp_path / "hands.phhs"))

    return session


def drive(
    app: TableApp,
    script: Callable[..., Coroutine[Any, Any, None]],
    size: tuple[int, int] = (80, 24),
) -> None:
    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await script(pilot)

    asyncio.run(run())


async def until(pilot: Any, condition: Callable[..., bool], seconds: int = 60) -> None:
    """Waits until *condition* is true. It fails after *seconds* seconds."""
    for _ in range(seconds * 50):
        if condition():
            return
        await pilot.pause(0.02)
    raise AssertionError(f"never came: {panel(pilot.app)}")


async def my_turn(pilot: Any) -> None:
    await until(pilot, lambda: pilot.app.turn is not None)
    await pilot.pause()


async def hand_over(pilot: Any) -> None:
    await until(pilot, lambda: pilot.app.onward is not None)


def panel(app: TableApp) -> str:
    return "\n".join(line.plain for line in app.panel_lines())


def drawn(app: TableApp) -> str:
    cloth = app.query_one(Cloth)
    lines = [cloth.render_line(y) for y in range(cloth.size.height)]
    return "\n".join("".join(segment.text for segment in line) for line in lines)


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("players", "size"),
    [*((players, (80, 24)) for players in (2, 5, 9)), (10, (120, 40)), (6, (200, 60))],
)
def test_a_table_of_any_size_shows_all_players_and_visible_cards(
    session: Callable[..., Session], players: int, size: tuple[int, int]
) -> None:
    app = TableApp(session([Caller()] * (players - 1)), Speed.INSTANT)

    async def script(pilot: Pilot[None]) -> None:
        for _ in range(4):
            await my_turn(pilot)
            view = app.session.view
            shown = drawn(app)
            for number in range(1, players):
                assert f"Bot {number}" in shown
            assert f"pot {view.pot}" in shown
            mine = {card.pretty for card in (*view.players[0].cards, *view.board)}
            if size == (80, 24):
                assert set(CARD.findall(shown)) == mine
            assert shown.count("░░░░ ░░░░") == players - 1
            await pilot.press("c")
        await hand_over(pilot)
        assert "wins " in drawn(app)

    drive(app, script, size)


def test_seats_do_not_overlap_on_the_screen() -> None:
    for places in PLACES.values():
        assert len(set(places)) == len(places)


def test_every_key_that_sizes_a_bet(session: Callable[..., Session]) -> None:
    app = TableApp(session([Caller(), Caller()]), Speed.INSTANT)

    async def script(pilot: Pilot[None]) -> None:
        await my_turn(pilot)  # before the flop with the button: pot 3, 2 to call
        for keys, amount in [
            ("m", 4),
            ("t", 4),
            ("h", 4),
            ("j", 5),
            ("p", 7),
            ("a", 200),
            ("right", 200),
            ("left", 198),
            ("down", 197),
            ("up", 198),
            ("1 7", 17),
            ("backspace", 1),
            ("5 0", 150),
            ("right", 152),
        ]:
            await pilot.press(*keys.split())
            assert f"raise to {amount}" in panel(app), keys
        await pilot.press("escape", "3", "r")
        assert "raise to 3 is too small: least 4, most 199" in panel(app)
        await pilot.press("escape", "enter")  # without an amount nothing happens
        assert app.session.view.price == 2
        await pilot.press("p", "enter")
        await my_turn(pilot)
        assert app.session.view.pot == 21
        assert "bet " in panel(app)
        await pilot.press("a", "r")
        await hand_over(pilot)
        assert any("You bet 193 and are all in" in line.words for line in app.session.log)

    drive(app, script)


def test_folding_instead_of_checking_needs_a_confirmation(session: Callable[..., Session]) -> None:
    app = TableApp(session([Caller()]), Speed.INSTANT)

    async def script(pilot: Any) -> None:
        await my_turn(pilot)
        await pilot.press("c")
        await my_turn(pilot)
        await pilot.press("f")
        assert "Checking costs nothing" in panel(app)
        assert app.session.stage is Stage.YOURS
        await pilot.press("f")
        await hand_over(pilot)
        assert any(line.words == "You fold." for line in app.session.log)

    drive(app, script)


class Talker:
    def choose(self, view: Any) -> MixedAct:
        return MixedAct.single(Caller().choose(view), "I call, therefore I am.")


def test_reasons_of_bots_are_shown_after_the_hand_only(session: Callable[..., Session]) -> None:
    app: Any = TableApp(session([Talker()], stack=20), Speed.INSTANT)

    def screen_text() -> str:
        return "\n".join(line.plain for line in app.screen.lines)

    async def script(pilot: Any) -> None:
        await my_turn(pilot)
        await pilot.press("c", "w")
        await until(pilot, lambda: isinstance(app.screen, Pane))
        assert "Reasons are told when a hand is over." in screen_text()
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, Pane))
        await my_turn(pilot)
        await pilot.press("a", "r")
        await hand_over(pilot)
        await pilot.press("w")
        await until(pilot, lambda: isinstance(app.screen, Pane))
        assert "I call, therefore I am." in screen_text()

    drive(app, script)


def test_odds_help_and_the_log_on_request(session: Callable[..., Session]) -> None:
    app: Any = TableApp(session([Caller(), Caller()]), Speed.INSTANT)

    async def script(pilot: Any) -> None:
        await my_turn(pilot)
        await pilot.press("o")
        await until(
            pilot, lambda: " against 2 random hands; calling 2 for 3 needs 40%" in panel(app)
        )
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, Pane))
        assert any("fold" in line.plain for line in app.screen.lines)
        await pilot.press("escape", "l")
        await until(pilot, lambda: isinstance(app.screen, Pane))
        assert any("You are dealt " in line.plain for line in app.screen.lines)
        await pilot.press("escape")

    drive(app, script)


def test_when_time_is_up_a_hand_is_checked_or_folded(session: Callable[..., Session]) -> None:
    app = TableApp(session([Basic(), Basic()]), Speed.INSTANT, clock=1)

    async def script(pilot: Any) -> None:
        await hand_over(pilot)
        said = [line.words for line in app.session.log]
        assert "You are out of time." in said
        assert {"You fold.", "You check."} & set(said)

    drive(app, script)


def test_leaving_needs_a_confirmation_and_saves_every_hand(
    session: Callable[..., Session], tmp_path: Path
) -> None:
    app = TableApp(session([Caller()]), Speed.INSTANT)

    async def script(pilot: Any) -> None:
        for _ in range(3):
            await my_turn(pilot)
            await pilot.press("f", "f")
            await hand_over(pilot)
            await pilot.press("space")
        await my_turn(pilot)
        await pilot.press("q")
        assert "q again to leave" in panel(app)
        assert app.is_running
        await pilot.press("q")

    drive(app, script)
    assert app.session.book.hands == 3
    first, *others = app.session.farewell()
    assert first.endswith("in 3 hands.")
    assert any(str(tmp_path / "hands.phhs") in line for line in others)
    assert (tmp_path / "hands.phhs").read_text().count("variant = ") == 3


def test_control_c_leaves_at_once(session: Callable[..., Session]) -> None:
    app = TableApp(session([Caller()]), Speed.INSTANT)

    async def script(pilot: Any) -> None:
        await my_turn(pilot)
        await pilot.press("ctrl+c")

    drive(app, script)
    assert app.session.stage is Stage.YOURS


@pytest.mark.rotated
def test_the_window_may_change_its_size_at_any_time(session: Callable[..., Session]) -> None:
    app = TableApp(session([Caller()] * 8), Speed.INSTANT)

    async def script(pilot: Any) -> None:
        for size in [(80, 24), (140, 50), (60, 18), (20, 5), (1, 1), (100, 30), (80, 24)]:
            await my_turn(pilot)
            await pilot.resize_terminal(*size)
            await pilot.pause()
            if size == (20, 5):
                continue
            await pilot.press("c")
            if app.onward is not None:
                await pilot.press("space")
        await until(pilot, lambda: app.turn is not None or app.onward is not None)
        assert "Bot 8" in drawn(app)

    drive(app, script)


def test_a_window_that_is_too_small_shows_a_message(session: Callable[..., Session]) -> None:
    app = TableApp(session([Caller()]), Speed.INSTANT)

    async def script(pilot: Any) -> None:
        await my_turn(pilot)
        assert "too small" in drawn(app)

    drive(app, script, (50, 16))


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("betting", "is_cash"), [*((betting, True) for betting in Betting), (Betting.NO_LIMIT, False)]
)
def test_five_hands_with_every_kind_of_key(
    session: Callable[..., Session], betting: Betting, is_cash: bool
) -> None:
    """Plays five hands with every kind of key, or until the sit-and-go is over."""
    rules = TDA.replace(betting=betting)
    dice = random.Random(5)
    bots = [Basic(0.1), Caller(), Basic(0.4), Basic(0.6)]
    app = TableApp(session(bots, 60, rules, is_cash), Speed.INSTANT, hands=5)

    async def script(pilot: Any) -> None:
        while app.is_running and app.session.stage is not Stage.OVER:
            await until(
                pilot,
                lambda: (
                    app.turn is not None
                    or app.onward is not None
                    or app.session.stage is Stage.OVER
                    or not app.is_running
                ),
            )
            if app.turn is not None:
                keys = dice.choice(["c", "c", "f f", "m r", "p enter", "a r c", "9 r c", "left r"])
                await pilot.press(*keys.split())
            elif app.onward is not None:
                await pilot.press("space")

    drive(app, script)
    game: Any = app.session.game
    assert game.masa.hands == app.session.book.hands
    assert game.masa.hands == 5 or game.is_over
    if is_cash:
        assert game.masa.chips == sum(game.bought.values())


def test_the_next_hand_is_dealt_automatically(session: Callable[..., Session]) -> None:
    app = TableApp(session([Basic(1.0)]), Speed.INSTANT, hands=6)

    async def script(pilot: Any) -> None:
        await pilot.press("d")
        while app.is_running and app.session.game.masa.hands < 6:
            await until(pilot, lambda: app.turn is not None or app.session.game.masa.hands == 6)
            await pilot.press("f", "f")
        assert app.onward is None

    drive(app, script)


@pytest.mark.parametrize("rules", ["tda", "masa"])
def test_shares_of_the_pot_are_those_of_the_rules(rules: str) -> None:
    dice, compared = random.Random(7), 0
    for _ in range(60):
        stacks = [dice.randrange(4, 300) for _ in range(dice.randrange(2, 7))]
        situation = Situation(Dealer.start(stacks, 0, Blinds(1, 3), rules))
        while not situation.end:
            sizing = Sizing.from_view(View.from_situation(situation, situation.dealer.turn_to_act))
            for act in situation.possible_acts:
                if isinstance(act, ThirdPotRaise | HalfPotRaise | PotRaise):
                    assert sizing.share(1 / act.share) == act.to
                    compared += 1
            situation = situation.move(dice.choice(situation.possible_acts)).situation_after
    assert compared > 50
