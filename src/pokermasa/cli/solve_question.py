"""Input of `masa solve`: options, a hand from a file, a command file or a saved solution."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import typer

from pokermasa.cards import Card
from pokermasa.cli.command_line import verify_unused
from pokermasa.cli.hand_file import HandFile, read_text
from pokermasa.cli.unit import CHIPS, Unit
from pokermasa.histories.description import describe_act, with_subject
from pokermasa.histories.history import History, HistoryError
from pokermasa.histories.replay import Scene, scenes
from pokermasa.notation import uci
from pokermasa.rules import Betting, Move, PlayerAct, Role
from pokermasa.rules.act import BettingRound
from pokermasa.solve import Place, SolveError, SolveRefusal, Subgame, texas_solver

TARGET = 0.5
SHOWN_KEYS = 10
"""Maximum number of hands listed when the user must choose one."""


class SubgameOptions(NamedTuple):
    """Options that describe a subgame without a file, as typed."""

    board: str
    pot: int | None
    stack: str
    oop: str
    ip: str

    @property
    def by_name(self) -> dict[str, str | int | None]:
        """Values by the name of the option on the command line."""
        return {f"--{name}": value for name, value in self._asdict().items()}


class HandOptions(NamedTuple):
    """Options that choose an act of a hand in a file, as typed, with the command's defaults."""

    step: int | None = None
    hand: str = ""
    hero_range: str = "random"
    villain_range: str = "random"


class TreeOptions(NamedTuple):
    """Options of the betting tree, with the command's defaults. Percentages are fractions of 1."""

    bets: str = "50%, all-in"
    raises: str | None = None
    size: tuple[str, ...] = ()
    all_in_from: float = 1.0
    donks: bool = True
    raise_cap: int | None = None
    betting: Betting = Betting.NO_LIMIT
    limits: str = ""
    big_blind: int = 1
    rake: float = 0.0
    rake_cap: float = 0.0

    @property
    def for_any_subgame(self) -> dict[str, Any]:
        """Arguments that `Subgame.from_board` and `Subgame.at` have in common."""
        return {
            "bets": self.bets,
            "raises": self.raises,
            "sizes": dict(map(_place_and_sizes, self.size)),
            "rake": self.rake,
            "rake_cap": self.rake_cap,
            "all_in_from": self.all_in_from,
            "donks": self.donks,
            "raise_cap": self.raise_cap,
        }


class Asked(NamedTuple):
    """Options that describe the game to solve."""

    subgame: SubgameOptions
    hand: HandOptions
    tree: TreeOptions


class Effort(NamedTuple):
    """Options that limit the time, the number of threads and the memory."""

    target: float | None
    seconds: float | None
    iterations: int | None
    threads: int | None
    small: bool

    @property
    def is_endless(self) -> bool:
        """True if none of the three limits is given."""
        return self.target is None and self.seconds is None and self.iterations is None


def read_locks(texts: list[str]) -> dict[str, dict[str, dict[str, float]]]:
    """Return the locked strategies of `--lock`: probabilities by path, hands and act."""
    found: dict[str, dict[str, dict[str, float]]] = {}
    for text in texts:
        where, hands, acts = _lock(text)
        if hands in found.setdefault(where, {}):
            message = f"{text[:60]!r}: what these hands do there was said before"
            raise typer.BadParameter(message, param_hint="--lock")
        found[where][hands] = acts
    return found


class AskedHand(NamedTuple):
    """A decision of a hand that was played."""

    key: str | None
    step: int
    player: str
    act: str
    """The act in the notation of the betting tree."""
    cards: tuple[Card, Card] | None
    unit: Unit = CHIPS
    """Unit of the file."""

    def to_data(self, place: Place) -> Mapping[str, Any]:
        fields: dict[str, Any] = {
            "hand": self.key,
            "step": self.step,
            "player": self.player,
            "act": self.act,
            "scale": self.unit.scale,
            "cards": None if self.cards is None else "".join(map(str, self.cards)),
        }
        if self.cards is not None and not place.path:
            fields |= place.hand(self.cards)
        return fields


class Listing(Exception):
    """Raised if the user gave a hand without choosing an act. The text lists the acts."""


class Question(NamedTuple):
    subgame: Subgame | None = None
    saved: Path | None = None
    hand: AskedHand | None = None
    target: float | None = TARGET
    iterations: int | None = None
    threads: int | None = None


def question(file: Path | None, asked: Asked) -> Question:
    if file is None:
        _verify_unused("is of a hand: give a FILE as well", asked.hand)
        if asked.tree.betting is not Betting.FIXED_LIMIT:
            _verify_unused("is for --betting 'fixed limit'", asked.tree, ["limits"])
        return Question(_subgame(asked))
    own = [name for name, value in asked.subgame.by_name.items() if value]
    if own:
        message = (
            f"a file already says the subgame: leave out {', '.join(own)}; "
            f"or, if {str(file)[:60]!r} is a board, write --board before it"
        )
        raise typer.BadParameter(message, param_hint="FILE")
    with file.open("rb") as opened:
        beginning = opened.read(4096)
    is_saved = beginning[:2] == b"PK"  # a zip file, as written by NumPy
    is_command_file = any(line.startswith(b"set_") for line in beginning.splitlines())
    if is_saved or is_command_file:
        _verify_unused("is said by this file", asked.hand)
        _verify_unused("is said by this file", asked.tree)
    else:
        of_the_game = ["betting", "limits", "big_blind"]
        _verify_unused("is said by the hand of this file", asked.tree, of_the_game)
    if is_saved:
        return Question(saved=file, target=None)
    if is_command_file:
        commands = texas_solver.read(read_text(file))
        return Question(
            commands.subgame, None, None, commands.target, commands.iterations, commands.threads
        )
    return _of_hand(file, asked)


def _verify_unused(
    why: str, options: HandOptions | TreeOptions, names: Sequence[str] | None = None
) -> None:
    """Refuse these options, or those of *names*, if one of them is given."""
    usual = type(options)()
    values = {
        f"--{name.replace('_', '-')}": (getattr(options, name), getattr(usual, name))
        for name in names or options._fields
    }
    verify_unused(why, values)


def _subgame(asked: Asked) -> Subgame:
    subgame, tree = asked.subgame, asked.tree
    missing = [name for name, given in subgame.by_name.items() if not given and given != 0]
    if missing:
        message = f"a subgame needs {', '.join(missing)} as well (or give a FILE)"
        raise typer.BadParameter(message, param_hint=missing[0])
    assert subgame.pot is not None
    stacks = _numbers(subgame.stack, "--stack")
    limits = _numbers(tree.limits, "--limits") if tree.limits else None
    if tree.betting is Betting.FIXED_LIMIT and limits is None:
        message = "fixed limit needs the bet of the flop and that of later rounds, as in 2,4"
        raise typer.BadParameter(message, param_hint="--limits")
    return Subgame.from_board(
        subgame.board,
        subgame.pot,
        stacks if len(stacks) == 2 else stacks[0],
        subgame.oop,
        subgame.ip,
        betting=tree.betting,
        limits=None if limits is None else (limits[0], limits[-1]),
        big_blind=tree.big_blind,
        **tree.for_any_subgame,
    )


def _numbers(text: str, hint: str) -> Any:
    found = text.replace(",", " ").split()
    if not 1 <= len(found) <= 2 or not all(word.isascii() and word.isdigit() for word in found):
        message = f"{text[:40]!r} is no number, nor two: 910 or 910,700"
        raise typer.BadParameter(message, param_hint=hint)
    return tuple(int(word) for word in found)


def _place_and_sizes(text: str) -> tuple[str, str]:
    where, colon, listed = text.partition(":")
    if not colon:
        message = f"{text[:40]!r}: write where, a colon and sizes, as in 'turn oop bet: 33%, 75%'"
        raise typer.BadParameter(message, param_hint="--size")
    return where, listed


def _lock(text: str) -> tuple[str, str, dict[str, float]]:
    where, colon, rest = text.partition(":")
    hands, equals, listed = rest.partition("=")
    acts: dict[str, float] = {}
    said = [one.split() for one in listed.split(",") if one.strip()]
    for act, *frequency in said:
        try:
            (number,) = frequency or ["1"]
            acts[act.upper()] = float(number.rstrip("%")) / (100 if "%" in number else 1)
        except ValueError:
            acts = {}
            break
    if not (colon and equals and acts and len(acts) == len(said)):
        example = "'CH RR90: QQ+, AKs = CA 70%, FO 30%'"
        message = f"{text[:60]!r}: write where, a colon, hands, = and acts, as in {example}"
        raise typer.BadParameter(message, param_hint="--lock")
    return " ".join(where.split()), hands.strip(), acts


# A hand that was played


def _of_hand(file: Path, asked: Asked) -> Question:
    key, history = _history(file, asked.hand.hand)
    made = _acts(history)
    if not made:
        message = "the hand has no act of two players after the flop, and only those can be solved"
        raise SolveError(SolveRefusal.NOT_HEADS_UP, message)
    if asked.hand.step is None:
        listed = "\n".join(_line(number, before, move) for number, before, move in made)
        raise Listing(f"Solve one of these acts with --step NUMBER:\n{listed}")
    for number, before, move in made:
        if number == asked.hand.step:
            return _at(before, move.player_act, number, key, history, asked)
    fits = ", ".join(str(number) for number, _, _ in made)
    message = f"act {asked.hand.step} is {SolveRefusal.NOT_HEADS_UP.words}; those that are: {fits}"
    raise SolveError(SolveRefusal.NOT_HEADS_UP, message)


def _history(file: Path, wanted: str) -> tuple[str | None, History]:
    """Return the hand with this key, or the only hand of the file."""
    keys: list[str] = []
    chosen: tuple[str | None, History] | None = None
    with HandFile(file) as opened:
        for key, history, error in opened.hands():
            keys.append(str(key))
            if wanted and key != wanted:
                continue
            if chosen is None and history is None:
                raise SolveError(SolveRefusal.UNREADABLE, f"{file}: {error}")
            if chosen is None and history is not None:
                chosen = key, history
            if wanted or len(keys) > SHOWN_KEYS:
                break
    named = ", ".join(keys[:SHOWN_KEYS]) + (", …" if len(keys) > SHOWN_KEYS else "")
    if chosen is None:
        message = f"{file}: there is no hand {wanted!r}; there are {named}"
        raise SolveError(SolveRefusal.UNREADABLE, message)
    if not wanted and len(keys) > 1:
        message = f"{file} has several hands: choose one of {named}"
        raise typer.BadParameter(message, param_hint="--hand")
    return chosen


def _acts(history: History) -> list[tuple[int, Scene, Move]]:
    """Return the acts after the flop between two players, with their number among all acts of the
    hand."""
    found = []
    number = 0
    before: Scene | None = None
    try:
        for scene in scenes(history):
            if scene.move is not None and before is not None:
                number += 1
                dealer = before.dealer
                left = sum(stack.role is not Role.FOLDED for stack in dealer.stacks)
                if left == 2 and dealer.round is not BettingRound.PREFLOP:
                    found.append((number, before, scene.move))
            before = scene
    except HistoryError as error:
        raise SolveError(SolveRefusal.UNREADABLE, str(error)) from None
    return found


def _line(number: int, before: Scene, move: Move) -> str:
    history = before.history
    said = with_subject(
        history.name(before.dealer.turn_to_act),
        describe_act(move, Unit.from_history(history).amount),
    )
    board = " ".join(map(str, before.board))
    return f"  {number:>3}  {board:<14}  {said}"


def _at(
    before: Scene, act: PlayerAct, number: int, key: str | None, history: History, asked: Asked
) -> Question:
    dealer = before.dealer
    hero = dealer.turn_to_act
    other = next(
        index
        for index, stack in enumerate(dealer.stacks)
        if stack.role is not Role.FOLDED and index != hero
    )
    ranges = {hero: asked.hand.hero_range, other: asked.hand.villain_range}
    subgame = Subgame.at(
        before.situation, ranges, board=before.board, including=act, **asked.tree.for_any_subgame
    )
    made = uci.write(subgame.in_tree(act))
    cards = before.hands[hero]
    hand = None
    if cards is not None and len(cards) == 2 and all(isinstance(card, Card) for card in cards):
        hand = tuple(sorted((card for card in cards if isinstance(card, Card)), reverse=True))
        if hand not in subgame.hands[subgame.players.index(hero)]:
            hand = None
    return Question(
        subgame,
        hand=AskedHand(
            *(key, number, history.name(hero), made, hand),  # type: ignore[arg-type]
            Unit.from_history(history),
        ),
    )
