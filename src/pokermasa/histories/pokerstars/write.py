"""Writes PokerStars text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pokermasa.cards import Card
from pokermasa.histories.description import ordinal
from pokermasa.histories.hand_builder import chairs
from pokermasa.histories.history import (
    UNKNOWN,
    BoardDealt,
    History,
    HistoryError,
    HoleCards,
    HoleDealt,
)
from pokermasa.histories.input_check import keyed, one_history, verify_hero
from pokermasa.histories.pokerstars import header, money
from pokermasa.histories.pokerstars.hand_name import bracketed, described
from pokermasa.histories.pokerstars.lines import RUNS
from pokermasa.histories.pokerstars.names import verify
from pokermasa.histories.pokerstars.summary import Summary, pot_names
from pokermasa.histories.pot_summary import PotSummary, summarize_pots
from pokermasa.histories.replay import Scene, scenes
from pokermasa.histories.stakes import postings
from pokermasa.histories.tournament_hand import TournamentHand
from pokermasa.rules import (
    Betting,
    Check,
    Chips,
    Fold,
    PotDistribution,
    Role,
    StackIndex,
)
from pokermasa.rules.chips import indexed, stack_indexes
from pokermasa.rules.posting import Posting, PostingKind

STREETS = {3: "FLOP", 4: "TURN", 5: "RIVER"}
_POSTS = {
    PostingKind.ANTE: "posts the ante",
    PostingKind.SMALL: "posts small blind",
    PostingKind.BIG: "posts big blind",
    PostingKind.LATE: "posts big blind",
    PostingKind.STRADDLE: "posts straddle",
    PostingKind.DEAD: "posts dead blind",
}


def write(history: History, hero: int | None = None) -> str:
    """Return the text of one hand.

    With *hero*, only the hole cards of that stack are written as dealt, as trackers expect;
    without, all known ones. Raises `HistoryError` if the hand is impossible, not over, or cannot
    be written in this format.
    """
    return Writer(one_history(history), hero).text()


def write_all(hands: Iterable[tuple[str, History]], hero: int | None = None) -> Iterator[str]:
    """Yield the text of a file, one hand after another. A hand without a number gets its key."""
    for key, history in keyed(hands):
        if "hand" not in history.fields:
            history = history.replace(fields={**history.fields, "hand": key})
        yield write(history, hero) + "\n\n"


class Writer:
    def __init__(self, history: History, hero: int | None) -> None:
        verify_hero(hero, history)
        self.history = history
        self.hero = hero
        self.names = [history.name(index) for index in stack_indexes(history.players)]
        verify(self.names)
        self.symbol = money.symbol_of(history.fields)[0]
        self.posted = postings(history)
        self.verify_posts()
        self.story = tuple(scenes(history))
        self.summary: PotSummary | None = None if history.is_cancelled else summarize_pots(history)
        self.seats = chairs(history)

    def text(self) -> str:
        body = "".join([f"{line}\n" for line in self.lines()])
        table = header.write_table(self.history, self.seats)
        return header.write(self.history, table + body) + table + body

    def lines(self) -> Iterator[str]:
        yield from self.seated()
        yield from self.posts()
        yield "*** HOLE CARDS ***"
        yield from self.dealt()
        if self.summary is None:
            yield from self.acts(None)
            yield from ("Hand cancelled", "*** SUMMARY ***")
            return
        yield from self.acts(self.summary)
        yield from self.more_boards()
        yield from self.end(self.summary)
        yield from self.sold(self.summary)
        yield from self.finishes()
        yield from Summary(self, self.summary).lines()

    def chips(self, chips: Chips) -> str:
        return self.symbol + money.written(chips, self.history.scale)

    # Before the cards

    def verify_posts(self) -> None:
        """Raise `HistoryError` if the blinds cannot be written.

        The post of a new player is written as a second big blind. In fixed limit, the header
        contains the bets, so only a post shows the big blind.
        """
        blind = self.history.blinds.big
        posted = {posting.kind: posting for posting in self.posted}
        if PostingKind.LATE in posted and PostingKind.BIG not in posted:
            raise HistoryError(
                "a new player's post cannot be written if nobody posts the big blind"
            )
        small_bet = (self.history.bets or (blind,))[0]
        is_fixed = self.history.rules.betting is Betting.FIXED_LIMIT
        is_told = PostingKind.BIG in posted and not posted[PostingKind.BIG].is_all_in
        if is_fixed and small_bet != blind and not is_told:
            raise HistoryError(
                "the big blind is unknown: nobody posted all of it, and the bets do not show it"
            )

    def seated(self) -> Iterator[str]:
        for seat, index in sorted(zip(self.seats, stack_indexes(len(self.seats)), strict=True)):
            stack = self.chips(self.history.at_table(index))
            yield f"Seat {seat}: {self.names[index]} ({stack} in chips)"

    def posts(self) -> Iterator[str]:
        payments = self.history.payments
        if payments is not None and payments.added:
            yield f"Cash Drop to Pot : total {self.chips(payments.added)}"
        small, big = self.history.blinds[:2]
        waiting: Posting | None = None
        for place, posting in enumerate(self.posted):
            following = self.posted[place + 1 : place + 2]
            if posting.kind is PostingKind.DEAD and following:
                late = following[0]
                is_both = (late.stack, late.kind, late.chips) == (
                    posting.stack,
                    PostingKind.LATE,
                    big,
                )
                if is_both and posting.chips == small < big:
                    waiting = posting
                    continue
            said = _POSTS[posting.kind]
            if posting.kind is PostingKind.DEAD and self.posted_by(PostingKind.SMALL) is not None:
                said = _POSTS[PostingKind.SMALL]  # a second small blind is read as dead
            chips = posting.chips
            if waiting is not None:
                said, chips, waiting = "posts small & big blinds", chips + waiting.chips, None
            all_in = " and is all-in" if posting.is_all_in else ""
            yield f"{self.names[posting.stack]}: {said} {self.chips(chips)}{all_in}"

    def posted_by(self, kind: PostingKind) -> StackIndex | None:
        return next((posting.stack for posting in self.posted if posting.kind is kind), None)

    def dealt(self) -> Iterator[str]:
        dealt = [step for step in self.history.story if isinstance(step, HoleDealt)]
        for step in dealt:
            if step.cards != UNKNOWN and self.hero in (None, step.stack):
                yield f"Dealt to {self.names[step.stack]} {bracketed(step.cards)}"

    # Betting

    def acts(self, summary: PotSummary | None) -> Iterator[str]:
        if summary is not None and not summary.last:
            yield from self.returned(summary)
        for number, scene in enumerate(self.story):
            if isinstance(scene.step, BoardDealt):
                is_again = len(scene.board) > self.history.common_cards
                run = f"{RUNS[0]} " if self.history.more_boards and is_again else ""
                yield _street(run, self.story[number - 1].board, scene.step.cards)
            if scene.move is not None:
                yield self.act(scene)
                if summary is not None and number == summary.last:
                    yield from self.returned(summary)

    def act(self, scene: Scene) -> str:
        move = scene.move
        assert move is not None
        before = move.before
        turn = before.turn_to_act
        stack = before.stacks[turn]
        left, to, role = move.player_diff
        match move.player_act:
            case Fold():
                said = "folds"
            case Check():
                said = "checks"
            case act if not act.raises:
                said = f"calls {self.chips(to - stack.recent_wager)}"
            case _ if before.price:
                said = f"raises {self.chips(to - before.price)} to {self.chips(to)}"
            case _:
                said = f"bets {self.chips(to)}"
        if left or role is Role.FOLDED:
            return f"{self.names[turn]}: {said}"
        behind = self.history.behind
        cap = self.chips(self.history.stacks[turn]) if behind and behind[turn] else None
        end = "is all-in" if cap is None else f"has reached the {cap} cap"
        return f"{self.names[turn]}: {said} and {end}"

    def returned(self, summary: PotSummary) -> Iterator[str]:
        for index, chips in summary.returned.items():
            yield f"Uncalled bet ({self.chips(chips)}) returned to {self.names[index]}"

    def more_boards(self) -> Iterator[str]:
        """Yield the cards of further boards that differ from the first one."""
        lying = self.history.common_cards
        for run, board in zip(RUNS[1:], self.history.more_boards, strict=False):
            for start, stop in ((0, 3), (3, 4), (4, 5)):
                if start >= lying:
                    yield _street(f"{run} ", board[:start], board[start:stop])

    # End

    @property
    def shown(self) -> dict[StackIndex, HoleCards | None]:
        """Cards by player in the order of showing, without hands that nobody saw."""
        shown = self.story[-1].shown
        return {index: cards for index, cards in shown.items() if cards != UNKNOWN}

    def end(self, summary: PotSummary) -> Iterator[str]:
        if summary.end.situation.one_win:
            yield from self.collected(summary.boards[0])
            stacks = indexed(summary.end.dealer.stacks)
            winner = next(index for index, stack in stacks if stack.role is not Role.FOLDED)
            if (cards := self.shown.get(winner)) is not None:
                yield self.show(winner, cards, summary.end.board)
            else:
                yield f"{self.names[winner]}: doesn't show hand"
            return
        boards = (summary.end.board, *self.history.more_boards)
        for run, board, pots in zip(RUNS, boards, summary.boards, strict=False):
            yield f"*** {f'{run} ' if len(boards) > 1 else ''}SHOW DOWN ***"
            for index, cards in self.shown.items():
                if cards is None:
                    yield f"{self.names[index]}: mucks hand"
                else:
                    yield self.show(index, cards, board)
            yield from self.collected(pots)

    def show(self, index: StackIndex, cards: HoleCards, board: Sequence[Card]) -> str:
        return f"{self.names[index]}: shows {bracketed(cards)} ({described(cards, board)})"

    def collected(self, pots: Sequence[PotDistribution]) -> Iterator[str]:
        for name, pot in reversed(list(zip(pot_names(len(pots)), pots, strict=True))):
            for index, chips in zip(pot.involved, pot.shares, strict=True):
                if chips:
                    yield f"{self.names[index]} collected {self.chips(chips)} from {name}"

    def sold(self, summary: PotSummary) -> Iterator[str]:
        """Yield the hands that the site bought, and the payments for sold hands."""
        payments = summary.payments
        for index, name in enumerate(self.names):
            if payments.has_cashed_out(index):
                fee = payments.cash_out_fees[index] if payments.cash_out_fees else 0
                with_fee = f" | Cash Out Fee {self.chips(fee)}" if fee else ""
                cash = self.chips(payments.cash_outs[index])
                yield f"{name} cashed out the hand for {cash}{with_fee}"
            adjusted = payments.adjustments[index] if payments.adjustments else 0
            if adjusted < 0:
                yield f"{name}: Pays Cashout Risk ({self.chips(-adjusted)})"
            elif adjusted:
                raise HistoryError("a bonus outside the pot cannot be written in this format")

    def finishes(self) -> Iterator[str]:
        """Yield the players whose tournament ended, the winner last."""
        tournament = TournamentHand.from_fields(self.history.fields)
        if tournament is None:
            return
        for stack, place, prize in sorted(tournament.finishes, key=lambda finish: -finish.place):
            name, won = self.names[stack], tournament.money(prize) if prize else ""
            if place == 1:
                received = f" and receives {won}" if won else ""
                yield f"{name} wins the tournament{received} - congratulations!"
            else:
                received = f" and received {won}." if won else ""
                yield f"{name} finished the tournament in {ordinal(place)} place{received}"


def _street(run: str, lying: Sequence[Card], cards: Sequence[Card]) -> str:
    before = f"{bracketed(lying)} " if lying else ""
    return f"*** {run}{STREETS[len(lying) + len(cards)]} *** {before}{bracketed(cards)}"
