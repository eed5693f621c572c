"""The mistakes of a player over many hands."""

import pytest

from pokermasa.histories import phh
from pokermasa.rules import StackIndex
from pokermasa.study import Limits
from pokermasa.study.mistakes import MistakeKind, Mistakes, kind_of
from tests.cases import each
from tests.study.test_analysis import BET_AND_CALL, hand


@each(
    ("act", "best", "kind"),
    [
        ("FO", "CA", MistakeKind.OVERFOLD),
        ("CA", "FO", MistakeKind.BAD_CALL),
        ("CA", "RR20", MistakeKind.MISSED_BET),
        ("AC", "FO", MistakeKind.BAD_CALL),
        ("FO", "AC", MistakeKind.OVERFOLD),
        ("CH", "RR20", MistakeKind.MISSED_BET),
        ("RR20", "CH", MistakeKind.BAD_BET),
        ("AF", "FO", MistakeKind.BAD_BET),
        ("RR20", "RR60", MistakeKind.BAD_SIZE),
    ],
)
def test_a_mistake_has_the_kind_of_the_act_that_was_taken(
    act: str, best: str, kind: MistakeKind
) -> None:
    assert kind_of(act, best) is kind


def test_mistakes_are_collected_by_street_position_and_kind() -> None:
    costs = Mistakes(Limits(seconds=0))
    calls = ("p2 cbr 6", "p1 cbr 20", "p2 cbr 100", "p1 cc", "p2 sm AsAh", "p1 sm")
    trash = hand("d dh p1 7c2d", "d dh p2 ????", *calls, "d db 3h4h5h", "d db 8s", "d db 9s")
    costs.add(phh.read(trash.replace("[100, 100]", "[200, 200]").replace("100'", "200'")), [])
    for text in (trash, hand(*BET_AND_CALL)):
        costs.add(phh.read(text).seen_by("Ann"), [StackIndex(0)])
    assert (costs.hands, costs.judged < costs.decisions) == (3, True)
    (street,) = costs.by("street")
    assert street[0] == "preflop"
    assert costs.by("position")[0][0] == "BB"
    assert {name for name, _, _ in costs.by("kind")} <= {"bad call", "bad bet"}
    assert costs.per_hundred == pytest.approx(100 * sum(m.loss for m in costs.found) / 3)
    assert costs.per_hundred > 0
