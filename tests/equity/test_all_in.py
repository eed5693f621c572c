"""All-in scores of every class against every other before the flop."""

from pathlib import Path

import numpy as np
import pytest

from pokermasa.batch.combo import combos
from pokermasa.equity import all_in
from pokermasa.equity.all_in import BOARDS, CLASSES, all_in_scores
from pokermasa.equity.counting import tally
from pokermasa.strength.hand_class import grid_classes

NAMES = [str(name) for row in grid_classes() for name in row]


def counted(one: int, other: int) -> int:
    """Compute the score with `equity`, over every board of every deal."""
    weights = np.array([combos().hand_class == cell for cell in (one, other)], np.float64)
    won = tally(weights, exact=True).outcome.won
    return round(float(2 * won[0, 1] + won[0, 2]))


@pytest.mark.parametrize("pair", [("AA", "KK"), ("AKs", "QQ"), ("72o", "72o"), ("76s", "A2o")])
def test_all_in_scores_of_a_pair_of_classes_equal_exact_counting(pair: tuple[str, str]) -> None:
    one, other = map(NAMES.index, pair)
    assert all_in_scores()[one, other] == counted(one, other)


@pytest.mark.soak
def test_all_in_scores_of_all_pairs_equal_exact_counting() -> None:
    scores = all_in_scores()
    assert all(
        scores[one, other] == counted(one, other)
        for one in range(CLASSES)
        for other in range(one, CLASSES)
    )


def test_all_in_scores_of_both_players_add_up_to_all_deals() -> None:
    cells, masks = combos().hand_class, combos().mask
    deals = np.zeros((CLASSES, CLASSES), np.int64)
    for hand, mask in enumerate(masks):
        deals[cells[hand]] += np.bincount(cells[(masks & mask) == 0], minlength=CLASSES)
    scores = all_in_scores()
    assert np.array_equal(scores + scores.T, 2 * BOARDS * deals)
    assert deals.sum() == 1326 * 1225


@pytest.mark.parametrize("left", [b"", b"no array", None])
def test_cached_scores_are_read_and_recomputed_if_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left: bytes | None
) -> None:
    stored = tmp_path / "all_in.npy"
    scores = np.arange(CLASSES**2).reshape(CLASSES, CLASSES)
    monkeypatch.setattr(all_in, "folder", lambda source: tmp_path)
    monkeypatch.setattr(all_in, "count_all_in", lambda: scores)
    if left is not None:
        stored.write_bytes(left)
    assert np.array_equal(all_in_scores.__wrapped__(), scores)
    monkeypatch.setattr(all_in, "count_all_in", lambda: pytest.fail("it was kept"))
    assert np.array_equal(all_in_scores.__wrapped__(), scores)
    assert [path.name for path in tmp_path.iterdir()] == ["all_in.npy"]
