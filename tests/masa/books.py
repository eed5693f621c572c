"""Independent accounting of a masa: chips in, chips out, and rules that hold after every step.

Random tests (hypothesis or a soak test) call `do`. `check` compares the masa with the accounts,
which are kept independently of it.
"""

import json
from typing import Any

from pokermasa.masa import Change, GameStatus, Masa, MasaError, Seat, event, save
from pokermasa.rules import ButtonRule, IllegalAct
from tests.masa.host import INVOLVED, NEXT, OTHERS, SITOUT


def is_able(seat: Seat, masa: Masa) -> bool:
    """Whether the seat can be dealt in: it has chips, is not leaving, and is not away."""
    return seat.stack > 0 and not seat.leaving and (masa.terms.absent_play or not seat.away)


def check_posts(change: Change) -> None:
    """Check that the reported posts are the chips that left the stacks."""
    game = change.masa.game
    assert game is not None
    paid = {e.side: e.ante + e.dead + e.live for e in change.events if isinstance(e, event.Posted)}
    behind = [stack.stack for stack in game.situation.dealer.stacks]
    for side, began, left in zip(game.sides, game.stacks, behind, strict=True):
        assert began - left == paid.get(side, 0)


class Books:
    def __init__(self, opening: Masa) -> None:
        self.opening = self.masa = opening
        self.journal: list[str] = []
        """The causes, as JSON."""
        self.joined = self.topped_up = self.left = 0
        self.marked: set[int] = set()
        """Sides that sit out when the hand is over."""
        self.fairness = Fairness()
        self.hands = self.refused = 0

    def do(self, name: str, *args: Any) -> Change | None:
        """Call the masa. Return None if it refuses, and check that nothing has changed."""
        before = self.masa
        written = save.write(before)
        try:
            change: Change = getattr(before, name)(*args)
        except (MasaError, IllegalAct):
            assert self.masa is before
            assert save.write(before) == written
            self.refused += 1
            return None
        assert save.write(before) == written, "a masa does not change"
        for new_event in change.events:
            self._book(new_event, before)
        if name == "sitout_next" and before.is_game:
            self._mark(int(args[0]), bool(args[1]))
        if name == "leave" and before.is_in_hand(int(args[0])):
            self._mark(int(args[0]), True)
        if any(isinstance(e, event.HandEnded | event.Aborted) for e in change.events):
            assert not self.marked & set(change.masa.seats), "who sits out is gone"
            self.marked.clear()
        self.masa = change.masa
        if name == "deal":
            self.hands += 1
            self.fairness.dealt(change)
            if not any(isinstance(e, event.HandEnded | event.TwiceOffered) for e in change.events):
                check_posts(change)
        self.fairness.changed(change)
        return change

    def _book(self, new_event: event.Event, before: Masa) -> None:
        if event.is_cause(new_event):
            self.journal.append(json.dumps(save.cause_to_data(new_event)))
        match new_event:
            case event.PlayerJoined(side, stack):
                self.joined += stack
                self.fairness.joined(side)
            case event.ToppedUp(_, amount):
                self.topped_up += amount
            case event.PlayerLeft(side, stack):
                self.left += stack
                self.marked.discard(side)
                self.fairness.left(side)
            case event.HandEnded(stacks=stacks, dropped=dropped):
                assert before.game is not None or before.is_dealable
                began = [before.seats[side].stack for side, _ in stacks]
                assert sum(began) == sum(stack for _, stack in stacks) + dropped

    def _mark(self, side: int, value: bool) -> None:
        (self.marked.add if value else self.marked.discard)(side)

    def crash(self) -> None:
        """Save the masa and continue with a loaded copy."""
        self.masa = save.read(save.write(self.masa))

    def replayed(self) -> Masa:
        return self.opening.replay(
            [save.cause_from_data(json.loads(line)) for line in self.journal]
        )

    # Invariants after every step

    def check(self) -> None:
        masa = self.masa
        booked = self.joined + self.topped_up - self.left
        assert masa.chips + masa.dropped == booked
        assert masa.hands == self.hands
        assert list(masa.seats) == sorted(masa.seats)
        assert all(seat.stack >= 0 for seat in masa.players)
        assert save.read(save.write(masa)) == masa
        able = [side for side, seat in masa.seats.items() if is_able(seat, masa)]
        assert masa.is_dealable == (masa.status is None and len(able) >= 2)
        assert (masa.status is None) == (masa.game is None)
        assert not masa.finished, "a finished hand is cleared away at once"
        self._check_statuses()
        if masa.game is not None:
            self._check_game()

    def _check_statuses(self) -> None:
        """Check the seat statuses of document 000.

        A single player waits for others, two or more wait for the next hand. During a hand players
        who were dealt in are involved, and players who sit out next are marked until it is over.
        """
        masa = self.masa
        if masa.no_game:
            expected = OTHERS if masa.nb_players == 1 else NEXT
            assert all(seat.status is expected for seat in masa.players)
            assert not self.marked
            assert not any(seat.leaving for seat in masa.players)
            return
        for side, seat in masa.seats.items():
            if side in self.marked:
                assert seat.status is SITOUT
            else:
                assert seat.status is (INVOLVED if masa.is_in_hand(side) else NEXT)

    def _check_game(self) -> None:
        masa, game = self.masa, self.masa.game
        assert game is not None
        dealer = game.situation.dealer
        assert dealer.chips == sum(game.stacks)
        assert [masa.seats[side].stack for side in game.sides] == list(game.stacks)
        assert list(game.sides) == sorted(set(game.sides))
        created = masa.status is GameStatus.CREATED
        assert created or masa.status is GameStatus.STARTED
        if masa.to_act is None:
            assert game.agreed is not None, "only an offer keeps a hand open with nobody to act"
            assert game.twice is None
        else:
            assert not created
            assert not masa.seats[masa.to_act].leaving, "who leaves is not waited for"
            assert masa.seats[masa.to_act].preselected is None, "who has chosen is not waited for"


class Fairness:
    """A record of big blinds by person rather than by side. A new player is a new person.

    Hands that are called off do not count, since nobody has paid.
    """

    def __init__(self) -> None:
        self.people: dict[int, int] = {}
        """The person on each side."""
        self.arrivals = 0
        self.payers: list[int] = []
        """The people who paid the big blind, hand after hand."""
        self.able: list[set[int]] = []
        """The people who were able when each of these hands was dealt."""
        self.places: list[tuple[int | None, int | None, int | None, int]] = []
        """Button, small and big blind, and the number of players dealt in."""

    def joined(self, side: int) -> None:
        self.arrivals += 1
        self.people[side] = self.arrivals

    def left(self, side: int) -> None:
        del self.people[side]

    def dealt(self, change: Change) -> None:
        (dealt,) = [e for e in change.events if isinstance(e, event.Dealt)]
        (rotated,) = [e for e in change.events if isinstance(e, event.DealerRotated)]
        assert dealt.cards
        masa = change.masa
        game = masa.game or masa.last_game
        assert game is not None
        button, small, big = rotated.side, masa.positions.small, masa.positions.big
        assert small is not None
        assert big in game.sides, "the big blind is never dead"
        assert big != small
        players = len(game.sides)
        if players > 2:
            self._check_between(change, game.sides, button, small, big)
        if masa.rules.button is not ButtonRule.DEAD:
            assert button in game.sides, "a moving button is never dead"
            return
        payer = self.people.get(big)
        if payer is None:  # left at the end of the hand, all in from the blinds
            self.payers.clear()
            self.able.clear()
            self.places.clear()
            return
        self._check_followers(game.sides, small, big, button, payer)
        self.payers.append(payer)
        here = {
            self.people[side]
            for side, seat in masa.seats.items()
            if side in game.sides or is_able(seat, masa)
        }
        self.able.append(here)
        self.places.append((button, small, big, players))
        self._check_round(payer)

    def _check_between(
        self, change: Change, sides: tuple[int, ...], button: int, small: int, big: int
    ) -> None:
        """Check that nobody enters between the button and the big blind by posting.

        With a moving button nobody but the small blind plays there at all.
        """
        places = change.masa.sides
        inside = {s for s in sides if 0 < (s - button) % places < (big - button) % places} - {small}
        if change.masa.rules.button is ButtonRule.DEAD:
            inside &= {e.side for e in change.events if isinstance(e, event.Posted) and e.live}
            game = change.masa.game or change.masa.last_game
            # The player posted without having a position, so this is allowed.
            straddle = 2 * change.masa.blinds.big
            inside -= {game.sides[i] for i, p in (game.posts or {}).items() if p.live == straddle}
        assert not inside, "nobody comes in between the button and the big blind"

    def _check_followers(
        self, sides: tuple[int, ...], small: int, big: int, button: int, payer: int
    ) -> None:
        if not self.payers:
            return
        last = self.payers[-1]
        assert payer != last, "nobody pays the big blind twice running"
        playing = {self.people[side]: side for side in sides}
        if last in playing:
            assert playing[last] == small, "who paid the big blind pays the small one next"
        last_small, last_players = self.places[-1][1], self.places[-1][3]
        if last_players > 2 and len(sides) > 2 and last_small not in (small, big):
            assert button == last_small, "the button follows the small blind, to an empty side too"

    def _check_round(self, payer: int) -> None:
        """Check that nobody is passed over.

        Between two big blinds of a player who was able at every deal in between, every other player
        who was able at each of these deals paid exactly one big blind.
        """
        if payer not in self.payers[:-1]:
            return
        first = len(self.payers) - 2 - self.payers[-2::-1].index(payer)
        stretch = self.payers[first + 1 : -1]
        throughout = set.intersection(*self.able[first:])
        if payer not in throughout:
            return
        for person in throughout - {payer}:
            assert stretch.count(person) == 1, "nobody who stays is passed over or pays twice"

    def changed(self, change: Change) -> None:
        if any(isinstance(e, event.Aborted) for e in change.events) and self.payers:
            self.payers.pop()
            self.able.pop()
            self.places.pop()
