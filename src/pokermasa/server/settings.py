"""What a room can be told: by flag, by environment (`POKERMASA_PORT=…`) or in a TOML file."""

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


def data_folder() -> Path:
    return Path(platformdirs.user_data_dir("pokermasa", appauthor=False))


class Settings(BaseModel):
    """Times are milliseconds, chips are chips."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    host: str = "127.0.0.1"
    port: int = Field(default=8008, ge=0, le=65535)
    data: Path = Field(default_factory=data_folder)
    database: str = ""
    """A database URL; empty for a SQLite file in the data folder."""
    bus: str = ""
    """Of a room of several processes: the URL of a NATS server between them."""
    bus_ca: Path | None = None
    """Certificates (PEM) to know it by, if not the system's."""
    bus_prefix: str = Field(default="masa", pattern=r"^[A-Za-z0-9_-]{1,40}$")
    """What this room's messages begin with: rooms on one bus have one each."""
    tls_cert: Path | None = None
    tls_key: Path | None = None
    behind_tls: bool = False
    """A proxy in front speaks HTTPS, and tells who asks in X-Forwarded-For."""
    proxies: str = "127.0.0.1"
    """Whose X-Forwarded-For is believed."""
    workers: int = Field(default=1, ge=1, le=64)
    """Processes on this machine, with a bus of their own unless there is one."""
    origins: tuple[str, ...] = ()
    """Addresses, besides its own, whose pages may open a socket."""
    allowed_hosts: tuple[str, ...] = ()
    """Names by which people reach the room, besides `public_url` and the names and addresses of
    this machine. An address or a network allows all of its addresses, `*` everything."""

    public_url: str = ""
    """Where people reach the room, for links in mails, like https://poker.example.org."""
    mail: str = ""
    """Through whom e-mail is sent, like smtps://USER:PASSWORD@HOST?from=room@example.org; empty:
    none is."""
    mail_file: Path | None = None
    """A file with that, which only its owner reads."""

    signup_grant: int = Field(default=10_000, ge=0)
    refill: int = Field(default=10_000, ge=0)
    refills_a_day: int = Field(default=3, ge=0)

    act_time: int = Field(default=20_000, ge=1)
    programs_only: bool = False
    """No people play here, so that `act_time` may be less than 3 seconds."""
    time_bank: int = Field(default=30_000, ge=0)
    bank_refill: int = Field(default=5_000, ge=0)
    """What everybody's time bank is given back, up to the whole of it,"""
    bank_hands: int = Field(default=10, ge=1)
    """each time so many hands have been dealt."""
    grace: int = Field(default=15_000, ge=0)
    """More time for whoever lost the connection, once a turn; and for everybody after a restart."""
    grace_an_orbit: int = Field(default=30_000, ge=0)
    """What one player may use of it while the button goes round once."""
    late_acts: int = Field(default=2, ge=1)
    """How often in a row somebody may let the time run out before being counted as away."""
    away_limit: int = Field(default=600_000, ge=0)
    """How long a side is kept for who is away or out of chips."""
    empty_limit: int = Field(default=86_400_000, ge=0)
    """How long a host's masa stays open when nobody is there; and a host's tournament without a
    date, when nobody has entered."""
    between_hands: int = Field(default=2_500, ge=0)
    bot_delay: int = Field(default=900, ge=0)
    house_tables: bool = True
    """Open a few tables, and tournaments."""
    house_bots: bool = True
    """House bots sit at those tables and enter those tournaments."""
    tables: int | None = Field(default=None, ge=1, le=1_000)
    """Number of house tables, all with the next two settings. None: the usual few, of several
    kinds."""
    rules: str = "tda"
    """House rules of those tables, by name."""
    big: int = Field(default=2, ge=1, le=10**9)
    """Big blind of those tables; the small blind is half of it."""
    fill_wait: int = Field(default=30_000, ge=0)
    """How long people wait for others in a sit-and-go before bots fill it."""

    lease: int = Field(default=10_000, ge=100)
    """How long a table stays with a process that says nothing."""
    drain_time: int = Field(default=30_000, ge=0)
    """How long a process that goes away waits for hands to end before it hands tables over."""
    admin_look: int = Field(default=500, ge=10)
    """How often the room looks for what `masa admin` asks of it."""
    database_time: int = Field(default=5_000, ge=100)
    """How long a database elsewhere may leave the room without an answer; then acts are refused."""
    outbox: int = Field(default=256, ge=1)
    """Messages a client may lag behind before it is cut off."""
    acts_a_second: float = Field(default=20, gt=0)
    """What one account may send over its sockets; an address without one, likewise."""
    chats_a_second: float = Field(default=0.5, gt=0)
    requests_a_second: float = Field(default=20, gt=0)
    """Over HTTP, by account and by address;"""
    files_a_second: float = Field(default=40, gt=0)
    """the files that the web client is made of, apart: ten people behind one address may open it
    at the same moment."""
    logins_a_minute: float = Field(default=20, gt=0)
    """Logins, new accounts and guests, by address."""
    login_tries: int = Field(default=5, ge=1)
    """Wrong passwords for one account from one address, or from a browser it knows; then"""
    login_delay: int = Field(default=1_000, ge=0)
    """so long has to be waited, twice as long after each further one,"""
    login_delay_most: int = Field(default=900_000, ge=0)
    """and never longer than that."""
    login_alarm: int = Field(default=50, ge=1)
    """Wrong passwords for one account in an hour, from everywhere, after which an address that it
    does not know may try once before it waits."""
    guests_an_address: int = Field(default=30, ge=1)
    """New ones in a day;"""
    accounts_an_address: int = Field(default=30, ge=1)
    """likewise those with a name."""
    sockets_an_address: int = Field(default=100, ge=1)
    """Strangers' and, counted apart, accounts'; who has a side somewhere is not counted."""
    most_sockets: int = Field(default=5_000, ge=1)
    """Of this process;"""
    reserved_sockets: int = Field(default=500, ge=0)
    """so many of them for those who have a side somewhere,"""
    most_strangers: int = Field(default=1_000, ge=0)
    """and no more than so many for those who are not logged in."""
    quiet_time: int = Field(default=30_000, ge=1)
    """How long a stranger may hold a socket without having asked for anything."""
    connections_an_address: int = Field(default=128, ge=1)
    """Connections that are no sockets (a browser has six or seven: ten friends behind one address
    open a table at once); who keeps the room waiting makes room for the next."""
    most_connections: int = Field(default=1_000, ge=1)
    head_time: int = Field(default=5_000, ge=1)
    """For the whole head of a request, and for agreeing on a key;"""
    body_time: int = Field(default=10_000, ge=1)
    """for its body;"""
    read_time: int = Field(default=10_000, ge=1)
    """for reading some more of the answer;"""
    idle_time: int = Field(default=5_000, ge=1)
    """until the next request."""
    most_acts: int = Field(default=100, ge=2)
    """Acts that are worked on at the same time; more are told to come again, and when it is half as
    many, so is everybody who does not sit at a table."""
    strangers_at_once: int = Field(default=4, ge=1)
    """Requests of strangers that are worked on at the same time;"""
    strangers_waiting: int = Field(default=500, ge=1)
    """more of them wait, and still more are told to come again."""
    tables_an_account: int = Field(default=5, ge=1)
    """Open at the same time; and as many tournaments."""
    tables_an_address: int = Field(default=25, ge=1)
    """Open tables of all accounts that came from one address; and as many tournaments."""
    seats_an_account: int = Field(default=8, ge=1)
    """Tables where one sits or waits for a side at the same time; and as many tournaments."""
    sockets_an_account: int = Field(default=30, ge=1)
    """Open at the same time, from all its addresses."""
    tokens_an_account: int = Field(default=20, ge=0)
    most_tables: int = Field(default=1000, ge=1)
    """Of this process: nobody opens more."""
    most_house_tables: int = Field(default=30, ge=1)
    """Likewise: `play_now` opens more house tables up to so many."""
    study_workers: int = Field(default=1, ge=0, le=64)
    """Processes that analyse hands and answer the tools; none: a thread of the room's own, which
    takes less memory and holds up the tables."""
    study_time: int = Field(default=10_000, ge=100)
    """For one question;"""
    questions_waiting: int = Field(default=200, ge=1)
    """so many wait, of everybody,"""
    questions_an_account: int = Field(default=16, ge=1)
    """and so many of one account or, where nobody is logged in, of one address."""
    shares_an_account: int = Field(default=1_000, ge=1)
    """Links to hands."""
    ranges_an_account: int = Field(default=100, ge=0)
    """That are saved."""
    notes_an_account: int = Field(default=1_000, ge=0)
    """On other players."""
    solve_time: int = Field(default=5_000, ge=1)
    """That the solver thinks about one question;"""
    solve_memory: int = Field(default=100_000_000, ge=1_000_000)
    """and the bytes that it may take."""
    upload_bytes: int = Field(default=50_000_000, ge=0)
    """Of one file of hands that somebody brings along;"""
    upload_bytes_an_account: int = Field(default=200_000_000, ge=0)
    """of all of an account's,"""
    upload_hands_an_account: int = Field(default=500_000, ge=0)
    """and the hands in them."""
    uploads_an_account: int = Field(default=2, ge=1)
    """That are sent or read at the same time;"""
    most_uploads: int = Field(default=8, ge=1)
    """and of everybody."""
    upload_time: int = Field(default=1_800_000, ge=1)
    """For sending one; each piece of it has `body_time`."""
    leaderboard_hands: int = Field(default=200, ge=1)
    """In a week, fewer are not listed by bb/100; in a season, ten times as many."""
    log_level: Literal["debug", "info", "warning", "error", "critical"] = "info"
    keep_guests: int = Field(default=0, ge=0)
    """Days after which a guest who stays away is deleted; 0: never."""
    keep_hands: int = Field(default=0, ge=0)
    """Likewise for hands at cash tables,"""
    keep_tournament_hands: int = Field(default=0, ge=0)
    """hands of tournaments,"""
    keep_uploads: int = Field(default=0, ge=0)
    """files of hands that people brought along,"""
    keep_chat: int = Field(default=0, ge=0)
    """chat with its reports,"""
    keep_logs: int = Field(default=0, ge=0)
    """and the log of what was asked of the room."""
    backup_folder: Path | None = None
    """Where encrypted backups are put;"""
    backup_key: Path | None = None
    """the file of their key, which lies elsewhere;"""
    backup_hours: float = Field(default=24, gt=0)
    """how often,"""
    backup_keep: int = Field(default=14, ge=1)
    """and how many of them stay."""
    address_key: Path | None = None
    """A file with a secret by which addresses are hashed, the same on all machines of a room; none:
    the room makes its own in its data folder."""
    metrics_token: str = ""
    """What `GET /metrics` asks for as a bearer token; empty: it answers this machine only."""
    request_log: bool = False
    """A line for each request: method, route, status, milliseconds; no address, name or key."""
    log_json: bool = False
    """One JSON object a line."""

    @field_validator("log_level", mode="before")
    @classmethod
    def _any_case(cls, level: Any) -> Any:
        return level.lower() if isinstance(level, str) else level

    @field_validator("origins", "allowed_hosts", mode="before")
    @classmethod
    def _words(cls, given: Any) -> Any:
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
                words = f"{host!r} is no name, address or network, like poker.example.org"
                raise ValueError(words)
        return hosts

    @field_validator("proxies")
    @classmethod
    def _are_networks(cls, proxies: str) -> str:
        Networks(proxies)
        return proxies

    @field_validator("bus")
    @classmethod
    def _is_private_bus(cls, bus: str) -> str:
        if bus:
            BusAddress.read(bus)
        return bus

    @model_validator(mode="after")
    def _leaves_time_to_act(self) -> Self:
        if self.act_time < LEAST_ACT_TIME and not self.programs_only:
            words = (
                f"act_time: at least {LEAST_ACT_TIME} milliseconds, not {self.act_time};"
                " less only in a room for programs (programs_only = true)"
            )
            raise ValueError(words)
        return self

    @model_validator(mode="after")
    def _has_certificate(self) -> Self:
        if self.tls_key is not None and self.tls_cert is None:
            words = (
                f"tls_key without tls_cert: give the certificate of {str(self.tls_key)!r} as well"
            )
            raise ValueError(words)
        return self

    @model_validator(mode="after")
    def _can_open_tables(self) -> Self:
        if self.tables is None:
            lone = [name for name in ("rules", "big") if name in self.model_fields_set]
            if lone:
                raise ValueError(f"{lone[0]} without tables: give the number of tables as well")
        elif not self.house_tables:
            raise ValueError("tables, but house_tables is off: give one of them")
        Masa.open(2, Blinds.of(self.big), self.rules)  # refuses what cannot be played
        return self

    @field_validator("public_url")
    @classmethod
    def _is_place(cls, url: str) -> str:
        bare = url.rstrip("/")
        if bare and not re.fullmatch(r"https?://[^\s/?#@*]+", bare):
            raise ValueError("that is no address like https://poker.example.org")
        return bare

    @field_validator("mail")
    @classmethod
    def _is_mail_server(cls, mail: str) -> str:
        if mail:
            MailAddress.read(mail)
        return mail

    @model_validator(mode="after")
    def _has_mail(self) -> Self:
        if self.mail and self.mail_file is not None:
            raise ValueError("mail and mail_file: give one of them")
        if (self.mail or self.mail_file is not None) and not self.public_url:
            words = (
                "mail without public_url: links in mails need it, like https://poker.example.org"
            )
            raise ValueError(words)
        if self.mail_file is not None:
            _read_mail_file(self.mail_file)
        return self

    @model_validator(mode="after")
    def _has_backup_key(self) -> Self:
        if (self.backup_folder is None) != (self.backup_key is None):
            raise ValueError("backup_folder and backup_key: give both, or neither")
        return self

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
        words = "it is no text" if isinstance(error, UnicodeDecodeError) else str(error)
        raise ValueError(f"mail_file: {path}: {words}") from None


class BadSettings(ValueError):
    """In words for whoever wrote them."""

    def __init__(self, words: str, name: str = "") -> None:
        super().__init__(words)
        self.name = name
        """The first setting that is wrong, if it is one."""


def load(flags: dict[str, Any], config: Path | None = None) -> Settings:
    """Flags win over the environment, the environment over the file, the file over the defaults."""
    written = {} if config is None else _written(config)

    class Told(BaseSettings, Settings):
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
        told = Told(**{name: value for name, value in flags.items() if value is not None})
        return Settings(**told.model_dump(exclude_unset=True))
    except ValidationError as error:
        raise bad_settings(error) from None


def bad_settings(error: ValidationError) -> BadSettings:
    """Return what was wrong with settings, in words."""
    faults = error.errors(include_url=False, include_context=False)
    name = ".".join(map(str, faults[0]["loc"]))
    return BadSettings("; ".join(map(_fault, faults)), name)


class Variables(EnvSettingsSource):
    """In capitals only: `misspelt` tells what else begins like one."""

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
    words = str(fault["msg"]).removeprefix("Value error, ")
    if name in ("bus", "mail"):
        return f"{name}: {words}"  # without the secret in it
    return f"{name}: {str(fault['input'])[:80]!r}: {words}" if name else words


def _nearest(name: str) -> str | None:
    return next(iter(get_close_matches(name.lower(), Settings.model_fields, 1)), None)


def misspelt() -> list[str]:
    """What the environment says and nobody hears."""
    known = {PREFIX + name.upper() for name in Settings.model_fields}
    words = []
    for variable in sorted(set(os.environ) - known):
        if variable.upper().startswith(PREFIX):
            near = _nearest(variable[len(PREFIX) :])
            meant = f": did you mean {PREFIX}{near.upper()}?" if near else ""
            words.append(f"{variable} is no setting{meant}")
    return words
