"""The lines that `masa replay --analyse` prints under each step of a hand."""

from __future__ import annotations

from rich.text import Text

from pokermasa.cli.scene import chips
from pokermasa.histories.history import History
from pokermasa.study import Analysis, DecisionStudy, StepStudy
from pokermasa.study.decision import NoVerdict, Option, Verdict

INDENT = " " * 6


def notes(analysis: Analysis) -> dict[int, list[Text]]:
    """Return lines by the number of the step in the story. Key -1 holds the lines under the
    players."""
    found: dict[int, list[Text]] = {}
    for step in analysis.steps:
        if step.run == 1:
            found.setdefault(step.number, []).extend(_lines(step, analysis.history))
    return found


def closing(analysis: Analysis) -> list[Text]:
    """Return the lines under the result."""
    history = analysis.history
    lines = [
        Text(f"{INDENT}board {step.run}: {' '.join(map(str, step.board))}: {line}", "dim")
        for step in analysis.steps
        if step.run > 1 and (line := _chances(step, history))
    ]
    if analysis.adjusted is not None and analysis.net is not None:
        parts = [
            f"{history.name(stack)} {_signed(won, history)}"  # type: ignore[arg-type]
            for stack, won in enumerate(analysis.adjusted)
            if analysis.net[stack]
        ]
        lines.append(Text(f"  by the chances when all were in: {', '.join(parts)}", "cyan"))
    return lines


def _lines(step: StepStudy, history: History) -> list[Text]:
    lines = []
    if step.odds is not None:
        asked, pot, needed, depth = step.odds
        line = f"stack-to-pot {depth:.1f}"
        if asked:
            price = f"{chips(asked, history)} for {chips(pot, history)}"
            line = f"asked {price}, which takes {needed:.1%}; {line}"
        lines.append(Text(f"{INDENT}{line}", "dim"))
    if step.decision is not None:
        is_bet = bool(step.board) and (step.odds is None or not step.odds.to_call)
        text = _decision(step.decision, history, is_bet)
        lines += [Text(f"{INDENT}{line}", "cyan") for line in text]
    if step.words:
        lines.append(Text(f"{INDENT}why: {step.words}", "dim"))
    chances = _chances(step, history)
    if chances and step.kind in ("start", "board"):
        lines.append(Text(f"{INDENT}{chances}", "dim"))
    return lines


def _chances(step: StepStudy, history: History) -> str:
    parts = [
        f"{history.name(chance.stack)} {chance.equity:.2%}"
        + (f" ± {chance.within:.1%}" if chance.within else "")
        for chance in step.chances
    ]
    against = f" with {step.unknown} hands that may be any" if step.unknown > 1 else ""
    if step.unknown == 1:
        against = " with one hand that may be any"
    return f"to win{against}: {', '.join(parts)}" if parts else ""


def _act(act: str, history: History, is_bet: bool) -> str:
    """Return an act in words, with its amount in the unit of the file."""
    if act in _ACTS:
        return _ACTS[act]
    return f"{'bet' if is_bet else 'raise to'} {chips(int(act[2:]), history)}"


_ACTS = {"FO": "fold", "CH": "check", "CA": "call", "AC": "call all in"}
_ACTS |= dict.fromkeys(("AA", "AF", "AH"), "all in")
_REASONS = {
    NoVerdict.NOT_SOLVED: "not solved; --solve asks the solver",
    NoVerdict.MULTIWAY: "more than two players saw the flop",
    NoVerdict.PREFLOP: "the preflop tables do not have this situation",
    NoVerdict.SETUP: "straddles, antes, more than nine players or another game than no limit",
    NoVerdict.DEPTH: "there are no preflop tables for stacks of this depth",
    NoVerdict.UNKNOWN: "a stack is not known",
    NoVerdict.RUN_TWICE: "the board was run several times",
    NoVerdict.IN_PLAY: "the hand is not over",
    NoVerdict.TOO_LARGE: "the solution takes too much time or memory",
    NoVerdict.INEXACT: "the solution is not exact enough",
    NoVerdict.RARE: "nobody knows the ranges after such acts",
}
_VERDICTS = {
    Verdict.GOOD: "good",
    Verdict.CLOSE: "close",
    Verdict.DEPENDS: "depends on how they play",
    Verdict.MISTAKE: "a mistake",
    Verdict.BLUNDER: "a blunder",
}


def _decision(decision: DecisionStudy, history: History, is_bet: bool) -> list[str]:
    if decision.reason is not None:
        return [f"no verdict: {_REASONS[decision.reason]}"]
    acts = ", ".join([_option(option, history, is_bet) for option in decision.options])
    big = history.blinds.big
    verdict = _VERDICTS[decision.verdict]
    if decision.is_tournament and decision.verdict is Verdict.DEPENDS:
        verdict = "depends on the prizes"
    if decision.loss is None:
        verdict += f": {_act(decision.best or '', history, is_bet)} is better against every range"
    elif decision.verdict is not Verdict.GOOD:
        verdict += f": {decision.loss / big:.2f} bb below "
        verdict += _act(decision.best or "", history, is_bet)
        if decision.least is not None:
            verdict += f", at least {decision.least / big:.2f} bb"
    lines = [verdict, f"acts: {acts}"]
    if decision.equity is not None:
        ranges = ", ".join(
            [f"{history.name(read.stack)} {read.percent:.1f}%" for read in decision.ranges]
        )
        lines.append(f"{decision.equity:.1%} against the range that arrives here ({ranges})")
    if decision.exploitable is not None:
        lines.append(f"solution exploitable by {decision.exploitable:.2f}% of the pot")
    if decision.is_tournament:
        lines.append("in chips, which are not prizes")
    if not decision.is_near:
        lines.append("the preflop tables only have a similar story")
    return lines


def _option(option: Option, history: History, is_bet: bool) -> str:
    text = _act(option.act, history, is_bet)
    if option.often is not None:
        text += f" {option.often:.0%}"
    if option.worth is not None:
        text += f" {_signed(option.worth, history)}"
    elif option.often is not None and option.loss:
        text += f" {_signed(-option.loss, history)}"
    return text + ("*" if option.is_chosen else "")


def _signed(amount: float, history: History) -> str:
    """Return an amount with its sign, rounded to a tenth of a chip or to whole cents."""
    if history.scale > 1:
        whole = round(amount)
        return ("+" if whole > 0 else "") + (chips(whole, history) if whole else "0")
    return f"{round(amount, 1) + 0.0:+.1f}"  # avoids "-0.0"
