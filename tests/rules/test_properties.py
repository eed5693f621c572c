"""Properties of every hand: random rules, stacks, posts and acts, two to ten players.

`Referee` is a second implementation. It computes the same game in another way, with plain lists and
the contributions of a whole hand instead of pots round by round, and predicts the result of each
act.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokermasa.cards import CARDS, Card, Deck
from pokermasa.notation import fen
from pokermasa.rules import (
    AllIn,
    AllInCall,
    AllInFullRaise,
    AllInHalfRaise,
    AllInRule,
    Betting,
    Blinds,
    Call,
    Check,
    Dealer,
    FirstToShow,
    Fold,
    HalfPotRaise,
    HandDealer,
    HeadsUpButton,
    HouseRules,
    IllegalAct,
    LeastRaise,
    Move,
    OddChips,
    OneWin,
    PlayerAct,
    Post,
    PotDistribution,
    PotRaise,
    Raise,
    Refusal,
    Reopening,
    Role,
    ShortAntes,
    ShortBigBlind,
    ShortRaise,
    Showdown,
    ShowdownRule,
    Situation,
    SmallBlind,
    StackIndex,
    ThirdPotRaise,
    View,
)
from pokermasa.rules.act import _Act
from pokermasa.rules.house import NAMED

# Hands


@dataclass(frozen=True)
class Start:
    """The start of a hand. The seed decides its cards and its acts."""

    stacks: tuple[int, ...]
    button: int
    blinds: Blinds
    rules: HouseRules
    posts: dict[int, Post] | None = None
    bets: tuple[int, int] | None = None
    seed: int = 0

    def dealer(self) -> Dealer:
        return Dealer.start(
            self.stacks, self.button, self.blinds, self.rules, posts=self.posts, bets=self.bets
        )

    def cards(self) -> HandDealer:
        return HandDealer.deal(Deck.shuffled(Random(self.seed)), players=len(self.stacks))


OPTIONS = {
    "betting": list(Betting),
    "heads_up_button": list(HeadsUpButton),
    "all_in": list(AllInRule),
    "reopening": list(Reopening),
    "short_raise": list(ShortRaise),
    "short_big_blind": list(ShortBigBlind),
    "short_antes": list(ShortAntes),
    "odd_chips": list(OddChips),
    "first_to_show": list(FirstToShow),
    "showdown": list(ShowdownRule),
    "least_raise": list(LeastRaise),
    "small_blind": list(SmallBlind),
    "raise_cap": [None, (4, 4, 4, 4), (1, 2, 3, 0)],
    "cap_counts_bet": [False, True],
    "cap_lifts_heads_up": [False, True],
}
SHORT, DEEP = st.integers(1, 60), st.integers(500, 2000)
STACKS = [st.integers(1, 6), SHORT, st.one_of(SHORT, DEEP), st.one_of(SHORT, DEEP, DEEP)]


@st.composite
def starts(draw: Any, preset: Any) -> Start:
    players = draw(st.integers(2, 10))
    stacks = draw(st.lists(draw(st.sampled_from(STACKS)), min_size=players, max_size=players))
    button = draw(st.integers(0, players - 1))
    big = draw(st.integers(1, 20))
    ante = draw(st.sampled_from([0, 0, 1, 4]))
    blinds = Blinds(draw(st.integers(0, big)), big, ante, draw(st.booleans()))
    changed = draw(st.lists(st.sampled_from(sorted(OPTIONS)), unique=True, max_size=4))
    options = {option: draw(st.sampled_from(OPTIONS[option])) for option in changed}  # type: ignore[call-overload]  # wrong on purpose
    rules = HouseRules.named(preset).replace(**options)
    if rules.small_blind is SmallBlind.HALF:
        blinds = blinds._replace(small=big, big=2 * big)
        big *= 2
    posts = None
    if draw(st.integers(0, 3)) == 3:
        at = draw(st.permutations(range(players)))
        posts = {at[0]: Post(big, draw(st.integers(0, 3)))}
        for index in at[1 : draw(st.integers(1, players))]:
            live, dead = draw(st.sampled_from([0, big, 2 * big])), draw(st.integers(0, 3))
            posts[index] = Post(live, dead, late=draw(st.booleans()))
    bets = draw(st.sampled_from([None, None, (3, 7)]))
    seed = draw(st.integers(0, 10**6))
    return Start(tuple(stacks), button, blinds, rules, posts, bets, seed)


def chosen(situation: Situation, dice: Random) -> Any:
    """Return one of the legal acts, more often one that keeps the hand going."""
    acts = situation.possible_acts
    kind = dice.randrange(20)
    if kind == 0:
        return acts[0]  # fold
    if kind == 1:
        return acts[-1]  # a pot, most often
    if kind == 2 and AllIn() in acts:
        return AllIn()
    if kind < 10 and situation.raises:
        least, most = situation.raises
        return Raise(least if kind < 7 else dice.randint(least, min(most, 4 * least)))
    return acts[1]  # check or call


def played(
    start: Start, cards: HandDealer | None = None
) -> Iterator[tuple[Situation | Move | None, ...]]:
    """Yield every situation of the hand with its move. The move is None at the end."""
    situation: Any
    situation, dice = Situation(start.dealer(), cards), Random(start.seed)
    while not situation.end:
        move = situation.move(chosen(situation, dice))
        yield situation, move
        situation = move.situation_after
    yield situation, None


def situations(start: Start, cards: HandDealer | None = None) -> list[Any]:
    return [situation for situation, _ in played(start, cards)]


def hands(test: Any) -> Any:
    """Run the test for each preset on random hands."""
    return pytest.mark.parametrize("preset", NAMED)(given(data=st.data())(test))


# A second opinion


class Referee:
    def __init__(self, start: Start) -> None:
        self.rules, self.blinds, self.button = start.rules, start.blinds, start.button
        self.players = len(start.stacks)
        self.bets = start.bets or (start.blinds.big, 2 * start.blinds.big)
        self.behind = list(start.stacks)
        self.front = [0] * self.players
        self.folded = [False] * self.players
        self.wagered = [0] * self.players  # live chips of the rounds that are over
        self.round = 0
        self.over: Any = None
        self._clear()
        small = (self.button + 1) % self.players
        if self.players == 2 and self.rules.heads_up_button is HeadsUpButton.SMALL_BLIND:
            small = self.button
        around = [(small + i) % self.players for i in range(self.players)]
        big = around[1]
        in_turn = [
            i for i in around if not (start.posts and i in start.posts and start.posts[i].late)
        ]
        for index in in_turn:
            if start.posts and index in start.posts and start.posts[index].live == self.blinds.big:
                big = index
        posts = start.posts or {small: Post(start.blinds.small), big: Post(start.blinds.big)}
        # For each dead post: the chips of each player, whether all may win all of it, and the
        # players who may win it.
        self.dead: list[Any] = []
        ante = self.blinds.ante
        if ante and self.blinds.big_blind_ante:
            self._pay_dead({big: ante}, True)
        elif ante:
            shared = self.rules.short_antes is ShortAntes.SHARED
            self._pay_dead(dict.fromkeys(around, ante), shared)
        self._pay_dead({i: post.dead for i, post in posts.items()}, True)
        self.could_wager = [stack > 0 for stack in self.behind]
        for index, post in posts.items():
            self._pay(index, post.live)
        opener = big
        if start.posts:
            most = max(self.front[i] for i in in_turn)
            opener = [i for i in in_turn if self.front[i] == most][-1]
        self.level = self.price
        self._turn_after(opener)

    def _clear(self) -> None:
        self.acted = [False] * self.players
        self.fully_raised = [False] * self.players  # since the player's own last act
        self.step = self.blinds.big
        self.level = 0  # fixed limit: the wager after the last counted bet
        self.raises = 0
        self.wager_on_river = None

    def _pay_dead(self, owed: dict[Any, Any], shared: bool) -> None:
        could_play = [stack > 0 for stack in self.behind]
        paid = [min(owed.get(i, 0), self.behind[i]) for i in range(self.players)]
        self.behind = [stack - out for stack, out in zip(self.behind, paid, strict=True)]
        self.dead.append((paid, shared, could_play))

    def _pay(self, index: Any, amount: Any) -> None:
        paid = min(amount, self.behind[index])
        self.behind[index] -= paid
        self.front[index] += paid

    # The observable state

    def involved(self, index: Any) -> bool:
        return not self.folded[index] and self.behind[index] > 0

    @property
    def live(self) -> list[Any]:
        return [i for i in range(self.players) if not self.folded[i]]

    @property
    def price(self) -> int:
        full = self.round == 0 and self.rules.short_big_blind is ShortBigBlind.FULL_PRICE
        return max([*self.front, self.blinds.big if full else 0])

    def total(self, index: Any) -> Any:
        return self.behind[index] + self.front[index]

    @property
    def pot(self) -> int:
        return sum(sum(paid) for paid, _, _ in self.dead) + sum(self.wagered) + sum(self.front)

    def reach(self, index: tuple[int, int, int, int]) -> int:
        """Return the largest wager that any opponent can have."""
        return max([self.total(i) for i in self.live if i != index], default=0)

    def asked(self, index: Any) -> Any:
        """Return the wager that is needed to stay in the hand."""
        return max(self.front[index], min(self.price, self.reach(index)))

    def _turn_after(self, index: Any) -> None:
        alone = sum(map(self.involved, range(self.players))) == 1
        for step in range(1, self.players + 1):
            other = (index + step) % self.players
            if self.involved(other) and (
                self.front[other] < self.asked(other) or not (self.acted[other] or alone)
            ):
                self.turn = other
                return
        self._end_round()

    def _end_round(self) -> None:
        *_, matched, highest = sorted(self.front)
        owner = self.front.index(highest)
        if matched < highest and not self.folded[owner]:
            self.front[owner] = matched
            self.behind[owner] += highest - matched
        self.wagered = [a + b for a, b in zip(self.wagered, self.front, strict=True)]
        self.front = [0] * self.players
        if len(self.live) == 1:
            self.over = OneWin
        elif self.round == 3 or sum(map(self.involved, self.live)) <= 1:
            self.over = Showdown
        else:
            self.round += 1
            self._clear()
            self._turn_after(self.button)

    # Legal acts

    def closed(self) -> Refusal | None:
        """Return the reason why the stack to act may not raise, or None."""
        me, rules, price = self.turn, self.rules, self.price
        if self.reach(me) <= price:
            return Refusal.NOBODY_TO_RAISE
        fixed = rules.betting is Betting.FIXED_LIMIT
        if self.acted[me]:
            facing = price - self.front[me]
            match rules.reopening:
                case Reopening.ANY:
                    open_again = facing > 0
                case Reopening.FULL_RAISE:
                    open_again = self.fully_raised[me]
                case Reopening.ADD_UP if fixed:
                    open_again = 2 * facing >= self.bet
                case Reopening.ADD_UP:
                    open_again = facing >= self.least_step
            if not open_again:
                return Refusal.NO_RAISE
        if fixed and rules.raise_cap is not None:
            lifted = rules.cap_lifts_heads_up and len(self.live) == 2
            free = self.is_bet() and not rules.cap_counts_bet
            if not (lifted or free) and self.raises >= rules.raise_cap[self.round]:
                return Refusal.RAISE_CAP
        return None

    @property
    def least_step(self) -> int:
        """Return the least number of chips that a raise must add."""
        return 1 if self.rules.least_raise is LeastRaise.ANY else self.step

    @property
    def bet(self) -> Any:
        return self.bets[self.round // 2]

    def is_bet(self) -> bool:
        """Whether a raise in fixed limit would be the first bet of the round or complete it."""
        adds_up = self.rules.reopening is Reopening.ADD_UP
        return self.price == 0 or (adds_up and self.level == 0)

    def sizes(self) -> tuple[int, ...]:
        """Return the smallest and the largest raise, regardless of the raiser's chips."""
        price = self.price
        match self.rules.betting:
            case Betting.NO_LIMIT:
                return price + self.least_step, 10**18
            case Betting.POT_LIMIT:
                least = price + self.least_step
                return least, max(least, price + self.pot + price - self.front[self.turn])
            case Betting.FIXED_LIMIT:
                adds_up = self.rules.reopening is Reopening.ADD_UP
                to = (self.level if adds_up else price) + self.bet
                return to, to

    def may_all_in(self) -> bool:
        me, rule = self.turn, self.rules.all_in
        total, asked = self.total(me), self.asked(me)
        if total > asked:
            at_once = rule is AllInRule.SENT_AS_ALL_IN and self.closed() is None
            return at_once and total <= self.sizes()[1]
        return rule is AllInRule.SENT_AS_ALL_IN or (
            rule is AllInRule.ONLY_WHEN_SHORT and total < asked
        )

    def range(self) -> tuple[int, Any] | None:
        """Return the smallest and the largest amount for RR, or None."""
        me, rule = self.turn, self.rules.all_in
        total = self.total(me)
        if self.closed() or total <= self.asked(me):
            return None
        least, most = self.sizes()
        most = min(most, total - 1 if self.may_all_in() else total)
        if rule is AllInRule.ONLY_WHEN_SHORT:
            least = min(least, total)
        return (least, most) if least <= most else None

    def judge(self, act: Any) -> Any:
        """Return the recorded act for *act*, or the code with which it is refused."""
        if self.over:
            return Refusal.HAND_OVER
        me, rule = self.turn, self.rules.all_in
        total, front, asked = self.total(me), self.front[me], self.asked(me)
        match act:
            case AllInCall() | AllInHalfRaise() | AllInFullRaise():
                return Refusal.NOT_SENT
            case Fold():
                return act
            case Check():
                return act if asked == front else Refusal.MUST_CALL_OR_FOLD
            case Call():
                if asked == front:
                    return Refusal.NOTHING_TO_CALL
                exact = rule is AllInRule.ONLY_WHEN_SHORT and total == asked
                fine = total > asked or rule is AllInRule.BY_CALLING or exact
                return act if fine else Refusal.USE_ALL_IN
            case AllIn(to):
                if not self.may_all_in():
                    return Refusal.NO_ALL_IN
                if to not in (None, total):
                    return Refusal.WRONG_AMOUNT
                if total <= asked:
                    return AllInCall()
                return AllInFullRaise() if total >= self.sizes()[0] else AllInHalfRaise()
            case Raise(to):
                return self._judge_raise(act, to)
            case _:
                to = self.price + (self.pot + min(asked, total) - front) // act.share
                if act.to not in (None, to):
                    return Refusal.WRONG_AMOUNT
                return self._judge_raise(type(act)(to), to)

    def _judge_raise(self, act: Raise, to: int) -> Any:
        total, allowed = self.total(self.turn), self.range()
        if type(to) is not int:
            return Refusal.NOT_WHOLE
        if allowed and allowed[0] <= to <= allowed[1]:
            return act
        if closed := self.closed():
            return closed
        if to == total and self.may_all_in():
            return Refusal.USE_ALL_IN
        if to > min(total, self.sizes()[1]):
            return Refusal.TOO_LARGE
        if self.rules.short_raise is ShortRaise.REFUSED:
            return Refusal.TOO_SMALL
        instead = [self.judge(other) for other in (Check(), Call(), AllIn())]
        return next(other for other in instead if not isinstance(other, Refusal))

    # Effects of acts

    def do(self, act: Any) -> None:
        """Apply an act as it was recorded."""
        me = self.turn
        self.acted[me], self.fully_raised[me] = True, False
        match act:
            case Fold():
                self.folded[me] = True
            case Check():
                pass
            case Call() | AllInCall():
                self._pay(me, min(self.asked(me), self.total(me)) - self.front[me])
            case _:
                self._raise(me, getattr(act, "to", self.total(me)))
        self._turn_after(me)

    def _raise(self, me: Any, to: Any) -> None:
        price, rules = self.price, self.rules
        added = to - price
        fixed = rules.betting is Betting.FIXED_LIMIT
        is_full = added >= (self.bet if fixed else self.least_step)
        adds_up = fixed and rules.reopening is Reopening.ADD_UP
        if fixed and (not adds_up or 2 * (to - self.level) >= self.bet):
            self.raises += rules.cap_counts_bet or not self.is_bet()
            self.level = to
        if is_full:
            self.step = added
            self.fully_raised = [i != me for i in range(self.players)]
        if self.round == 3 and (
            self.wager_on_river is None or rules.first_to_show is FirstToShow.LAST_AGGRESSOR
        ):
            self.wager_on_river = me
        self._pay(me, to - self.front[me])

    # The end of the hand

    def phases(self) -> list[Any]:
        """Return forced payments and wagers, each with the stacks that can win them."""
        return [*self.dead, (self.wagered, False, self.could_wager)]

    def pots(self) -> list[Any]:
        """Return (amount, members) of each pot, the main pot first.

        They are computed once at the end, layer by layer.
        """
        layers = []
        for paid, shared, could_play in self.phases():
            members = [i for i in self.live if could_play[i]]
            if shared:
                layers.append((sum(paid), members))
                continue
            levels, reached = sorted({0, *(paid[i] for i in members)}), members
            for below, level in pairwise(levels):
                amount = sum(min(chips, level) - min(chips, below) for chips in paid)
                reached = [i for i in members if paid[i] >= level]
                layers.append((amount, reached))
            # An all-in player wins no more from an opponent than the own chips in the pot. Chips of
            # folded players beyond the last level go to players who had chips to match them.
            beyond = sum(max(chips - levels[-1], 0) for chips in paid)
            layers.append((beyond, [i for i in reached if self.behind[i]] or reached))
        pots: list[Any] = []
        for amount, members in layers:
            if not amount:
                continue
            if pots and pots[-1][1] == members:
                amount += pots.pop()[0]
            pots.append((amount, members))
        return pots

    def most(self, index: Any) -> int:
        """Return the most chips that this stack can win.

        From each opponent it wins as much as it put in itself, from shared payments everything,
        and, if no remaining stack put in more, also what folded stacks put in beyond that.
        """
        most = 0
        for paid, shared, _ in self.phases():
            has_most = paid[index] == max(paid[i] for i in self.live)
            most += sum(chips if shared or has_most else min(chips, paid[index]) for chips in paid)
        return most

    def paid(self, values: tuple[Any, ...] | list[PotDistribution]) -> list[Any]:
        """Return the chips of each stack after the pots are paid to the best of *values*."""
        after = list(self.behind)
        if self.over is OneWin:
            after[self.live[0]] += self.pot
            return after
        for amount, members in self.pots():
            best = max(values[i] for i in members)
            winners = [i for i in members if values[i] == best]
            winners.sort(key=lambda i: (i - self.button - 1) % self.players)
            share, odd = divmod(amount, len(winners))
            for place, winner in enumerate(winners):
                after[winner] += share
                match self.rules.odd_chips:
                    case OddChips.ONE_EACH:
                        after[winner] += place < odd
                    case OddChips.FIRST_WINNER:
                        after[winner] += odd if place == 0 else 0
        return after

    def order(self) -> list[Any]:
        first = self.wager_on_river
        first = self.button + 1 if first is None else first
        return [
            i for step in range(self.players) if (i := (first + step) % self.players) in self.live
        ]


def dispute(referee: Referee, dealer: Dealer, over: bool) -> dict[Any, Any]:
    """Return the differences between dealer and referee. The text is empty if there are none."""
    ours = {
        "behind": referee.behind,
        "front": referee.front,
        "folded": referee.folded,
        "round": referee.round,
        "over": bool(referee.over),
        "turn": None if over else referee.turn,
    }
    theirs = {
        "behind": [s.stack for s in dealer.stacks],
        "front": [s.recent_wager for s in dealer.stacks],
        "folded": [s.role is Role.FOLDED for s in dealer.stacks],
        "round": "PFTR".index(dealer.round),
        "over": over,
        "turn": None if over else dealer.turn_to_act,
    }
    return {key: (ours[key], theirs[key]) for key in ours if ours[key] != theirs[key]}


# Chips, turns, pots


@pytest.mark.rotated
@hands
def test_chips_are_conserved_and_somebody_can_act_until_the_end(
    preset: str, data: st.DataObject
) -> None:
    start = data.draw(starts(preset))
    for situation in situations(start):
        dealer = situation.dealer
        assert dealer.chips == sum(start.stacks)
        assert all(s.stack >= 0 and s.recent_wager >= 0 for s in dealer.stacks)
        if situation.end:
            break
        assert situation.possible_acts
        assert situation.possible_acts[0] == Fold()
        assert dealer.stacks[dealer.turn_to_act].role is Role.INVOLVED
        assert dealer.stacks[dealer.turn_to_act].stack > 0
    players = len(start.stacks)
    for values in ([Random(start.seed + n).randrange(3) for _ in range(players)] for n in range(4)):
        if isinstance(situation.outcome, OneWin):
            winners = situation.outcome.winners
            paid, dropped = winners.stacks, winners.dropped
        else:
            pots = dealer.distribute_all(values)
            paid, dropped = dealer.paid(pots), sum(pot.dropped for pot in pots)
        assert sum(paid) + dropped == sum(start.stacks)
        assert dropped == 0 or start.rules.odd_chips is OddChips.DROPPED


@hands
def test_the_cards_decide_and_no_chip_is_lost(preset: str, data: st.DataObject) -> None:
    start = data.draw(starts(preset))
    *_, situation = situations(start, start.cards())
    winners = situation.outcome.winners
    assert sum(winners.stacks) + winners.dropped == sum(start.stacks)
    values = [start.cards().value(i) for i in range(len(start.stacks))]
    for pot in winners.pots:
        assert all(situation.dealer.stacks[i].role is not Role.FOLDED for i in pot.involved)
        assert len({values[i] for i in pot.involved}) == 1


@hands
def test_the_members_of_a_pot_have_not_folded(preset: str, data: st.DataObject) -> None:
    for situation in situations(data.draw(starts(preset))):
        dealer = situation.dealer
        living = {i for i, s in enumerate(dealer.stacks) if s.role is not Role.FOLDED}
        pots = (dealer.running_pot, *dealer.side_pots)
        for pot in pots:
            assert set(pot.involved) <= living
        for newer, older in pairwise(pots):
            assert set(newer.involved) < set(older.involved), "each all-in leaves one pot behind"
        assert set(pots[-1].involved) == living


@pytest.mark.rotated
@hands
def test_every_state_can_be_written_and_read(preset: str, data: st.DataObject) -> None:
    start = data.draw(starts(preset))
    cards = start.cards()
    for situation in situations(start, cards):
        dealer = situation.dealer
        assert fen.read(fen.write(dealer)) == dealer
        assert fen.read(fen.write(dealer, "000"), blinds=dealer.blinds) == dealer
        again = fen.read_situation(fen.write(situation))
        assert again == situation
        assert again.hand_dealer == cards
        assert again.end == situation.end
        assert again.possible_acts == situation.possible_acts
        assert again.outcome == situation.outcome


# The predicates of document 000


@pytest.mark.rotated
@hands
def test_the_round_ends_when_nobody_is_to_act(preset: str, data: st.DataObject) -> None:
    for situation in situations(data.draw(starts(preset))):
        before = situation.dealer
        afterwards = [before]
        if not situation.end:
            acts = (before.check(), before.call(), before.fold(), before.all_in())
            least = situation.raises and before.raise_to(situation.raises[0])
            afterwards += [dealer for dealer in (*acts, least) if dealer is not None]
        for dealer in afterwards:
            now = Situation(dealer)
            assert now.round_end == (dealer.next_to_act is None)
            assert [now.next_turn, now.next_round, now.showdown, now.one_win].count(True) == 1
            assert now.end == (now.showdown or now.one_win)
            # in the words of the documents
            assert now.round_end == (dealer.all_acted and dealer.wagers_equalized)
            assert now.next_round == (now.round_end and now.round != "R" and not now.end)
            assert now.next_turn == (not now.next_round and not now.end)
            if dealer.one_involved and not dealer.all_ins_exist:
                assert now.one_win
            if now.round_end and not now.one_win:
                by_all_ins = dealer.one_involved and dealer.all_ins_exist
                assert now.showdown == (now.round == "R" or by_all_ins or dealer.none_involved)


# The second opinion


@pytest.mark.rotated
@hands
def test_the_referee_agrees_on_every_step_and_on_the_payout(
    preset: str, data: st.DataObject
) -> None:
    start = data.draw(starts(preset))
    referee = Referee(start)
    for situation, move in played(start):
        dealer = situation.dealer
        assert not dispute(referee, dealer, situation.end), fen.write(dealer)
        if move is None:
            break
        assert dealer.price == referee.price
        assert situation.raises == referee.range()
        assert list(situation.possible_acts) == offered_by(referee)
        referee.do(move.player_act)
    assert type(situation.outcome) is referee.over
    if referee.over is OneWin:
        assert list(situation.outcome.winners.stacks) == referee.paid(None)
        return
    assert list(situation.outcome.order) == referee.order()
    pots = [pot for pot in (*reversed(dealer.side_pots), dealer.running_pot) if pot.wager]
    assert [(pot.wager, list(pot.involved)) for pot in pots] == referee.pots()
    for n in range(4):
        values = [Random(start.seed + n).randrange(4) for _ in start.stacks]
        paid = dealer.paid(dealer.distribute_all(values))
        assert list(paid) == referee.paid(values)  # type: ignore[arg-type]  # wrong on purpose
        for index, chips in enumerate(paid):
            assert chips - dealer.stacks[index].stack <= referee.most(index)


def offered_by(referee: Referee) -> list[_Act]:
    acts = [Fold(), Check(), Call(), AllIn()]
    acts = [act for act in acts if not isinstance(referee.judge(act), Refusal)]
    if ends := referee.range():
        shares = [referee.judge(share()) for share in (ThirdPotRaise, HalfPotRaise, PotRaise)]
        acts += [Raise(ends[0]), *[act for act in shares if hasattr(act, "to")]]
    return acts


@pytest.mark.rotated
@hands
def test_every_act_is_accepted_or_refused_as_the_referee_says(
    preset: str, data: st.DataObject
) -> None:
    start = data.draw(starts(preset))
    referee = Referee(start)
    for situation, move in played(start):
        before = fen.write(situation)  # type: ignore[arg-type]  # wrong on purpose
        for act in probes(referee, situation):
            judged = referee.judge(act)
            try:
                answer = situation.move(act).player_act
            except IllegalAct as refused:
                answer = refused.code
                allowed = (refused.possible_acts, refused.raises)
                assert allowed == (situation.possible_acts, situation.raises)
            assert answer == judged, (act, before)
        assert fen.write(situation) == before  # type: ignore[arg-type]  # wrong on purpose
        assert situation == fen.read_situation(before)
        if move is not None:
            referee.do(move.player_act)


def probes(referee: Referee, situation: Situation | Move) -> list[Any]:
    """Return acts of every kind, legal or not.

    Raises are near every amount that could matter; if there are few amounts, all of them are
    included.
    """
    acts = [Fold(), Check(), Call(), AllIn(), AllInCall(), AllInHalfRaise(), AllInFullRaise()]
    if referee.over:
        return [*acts, Raise(10), PotRaise()]
    me = referee.turn
    total, price = referee.total(me), referee.price
    least, most = situation.raises or referee.sizes()
    numbers = {0, price, total, least, most, (least + min(most, total)) // 2, 10**15}
    amounts = {number + off for number in numbers for off in (-1, 0, 1)}
    if most - least <= 20:
        amounts |= set(range(least, most + 1))
    for share in (ThirdPotRaise, HalfPotRaise, PotRaise):
        to = (
            price + (referee.pot + min(referee.asked(me), total) - referee.front[me]) // share.share
        )
        acts += [share(), share(to), share(to + 1)]
    odd = [Raise(least + 0.5), Raise(float(least)), Raise(None), Raise(True)]  # type: ignore[arg-type]  # wrong on purpose
    return [*acts, AllIn(total), AllIn(total + 1), *map(Raise, sorted(amounts)), *odd]


# Secrets


@hands
def test_view_contains_no_card_that_its_viewer_may_not_know(
    preset: str, data: st.DataObject
) -> None:
    """The view stays the same if all cards unknown to the viewer are dealt anew."""
    start = data.draw(starts(preset))
    cards, dice = start.cards(), Random(start.seed)
    for situation, move in played(start, cards):
        outcome = situation.outcome
        for viewer in (None, *range(len(start.stacks))):
            view = View.from_situation(situation, viewer)  # type: ignore[arg-type]  # wrong on purpose
            known = known_cards(situation, viewer)
            assert set(cards_in(view)) <= known
            for _ in range(1 if move else 3):
                other = Situation(
                    situation.dealer, dealt_anew(cards, known, dice), situation.totals
                )
                if isinstance(outcome, Showdown) and (
                    other.outcome.winners != outcome.winners
                    or other.outcome.must_show != outcome.must_show
                ):
                    continue  # A mucked hand would have won, or must have been shown.
                assert View.from_situation(other, viewer) == view


def known_cards(situation: Situation | Move, viewer: Any) -> set[Any]:
    """Return the cards that the viewer knows: the own hand, the board so far, and shown hands."""
    cards, outcome, dealer = situation.hand_dealer, situation.outcome, situation.dealer
    shown = set() if viewer is None else {viewer}
    board = {"P": 0, "F": 3, "T": 4, "R": 5}[dealer.round]
    if isinstance(outcome, Showdown):
        board = 5
        shown |= must_show(dealer, cards, outcome.order)
    return {*cards.board[:board], *(card for i in shown for card in cards.hands[i])}


def must_show(dealer: Any, cards: Any, order: tuple[StackIndex, ...]) -> set[Any]:
    match dealer.rules.showdown:
        case ShowdownRule.ALL_SHOW:
            return set(order)
        case ShowdownRule.ALL_SHOW_WITH_AN_ALL_IN if dealer.all_ins:
            return set(order)
    shown: list[Any] = []
    for index in order:
        in_some_pot_unbeaten = any(
            all(
                cards.value(other) <= cards.value(index) for other in shown if other in pot.involved
            )
            for pot in (dealer.running_pot, *dealer.side_pots)
            if pot.wager and index in pot.involved
        )
        if not shown or in_some_pot_unbeaten:
            shown.append(index)
    return set(shown)


def dealt_anew(cards: HandDealer, known: Any, dice: Random) -> HandDealer:
    """Return the deal with each card outside *known* exchanged for another card outside it."""
    secret = [card for card in CARDS if card not in known]
    mixed = list(secret)
    dice.shuffle(mixed)
    anew = dict(zip(secret, mixed, strict=True))
    hands = [[anew.get(card, card) for card in hand] for hand in cards.hands]
    return HandDealer(hands, [anew.get(card, card) for card in cards.board])


def cards_in(value: Any) -> Iterator[Card]:
    """Return every card that can be reached from *value*.

    Fail for an object of a type that could hide one.
    """
    match value:
        case Card():
            yield value
        case None | int() | str() | Enum():
            pass
        case tuple() | list() | set() | frozenset():
            for item in value:
                yield from cards_in(item)
        case _:
            assert isinstance(value, PlayerAct), f"what may a {type(value)} hold?"
            yield from cards_in(getattr(value, "to", None))


# Hands worth keeping that hypothesis has found


@pytest.mark.parametrize(
    "start",
    [
        Start((1, 1), 0, Blinds(1, 1), HouseRules()),
        Start((1,) * 10, 9, Blinds(10, 20, 4), HouseRules.named("botpoker")),
        Start((3, 100, 100), 0, Blinds(5, 10, 4, True), HouseRules.named("tda")),
        Start((9, 500, 500), 2, Blinds(10, 20), HouseRules.named("limit")),
    ],
)
def test_hands_with_extreme_stacks_and_numbers_of_players(start: Start) -> None:
    *_, situation = situations(start, start.cards())
    winners = situation.outcome.winners
    assert sum(winners.stacks) + winners.dropped == sum(start.stacks)
