"""The structure of a tournament as a wire message and as a TOML file."""

from __future__ import annotations

import json
from typing import Any

from pokermasa.server.protocol.tournament import StructureData
from pokermasa.tournament import Rise, Structure


def structure_data(structure: Structure) -> StructureData:
    """Return the structure for the wire. Its times are in milliseconds, those in its TOML text in
    seconds."""
    schedule = structure.schedule
    unit = 1000 if schedule.rises is Rise.TIME else 1
    return {
        "name": structure.name,
        "rules": structure.rules.name,
        "rises": schedule.rises,
        "every": schedule.every * unit,
        "levels": [
            {
                "small": blinds.small,
                "big": blinds.big,
                "ante": blinds.ante,
                "big_blind_ante": blinds.big_blind_ante,
                "rest": pause.length * 1000 if pause else 0,
            }
            for level, blinds in enumerate(schedule.levels)
            for pause in [schedule.break_after(level)]
        ],
        "beyond": schedule.beyond,
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
    """Return the TOML file from which `Structure.read` reads this structure. Its time bank is in
    seconds.

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
    """Return the value in TOML. Strings, integers, booleans and lists of them look the same in
    JSON, provided that characters are not written as surrogate pairs."""
    return json.dumps(value, ensure_ascii=False)
