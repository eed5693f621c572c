"""A row of the table that a measurement prints."""

from typing import NamedTuple


class Row(NamedTuple):
    what: str
    value: str
    note: str = ""
