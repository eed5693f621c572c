"""AIVAT removes variance and does not change the mean."""

from collections.abc import Callable, Iterator
from itertools import permutations
from random import Random
from typing import Any

import numpy as np
import pytest

from pokermasa.arena import Match, Terms, play
from pokermasa.arena.aivat import Aivat, correction
from pokermasa.arena.fault import BrokenPolicy
from pokermasa.arena.hand import BotTable
from pokermasa.bots import Caller, Folder, MixedAct
from pokermasa.bots.policy import Policy
from pokermasa.rules import Betting, Call, Check, Fold, HandDealer, Raise, Showdown
from tests.cases import each

LIMIT = Terms.for_rules("acpc", Betting.FIXED_LIMIT)


class Leduc:
    """Leduc poker, a small game with six cards of three ranks.

    Each player pays an ante of one chip. There are two rounds with bets of 2 and 4 and at most two
    bets each. A card is dealt between the rounds, and a player who pairs it wins. A history is
    (cards, acts). The policies of both players are random. With *pure*, two of three decisions are
    deterministic.
    """

    def __init__(self, seed: int, pure: bool = False) -> None:
        self.policies: dict[Any, Any]
        self.dice, self.policies, self.pure = Random(seed), {}, pure

    def state(self, acts: str) -> tuple[Any, ...]:
        """Return (round, player to act, chips paid by each, raises in the round), or (None, …) at
        the end."""
        round, who, paid, raises, first = 0, 0, [1, 1], 0, True
        for act in acts:
            if act == "f":
                return None, who, paid, "folded"
            if act == "r":
                paid[who] = max(paid) + (2, 4)[round]
                raises, who, first = raises + 1, 1 - who, False
                continue
            paid[who] = max(paid)
            if first:
                who, first = 1, False
            elif round == 1:
                return None, who, paid, "shown"
            else:
                round, who, raises, first = 1, 0, 0, True
        return round, who, paid, raises

    def policy(self, cards: Any, acts: Any) -> Any:
        round, who, paid, raises = self.state(acts)
        seen = (who, cards[who] // 2, cards[2] // 2 if round else None, acts)
        if seen not in self.policies:
            legal = ("f" if paid[who] < paid[1 - who] else "") + "c" + ("r" if raises < 2 else "")
            parts = [self.dice.random() + 0.05 for _ in legal]
            if self.pure and self.dice.random() < 2 / 3:
                only = self.dice.choice(legal)
                parts = [float(a == only) for a in legal]
            self.policies[seen] = {a: p / sum(parts) for a, p in zip(legal, parts, strict=True)}
        return self.policies[seen]

    def won(self, cards: Any, acts: Any) -> int | str:
        """Return the chips won by the first player."""
        _, who, paid, how = self.state(acts)
        if how == "folded":
            return -paid[0] if who == 0 else paid[1]
        ranks = [3 * (cards[p] // 2 == cards[2] // 2) + cards[p] // 2 / 3 for p in (0, 1)]
        return paid[0] * ((ranks[0] > ranks[1]) - (ranks[0] < ranks[1]))

    def nexts(self, cards: Any, acts: str) -> list[Any]:
        """Return the possible next histories with their chances. Empty at the end."""
        if not cards:
            return [((pair, acts), 1 / 30) for pair in permutations(range(6), 2)]
        state = self.state(acts)
        if state[0] is None:
            return []
        if state[0] == 1 and len(cards) == 2:
            left = [card for card in range(6) if card not in cards]
            return [(((*cards, card), acts), 1 / 4) for card in left]
        return [((cards, acts + a), chance) for a, chance in self.policy(cards, acts).items()]

    def worth(self, cards: Any = (), acts: str = "") -> float:
        """Return the exact expected value."""
        nexts = self.nexts(cards, acts)
        if not nexts:
            return float(self.won(cards, acts))
        return sum(chance * self.worth(*after) for after, chance in nexts)

    def ends(
        self,
        worth: Callable[..., Any],
        cards: Any = (),
        acts: str = "",
        chance: float = 1.0,
        total: Any = 0.0,
        known: tuple[int, ...] = (0, 1),
    ) -> Iterator[tuple[float, Any, Any]]:
        """Yield (chance, chips, chips with AIVAT) for every end of the game.

        *known* are the players whose policies AIVAT knows.
        """
        nexts = self.nexts(cards, acts)
        if not nexts:
            won = self.won(cards, acts)
            yield chance, won, won + total
            return
        is_card = len(nexts[0][0][0]) > len(cards)
        counts = is_card or self.state(acts)[1] in known
        worths, chances = [worth(*after) for after, _ in nexts], [part for _, part in nexts]
        for came, (after, part) in enumerate(nexts):
            more = correction(chances, worths, came) if counts else 0.0
            yield from self.ends(worth, *after, chance * part, total + more, known)  # type: ignore[call-arg]


def moments(ends: list[Any], place: int) -> tuple[Any, Any]:
    chances = np.array([end[0] for end in ends])
    values = np.array([end[place] for end in ends])
    mean = chances @ values
    return mean, chances @ (values - mean) ** 2


@pytest.mark.rotated
@pytest.mark.parametrize(("seed", "pure"), [(1, False), (2, False), (8, True)])
def test_with_exact_values_aivat_removes_all_variance_in_leduc(seed: int, pure: bool) -> None:
    game = Leduc(seed, pure)
    known = {}

    def exact(cards: Any, acts: Any) -> float:
        if (cards, acts) not in known:
            known[cards, acts] = game.worth(cards, acts)
        return known[cards, acts]

    ends = [*game.ends(exact)]
    value = game.worth()
    assert sum(end[0] for end in ends) == pytest.approx(1)
    assert moments(ends, 1) == (pytest.approx(value), pytest.approx(moments(ends, 1)[1]))
    assert moments(ends, 1)[1] > 1
    assert all(end[2] == pytest.approx(value, abs=1e-9) for end in ends)


@each("known", [(0, 1), (0,), (1,), ()])
@each("pure", [False, True])
def test_aivat_does_not_change_the_mean_for_any_values(known: tuple[int, ...], pure: bool) -> None:
    """Holds for a random value function and for any set of known policies."""
    values: dict[Any, Any]
    game, values = Leduc(3 + len(known), pure), {}

    def nonsense(cards: Any, acts: Any) -> Any:
        return values.setdefault((cards, acts), game.dice.uniform(-9, 9))

    ends = [*game.ends(nonsense, known=known)]
    assert moments(ends, 2)[0] == pytest.approx(game.worth(), abs=1e-9)
    assert moments(ends, 2)[1] > 1


def corrected(bots: list[Any], hands: list[Any], board: str, terms: Terms = LIMIT) -> float:
    cards = HandDealer(hands, board)
    aivat = Aivat(bots, terms.stack)
    table = BotTable(["a", "b"], bots, Random(1), aivat.watch)
    aivat.begin(cards)
    outcome = table.play(terms.opening(2), cards).end.outcome
    return aivat.end(outcome.winners.stacks, isinstance(outcome, Showdown))


@pytest.mark.parametrize("board", ["2c 3c 4d 9s 9h", "Kh Ks 4d 9s 9h", "2c 7d Jh 3s 5d"])
def test_a_hand_checked_to_the_end_counts_as_zero(board: str) -> None:
    """The result was only luck, whatever cards were dealt."""
    assert corrected([Caller(), Caller()], ["As Ah", "Kd Kc"], board) == pytest.approx(0)


class Open:
    """A bot that folds a quarter of its hands on the button, calls the others, and then checks."""

    def __init__(self, does: Fold | Call | Raise) -> None:
        self.does = does

    def choose(self, view: Any) -> Any:
        return self.does if view.to_call else Check()

    def policy(self, view: Any) -> Policy:
        acts = (Fold(), Call()) if view.to_call else (Check(),)
        return Policy(acts, np.tile([0.25, 0.75] if view.to_call else [1.0], (1326, 1)))


def test_an_act_of_a_known_policy_counts_with_its_expected_value() -> None:
    """Aces against kings of other suits have an equity of 0.8171 in a pot of four chips.

    The expected win is 1.27 chips. A quarter of it is lost by folds, together with the small
    blind.
    """
    edge = 2 * (0.8171 - 0.1829)
    lost = 0.75 * edge - 0.25 * 1 - edge
    for does in (Fold(), Call()):
        won = corrected([Open(does), Caller()], ["As Ah", "Kd Kc"], "2c 3c 4d 9s 9h")
        assert won == pytest.approx(lost, abs=0.01)


def test_an_act_outside_the_policy_is_reported() -> None:
    with pytest.raises(BrokenPolicy, match="not in the bot's policy"):
        corrected([Open(Raise(4)), Caller()], ["As Ah", "Kd Kc"], "2c 3c 4d 9s 9h")


class Wrong(Open):
    """A bot with an invalid policy."""

    def __init__(self, answer: Callable[..., Any]) -> None:
        super().__init__(Call())
        self.answer = answer

    def policy(self, view: Any) -> Any:
        return self.answer(super().policy(view))


@each(
    ("answer", "words"),
    [
        (lambda right: 1 / 0, "ZeroDivisionError"),
        (lambda right: None, "TypeError"),
        (lambda right: Policy(right.acts, right.chances[:5]), "for each of 1,326 hands"),
        (lambda right: Policy(right.acts[:-1], right.chances), "for each of 1,326 hands"),
        (lambda right: Policy(right.acts, right.chances / 2), "with the sum 1"),
        (lambda right: Policy(right.acts, right.chances * np.nan), "with the sum 1"),
    ],
)
def test_an_invalid_policy_is_reported(answer: Callable[..., Any], words: str) -> None:
    with pytest.raises(BrokenPolicy, match=words):
        corrected([Wrong(answer), Caller()], ["As Ah", "Kd Kc"], "2c 3c 4d 9s 9h")


def test_aivat_narrows_the_interval_of_a_match_and_the_sum_stays_zero() -> None:
    match = Match.between("raiser", "caller", terms=LIMIT, deals=20, duplicate=False, aivat=True)
    result = play(match, workers=1)
    one, other = result.rows
    assert one.aivat.half < one.mbb.half / 2
    assert one.aivat.mean == pytest.approx(-other.aivat.mean)
    assert result.as_json()["bots"][0]["aivat"]["mbb"] == one.aivat.mean
    assert result.widest == one.aivat.half


def test_a_match_without_aivat_has_no_aivat_result() -> None:
    result = play(Match.between("folder", "caller", deals=4), workers=1)
    assert [row.aivat for row in result.rows] == [None, None]
    assert result.as_json()["bots"][0]["aivat"] is None


def test_aivat_with_three_players_is_refused() -> None:
    with pytest.raises(ValueError, match="between two, not 3"):
        Match.between("caller", "folder", "raiser", aivat=True)


def test_a_random_choice_is_counted_by_the_drawn_act() -> None:
    class Drawn(Open):
        def choose(self, view: Any) -> Any:
            if view.to_call:
                return MixedAct(((Fold(), 0.25), (Call(), 0.75)), "")
            return Check()

    values = [
        corrected([Drawn(None), Folder()], ["7s 2h", "Kd Kc"], "2c 3c 4d 9s 9h") for _ in range(2)
    ]
    assert values[0] == values[1]
