"""The four lines below the table: whose turn it is, and the available keys."""

from __future__ import annotations

from rich.text import Text

from pokermasa.cli.play.amount import Amount
from pokermasa.cli.play.keys import OTHERS, keys, sizes_line
from pokermasa.cli.play.saying import chips, holding
from pokermasa.cli.play.session import Session, Stage
from pokermasa.cli.play.sheet import FAINT, GOLD, INK
from pokermasa.cli.play.sizing import Sizing
from pokermasa.rules import AllIn, Call, Check, View


def waiting(session: Session, note: str, deals_on: bool) -> list[Text]:
    """Return the lines while it is not your turn."""
    if session.stage is Stage.OVER:
        return [Text(note), Text(session.game.result, GOLD), keys("q leave"), Text()]
    if session.stage is Stage.BETWEEN:
        on = "d wait for me" if deals_on else "space next hand"
        return [Text(note), Text("The hand is over.", FAINT), keys(on, *OTHERS), Text()]
    to_act = session.game.masa.to_act
    who = "" if to_act is None else f"{session.name(to_act)} is thinking …"
    return [Text(note), Text(who, FAINT), keys("space be quick", *OTHERS), Text()]


def your_turn(view: View, raise_to: Amount, note: str, time: Text, width: int) -> list[Text]:
    assert view.viewer is not None
    hole = view.players[view.viewer].cards
    first = Text("Your turn", f"bold {GOLD}")
    if hole:
        first.append(f" · {holding(hole, view.board)}", INK)
    first.append(f" · pot {chips(view.pot)}", INK)
    if view.to_call:
        price = view.to_call / (view.pot + view.to_call)
        first.append(f" · {chips(view.to_call)} to call (needs {price:.0%})", INK)
    first.append("   ").append_text(time)
    acts = ["f fold"]
    if Check() in view.acts:
        acts.append("c check")
    elif Call() in view.acts:
        acts.append(f"c call {chips(view.to_call)}")
    elif AllIn() in view.acts:
        acts.append(f"c call {chips(view.to_call)}, all in")
    sizing = Sizing.from_view(view)
    sizes = Text()
    if sizing is not None:
        amount = raise_to.wanted(sizing)
        verb = "raise to" if view.price else "bet"
        all_in = ", all in" if amount == sizing.all_in else ""
        acts.append(f"r {verb} {chips(amount)}{all_in}{'_' if raise_to.typed else ''}")
        sizes = sizes_line(sizing, amount, width)
    below = Text(note, GOLD) if note else keys(*OTHERS)
    return [first, keys(*acts), sizes, below]


def time_told(taken: float, clock: int) -> Text:
    """Return the time you have used, or with a clock the time that is left."""
    if not clock:
        return Text(f"{taken:.0f} s", FAINT)
    left = max(0.0, clock - taken)
    filled = round(10 * left / clock)
    return Text(f"{'█' * filled}{'░' * (10 - filled)} {left:.0f} s", GOLD)
