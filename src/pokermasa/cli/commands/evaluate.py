"""`masa evaluate`: names a hand, or ranks several hands."""

import json as json_text
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pokermasa import strength
from pokermasa.cards import Card, CardError, distinct, read_cards
from pokermasa.cli import output
from pokermasa.strength import HandValue

LONGEST = 60
"""Maximum number of characters of wrong hands that an error repeats."""
SUIT_COLOURS = ("green", "blue", "red", "bright_white")


def evaluate(
    hands: Annotated[
        list[str],
        typer.Argument(
            metavar="HAND...",
            help="Five to seven cards each, 'As Ks Qs Js Ts 2d 3c'; or two each with --board.",
            show_default=False,
        ),
    ],
    board: Annotated[str, typer.Option(help="Cards that all hands share: 2h7d9hTcJc.")] = "",
    json: output.Json = False,
    csv: output.Csv = False,
    parquet: output.Parquet = None,
    force: output.Force = False,
) -> None:
    """Name a hand, or put several in order with the winner first."""
    file = output.TableFile.asked(csv, parquet, json, force)
    try:
        shared = distinct(read_cards(board))
    except CardError as error:
        raise typer.BadParameter(str(error), param_hint="--board") from None
    try:
        valued = [(cards, strength.evaluate(distinct(cards + shared))) for cards in read(hands)]
    except CardError as error:
        message = f"{error}; in {' '.join(hands)[:LONGEST]!r}" + (f" with {board}" if board else "")
        raise typer.BadParameter(message, param_hint="HAND...") from None
    valued.sort(key=lambda each: each[1], reverse=True)
    places = [1 + sum(other > value for _, other in valued) for _, value in valued]
    rows = [as_json(place, *each) for place, each in zip(places, valued, strict=True)]
    lists = ("cards", "best_five")
    printed = file.write([row | {name: " ".join(row[name]) for name in lists} for row in rows])
    if json:
        typer.echo(json_text.dumps(rows, indent=2))
    if json or printed:
        return
    table = Table(show_edge=False)
    for name in ("", "cards", "hand", "best five"):
        table.add_column(name)
    table.add_column("rank", justify="right", style="dim")
    for place, (cards, value) in zip(places, valued, strict=True):
        tied = "=" if places.count(place) > 1 else ""
        table.add_row(
            f"{place}{tied}" if len(valued) > 1 else "",
            coloured(cards),
            Text(value.sentence, "bold green" if place == 1 else ""),
            coloured(value.best_five),
            str(value.rank),
        )
    Console(highlight=False).print(table)


def read(hands: list[str]) -> list[tuple[Card, ...]]:
    """Return the hands in *hands*. Each word is a hand. If every word is a single card, all cards
    form one hand.

    >>> [len(cards) for cards in read(["As", "Ks", "Qs", "Js", "Ts"])]
    [5]
    >>> [len(cards) for cards in read(["AsKsQsJsTs", "2c3c4c5c7d"])]
    [5, 5]
    """
    read_hands = [read_cards(hand) for hand in hands]
    if all(len(cards) == 1 for cards in read_hands):
        return [distinct(card for cards in read_hands for card in cards)]
    return read_hands


def as_json(place: int, cards: tuple[Card, ...], value: HandValue) -> dict[str, Any]:
    return {
        "place": place,
        "cards": [str(card) for card in cards],
        "rank": value.rank,
        "category": value.category.english,
        "sentence": value.sentence,
        "chinese": value.chinese,
        "best_five": [str(card) for card in value.best_five],
    }


def coloured(cards: tuple[Card, ...]) -> Text:
    text = Text()
    for card in cards:
        text.append(f"{card.pretty} ", SUIT_COLOURS[card.suit])
    return text
