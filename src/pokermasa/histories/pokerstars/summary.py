"""The summary of a hand in PokerStars text: pots, boards and what each player won."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pokermasa.histories.history import UNKNOWN, HoleCards
from pokermasa.histories.pokerstars.hand_name import bracketed, described
from pokermasa.histories.pokerstars.lines import RUNS
from pokermasa.histories.pot_summary import PotSummary
from pokermasa.rules import BettingRound, Chips, Fold, PotDistribution, Role, StackIndex
from pokermasa.rules.chips import stack_indexes
from pokermasa.rules.posting import PostingKind

if TYPE_CHECKING:
    from pokermasa.histories.pokerstars.write import Writer

_FOLDED = {
    BettingRound.PREFLOP: "folded before Flop",
    BettingRound.FLOP: "folded on the Flop",
    BettingRound.TURN: "folded on the Turn",
    BettingRound.RIVER: "folded on the River",
}


def pot_names(count: int) -> list[str]:
    if count < 2:  # no pot if all posts are returned
        return ["pot"][:count]
    sides = ["side pot"] if count == 2 else [f"side pot-{n}" for n in range(1, count)]
    return ["main pot", *sides]


class Summary:
    """A writer of the summary of a hand."""

    def __init__(self, writer: Writer, summary: PotSummary) -> None:
        self.writer = writer
        self.summary = summary
        self.history = writer.history
        self.boards = (summary.end.board, *self.history.more_boards)

    def lines(self) -> Iterator[str]:
        writer, summary = self.writer, self.summary
        yield "*** SUMMARY ***"
        pots = ""
        if len(summary.pots) > 1:
            for name, pot, deducted in zip(
                pot_names(len(summary.pots)), summary.pots, summary.deducted, strict=True
            ):
                pots += f" {name.capitalize()} {writer.chips(pot.wager - deducted)}."
        payments = summary.payments
        taken = f"Rake {writer.chips(payments.rake)}"
        if payments.fees:
            taken += f" | Jackpot {writer.chips(payments.fees)}"
        yield f"Total pot {writer.chips(summary.total)}{pots} | {taken}"
        if len(self.boards) > 1:
            times = {2: "twice", 3: "three times"}.get(len(self.boards), "four times")
            yield f"Hand was run {times}"
        for run, board in zip(RUNS, self.boards, strict=False):
            if board:
                yield f"{f'{run} ' if len(self.boards) > 1 else ''}Board {bracketed(board)}"
        seats = sorted(zip(writer.seats, stack_indexes(len(writer.seats)), strict=True))
        for seat, index in seats:
            yield f"Seat {seat}: {writer.names[index]}{self.place(index)} {self.fate(index)}"

    def place(self, index: StackIndex) -> str:
        places = " (button)" if index == self.history.button else ""
        for kind in (PostingKind.SMALL, PostingKind.BIG):
            places += f" ({kind})" if index == self.writer.posted_by(kind) else ""
        return places

    def fate(self, index: StackIndex) -> str:
        writer, end = self.writer, self.summary.end
        if end.dealer.stacks[index].role is Role.FOLDED:
            return self.folded(index)
        if (cards := writer.shown.get(index)) is not None and not end.situation.one_win:
            fates = [self.against(index, cards, run) for run in range(len(self.boards))]
            return f"showed {bracketed(cards)} and {', and '.join(fates)}{self.sale(index)}"
        if won := self.summary.collected.get(index, 0):
            return f"collected ({writer.chips(won)})"
        known = end.hands[index] if writer.hero in (None, index) else UNKNOWN
        return "mucked" if known == UNKNOWN else f"mucked {bracketed(known)}"

    def folded(self, index: StackIndex) -> str:
        rounds = [
            scene.move.before.round
            for scene in self.summary.story
            if scene.move is not None
            and scene.move.before.turn_to_act == index
            and isinstance(scene.move.player_act, Fold)
        ]
        idle = self.summary.stacks[index] == self.history.stacks[index]
        return f"{_FOLDED[rounds[0]]} (didn't bet)" if idle else _FOLDED[rounds[0]]

    def against(self, index: StackIndex, cards: HoleCards, run: int) -> str:
        """Return whether the player won on one board, and with which hand."""
        stated = described(cards, self.boards[run])
        won = sum([_share(pot, index) for pot in self.summary.boards[run]])
        if not won and self.summary.payments.has_cashed_out(index):
            won = self.unawarded(index) if not run else 0
        return f"{f'won ({self.writer.chips(won)})' if won else 'lost'} with {stated}"

    def unawarded(self, index: StackIndex) -> Chips:
        """Return the chips that a cashed-out hand would have won."""
        pots = zip(self.summary.boards[0], self.summary.due[0], self.summary.deducted, strict=True)
        return sum(
            [_share(due, index) - deducted for _, due, deducted in pots if _share(due, index)]
        )

    def sale(self, index: StackIndex) -> str:
        if not self.summary.payments.has_cashed_out(index):
            return ""
        has_share = any(_share(pot, index) for pots in self.summary.due for pot in pots)
        return " (pot not awarded as player cashed out)" if has_share else " (cashed out)"


def _share(pot: PotDistribution, index: StackIndex) -> Chips:
    shares = zip(pot.involved, pot.shares, strict=True)
    return sum([chips for winner, chips in shares if winner == index])
