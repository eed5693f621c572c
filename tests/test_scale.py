"""Tests of the capacity plan of docs/scale.md: its simulation agrees with measurements and
theory.
"""

import pytest

from bench.scale import MEASURED, SIDES, Pattern, most_acts, over_the_bus, plan, simulated


@pytest.mark.rotated
def test_the_simulation_agrees_with_the_measured_room() -> None:
    """`make load` measured p50 5.3 ms, p99 32.8 ms and 74 % of a core at 696 acts a second, and p99
    50.0 ms at 736.
    """
    result = simulated(MEASURED, 696, 0, 120)
    assert 0.004 < result.p50 < 0.007
    assert 0.025 < result.p99 < 0.045
    assert result.busy == pytest.approx(0.74, abs=0.02)
    assert 650 < most_acts(MEASURED) < 850


def test_without_commits_the_simulation_is_a_simple_queue() -> None:
    """With random arrivals, one server and nearly constant service times, an act at low load takes
    its service time, and the processor is busy for rate × time.
    """
    ideal = MEASURED._replace(commit=1e-9, stall=0.0)
    result = simulated(ideal, 10, 0, 400)
    assert result.p50 == pytest.approx(ideal.act, rel=0.05)
    assert result.busy == pytest.approx(10 * ideal.act, rel=0.05)


def test_bus_traffic_of_an_act() -> None:
    """Two processes without spectators: act and reply use the bus for half of the players, the
    `act` message for half, and the events unless all six players are at the owner's process.
    """
    nobody = Pattern(watching=0)
    expected = 2 / 2 + 1 / 2 + (1 - 0.5**SIDES)
    assert over_the_bus(MEASURED, nobody, 2).messages == pytest.approx(expected, rel=0.03)
    assert over_the_bus(MEASURED, nobody, 1).messages == 0
    many = over_the_bus(MEASURED, nobody, 100_000).messages
    assert many == pytest.approx(2 + 1 + SIDES, rel=0.01)


@pytest.mark.rotated
def test_hands_grow_in_proportion_to_players() -> None:
    small, large = plan(10_000), plan(1_000_000)
    assert small.processes >= 2, "one may be lost"
    assert large.hands_a_year == pytest.approx(100 * small.hands_a_year, rel=0.01)
    assert large.load.p99 < 0.05
    assert large.processes * large.acts_a_process == pytest.approx(large.acts)
