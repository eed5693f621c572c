"""Tests of the sources of settings and of their precedence."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from pokermasa.cli.workers import as_given
from pokermasa.server.settings import BadSettings, Settings, load


@pytest.fixture(autouse=True)
def _no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.upper().startswith("POKERMASA_")]:
        monkeypatch.delenv(name)


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "room.toml"
    file.write_text(text, "utf-8")
    return file


def test_flags_override_environment_which_overrides_file_which_overrides_defaults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path, "port = 1\nact_time_ms = 5000\nrefill = 1")
    monkeypatch.setenv("POKERMASA_PORT", "2")
    monkeypatch.setenv("POKERMASA_ACT_TIME_MS", "4000")
    found = load({"port": 3, "host": None}, file)
    result = (found.port, found.act_time_ms, found.refill, found.host)
    assert result == (3, 4000, 1, "127.0.0.1")
    assert type(found) is Settings
    assert found.model_fields_set == {"port", "act_time_ms", "refill"}


def test_a_flag_with_a_false_or_empty_value_overrides_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("POKERMASA_LOG_JSON", "true")
    monkeypatch.setenv("POKERMASA_PORT", "9")
    found = load({"log_json": False, "port": 0, "database": ""})
    assert (found.log_json, found.port, found.database) == (False, 0, "")


def test_an_environment_variable_counts_in_capitals_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("pokermasa_port", "1")
    monkeypatch.setenv("Pokermasa_Port", "2")
    monkeypatch.setenv("PORT", "3")
    monkeypatch.setenv("POKERMASA_PORT_", "4")
    assert load({}).port == 8008


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        (
            "origins",
            "https://a.example, https://b.example,",
            ("https://a.example", "https://b.example"),
        ),
        ("origins", "", ()),
        ("house_tables", "off", False),
        ("acts_a_second", "2.5", 2.5),
        ("log_level", "WARNING", "warning"),
        ("tls_cert", "null", Path("null")),
        ("database", '{"a": 1}', '{"a": 1}'),
        ("host", "", ""),
    ],
)
def test_an_environment_variable_is_read_as_text_and_not_as_json(
    name: str, text: str, value: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"POKERMASA_{name.upper()}", text)
    assert getattr(load({}), name) == value


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("origins", '["https://a.example"]', "origins: .* is no origin"),
        ("port", "", "port: '': "),
        ("port", "70000", "port: '70000': "),
        ("act_time_ms", "[1]", r"act_time_ms: '\[1\]': "),
        ("house_tables", "perhaps", "house_tables: 'perhaps': "),
    ],
)
def test_an_invalid_environment_variable_is_refused_with_its_name(
    name: str, text: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"POKERMASA_{name.upper()}", text)
    with pytest.raises(BadSettings, match=words) as refused:
        load({})
    assert refused.value.name == name


def test_all_invalid_and_unknown_settings_are_reported_together(tmp_path: Path) -> None:
    file = written(tmp_path, "_env_file = 'x'\nself = 1\nport = -1\n[proxies]\na = 1")
    with pytest.raises(BadSettings) as refused:
        load({}, file)
    said = str(refused.value)
    assert all(word in said for word in ("no setting _env_file", "no setting self", "port: '-1'"))
    assert "proxies: " in said


def test_a_dotenv_file_in_the_folder_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text("POKERMASA_PORT=1")
    assert load({}).port == 8008


def test_settings_made_in_a_program_ignore_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POKERMASA_PORT", "1")
    assert Settings().port == 8008


def test_an_act_time_below_three_seconds_is_allowed_only_in_a_room_for_programs() -> None:
    with pytest.raises(BadSettings, match="act_time_ms: at least 3000, not 2999"):
        load({"act_time_ms": 2999})
    assert load({"act_time_ms": 2999, "programs_only": True}).act_time_ms == 2999


@pytest.mark.parametrize("given", [{}, {"tables": 2, "big": 10}, {"house_tables": False}])
def test_a_worker_gets_the_settings_of_the_room(given: dict[str, Any]) -> None:
    """Default values must not be passed on as given, because `rules` and `big` are refused
    without `tables`."""
    settings = Settings(workers=2, **given).model_copy(update={"bus": "nats://127.0.0.1:4222"})
    assert Settings(**json.loads(json.dumps(as_given(settings)))) == settings
