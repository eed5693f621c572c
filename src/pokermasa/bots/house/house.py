"""The house bot: reads the opponents, evaluates its options, and explains its choice."""

from __future__ import annotations

from collections import defaultdict

from pokermasa.bots.bot import HandInfo, MixedAct
from pokermasa.bots.house.character import Character
from pokermasa.bots.house.contest import Contest
from pokermasa.bots.house.decision import HouseDecision
from pokermasa.bots.house.factors import Factors
from pokermasa.bots.house.opponent import Opponent
from pokermasa.bots.house.reading import ObservedAct, Reading
from pokermasa.bots.house.worth import caution
from pokermasa.equity import against
from pokermasa.equity.against import FOLDS, RAISES, answers, board_strengths, combo_of
from pokermasa.rules import (
    Blinds,
    Call,
    Check,
    Dealer,
    HandDealer,
    Situation,
    StackIndex,
    View,
)

_HONEST = 0.9  # assumed honesty when an act is judged after the cards were shown
_SOLVES = {5: 0.5, 4: 1.0}  # minimum solving slider, by number of board cards
_WEAK = 0.4  # part of a range: raising with a hand below it counts as a bluff


class House:
    """The bot of document 004.

    >>> House.named("rock").character.tightness
    0.9
    """

    def __init__(self, character: Character | None = None) -> None:
        self.character = Character.named() if character is None else character
        self.opponents: defaultdict[str, Opponent] = defaultdict(
            lambda: Opponent(self.character.adaptivity)
        )
        self._hand_info: HandInfo | None = None
        self._reading: Reading | None = None

    @classmethod
    def named(cls, text: str = "", seed: int = 0) -> House:
        """Return a bot with the character *text*, such as `rock`, `tightness=0.7` or
        `shark,bluffing=0.8`. The default is the shark without the solver. The seed has no
        effect."""
        # The bot draws no random numbers: the referee draws from its choice.
        return cls(Character.named(text))

    def warm(self) -> None:
        """Load the code that decisions of this character need, so that the first decision does not
        wait. This takes about a second, or longer when the code must be compiled first."""
        against.prepare()
        cards = HandDealer(["As Kd", "Qc Qh", "9s 8s"], "2c 7d 9h Js 3d")
        situation = Situation(Dealer.start([200] * 3, 0, Blinds(1, 2), "tda"), cards)
        for act in (Call(), Call(), Check(), Check()):
            House(self.character).choose(
                View.from_situation(situation, situation.dealer.turn_to_act)
            )
            situation = situation.move(act).situation_after
        if self.character.solving >= min(_SOLVES.values()):
            from pokermasa.bots.house.solved import prepare

            prepare()

    def choose(self, view: View) -> MixedAct:
        decision = self.decision(view)
        if self.character.solving >= _SOLVES.get(len(view.board), 2.0):
            # Solve only here, because most bots never use the solver and it takes a moment to load.
            from pokermasa.bots.house.solved import solved

            found = solved(view, decision.reading)
            if found is not None:
                return decision.choice_of(found.acts, found.worth)
        return decision.choice()

    def decision(self, view: View) -> HouseDecision:
        """Return the decision with all its factors and options, for callers who need more than the
        choice."""
        reading = self._read(view)
        contest = Contest(reading)
        known = Factors.from_view(view, reading, contest)
        return HouseDecision(view, known, reading, contest, self.character, self._caution(view))

    def meet(self, info: HandInfo) -> None:
        self._hand_info = info
        self._reading = None

    def learn(self, view: View) -> None:
        if view.viewer is None or view.players[view.viewer].cards is None:
            return
        reading = self._read(view)
        entered: dict[StackIndex, bool] = {}
        for observed in reading.told:
            opponent, spot = reading.opponents[observed.who], observed.spot
            raises = observed.act == RAISES
            by_choice = observed.act != FOLDS and (spot.odds > 0 or raises)
            entered[observed.who] = entered.get(observed.who, False) or (
                spot.round == 0 and by_choice
            )
            cards = view.players[observed.who].cards
            if cards is not None and observed.act != FOLDS:
                self._look_back(
                    view, observed, opponent, combo_of(*[card.number for card in cards])
                )
            opponent.acted(spot, observed.act == FOLDS, raises, observed.may_raise)
        for index, did in entered.items():
            reading.opponents[index].played(did)
        self._reading = None

    def _look_back(self, view: View, observed: ObservedAct, opponent: Opponent, hand: int) -> None:
        """Compares an earlier act with the cards that were shown later, and updates the opponent's
        honesty and bluffing."""
        weight = observed.range[hand]
        if weight <= 0:
            return
        spot = observed.spot
        board = tuple([card.number for card in view.board[: (0, 3, 4, 5)[spot.round]]])
        strength = board_strengths(board).strength
        fold, raising = opponent.fold_and_raise(spot)
        bluff = opponent.bluff(spot.round)
        split = answers(observed.range, strength, fold, raising, _HONEST, bluff)[observed.act]
        opponent.showed(spot.round, split[hand] / weight / max(split.sum(), 1e-6))
        if observed.act == RAISES:
            opponent.showed_raise(observed.range[strength < strength[hand]].sum() < _WEAK)

    def _read(self, view: View) -> Reading:
        reading = self._reading
        if reading is None or not reading.is_of(view):
            reading = self._reading = Reading(view, self._known(view))
        reading.follow(view)
        return reading

    def _known(self, view: View) -> dict[StackIndex, Opponent]:
        info = self._hand_info
        names = [
            info.names[player.index]
            if info is not None and len(info.names) == len(view.players)
            else f"stack {player.index}"
            for player in view.players
        ]
        return {
            player.index: self.opponents[names[player.index]]
            for player in view.players
            if player.index != view.viewer
        }

    def _caution(self, view: View) -> float:
        info = self._hand_info
        if info is None or not info.prizes or view.viewer is None:
            return 1.0
        stacks = [float(player.reach) for player in view.players]
        rivals = [index for index in view.remaining if index != view.viewer]
        rival = max(rivals, key=lambda index: stacks[index])
        return caution(stacks, view.viewer, rival, info.prizes, info.elsewhere)
