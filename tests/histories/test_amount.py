"""Amounts are exact in any notation, and long ones need little time and memory."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokermasa.histories import amount


@given(
    st.decimals(-(10**9), 10**9, allow_nan=False, places=4),
    st.sampled_from([1, 3, 6, 10, 100, 10_000]),
)
def test_an_amount_is_a_whole_number_of_units_or_needs_a_finer_scale(
    given_amount: Decimal, scale: int
) -> None:
    units = Fraction(given_amount) * scale
    if units.denominator == 1:
        assert amount.whole(given_amount, scale) == units
        return
    with pytest.raises(amount.FinerScale) as finer:
        amount.whole(given_amount, scale)
    assert (Fraction(given_amount) * 10**finer.value.decimals).denominator == 1


@pytest.mark.parametrize("text", ["0", "0.000", "0E-999999", "-0.0"])
def test_zero_needs_no_decimals_in_any_notation(text: str) -> None:
    assert amount.whole(Decimal(text), 1) == 0


@pytest.mark.parametrize(
    "text", ["1E-999999", "1.0000001", "0.99999999999999999999999999999999999"]
)
def test_too_many_decimals_are_refused(text: str) -> None:
    with pytest.raises(amount.AmountError, match="more than 6 decimals"):
        amount.whole(Decimal(text), 100)


@pytest.mark.parametrize("text", ["1E+999999", "-1E+999999", "9999999999999999"])
def test_more_chips_than_the_limit_are_refused(text: str) -> None:
    with pytest.raises(amount.AmountError, match="more chips than there can be"):
        amount.whole(Decimal(text), 100)
