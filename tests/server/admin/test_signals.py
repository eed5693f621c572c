"""Tests of collusion signals: simulated collusion is found, and honest play gives no signal.
Only acts, chips and addresses are used."""

import asyncio
import json
from itertools import count, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pokermasa.cards import Deck
from pokermasa.masa import Masa
from pokermasa.rules import AllIn, Blinds, Call, Check, Fold, Raise
from pokermasa.server.accounts import audit
from pokermasa.server.admin import dealings
from pokermasa.server.admin.signals import BetResponse, Dealing, Dealings, Rate, Signal
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.journal import journal
from tests.server.operator import Seats, admin, admin_json, person
from tests.server.wired import opened

NOBODY: dict[str, frozenset[int]] = {}


def honest(rng: Random, players: list[int], hands: int) -> list[Dealing]:
    """Return hands of honest players. They differ in skill and in how often they fold, but not
    towards particular opponents.
    """
    skill = {player: rng.gauss(0, 0.05) for player in players}
    nerve = {player: rng.uniform(0.35, 0.65) for player in players}
    found = []
    for _ in range(hands):
        table = rng.sample(players, min(6, len(players)))
        decisions = []
        for _ in range(3):
            by, to = rng.sample(table, 2)
            decisions.append(BetResponse(by, to, rng.random() < nerve[by]))
        one, other = rng.sample(table, 2)
        pot = min(100.0, rng.lognormvariate(1.5, 1.2))
        if rng.random() < 0.5 - skill[one] + skill[other]:
            one, other = other, one
        won = dict.fromkeys(table, 0.0) | {one: pot, other: -pot}
        found.append(Dealing(won, frozenset(table), tuple(decisions)))
    return found


def signals(
    found: list[Dealing],
    addresses: dict[str, frozenset[int]] = NOBODY,
    guests: frozenset[int] = frozenset(),
) -> list[Signal]:
    added = Dealings()
    for dealing in found:
        added.add(dealing)
    return added.signals(addresses, guests)


@pytest.mark.rotated
@pytest.mark.parametrize("seed", range(4))
def test_honest_play_gives_no_collusion_signal(seed: int) -> None:
    """Holds for different skill levels and for many pairs of players."""
    rng = Random(f"honest {seed}")
    assert signals(honest(rng, list(range(1, 41)), 8_000)) == []
    assert signals(honest(rng, [1, 2, 3], 3_000)) == []


@pytest.mark.parametrize("seed", range(3))
def test_chip_dumping_to_one_player_is_the_first_signal(seed: int) -> None:
    rng = Random(f"dumping {seed}")
    found = honest(rng, list(range(1, 31)), 6_000)
    for _ in range(25):  # 25 of 6,000 hands transfer a whole stack.
        won = {30: -90.0, 29: 90.0, 3: 0.0}
        found.insert(rng.randrange(len(found)), Dealing(won, frozenset(won)))
    first, *others = signals(found)
    assert first.pair == (29, 30)
    (reason,) = first.reasons
    assert reason.kind == "chips"
    assert (reason.figures["from"], reason.figures["to"]) == (30, 29)
    assert reason.figures["paid"] >= 25 * 90
    assert not others, "and nobody else is named"


@pytest.mark.parametrize("seed", range(3))
def test_two_players_who_fold_only_to_each_other_are_found(seed: int) -> None:
    rng = Random(f"soft {seed}")
    found = honest(rng, list(range(1, 31)), 6_000)
    friends = [d for d in found if {1, 2} <= d.people]
    for dealing in friends:
        both = (BetResponse(1, 2, rng.random() < 0.95), BetResponse(2, 1, rng.random() < 0.95))
        found.append(dealing._replace(won=dict.fromkeys(dealing.won, 0.0), decisions=both))
    first, *others = signals(found)
    assert first.pair == (1, 2)
    assert [reason.kind for reason in first.reasons] == ["folds"]
    assert "folded to each other's bets" in first.reasons[0].message
    assert not others


OWN = frozenset(range(101, 106))
"""Guest accounts, or second accounts, of player 30."""


@pytest.mark.parametrize("are_guests", [True, False])
def test_losing_and_folding_to_own_guest_accounts_does_not_hide_a_signal(are_guests: bool) -> None:
    rng = Random("hidden")
    found = honest(rng, list(range(1, 31)), 6_000)
    for _ in range(25):
        won = {30: -90.0, 29: 90.0}
        found.append(Dealing(won, frozenset(won)))
        for own in sorted(OWN):
            won = {30: -90.0, own: 90.0}
            found += 4 * [Dealing(won, frozenset(won))]
    guests = OWN if are_guests else frozenset()
    addresses = NOBODY if are_guests else {f"{one}": frozenset({30, one}) for one in OWN}
    by_pair = {signal.pair: signal for signal in signals(found, addresses, guests)}
    assert "chips" in [reason.kind for reason in by_pair[29, 30].reasons]
    assert all((30, own) in by_pair for own in OWN), "and these are told too"

    friends = [d for d in found if {1, 2} <= d.people]
    for dealing in friends:
        both = (BetResponse(1, 2, rng.random() < 0.95), BetResponse(2, 1, rng.random() < 0.95))
        found.append(dealing._replace(won=dict.fromkeys(dealing.won, 0.0), decisions=both))
    for one, own in product((1, 2), sorted(OWN)):
        won = {one: 0.0, own: 0.0}
        found += 400 * [Dealing(won, frozenset(won), (BetResponse(one, own, True),))]
    addresses |= {} if are_guests else {f"{o} {p}": frozenset({o, p}) for o in (1, 2) for p in OWN}
    by_pair = {signal.pair: signal for signal in signals(found, addresses, guests)}
    assert "folds" in [reason.kind for reason in by_pair[1, 2].reasons]


def test_one_sided_folding_or_few_hands_give_no_signal() -> None:
    rng = Random("one way")
    found = honest(rng, list(range(1, 11)), 3_000)
    for _ in range(200):
        found.append(Dealing({1: 0.0, 2: 0.0}, frozenset({1, 2}), (BetResponse(1, 2, True),)))
    assert signals(found) == []
    few = [Dealing({1: -19.0, 2: 19.0}, frozenset({1, 2}), (BetResponse(1, 2, True),))]
    assert signals(few) == []


def test_a_shared_address_is_a_signal_unless_many_share_it() -> None:
    found = [
        Dealing({1: amount, 2: -amount, 3: 0.0}, frozenset({1, 2, 3}))
        for amount in (1.0, -1.0) * 10
    ]
    addresses = {"home": frozenset({1, 2}), "club": frozenset(range(1, 50))}
    (signal,) = signals(found, addresses)
    assert (signal.pair, signal.hands) == ((1, 2), 20)
    assert signal.reasons[0].message == "came from the same address, which nobody else used"
    assert signals(found, {"club": frozenset(range(1, 50))}) == []


def test_confidence_interval_of_a_rate_matches_published_values() -> None:
    """The values are those of the Wilson interval in Brown, Cai and DasGupta (2001)."""
    assert Rate(0, 10).interval == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert Rate(5, 10).interval == pytest.approx((0.2366, 0.7634), abs=1e-4)


# Signals in hands that were really played


class Game:
    """Six players at a table whose hands are stored as the room stores them. The first two cheat:
    the second raises, the first puts most of the stack in and folds to the next raise.
    """

    def __init__(self, rng: Random, accounts: list[Account]) -> None:
        self.rng = rng
        self.accounts = accounts
        self.numbers = count(1)

    def hand(self, connection: Any, masa_id: str, is_dumping: bool) -> None:
        masa = Masa.open(sides=6, blinds=Blinds(1, 2))
        for side in range(6):
            masa = masa.buy_in(side, 200).masa
        masa = masa.deal(Deck.shuffled(self.rng)).masa
        while masa.to_act is not None:
            masa = masa.move(masa.to_act, self.act(masa, is_dumping)).masa
        assert masa.last_game is not None
        seated: Any = dict(enumerate(self.accounts))
        rows = journal.hand_rows(masa_id, next(self.numbers), masa.last_game, seated, 1)
        journal.keep_hand(connection, rows)

    def act(self, masa: Masa, is_dumping: bool) -> Any:
        side, situation = masa.to_act, masa.game.situation
        acts, raises = situation.possible_acts, situation.raises
        calm = Check() if Check() in acts else Call() if Call() in acts else AllIn()
        mine = situation.dealer.stacks[situation.dealer.turn_to_act][2]
        if is_dumping and side == 1 and raises is not None:
            return Raise(min(raises[1], max(raises[0], 30))) if raises[0] < 60 else AllIn()
        if is_dumping and side == 0 and raises is not None and mine < 100:
            return Raise(min(raises[1], max(raises[0], 180)))
        if is_dumping and side != 1:
            return Check() if Check() in acts else Fold()
        if self.rng.random() < 0.25 and Check() not in acts:
            return Fold()
        if raises is not None and self.rng.random() < 0.2:
            low, high = raises
            return Raise(min(high - 1, 2 * low)) if low < high - 1 else calm
        return calm


def test_chip_dumping_is_found_in_stored_hands(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            names = ("Dora", "Max", "Ann", "Bob", "Cid", "Eve")
            secrets = [await person(hall, name) for name in names]
            accounts = [await hall.app.state.accounts.named(name) for name in names]
            masa = await hall.table(secrets[0])
            game, rng = Game(Random("table"), accounts), Random("when")

            def insert_hands(connection: Any) -> None:
                for _ in range(120):
                    game.hand(connection, masa, is_dumping=rng.random() < 0.25)

            await hall.lobby.writer.write(insert_hands)
            found = await admin_json(hall, "signals")
            assert [found[0]["first"], found[0]["second"]] == ["Dora", "Max"]
            assert [(one["first"], one["second"]) for one in found[1:]] == []
            kinds = {reason["kind"] for reason in found[0]["reasons"]}
            assert "chips" in kinds
            said = await admin(hall, "signals", "--hands", "60")
            assert said.exit_code == 0, said.output
            assert (await admin(hall, "signals", "Dora")).exit_code == 2
            assert not {card for card in ("Ah", "Kd", "2c") if card in json.dumps(found)}

    asyncio.run(main())


@pytest.mark.rotated
@pytest.mark.both_stores
def test_addresses_are_stored_hashed_for_30_days_and_loopback_is_not_stored(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            seats = await Seats.taken(hall, "Ada", "Bob", "Cid")  # from this machine
            for name, address in (
                ("Ada", "192.0.2.7"),
                ("Bob", "192.0.2.7"),
                ("Cid", "2001:db8::1"),
            ):
                async with hall.client(address=address) as client:
                    body = {"name": name, "password": "correct horse"}
                    for _ in range(2):
                        assert (await client.post("/api/login", json=body)).status_code == 200
            await seats.table.deal()
            await seats.finish()
            async with hall.engine.connect() as connection:
                known = await connection.run_sync(dealings._addresses)
                found = await connection.run_sync(dealings.report)
            assert sorted(map(len, known.values())) == [1, 2]
            assert not any("192.0.2" in address or ":" in address for address in known)
            assert [(one.first, one.second) for one in found] == [("Ada", "Bob")]
            await hall.pass_days(31)
            hall.app.state.admin._looked_for_old = -1e9
            await hall.app.state.admin._let_go()
            async with hall.engine.connect() as connection:
                assert await connection.run_sync(dealings._addresses) == {}
                assert await connection.run_sync(audit.audit) == []

    asyncio.run(main())
