"""One finished hand as a viewer may see it: as JSON for a page, and as a history for files."""

from __future__ import annotations

from collections.abc import Iterator
from operator import sub
from typing import Any, NamedTuple

from pokermasa.histories.history import Acted, History, Shown
from pokermasa.histories.masa_hand import history
from pokermasa.histories.payments import Payments
from pokermasa.histories.payout import settle
from pokermasa.histories.replay import last_scene
from pokermasa.histories.run import Run
from pokermasa.histories.tournament_hand import Finish, TournamentHand
from pokermasa.masa import Side
from pokermasa.masa.game import Game
from pokermasa.rules import HandDealer, Move, Showdown, Situation
from pokermasa.server.protocol.encoding import blinds_data
from pokermasa.server.storage.archive.hand_data import (
    HandData,
    HandPlayer,
    HandTournament,
    acts_data,
    posts_data,
    pots_data,
)
from pokermasa.server.storage.journal.reasons import Reasons


class ArchivedHand(NamedTuple):
    """A finished hand as stored in the database. It contains every card and must not be sent to a
    client; use `data` or `history` for that."""

    id: str
    masa: str
    name: str
    number: int
    ended: int
    game: Game
    names: dict[Side, str]
    viewer: int | None
    """Stack index of the viewer; None for a viewer who did not play in the hand."""
    private: frozenset[int] = frozenset()
    """Stack indexes of players whose name and cards are hidden from this viewer."""
    tournament: HandTournament | None = None
    reasons: Reasons = Reasons()
    """Explanations that bots gave for their acts."""
    is_shared: bool = False
    """Whether the hand is shown through a link. The viewer is then the player who made the link,
    not the reader."""

    @property
    def seen(self) -> frozenset[int]:
        """Stack indexes whose cards the viewer may see: the viewer's own, and those shown to
        everybody."""
        game = self.game
        seen = {game.sides.index(side) for side in game.shown}
        outcome = game.situation.outcome
        if isinstance(outcome, Showdown):
            seen |= set(outcome.order) if game.twice else outcome.must_show
        return frozenset(seen if self.viewer is None else seen | {self.viewer}) - self.private

    @property
    def history(self) -> History:
        return hand_history(self)

    @property
    def data(self) -> HandData:
        return hand_data(self)

    @property
    def cards(self) -> HandDealer:
        """The cards that the viewer saw, and no others."""
        cards = self.game.situation.hand_dealer
        assert cards is not None
        hands = [hand if i in self.seen else None for i, hand in enumerate(cards.hands)]
        return HandDealer(hands, self.game.boards[0])


def hand_data(hand: ArchivedHand) -> HandData:
    game, dealer, seen = hand.game, hand.game.situation.dealer, hand.seen
    cards = game.situation.hand_dealer
    assert cards is not None
    players: list[HandPlayer] = []
    for index, side in enumerate(game.sides):
        hole = cards.hands[index]
        shown = index in seen and hole is not None
        players.append(
            {
                "side": side,
                "name": hand.names[side],
                "you": index == hand.viewer and not hand.is_shared,
                "private": index in hand.private,
                "stack": game.stacks[index],
                "final": game.final_stacks[index],
                "net": game.final_stacks[index] - game.stacks[index],
                "cards": [str(card) for card in hole] if shown and hole else None,
            }
        )
    return {
        "id": hand.id,
        "masa": hand.masa,
        "table": hand.name,
        "number": hand.number,
        "ended": hand.ended,
        "upload": None,
        "scale": 1,
        "currency": "",
        "tournament": hand.tournament,
        "rules": dealer.rules.name,
        "blinds": blinds_data(dealer.blinds),
        "button": game.sides[dealer.button],
        "players": players,
        "posts": posts_data(game.paid_before_cards, game.sides),
        "acts": acts_data(_moves(game), game.sides),
        "boards": [[str(card) for card in board] for board in game.boards],
        "rabbit": [str(card) for card in game.undealt] if game.rabbit else None,
        "pots": pots_data(game.pots, game.sides),
    }


def _moves(game: Game) -> Iterator[Move]:
    """Yield the moves of the hand, replayed without cards."""
    situation = Situation(game.opened, None)
    for act in game.acts:
        move = situation.move(act)
        yield move
        situation = move.situation_after


def hand_history(hand: ArchivedHand) -> History:
    """Return the hand history as the viewer saw it. The hand number is derived from the public id,
    so that it is unique and the same in every export."""
    game = hand.game
    seen = game.replace(situation=Situation(game.situation.dealer, hand.cards))
    fields: dict[str, Any] = {
        "finishing_stacks": list(game.final_stacks),
        "table": hand.name,
        **Run(hand.id, hand.ended // 1000).fields(),
    }
    if hand.tournament is not None:
        fields |= _tournament_fields(hand.tournament, game)
    result = history(seen, hand.names, fields)
    if hand.private:
        result = _paid(result, game)
    return result.with_remarks(_reasons_seen(result, hand)) if any(hand.reasons) else result


def _paid(shown: History, game: Game) -> History:
    """If the winner's cards are hidden, the shown cards alone would give the pot to another
    player. Return the history without shown cards and with explicit payments instead. Odd chips
    that the house dropped count as rake."""
    final = game.final_stacks
    last = last_scene(shown)
    end = settle(last)
    if end is not None and end.stacks == tuple(final):
        return shown
    behind = [stack.stack for stack in last.dealer.finish().stacks]
    story = tuple([step for step in shown.story if not isinstance(step, Shown)])
    payments = Payments(tuple(map(sub, final, behind)), rake=game.dropped)
    return shown.replace(story=story, payments=payments)


def _reasons_seen(shown: History, hand: ArchivedHand) -> dict[int, str]:
    """Return the explanations that the viewer may see, by act number: those of house bots whose
    cards the viewer saw, and those of the viewer's own bot."""
    seen = {}
    viewer = None if hand.is_shared else hand.viewer
    for number, step in enumerate([step for step in shown.story if isinstance(step, Acted)]):
        if step.stack in hand.seen and number in hand.reasons.house:
            seen[number] = hand.reasons.house[number]
        elif step.stack == viewer:
            seen[number] = hand.reasons.own.get(step.stack, {}).get(number, "")
    return seen


def _tournament_fields(about: HandTournament, game: Game) -> dict[str, Any]:
    """Return the history fields by which tracker programs assign the hand to its tournament."""
    finishes = [
        Finish(game.sides.index(Side(finish["side"])), finish["place"], finish["prize"])
        for finish in about["finishes"]
    ]
    fields = TournamentHand(
        number=about["id"],
        buy_in=about["buy_in"],
        bounty=about["bounty"],
        level=about["level"],
        name=about["name"],
        finishes=tuple(finishes),
    )
    return {**fields.fields(len(game.sides)), "table": str(about["table"])}
