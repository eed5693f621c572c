"""An independent evaluation of solutions that shares only the rules with the solver.

Every pair of hands is an element of a matrix, every board is visited, and payments come from
`Dealer` itself.
"""

from typing import Any

import numpy as np

from pokermasa.cards import CARDS, Card
from pokermasa.notation import uci
from pokermasa.rules import NextRound, OneWin, PlayerAct, Showdown, Situation
from pokermasa.solve import Place, Solution, Subgame
from pokermasa.strength import rank

Board = tuple[Card, ...]


class IndependentEvaluator:
    """A subgame, traversed by its situations."""

    def __init__(self, subgame: Subgame) -> None:
        self.subgame = subgame
        self.hands = subgame.hands
        self.weights = subgame.weights
        self.pairs = np.array(
            [[not {*mine} & {*theirs} for theirs in self.hands[1]] for mine in self.hands[0]], float
        )
        self.before = [subgame.situation.dealer.stacks[index].stack for index in subgame.players]

    def mass(self) -> float:
        return float(self.weights[0] @ self.pairs @ self.weights[1])

    def payments(
        self, situation: Situation, event: OneWin | Showdown, board: Board
    ) -> list[np.ndarray]:
        """Return the chips gained since the root for each player, indexed by both hands."""
        dealer, players, rake = situation.dealer, self.subgame.players, self.subgame.rake
        shape = self.pairs.shape
        if isinstance(event, OneWin):
            award = dealer.distribute_one()
            chips = dealer.paid([award])
            paid = [
                chips[index] - before - (rake.amount(award.wager) if index in award.involved else 0)
                for index, before in zip(players, self.before, strict=True)
            ]
            return [np.full(shape, float(each)) for each in paid]
        pot = dealer.finish().gathered
        stacks = [dealer.finish().stacks[index].stack for index in players]
        if len(board) < 5:
            left = [card for card in CARDS if card not in board]
            share, seen = np.zeros(shape), np.zeros(shape)
            for place, card in enumerate(left):
                for other in left[place + 1 :] if len(board) == 3 else [None]:
                    more = [card] if other is None else [card, other]
                    won, free = self.shares((*board, *more))
                    share, seen = share + won * free, seen + free
            share = share / np.maximum(seen, 1)
        else:
            share, _ = self.shares(board)
        rest = pot - rake.amount(pot)
        return [
            stacks[0] - self.before[0] + share * rest,
            stacks[1] - self.before[1] + (1 - share) * rest,
        ]

    def shares(self, board: Board) -> tuple[np.ndarray, np.ndarray]:
        """Return the first player's share, and whether both hands are possible on the board,
        indexed by both hands."""
        values = [
            np.array([0 if {*hand} & {*board} else rank((*hand, *board)) for hand in hands])
            for hands in self.hands
        ]
        won = (values[0][:, None] > values[1]) + 0.5 * (values[0][:, None] == values[1])
        return won, ((values[0] > 0)[:, None] & (values[1] > 0)).astype(float)

    def after(self, situation: Situation, act: PlayerAct, board: Board) -> tuple[str, Any]:
        """Return what follows an act: an end with its payments, another decision, or a deal."""
        move = situation.move(act)
        after, event = move.situation_after, move.dealer_act
        if isinstance(event, OneWin | Showdown):
            return "end", self.payments(after, event, board)
        return "deal" if isinstance(event, NextRound) else "act", after


def evaluate_independently(solution: Solution) -> list[tuple[Any, ...]]:
    """Return the values and best responses of both players, from the strategies that `Solution.at`
    reports."""
    evaluator = IndependentEvaluator(solution.subgame)

    def walk(
        situation: Situation,
        place: Place,
        board: Board,
        who: int,
        best: bool,
    ) -> np.ndarray:
        """Return the player's value per hand, weighted by the opponent's hands that reach the
        situation."""
        subgame = solution.subgame
        player = subgame.players.index(situation.dealer.turn_to_act)
        theirs = place.weights(1 - who)
        values: Any = []
        strategy = place.strategy
        for act in place.node.acts:
            kind, found = evaluator.after(situation, act, board)
            child = place.after(uci.write(act))
            if kind == "end":
                weights = child.weights(1 - who)
                paid = found[who] * evaluator.pairs * free_pairs(evaluator, board)
                values.append(paid @ weights if who == 0 else paid.T @ weights)
            elif kind == "act":
                values.append(walk(found, child, board, who, best))
            else:
                total = np.zeros(evaluator.pairs.shape[who])
                left = 48 - len(board)
                for card in CARDS:
                    if card not in board:
                        below = child.after(str(card))
                        total = total + walk(found, below, (*board, card), who, best) / left
                values.append(total)
        values = np.array(values)
        assert len(theirs)
        if player != who:
            return values.sum(axis=0)
        return values.max(axis=0) if best else (strategy * values).sum(axis=0)

    subgame = solution.subgame
    found = []
    for best in (False, True):
        pair = []
        for who in range(2):
            values = walk(subgame.situation, solution.root, subgame.board, who, best)
            pair.append(float(subgame.weights[who] @ values) / evaluator.mass())
        found.append(tuple(pair))
    return found


def free_pairs(evaluator: IndependentEvaluator, board: Board) -> np.ndarray:
    free = [
        np.array([not {*hand} & {*board} for hand in hands], float) for hands in evaluator.hands
    ]
    return np.outer(free[0], free[1])


def exact_value(subgame: Subgame) -> Any:
    """Return the expected chips of the first player by a linear program over sequences of acts
    (Koller, Megiddo and von Stengel 1996). For subgames without rake."""
    evaluator = IndependentEvaluator(subgame)
    tree = subgame.tree()
    sequences: list[Any] = [{}, {}]  # by player: (hand, moves) -> number
    informations: list[Any] = [{}, {}]  # (hand, history) -> (sequence above, sequences below)
    payoffs: dict[Any, Any] = {}
    mass = evaluator.mass()

    def sequence(player: int, hand: Any, moves: tuple[Any, ...]) -> Any:
        return sequences[player].setdefault((hand, moves), len(sequences[player]))

    def walk(node: Any, situation: Any, board: Any, moves: Any, pair: Any, chance: Any) -> None:
        player = subgame.players.index(situation.dealer.turn_to_act)
        hand = pair[player]
        key = (hand, tuple(moves[2]))
        above = sequence(player, hand, moves[player])
        below = informations[player].setdefault(
            key,
            (
                above,
                [
                    sequence(player, hand, (*moves[player], (moves[2], n)))
                    for n in range(len(node.acts))
                ],
            ),
        )[1]
        for n, act in enumerate(node.acts):
            kind, found = evaluator.after(situation, act, board)
            line = [moves[0], moves[1], (*moves[2], n)]
            line[player] = (*moves[player], (moves[2], n))
            if kind == "end":
                places = tuple(sequence(who, pair[who], line[who]) for who in range(2))
                weight = chance * subgame.weights[0][pair[0]] * subgame.weights[1][pair[1]] / mass
                paid = found[0][pair]
                payoffs[places] = payoffs.get(places, 0.0) + weight * paid
            elif kind == "act":
                walk(node.children[n], found, board, line, pair, chance)
            else:
                held = {*evaluator.hands[0][pair[0]], *evaluator.hands[1][pair[1]]}
                left = [card for card in CARDS if card not in board and card not in held]
                for card in left:
                    more = [line[0], line[1], (*line[2], str(card))]
                    below_it = node.children[n].children[0]
                    walk(below_it, found, (*board, card), more, pair, chance / len(left))
        assert below

    for mine in range(len(evaluator.hands[0])):
        for theirs in range(len(evaluator.hands[1])):
            if evaluator.pairs[mine, theirs]:
                walk(tree, subgame.situation, subgame.board, [(), (), ()], (mine, theirs), 1.0)
    return _program(sequences, informations, payoffs)


def _program(
    sequences: list[dict[Any, Any]],
    informations: list[dict[Any, Any]],
    payoffs: dict[tuple[Any, ...], Any],
) -> Any:
    """Return the maximum over x of the minimum over y of x'Ay, for realisation plans x and y."""
    from scipy.optimize import linprog  # half a second for each worker that collects the tests
    from scipy.sparse import csr_matrix, hstack, lil_matrix

    first, second = (len(each) for each in sequences)
    roots = [[n for (hand, moves), n in each.items() if not moves] for each in sequences]
    rows = [len(roots[player]) + len(informations[player]) for player in range(2)]

    def constraints(player: int) -> tuple[Any, np.ndarray]:
        matrix = lil_matrix((rows[player], len(sequences[player])))
        right = np.zeros(rows[player])
        for row, root in enumerate(roots[player]):
            matrix[row, root], right[row] = 1, 1
        for row, (above, below) in enumerate(informations[player].values(), len(roots[player])):
            matrix[row, above] = -1
            for each in below:
                matrix[row, each] = 1
        return matrix, right

    mine, my_right = constraints(0)
    theirs, their_right = constraints(1)
    pays = lil_matrix((first, second))
    for (row, column), paid in payoffs.items():
        pays[row, column] = paid
    # max their_right'q  with  theirs'q <= pays'x,  mine x = my_right,  x >= 0
    count = rows[1]
    upper = hstack([-pays.T, theirs.T]).tocsr()
    equal = hstack([mine, csr_matrix((rows[0], count))]).tocsr()
    goal = np.concatenate([np.zeros(first), -their_right])
    bounds = [(0, None)] * first + [(None, None)] * count
    done = linprog(goal, upper, np.zeros(second), equal, my_right, bounds=bounds, method="highs")
    assert done.status == 0, done.message
    return -done.fun
