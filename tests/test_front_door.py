"""Tests of the public names of the package and of its extras."""

import importlib
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

import pokermasa
from pokermasa.cli import COMMANDS
from tests.test_house import HOUSE, MAY_IMPORT, PURE, imports_of

PROJECT = tomllib.loads((HOUSE.parent.parent / "pyproject.toml").read_text("utf-8"))["project"]
NAMES = (
    *("AllIn", "Blinds", "Call", "Card", "Check", "Dealer", "Deck", "Fold", "Hand", "HandDealer"),
    *("HouseRules", "IllegalAct", "Masa", "Raise", "Range", "Situation", "View", "evaluate"),
    *("fen", "phh", "uci"),
)
MODULES = {"argon2-cffi": "argon2", "nats-py": "nats", "pillow": "PIL", "pynacl": "nacl"}
"""Modules whose name differs from that of their distribution."""


def python(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, timeout=120
    )


# Public names


def test_the_first_names_are_those_of_their_packages() -> None:
    from pokermasa import cards, histories, masa, notation, rules, strength

    rooms = (cards, rules, masa, strength, notation, histories)
    for name in NAMES:
        there = [getattr(room, name, None) for room in rooms]
        assert any(getattr(pokermasa, name) is value for value in there), name
    assert set(pokermasa.__all__) == {*NAMES, "__version__"}
    assert set(pokermasa.__all__) <= set(dir(pokermasa))
    assert not {name.lower() for name in NAMES} & (MAY_IMPORT.keys() - {"masa"})
    assert not set(NAMES) & MAY_IMPORT.keys()


def test_equities_of_the_top_is_equity_of_its_package() -> None:
    from pokermasa.equity import equity

    assert pokermasa.equities is equity
    assert "equities" in dir(pokermasa)
    assert "equities" not in pokermasa.__all__, "it needs an extra, and * has to work without"


def test_an_unknown_name_raises_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'pokermasa' has no attribute 'Sharp'"):
        pokermasa.Sharp  # noqa: B018
    assert "Sharp" not in dir(pokermasa)


def test_a_package_is_still_a_package_after_lazy_loading() -> None:
    program = (
        "import sys, pokermasa\n"
        "before = [name for name in sys.modules if name.startswith('pokermasa.')]\n"
        "from pokermasa import *\n"
        "from pokermasa import masa, equity\n"
        "print(before, Masa.__name__, masa.__name__, callable(equity.equity))"
    )
    done = python(program)
    assert done.stdout == "[] Masa pokermasa.masa True\n", done.stderr


# Extras


def brought_by(*extras: str) -> set[str]:
    """Return the modules that a plain install with these extras has."""
    wanted = list(PROJECT["dependencies"])
    more = list(extras)
    while more:
        for word in PROJECT["optional-dependencies"][more.pop()]:
            if own := re.fullmatch(r"pokermasa\[(.+)\]", word):
                more += own[1].split(",")
            else:
                wanted.append(word)
    return {module_of(word) for word in wanted}


def module_of(requirement: str) -> str:
    name = re.split(r"[^\w-]", requirement)[0].lower()
    return MODULES.get(name, name.replace("-", "_"))


# Hides all modules that such an install would not have.
HIDING = """
import sys
hidden = set(sys.argv.pop(1).split(","))
class Hide:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in hidden:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Hide())
"""
ALL = brought_by("all")


def hidden_without(*extras: str) -> str:
    """Return the modules to hide. Modules that come with another distribution are not hidden."""
    here = brought_by(*extras)
    named = {module: name for name, module in MODULES.items()}
    new = list(here)
    while new:
        name = new.pop()
        for word in metadata.requires(named.get(name, name)) or ():
            if "extra ==" not in word and (module := module_of(word)) in ALL - here:
                here.add(module)
                new.append(module)
    return ",".join(sorted(ALL - here))


def test_the_extra_all_has_every_extra_and_a_plain_install_only_websockets() -> None:
    assert brought_by() == {"websockets"}
    extras = set(PROJECT["optional-dependencies"])
    assert extras == {"batch", "room", "postgres", "workers", "play", "gym", "plot", "ray", "all"}
    # Ray is larger than all other extras together, and only useful with a cluster.
    assert brought_by(*extras) == ALL | {"ray"}
    assert all(metadata.version(name) for name in ("websockets", "pydantic-settings", "typer"))


def test_without_any_extra_the_game_and_the_client_load() -> None:
    rooms = [*PURE, "client.client", "client.follower", "bots", "bots.named", "cli"]
    program = f"{HIDING}\nimport pokermasa\nfrom pokermasa import *\n"
    program += "".join(f"import pokermasa.{room}\n" for room in rooms)
    program += "print(evaluate('As Ks Qs Js Ts'))"
    done = python(program, hidden_without())
    assert (done.returncode, done.stdout) == (0, "royal flush\n"), done.stderr


@pytest.mark.parametrize(
    ("room", "extra"), [("batch", "batch"), ("equity", "batch"), ("learn", "gym")]
)
def test_a_package_without_its_extra_names_the_extra(room: str, extra: str) -> None:
    done = python(f"{HIDING}\nimport pokermasa.{room}", hidden_without())
    assert done.stderr.splitlines()[-1].endswith(f"pip install 'pokermasa[{extra}]'")


@pytest.mark.rotated
@pytest.mark.parametrize(("extra", "room"), [("batch", "equity"), ("gym", "learn")])
def test_a_package_can_be_imported_with_its_extra(extra: str, room: str) -> None:
    done = python(f"{HIDING}\nimport pokermasa.{room}", hidden_without(extra))
    assert done.returncode == 0, done.stderr


MASA = f"{HIDING}\nfrom pokermasa.cli import main; main()"


@pytest.mark.parametrize("words", [[], ["--help"], ["--version"], ["nonsense"]])
def test_masa_without_typer_prints_the_pip_line(words: list[str]) -> None:
    done = python(MASA, hidden_without(), *words)
    said = "masa needs typer, which is not installed: pip install 'pokermasa[all]'\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", said)


EACH = f"""{HIDING}
from pokermasa.cli import main
for name in sys.argv[1:]:
    try:
        main([name, "--help"])
    except SystemExit as end:
        print("END", name, end.code, sep="|")
"""


def test_each_command_says_which_extra_it_needs() -> None:
    done = python(EACH, hidden_without(), *COMMANDS)
    for name, line in zip(COMMANDS, done.stdout.splitlines(), strict=True):
        extra = "room" if name in ("serve", "admin", "wire") else "play"
        text = f"needs typer, which is not installed: pip install 'pokermasa[{extra}]'"
        assert line == f"END|{name}|masa {name} {text}"


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize("extra", ["room", "play"])
def test_the_extra_is_all_that_its_commands_need(extra: str) -> None:
    names = [name for name, command in COMMANDS.items() if command.extra == extra]
    done = python(EACH, hidden_without(extra), *names)
    ends = [line for line in done.stdout.splitlines() if line.startswith("END")]
    assert ends == [f"END|{name}|0" for name in names], done.stderr


@pytest.mark.rotated
@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("words", "hidden", "extra"),
    [
        (["serve"], "fastapi", "room"),
        (["serve", "--port", "0"], "aiosqlite", "room"),  # imported late
        (["serve", "--port", "0"], "numba", "room"),
        (["serve", "--database", "postgresql://127.0.0.1:1/x"], "psycopg", "postgres"),
        (["admin", "users", "--database", "postgresql://127.0.0.1:1/x"], "psycopg", "postgres"),
        (["serve", "--workers", "2"], "nats", "workers"),
        (["admin", "users"], "sqlalchemy", "room"),
        (["equity", "AhKh", "QQ"], "numpy", "play"),
        (["match", "caller", "folder"], "numba", "play"),
        (["table", "--bots", "2xhouse", "--hands", "1"], "numba", "play"),
        (["acpc", "127.0.0.1", "1", "--bot", "house"], "numpy", "play"),
        (["evaluate", "AsKs"], "rich", "play"),
        (["match", "caller", "folder", "--cluster", "ray"], "ray", "ray"),
        (["arena", "caller", "folder", "--cluster", "ray://127.0.0.1:1"], "ray", "ray"),
    ],
)
def test_a_missing_module_is_named_in_one_line(
    words: list[str], hidden: str, extra: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POKERMASA_DATA", str(tmp_path))
    done = python(MASA, hidden, *words)
    line = (
        f"masa {words[0]} needs {hidden}, which is not installed: pip install 'pokermasa[{extra}]'"
    )
    # If the tests run as root, the room prints a warning first.
    said = [said for said in done.stderr.splitlines() if "the room runs as root" not in said]
    assert (done.returncode, done.stdout, said) == (1, "", [line])


@pytest.mark.rotated
def test_each_extra_has_everything_that_its_packages_import() -> None:
    extras = {
        "batch": "batch",
        "equity": "batch",
        "server": "postgres workers",
        "room": "room",
        "learn": "gym",
        "client": "",
    }
    besides = {"starlette", "h11", "llvmlite"}  # dependencies of fastapi, uvicorn and numba
    for room, extra in extras.items():
        may = {*brought_by(*extra.split()), *besides, "pokermasa", *sys.stdlib_module_names}
        for path in (HOUSE / room).rglob("*.py"):
            for found in imports_of(path):
                assert found.top in may, f"{path}:{found.line}: {found.top}"


def test_make_run_and_the_image_install_every_extra() -> None:
    root = Path(HOUSE.parent.parent)
    for file in ("Makefile", "deploy/Dockerfile"):
        assert "'.[all]'" in (root / file).read_text("utf-8")
    locked = (root / "requirements/run.txt").read_text("utf-8")
    for module in ALL:
        name = {module: name for name, module in MODULES.items()}.get(module, module)
        assert re.search(rf"^{name.replace('_', '-')}(\[.*\])?==", locked, re.MULTILINE), name
    assert importlib.import_module("pydantic_settings")
