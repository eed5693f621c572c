"""Tests of document 003 in the room: a league game, as the programs at the table receive it."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from pokermasa.cards import CARDS, read_cards
from tests.server.field import Field, messages_of_type
from tests.server.wired import PATIENCE, Decks, Line, dealt_from, opened

BOTPOKER = """
name = "botpoker"
rules = "botpoker"
seats = 10
stack = {stack}
entrants = [2, 10]
buy_in = 0
points = [[1, 0], [2, 0, -1], [3, 1, 0, -1]]
[levels]
rises = "orbits"
every = 1
beyond = "double"
scale = {scale}
[ante]
tenth = true
"""


class Game:
    """A league game at one table, with prepared cards and with acts played in turn."""

    def __init__(self, field: Field) -> None:
        self.field = field

    @classmethod
    async def begun(
        cls, hall: Any, players: int, stack: int = 1000, scale: str = "[[10, 20], [20, 40]]"
    ) -> "Game":
        host = await hall.guest()
        body = {
            "name": "League",
            "players": players,
            "games": 1,
            "act_time": 600_000,
            "structure": BOTPOKER.format(stack=stack, scale=scale),
        }
        async with hall.client(host) as client:
            answer = await client.post("/api/leagues", json=body)
            assert answer.status_code == 201, answer.text
        secrets = [await hall.guest() for _ in range(players)]
        lines = [await hall.line(secret) for secret in secrets]
        field = Field(hall, answer.json()["tournament"], host, secrets, lines)
        # No hand is dealt before every player watches the table.
        tournaments = hall.lobby.tournaments
        look, tournaments.on_change = tournaments.on_change, lambda table: None
        for line in lines:
            await line.ask(do="register", tournament=field.id)
        game = cls(field)
        for line in lines:
            await line.until(lambda line=line: bool(messages_of_type(line, "tournament_seat")))
            await line.ask(do="watch", masa=messages_of_type(line, "tournament_seat")[0]["masa"])
        tournaments.on_change = game.table.on_change = look
        look(game.table)
        return game

    @property
    def table(self) -> Any:
        (table,) = self.field.director.tables.open.values()
        return table

    async def turn(self, hand: int | None = None) -> int:
        """Waits until a player is to act, in hand *hand* or a later one if given, and returns
        the side."""
        async with asyncio.timeout(PATIENCE):
            while self.table.state.masa.to_act is None or (
                hand and self.table.state.masa.hands < hand
            ):
                await asyncio.sleep(0.001)
        side: int = self.table.state.masa.to_act
        return side

    async def acts(self, text: str) -> None:
        for word in text.split():
            side = await self.turn()
            line = self.field.line_of(self.table, side)
            done = await line.ask(
                do="act", masa=self.table.id, act=word, turn=self.table.act_clock.token
            )
            assert done["type"] == "done", done
            assert "fault" not in done, done

    async def fold(self, hand: int) -> None:
        """Folds until hand *hand* is over."""
        await self.turn(hand)
        while self.table.state.masa.hands == hand and self.table.state.masa.to_act is not None:
            await self.acts("FO")

    def line(self, side: int) -> Line:
        return self.field.line_of(self.table, side)

    async def events(self, name: str, line: Line | None = None) -> list[dict[str, Any]]:
        line = line or self.field.lines[0]
        await line.flush(f"flush {len(line.received)}")
        found = [
            event
            for message in line.messages
            if message["type"] == "events"
            for event in message["events"]
        ]
        return [event for event in found if event["event"] == name]


def played(scenario: Any) -> None:
    asyncio.run(scenario)


def laid(hands: str, board: str, first: int, players: int) -> tuple[Any, ...]:
    """Return the cards in dealing order for *hands* by side. Dealing begins with side *first*, left
    of the button.
    """
    hole_cards = [read_cards(hand) for hand in hands.split()]
    hole_cards = hole_cards[first:] + hole_cards[:first]
    named = (
        [hand[0] for hand in hole_cards]
        + [hand[1] for hand in hole_cards]
        + list(read_cards(board))
    )
    return (*named, *(card for card in CARDS if card not in named))


@pytest.mark.statement(
    "S003-01", "S003-02", "S003-03", "S003-05", "S003-06", "S003-12", "S003-13", "S003-24"
)
def test_the_blinds_rise_after_each_round_of_the_button(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            game = await Game.begun(hall, 3)
            line = game.field.lines[0]
            for hand in range(1, 5):
                first = await game.turn(hand)
                rotated: Any = (await game.events("dealer_rotated", line))[hand - 1]
                button, small, big = rotated["side"], rotated["small"], rotated["big"]
                # Players who folded are dealt in again.
                assert sorted(rotated["sides"]) == [0, 1, 2]
                assert [small, big] == [(button + 1) % 3, (button + 2) % 3]
                assert first == (big + 1) % 3  # the player left of the big blind
                blinds = game.table.state.masa.blinds
                assert blinds.big == 2 * blinds.small == (20 if hand <= 3 else 40)
                view = game.table.state.masa.view(first)
                assert view.to_call == blinds.big - (0 if first != small else blinds.small)
                await game.fold(hand)
            rotated = await game.events("dealer_rotated", line)
            buttons = [event["side"] for event in rotated[:4]]
            assert buttons[1:] == [(side + 1) % 3 for side in buttons[:3]]
            for own in game.field.lines:
                cards = await game.events("deal_pocket_cards", own)
                assert len({event["side"] for event in cards}) == 1  # only the player's own cards
                assert all(len(event["cards"]) == 2 for event in cards)

    played(main())


@pytest.mark.statement("S003-04")
def test_heads_up_the_button_pays_the_big_blind(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            game = await Game.begun(hall, 2)
            await game.turn(1)
            (rotated,) = await game.events("dealer_rotated")
            assert rotated["side"] == rotated["big"]
            live = {event["side"]: event["live"] for event in await game.events("posted")}
            assert live[rotated["side"]] == 20

    played(main())


@pytest.mark.statement("S003-09", "S003-10", "S003-11")
def test_antes_of_a_tenth_of_the_big_blind_start_when_it_reaches_the_buy_in(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            game = await Game.begun(hall, 3, stack=100, scale="[[25, 50], [52, 104]]")
            for hand in (1, 2, 3):
                await game.fold(hand)
            first = [event["ante"] for event in await game.events("posted")]
            assert set(first) == {0}
            await game.turn(4)
            later = (await game.events("posted"))[len(first) :]
            assert [event["ante"] for event in later] == [10, 10, 10]

    played(main())


@pytest.mark.statement("S003-25", "S003-26", "S003-27", "S003-33", "S003-34", "S003-35")
def test_the_stronger_hand_places_higher_if_two_players_are_eliminated_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        decks = Decks("003")
        dealt_from(decks, monkeypatch)
        # By side: the best hand, a pair of queens, a pair of kings.
        decks.ready = [laid("AsAh QsQh KsKh", "2c 7d 9h 3s 4d", 1, 3)]
        async with opened(tmp_path) as hall:
            game = await Game.begun(hall, 3)
            assert (await game.turn(1)) in (0, 1, 2)
            assert (await game.events("dealer_rotated"))[0]["side"] == 0
            seated = dict(game.table.state.seated)
            await game.acts("AA AA AA")
            results = await game.field.get("/results")
            by_name = {row["name"]: row for row in results}
            places = [by_name[seated[side].name]["place"] for side in (0, 1, 2)]
            points = [by_name[seated[side].name]["points"] for side in (0, 1, 2)]
            assert places == [1, 3, 2]
            assert points == [2, -1, 0]
            league = game.field.director.state.league
            async with hall.client() as client:
                table = (await client.get(f"/api/leagues/{league}")).json()
            assert [row["points"] for row in table["standings"]] == [2, 0, -1]

    played(main())


@pytest.mark.statement("S003-22", "S003-23")
def test_a_split_pot_drops_its_odd_chip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        decks = Decks("003")
        dealt_from(decks, monkeypatch)
        decks.ready = [laid("AsKs AhKh 7c2d", "Qc Jd Tc 3h 4d", 1, 3)]
        async with opened(tmp_path) as hall:
            game = await Game.begun(hall, 3, scale="[[15, 30]]")
            await game.turn(1)
            # The button raises, the small blind calls, the big blind folds what it has paid.
            await game.acts("RR61 CA FO CH CH CH CH CH CH")
            (ended,) = await game.events("hand_ended")
            ((pot,),) = ended["pots"]
            assert pot["amount"] == 61 + 61 + 30
            assert {winner["share"] for winner in pot["winners"]} == {76}
            assert ended["dropped"] == 0
            assert game.field.now.balances

    played(main())
