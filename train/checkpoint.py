"""Checkpoints: everything that a training run needs to continue, in one file."""

from __future__ import annotations

from typing import Any

import numpy as np

from train.trainer import Trainer

KINDS = ("now", "regret", "mass", "sum", "reach")
PLAIN = ("regret", "sum", "rival_regret")


def save(trainer: Trainer, file: str) -> None:
    """Write a checkpoint."""
    host = trainer.library.host
    arrays: dict[str, Any] = {name: getattr(trainer, name) for name in PLAIN}
    arrays["iterations"] = trainer.iterations
    arrays["bucket_f"], arrays["bucket_t"] = host(trainer.bucket_f), host(trainer.bucket_t)
    for r in range(3):
        arrays[f"centres{r}"] = host(trainer.centres[r])
        for number, player in enumerate(trainer.players):
            for kind in KINDS:
                arrays[f"{kind}{number}{r}"] = host(getattr(player, kind)[r])
    np.savez(file, **arrays)


def load(trainer: Trainer, file: str) -> None:
    """Load a checkpoint into a trainer of the same sizes."""
    data, xp = np.load(file), trainer.xp
    for name in PLAIN:
        setattr(trainer, name, data[name])
    trainer.iterations = float(data["iterations"])
    trainer.flops = np.arange(len(trainer.cards.flops))
    trainer.bucket_f, trainer.bucket_t = (xp.asarray(data[f"bucket_{r}"]) for r in "ft")
    trainer.centres = [xp.asarray(data[f"centres{r}"]) for r in range(3)]
    for number, player in enumerate(trainer.players):
        for kind in KINDS:
            for r in range(3):
                getattr(player, kind)[r] = xp.asarray(data[f"{kind}{number}{r}"])
