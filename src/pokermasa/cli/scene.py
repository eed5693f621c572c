"""Prints a hand from a history: one scene as a picture, or the whole hand as a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from pokermasa import strength
from pokermasa.cards import Card
from pokermasa.histories import amount
from pokermasa.histories.description import ROUNDS, describe_act, describe_step, with_subject
from pokermasa.histories.history import (
    UNKNOWN_STACK,
    Acted,
    BoardDealt,
    History,
    HoleCards,
    HoleDealt,
    Shown,
    whole,
)
from pokermasa.histories.replay import Scene, result, settle
from pokermasa.rules import HouseRules, Role, StackIndex
from pokermasa.rules.chips import clockwise, indexed, stack_indexes
from pokermasa.rules.opening import blind_positions

SUIT_COLOURS = ("green", "blue", "red", "bright_white")


def chips(amount_: int, history: History) -> str:
    """Return an amount with the currency symbol, if any, and thousands separators."""
    if amount_ >= UNKNOWN_STACK // 2:
        return "?"
    text = amount.written(abs(amount_), history.scale)
    units, point, decimals = text.partition(".")
    symbol = history.fields.get("currency_symbol", "")
    return f"{'-' if amount_ < 0 else ''}{symbol}{int(units):,}{point}{decimals}"


def signed(amount_: int, history: History) -> Text:
    if not amount_:
        return Text("0", "dim")
    sign, colour = ("+", "green") if amount_ > 0 else ("-", "red")
    return Text(sign + chips(abs(amount_), history), colour)


def drawn(cards: Sequence[Card | None]) -> Text:
    text = Text()
    for place, card in enumerate(cards):
        text.append(" " if place else "")
        if card is None:
            text.append("??", "dim")
        else:
            text.append(card.pretty, f"bold {SUIT_COLOURS[card.suit]}")
    return text


def title(history: History, file: str, key: str | None) -> str:
    hand = history.fields.get("hand", key)
    parts = [file if key is None else f"{file} [{key}]"]
    if hand is not None and str(hand) != key:
        parts.append(f"hand {hand}")
    return " · ".join(parts)


def game(history: History) -> str:
    blinds = history.blinds
    parts = [
        str(history.rules.betting),
        f"blinds {chips(blinds.small, history)}/{chips(blinds.big, history)}",
    ]
    if blinds.ante:
        whose = "big-blind ante" if blinds.big_blind_ante else "ante"
        parts.append(f"{whose} {chips(blinds.ante, history)}")
    for field in ("venue", "event", "table"):
        if field in history.fields:
            parts.append(str(history.fields[field])[:60])
    return " · ".join(parts)


def place(history: History, stack: StackIndex) -> str:
    """Return D for the button, and SB and BB for the blinds."""
    small, big = _blinds(history, history.rules)
    marks = [(history.button, "D"), (small, "SB"), (big, "BB")]
    return "/".join([mark for index, mark in marks if index == stack])


def _blinds(history: History, rules: HouseRules) -> tuple[StackIndex | None, StackIndex | None]:
    if history.posts is None:
        return blind_positions(history.button, history.players, rules)
    posts, price = history.posts, history.blinds.big
    round_from = clockwise(history.button, history.players)
    blinds = [i for i in round_from if posts[i].live and not posts[i].late]
    bigs = [i for i in blinds if posts[i].live == price]  # the second of two equal ones
    big = bigs[:2][-1] if bigs else None
    small = next((i for i in blinds if i != big and posts[i].live <= price), None)
    return small, big


def cards_of(scene: Scene, stack: StackIndex) -> HoleCards | None:
    """Return the hole cards that are known at this moment because they were shown or dealt face
    up."""
    shown = scene.shown.get(stack)
    return shown if whole(shown) else scene.hands[stack]


# One scene


def picture(scene: Scene, file: str, key: str | None, number: int, count: int) -> RenderableType:
    history = scene.history
    players = Table(box=None, pad_edge=False, padding=(0, 1))
    for heading in ("", "", "cards", "stack", "in front", ""):
        players.add_column(heading, justify="right" if heading in ("stack", "in front") else "left")
    dealer = scene.dealer
    to_act = None if scene.situation.end else dealer.turn_to_act
    end = settle(scene) if _is_last(scene) else None
    for index, stack in indexed(dealer.stacks):
        last: Text | str = ""
        if end is not None:
            last = signed(end.net[index], history)
        elif scene.step is not None and getattr(scene.step, "stack", None) == index:
            last = Text(_step_text(scene), "bold")
        elif stack.role is Role.FOLDED:
            last = "folded"
        elif stack.role is not Role.INVOLVED:
            last = "all in"
        chips_left = (stack.stack if end is None else end.stacks[index]) + _behind(history, index)
        players.add_row(
            Text("▶" if index == to_act else " ", "bold yellow"),
            Text.assemble(history.name(index)[:24], (f" {place(history, index)}", "dim")),
            drawn(cards_of(scene, index) or ()),
            chips(chips_left, history),
            chips(stack.recent_wager, history) if stack.recent_wager else "",
            last,
            style="dim" if stack.role is Role.FOLDED else None,
        )
    pot = Text.assemble("pot ", (chips(dealer.pot if end is None else 0, history), "bold yellow"))
    board = Text("board  ").append(drawn(scene.board))
    to_come = 5 - len(scene.board)
    board.append(" " * bool(scene.board) + " ".join(["··"] * to_come), "dim")
    middle = Table.grid(expand=True)
    middle.add_column()
    middle.add_column(justify="right")
    middle.add_row(board, pot)
    for number, more in enumerate(history.more_boards if _is_last(scene) else (), start=2):
        middle.add_row(Text(f"board {number}  ").append(drawn(more)), "")
    remark = scene.step.remark if scene.step is not None else ""
    told_now = Text(_step_text(scene, with_name=True))
    if remark:
        told_now.append(f"  “{remark}”", "italic")
    return Panel(
        Group(Text(game(history), "dim"), "", middle, "", players, "", told_now),
        title=Text(title(history, file, key)),  # a string would be read as markup
        subtitle=f"{number} of {count}",
        width=86,
        padding=(1, 2),
    )


def _is_last(scene: Scene) -> bool:
    return scene.number + 1 == len(scene.history.story)


def _step_text(scene: Scene, with_name: bool = False) -> str:
    history, step = scene.history, scene.step
    if step is None or isinstance(step, HoleDealt):
        return "the cards are dealt" if with_name else ""
    if isinstance(step, BoardDealt):
        return f"the {ROUNDS[len(scene.board)]}" if with_name else ""
    if isinstance(step, Acted):
        said = "checks"
        if scene.move is not None:
            said = describe_act(scene.move, lambda amount_: chips(amount_, history))
        return with_subject(history.name(step.stack), said) if with_name else said
    text = describe_step(step, history)
    if isinstance(step, Shown):
        verb = "mucks" if step.cards is None else "shows" if whole(step.cards) else "shows nothing"
        return with_subject(history.name(step.stack), verb) if with_name else verb
    return text


def frames(story: Sequence[Scene]) -> list[Scene]:
    """Return the scenes at which to stop. Dealing all hole cards is one scene, and mucking before
    the board is complete is left out."""
    return [
        scene
        for scene, following in zip(story, [*story[1:], None], strict=True)
        if following is None
        or not (isinstance(following.step, HoleDealt) or is_hiding(scene, following))
    ]


def is_hiding(scene: Scene, following: Scene | None) -> bool:
    return (
        isinstance(scene.step, Shown)
        and scene.step.cards is not None
        and whole(scene.step.cards) is None
        and len(scene.board) < 5
        and following is not None
    )


# The whole hand


def page(
    story: Sequence[Scene],
    file: str,
    key: str | None,
    notes: Mapping[int, Sequence[Text]] | None = None,
) -> Iterator[Text | str]:
    """Yield the lines of a hand as text. *notes* are lines to insert, by the number of the step
    above them."""
    notes = notes or {}
    history = story[0].history
    last = story[-1]
    width = max([len(history.name(i)) for i in stack_indexes(history.players)])
    yield Text(title(history, file, key), "bold")
    yield Text(game(history), "dim")
    for index in stack_indexes(history.players):
        yield Text.assemble(
            f"  {place(history, index):4}  {history.name(index):{width}}  ",
            f"{chips(history.at_table(index), history):>12}  ",
            drawn(cards_of(last, index) or ()),
        )
    yield Text("Pre-flop", "bold")
    yield from notes.get(-1, ())
    is_over = False
    for before, scene in pairwise(story):
        step = scene.step
        if isinstance(step, HoleDealt):
            continue
        if isinstance(step, BoardDealt):
            pot = chips(scene.dealer.pot, history)
            name = ROUNDS[len(scene.board)].capitalize()
            yield Text.assemble((name, "bold"), "  ", drawn(scene.board), (f"  pot {pot}", "dim"))
            yield from notes.get(scene.number, ())
            continue
        if is_hiding(scene, scene):
            continue
        if isinstance(step, Shown) and not is_over:
            is_over = True
            yield Text("Showdown" if before.situation.showdown else "Afterwards", "bold")
        yield _line(scene)
        yield from notes.get(scene.number, ())
    for number, board in enumerate(history.more_boards, start=2):
        yield Text.assemble((f"Board {number}", "bold"), "  ", drawn(board))
    if history.is_cancelled:
        yield Text("The hand was cancelled: everybody has their chips back.", "yellow")
        return
    end = result(history)
    if end is None:
        text = "does not say who won" if last.situation.end else "stops before the end"
        yield Text(f"The history {text}.", "yellow")
        return
    yield Text("Result", "bold")
    for index, net in indexed(end.net):
        if net:
            yield Text.assemble(
                f"  {history.name(index):{width}}  ",
                f"{chips(end.stacks[index] + _behind(history, index), history):>12}  ",
                signed(net, history),
            )
    yield from _paid(history)
    if end.remark:
        yield Text(f"  {end.remark}", "yellow")


def _behind(history: History, stack: StackIndex) -> int:
    return history.behind[stack] if history.behind else 0


def _paid(history: History) -> Iterator[Text]:
    """Yield the lines about rake, fees and payments of the site."""
    payments = history.payments
    if payments is None:
        return
    for label, amount_ in (
        ("rake", payments.rake),
        ("jackpot and other fees", payments.fees),
        ("added by the site", payments.added),
    ):
        if amount_:
            yield Text(f"  {label} {chips(amount_, history)}", "dim")
    for index in stack_indexes(history.players):
        if payments.has_cashed_out(index):
            fee = payments.cash_out_fees[index] if payments.cash_out_fees else 0
            label = (
                f"  {history.name(index)} cashed out {chips(payments.cash_outs[index], history)}"
            )
            yield Text(f"{label}, fee {chips(fee, history)}", "dim")
        if payments.adjustments and payments.adjustments[index]:
            label = f"  {with_subject(history.name(index), 'was paid outside of the pot')}: "
            yield Text(label, "dim").append(signed(payments.adjustments[index], history))


def _line(scene: Scene) -> Text:
    step = scene.step
    line = Text(f"  {_step_text(scene, with_name=True)}")
    if isinstance(step, Shown) and (cards := whole(step.cards)):
        line.append(" ").append(drawn(cards))
        if len(scene.board) == 5:
            line.append(f"  {strength.evaluate((*cards, *scene.board)).sentence}", "dim")
    if step is not None and step.remark and _step_text(scene, with_name=True) != step.remark:
        line.append(f"  # {step.remark}", "italic dim")
    return line
