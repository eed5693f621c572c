"""Loads a bot from a Python file with a function `choose(view)` or a class with that method."""

from __future__ import annotations

import importlib.util
import inspect
import sys
from pathlib import Path
from types import ModuleType

from pokermasa.bots.bot import Bot, Decision
from pokermasa.rules import View


class NoBotInFile(ValueError):
    """Raised if a file holds no bot, or several bots and no class name is given."""


class Function:
    """A bot made from a module's function `choose(view)`."""

    def __init__(self, module: ModuleType) -> None:
        self._choose = module.choose

    def choose(self, view: View) -> Decision:
        answer: Decision = self._choose(view)
        return answer


def load(text: str) -> Bot:
    """Load the bot of `mybot.py`, or the class `Name` of `mybot.py:Name` if the file has
    several."""
    path, _, name = text.partition(".py:")
    module = _module(Path(text if not name else f"{path}.py"))
    classes = {
        one.__name__: one
        for one in vars(module).values()
        if inspect.isclass(one) and one.__module__ == module.__name__ and hasattr(one, "choose")
    }
    if name:
        if name not in classes:
            known = ", ".join(classes) or "none"
            raise NoBotInFile(f"{text}: no class {name} with a method choose(view); there: {known}")
        return made(classes[name])
    if callable(getattr(module, "choose", None)):
        return Function(module)
    if not classes:
        raise NoBotInFile(f"{text} has no function choose(view), and no class with that method")
    if len(classes) > 1:
        which = f"say which, as {text}:{next(iter(classes))}"
        raise NoBotInFile(f"{text} has several classes ({', '.join(classes)}): {which}")
    return made(*classes.values())


def made(kind: type) -> Bot:
    bot: Bot = kind()
    return bot


def _module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"bot_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise NoBotInFile(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    sys.path.insert(0, str(path.parent.resolve()))  # the bot may import modules from its own folder
    spec.loader.exec_module(module)
    return module
