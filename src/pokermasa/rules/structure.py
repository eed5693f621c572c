"""Betting structures: what decides the size of a raise (`legal` has the sums)."""

from enum import StrEnum


class Betting(StrEnum):
    NO_LIMIT = "no limit"
    POT_LIMIT = "pot limit"
    FIXED_LIMIT = "fixed limit"
