"""Learn limit hold'em from nothing, against a player who always calls.

A few thousand tables are played at once. The learner stores the average winnings of every act with
every kind of hand. It chooses the best act, and sometimes a random one (Monte Carlo control: Sutton
and Barto, chapter 5). Within seconds it raises a caller with good cards and never folds where a
check is free.

    python examples/train.py
"""

import gymnasium
import numpy as np

import pokermasa.learn  # noqa: F401 - names the environments
from pokermasa.batch import evaluate, hand_classes

BUCKETS = 24  # of made hands, in each round after the first
KINDS = 169 + 3 * BUCKETS


def kinds(observations: np.ndarray) -> np.ndarray:
    """Return the kind of each hand: one of 169 before the flop, later one of 24 strengths."""
    rounds = observations[:, 104:108].argmax(axis=1)
    found = np.zeros(len(observations), int)
    for place, cards in enumerate((2, 5, 6, 7)):
        at = np.flatnonzero(rounds == place)
        shown = observations[at, :52] + observations[at, 52:104]
        held = np.argsort(-shown, axis=1, kind="stable")[:, :cards].astype(np.uint8)
        if place:
            strength = evaluate(held) / 7463
            found[at] = 169 + (place - 1) * BUCKETS + (strength**1.5 * BUCKETS).astype(int)
        else:
            found[at] = hand_classes(held)
    return found


def train(tables: int = 4096, steps: int = 600, seed: int = 1) -> list[float]:
    """Train a learner and return its winnings in each twentieth of the training, in big blinds a
    hand."""
    table = gymnasium.make_vec(
        "pokermasa/LimitHoldem-v0",
        num_envs=tables,
        vectorization_mode="vector_entry_point",
        opponents="caller",
    )
    rng = np.random.default_rng(seed)
    space = table.single_action_space
    assert isinstance(space, gymnasium.spaces.Discrete)
    actions = int(space.n)
    sums, counts = np.zeros((KINDS, actions)), np.ones((KINDS, actions))
    # Kinds and actions of the current hand, by table.
    hand: list[list[tuple[int, int]]] = [[] for _ in range(tables)]
    won = []
    seen, _ = table.reset(seed=seed)
    for _ in range(steps):
        kind, mask = kinds(seen["observation"]), seen["action_mask"]
        best = np.where(mask, (sums / counts)[kind], -np.inf).argmax(axis=1)
        other = (mask * rng.random(mask.shape)).argmax(axis=1)
        chosen = np.where(rng.random(tables) < 0.1, other, best)
        for at, did in enumerate(zip(kind.tolist(), chosen.tolist(), strict=True)):
            hand[at].append(did)
        seen, rewards, over, _, _ = table.step(chosen)
        for at in np.flatnonzero(over).tolist():
            for did in hand[at]:
                sums[did] += rewards[at]
                counts[did] += 1
            hand[at] = []
        won.append(rewards[over].mean())
    return [float(np.mean(part)) for part in np.array_split(won, 20)]


if __name__ == "__main__":
    for part, big_blinds in enumerate(train(), start=1):
        print(f"{5 * part:3} %: {big_blinds:+.2f} big blinds a hand")
