"""`house:limit` plays heads-up fixed limit from the trained strategy table. In all other games it
plays like the house bot."""

from __future__ import annotations

from functools import cache
from importlib import resources

import numpy as np

from pokermasa.batch.array import Floats
from pokermasa.batch.combo import combos
from pokermasa.bots.bot import HandInfo, MixedAct
from pokermasa.bots.house import House
from pokermasa.bots.limit.bucket import NONE, Buckets
from pokermasa.bots.limit.line import LimitPlace, OffTree, place
from pokermasa.bots.limit.river import Rivers
from pokermasa.bots.limit.table import PARTS, BadTable, StrategyTable, read
from pokermasa.bots.policy import Policy, asked, possible
from pokermasa.equity.board_strengths import combo_of
from pokermasa.rules import Call, Check, Fold, PlayerAct, Raise, View

FILE = "limit.table"


@cache
def shipped() -> tuple[StrategyTable, Buckets, Rivers]:
    """Return the strategy table of the package with its caches. Raises `BadTable` if the file is
    missing or damaged."""
    try:
        file = (resources.files("pokermasa.bots.limit") / FILE).read_bytes()
    except OSError as error:
        raise BadTable(f"the table of house:limit is missing: {error}") from None
    table = read(file)
    buckets = Buckets(table)
    return table, buckets, Rivers(table, buckets)


class Limit:
    """The bot `house:limit`. It draws no random numbers, because its choices give a probability to
    each act. With *solving* it tries to improve the table's strategy on the river."""

    def __init__(self, solving: bool = False) -> None:
        self.solving = solving
        self.trouble = ""
        """Reason why the table cannot be used. Empty if it can."""
        self.handed = 0
        """Number of decisions passed on to the house bot."""
        self.why_handed = ""
        """Reason why the first of these decisions was passed on."""
        self.decided = 0
        """Number of decisions made from the table."""
        self.solved = 0
        """Number of table decisions that were solved."""
        self._house = House()
        try:
            self._table, self._buckets, self._rivers = shipped()
        except BadTable as error:
            self.trouble = str(error)

    def choose(self, view: View) -> MixedAct:
        try:
            here = self._place(view)
            acts = _acts(view, here)
        except OffTree as error:
            self.handed += 1
            self.why_handed = self.why_handed or str(error)
            choice = self._house.choose(view)
            return choice._replace(
                reason=f"house:limit: {error}; as the house bot: {choice.reason}"
            )
        assert view.viewer is not None
        cards = view.players[view.viewer].cards
        assert cards is not None
        self.decided += 1
        hand = combo_of(cards[0].number, cards[1].number)
        if here.round == 0:
            row = int(combos().hand_class[hand])
            what = f"class {row}"
        else:
            row = self._buckets.bucket(tuple([card.number for card in view.board]), hand)
            what = f"bucket {row}"
        solved = self._solved(view, here)
        if solved is None:
            chances = self._chances(here, np.array([row]))[0]
        else:
            self.solved += 1
            what += ", solved"
            chances = _by_slots(here, solved[hand : hand + 1])[0]
        weighed = [(act, float(c)) for act, c in zip(acts, chances, strict=True) if act and c > 0]
        return MixedAct(tuple(weighed), f"table: line {here.line}, {what}")

    def policy(self, view: View) -> Policy:
        """Return the strategy for all hands. Outside of the table's game it is derived from the
        house bot."""
        try:
            here = self._place(view)
            acts = _acts(view, here)
        except OffTree:
            return asked(self._house, view)
        there = possible(view)
        if here.round == 0:
            rows = combos().hand_class.astype(np.int64)
        else:
            rows = self._buckets.all(tuple([card.number for card in view.board])).astype(np.int64)
            rows = np.where(rows == NONE, 0, rows)
        solved = self._solved(view, here)
        chances = self._chances(here, rows) if solved is None else _by_slots(here, solved)
        chances *= there[:, np.newaxis]
        known = [number for number, act in enumerate(acts) if act is not None]
        return Policy(tuple([act for act in acts if act is not None]), chances[:, known])

    def meet(self, info: HandInfo) -> None:
        self._house.meet(info)

    def learn(self, view: View) -> None:
        """Passes the hand to the house bot. The table itself does not learn."""
        self._house.learn(view)

    def _place(self, view: View) -> LimitPlace:
        if self.trouble:
            raise OffTree(self.trouble)
        return place(view)

    def _chances(self, here: LimitPlace, rows: np.ndarray) -> Floats:
        """Return probabilities [row, (fold, call or check, raise)]."""
        if here.round == 0:
            parts = self._table.preflop[here.line][rows].astype(np.float64)
            fold, raises = parts[:, 0], parts[:, 1]
        else:
            table = self._table.after[here.player][here.round - 1]
            return _by_slots(here, table[rows, :, here.line].astype(np.float64), PARTS)
        return np.stack([fold, PARTS - fold - raises, raises], axis=1) / PARTS

    def _solved(self, view: View, here: LimitPlace) -> Floats | None:
        """Return the solved strategy [1326, slot]. None if solving is off, before the river, or
        without an improvement."""
        if not self.solving or here.round < 3:
            return None
        board = tuple([card.number for card in view.board])
        return self._rivers.solved(board, here.player, here.line)


def _by_slots(here: LimitPlace, numbers: Floats, whole: float = 1.0) -> Floats:
    """Convert [row, slot], in parts of *whole*, to probabilities [row, (fold, call or check,
    raise)]."""
    none = np.zeros(len(numbers))
    fold, raises = (none if slot is None else numbers[:, slot] for slot in (here.fold, here.raises))
    call = np.maximum(whole - fold - raises, 0.0)  # rounding may push the sum above one
    return np.stack([fold, call, raises], axis=1) / whole


def _acts(view: View, here: LimitPlace) -> tuple[PlayerAct | None, PlayerAct, PlayerAct | None]:
    """Return the acts for fold, call and raise. Raises `OffTree` if a bet cannot be made in
    full."""
    asks = view.to_call > 0
    may_raise = (here.round == 0 and here.line not in (4, 7)) or here.raises is not None
    if may_raise and (view.raises is None or view.raises[0] != view.raises[1]):
        raise OffTree("a bet cannot be made in full")
    passive: PlayerAct = Call() if asks else Check()
    if passive not in view.acts:
        raise OffTree(f"{passive} is not allowed")
    raises = Raise(view.raises[0]) if may_raise and view.raises is not None else None
    return Fold() if asks else None, passive, raises
