"""A match: equal cards for everybody, balanced chips, reproducible results."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from typing import Any, ClassVar

import pytest

from bench.strength import LIMITS
from pokermasa.arena import Match, Terms, play
from pokermasa.arena.match import BLOCK, FIRST_CHECKPOINT, MatchTask
from pokermasa.arena.named_random import NamedRandom
from pokermasa.bots import Caller, HandInfo, MixedAct
from pokermasa.bots.named import Entry
from pokermasa.rules import Betting, Blinds, Call, Check, Fold, Raise, View
from tests.cases import each


def made(kind: Any, seed: int) -> "Learner":
    return kind()


def entry(kind: Callable[..., Any], name: str | None = None) -> Entry:
    return Entry(name or kind.__name__, partial(made, kind))


class Witness:
    """A bot that calls and records what it has seen."""

    hands: ClassVar[list[Any]] = []
    made: ClassVar[Iterator[int]] = count()

    def __init__(self) -> None:
        self.number = next(self.made)

    def meet(self, info: Any) -> None:
        self.info = info

    def choose(self, view: Any) -> Any:
        return next(act for act in view.acts if act in (Check(), Call()) or act.code == "AA")

    def learn(self, view: Any) -> None:
        mine = view.players[view.viewer].cards
        self.hands.append(
            (self.number, self.info.names[view.viewer], view.viewer, mine, view.board)
        )


def witnessed(match: Match) -> list[Any]:
    Witness.hands.clear()
    play(match, workers=1)
    return list(Witness.hands)


# Cards


@pytest.mark.parametrize("players", [2, 3, 6])
def test_every_bot_plays_every_hand_of_every_deal(players: int) -> None:
    names = [f"w{number}" for number in range(players)]
    match = Match(tuple(entry(Witness, name) for name in names), deals=20)
    seen = witnessed(match)
    boards = {board for *_, board in seen}
    assert len(boards) == 20
    for board in boards:
        held: dict[Any, Any] = {name: set() for name in names}
        for _, name, place, cards, lying in seen:
            if lying == board:
                held[name].add((place, cards))
        # The same cards are in the same places for everybody, and each bot is in each place once.
        assert len({frozenset(hands) for hands in held.values()}) == 1
        assert all(len(hands) == players for hands in held.values())


def test_no_bot_sees_a_deal_twice() -> None:
    seen = witnessed(Match((entry(Witness, "a"), entry(Witness, "b")), deals=30))
    by_bot = [(bot, board) for bot, *_, board in seen]
    assert len(by_bot) == len(set(by_bot)) == 30 * 2 * 2


def test_without_duplicate_every_deal_is_played_once_and_seats_rotate() -> None:
    match = Match((entry(Witness, "a"), entry(Witness, "b")), deals=30, duplicate=False)
    seen = witnessed(match)
    assert len({board for *_, board in seen}) == 30
    assert len(seen) == 60
    assert [place for _, name, place, *_ in seen if name == "a"].count(0) == 15


def test_two_matches_share_cards_only_with_the_same_stream() -> None:
    def boards(*bots: str, **options: Any) -> set[Any]:
        match = Match.between(*bots, **options)
        return {match.random.cards(deal, match.players).board for deal in range(200)}

    first = boards("caller", "folder")
    assert first == boards("caller", "folder")
    for other in (
        boards("caller", "raiser"),
        boards("folder", "caller"),
        boards("caller", "folder", seed=2),
        boards("caller", "folder", terms=Terms(stack=400)),
        boards("caller", "folder", "folder"),
    ):
        assert len(first & other) <= 1
    assert boards("caller", "raiser", stream="x") == boards("caller", "folder", stream="x")
    assert boards("caller", "raiser", stream="x") != boards("caller", "raiser", stream="y")


def test_every_card_is_equally_likely_in_every_place() -> None:
    counts: dict[Any, Any]
    rng, counts = NamedRandom(1, "fair"), {}
    for deal in range(5200):
        cards = rng.cards(deal, players=2)
        assert len({*cards.hands[0], *cards.hands[1], *cards.board}) == 9
        for place, card in enumerate([*cards.hands[0], *cards.hands[1], *cards.board]):
            counts[place, card] = counts.get((place, card), 0) + 1
    assert len(counts) == 9 * 52
    # Chi-square with 51 degrees of freedom for each place. Values over 100 have a chance of 1 in
    # 50,000.
    for place in range(9):
        found = [counts[place, card] for p, card in counts if p == place]
        assert sum((count - 100) ** 2 / 100 for count in found) < 100


# Winnings


@each("betting", Betting)
@each("bots", [("basic", "random"), ("raiser", "random", "basic", "caller")])
def test_winnings_of_all_bots_sum_to_zero(bots: tuple[str, ...], betting: Betting) -> None:
    match = Match.between(*bots, terms=Terms.for_rules("tda", betting), deals=60)
    result = play(match, workers=1)
    assert result.hands == 60 * len(bots)
    for deal in zip(*result.nets, strict=True):
        assert sum(deal) == 0
    assert sum(row.chips for row in result.rows) == 0
    assert any(row.chips for row in result.rows)


def test_in_a_duplicate_match_equal_bots_win_nothing() -> None:
    result = play(Match.between("caller", "caller", "caller", deals=50), workers=1)
    assert [row.chips for row in result.rows] == [0, 0, 0]
    assert [row.name for row in result.rows] == ["caller", "caller 2", "caller 3"]


def test_results_are_in_thousandths_of_a_big_blind_per_hand() -> None:
    """A bot that always folds loses half a big blind and a whole one alternately."""
    terms = Terms(blinds=Blinds(50, 100), stack=10_000)
    raiser, folder = play(Match.between("raiser", "folder", terms=terms, deals=20), workers=1).rows
    assert raiser.mbb == (750, 0)
    assert folder.chips == -40 * 75


@each("rules", ["masa", "classic", "botpoker", "limit", "tda", "acpc"])
def test_every_house_rule_can_be_played(rules: str) -> None:
    result = play(
        Match.between("random", "basic", "raiser", terms=Terms.for_rules(rules), deals=20),
        workers=1,
    )
    assert not any(result.faults.counts)


# Reproducible results


class Learner:
    """A bot that folds more often the more hands it has played."""

    def __init__(self) -> None:
        self.hands = 0

    def meet(self, info: HandInfo) -> None:
        self.hands += 1

    def learn(self, view: View) -> None:
        pass

    def choose(self, view: View) -> MixedAct:
        stay = next(act for act in view.acts if act in (Check(), Call()) or act.code == "AA")
        return MixedAct(((stay, 50.0), (Fold(), float(self.hands))))


@pytest.mark.rotated
@pytest.mark.sampled(3)
@pytest.mark.parametrize("bots", [("random", "basic"), ("house", "random"), ("learner", "random")])
def test_the_result_does_not_depend_on_the_number_of_workers(bots: tuple[str, str]) -> None:
    known = {"learner": entry(Learner)}
    deals = 2 * BLOCK + 60 if "house" not in bots else 12
    match = Match.between(*[known.get(bot, bot) for bot in bots], deals=deals, seed=4)
    first, other = [play(match, workers=workers) for workers in (1, 3)]
    assert other.nets == first.nets
    assert play(match._replace(seed=5), workers=1).nets != first.nets


def test_blocks_begin_with_new_bots_and_have_equal_length() -> None:
    def lengths(deals: int) -> list[Any]:
        match = Match.between(entry(Learner), "caller", deals=deals)
        rooms = [room for blocks in match.checkpoints for room in match.tasks(blocks)]
        assert [deal for room in rooms if room.rotation == 0 for deal in room.deals] == list(
            range(deals)
        )
        return [len(room.deals) for room in rooms if room.rotation == 1]

    assert lengths(10 * BLOCK) == [BLOCK] * 10
    assert lengths(10 * BLOCK + 10) == [228] * 5 + [229] + [228] * 4 + [229]
    assert sorted(lengths(205)) == [20] * 5 + [21] * 5
    assert sorted(lengths(47)) == [11, 12, 12, 12]
    assert lengths(19) == [19]
    match = Match.between(entry(Learner), "caller", deals=20 * BLOCK, stream="same")
    longer = match._replace(deals=40 * BLOCK)
    assert MatchTask(longer, 1, 0).play().nets == MatchTask(match, 1, 0).play().nets


@pytest.mark.rotated
def test_checkpoints_are_fixed_and_only_the_width_ends_a_match() -> None:
    looks = list(Match.between("caller", "folder", deals=10_000, until=10.0).checkpoints)
    assert [blocks.stop for blocks in looks] == [20, 25, 31, 38, 40]
    assert looks[0] == range(FIRST_CHECKPOINT)
    surely = play(Match.between("raiser", "folder", deals=10_000, until=1.0), workers=1)
    assert surely.deals == FIRST_CHECKPOINT * BLOCK
    never = play(Match.between("basic", "caller", deals=1250, until=0.1), workers=1)
    assert never.deals == 1250
    assert never.widest > 0.1


# Faults


class Plain:
    """A bot that calls or raises without saying that it is all in."""

    def choose(self, view: View) -> Check | Raise | Call:
        if Check() in view.acts:
            return Check()
        me = view.players[view.viewer]
        return Raise(to=me.reach) if view.price < me.reach and view.to_call > 20 else Call()


class Bold(Plain):
    def choose(self, view: View) -> Raise:
        return Raise(to=view.players[view.viewer].reach)


@pytest.mark.parametrize("rules", ["tda", "masa", "botpoker", "acpc"])
def test_a_call_or_raise_of_the_whole_stack_is_taken_as_all_in(rules: str) -> None:
    terms = Terms.for_rules(rules)
    match = Match.between(entry(Plain), entry(Bold), deals=40, terms=terms, duplicate=False)
    result = play(match, workers=1)
    assert result.faults.counts == [0, 0]
    assert max(result.nets[0]) == terms.stack  # both players were all in


class Faulty(Caller):
    def choose(self, view: View) -> Any:
        if view.round == "F":
            raise KeyError("flop")
        return super().choose(view)


class Dunce(Caller):
    def meet(self, info: Any) -> None:
        pass

    def learn(self, view: Any) -> None:
        raise ValueError("what was that?")


def test_a_faulty_answer_folds_is_recorded_and_the_match_goes_on() -> None:
    result = play(Match.between(entry(Faulty), "caller", deals=40), workers=1)
    assert result.hands == 80
    assert result.faults.counts == [80, 0]
    assert len(result.faults.recorded) == 20
    assert result.faults.recorded[0] == (0, 1, "KeyError: 'flop'")
    data = result.as_json()
    assert data["bots"][0]["faults"] == 80
    assert data["faults"][0] == {"bot": "Faulty", "where": 1, "message": "KeyError: 'flop'"}


@pytest.mark.parametrize("bots", [(), ("caller",), ("caller",) * 11])
def test_a_match_needs_two_to_ten_bots(bots: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=f"a match is between 2 to 10 bots, not {len(bots)}"):
        Match.between(*bots)


def test_bots_may_be_given_as_class_or_object() -> None:
    class Timid(Caller):
        def __init__(self, worst: int = 2) -> None:
            self.worst = worst

        def choose(self, view: Any) -> Any:
            return super().choose(view) if view.to_call < self.worst else Fold()

    given = Timid(worst=1)
    match = Match.between(Timid, given, "caller", deals=20)
    assert match.names == ("Timid", "Timid 2", "caller")
    first = play(match)  # This runs without workers, because only this process has the class.
    assert first.faults.counts == [0, 0, 0]
    assert first.nets[0] != first.nets[1]  # this very object
    assert play(match).nets == first.nets
    for wrong in (7, None, object(), Timid.choose, int):
        with pytest.raises(TypeError, match="with a method choose"):
            Match.between("caller", wrong)  # type: ignore[arg-type]  # wrong on purpose


def test_an_object_is_copied_for_every_block_and_rotation() -> None:
    class Counting(Caller):
        seen = 0

        def choose(self, view: Any) -> Any:
            self.seen += 1
            assert self.seen <= 4 * 10
            return super().choose(view)

    given = Counting()
    assert play(Match.between(given, "caller", deals=40)).faults.counts == [0, 0]
    assert given.seen == 0


def test_a_bot_that_cannot_learn_plays_on() -> None:
    result = play(Match.between(entry(Dunce), "caller", deals=10), workers=1)
    assert result.faults.counts == [20, 0]
    assert result.rows[0].chips == 0


# Limit


@pytest.mark.parametrize(
    ("game", "most"), [("heads-up limit", 48), ("heads-up limit, no cap", 200)]
)
def test_the_limit_game_of_make_strength_has_four_bets_per_round(game: str, most: int) -> None:
    """The game in the literature has at most four bets per round even between two players.

    So at most 4 · (2 + 2 + 4 + 4) chips are lost. Under the house rules `limit`, two bots that
    always raise put in everything.
    """
    match = Match.between("raiser", "raiser", deals=20, terms=LIMITS[game], duplicate=False)
    result = play(match, workers=1)
    assert {abs(net) for net in result.nets[0]} <= {0, most}
    assert max(result.nets[0]) == most
    assert LIMITS["heads-up limit"].words.endswith("rules: acpc")


def test_terms_with_blinds_that_the_rules_do_not_allow_are_refused() -> None:
    with pytest.raises(ValueError, match="the small blind is half of the big: 5, not 1"):
        Terms.for_rules("limit", blinds=(1, 10))
    assert Terms.for_rules("limit", blinds=10).blinds == Blinds(5, 10)


def test_terms_read_the_betting_structure_and_the_rules_from_text() -> None:
    expected = Terms.for_rules("tda", Betting.FIXED_LIMIT)
    assert (
        Terms.for_rules("tda", "fixed limit")
        == Terms.for_rules("tda, betting=fixed limit")
        == expected
    )
    assert expected.rules.betting is Betting.FIXED_LIMIT
    with pytest.raises(ValueError, match="betting is 'no limit' or 'pot limit' or 'fixed limit'"):
        Terms.for_rules("tda", "xyz")


def test_terms_and_matches_take_rules_by_name() -> None:
    expected = Terms.for_rules("tda", "fixed limit", blinds=(1, 2))
    assert Terms("tda, betting=fixed limit", (1, 2)) == expected  # type: ignore[arg-type]
    assert Match.between("caller", "folder", terms="tda, betting=fixed limit").terms == expected


@each(
    ("wrong", "words"),
    [
        ({"rules": "xyz"}, "no house rules are named 'xyz'"),
        ({"rules": None}, "expected HouseRules or a name such as 'tda', not None"),
        ({"stack": "200"}, "a whole number of chips, at least 1, not '200'"),
        ({"stack": 10.5}, "a whole number of chips, at least 1, not 10.5"),
        ({"blinds": "1-2"}, "blinds must be Blinds(5, 10), (5, 10)"),
        ({"bets": 2}, "bets must be a smaller and a larger one"),
    ],
)
def test_terms_that_cannot_be_played_are_refused_in_words(
    wrong: dict[str, Any], words: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        Terms(**wrong)


@each(
    ("wrong", "words"),
    [
        ({"deals": 0}, "deals is how many deals are played, at least 1, not 0"),
        ({"deals": "20"}, "deals is how many deals are played, at least 1, not '20'"),
        ({"deals": 1.5}, "at least 1, not 1.5"),
        ({"until": 0}, "until is a width in mbb/hand, above 0, not 0"),
        ({"until": "x"}, "until is a width in mbb/hand, above 0, not 'x'"),
    ],
)
def test_a_match_of_no_length_is_refused_in_words(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        Match.between("caller", "folder", **wrong)
