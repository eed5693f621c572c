"""Tests that every name in docs/documents.md and its Chinese page exists."""

import json
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

from pokermasa.cli.commands import serve
from pokermasa.notation import uci
from pokermasa.rules.act import PlayerAct
from pokermasa.rules.house import NAMED
from pokermasa.server import app
from pokermasa.server.protocol import schema
from pokermasa.server.settings import Settings
from tests.cases import each
from tests.test_house import REPOSITORY

PAGES = [REPOSITORY / "docs" / "documents.md", REPOSITORY / "docs" / "zh" / "documents.md"]
ROOMS = ("rules", "masa", "cards", "room", "tournament", "notation", "strength")
PART = re.compile(r"^## (.+?)$(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`([^`]+)`")


def rows(text: str) -> list[list[str]]:
    lines = re.findall(r"^\| (.+) \|$", text, re.MULTILINE)
    table = [re.split(r"(?<!\\) \| ", line) for line in lines]
    return [row for row in table if not set("".join(row)) <= {*"- |"}][1:]


def named(page: Path) -> list[tuple[str, str]]:
    """Return the names in code font in the column "here" of each table, each with its section."""
    return [
        (part, code)
        for part, text in PART.findall(page.read_text("utf-8"))
        for row in rows(text)
        for code in CODE.findall(row[1])
    ]


HERE = sorted({name for page in PAGES for name in named(page)})


@cache
def wire() -> set[str]:
    """Return the types of all messages, events and requests."""
    return set(re.findall(r'"const": "(\w+)"', json.dumps(schema.json_schema())))


@cache
def routes() -> set[str]:
    paths: dict[str, Any] = app.build(Settings()).openapi()["paths"]
    return {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}


def member(thing: Any, name: str) -> Any:
    """Return an attribute, or a field that is only declared in a class."""
    if hasattr(thing, name):
        return getattr(thing, name)
    for kind in getattr(thing, "__mro__", ()):
        if name in getattr(kind, "__annotations__", {}):
            return None
    raise AttributeError(f"{thing} has no {name}")


def python_name(name: str) -> bool:
    """Whether the name exists in `pokermasa` or is exported by one of its packages."""
    words = name.split(".")
    if words[0] == "pokermasa":
        for end in range(len(words), 0, -1):
            try:
                found = import_module(".".join(words[:end]))
            except ModuleNotFoundError:
                continue
            for word in words[end:]:
                found = member(found, word)
            return True
    for room in map(import_module, [*(f"pokermasa.{room}" for room in ROOMS), "pokermasa"]):
        try:
            found = getattr(room, words[0])
        except AttributeError:
            continue
        try:
            for word in words[1:]:
                found = member(found, word)
        except AttributeError:
            continue
        return True
    return False


def is_here(code: str) -> bool:
    if re.match(r"(GET|POST) /", code):
        return code in routes()
    if code.startswith("masa serve "):
        flags = re.findall(r"--(\w+)", code)
        return bool(flags) and set(flags) <= serve.serve.__annotations__.keys()
    if code in NAMED or code in wire() or code in Settings.model_fields:
        return True
    if re.fullmatch(r"[A-Z]{2}\d*", code):
        recorded = {act.code for act in get_args(PlayerAct)}
        return code in recorded or bool(uci.read(code))
    if code in ("raise", "100 0 1 2"):  # a Python keyword, and the example of a pot
        return True
    return bool(re.fullmatch(r"[\w.]+", code)) and python_name(code)


CODE_NAMES = """
Masa seats status stack WaitOthers WaitNextHand SitoutNextHand Involved players player isEmpty
isFull nbPlayers atLeastTwo headsUp onlyOne noOne isGame noGame dealt finished dealable
sitoutNext Side index Map Seat Dealer blinds StackIndex button turnToAct lastFullRaise sidePots
runningPot wager involved stacks Role Folded Old-Allin New-Allin recentWager lastAction SB BB
allIns folds involveds noneInvolved oneInvolved allInsExists allActed wagersEqualized
distributeOne distributeAll HandValueMagic endRound nextRound nextTurn check raise fold call
allin Situation HandDealer handDealer Actor actor moves validMoves raiseMove validRaise
possibleActs round roundEnd showdown oneWin end move Move playerAct dealerAct playerDiff
situationBefore after before situationAfter finalizeAfter DealerAct NextTurn toAct NextRound
middle OneWin winners Showdown hands PlayerAct Raise RR TR HR PR ThirdPotRaise HalfPotRaise
PotRaise Call CA Check CH Fold FO AA AC AH AF AllIn AllInCall AllInHalfRaise AllInFullRaise
PlayerDiff newStack newWager newRole MiddleCards Flop Turn River Winners pots PotDistribution
Pot Fen Uci bettingRound sidePot role Deck shuffle deal reset Card rank suit getRank getSuit
Hand getNoOfCards noOfCards addCard addCards clear CHECK CALL BET RAISE FOLD Server noOfTables
start stop createAccount login logout buyChips joinTable leaveTable Account username password
chips Table bigBlind activePlayers deck board bet pot addPlayer removePlayer Player name
position cash client isDealer isActor cards action raises Client joinedTable leftTable
playerJoined playerLeft dealerRotated actorRotated dealPocketCards boardUpdated playerActed act
allowedActions tableNumber
"""
"""Names of documents 000, 001 and 004."""
TERMS = """
52 2-10 庄家 小盲注玩家 大盲注玩家 普通玩家 跟注 加注 过牌 弃牌 第一轮 第二轮 第三轮
第四轮 游戏结算 底牌 公共牌 成牌 亮牌比大小 比牌方法 mock 游戏当前轮次 游戏当前操作玩家
游戏等待操作玩家 游戏中剩余玩家 游戏中的玩家 游戏最高投注金额 游戏底池金额 赢家 平分
游戏当前可进行的操作 玩家筹码总数 玩家当前筹码数 所持筹码数 玩家当前投注金额 当前下注金额 子池
子池金额平均数 只能过牌
"""
"""Terms of document 002."""


def in_the_document(page: Path) -> str:
    """Return the names in the column "in the document" of all tables except the last one, which
    lists differences.
    """
    parts = PART.findall(page.read_text("utf-8"))
    return " ".join([row[0] for _, text in parts[:-1] for row in rows(text)])


def test_every_name_of_the_documents_is_on_the_page() -> None:
    result = in_the_document(PAGES[0])
    words = set(re.findall(r"\w+(?:-\w+)*", result))
    assert [name for name in CODE_NAMES.split() if name not in words] == []
    for page in PAGES:
        result = in_the_document(page)
        assert [term for term in TERMS.split() if term not in result] == []


def test_every_name_in_the_column_here_exists() -> None:
    assert len(HERE) > 300
    assert [(part, code) for part, code in HERE if not is_here(code)] == []


@each(
    "code",
    [
        *("Dealer.all_in_s", "Masa.opened", "Server.join", "POST /api/chips", "sit_down", "XX"),
        *("masa serve --table 3", "pokermasa.room.Servant", "Situation.actor.valid"),
    ],
)
def test_a_missing_name_is_found(code: str) -> None:
    try:
        found = is_here(code)
    except (ValueError, AttributeError):
        found = False
    assert not found
