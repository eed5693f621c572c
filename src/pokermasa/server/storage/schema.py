"""Tables of the room's database.

One schema serves SQLite and PostgreSQL. Times are milliseconds since 1970. Queries are written
with SQLAlchemy for both databases; database/database.py holds the differences.
"""

from __future__ import annotations

from typing import Literal

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

PUBLIC = 20
"""Length of a hand's public id in hexadecimal digits: 80 random bits."""

TITLE = 60
"""Maximum length in characters of the name of a table, tournament or league."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)
# SQLite assigns row ids by itself only in a column of exactly this type.
_ID = BigInteger().with_variant(Integer, "sqlite")

account = Table(
    "account",
    metadata,
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("name", String(40), nullable=False),
    Column("name_key", String(80), nullable=False, unique=True),
    Column("look", String(80), index=True),  # new names that look like an existing one are refused
    Column("kind", String(8), nullable=False),  # person, guest, house
    Column("password", String(200)),
    Column("created", BigInteger, nullable=False),
    Column("deleted", BigInteger),
    Column("silenced", BigInteger),  # when chat was forbidden; null if allowed
    # Name and cards are hidden from everybody who did not play in the hand.
    Column("private", Boolean, nullable=False, default=False, server_default=false()),
    Column("role", String(8)),  # admin
    Column("banned", BigInteger),  # when the account was banned; null if not banned
)

session = Table(
    "session",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("account", ForeignKey("account.id"), nullable=False, index=True),
    Column("kind", String(8), nullable=False),  # browser, token
    Column("label", String(80), nullable=False, default=""),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger),
    Column("seen", BigInteger),  # when it was last used to play
    Column("agent", String(200)),  # user agent of the browser
    Column("scopes", String(40)),  # what a token may do: scopes separated by spaces
    Column("confirmed", BigInteger),  # when its owner last entered a code of the second factor
)

entry = Table(
    "ledger_entry",
    metadata,
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("key", String(120), nullable=False, unique=True),
    Column("reason", String(40), nullable=False),
    Column("made", BigInteger, nullable=False),
)

line = Table(
    "ledger_line",
    metadata,
    Column("entry", ForeignKey("ledger_entry.id"), primary_key=True),
    Column("book", String(60), primary_key=True, index=True),
    Column("amount", BigInteger, nullable=False),
)

balance = Table(
    "balance",
    metadata,
    Column("book", String(60), primary_key=True),
    Column("amount", BigInteger, nullable=False),
    # Only a bank, which issues chips, may be negative: the room's or that of a game with own
    # chips.
    CheckConstraint(
        "amount >= 0 OR book = 'bank' OR substr(book, 1, 5) = 'bank:'", name="nobody_owes"
    ),
)

league = Table(
    "league",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("name", String(TITLE), nullable=False),
    Column("terms", Text, nullable=False),
    Column("key", String(40)),  # secret of a private league
    Column("host", ForeignKey("account.id")),
    Column("opened", BigInteger, nullable=False),
)

tournament = Table(
    "tournament",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("name", String(TITLE), nullable=False),
    Column("terms", Text, nullable=False),
    Column("key", String(40)),  # secret of a private tournament
    Column("host", ForeignKey("account.id")),
    Column("opened", BigInteger, nullable=False),
    Column("started", BigInteger),
    Column("ended", BigInteger, index=True),
    Column("league", ForeignKey("league.id"), index=True),
    Column("seq", BigInteger, nullable=False),
    Column("value", Text, nullable=False),  # the tournament as JSON, as of `seq`
    Column("row", Text),  # the tournament's row in the list, after its end
    Column("next", String(12)),  # the tournament opened after this one started or ended
)

entrant = Table(
    "tournament_entrant",
    metadata,
    Column("tournament", ForeignKey("tournament.id"), primary_key=True),
    Column("player", Integer, primary_key=True, autoincrement=False),
    Column("account", ForeignKey("account.id"), nullable=False, index=True),
    Column("paid", BigInteger, nullable=False),  # entry, rebuys and add-on, in chips
    Column("prize", BigInteger, nullable=False),  # paid out so far
    Column("bounties", BigInteger, nullable=False),  # paid out so far
    Column("place", Integer),  # set at the end of the tournament
    Column("points", Integer),
    Column("late", Integer, nullable=False),  # number of turns that timed out
    Column("wrong", Integer, nullable=False),  # number of acts that were not legal
    Column("hand", String(PUBLIC)),  # public id of the hand that eliminated the player
    Column("is_gone", Boolean, nullable=False),  # unregistered and refunded
    # Leaderboards count this entry: opponents were registered and came from other addresses.
    Column("counts", Boolean, nullable=False, default=False, server_default=false()),
    # The player is not entered in the next game of the league.
    Column("leaves", Boolean, nullable=False, default=False, server_default=false()),
)

order = Table(
    "tournament_order",
    metadata,
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("tournament", ForeignKey("tournament.id"), nullable=False, index=True),
    Column("account", ForeignKey("account.id")),  # author; null if the room itself gave it
    Column("made", BigInteger, nullable=False),
    Column("command", String(20), nullable=False),
    Column("about", ForeignKey("account.id")),
    Column("number", Integer),
    Column("done", BigInteger),  # when it took effect
)

masa = Table(
    "masa",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("name", String(TITLE), nullable=False),
    Column("terms", Text, nullable=False),
    Column("key", String(40)),  # secret of a private masa
    Column("host", ForeignKey("account.id")),
    Column("opened", BigInteger, nullable=False),
    Column("closed", BigInteger),
    Column("seq", BigInteger, nullable=False),
    Column("value", Text, nullable=False),  # the masa as JSON, as of `seq`
    Column("queue", Text),  # waiting list, as JSON
    Column("hosting", Text),  # co-hosts and requests that wait for approval, as JSON
    Column("own_chips", Boolean, nullable=False, default=False, server_default=false()),
    # Set for a table of a tournament. The tournament row stores the masa, and `value` is empty.
    Column("tournament", String(12), index=True),
)

seat = Table(
    "seat",
    metadata,
    Column("masa", ForeignKey("masa.id"), primary_key=True),
    Column("side", Integer, primary_key=True),
    Column("account", ForeignKey("account.id"), nullable=False),
    Column("bought", BigInteger, nullable=False),
    Column("auto_top_up", BigInteger),  # stack to be restored before each hand
    UniqueConstraint("masa", "account"),
)

visit = Table(
    "visit",
    metadata,
    Column("account", ForeignKey("account.id"), primary_key=True, autoincrement=False),
    Column("masa", ForeignKey("masa.id"), primary_key=True),
    Column("ended", BigInteger),  # null while the account is seated
    Column("stack", BigInteger, nullable=False),  # chips at the end of the visit
)

journal = Table(
    "journal",
    metadata,
    Column("masa", String(12), primary_key=True),  # id of the masa or tournament
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("made", BigInteger, nullable=False),
    Column("causes", Text, nullable=False),
)

hand = Table(
    "hand",
    metadata,
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("masa", ForeignKey("masa.id"), nullable=False, index=True),
    Column("number", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("value", Text, nullable=False),
    Column("public", String(PUBLIC)),  # random public id, so that hands cannot be counted
    Column("board", String(10)),  # at the end; the first board if the hand ran twice
    UniqueConstraint("masa", "number"),
    Index("ix_hand_public", "public", unique=True),
)

hand_player = Table(
    "hand_player",
    metadata,
    Column("hand", ForeignKey("hand.id"), primary_key=True),
    Column("account", ForeignKey("account.id"), primary_key=True),
    Column("stack", Integer, nullable=False),
    Column("net", BigInteger, nullable=False),
    # Columns for listing and filtering hands; the hand itself is in `hand`.
    Column("ended", BigInteger),
    Column("masa", String(12)),
    Column("tournament", String(12)),
    Column("big", BigInteger),
    Column("players", Integer),
    Column("position", String(6)),
    Column("cards", String(4)),
    Column("cell", Integer),  # index in the 13 × 13 grid of starting hands
    Column("pot", BigInteger),
    Column("showdown", Boolean),
    Column("all_in", Boolean),
    # Covering index with every filter column, so that a list reads this index and nothing else.
    Index(
        "ix_hand_player_list",
        *("account", "hand", "ended", "masa", "tournament", "big", "players", "position", "cell"),
        *("pot", "net", "showdown", "all_in"),
    ),
)

upload = Table(
    "upload",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("account", ForeignKey("account.id"), nullable=False, index=True),
    Column("name", String(120), nullable=False),
    Column("hero", String(80)),
    Column("made", BigInteger, nullable=False),
    Column("bytes", BigInteger, nullable=False),
    Column("format", String(12), nullable=False),
    Column("state", String(8), nullable=False),  # reading, done, failed, deleting
    Column("read_bytes", BigInteger, nullable=False),
    Column("looked_at", Integer, nullable=False),  # hands read so far, stored or not
    Column("hands", Integer, nullable=False),
    Column("twice", Integer, nullable=False),  # duplicates of stored hands
    Column("refused", Text, nullable=False),
    Column("words", String(300), nullable=False),  # reason of the failure
)

uploaded_hand = Table(
    "uploaded_hand",
    metadata,
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("public", String(PUBLIC), nullable=False, unique=True),
    Column("upload", ForeignKey("upload.id"), nullable=False, index=True),
    Column("account", ForeignKey("account.id"), nullable=False),
    Column("number", Integer, nullable=False),  # position in the file
    Column("digest", String(32), nullable=False),  # identifies a hand that is uploaded again
    Column("value", Text, nullable=False),  # the hand as PHH
    Column("stack", Integer),  # stack index of the owner; null if unknown
    Column("scale", BigInteger, nullable=False),
    Column("currency", String(4), nullable=False),
    Column("board", String(10), nullable=False),
    # The following columns are as in `hand_player`.
    Column("net", BigInteger),
    Column("ended", BigInteger, nullable=False),
    Column("tournament", String(40)),  # the site's id of the tournament
    Column("big", BigInteger, nullable=False),
    Column("players", Integer, nullable=False),
    Column("position", String(6), nullable=False),
    Column("cards", String(4), nullable=False),
    Column("cell", Integer),
    Column("pot", BigInteger, nullable=False),
    Column("showdown", Boolean, nullable=False),
    Column("all_in", Boolean, nullable=False),
    UniqueConstraint("account", "digest"),
    Index("ix_uploaded_hand_account", "account", "id"),
    Index(
        "ix_uploaded_hand_list",
        *("account", "ended", "id", "upload", "tournament", "big", "players", "position", "cell"),
        *("pot", "net", "showdown", "all_in"),
    ),
)

share = Table(
    "share",
    metadata,
    Column("id", String(PUBLIC), primary_key=True),  # random: anybody who knows it may see the hand
    Column("hand", ForeignKey("hand.id")),
    # Either `hand` or `uploaded` is set.
    Column("uploaded", ForeignKey("uploaded_hand.id"), index=True),
    Column("account", ForeignKey("account.id"), nullable=False),  # whose view is shown
    Column("hide_names", Boolean, nullable=False),
    Column("made", BigInteger, nullable=False),
    Index("ix_share_account", "account", "hand"),
)

statistics = Table(
    "statistics",
    metadata,
    Column("account", ForeignKey("account.id"), primary_key=True, autoincrement=False),
    Column("source", String(8), primary_key=True),  # room, uploads
    Column("hand", BigInteger, nullable=False),  # last hand that has been counted
    Column("value", Text, nullable=False),
)

# Judgements of an account's own decisions, one for each hand.
ROOM, UPLOADS = "room", "uploads"
"""Sources of hands: played in the room, or uploaded."""
Source = Literal["room", "uploads"]

judgement = Table(
    "judgement",
    metadata,
    Column("account", ForeignKey("account.id"), primary_key=True, autoincrement=False),
    Column("source", String(8), primary_key=True),  # room, uploads
    # Row id of `hand` or `uploaded_hand`.
    Column("hand", BigInteger, primary_key=True, autoincrement=False),
    Column("ended", BigInteger, nullable=False),
    Column("question", String(32), nullable=False),  # hash of all that the judgement depends on
    Column("lost", Float, nullable=False),  # big blinds lost by mistakes and blunders
    Column("mistakes", Text, nullable=False),  # as JSON
    Column("value", Text, nullable=False),  # the whole judgement as JSON, zlib and base 64
)

saved_range = Table(
    "saved_range",
    metadata,
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("account", ForeignKey("account.id"), nullable=False),
    Column("name", String(60), nullable=False),
    Column("value", Text, nullable=False),
    Column("changed", BigInteger, nullable=False),
    UniqueConstraint("account", "name"),
)

# Notes on other players, visible to their author only.
note = Table(
    "note",
    metadata,
    Column("account", ForeignKey("account.id"), primary_key=True, autoincrement=False),
    Column("about", ForeignKey("account.id"), primary_key=True, autoincrement=False),
    Column("text", String(500), nullable=False),
    Column("colour", String(8)),
    Column("changed", BigInteger, nullable=False),
    Index("ix_note_about", "about"),
)

# Daily winnings of each account at public cash tables against opponents that count.
tally = Table(
    "tally",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),  # days since 1970
    Column("account", ForeignKey("account.id"), primary_key=True, autoincrement=False),
    Column("hands", Integer, nullable=False),
    Column("won", Float, nullable=False),  # in big blinds
    Column("squares", Float, nullable=False),  # sum of the squares of the results per hand
)

tallied = Table(
    "tallied",
    metadata,
    Column("what", String(8), primary_key=True),
    Column("hand", BigInteger, nullable=False),  # last hand that has been counted
)

lease = Table(
    "lease",
    metadata,
    Column("masa", String(12), primary_key=True),  # id of the masa or tournament
    Column("owner", String(40), nullable=False),
    Column("fence", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("masa", ForeignKey("masa.id"), nullable=False, index=True),
    Column("account", ForeignKey("account.id"), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("text", String(400), nullable=False),
    Column("reported", Boolean, nullable=False, default=False),
)

mute = Table(
    "mute",
    metadata,
    Column("account", ForeignKey("account.id"), primary_key=True),
    Column("muted", ForeignKey("account.id"), primary_key=True),
)

report = Table(
    "report",
    metadata,
    Column("chat", ForeignKey("chat.id"), primary_key=True),
    Column("account", ForeignKey("account.id"), primary_key=True),
    Column("made", BigInteger, nullable=False),
    Column("reason", String(200), nullable=False),
    Column("settled", BigInteger),  # when an operator handled the report
)

# Requests of operators. The process that owns the subject carries them out and answers.
admin_request = Table(
    "admin_request",
    metadata,
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("made", BigInteger, nullable=False),
    Column("account", ForeignKey("account.id")),  # id of the admin; null for the shell
    Column("system", String(80)),  # system user, for the shell
    Column("command", String(20), nullable=False),
    Column("about", String(300), nullable=False),
    Column("value", Text, nullable=False),  # further arguments as JSON, without secrets
    Column("reason", String(300), nullable=False),
    Column("answered", BigInteger),
    Column("answer", Text),
    Index("ix_admin_request_answered", "answered", "id"),
)

# Result of each request, in the order of execution. Rows are never changed.
admin_log = Table(
    "admin_log",
    metadata,
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("made", BigInteger, nullable=False),
    Column("account", ForeignKey("account.id")),
    Column("system", String(80)),
    Column("command", String(20), nullable=False),
    Column("about", String(300), nullable=False),
    Column("subject", ForeignKey("account.id"), index=True),  # account that the request was about
    Column("value", Text, nullable=False),
    Column("reason", String(300), nullable=False),
    Column("refused", String(40)),  # error code if the request was refused
    Column("words", String(300), nullable=False),
)

# Settings that operators change at run time, such as signups and announcement.
room_setting = Table(
    "room_setting",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", Text, nullable=False),
    Column("changed", BigInteger, nullable=False),
)

blocked = Table(
    "blocked_network",
    metadata,
    Column("network", String(50), primary_key=True),
    Column("made", BigInteger, nullable=False),
)

# One-time codes, stored as digests.
code = Table(
    "one_time_code",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("kind", String(12), nullable=False),  # reset, recovery, email, invitation
    Column("account", ForeignKey("account.id"), index=True),  # owner of the code
    Column("made", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
)

# Second factor (TOTP) of an account, required at login after its confirmation.
second_factor = Table(
    "second_factor",
    metadata,
    Column("account", ForeignKey("account.id"), primary_key=True, autoincrement=False),
    Column("secret", String(40), nullable=False),  # shared TOTP secret
    Column("made", BigInteger, nullable=False),
    Column("confirmed", BigInteger),  # null until confirmed; no code is required before
    Column("last_step", BigInteger, nullable=False),  # of the last code, against replay
    Column("tries", BigInteger, nullable=False),  # wrong codes in a row
    Column("until", BigInteger, nullable=False),  # no code is accepted before this time
)

recovery_code = Table(
    "recovery_code",
    metadata,
    Column("account", ForeignKey("account.id"), primary_key=True),
    Column("digest", String(64), primary_key=True),
)

# Deleted accounts whose names are still being erased: see accounts/erasure.py.
deletion = Table(
    "deletion",
    metadata,
    Column("account", ForeignKey("account.id"), primary_key=True, autoincrement=False),
    Column("stage", String(12), nullable=False),
    Column("at", BigInteger, nullable=False),  # progress of the stage
    Column("names", Text, nullable=False),  # former names, as JSON
)

# Names that nobody may take, as digests of their normalized look.
deleted_name = Table(
    "deleted_name",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("account", ForeignKey("account.id"), nullable=False, index=True),
    Column("until", BigInteger),  # null if never free again (banned owner)
)

# Recent addresses of accounts, as keyed hashes: see accounts/address_book.py.
address_use = Table(
    "address_use",
    metadata,
    Column("account", ForeignKey("account.id"), primary_key=True, autoincrement=False),
    Column("address", String(32), primary_key=True),
    Column("first", BigInteger, nullable=False),
    Column("last", BigInteger, nullable=False, index=True),
    Index("ix_address_use_address", "address"),
)

# E-mail address for messages about an account.
email = Table(
    "email",
    metadata,
    Column("account", ForeignKey("account.id"), primary_key=True, autoincrement=False),
    Column("address", String(254), nullable=False, index=True),
    Column("lang", String(2), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("confirmed", BigInteger),  # when the owner opened the confirmation link
)

# Notices to an account. A row stays until the owner has read it.
notice = Table(
    "notice",
    metadata,
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("account", ForeignKey("account.id"), nullable=False, index=True),
    Column("made", BigInteger, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("words", String(300), nullable=False),
)
