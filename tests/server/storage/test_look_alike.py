"""Tests of new account names: names of any alphabet are allowed, but not reserved names or
look-alikes of existing ones."""

import unicodedata
from pathlib import Path
from typing import Any

import pytest

from pokermasa.server.look_alike import look
from pokermasa.server.refusal import Refused
from pokermasa.server.storage.account import verified_name
from tests.server.room import open_room

HONEST = (
    *("Ada", "Jean-Luc P.", "O_o 42", "Müller", "Łukasz", "Gregory House", "Adminton", "Modest"),
    *(
        "Маша",
        "Андрей 77",
        "Ελένη",
        "Արամ",
        "张伟",
        "张 Wei",
        "さくら",
        "タロウ",
        "김민준",
        "ひろ子",
    ),
    *("محمد", "علی", "דוד", "प्रिया", "அருண்", "สมชาย", "น้ำ", "გიორგი", "አበበ", "Nguyễn"),
)
RESERVED = (
    *(
        "admin",
        "ADMIN",
        "Ad.min",
        "a-d-m-i-n",
        "adm1n",
        "admin 2",
        "The Admin",
        "ADMlN",
        "ａｄｍｉｎ",
    ),
    *(
        "moderator",
        "m0derator",
        "rnoderator",
        "rnod",
        "house",
        "H0USE",
        "System",
        "dealer",
        "dea1er",
    ),
    *("Dealer 7", "pokermasa", "Poker.Masa", "support", "(gone)".strip("()"), "аԁміп", "管理员"),
    *("админ", "Ноѕт", "Everybody", "bot", "nobody", "adḿin", "ádmin"),
)
UNREADABLE = (
    *("a\u200bda", "ad\u0323\u0323\u0323a", "x\u0489y", "ad\u00adda", "\u3164\u3164", "\uffa0ab"),
    *("\u202eada", "ada\ufe0f", "\u0301ada", "аdmin", "Bоb", "Ρaul", "A\u0627b", "ada\U000e0061"),
    *("ab\u02bc", "\u2800\u2800", "a\u17b4b", "Ada\u180b", "☃☃", "..", "- -", "\ud800ab", "a\0b"),
)


@pytest.mark.parametrize("name", HONEST)
def test_ordinary_names_of_any_alphabet_are_allowed(name: str) -> None:
    assert verified_name(name) == unicodedata.normalize("NFKC", name)


@pytest.mark.parametrize("name", RESERVED)
def test_reserved_names_are_refused(name: str) -> None:
    with pytest.raises(Refused) as refused:
        verified_name(name)
    assert refused.value.code.name == "RESERVED_NAME"


@pytest.mark.parametrize("name", UNREADABLE, ids=ascii)
def test_invisible_or_ambiguous_characters_in_names_are_refused(name: str) -> None:
    with pytest.raises(Refused) as refused:
        verified_name(name)
    assert refused.value.code.name == "BAD_NAME"


TWINS = (
    ("Coco", "Сосо"),  # all Cyrillic
    ("Peter", "Реtеr".replace("t", "т").replace("r", "г")),
    ("Anna", "ΑΝΝΑ"),  # all Greek
    ("Bill", "BiII"),
    ("Lola 10", "lo1a lO"),
    ("Armin", "Arrnin"),
    ("Wim", "VVim"),
    ("Jose", "José"),
    ("Andre", "ạndre"),
    ("Emil", "ＥＭＩＬ"),
    ("Ann Lee", "Ann.Lee"),
    ("Ann Lee 2", "ann_lee-2"),
    ("Mao", "ᴍᴀᴏ"),
    ("Вера", "Bepa"),  # and the other way round
    ("Shark (bot)", "shark bot"),
)


@pytest.mark.parametrize(("taken", "twin"), TWINS, ids=ascii)
def test_look_alike_names_have_the_same_skeleton(taken: str, twin: str) -> None:
    assert look(taken) == look(twin)


def test_merely_similar_names_are_not_look_alikes() -> None:
    names = ("Ada", "Adam", "राम", "रमा", "ขาว", "ข่าว", "かき", "がき", "محمد", "محمود", "Anna Lee")
    assert len({look(name) for name in names}) == len(names)


def test_a_look_alike_of_a_taken_name_is_refused(tmp_path: Path) -> None:
    with open_room(tmp_path) as room, room.http() as http:

        def sign_up(name: str) -> tuple[int, Any]:
            fields = {"name": name, "password": "correct horse"}
            answer = http.post("/api/accounts", json=fields)
            return answer.status_code, answer.json().get("code")

        room.person("coco")
        assert sign_up("Сoco".replace("С", "C")) == (409, "NAME_TAKEN")
        assert sign_up("C0C0") == (409, "NAME_TAKEN")
        ada = room.person("Ada Li")
        assert sign_up("АԀА LІ".replace("L", "Լ"))[0] in (409, 422)
        assert sign_up("ada 1i") == (409, "NAME_TAKEN")
        assert sign_up("admin") == (422, "RESERVED_NAME")
        # A guest may keep its own name, but not take a look-alike of another account's name.
        guest = room.guest()
        with room.http(guest) as mine:
            fields = {"name": "Ada.Li", "password": "correct horse"}
            assert mine.post("/api/me/keep", json=fields).status_code == 409
            fields["name"] = guest.name
            assert mine.post("/api/me/keep", json=fields).status_code == 200
        with room.http(ada) as mine:  # Look-alikes of a deleted name are refused as well.
            body = {"password": "correct horse"}
            assert mine.request("DELETE", "/api/me", json=body).status_code == 204
        assert sign_up("ada 1i") == (409, "NAME_TAKEN")
