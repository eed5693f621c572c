"""The rules of one hand of Texas hold'em, as immutable values and pure functions.

Nothing in this package reads a clock, draws random numbers, logs, or stores anything.

The words that the code uses:

- *stack*: one player's chips in this hand. Stacks have indexes from 0, in seating order.
- *button*: the stack that acts last after the first round. It moves from hand to hand.
- *blinds*: forced bets of the two stacks after the button, paid before the cards are dealt.
- *ante*: a forced payment that goes directly into the pot.
- *round*: one of the four betting rounds: preflop, flop, turn, river.
- *wager*: the chips that a stack has bet in this round. Amounts of bets and raises are always the
  total wager after the act ("raise to 6"), never the chips added.
- *price*: the wager that a stack has to reach in order to stay in the hand.
- *all in*: said of a stack that has bet its last chip. It acts no more, but can still win.
- *pot*: chips of finished rounds. A *side pot* is the part that an all-in stack can win; the
  *running pot* is the part that the stacks who still act play for.
- *showdown*: the end of a hand in which two or more stacks compare their cards.

Read the modules in this order: `stack`, `act`, `pot`, `house`, `dealer`, `legal`, `situation`,
`move`, `hand_dealer`, `showdown`, `view`, `last_chips`.
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
