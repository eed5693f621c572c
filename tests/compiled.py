"""Compiles the code that tests need, while another core checks types: `python -m tests.compiled`.

This program tests nothing. If something fails here, the tests report it better.
"""

import contextlib
import io
import sys
from typing import Any

import gymnasium

from pokermasa.batch import Table, Tables, rollout
from pokermasa.bots.rivals.win_rate import win_rate
from pokermasa.cards import read_cards
from pokermasa.cli import main
from pokermasa.learn import IDS

COMMANDS = (
    "equity AhKh QQ+ --board 2h7d9h",
    "equity AhKh QQ+ random --precision 0.01",
    "equity AKs QQ+",
    "match house caller --hands 40 --seed 1",
    "match house:limit,solving=1 caller --limit --rules acpc --hands 20 --seed 1",
    "solve --board KsTh7d5c2s --oop AA,KK,QJs --ip TT,99,A5s --pot 10 --stack 40",
    "pushfold --stack 10",
)


def tables() -> None:
    rollout(100, 3, ["random", "caller", "folder"], seed=1, keep=True)
    Tables(2, players=2, seed=1)
    Table(players=2, seed=1)
    win_rate(read_cards("As Ah"), (), players=2, simulations=10)
    learning: Any = gymnasium.make_vec(
        next(iter(IDS)), num_envs=8, vectorization_mode="vector_entry_point", opponents=["caller"]
    )
    learning.reset(seed=1)
    learning.step(learning.action_space.sample())
    learning.close()


def run(command: str) -> None:
    sys.argv = ["masa", *command.split()]
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            main()
    except SystemExit:
        pass
    except Exception:
        print(f"masa {command} failed: the tests will say why", file=sys.stderr)


if __name__ == "__main__":
    for command in COMMANDS:
        run(command)
    tables()
