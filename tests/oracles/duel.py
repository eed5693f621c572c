"""The same hand at our table and at pokerkit's: same cards, same acts, every answer compared."""

from collections import Counter
from random import Random

from pokermasa.notation import fen, uci
from pokermasa.rules import (
    AllIn,
    Betting,
    BettingRound,
    Call,
    Check,
    Fold,
    HalfPotRaise,
    HouseRules,
    OddChips,
    PlayerAct,
    PotRaise,
    Raise,
    Reopening,
    Role,
    ShortBigBlind,
    Showdown,
    Situation,
    ThirdPotRaise,
)
from tests.oracles.quirk import (
    Quirk,
    Story,
    Won,
    is_idle,
    merged,
    only_they_let_raise,
    only_we_let_raise,
    opens_elsewhere,
    payout,
)
from tests.oracles.start import Start, random_start
from tests.oracles.twin import Twin

AS_POKERKIT = HouseRules.named("tda").replace(
    short_big_blind=ShortBigBlind.LARGEST_POST,
    odd_chips=OddChips.FIRST_WINNER,
    raise_cap=(4, 4, 4, 4),
    cap_counts_bet=True,
    cap_lifts_heads_up=False,
)
RULES = {
    Betting.NO_LIMIT: AS_POKERKIT,
    Betting.POT_LIMIT: AS_POKERKIT.replace(betting=Betting.POT_LIMIT),
    Betting.FIXED_LIMIT: AS_POKERKIT.replace(
        betting=Betting.FIXED_LIMIT, reopening=Reopening.FULL_RAISE
    ),
}
ROUNDS = list(BettingRound)
# How eager players are to fold, to check or call, and to raise.
MOODS = ((1, 4, 1), (1, 3, 6), (1, 6, 6), (2, 2, 1), (0, 1, 1), (0, 1, 4))


class Mismatch(AssertionError):
    """Raised if the two tables differ and no quirk predicts it."""


class Duel:
    def __init__(self, start: Start, source: Random) -> None:
        self.ours: Situation = start.situation()
        self.theirs = Twin(start)
        self.start = start
        self.source = source
        self.mood = source.choice(MOODS)
        self.folds_freely = source.random() < 0.2
        self.played: list[PlayerAct] = []
        self.counts: Counter[str] = Counter(hands=1)
        self.round: BettingRound | None = None
        self.story = Story.from_start(start, 0)

    def play(self) -> Counter[str]:
        self._open_by_position()
        while not self.ours.end:
            self._compare_tables()
            self._act(self._compare_acts())
            self.counts["acts"] += 1
        while (stack := self.theirs.to_act) is not None:
            table = self.theirs
            if not is_idle(stack, table.stacks, table.wagers, table.living):
                raise self.mismatch("our hand is over", None, ("to act", stack))
            self.counts[Quirk.ASKS_THE_IDLE] += 1
            self.theirs.call()
        self._compare_payout()
        return self.counts

    def _open_by_position(self) -> None:
        dealer, order = self.ours.dealer, self.theirs.order
        posts = [s.recent_wager for s in dealer.stacks]
        last_blind = order[2] if self.start.straddle else dealer.big_blind
        if self.ours.end or (opener := opens_elsewhere(posts, order, last_blind)) is None:
            return
        if self.theirs.to_act != dealer.turn_to_act:
            first = [self._first_after(last_blind), self._first_after(opener)]
            self._same("openers", first, [dealer.turn_to_act, self.theirs.to_act])
            self.counts[Quirk.OPENS_BY_AMOUNT] += 1
            self.theirs.open_with(dealer.turn_to_act)

    def _first_after(self, stack: int) -> int:
        order = self.theirs.order
        can_act = [i for i, s in enumerate(self.ours.dealer.stacks) if s.role is Role.INVOLVED]
        following = order[order.index(stack) + 1 :] + order
        return next(i for i in following if i in can_act)

    def _compare_tables(self) -> None:
        dealer = self.ours.dealer
        self._same("to act", dealer.turn_to_act, self.theirs.to_act)
        self._same("round", ROUNDS.index(dealer.round), self.theirs.round)
        self._same("stacks", [s.stack for s in dealer.stacks], self.theirs.stacks)
        self._same("wagers", [s.recent_wager for s in dealer.stacks], self.theirs.wagers)
        if dealer.round is not self.round:
            self.round = dealer.round
            self.story = Story.from_start(self.start, ROUNDS.index(dealer.round))
            if dealer.round is not BettingRound.PREFLOP:
                pots = [pot for pot in (*dealer.side_pots[::-1], dealer.running_pot) if pot.wager]
                self._same("pots", [(p.wager, p.involved) for p in pots], self.theirs.pots)

    def _compare_acts(self) -> tuple[int, int] | None:
        """Compare the raises that both tables allow."""
        self._same("to call", self.ours.legal.to_call, self.theirs.to_call)
        ours, theirs = raises_with_all_in(self.ours), self.theirs.raises
        if ours == theirs:
            self._compare_pot_shares()
            return ours
        stack = self.ours.dealer.turn_to_act
        quirk = None
        if ours is None:
            quirk = only_they_let_raise(self.story, stack)
        elif theirs is None:
            quirk = only_we_let_raise(self.story, stack)
        if quirk is None:
            raise self.mismatch("raises", ours, theirs)
        self.counts[quirk] += 1
        return None

    def _compare_pot_shares(self) -> None:
        """Compare the pot-sized raise, from which raises by a half and a third follow."""
        to, raises = self.theirs.pot_raise, self.ours.raises
        if to is None or raises is None or not raises[0] < to <= raises[1]:
            return  # pokerkit limits it to the least and the most
        price = self.ours.dealer.price
        shares = [price + (to - price) // n for n in (3, 2, 1)]
        kinds = (ThirdPotRaise, HalfPotRaise, PotRaise)
        expected = [
            kind(share)
            for kind, share in zip(kinds, shares, strict=True)
            if raises[0] <= share <= raises[1]
        ]
        offered = [act for act in self.ours.possible_acts if isinstance(act, kinds)]
        self._same("raises by pot shares", offered, expected)

    def _compare_payout(self) -> None:
        dealer, outcome = self.ours.dealer, self.ours.outcome
        ours, theirs = list(outcome.winners.stacks), self.theirs.stacks
        self._same("chips", sum(ours), sum(self.start.stacks))
        if ours == theirs:
            return
        pots = [pot for pot in (dealer.running_pot, *dealer.side_pots) if pot.wager]
        won = [
            Won(pot.wager, frozenset(pot.involved), to.involved)
            for pot, to in zip(pots, outcome.winners.pots, strict=True)
        ][::-1]
        stacks, order = [s.stack for s in dealer.stacks], self.theirs.order
        by_rule, by_quirk = payout(won, stacks, order), payout(merged(won), stacks, order)
        if not isinstance(outcome, Showdown) or (ours, theirs) != (by_rule, by_quirk):
            raise self.mismatch("final stacks", ours, theirs)
        self.counts[Quirk.MERGED_POTS] += 1

    def _act(self, raises: tuple[int, int] | None) -> None:
        me = self.ours.dealer.stacks[self.ours.dealer.turn_to_act]
        to_call = self.ours.legal.to_call
        act = self._choose(raises, to_call, me.stack)
        to = me.total if act == AllIn() else getattr(act, "to", 0)
        added = max(0, to - self.ours.dealer.price)
        self.story.note(self.ours.dealer.turn_to_act, added, all_in=to == me.total)
        self.played.append(act)
        self.ours = self.ours.move(act).situation_after
        if act == Fold():
            self.theirs.fold()
        elif added:
            self.theirs.raise_to(to)
        else:
            self.theirs.call()

    def _choose(self, raises: tuple[int, int] | None, to_call: int, behind: int) -> PlayerAct:
        fold, call, up = self.mood
        if not to_call and not self.folds_freely:
            fold = 0
        match self.source.choices(("fold", "call", "raise"), (fold, call, up if raises else 0))[0]:
            case "fold":
                return Fold()
            case "raise":
                least, most = raises
                near = min(most, least + self.source.randint(0, 3))
                to = self.source.choice((least, near, self.source.randint(least, most), most))
                wager = self.ours.dealer.stacks[self.ours.dealer.turn_to_act].recent_wager
                return AllIn() if to == wager + behind else Raise(to)
        if not to_call:
            return Check()
        return AllIn() if to_call == behind else Call()

    def _same(self, what: str, ours: object, theirs: object) -> None:
        if ours != theirs:
            raise self.mismatch(what, ours, theirs)

    def mismatch(self, what: str, ours: object, theirs: object) -> Mismatch:
        return Mismatch(
            f"{what}: ours {ours}, pokerkit's {theirs}\n"
            f"acts: {' '.join(map(uci.write, self.played))}\n"
            f"from:\n{fen.write(self.start.situation())}\nnow:\n{fen.write(self.ours)}\n{self.start}"
        )


def raises_with_all_in(situation: Situation) -> tuple[int, int] | None:
    """Return the smallest and the largest raise of the stack to act, including its last chip."""
    acts = situation.possible_acts
    raises = situation.raises
    # Where a check or a call is offered beside it, all in is a raise.
    if AllIn() in acts and (Check() in acts or Call() in acts):
        total = situation.dealer.stacks[situation.dealer.turn_to_act].total
        return (raises or (total,))[0], total
    return raises


def play(betting: Betting, seed: int, number: int) -> Counter[str]:
    """Play one hand, determined by its seed and number."""
    source = Random(f"{betting} {seed} {number}")
    duel = Duel(random_start(source, RULES[betting]), source)
    try:
        return duel.play()
    except Mismatch:
        raise
    except Exception as error:
        raise duel.mismatch(f"{type(error).__name__}: {error}", None, None) from error
