"""Tests of every value in notebooks: one line as text, and HTML that needs nothing else."""

import re
from html.parser import HTMLParser
from typing import Any

import pytest

from pokermasa import Blinds, Dealer, Deck, HandDealer, HouseRules, Range
from pokermasa.arena import Match
from pokermasa.solve import Subgame
from pokermasa.solve.node import Node
from tests.notebook.values import named_values, shown

LISTED = 120
RECORDS = {
    *("equity", "history", "hands", "statistics", "place", "place after a check", "push or fold"),
    *("result of a match", "cross table", "result of a cup", "tournament", "league"),
}
VOID = {"input", "rect", "br"}


class Reader(HTMLParser):
    """Reads HTML and remembers what would be wrong in a notebook."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            if name.startswith("on") or name in ("src", "href", "id"):
                self.faults.append(f"{tag} {name}={value}")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and (not self.open or self.open.pop() != tag):
            self.faults.append(f"</{tag}>")


def drawn(value: Any) -> str:
    html = value._repr_html_()
    assert isinstance(html, str)
    return html


def test_every_value_is_one_line_of_at_most_120_characters() -> None:
    values = [*shown().items()]
    values += [("range of all hands", Range("random, AhKh:0.5, 7h2c:0.25, QsJh:0.1, 8c3d:0.75"))]
    values += [("deck", Deck()), ("hand dealer", HandDealer([None, "As Kd"]))]
    for name, value in values:
        if name == "view":
            continue  # what one player may know is written in full
        text = repr(value)
        assert len(text) <= LISTED, (name, text)
        assert "\n" not in text, name
        assert "object at 0x" not in text, name


def test_every_value_is_drawn_as_whole_html_without_script_or_other_files() -> None:
    for name, value in named_values():
        html = drawn(value)
        reader = Reader()
        reader.feed(html)
        assert not reader.faults, (name, reader.faults)
        assert not reader.open, (name, reader.open)
        assert not reader.tags & {"script", "link", "img", "iframe"}, name
        assert "url(" not in html, name
        assert "@import" not in html, name


def test_text_has_the_colour_of_the_page_so_that_it_can_be_read_on_light_and_dark() -> None:
    for name, value in named_values():
        style, _, body = drawn(value).partition("</style>")
        assert "color:inherit" in style, name
        # A style with a text colour would also need a background colour.
        for found in re.findall(r'style="([^"]*)"', body):
            assert not re.search(r"(^|;)color:", found), name


def test_names_of_players_are_shown_as_text() -> None:
    html = drawn(shown()["tournament"])
    assert "<b>Blaise" not in html
    assert "&lt;b&gt;Blaise&lt;/b&gt;" in html


def test_the_line_of_a_value_has_its_most_important_fields() -> None:
    lines = {name: repr(value) for name, value in named_values()}
    assert lines["equity"].startswith("<Equity (exact): AhKh ")
    assert lines["situation"] == "<Situation: preflop, pot 3, 3 of 3 left, stack 0 to act>"
    assert lines["masa"] == "<Masa: 0 of 5 sides, blinds 1/2, masa, no hand dealt yet>"
    assert lines["history"] == (
        "<History: hand 0, NL 50/100, 2 players, 18 acts, board 9d 5s Ts Kh 7d, Ann, Bo>"
    )
    assert lines["place"] == ("<Place root: 2c 7d 9h Js Qs, pot 100, oop to act: CH 25%, AA 75%>")
    assert lines["end"].endswith("pot 100, the hand is over>")
    assert lines["push or fold"].startswith("<PushFold: 10 bb, push 58 %, call 37 %")
    text = "sit-and-go for 3, running, 3 players, 3 left at 1 table"
    assert lines["tournament"] == f"<Tournament: {text}>"
    assert repr(Deck()) == "<Deck: 52 of 52 cards left>"
    assert repr(Node(0)).startswith("<Node")


def test_line_of_a_solution_computes_no_exploitability(monkeypatch: pytest.MonkeyPatch) -> None:
    solution = shown()["solution"]

    def fail(*_: Any) -> None:
        raise AssertionError("a repr must not play the whole tree")

    monkeypatch.setattr(solution.game, "expected", fail)
    monkeypatch.setattr(solution.game, "best", fail)
    monkeypatch.setattr(solution.game, "play", fail)
    monkeypatch.setattr(solution, "_known", None)
    monkeypatch.setattr(solution, "_values", {})
    assert "exploitable by" in repr(solution)
    drawn(solution)
    repr(solution.root), drawn(solution.root)


def test_values_that_are_data_have_records_of_plain_values_with_the_same_fields() -> None:
    for name in RECORDS:
        records = shown()[name].to_records()
        assert records, name
        assert all(list(record) == list(records[0]) for record in records), name
        for record in records:
            for field, value in record.items():
                assert value is None or type(value) in (str, int, float, bool), (name, field)


def test_records_have_the_same_data_as_the_values() -> None:
    ann, bo = shown()["history"].to_records()
    assert (ann["player"], ann["position"], ann["cards"], ann["won"]) == (
        "Ann",
        "BB",
        "4s 2c",
        -19999,
    )
    assert bo["won_bb"] == 199.99
    assert len(shown()["hands"].to_records()) == sum(h.players for h in shown()["hands"])
    best = shown()["push or fold"].to_records()[0]
    assert (best["hand"], best["combos"], best["push"]) == ("AA", 6, 1.0)
    caller, folder = shown()["result of a match"].to_records()
    assert caller["chips"] == -folder["chips"] > 0
    first = shown()["tournament"].to_records()[0]
    assert first == {"place": 1, "player": "Ada", "stack": 200, "prize": 300, "points": 0}
    eights = next(r for r in shown()["place"].to_records() if r["hand"] == "8s8h")
    assert eights["CH"] + eights["AA"] == pytest.approx(1)


def test_subgame_is_one_line_too() -> None:
    random = Subgame.from_board("2c 7d 9h Js Qs", pot=100, stack=100, oop="random", ip="random")
    assert repr(random) == ("<Subgame: 2c 7d 9h Js Qs, pot 100, 1326 hands of oop, 1326 of ip>")


def test_the_line_of_a_match_has_its_bots_and_the_line_of_rules_their_name() -> None:
    assert repr(Match.between("caller", "folder", deals=20)) == (
        "<Match: caller v folder, 20 deals, no limit, blinds 1-2, stacks 200, rules: tda>"
    )
    rules = HouseRules.named("tda").replace(odd_chips="dropped", raise_cap=3)
    assert eval(repr(rules)) == rules
    dealer = Dealer.start([200, 200], 0, Blinds(1, 2), rules="tda")
    assert "rules=HouseRules.named('tda')" in repr(dealer)
