"""Where the room keeps everything: the tables of its database.

One schema for SQLite and PostgreSQL. Times are milliseconds since 1970. What is asked of these
tables is written in SQLAlchemy's words, the same for both; where the two differ, see database.py.
"""

from __future__ import annotations

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
"""Letters of a hand's public id: 80 random bits."""

TITLE = 60
"""Letters of what a table, tournament or league is called."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)
# SQLite counts rows up by itself only in a column of exactly this type.
_ID = BigInteger().with_variant(Integer, "sqlite")

account = Table(
    "account",
    metadata,
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("name", String(40), nullable=False),
    Column("name_key", String(80), nullable=False, unique=True),
    Column("look", String(80), index=True),  # new names that look like another's are refused
    Column("kind", String(8), nullable=False),  # person, guest, house
    Column("password", String(200)),
    Column("created", BigInteger, nullable=False),
    Column("deleted", BigInteger),
    Column("silenced", BigInteger),  # may not chat since then
    # Whoever did not play in a hand is told neither name nor cards.
    Column("private", Boolean, nullable=False, default=False, server_default=false()),
    Column("role", String(8)),  # admin
    Column("banned", BigInteger),  # may not come in since then
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
    Column("agent", String(200)),  # what kind of browser it is, in its own words
    Column("scopes", String(40)),  # what a token may do, in words with a blank between
    Column("confirmed", BigInteger),  # when its owner last gave a code of the second factor
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
    # Only the bank, which gives out the chips, owes any; a game with chips of its own has one too.
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
    Column("key", String(40)),  # of a private one
    Column("host", ForeignKey("account.id")),
    Column("opened", BigInteger, nullable=False),
)

tournament = Table(
    "tournament",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("name", String(TITLE), nullable=False),
    Column("terms", Text, nullable=False),
    Column("key", String(40)),  # of a private one
    Column("host", ForeignKey("account.id")),
    Column("opened", BigInteger, nullable=False),
    Column("started", BigInteger),
    Column("ended", BigInteger, index=True),
    Column("league", ForeignKey("league.id"), index=True),
    Column("seq", BigInteger, nullable=False),
    Column("value", Text, nullable=False),  # the tournament itself, as of `seq`
    Column("row", Text),  # what the list says of it, once it is over
    Column("next", String(12)),  # the one that was opened when this one had begun or ended
)

entrant = Table(
    "tournament_entrant",
    metadata,
    Column("tournament", ForeignKey("tournament.id"), primary_key=True),
    Column("player", Integer, primary_key=True, autoincrement=False),
    Column("account", ForeignKey("account.id"), nullable=False, index=True),
    Column("paid", BigInteger, nullable=False),  # entry, rebuys and add-on
    Column("prize", BigInteger, nullable=False),  # paid out so far
    Column("bounties", BigInteger, nullable=False),  # likewise
    Column("place", Integer),  # once it is over
    Column("points", Integer),
    Column("late", Integer, nullable=False),  # turns that ran out
    Column("wrong", Integer, nullable=False),  # acts that could not be played
    Column("hand", String(PUBLIC)),  # the hand that put them out
    Column("is_gone", Boolean, nullable=False),  # unregistered, with everything paid back
    # On leaderboards: opponents were registered and came from other addresses.
    Column("counts", Boolean, nullable=False, default=False, server_default=false()),
    # In a league: is not entered in the next game.
    Column("leaves", Boolean, nullable=False, default=False, server_default=false()),
)

order = Table(
    "tournament_order",
    metadata,
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("tournament", ForeignKey("tournament.id"), nullable=False, index=True),
    Column("account", ForeignKey("account.id")),  # who gave it; nobody: the room itself
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
    Column("key", String(40)),  # of a private masa
    Column("host", ForeignKey("account.id")),
    Column("opened", BigInteger, nullable=False),
    Column("closed", BigInteger),
    Column("seq", BigInteger, nullable=False),
    Column("value", Text, nullable=False),  # the masa itself, as of `seq`
    Column("queue", Text),  # who and what waits
    Column("hosting", Text),  # co-hosts, and what waits for a yes
    Column("own_chips", Boolean, nullable=False, default=False, server_default=false()),
    # Of a table of a tournament, which keeps the masa itself: then `value` is empty.
    Column("tournament", String(12), index=True),
)

seat = Table(
    "seat",
    metadata,
    Column("masa", ForeignKey("masa.id"), primary_key=True),
    Column("side", Integer, primary_key=True),
    Column("account", ForeignKey("account.id"), nullable=False),
    Column("bought", BigInteger, nullable=False),
    Column("auto_top_up", BigInteger),  # the stack to come back to before each hand
    UniqueConstraint("masa", "account"),
)

visit = Table(
    "visit",
    metadata,
    Column("account", ForeignKey("account.id"), primary_key=True, autoincrement=False),
    Column("masa", ForeignKey("masa.id"), primary_key=True),
    Column("ended", BigInteger),  # null while the account sits there
    Column("stack", BigInteger, nullable=False),  # the chips at the end
)

journal = Table(
    "journal",
    metadata,
    Column("masa", String(12), primary_key=True),  # or the tournament
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
    Column("public", String(PUBLIC)),  # its name outside: random, so that nobody can count hands up
    Column("board", String(10)),  # at the end; the first, where there were two
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
    # What a list of hands is filtered by and says; the hand itself is in `hand`.
    Column("ended", BigInteger),
    Column("masa", String(12)),
    Column("tournament", String(12)),
    Column("big", BigInteger),
    Column("players", Integer),
    Column("position", String(6)),
    Column("cards", String(4)),
    Column("cell", Integer),  # of the grid of starting hands
    Column("pot", BigInteger),
    Column("showdown", Boolean),
    Column("all_in", Boolean),
    # All that a filter asks for, so that a list reads this index and nothing else.
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
    Column("looked_at", Integer, nullable=False),  # hands of the file so far, kept or not
    Column("hands", Integer, nullable=False),
    Column("twice", Integer, nullable=False),  # that were there already
    Column("refused", Text, nullable=False),
    Column("words", String(300), nullable=False),  # why it failed
)

uploaded_hand = Table(
    "uploaded_hand",
    metadata,
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("public", String(PUBLIC), nullable=False, unique=True),
    Column("upload", ForeignKey("upload.id"), nullable=False, index=True),
    Column("account", ForeignKey("account.id"), nullable=False),
    Column("number", Integer, nullable=False),  # its place in the file
    Column("digest", String(32), nullable=False),  # the same for the same hand sent again
    Column("value", Text, nullable=False),  # as PHH
    Column("stack", Integer),  # whose hand it is, where the file says so
    Column("scale", BigInteger, nullable=False),
    Column("currency", String(4), nullable=False),
    Column("board", String(10), nullable=False),
    # As in `hand_player`.
    Column("net", BigInteger),
    Column("ended", BigInteger, nullable=False),
    Column("tournament", String(40)),  # as the site calls it
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
    Column("id", String(PUBLIC), primary_key=True),  # random: whoever is given it may see the hand
    Column("hand", ForeignKey("hand.id")),
    Column("uploaded", ForeignKey("uploaded_hand.id"), index=True),  # instead of `hand`
    Column("account", ForeignKey("account.id"), nullable=False),  # who sees it so
    Column("hide_names", Boolean, nullable=False),
    Column("made", BigInteger, nullable=False),
    Index("ix_share_account", "account", "hand"),
)

statistics = Table(
    "statistics",
    metadata,
    Column("account", ForeignKey("account.id"), primary_key=True, autoincrement=False),
    Column("source", String(8), primary_key=True),  # room, uploads
    Column("hand", BigInteger, nullable=False),  # the last one that is counted
    Column("value", Text, nullable=False),
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

# What somebody keeps about others: seen by its writer alone.
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

# What everybody won at public cash tables from opponents that count, day by day.
tally = Table(
    "tally",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),  # since 1970
    Column("account", ForeignKey("account.id"), primary_key=True, autoincrement=False),
    Column("hands", Integer, nullable=False),
    Column("won", Float, nullable=False),  # in big blinds
    Column("squares", Float, nullable=False),  # of what each hand brought
)

tallied = Table(
    "tallied",
    metadata,
    Column("what", String(8), primary_key=True),
    Column("hand", BigInteger, nullable=False),  # the last one that is in it
)

lease = Table(
    "lease",
    metadata,
    Column("masa", String(12), primary_key=True),  # or the tournament
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
    Column("settled", BigInteger),  # when somebody who keeps the room had seen to it
)

# What whoever keeps the room asks for: the process that has what it is about does it, and answers.
admin_request = Table(
    "admin_request",
    metadata,
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("made", BigInteger, nullable=False),
    Column("account", ForeignKey("account.id")),  # of an admin; nobody: the shell
    Column("system", String(80)),  # then, the system user
    Column("command", String(20), nullable=False),
    Column("about", String(300), nullable=False),
    Column("value", Text, nullable=False),  # more of it, as JSON; no secret
    Column("reason", String(300), nullable=False),
    Column("answered", BigInteger),
    Column("answer", Text),
    Index("ix_admin_request_answered", "answered", "id"),
)

# What came of each request, in the order in which it was done. It is never changed.
admin_log = Table(
    "admin_log",
    metadata,
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("made", BigInteger, nullable=False),
    Column("account", ForeignKey("account.id")),
    Column("system", String(80)),
    Column("command", String(20), nullable=False),
    Column("about", String(300), nullable=False),
    Column("subject", ForeignKey("account.id"), index=True),  # whom it is about
    Column("value", Text, nullable=False),
    Column("reason", String(300), nullable=False),
    Column("refused", String(40)),  # the code, if nothing was done
    Column("words", String(300), nullable=False),
)

# What the room itself is told, and keeps: signups, announcement.
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

# Codes that work once, kept as digests.
code = Table(
    "one_time_code",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("kind", String(12), nullable=False),  # reset, recovery, email, invitation
    Column("account", ForeignKey("account.id"), index=True),  # whose it is
    Column("made", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
)

# What an account asks for besides the password, once it is confirmed.
second_factor = Table(
    "second_factor",
    metadata,
    Column("account", ForeignKey("account.id"), primary_key=True, autoincrement=False),
    Column("secret", String(40), nullable=False),  # as the owner's phone has it
    Column("made", BigInteger, nullable=False),
    Column("confirmed", BigInteger),  # nothing is asked for before
    Column("last_step", BigInteger, nullable=False),  # no code of this moment or before it
    Column("tries", BigInteger, nullable=False),  # wrong ones, one after the other;
    Column("until", BigInteger, nullable=False),  # and so long nobody may try
)

recovery_code = Table(
    "recovery_code",
    metadata,
    Column("account", ForeignKey("account.id"), primary_key=True),
    Column("digest", String(64), primary_key=True),
)

# Whose name still goes out of what is kept: see accounts/erasure.py.
deletion = Table(
    "deletion",
    metadata,
    Column("account", ForeignKey("account.id"), primary_key=True, autoincrement=False),
    Column("stage", String(12), nullable=False),
    Column("at", BigInteger, nullable=False),  # how far that stage has come
    Column("names", Text, nullable=False),  # what it was called, as JSON
)

# Names that nobody may take, by the digest of how they look.
deleted_name = Table(
    "deleted_name",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("account", ForeignKey("account.id"), nullable=False, index=True),
    Column("until", BigInteger),  # nobody ever may: whoever had it is banned
)

# Where accounts came from lately, as keyed hashes: see accounts/address_book.py.
address_use = Table(
    "address_use",
    metadata,
    Column("account", ForeignKey("account.id"), primary_key=True, autoincrement=False),
    Column("address", String(32), primary_key=True),
    Column("first", BigInteger, nullable=False),
    Column("last", BigInteger, nullable=False, index=True),
    Index("ix_address_use_address", "address"),
)

# Where mail about an account goes.
email = Table(
    "email",
    metadata,
    Column("account", ForeignKey("account.id"), primary_key=True, autoincrement=False),
    Column("address", String(254), nullable=False, index=True),
    Column("lang", String(2), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("confirmed", BigInteger),  # its owner has opened the link that was sent there
)

# What the room has to tell an account; it stays until its owner has read it.
notice = Table(
    "notice",
    metadata,
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("account", ForeignKey("account.id"), nullable=False, index=True),
    Column("made", BigInteger, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("words", String(300), nullable=False),
)
