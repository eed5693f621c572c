"""Error codes: their string is the stable name, and `words` is a text for people."""

import pickle

import pytest

from pokermasa.cards import CardRefusal
from pokermasa.cards.refusal_code import RefusalCode
from pokermasa.equity import EquityRefusal
from pokermasa.masa import MasaRefusal
from pokermasa.rules import Blinds, Dealer, IllegalAct, Raise, Refusal, Situation
from pokermasa.server.refusal import RoomRefusal
from pokermasa.solve import SolveRefusal
from pokermasa.tournament import TournamentRefusal
from tests.cases import each

ALL = (
    CardRefusal,
    EquityRefusal,
    MasaRefusal,
    Refusal,
    RoomRefusal,
    SolveRefusal,
    TournamentRefusal,
)


def test_a_printed_code_is_its_stable_name_and_not_a_sentence() -> None:
    situation = Situation(Dealer.start([200, 200], 0, Blinds(1, 2), "tda"))
    with pytest.raises(IllegalAct) as refused:
        situation.move(Raise(to=3))
    code = refused.value.code
    assert (str(code), f"{code}", "%s" % code) == ("TOO_SMALL",) * 3  # noqa: UP031
    assert code.words == "too small"
    assert str(refused.value) == "raise to 3 is too small: least 4, most 199"


@each("codes", ALL)
def test_every_code_prints_as_its_name_and_has_a_text_for_people(codes: type[RefusalCode]) -> None:
    assert set(RefusalCode.__subclasses__()) == set(ALL)
    for code in codes:
        assert f"{code}" == str(code) == code.name
        assert " " in code.words
        assert pickle.loads(pickle.dumps(code)) is code
