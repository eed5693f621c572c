"""One hand of hold'em, as values.

Read in this order: `stack`, `act`, `pot`, `house`, `dealer`, `legal`, `situation`, `move`,
`hand_dealer`, `showdown`, `view`, `last_chips`. Nothing in this room waits, rolls, logs or saves.
"""

from pokermasa.rules.act import (
    AllIn,
    AllInCall,
    AllInFullRaise,
    AllInHalfRaise,
    BettingRound,
    Call,
    Check,
    DealerAct,
    Fold,
    HalfPotRaise,
    NextRound,
    NextTurn,
    OneWin,
    PlayerAct,
    PotRaise,
    PotShareRaise,
    Raise,
    Showdown,
    ThirdPotRaise,
)
from pokermasa.rules.blinds import Blinds, Post
from pokermasa.rules.chips import Chips, OddChips, StackIndex
from pokermasa.rules.dealer import Dealer
from pokermasa.rules.hand_dealer import HandDealer, MiddleCards
from pokermasa.rules.house import (
    AllInRule,
    AllInTurn,
    Betting,
    BustOrder,
    ButtonRule,
    FirstToShow,
    HeadsUpButton,
    HouseRules,
    LeastRaise,
    Reopening,
    ShortAntes,
    ShortBigBlind,
    ShortRaise,
    ShowdownRule,
    SmallBlind,
)
from pokermasa.rules.last_chips import as_all_in
from pokermasa.rules.legal import Legal
from pokermasa.rules.move import Move, PlayerDiff
from pokermasa.rules.posting import Posting, PostingKind
from pokermasa.rules.pot import Pot, PotDistribution
from pokermasa.rules.refusal import BadHand, IllegalAct, Refusal
from pokermasa.rules.showdown import Winners, injected
from pokermasa.rules.situation import Actor, Situation
from pokermasa.rules.stack import Role, Stack
from pokermasa.rules.view import PastAct, PlayerView, View

__all__ = [
    "Actor",
    "AllIn",
    "AllInCall",
    "AllInFullRaise",
    "AllInHalfRaise",
    "AllInRule",
    "AllInTurn",
    "BadHand",
    "Betting",
    "BettingRound",
    "Blinds",
    "BustOrder",
    "ButtonRule",
    "Call",
    "Check",
    "Chips",
    "Dealer",
    "DealerAct",
    "FirstToShow",
    "Fold",
    "HalfPotRaise",
    "HandDealer",
    "HeadsUpButton",
    "HouseRules",
    "IllegalAct",
    "LeastRaise",
    "Legal",
    "MiddleCards",
    "Move",
    "NextRound",
    "NextTurn",
    "OddChips",
    "OneWin",
    "PastAct",
    "PlayerAct",
    "PlayerDiff",
    "PlayerView",
    "Post",
    "Posting",
    "PostingKind",
    "Pot",
    "PotDistribution",
    "PotRaise",
    "PotShareRaise",
    "Raise",
    "Refusal",
    "Reopening",
    "Role",
    "ShortAntes",
    "ShortBigBlind",
    "ShortRaise",
    "Showdown",
    "ShowdownRule",
    "Situation",
    "SmallBlind",
    "Stack",
    "StackIndex",
    "ThirdPotRaise",
    "View",
    "Winners",
    "as_all_in",
    "injected",
]
