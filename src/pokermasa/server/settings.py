"""Settings of a room, from flags, environment variables (`POKERMASA_PORT=…`) or a TOML file."""

from __future__ import annotations

import os
import re
import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, Self

import platformdirs
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic.fields import FieldInfo
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from pokermasa.masa import Masa
from pokermasa.rules import Blinds
from pokermasa.server.address import Networks, is_network
from pokermasa.server.bus_address import BusAddress
from pokermasa.server.mail_address import MailAddress

PREFIX = "POKERMASA_"
LEAST_ACT_TIME = 3000
"""Milliseconds for one act wherever people can play: a person cannot answer in less."""


READERS = {"proxies": Networks, "bus": BusAddress.read, "mail": MailAddress.read}
"""The settings that are texts of a form of their own, each with what raises ValueError for a wrong
one."""


def data_folder() -> Path:
    return Path(platformdirs.user_data_dir("pokermasa", appauthor=False))


class Settings(BaseModel):
    """Settings of a room. Times end in `_ms` and are milliseconds. Chips are whole chips.

    `docs/server.md` has a table of them, made from these docstrings by
    `python -m tests.docs.test_settings_page`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    # Address and encryption

    host: str = "127.0.0.1"
    """Address to listen on. `0.0.0.0` is every IPv4 address of the machine, `::` every IPv6 and
    IPv4 address."""
    port: int = Field(default=8008, ge=0, le=65535)
    """Port to listen on. 0 takes a free one."""
    tls_cert: Path | None = None
    """Certificate (PEM) for HTTPS. SIGHUP (`systemctl reload`) reads it again. Cookies are then
    sent over HTTPS only (`__Host-`)."""
    tls_key: Path | None = None
    """Private key (PEM) of `tls_cert`. Without one, it is read from the file of the certificate."""
    behind_tls: bool = False
    """True if a proxy in front of the room speaks HTTPS and reports the address of the client in
    `X-Forwarded-For`."""
    proxies: str = "127.0.0.1"
    """Addresses and networks of proxies whose `X-Forwarded-For` header the room trusts, separated
    by commas."""
    origins: tuple[str, ...] = ()
    """Other sites whose pages may use the room, separated by commas (`https://example.org`). Pages
    of any other site are refused."""
    public_url: str = ""
    """Address by which people reach the room (`https://poker.example.org`). E-mails link to it."""
    allowed_hosts: tuple[str, ...] = ()
    """Other names by which people reach the room, separated by commas (`poker.lan,192.0.2.7`),
    besides `public_url` and the names and addresses of this machine. A network allows all its
    addresses (`0.0.0.0/0,::/0`: every address, but no name), `*` allows every name. Requests for
    any other name are refused."""

    # Data

    data: Path = Field(default_factory=data_folder)
    """Folder with all data of the room. No other user should be able to read it."""
    database: str = ""
    """URL of a database, for PostgreSQL: [scale.md](scale.md). Without one, the room uses a SQLite
    file in `data`."""
    keep_guests_days: int = Field(default=0, ge=0)
    """Days after which a guest who stays away is deleted. 0 keeps guests for ever.
    `masa admin retention` counts what would be deleted now."""
    keep_hands_days: int = Field(default=0, ge=0)
    """Days after which hands of cash tables are deleted. 0 keeps them for ever."""
    keep_tournament_hands_days: int = Field(default=0, ge=0)
    """Days after which hands of tournaments are deleted. 0 keeps them for ever."""
    keep_uploads_days: int = Field(default=0, ge=0)
    """Days after which uploaded files of hands are deleted. 0 keeps them for ever."""
    keep_chat_days: int = Field(default=0, ge=0)
    """Days after which chat is deleted, with its reports. 0 keeps it for ever."""
    keep_logs_days: int = Field(default=0, ge=0)
    """Days after which admin requests, the admin log and notices are deleted. 0 keeps them for
    ever."""
    backup_folder: Path | None = None
    """Folder where the room writes encrypted backups: [operate.md](operate.md). Without one it
    writes none."""
    backup_key: Path | None = None
    """File with the key of the backups. Keep the key in another place than the backups."""
    backup_hours: float = Field(default=24, gt=0)
    """Hours between two backups."""
    backup_keep: int = Field(default=14, ge=1)
    """Number of backups that are kept. Older ones are deleted."""
    address_key: Path | None = None
    """File with the secret for hashing IP addresses, the same on all machines of a room. Without
    one, each room makes its own in `data` and replaces it every 30 days."""

    # The game

    house_tables: bool = True
    """Whether the room opens tables and tournaments of the house."""
    house_bots: bool = True
    """Whether house bots play at these tables and in these tournaments."""
    tables: int | None = Field(default=None, ge=1, le=1_000)
    """Number of house tables, all alike. Without it, the room opens the usual four."""
    rules: str = "tda"
    """Name of the house rules of these tables. Only with `tables`."""
    big: int = Field(default=2, ge=1, le=10**9)
    """Big blind of these tables, in chips; the small blind is half of it. Only with `tables`."""
    signup_grant: int = Field(default=10_000, ge=0)
    """Play chips of a new account."""
    refill: int = Field(default=10_000, ge=0)
    """Largest number of play chips that an account gets with one refill, three times a day. 0
    allows no refills."""
    act_time_ms: int = Field(default=20_000, ge=1)
    """Time in milliseconds for one act: at least 3000, unless `programs_only` is true. After that
    the time bank runs; then the player checks or folds."""
    programs_only: bool = False
    """True if no people play here, so that `act_time_ms` may be less than 3 seconds."""
    time_bank_ms: int = Field(default=30_000, ge=0)
    """Extra time of a seat for hard decisions, in milliseconds; also the most it can hold. Every 10
    hands it is refilled by 5 seconds."""
    reconnect_grace_ms: int = Field(default=15_000, ge=0)
    """Extra time in milliseconds for a player who loses the connection, once a turn and at most 30
    seconds in an orbit. Everybody gets it after a restart. A place on a waiting list is kept as
    long."""
    between_hands_ms: int = Field(default=2_500, ge=0)
    """Pause between two hands, in milliseconds. After a showdown it is 1.8 times as long (4.5 s)
    unless the host chose another. When players are all in, each new street takes 0.65 of it."""
    bot_delay_ms: int = Field(default=900, ge=0)
    """Time in milliseconds that a house bot takes for an act, on average."""

    # Limits for each account and address

    acts_a_second: float = Field(default=20, gt=0)
    """Messages a second that one account may send over its sockets, and likewise one address
    without a login. More are refused, and a client that goes on is disconnected."""
    requests_a_second: float = Field(default=20, gt=0)
    """HTTP requests a second, by account and by address. Files of the web client are counted
    separately, by address: twice as many a second, and ten times as many at once, so ten people at
    one address can open a page together. More get 429."""
    logins_a_minute: float = Field(default=20, gt=0)
    """Logins, new accounts and new guests a minute, by address. More get 429."""
    accounts_an_address: int = Field(default=30, ge=1)
    """New accounts with a name of one address in a day, and as many new guests. More get 429."""
    tables_an_account: int = Field(default=5, ge=1)
    """Open tables that one account may host; tournaments are counted separately. More are
    refused."""
    tables_an_address: int = Field(default=25, ge=1)
    """Open tables of all accounts that came from one address in the last 30 days; tournaments are
    counted separately. Addresses of this machine do not count. More are refused."""
    sockets_an_address: int = Field(default=100, ge=1)
    """Open sockets of one address. People with and without a login are counted separately, and
    seated players are not counted. More are refused."""
    connections_an_address: int = Field(default=128, ge=1)
    """HTTP connections of one address. For one more, the connection of this address that has kept
    the room waiting longest is closed."""
    upload_bytes_an_account: int = Field(default=200_000_000, ge=0)
    """Size of all uploaded files of hands of one account, in bytes. Each 400 bytes allow one hand,
    so the default allows 500,000 hands. More is refused."""

    # Limits for each process

    most_tables: int = Field(default=1000, ge=1)
    """Open tables; the same number of tournaments. More are refused."""
    most_sockets: int = Field(default=5_000, ge=1)
    """Open WebSockets. A tenth of them is reserved for seated players; people without a login may
    have a fifth. More are refused."""
    most_connections: int = Field(default=1_000, ge=1)
    """HTTP connections. For one more, the connection that has kept the room waiting longest is
    closed."""

    # Study tools

    study_workers: int = Field(default=1, ge=0, le=64)
    """Processes for the analysis of hands and the tools. With 0, a thread of the room does the
    work: this saves 200 MB and slows the tables down."""
    study_time_ms: int = Field(default=10_000, ge=100)
    """Time in milliseconds for one question to the study tools. A question that takes longer is
    refused."""

    # Several processes

    workers: int = Field(default=1, ge=1, le=64)
    """Processes of the room on this machine: [scale.md](scale.md#several-processes-one-room).
    Without `bus` they get a NATS server of their own."""
    bus: str = ""
    """URL of a NATS server between the processes of a room, for several machines."""
    bus_ca: Path | None = None
    """Certificates (PEM) to check the NATS server with. Without them, those of the system are
    used."""
    bus_prefix: str = Field(default="masa", pattern=r"^[A-Za-z0-9_-]{1,40}$")
    """Prefix of this room's messages. Rooms that share a NATS server need one each."""
    lease_ms: int = Field(default=10_000, ge=100)
    """Time in milliseconds that a table stays with a process that no longer answers. Then another
    process takes it over."""
    drain_ms: int = Field(default=30_000, ge=0)
    """Time in milliseconds that a process that is stopping waits for hands to end. Then it gives
    its tables to others even in the middle of a hand."""

    # Operation

    mail: str = ""
    """Mail server, `smtps://USER:PASSWORD@HOST?from=ADDRESS`: [operate.md](operate.md#e-mail).
    Without one the room sends no e-mail."""
    mail_file: Path | None = None
    """File with the line of `mail`, which only its owner may read."""
    metrics_token: str = ""
    """Bearer token for `GET /metrics`. Without it, only this machine may read the metrics."""
    request_log: bool = False
    """Whether each request is logged in a line: method, route, status, milliseconds. It has no
    address, name or key."""
    log_level: Literal["debug", "info", "warning", "error", "critical"] = "info"
    """Least severity of the lines that are logged on stderr."""
    log_json: bool = False
    """Whether each log line is a JSON object."""

    @field_validator("log_level", mode="before")
    @classmethod
    def _any_case(cls, level: Any) -> Any:
        return level.lower() if isinstance(level, str) else level

    @field_validator("origins", "allowed_hosts", mode="before")
    @classmethod
    def _split_list(cls, given: Any) -> Any:
        words = given.split(",") if isinstance(given, str) else given
        if not isinstance(words, list | tuple):
            return given
        trimmed = (word.strip() if isinstance(word, str) else word for word in words)
        return tuple(word for word in trimmed if word != "")

    @field_validator("origins")
    @classmethod
    def _are_origins(cls, origins: tuple[str, ...]) -> tuple[str, ...]:
        for origin in origins:
            if not re.fullmatch(r"https?://[^\s/?#@*]+", origin) or origin != origin.lower():
                raise ValueError(
                    f"{origin!r} is no origin as a browser writes it, like https://example.org"
                )
        return origins

    @field_validator("allowed_hosts")
    @classmethod
    def _are_hosts(cls, hosts: tuple[str, ...]) -> tuple[str, ...]:
        for host in hosts:
            if not (re.fullmatch(r"\*|[\w.-]+", host) or is_network(host)):
                message = f"{host!r} is no name, address or network, like poker.example.org"
                raise ValueError(message)
        return hosts

    @field_validator("proxies", "bus", "mail")
    @classmethod
    def _can_be_read(cls, text: str, info: ValidationInfo) -> str:
        if text:
            READERS[info.field_name or ""](text)
        return text

    @field_validator("public_url")
    @classmethod
    def _is_place(cls, url: str) -> str:
        bare = url.rstrip("/")
        if bare and not re.fullmatch(r"https?://[^\s/?#@*]+", bare):
            raise ValueError("that is no address like https://poker.example.org")
        return bare

    @model_validator(mode="after")
    def _fit_together(self) -> Self:
        fault = self._fault_in_game() or self._fault_in_files()
        if fault:
            raise ValueError(fault)
        Masa.open(2, Blinds.from_big_blind(self.big), self.rules)  # refuses what cannot be played
        if self.mail_file is not None:
            _read_mail_file(self.mail_file)
        return self

    def _fault_in_game(self) -> str:
        if self.act_time_ms < LEAST_ACT_TIME and not self.programs_only:
            return (
                f"act_time_ms: at least {LEAST_ACT_TIME}, not {self.act_time_ms};"
                " less only in a room for programs (programs_only = true)"
            )
        lone = [name for name in ("rules", "big") if name in self.model_fields_set]
        if self.tables is None and lone:
            return f"{lone[0]} without tables: give the number of tables as well"
        if self.tables is not None and not self.house_tables:
            return "tables, but house_tables is off: give one of them"
        return ""

    def _fault_in_files(self) -> str:
        if self.tls_key is not None and self.tls_cert is None:
            key = str(self.tls_key)
            return f"tls_key without tls_cert: give the certificate of {key!r} as well"
        if self.mail and self.mail_file is not None:
            return "mail and mail_file: give one of them"
        if (self.mail or self.mail_file is not None) and not self.public_url:
            return "mail without public_url: links in mails need it, like https://poker.example.org"
        if (self.backup_folder is None) != (self.backup_key is None):
            return "backup_folder and backup_key: give both, or neither"
        return ""

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite+aiosqlite:///{self.data / 'room.db'}"

    @property
    def mail_server(self) -> MailAddress | None:
        """None: no e-mail is sent."""
        if self.mail_file is not None:
            return _read_mail_file(self.mail_file)
        return MailAddress.read(self.mail) if self.mail else None

    @property
    def is_secure(self) -> bool:
        return self.tls_cert is not None or self.behind_tls


def _read_mail_file(path: Path) -> MailAddress:
    try:
        return MailAddress.read(path.read_text("utf-8"))
    except OSError as error:
        raise ValueError(f"mail_file: {path} cannot be read: {error.strerror}") from None
    except ValueError as error:  # of what is in it, without what is in it
        message = "it is no text" if isinstance(error, UnicodeDecodeError) else str(error)
        raise ValueError(f"mail_file: {path}: {message}") from None


class BadSettings(ValueError):
    """Raised for settings that cannot be used. The message can be shown to the operator."""

    def __init__(self, text: str, name: str = "") -> None:
        super().__init__(text)
        self.name = name
        """The first setting that is wrong, if it is one."""


def load(flags: dict[str, Any], config: Path | None = None) -> Settings:
    """Flags win over the environment, the environment over the file, the file over the defaults."""
    written = {} if config is None else _written(config)

    class FlagSettings(BaseSettings, Settings):
        # Variables are text, not JSON.
        model_config = SettingsConfigDict(enable_decoding=False)

        @classmethod
        def settings_customise_sources(
            cls,
            settings_cls: type[BaseSettings],
            init_settings: PydanticBaseSettingsSource,
            *_: PydanticBaseSettingsSource,
            **__: PydanticBaseSettingsSource,
        ) -> tuple[PydanticBaseSettingsSource, ...]:
            file = InitSettingsSource(settings_cls, written)
            return init_settings, Variables(settings_cls), file

    try:
        merged = FlagSettings(**{name: value for name, value in flags.items() if value is not None})
        return Settings(**merged.model_dump(exclude_unset=True))
    except ValidationError as error:
        raise bad_settings(error) from None


def bad_settings(error: ValidationError) -> BadSettings:
    """Return what was wrong with settings, in words."""
    faults = error.errors(include_url=False, include_context=False)
    name = ".".join(map(str, faults[0]["loc"]))
    return BadSettings("; ".join(map(_fault, faults)), name)


class Variables(EnvSettingsSource):
    """Reads environment variables in capitals only. `misspelt` lists all others with the prefix."""

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        return os.environ.get(PREFIX + field_name.upper()), field_name, False


def _written(config: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(config.read_text("utf-8"))
    except OSError as error:
        raise BadSettings(f"{config} cannot be read: {error.strerror}") from None
    except ValueError as error:  # neither TOML nor even text
        raise BadSettings(f"{config} is not TOML: {error}") from None


def _fault(fault: Any) -> str:
    name = ".".join(str(part) for part in fault["loc"])
    if fault["type"] == "extra_forbidden":
        near = _nearest(name)
        return f"there is no setting {name}" + (f": did you mean {near}?" if near else "")
    text = str(fault["msg"]).removeprefix("Value error, ")
    if name in ("bus", "mail"):
        return f"{name}: {text}"  # without the secret in it
    return f"{name}: {str(fault['input'])[:80]!r}: {text}" if name else text


def _nearest(name: str) -> str | None:
    return next(iter(get_close_matches(name.lower(), Settings.model_fields, 1)), None)


def misspelt() -> list[str]:
    """Return a warning for each environment variable with the prefix that is not a setting."""
    known = {PREFIX + name.upper() for name in Settings.model_fields}
    names = []
    for variable in sorted(set(os.environ) - known):
        if variable.upper().startswith(PREFIX):
            near = _nearest(variable[len(PREFIX) :])
            meant = f": did you mean {PREFIX}{near.upper()}?" if near else ""
            names.append(f"{variable} is no setting{meant}")
    return names
