"""The supported formats of hand histories, and detection of a file's format."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from pokermasa.histories.history import HandEntry, History
from pokermasa.histories.other_sites import other_site
from pokermasa.histories.phh.tables import Lines

MOST_LINE = 1 << 18
_TEXT = re.compile(
    r"^[\ufeff \t]*(?:Poker|POKER|Full Tilt|Run It|Suprema|BetOnl|Hive|MPL)[\w. ]*#\w+:", re.M
)
"""Header of PokerStars text, or of a site with the same format. An e-mail may stand before it."""

_VARIANT = re.compile(r"^variant *=", re.M)

ReadAll = Callable[[Lines], Iterator[HandEntry]]
WriteAll = Callable[[Iterable[tuple[str, History]]], Iterator[str]]


class Format(NamedTuple):
    """A format. Its reader and its writer are loaded at the first use."""

    name: str
    suffixes: tuple[str, ...]
    """Usual file name suffixes. The first one is used for writing."""
    reader: Callable[[], ReadAll]
    writer: Callable[[], WriteAll] | None


def _phh_reader() -> ReadAll:
    from pokermasa.histories import phh

    return phh.read_all


def _phhs_writer() -> WriteAll:
    from pokermasa.histories import phh

    return phh.write_all


def _phh_writer() -> WriteAll:
    """Return a writer for files with one hand, which need no key."""
    from pokermasa.histories import phh

    return lambda hands: (phh.write(history) for _, history in hands)


def _pokerstars_reader() -> ReadAll:
    from pokermasa.histories import pokerstars

    return pokerstars.read_all


def _pokerstars_writer() -> WriteAll:
    from pokermasa.histories import pokerstars

    return pokerstars.write_all


def _ohh_reader() -> ReadAll:
    from pokermasa.histories import ohh

    return ohh.read_all


def _ohh_writer() -> WriteAll:
    from pokermasa.histories import ohh

    return ohh.write_all


def _acpc_reader() -> ReadAll:
    from pokermasa.histories import acpc

    return lambda stream: acpc.read_log(iter(lambda: stream.readline(MOST_LINE), ""))


FORMATS = {
    one.name: one
    for one in (
        Format("phh", (".phh",), _phh_reader, _phh_writer),
        Format("phhs", (".phhs",), _phh_reader, _phhs_writer),
        Format("pokerstars", (".txt",), _pokerstars_reader, _pokerstars_writer),
        Format("ohh", (".ohh", ".json"), _ohh_reader, _ohh_writer),
        Format("acpc", (".log",), _acpc_reader, None),
    )
}
WRITTEN = tuple([name for name, one in FORMATS.items() if one.writer is not None])


def by_suffix(suffix: str) -> Format | None:
    """Return the format for a file name suffix, or None.

    >>> by_suffix(".PHHS").name, by_suffix(".pdf")
    ('phhs', None)
    """
    return next((one for one in FORMATS.values() if suffix.lower() in one.suffixes), None)


def by_content(beginning: str, suffix: str = "") -> Format:
    """Return the format of a file that begins with *beginning*.

    If the content does not decide, *suffix* does. Text of an unsupported site, or of no known
    format, gets the PokerStars reader, which names the site or says which formats are read. Text
    that looks like PHH gets the PHH reader, which reports what is wrong.

    >>> by_content("\\ufeffPokerStars Hand #7: Hold'em No Limit (1/2)").name
    'pokerstars'
    >>> by_content("# name/game/hands/seed Match\\nSTATE:0:rc/cc:").name
    'acpc'
    """
    if "#" in beginning and _TEXT.search(beginning):
        return FORMATS["pokerstars"]
    word = ""
    for line in beginning.removeprefix("\ufeff").splitlines():
        word = line.strip()
        if other_site(word):
            return FORMATS["phhs" if _VARIANT.search(beginning) else "pokerstars"]
        if word.startswith("{") or re.fullmatch(r"\[\s*(\{.*)?", word):
            return FORMATS["ohh"]
        if word.startswith(("STATE:", "SCORE:")):
            return FORMATS["acpc"]
        if word and not word.startswith(("#", ";", "<?xml")):
            break
    is_phh = not word or "=" in word or word.startswith(("[", "#"))
    return by_suffix(suffix) or FORMATS["phhs" if is_phh else "pokerstars"]
