"""Detects names that look alike and names that are reserved.

The table is our own and small. It has letters of living alphabets that are drawn like Latin ones; a
name may use one alphabet only. Unicode's full list is available as a package, but that is rarely
updated and consists mostly of symbols that names may not contain.
"""

from __future__ import annotations

import re
import unicodedata

_DRAWN_ALIKE = {
    "a": "аАαΑɑᴀᎪꓮ",
    "b": "вВьЬβΒʙᏴꓐƅ",
    "c": "сСϲϹᴄᏟꓚⲥⲤ",
    "d": "ԁԀᴅɗᎠꓓ",
    "e": "еЕεΕɛᴇᎬꓰҽҼ",
    "f": "ƒϝϜꓝք",
    "g": "ɡցԍԌɢᏀꓖ",
    "h": "һҺнНΗʜᎻꓧհ",
    "j": "јЈϳͿᴊᎫꓙյ",
    "k": "кКκΚᴋᏦꓗ",
    "l": "iIlL1іІιΙıɩɪᎥӏӀꓲƖǀᏞʟꓡԼ",
    "m": "мМΜᴍᎷꓟⲘ",
    "n": "пПηΝոռɴꓠ",
    "o": "0оОοΟσօՕᴏ〇ꓳⲟⲞ",
    "p": "рРρΡᴘᏢꓑⲣⲢ",
    "q": "ԛԚզգ",
    "r": "гГᴦʀᎡꓣɾ",
    "s": "ѕЅꜱՏᏚꓢʂ",
    "t": "тТτΤᴛᎢꓔ",
    "u": "υսʋᴜꓴՍ",
    "v": "νѵѴᴠᏙꓦ",
    "w": "ԝԜѡѠωᴡᎳꓪա",
    "x": "хХχΧꓫ",
    "y": "уУγΥүҮʏᎩꓬ",
    "z": "ΖᴢʐᏃꓜ",
    "3": "зЗʒӡ",
    "6": "бБ",
}
_TABLE = str.maketrans(
    {letter: latin for latin, letters in _DRAWN_ALIKE.items() for letter in letters}
)
_BETWEEN = re.compile(r"[\W_]+")

_STAFF = (
    "admin administrator admins sysadmin superuser moderator moderators mod pokermasa webmaster "
    "管理员 系统管理员 管理 админ администратор модератор"
)
"""Words that no name may contain."""
_ROLES = (
    "house system dealer host server root support staff bot bots guest everybody everyone nobody "
    "somebody anonymous null undefined none gone deleted deletedplayer private room bank masa "
    "croupier floor floorman operator owner official security help helpdesk service team you me "
    "unknown "
    "系统 荷官 客服 官方 房主 庄家 游客 система дилер крупье поддержка"
)
"""Words that may not be the whole name."""


MOST_READ = 400
"""Number of characters of a name that are examined; names are much shorter. Python needs quadratic
time to normalise many marks on one letter: 64,000 took minutes."""


def look(name: str) -> str:
    """Return a normal form that is equal for names that look the same.

    >>> look("Rnax lI1") == look("мах 1il")
    True
    """
    shown = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name[:MOST_READ]))
    letters = "".join(letter for letter in shown if not _is_accent(letter)).translate(_TABLE)
    letters = letters.casefold().translate(_TABLE)
    for two, one in (("rn", "m"), ("vv", "w")):
        letters = letters.replace(two, one)
    letters = unicodedata.normalize("NFC", letters)
    # `re` does not count vowel signs as letters, but they are visible.
    return " ".join("".join(c if _is_seen(c) else " " for c in letters).split())


def _is_accent(letter: str) -> bool:
    """Whether *letter* is an accent, and not a vowel sign or a mark that makes another letter."""
    place = unicodedata.combining(letter)
    return 10 <= place <= 35 or place >= 200


def _is_seen(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LNM"


_STAFF_LOOKS = {look(word) for word in _STAFF.split()}
_ROLE_LOOKS = {look(word) for word in _ROLES.split()} | _STAFF_LOOKS


def is_reserved(name: str) -> bool:
    """Whether the name suggests that the account belongs to the room's staff.

    Look-alike letters and digits around the word do not help.

    >>> is_reserved("4dmin"), is_reserved("The_ADM1N 2"), is_reserved("Dr. House")
    (False, True, False)
    """
    words = _BETWEEN.split(unicodedata.normalize("NFKC", name))
    looks = {look(form) for word in words for form in (word, word.strip("0123456789"))}
    whole = "".join(words)
    wholes = {look(form) for form in (whole, whole.strip("0123456789"))}
    return bool(looks & _STAFF_LOOKS or wholes & _ROLE_LOOKS)


# Alphabets that may be combined in one name

_TOGETHER = (
    {"HAN", "HIRAGANA", "KATAKANA", "LATIN"},
    {"HAN", "BOPOMOFO", "LATIN"},
    {"HAN", "HANGUL", "LATIN"},
)
_ALPHABETS = {
    "CJK": "HAN",
    "IDEOGRAPHIC": "HAN",
    "KATAKANA-HIRAGANA": "KATAKANA",
    "ARABIC-INDIC": "ARABIC",
    "EXTENDED": "ARABIC",
}
_UNSEEN = ("FILLER", "SELECTOR", "INHERENT", "JOINER")
MOST_MARKS = 3
"""Maximum number of marks on one letter."""


def is_one_alphabet(name: str) -> bool:
    """Whether the name uses one alphabet, or a usual combination in Chinese, Japanese or Korean.

    >>> is_one_alphabet("аdmin"), is_one_alphabet("张 Wei"), is_one_alphabet("Маша 2")
    (False, True, True)
    """
    found = {_alphabet(letter) for letter in name if _is_seen(letter)} - {"DIGIT"}
    return len(found) < 2 or any(found <= together for together in _TOGETHER)


def _alphabet(letter: str) -> str:
    first = unicodedata.name(letter, "").partition(" ")[0]
    return _ALPHABETS.get(first, first)


def is_readable(name: str) -> bool:
    """Whether the name has only visible letters and digits with usual marks, blanks, dots and
    dashes."""
    marks = 0
    for letter in name:
        letter_name = unicodedata.name(letter, "")
        if letter in " .-_":
            marks = MOST_MARKS  # A mark needs a letter before it.
        elif not letter_name or any(word in letter_name.split() for word in _UNSEEN):
            return False
        elif unicodedata.category(letter) in ("Mn", "Mc"):
            marks += 1
            if marks > MOST_MARKS or letter_name.startswith("COMBINING"):
                return False
        elif letter.isalnum() and not letter_name.startswith("MODIFIER"):
            marks = 0
        else:
            return False
    return bool(name) and unicodedata.category(name[0])[0] != "M"
