"""One decision of the house bot: computes the expected value of each act and chooses among them.

Values are in chips relative to folding, so chips already in the pot do not count as a cost. An
opponent who stays is assumed to hold the part of the range that would stay. Position and drawing
cards raise the share of the equity that is realised in later rounds.
"""

from __future__ import annotations

from math import exp

from pokermasa.batch.array import Floats
from pokermasa.bots.bot import MixedAct
from pokermasa.bots.house.character import Character
from pokermasa.bots.house.contest import Contest
from pokermasa.bots.house.factors import Factors
from pokermasa.bots.house.option import HouseOption
from pokermasa.bots.house.price import raises, stay
from pokermasa.bots.house.reading import Reading
from pokermasa.bots.house.reason import reason
from pokermasa.equity.against import FOLDS, RAISES, STAYS
from pokermasa.notation import uci
from pokermasa.rules import Betting, Check, Chips, Fold, PlayerAct, View

_RARE = 0.05  # acts with a lower relative weight are dropped
_CLOSE = 0.01  # in pots: acts with values this close to the best one are mixed in
_PATIENCE = (0.06, 0.03, 0.015, 0.0)  # cost of a raise by round: waiting gives information
_OPEN = 0.02  # cost of the first raise of a hand, independent of its size
_BOLD = 0.05  # additional cost of a raise per pot size: errors get more expensive
_DOUBT = 0.08  # additional cost of a raise for each raise after the second
_TIGHT, _LOOSE = 0.6, 1.2  # bias per unit of tightness, as a share of the bet
_LOOSER = 2.8  # preflop this grows, so that the loosest character plays any hand for up to the pot
_LIMP, _COLD = 1.0, 0.3  # share of the price by which an aggressive player dislikes calling: limps
# before any raise, and cold calls after a raise.


class HouseDecision:
    def __init__(
        self,
        view: View,
        factors: Factors,
        reading: Reading,
        contest: Contest,
        character: Character,
        caution: float = 1.0,
    ) -> None:
        self.view = view
        self.factors = factors
        self.reading = reading
        self.contest = contest
        self.character = character
        self.caution = caution
        assert view.viewer is not None
        self.me = view.players[view.viewer]
        self.others = [view.players[index] for index in reading.ranges]

    @property
    def options(self) -> list[HouseOption]:
        options = [] if Check() in self.view.acts else [HouseOption(Fold(), 0, 0.0)]
        staying = stay(self.view)
        if staying is not None:
            options.append(self._stay(staying))
        earlier = self.factors.earlier
        for act, to in raises(self.view, self.factors.price, earlier.callers, earlier.raises):
            options.append(self._raise(act, to))
        return options

    def option(self, act: PlayerAct) -> HouseOption:
        """Return the evaluated option for any legal act, including acts that the bot does not
        consider."""
        if isinstance(act, Fold):
            return HouseOption(act, 0, 0.0)
        to = getattr(act, "to", None)
        if to is None and act.code in ("AA", "AH", "AF"):
            to = self.me.reach
        if to is None or to <= max(self.view.price, self.me.wager + self.view.to_call):
            return self._stay(act)
        return self._raise(act, to)

    def choice(self) -> MixedAct:
        options = self.options
        pot = max(self.view.pot, self.view.blinds.big)
        liked = [option.worth + self._liking(option, pot) for option in options]
        best = max(liked)
        weighed = [
            (option, exp((worth - best) / (_CLOSE * pot)))
            for option, worth in zip(options, liked, strict=True)
        ]
        taken = [(option, weight) for option, weight in weighed if weight > _RARE]
        acts = tuple([(option.act, weight) for option, weight in taken])
        return MixedAct(acts, reason(self.view, self.factors, options, taken, self.caution))

    def choice_of(self, acts: tuple[PlayerAct, ...], worth: tuple[float, ...]) -> MixedAct:
        """Return a choice of the best of the solved acts and those of nearly equal value."""
        pot = max(self.view.pot, self.view.blinds.big)
        best = max(worth)
        weighed = [
            (act, exp((chips - best) / (_CLOSE * pot)))
            for act, chips in zip(acts, worth, strict=True)
        ]
        taken = tuple([(act, weight) for act, weight in weighed if weight > _RARE])
        text = ", ".join(
            f"{uci.write(act)} {chips:.0f}" for act, chips in zip(acts, worth, strict=True)
        )
        looked = f"{self.factors.holding.words}; {self.factors.chance:.0%} against their range"
        return MixedAct(taken, f"{looked}; thought through to the end, in chips: {text}")

    # Expected value of acts

    def _stay(self, act: PlayerAct) -> HouseOption:
        view, price = self.view, self.factors.price
        cost = price.to_call
        stays: list[Floats] = []
        folding: list[float] = []
        again: Floats | None = None
        waiting, due = 0, 0
        is_all_in = cost >= self.me.stack or self._nobody_behind
        for player in self.others:
            owed = max(0, view.price - player.wager)
            # After the flop a check may face a bet. The realisation factor includes that.
            if player.index not in view.waiting or (not owed and view.board):
                stays.append(self.reading.ranges[player.index])
                folding.append(0.0)
                continue
            spot = self.reading.spot(
                owed, view.pot + cost, self.reading.raises, 1 + len(self.others), player.wager
            )
            split = self.reading.answers(player.index, spot)
            if is_all_in:  # a later raise cannot cost us anything
                split[STAYS] += split[RAISES]
                split[RAISES] = 0.0
            stays.append(split[STAYS])
            folding.append(float(split[FOLDS].sum()))
            again = split[RAISES] if again is None else again + split[RAISES]
            waiting += 1
            # We can win at most as many chips from an opponent as we have put in.
            due += max(0, min(owed, player.stack, self.me.wager + cost - player.wager))
        chance, won = self.contest.against(stays, folding)
        sure = len(stays) - waiting
        realised = self._realised(is_all_in)
        worth = 0.0
        for count, (likely, share) in enumerate(zip(chance, won, strict=True)):
            pot = price.pot + cost + (count - sure) * due / max(1, waiting)
            worth += self._worth(likely, share, pot, cost, realised if count else 1.0)
        raised = max(0.0, 1 - float(chance.sum()))
        if again is not None and raised > 0.01:
            worth += raised * self._raised(again, max(view.price, self.me.wager), cost)
        return HouseOption(act, cost, worth, called=self.factors.chance)

    def _raise(self, act: PlayerAct, to: Chips) -> HouseOption:
        view, reading = self.view, self.reading
        cost = to - self.me.wager
        stays: list[Floats] = []
        folding: list[float] = []
        again: Floats | None = None
        paid = 0
        for player in self.others:
            index = player.index
            owed = min(to, player.reach) - player.wager
            paid += owed
            if player.stack == 0:
                stays.append(reading.ranges[index])
                folding.append(0.0)
                continue
            pot = view.pot + cost - max(0, to - player.reach)
            spot = reading.spot(owed, pot, reading.raises + 1, 1 + len(self.others), player.wager)
            split = reading.answers(index, spot)
            if to >= player.reach:  # this opponent can only call
                split[STAYS] += split[RAISES]
                split[RAISES] = 0.0
            stays.append(split[STAYS])
            folding.append(float(split[FOLDS].sum()))
            again = split[RAISES] if again is None else again + split[RAISES]
        chance, won = self.contest.against(stays, folding)
        each = paid / len(self.others)
        is_all_in = cost >= self.me.stack or to >= self.factors.price.effective
        realised = self._realised(is_all_in)
        alone = float(chance[0])
        worth = alone * view.pot
        for count in range(1, len(chance)):
            whole = view.pot + cost + count * each
            worth += self._worth(chance[count], won[count], whole, cost, realised)
        raised = max(0.0, 1 - float(chance.sum()))
        if again is not None and raised > 0.01:
            worth += raised * self._raised(again, to, cost)
        # The more raises there were, the more likely it is that a range in which raising looks good
        # is wrong.
        worth -= (1 - alone) * _DOUBT * max(0, reading.raises - 1) * min(cost, view.pot)
        if view.rules.betting is not Betting.FIXED_LIMIT:
            doubt = _PATIENCE[view.round.place] + _BOLD * min(3.0, cost / max(1, view.pot))
            if not view.board and reading.raises == 0:
                doubt = _OPEN
            worth -= (1 - alone) * doubt * min(cost, 3 * view.pot)
        stayed = float(chance[1:].sum())
        called = float(won[1:].sum()) / stayed if stayed > 0 else self.factors.chance
        shared = sum([float(chance[count]) / (1 + count) for count in range(1, len(chance))])
        fair = shared / stayed if stayed > 0 else 1 / (1 + len(self.others))
        return HouseOption(act, cost, worth, True, called, alone, fair)

    def _raised(self, again: Floats, to: Chips, cost: Chips) -> float:
        """Return the expected value when an opponent re-raises: the better of folding and calling
        against the re-raising range."""
        view = self.view
        total = float(again.sum())
        if total <= 0:
            return -cost * self.caution
        share = float(again @ self.contest.edges) / total
        if view.rules.betting is Betting.FIXED_LIMIT:
            more = to - view.price
        else:
            more = min(2 * to, self.factors.price.effective - to)
        pot = view.pot + cost + (to - min(player.wager for player in self.others)) + 2 * more
        call = self._worth(1.0, share, pot, cost + more, self._realised(False))
        return max(-cost * self.caution, call)

    def _worth(
        self, likely: float, share: float, pot: float, cost: float, realised: float
    ) -> float:
        """Return chips won minus chips lost. In a tournament, lost chips are weighted by
        `caution`."""
        share = min(share * realised, likely)
        return share * pot - likely * cost - (self.caution - 1) * (likely - share) * cost

    @property
    def _nobody_behind(self) -> bool:
        return all(player.stack == 0 for player in self.others)

    def _realised(self, is_all_in: bool) -> float:
        """Return the fraction of the equity that is realised when more betting rounds follow."""
        left = 3 - self.view.round.place
        if is_all_in or left == 0:
            return 1.0
        place = self.factors.position
        if self.view.board:
            # a hand with draws is forced to fold less often
            lost = (0.12 - 0.1 * place) * left / 2 * (1 - self.factors.potential.positive)
        else:
            usual = 0.26 if len(self.view.players) > 2 else 0.18
            lost = usual - 0.12 * place - 0.02 * (self.factors.holding.chen - 5)
            lost = max(-0.06, min(0.4, lost))
        # Passive opponents let everybody see the next card. Only bets force hands to fold.
        return 1 - lost * self.factors.pressure

    # Influence of the character

    def _liking(self, option: HouseOption, pot: Chips) -> float:
        """Return the bias of the character in favour of the option, in chips."""
        tightness, aggression, bluffing, *_ = self.character
        wager = min(option.cost, pot)
        loose = 0.5 - tightness
        if loose < 0:
            liking = loose * _TIGHT * wager
        else:  # a loose player likes to stay in; whether to raise is decided below
            price = min(wager, self.view.to_call)
            liking = loose * (_LOOSE if self.view.board else _TIGHT + _LOOSER * loose) * price
        if option.raises:
            liking += (aggression - 0.5) * 0.6 * wager
            if option.is_bluff:
                liking += (bluffing - 0.5) * 0.8 * wager
        elif not self.view.board and self.me.wager <= self.view.blinds.big:
            liking -= aggression * self._coldness * wager
        return liking

    @property
    def _coldness(self) -> float:
        """Return how strongly a preflop call is disliked by a player who has put in at most a
        blind."""
        if not self.reading.raises:
            return _LIMP
        # The last player to act gets a good price, and heads-up there is no third player to worry
        # about.
        if len(self.view.players) == 2:
            return 0.0
        return _COLD if self.view.waiting else _COLD / 2
