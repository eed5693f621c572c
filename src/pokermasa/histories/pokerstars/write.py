"""PokerStars text, written: every pot adds up, and what nobody called goes back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pokermasa.histories.account import Account, account
from pokermasa.histories.gathering import chairs
from pokermasa.histories.history import (
    UNKNOWN,
    BoardDealt,
    History,
    HistoryError,
    HoleCards,
    HoleDealt,
)
from pokermasa.histories.pokerstars import header, money
from pokermasa.histories.pokerstars.names import verify
from pokermasa.histories.pokerstars.words import bracketed, described
from pokermasa.histories.replay import Scene
from pokermasa.histories.stakes import postings
from pokermasa.histories.telling import ordinal
from pokermasa.histories.tournament_hand import TournamentHand
from pokermasa.rules import Betting, BettingRound, Check, Chips, Fold, Role, StackIndex
from pokermasa.rules.chips import indexed, stack_indexes
from pokermasa.rules.posting import Posting, PostingKind

STREETS = {3: "FLOP", 4: "TURN", 5: "RIVER"}
_FOLDED = {
    BettingRound.PREFLOP: "folded before Flop",
    BettingRound.FLOP: "folded on the Flop",
    BettingRound.TURN: "folded on the Turn",
    BettingRound.RIVER: "folded on the River",
}
_POSTS = {
    PostingKind.ANTE: "posts the ante",
    PostingKind.SMALL: "posts small blind",
    PostingKind.BIG: "posts big blind",
    PostingKind.LATE: "posts big blind",
    PostingKind.STRADDLE: "posts straddle",
    PostingKind.DEAD: "posts dead blind",
}


def write(history: History, hero: StackIndex | None = None) -> str:
    """One hand. With a *hero*, only that stack's cards are told as dealt, as trackers expect it;
    without, all that are known. `HistoryError` if the hand could not have happened, is not over or
    cannot be told in this format."""
    return _Writer(history, hero).text()


def write_all(
    hands: Iterable[tuple[str, History]], hero: StackIndex | None = None
) -> Iterator[str]:
    """A file, piece by piece. A hand's key is its number, unless the history has one."""
    for key, history in hands:
        if "hand" not in history.fields:
            history = history.but(fields={**history.fields, "hand": key})
        yield write(history, hero) + "\n\n"


class _Writer:
    def __init__(self, history: History, hero: StackIndex | None) -> None:
        if hero is not None and not 0 <= hero < history.players:
            raise HistoryError(f"there is no player {hero} to be the hero")
        self.history = history
        self.hero = hero
        self.names = [history.name(index) for index in stack_indexes(history.players)]
        verify(self.names)
        self.symbol = money.symbol_of(history.fields)[0]
        self.posted = postings(history)
        self.verify_posts()
        self.account: Account = account(history)
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
        yield from self.acts()
        yield from self.end()
        yield from self.finishes()
        yield from self.summary()

    def chips(self, chips: Chips) -> str:
        return self.symbol + money.written(chips, self.history.scale)

    # Before the cards

    def verify_posts(self) -> None:
        """A newcomer's post is told as a second big blind. And fixed limit's header names the bets,
        so that only a post tells the big blind."""
        blind = self.history.blinds.big
        posted = {posting.kind: posting for posting in self.posted}
        if PostingKind.LATE in posted and PostingKind.BIG not in posted:
            raise HistoryError("a newcomer's post cannot be told where nobody has the big blind")
        small_bet = (self.history.bets or (blind,))[0]
        is_fixed = self.history.rules.betting is Betting.FIXED_LIMIT
        is_told = PostingKind.BIG in posted and not posted[PostingKind.BIG].is_all_in
        if is_fixed and small_bet != blind and not is_told:
            raise HistoryError("no whole big blind was posted, and the bets do not tell it")

    def seated(self) -> Iterator[str]:
        for seat, index in sorted(zip(self.seats, stack_indexes(len(self.seats)), strict=True)):
            stack = self.chips(self.history.stacks[index])
            yield f"Seat {seat}: {self.names[index]} ({stack} in chips)"

    def posts(self) -> Iterator[str]:
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
                said = _POSTS[PostingKind.SMALL]  # a second one is dead
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

    # The betting

    def acts(self) -> Iterator[str]:
        if not self.account.last:
            yield from self.returned()
        for number, scene in enumerate(self.account.story):
            if isinstance(scene.step, BoardDealt):
                before = self.account.story[number - 1].board
                lying = f"{bracketed(before)} " if before else ""
                yield f"*** {STREETS[len(scene.board)]} *** {lying}{bracketed(scene.step.cards)}"
            if scene.move is not None:
                yield self.act(scene)
                if number == self.account.last:
                    yield from self.returned()

    def act(self, scene: Scene) -> str:
        move = scene.move
        assert move is not None
        before = move.before
        stack = before.stacks[before.turn_to_act]
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
        all_in = " and is all-in" if not left and role is not Role.FOLDED else ""
        return f"{self.names[before.turn_to_act]}: {said}{all_in}"

    def returned(self) -> Iterator[str]:
        for index, chips in self.account.returned.items():
            yield f"Uncalled bet ({self.chips(chips)}) returned to {self.names[index]}"

    # The end

    @property
    def shown(self) -> dict[StackIndex, HoleCards | None]:
        """By whom, in order; without those whose cards nobody saw."""
        shown = self.account.end.shown
        return {index: cards for index, cards in shown.items() if cards != UNKNOWN}

    def end(self) -> Iterator[str]:
        if self.account.end.situation.one_win:
            yield from self.collected()
            stacks = indexed(self.account.end.dealer.stacks)
            winner = next(index for index, stack in stacks if stack.role is not Role.FOLDED)
            if (cards := self.shown.get(winner)) is not None:
                yield self.show(winner, cards)
            else:
                yield f"{self.names[winner]}: doesn't show hand"
            return
        yield "*** SHOW DOWN ***"
        for index, cards in self.shown.items():
            yield f"{self.names[index]}: mucks hand" if cards is None else self.show(index, cards)
        yield from self.collected()

    def show(self, index: StackIndex, cards: HoleCards) -> str:
        words = described(cards, self.account.end.board)
        return f"{self.names[index]}: shows {bracketed(cards)} ({words})"

    def collected(self) -> Iterator[str]:
        pots = list(zip(self.pot_names(), self.account.pots, strict=True))
        for name, pot in reversed(pots):
            for index, chips in zip(pot.involved, pot.shares, strict=True):
                if chips:
                    yield f"{self.names[index]} collected {self.chips(chips)} from {name}"

    def pot_names(self) -> list[str]:
        count = len(self.account.pots)
        if count < 2:  # none, if all that was posted goes back
            return ["pot"][:count]
        sides = ["side pot"] if count == 2 else [f"side pot-{n}" for n in range(1, count)]
        return ["main pot", *sides]

    def finishes(self) -> Iterator[str]:
        """Whose tournament is over, the winner last."""
        tournament = TournamentHand.of(self.history.fields)
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

    # The summary

    def summary(self) -> Iterator[str]:
        end = self.account.end
        yield "*** SUMMARY ***"
        pots = ""
        if len(self.account.pots) > 1:
            for name, pot in zip(self.pot_names(), self.account.pots, strict=True):
                pots += f" {name.capitalize()} {self.chips(pot.wager)}."
        total, rake = self.chips(self.account.total), self.chips(self.account.dropped)
        yield f"Total pot {total}{pots} | Rake {rake}"
        if end.board:
            yield f"Board {bracketed(end.board)}"
        for seat, index in sorted(zip(self.seats, stack_indexes(len(self.seats)), strict=True)):
            yield f"Seat {seat}: {self.names[index]}{self.place(index)} {self.fate(index)}"

    def place(self, index: StackIndex) -> str:
        places = " (button)" if index == self.history.button else ""
        for kind in (PostingKind.SMALL, PostingKind.BIG):
            places += f" ({kind})" if index == self.posted_by(kind) else ""
        return places

    def fate(self, index: StackIndex) -> str:
        end = self.account.end
        won = self.account.won.get(index, 0)
        if end.dealer.stacks[index].role is Role.FOLDED:
            rounds = [
                scene.move.before.round
                for scene in self.account.story
                if scene.move is not None
                and scene.move.before.turn_to_act == index
                and isinstance(scene.move.player_act, Fold)
            ]
            folded = _FOLDED[rounds[0]]
            idle = self.account.stacks[index] == self.history.stacks[index]
            return f"{folded} (didn't bet)" if idle else folded
        if (cards := self.shown.get(index)) is not None and not end.situation.one_win:
            words = described(cards, end.board)
            ending = f"won ({self.chips(won)})" if won else "lost"
            return f"showed {bracketed(cards)} and {ending} with {words}"
        if won:
            return f"collected ({self.chips(won)})"
        known = end.hands[index] if self.hero in (None, index) else UNKNOWN
        return "mucked" if known == UNKNOWN else f"mucked {bracketed(known)}"
