"""The table as plain lines: it prints sentences and reads words. Made for pipes, scripts and screen
readers."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from pokermasa.cli.play.saying import Said, chips, holding
from pokermasa.cli.play.session import Session, Stage, odds
from pokermasa.cli.play.sizing import Sizing
from pokermasa.notation import uci
from pokermasa.rules import AllIn, Call, Check, Fold, IllegalAct, PlayerAct, Role, View

HELP = (
    "Type what you do: fold, check, call, raise 12 (to 12 in all), half, pot, all in.",
    "F, C, R 12 and A do as well, and so do FO, CA, RR12.",
    "Or ask: odds, table, why (the bots' reasons for the last hand), help, quit.",
)
SHARES = {
    **dict.fromkeys(("third", "1/3", "t"), 1 / 3),
    **dict.fromkeys(("half", "1/2", "h"), 1 / 2),
    **dict.fromkeys(("3/4", "three quarters", "j"), 3 / 4),
    **dict.fromkeys(("pot", "p"), 1.0),
}


class Unreadable(ValueError):
    """Raised if the input is not an act."""


def play(session: Session, hands: int | None = None) -> None:
    """Plays until you quit, the input ends, the game is over, or *hands* hands were played."""
    say([f"Hold'em, {session.game.heading}.", *HELP])
    played = 0
    while session.stage is not Stage.OVER:
        if session.stage is Stage.BETWEEN:
            if played == hands:
                return
            played += 1
            lines = [Said(""), *session.deal()]
        elif session.stage is Stage.THEIRS:
            lines = session.take(session.think())
        elif (answer := ask(session)) is not None:
            lines = answer
        else:
            return
        say(line.plain for line in lines)


def say(lines: Iterable[str]) -> None:
    for line in lines:
        print(line, flush=True)


def ask(session: Session) -> list[Said] | None:
    """Asks for your act and makes it. Return the lines that follow, or None if you quit."""
    view = session.view
    is_asked = False
    say([your_turn(view)])
    while True:
        try:
            message = input("> " if sys.stdin.isatty() else "").strip().lower()
        except (EOFError, KeyboardInterrupt):
            say([""])
            return None
        match message:
            case "q" | "quit" | "exit" | "bye":
                return None
            case "":
                continue
            case "?" | "help":
                say(HELP)
            case "o" | "odds":
                say([f"Your odds: {odds(view)}."])
            case "w" | "why":
                say(reasons(session))
            case "table" | "stacks" | "cards":
                say(table(session))
            case _:
                try:
                    act = read(message, view)
                    if isinstance(act, Fold) and Check() in view.acts and not is_asked:
                        is_asked = True
                        say(["You may check for free. Type check, or fold again to fold."])
                        continue
                    return session.act(act)
                except (Unreadable, IllegalAct) as error:
                    text = str(error)
                    say([f"{text[:1].upper()}{text[1:]}. You may {offered(view)}."])


def your_turn(view: View) -> str:
    assert view.viewer is not None
    hole = view.players[view.viewer].cards
    have = f" You have {holding(hole, view.board)}." if hole else ""
    return f"Your turn.{have} The pot is {chips(view.pot)}. You may {offered(view)}."


def offered(view: View) -> str:
    """Return the acts you may choose, in words.

    >>> from pokermasa.rules import Blinds, Dealer, Situation
    >>> situation = Situation(Dealer.start([200] * 3, 0, Blinds(1, 2), "tda"))
    >>> offered(View.from_situation(situation, viewer=0))
    'fold, call 2, raise to 4 up to 199, or go all in for 200'
    """
    assert view.viewer is not None
    total = view.players[view.viewer].reach
    ways = ["fold"]
    if Check() in view.acts:
        ways.append("check")
    if Call() in view.acts:
        ways.append(f"call {chips(view.to_call)}")
    if view.raises is not None:
        least, most = view.raises
        verb = "raise to" if view.price else "bet"
        ways.append(f"{verb} {chips(least)}" + (f" up to {chips(most)}" if most > least else ""))
    if AllIn() in view.acts:
        text = f"go all in for {chips(total)}" if total > view.price else "call all in"
        ways.append(text)
    return ", ".join(ways[:-1]) + f", or {ways[-1]}" if len(ways) > 2 else " or ".join(ways)


def read(message: str, view: View) -> PlayerAct:
    """Return the act that *message* means in this situation.

    >>> from pokermasa.rules import Blinds, Dealer, Situation
    >>> situation = Situation(Dealer.start([200] * 3, 0, Blinds(1, 2), "tda"))
    >>> view = View.from_situation(situation, viewer=0)
    >>> [read(words, view) for words in ("call", "raise to 12", "r12", "pot", "rr6", "all in")]
    [Call(), Raise(to=12), Raise(to=12), Raise(to=7), Raise(to=6), AllIn(to=None)]
    >>> read("dance", view)
    Traceback (most recent call last):
        ...
    pokermasa.cli.play.plain.Unreadable: 'dance' is no act
    """
    plain = " ".join(message.replace("-", " ").replace(",", "").split()).removesuffix(" pot")
    sizing = Sizing.from_view(view)
    match plain:
        case "f" | "fold":
            return Fold()
        case "k" | "x" | "check":
            return Check()
        case "c" | "call":
            return next((act for act in (Check(), Call(), AllIn()) if act in view.acts), Call())
        case "a" | "all in" | "allin" | "shove" | "jam":
            return AllIn()
    if plain in SHARES and sizing is not None:
        return sizing.act(sizing.share(SHARES[plain]))
    amount = plain
    for verb in ("raise to", "raise", "bet", "r", "b"):
        if plain.startswith(verb):
            amount = plain.removeprefix(verb).strip()
            break
    if amount.isdecimal():
        to = int(amount)
        return sizing.act(to) if sizing is not None else uci.read(f"RR{to}")
    try:
        return uci.read(plain.upper())
    except uci.UciError:
        raise Unreadable(f"{message!r} is no act") from None


def table(session: Session) -> list[str]:
    scene = session.scene
    assert scene is not None
    view = scene.view
    lines = []
    for player, side in zip(view.players, scene.sides, strict=True):
        parts = [f"{session.name(side)}: {chips(player.stack)} behind"]
        if player.wager:
            parts.append(f"{chips(player.wager)} in front")
        if player.role is Role.FOLDED:
            parts.append("folded")
        elif player.index in view.all_ins:
            parts.append("all in")
        if player.index == view.button:
            parts.append("the button")
        if player.cards:
            parts.append(" and ".join(card.name for card in player.cards))
        lines.append(", ".join(parts) + ".")
    board = ", ".join(card.name for card in view.board) or "empty"
    return [*lines, f"The board: {board}. The pot is {chips(view.pot)}."]


def reasons(session: Session) -> list[str]:
    if not session.told_reasons:
        return ["Nobody has given a reason yet: they are told after the hand."]
    return [f"{reason.act} {reason.words or 'No reason given.'}" for reason in session.told_reasons]
