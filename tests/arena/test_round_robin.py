"""Round robins."""

from typing import Any

import pytest

from pokermasa.arena import RoundRobin, play_all
from pokermasa.bots.named import Entry, named


def contest(*names: str, **options: Any) -> RoundRobin:
    return RoundRobin(tuple(map(named, names)), **options)


def test_every_pair_of_bots_plays_once() -> None:
    matches = list(contest("basic", "caller", "raiser", "folder").matches)
    assert len(matches) == 6
    assert len({frozenset(match.names) for match in matches}) == 6


def test_the_cross_table_is_antisymmetric() -> None:
    table = play_all(contest("basic", "caller", "raiser", deals=60), workers=1)
    for name in table.contest.names:
        for other in table.contest.names:
            if name != other:
                assert table.interval(name, other).mean == -table.interval(other, name).mean
                assert table.interval(name, other).half == table.interval(other, name).half
    assert sum(row.mbb.mean for row in table.ranking) == pytest.approx(0)


def test_a_bot_can_meet_itself() -> None:
    table = play_all(contest("caller", "caller", "folder", deals=10), workers=1)
    assert {row.name for row in table.ranking} == {"caller", "caller 2", "folder"}
    assert table.interval("caller", "caller 2").mean == 0


def test_pairs_have_different_cards_unless_paired() -> None:
    def boards(paired: bool) -> list[Any]:
        matches = contest("basic", "caller", "raiser", paired=paired).matches
        return [{match.random.cards(deal, 2).board for deal in range(50)} for match in matches]

    first, second, third = boards(paired=False)
    assert not first & second
    assert not first & third
    first, second, third = boards(paired=True)
    assert first == second == third


def test_faults_of_all_matches_are_counted_together() -> Any:
    broken = Entry("broken", lambda seed: object())  # type: ignore[arg-type, return-value]  # wrong on purpose
    bots = (named("caller"), broken, named("folder"))
    table = play_all(RoundRobin(bots, deals=10), workers=1)
    counts = dict(zip(table.contest.names, table.faults.counts, strict=True))
    assert counts["broken"] > 20
    assert counts["caller"] == counts["folder"] == 0
    assert {row.name: row.faults for row in table.ranking} == counts
    assert len(table.faults.recorded) == 20
    assert "no attribute 'choose'" in table.faults.recorded[0].message


def test_the_number_of_workers_changes_nothing() -> None:
    tables = [
        play_all(contest("basic", "random", "raiser", deals=40), workers=workers).as_json()
        for workers in (1, 2)
    ]
    assert tables[0] == tables[1]
