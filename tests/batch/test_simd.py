"""SIMD rows of eight numbers: each operation applies to all of them."""

import numba
import numpy as np

from pokermasa.batch.simd import LANES, load, minus, plus, plus_times, store, zeros


@numba.njit
def arithmetic(into: np.ndarray, one: np.ndarray, other: np.ndarray, number: float) -> None:
    store(into, 0, zeros())
    store(into, 1, plus(load(one, 1), load(other, 2)))
    store(into, 2, minus(load(one, 1), load(other, 2)))
    store(into, 3, plus_times(load(one, 0), load(other, 1), number))


def test_simd_operations_work_on_one_row_of_eight_numbers() -> None:
    one, other = (np.random.default_rng(seed).random(3 * LANES, np.float32) for seed in (1, 2))
    into = np.ones(5 * LANES, np.float32)
    arithmetic(into, one, other, np.float32(0.25))
    row, one, other = into.reshape(-1, LANES), one.reshape(-1, LANES), other.reshape(-1, LANES)
    assert np.array_equal(row[0], np.zeros(LANES))
    assert np.array_equal(row[1], one[1] + other[2])
    assert np.array_equal(row[2], one[1] - other[2])
    assert np.allclose(row[3], one[0] + other[1] * np.float32(0.25), rtol=1e-6)
    assert np.array_equal(row[4], np.ones(LANES))  # and no further
