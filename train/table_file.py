"""Converts strategies to the shipped table file and back. Measurements always use the shipped,
rounded table."""

from __future__ import annotations

from typing import Any

import numpy as np

from pokermasa.bots.limit.table import PARTS, StrategyTable
from train.betting import LINES
from train.sweep import PAIRS, WIDTH, as_bytes
from train.trainer import Trainer


def rounded(xp: Any, strategy: Any, width: int) -> np.ndarray:
    """Return a strategy rounded to fifteenths, indexed by bucket, number and line. Calls get the
    remainder."""
    parts = xp.rint(strategy[:, :, :width] * PARTS).astype(np.int32)
    for fold, raises in PAIRS:
        parts[:, raises] = xp.minimum(parts[:, raises], PARTS - parts[:, fold])
    parts = xp.clip(parts, 0, PARTS).astype(np.uint8)
    return parts.get() if hasattr(parts, "get") else np.asarray(parts)


def packed(
    trainer: Trainer, before: np.ndarray, after: list[list[Any]], made: dict[str, Any]
) -> StrategyTable:
    """Return the table of a strategy, as it is shipped."""
    first = np.rint(before[:, :, (0, 2)] * PARTS).astype(np.int64)
    first[:, :, 1] = np.minimum(first[:, :, 1], PARTS - first[:, :, 0])
    host = trainer.library.host
    centres = [host(c) for c in trainer.centres]
    tables = [
        tuple([rounded(trainer.xp, part, w) for part, w in zip(player, LINES, strict=True)])
        for player in after
    ]
    return StrategyTable(
        made,
        trainer.cards.group_of_class,
        (centres[0], centres[1], centres[2]),
        first.astype(np.uint8),
        (tables[0], tables[1]),
    )


def unpacked(xp: Any, table: StrategyTable) -> tuple[np.ndarray, list[list[Any]]]:
    """Return the strategy of a table in the form that `Trainer` measures."""
    fold, raises = table.preflop[:, :, 0] / PARTS, table.preflop[:, :, 1] / PARTS
    before = np.stack([fold, 1 - fold - raises, raises], axis=2)
    after = [
        [
            as_bytes(xp, xp.asarray(np.pad(part * 17, ((0, 0), (0, 0), (0, w - part.shape[2])))))
            for part, w in zip(player, WIDTH, strict=True)
        ]
        for player in table.after
    ]
    return before, after
