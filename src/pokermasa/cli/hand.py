"""`masa hand`: one hand of hold'em at the keyboard."""

from random import Random, SystemRandom
from typing import Annotated

import typer
from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from pokermasa import strength
from pokermasa.cards import Card, Deck
from pokermasa.notation import uci
from pokermasa.rules import (
    Blinds,
    Call,
    Check,
    Dealer,
    Fold,
    HandDealer,
    HouseRules,
    IllegalAct,
    Move,
    NextRound,
    PlayerAct,
    Role,
    Showdown,
    Situation,
    View,
)

YOU = 0
NAMES = ("You", "Ada", "Blaise", "Cem", "Daria", "Emil", "Fatma", "Gao", "Hana", "Ivo")
SUIT_COLOURS = ("green", "blue", "red", "bright_white")
IN_WORDS = {
    "FO": "folds",
    "CH": "checks",
    "CA": "calls",
    "AC": "calls all in",
    "AH": "is all in",
    "AF": "raises all in",
}
console = Console(highlight=False)


def hand(
    players: Annotated[int, typer.Option(min=2, max=10, help="How many sit down.")] = 6,
    stack: Annotated[int, typer.Option(min=2, help="Chips each.")] = 200,
    big_blind: Annotated[int, typer.Option(min=1)] = 2,
    rules: Annotated[
        str, typer.Option(help="House rules: masa, classic, botpoker, limit, tda, acpc.")
    ] = "masa",
    seed: Annotated[int | None, typer.Option(help="The same cards and opponents again.")] = None,
) -> None:
    """Play one hand at the keyboard against simple opponents."""
    try:
        house = HouseRules.named(rules)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--rules") from None
    dice = SystemRandom() if seed is None else Random(seed)
    situation = Situation(
        Dealer.start([stack] * players, dice.randrange(players), Blinds.of(big_blind), house),
        HandDealer.deal(Deck.shuffled(dice), players),
    )
    console.print(
        f"[bold]Hold'em[/] · {house.betting} · blinds {big_blind // 2}-{big_blind} · rules: {rules}"
    )
    has_left = False
    while not situation.end:
        turn = situation.dealer.turn_to_act
        act: PlayerAct | None
        if turn != YOU:
            act = opponent(situation, dice)
        elif has_left or (act := ask(situation, View.of(situation, YOU))) is None:
            has_left = True
            act = Check() if Check() in situation.possible_acts else Fold()
        move = situation.move(act)
        situation = move.situation_after
        console.print(f"  {told(move)}")
        if isinstance(move.dealer_act, NextRound):
            console.print(drawn_board(View.of(situation, YOU)))
    console.print(ending(situation, [stack] * players))


def ask(situation: Situation, view: View) -> PlayerAct | None:
    """The player's act; None at the end of input."""
    console.print(drawn_table(view))
    offered = "  ".join(uci.write(act) for act in view.acts)
    raises = f"  (RR{view.raises[0]} to RR{view.raises[1]})" if view.raises else ""
    while True:
        try:
            text = console.input(f"  [bold]{offered}[/]{raises}\n  your act> ").strip().upper()
        except (EOFError, KeyboardInterrupt):
            console.print("\n  (you leave the table: checks and folds from here on)")
            return None
        try:
            act = uci.read(text)
            situation.move(act)
        except (uci.UciError, IllegalAct) as error:
            console.print(f"  [yellow]{error}[/]")
        else:
            return act


def opponent(situation: Situation, dice: Random) -> PlayerAct:
    """Not a bot worth the name: calls with something, folds with nothing, raises now and then."""
    dealer, cards = situation.dealer, situation.hand_dealer
    assert cards is not None
    hole = cards.hands[dealer.turn_to_act]
    assert hole is not None
    board = cards.middle(dealer.round).cards
    if board:
        likes_it = strength.evaluate(hole + board).category > strength.Category.HIGH_CARD
    else:
        likes_it = hole[0].rank == hole[1].rank or hole[0].rank + hole[1].rank >= 19
    acts = situation.possible_acts
    cheap = situation.legal.to_call <= 2 * dealer.blinds.big
    if likes_it and dice.random() < 0.2 and situation.raises:
        return acts[-1]
    if Check() in acts:
        return Check()
    if Call() in acts and (likes_it or (cheap and dice.random() < 0.4)):
        return Call()
    return acts[1] if likes_it and dice.random() < 0.5 else Fold()


def in_words(act: PlayerAct, verb: str = "raises to") -> str:
    return IN_WORDS.get(act.code) or f"{verb} {getattr(act, 'to', '')}"


def told(move: Move) -> str:
    """ "Ada bets 6", "You call"."""
    turn = move.before.turn_to_act
    words = in_words(move.player_act, "raises to" if move.before.price else "bets")
    if turn == YOU:
        verb, *rest = words.split(" ")
        words = " ".join([{"is": "are"}.get(verb, verb.rstrip("s,")), *rest])
    return f"{NAMES[turn]} {words}"


def drawn(cards: tuple[Card, ...]) -> Text:
    text = Text()
    for card in cards:
        text.append(card.pretty, style=f"bold {SUIT_COLOURS[card.suit]}").append(" ")
    return text


def drawn_board(view: View) -> Text:
    return Text("\n  board  ").append(drawn(view.board)).append(f"  pot {view.pot}\n")


def drawn_table(view: View) -> Panel:
    table = Table(box=None, pad_edge=False)
    for heading in ("", "", "stack", "in front", "", "cards"):
        table.add_column(heading, justify="right" if heading in ("stack", "in front") else "left")
    for player in view.players:
        marks = ("●" if player.index == view.button else " ") + (
            "▶" if player.index == view.to_act else " "
        )
        last = "" if player.last_action is None else in_words(player.last_action)
        table.add_row(
            marks,
            NAMES[player.index],
            str(player.stack),
            str(player.wager or ""),
            last,
            drawn(player.cards) if player.cards else "",
            style="dim" if player.role is Role.FOLDED else None,
        )
    own = view.players[YOU].cards
    name = strength.evaluate(own + view.board).sentence if own and view.board else ""
    return Panel(
        table,
        title=f"pot {view.pot}" + (f" · {view.to_call} to call" if view.to_call else ""),
        subtitle=name,
        expand=False,
    )


def ending(situation: Situation, stacks: list[int]) -> Table:
    outcome = situation.outcome
    assert outcome is not None
    assert outcome.winners is not None
    view = View.of(situation, YOU)
    if isinstance(outcome, Showdown):
        console.print(drawn_board(view))
    table = Table(title="The end", title_justify="left")
    for heading in ("", "cards", "hand", "result"):
        table.add_column(heading, justify="right" if heading == "result" else "left")
    for player, before, after in zip(view.players, stacks, outcome.winners.stacks, strict=True):
        shown = player.cards
        is_told = shown and len(view.board) == 5 and player.role is not Role.FOLDED
        hand = strength.evaluate(shown + view.board).sentence if shown and is_told else ""
        gain = after - before
        colour = "green" if gain > 0 else "red" if gain < 0 else "dim"
        table.add_row(
            NAMES[player.index], drawn(shown) if shown else "", hand, f"[{colour}]{gain:+}[/]"
        )
    return table
