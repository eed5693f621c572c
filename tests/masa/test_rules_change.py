"""House rules may change between hands; the order of the blinds continues."""

import inspect
import json
from random import Random

import pytest

from pokermasa.batch import Tables, rollout
from pokermasa.cards import Deck
from pokermasa.cli.commands import play as cli_play
from pokermasa.cli.commands.table import table as cli_table
from pokermasa.learn.every_seat import HoldemAEC
from pokermasa.learn.single import HoldemEnv
from pokermasa.learn.vector import HoldemVectorEnv
from pokermasa.masa import Masa, MasaRefusal, event, save
from pokermasa.notation import fen
from pokermasa.rules import BadHand, Blinds, Dealer, HouseRules
from pokermasa.rules.house import NAMED
from pokermasa.server.http.tables import NewTable
from pokermasa.server.lobby.lobby import Lobby
from tests.cases import each
from tests.masa.host import hand, places, refusal, seated


@each("sides", [range(2), range(3), range(6)])
@each("new", ["tda", "masa", "limit", "classic"])
@each("old", ["tda", "masa", "limit", "botpoker"])
def test_no_player_pays_the_big_blind_twice_in_a_row_after_a_change_of_rules(
    old: str, new: str, sides: range
) -> None:
    masa = seated(dict.fromkeys(sides, 100), rules=old)
    for number in range(len(sides) + 2):
        if number:
            masa = hand(masa)
        dealt = masa.set_rules(new).masa.deal(Deck()).masa
        assert dealt.game.situation.dealer.rules == HouseRules.named(new)
        if number:
            assert dealt.positions.big == (masa.positions.big + 1) % len(sides)


def test_rules_cannot_change_during_a_hand() -> None:
    masa = seated({0: 100, 1: 100}).deal(Deck()).masa
    assert refusal(masa, lambda: masa.set_rules("tda")) is MasaRefusal.IN_HAND


def test_unknown_rules_are_refused() -> None:
    with pytest.raises(ValueError, match="no house rules are named 'home'"):
        Masa.open().set_rules("home")


@each("house", ["limit", "botpoker"])
def test_rules_and_blinds_that_do_not_fit_are_refused_between_hands(house: str) -> None:
    half = f"under '{house}' the small blind is half of the big: 10, not 1"
    with pytest.raises(BadHand, match=half):
        Masa.open(blinds=(1, 20), rules="tda").set_rules(house)
    masa = Masa.open(blinds=20, rules=house)
    with pytest.raises(BadHand, match=half):
        masa.set_blinds(Blinds(1, 20))
    with pytest.raises(BadHand, match="the big blind must be even"):
        masa.set_blinds(15)
    assert masa.set_blinds(30).masa.blinds == Blinds(15, 30)
    free = Masa.open(blinds=20, rules="tda").set_blinds(Blinds(1, 20)).masa
    assert free.blinds == Blinds(1, 20)


def test_rules_can_change_after_all_players_have_left() -> None:
    masa = hand(seated({0: 100, 1: 100}, rules="tda")).leave(0).masa.leave(1).masa
    masa = masa.set_rules("masa").masa.buy_in(3, 50).masa.buy_in(4, 50).masa
    assert None not in places(masa.deal(Deck()).masa)


def test_change_of_rules_can_be_saved_and_replayed() -> None:
    opening = hand(seated({0: 100, 1: 100, 2: 100}))
    rules = HouseRules.named("tda").replace(showdown="losers may muck")
    change = opening.set_rules(rules)
    change = change.then(change.masa.deal(Deck.shuffled(Random(1))))
    journal = [json.dumps(save.cause_to_data(e)) for e in change.events if event.is_cause(e)]
    assert journal[0] == '{"event": "RulesChanged", "rules": "tda,showdown=losers-may-muck"}'
    causes = [save.cause_from_data(json.loads(line)) for line in journal]
    assert opening.replay(causes) == change.masa
    assert save.read(save.write(change.masa)) == change.masa


# Default rules


def test_cardroom_rules_are_the_default_of_commands_and_environments() -> None:
    for chooses in (rollout, Tables, HoldemEnv, HoldemAEC, HoldemVectorEnv, cli_table):
        assert inspect.signature(chooses).parameters["rules"].default == "tda", chooses
    assert inspect.signature(cli_play.play).parameters["rules"].default == "tda"
    assert inspect.signature(Lobby.open).parameters["rules"].default == NAMED["tda"]
    assert NewTable(name="x").rules == "tda"
    assert Tables(1, players=2).legal().turn.tolist() == [0]  # the button, with the small blind


def test_rules_of_the_documents_are_the_documented_default_of_constructors() -> None:
    masa = NAMED["masa"]
    assert Dealer.start([100, 100], 0, Blinds(1, 2)).rules == masa
    assert Masa.open().rules == masa
    assert fen.read("2 P 0 1 2!0 0 1\nI 98 2 .\nI 99 1 .").rules == masa
    for constructor in (Dealer.start, Masa.open, fen.read):
        assert "`masa`" in constructor.__doc__
