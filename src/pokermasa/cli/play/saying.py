"""Describes the events at the table in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from pokermasa import strength
from pokermasa.cards import Card
from pokermasa.histories.description import ROUNDS, YOU, describe_act, with_subject
from pokermasa.masa import Masa, Side
from pokermasa.masa import event as at_masa
from pokermasa.masa.game import Game as Hand
from pokermasa.rules import PotDistribution, Showdown
from pokermasa.tournament import event as in_tournament

Name = Callable[[Side], str]
PlayerName = Callable[[int], str]


class Said(NamedTuple):
    """A sentence with `{}` in the place of its cards."""

    words: str
    cards: tuple[Card, ...] = ()
    strong: bool = False
    """True for important lines: your cards, the board, the winners."""

    @property
    def plain(self) -> str:
        """The sentence with the cards in words, for screen readers.

        >>> from pokermasa.cards import read_cards
        >>> Said("The flop: {}.", read_cards("As Td 2c")).plain
        'The flop: ace of spades, ten of diamonds, two of clubs.'
        """
        return self.words.replace("{}", ", ".join(card.name for card in self.cards))


def chips(amount: int) -> str:
    return f"{amount:,}"


def sentence(name: str, text: str) -> str:
    """Return a sentence with *name* as its subject and the verb in the right form.

    >>> sentence("Ada", "posts 1"), sentence("You", "posts 1")
    ('Ada posts 1.', 'You post 1.')
    """
    return f"{with_subject(name, text)}."


def said(
    event: at_masa.Event | in_tournament.Event, before: Masa, name: Name, player: PlayerName
) -> Iterator[Said]:
    """Yield the sentences about an event. *before* is the masa before the event, *name* gives the
    player on a side, and *player* gives a player of the tournament by number."""
    match event:
        case at_masa.ToppedUp(side, amount):
            yield Said(sentence(name(side), f"buys in again for {chips(amount)}"))
        case at_masa.DealerRotated(side):
            whose = "yours" if name(side) == YOU else f"{name(side)}'s"
            yield Said(f"Hand {before.hands + 1}. The button is {whose}.")
        case at_masa.Posted(side, ante, dead, live):
            if ante:
                yield Said(sentence(name(side), f"pays an ante of {chips(ante)}"))
            if live or dead:
                yield Said(sentence(name(side), f"posts {chips(live + dead)}"))
        case at_masa.DealPocketCards(side, cards):
            yield Said(sentence(name(side), "is dealt {}"), cards, strong=True)
        case at_masa.TimedOut(side):
            yield Said(sentence(name(side), "is out of time"))
        case at_masa.PlayerActed(side, act):
            assert before.game is not None
            yield Said(sentence(name(side), describe_act(before.game.situation.move(act), chips)))
        case at_masa.AutoActed(side, recorded):
            text = {"CH": "checks", "FO": "folds"}.get(recorded.code, "acts")
            yield Said(sentence(name(side), text))
        case at_masa.BoardUpdated(cards, running, pots):
            pot = running.wager + sum([other.wager for other in pots])
            new = cards if len(cards) == 3 else cards[-1:]
            yield Said(
                f"The {ROUNDS[len(cards)]}: {{}}. The pot is {chips(pot)}.", new, strong=True
            )
        case in_tournament.LevelRose(level, blinds):
            if level:
                antes = f", ante {chips(blinds.ante)}" if blinds.ante else ""
                yield Said(
                    f"Level {level + 1}: blinds {chips(blinds.small)}-{chips(blinds.big)}{antes}.",
                    strong=True,
                )
        case in_tournament.Eliminated(players, place, left):
            for each in players:
                text = f"is out in place {place}, {left} left"
                yield Said(sentence(player(each), text), strong=True)
        case in_tournament.Finished(winner):
            yield Said(sentence(player(winner), "wins the sit-and-go"), strong=True)


def ending(hand: Hand, name: Name, lying: int) -> Iterator[Said]:
    """Yield the sentences about the end of a hand. *lying* is the number of board cards before the
    last act."""
    situation = hand.situation
    outcome, cards = situation.outcome, situation.hand_dealer
    assert outcome is not None
    assert cards is not None
    board = hand.boards[0]
    if isinstance(outcome, Showdown):
        if len(board) > lying:
            yield Said("The board: {}.", board, strong=True)
        for index in outcome.order:
            hole = cards.hands[index]
            if hole is not None and index in outcome.must_show:
                worth = strength.evaluate(hole + board).sentence
                yield Said(sentence(name(hand.sides[index]), f"shows {{}}: {brief(worth)}"), hole)
            else:
                yield Said(sentence(name(hand.sides[index]), "mucks"))
    (pots,) = hand.pots
    for number, pot in enumerate(pots):
        yield from won(pot, _which(number, len(pots)), hand, name)
    if hand.dropped:
        yield Said(f"{chips(hand.dropped)} odd chips are dropped.")


def won(pot: PotDistribution, which: str, hand: Hand, name: Name) -> Iterator[Said]:
    verb = "wins" if len(pot.involved) == 1 else "takes"
    for index, share in zip(pot.involved, pot.shares, strict=True):
        amount = "" if len(pot.involved) == 1 else f" of {chips(pot.wager)}"
        text = f"{verb} {chips(share)}{amount}{which}"
        yield Said(sentence(name(hand.sides[index]), text), strong=True)


def _which(number: int, count: int) -> str:
    """Return words for a pot. The main pot is the last one."""
    if count == 1:
        return ""
    return " from the main pot" if number == count - 1 else " from a side pot"


def brief(worth: str) -> str:
    """Return a shorter description of a hand, without kickers.

    >>> brief("pair of twos, five, four and three kickers"), brief("flush, ace high, then king")
    ('pair of twos', 'flush, ace high')
    >>> brief("two pair, kings and fours, ten kicker")
    'two pair, kings and fours'
    >>> brief("high card, ace, king, nine, eight and two kickers")
    'ace high'
    """
    first, *rest = worth.split(", ")
    if first == "high card":
        return f"{rest[0]} high"
    if first.startswith(("pair", "royal")) or not rest:
        return first
    return f"{first}, {rest[0]}"


def holding(hole: Sequence[Card], board: Sequence[Card]) -> str:
    """Return the current hand of two hole cards and the board in words.

    >>> from pokermasa.cards import read_cards
    >>> holding(read_cards("As Ah"), ()), holding(read_cards("Ks Qs"), read_cards("Kd 7h 2c"))
    ('pair of aces', 'pair of kings')
    >>> holding(read_cards("7s 2h"), ())
    'seven and two'
    """
    if board:
        return brief(strength.evaluate((*hole, *board)).sentence)
    high, low = sorted(hole, reverse=True)
    names = [card.name.partition(" of ")[0] for card in (high, low)]
    if high.rank == low.rank:
        return f"pair of {names[0]}{'es' if names[0] == 'six' else 's'}"
    return " and ".join(names) + (" suited" if high.suit == low.suit else "")
