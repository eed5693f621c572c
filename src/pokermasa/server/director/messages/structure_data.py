"""A structure in the words of the wire, and as the file it can be read from."""

from __future__ import annotations

import json
from typing import Any

from pokermasa.tournament import Rise, Structure


def structure_data(structure: Structure) -> dict[str, Any]:
    """A `StructureData`. Times are milliseconds here, seconds in the file."""
    schedule = structure.schedule
    unit = 1000 if schedule.rises is Rise.TIME else 1
    return {
        "name": structure.name,
        "rules": structure.rules.name,
        "rises": str(schedule.rises),
        "every": schedule.every * unit,
        "levels": [
            {**blinds._asdict(), "rest": pause.length * 1000 if pause else 0}
            for level, blinds in enumerate(schedule.levels)
            for pause in [schedule.break_after(level)]
        ],
        "beyond": str(schedule.beyond),
        "late_levels": structure.late_levels,
        "re_entries": structure.re_entries,
        "rebuys": structure.rebuys,
        "add_on": structure.add_on,
        "hand_for_hand": structure.hand_for_hand,
        "time_bank": structure.time_bank,
        "points": [list(line) for line in structure.points.rows],
        "toml": toml(structure),
    }


def toml(structure: Structure) -> str:
    """A structure as the file that `Structure.read` reads; its time bank in seconds.

    >>> text = toml(Structure.sit_and_go(6))
    >>> Structure.read(text) == Structure.sit_and_go(6)
    True
    """
    data = structure.to_data() | {"time_bank": structure.time_bank // 1000}
    tables = {key: value for key, value in data.items() if isinstance(value, dict)}
    lines = [f"{key} = {_value(data[key])}" for key in data if key not in tables]
    for name, table in tables.items():
        lines += ["", f"[{name}]", *[f"{key} = {_value(value)}" for key, value in table.items()]]
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    """Texts, whole numbers, truths and lists of them are written in TOML as in JSON, but for
    characters outside the first plane."""
    return json.dumps(value, ensure_ascii=False)
