"""Tests of `masa lbr`: the winnings of local best response, and refusals."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pokermasa import cli
from pokermasa.bots import Folder
from pokermasa.bots.named import Entry
from pokermasa.cli.commands import lbr


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")


def run(*args: str) -> Any:
    with pytest.raises(SystemExit) as end:
        cli.main(["lbr", *args])
    return end.value.code or 0


@pytest.mark.parametrize("limit", ["--limit", "--no-limit"])
def test_the_result_names_the_bot_the_winnings_and_the_rules(
    capsys: pytest.CaptureFixture[str], limit: str
) -> None:
    """The folder loses a small and a big blind in turn, whatever the cards."""
    assert run("folder", "--deals", "3", "--seed", "7", limit) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == "local best response wins +750 ± 0 mbb/hand"
    words = "fixed limit" if limit == "--limit" else "no limit"
    assert second.startswith(f"from folder: {words}, blinds 1-2, stacks 200, rules: acpc")
    assert second.endswith("; 3 deals from both seats, seed 7")


@pytest.mark.rotated
def test_other_seeds_deal_other_cards(capsys: pytest.CaptureFixture[str]) -> None:
    won = set()
    for seed in ("1", "2", "1"):
        run("caller", "--deals", "2", "--seed", seed, "--json")
        won.add(json.loads(capsys.readouterr().out)["mbb"])
    assert len(won) == 2


def test_ctrl_c_prints_the_result_so_far(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def after(deals: int) -> Callable[..., float]:
        def winnings(bot: Any, terms: Any, deal: Any, seed: Any) -> float:
            if deal == deals:
                raise KeyboardInterrupt
            return 1.5

        return winnings

    monkeypatch.setattr(lbr, "winnings", after(3))
    assert run("folder", "--deals", "500") == 130
    said, errors = capsys.readouterr()
    assert "3 deals from both seats" in said
    assert "Stopped by hand after 3 of 500 deals." in errors
    run("folder", "--json")
    assert json.loads(capsys.readouterr().out)["deals"] == 3
    monkeypatch.setattr(lbr, "winnings", after(1))
    assert run("folder") == 130
    said, errors = capsys.readouterr()
    assert said == ""
    assert "after 1 of 500 deals. There is no result yet." in errors


FILES = {
    "raises": ("raise KeyError('pot')", "KeyError: 'pot'"),
    "wrong": ("return Raise(10 ** 6)", "RR1000000 is not allowed here"),
}


@pytest.mark.parametrize("name", FILES)
def test_a_bot_without_a_policy_is_refused_with_an_explanation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    does, text = FILES[name]
    path = tmp_path / f"{name}.py"
    path.write_text(
        "from pokermasa.rules import Raise\n\n"
        f"class Bot:\n    def choose(self, view):\n        {does}\n"
    )
    assert run(str(path), "--deals", "2") == 2
    said = " ".join(capsys.readouterr().err.replace("│", " ").split())
    assert text in said
    assert str(path) in said


def test_every_bot_is_closed_when_its_deal_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that is not closed would leave its program running."""
    made = []

    class Closing(Folder):
        is_open = True

        def close(self) -> None:
            self.is_open = False

    def make(seed: Any) -> Any:
        made.append(Closing())
        return made[-1]

    monkeypatch.setattr(lbr, "named", lambda text: Entry(text, make))
    run("folder", "--deals", "3")
    assert len(made) == 3
    assert not any(bot.is_open for bot in made)
