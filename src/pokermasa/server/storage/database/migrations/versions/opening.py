"""Creates all tables, in the schema of the first release."""

import sqlalchemy as sa
from alembic import op

revision = "opening"
down_revision = None
branch_labels = None
depends_on = None

# SQLite counts up by itself only in a column of exactly this type.
ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("id", ID, autoincrement=True, nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("name_key", sa.String(length=80), nullable=False),
        sa.Column("look", sa.String(length=80)),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("password", sa.String(length=200)),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("deleted", sa.BigInteger()),
        sa.Column("silenced", sa.BigInteger()),
        sa.Column("private", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("role", sa.String(length=8)),
        sa.Column("banned", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account")),
        sa.UniqueConstraint("name_key", name=op.f("uq_account_name_key")),
    )
    op.create_index(op.f("ix_account_look"), "account", ["look"])
    op.create_table(
        "balance",
        sa.Column("book", sa.String(length=60), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.CheckConstraint(
            "amount >= 0 OR book = 'bank' OR substr(book, 1, 5) = 'bank:'",
            name=op.f("ck_balance_nobody_owes"),
        ),
        sa.PrimaryKeyConstraint("book", name=op.f("pk_balance")),
    )
    op.create_table(
        "blocked_network",
        sa.Column("network", sa.String(length=50), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("network", name=op.f("pk_blocked_network")),
    )
    op.create_table(
        "journal",
        sa.Column("masa", sa.String(length=12), nullable=False),
        sa.Column("seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("causes", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("masa", "seq", name=op.f("pk_journal")),
    )
    op.create_table(
        "lease",
        sa.Column("masa", sa.String(length=12), nullable=False),
        sa.Column("owner", sa.String(length=40), nullable=False),
        sa.Column("fence", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("masa", name=op.f("pk_lease")),
    )
    op.create_table(
        "ledger_entry",
        sa.Column("id", ID, autoincrement=True, nullable=False),
        sa.Column("key", sa.String(length=120), nullable=False),
        sa.Column("reason", sa.String(length=40), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ledger_entry")),
        sa.UniqueConstraint("key", name=op.f("uq_ledger_entry_key")),
    )
    op.create_table(
        "room_setting",
        sa.Column("name", sa.String(length=20), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_room_setting")),
    )
    op.create_table(
        "tallied",
        sa.Column("what", sa.String(length=8), nullable=False),
        sa.Column("hand", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("what", name=op.f("pk_tallied")),
    )
    op.create_table(
        "address_use",
        sa.Column("account", ID, autoincrement=False, nullable=False),
        sa.Column("address", sa.String(length=32), nullable=False),
        sa.Column("first", sa.BigInteger(), nullable=False),
        sa.Column("last", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_address_use_account_account")
        ),
        sa.PrimaryKeyConstraint("account", "address", name=op.f("pk_address_use")),
    )
    op.create_index("ix_address_use_address", "address_use", ["address"])
    op.create_index(op.f("ix_address_use_last"), "address_use", ["last"])
    op.create_table(
        "admin_log",
        sa.Column("id", ID, autoincrement=True, nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("account", ID),
        sa.Column("system", sa.String(length=80)),
        sa.Column("command", sa.String(length=20), nullable=False),
        sa.Column("about", sa.String(length=300), nullable=False),
        sa.Column("subject", ID),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("reason", sa.String(length=300), nullable=False),
        sa.Column("refused", sa.String(length=40)),
        sa.Column("words", sa.String(length=300), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_admin_log_account_account")
        ),
        sa.ForeignKeyConstraint(
            ["subject"], ["account.id"], name=op.f("fk_admin_log_subject_account")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_admin_log")),
    )
    op.create_index(op.f("ix_admin_log_subject"), "admin_log", ["subject"])
    op.create_table(
        "admin_request",
        sa.Column("id", ID, autoincrement=True, nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("account", ID),
        sa.Column("system", sa.String(length=80)),
        sa.Column("command", sa.String(length=20), nullable=False),
        sa.Column("about", sa.String(length=300), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("reason", sa.String(length=300), nullable=False),
        sa.Column("answered", sa.BigInteger()),
        sa.Column("answer", sa.Text()),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_admin_request_account_account")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_admin_request")),
    )
    op.create_index("ix_admin_request_answered", "admin_request", ["answered", "id"])
    op.create_table(
        "deleted_name",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("account", ID, nullable=False),
        sa.Column("until", sa.BigInteger()),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_deleted_name_account_account")
        ),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_deleted_name")),
    )
    op.create_index(op.f("ix_deleted_name_account"), "deleted_name", ["account"])
    op.create_table(
        "deletion",
        sa.Column("account", ID, autoincrement=False, nullable=False),
        sa.Column("stage", sa.String(length=12), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("names", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_deletion_account_account")
        ),
        sa.PrimaryKeyConstraint("account", name=op.f("pk_deletion")),
    )
    op.create_table(
        "email",
        sa.Column("account", ID, autoincrement=False, nullable=False),
        sa.Column("address", sa.String(length=254), nullable=False),
        sa.Column("lang", sa.String(length=2), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("confirmed", sa.BigInteger()),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name=op.f("fk_email_account_account")),
        sa.PrimaryKeyConstraint("account", name=op.f("pk_email")),
    )
    op.create_index(op.f("ix_email_address"), "email", ["address"])
    op.create_table(
        "league",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("key", sa.String(length=40)),
        sa.Column("host", ID),
        sa.Column("opened", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["host"], ["account.id"], name=op.f("fk_league_host_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league")),
    )
    op.create_table(
        "ledger_line",
        sa.Column("entry", ID, nullable=False),
        sa.Column("book", sa.String(length=60), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["entry"], ["ledger_entry.id"], name=op.f("fk_ledger_line_entry_ledger_entry")
        ),
        sa.PrimaryKeyConstraint("entry", "book", name=op.f("pk_ledger_line")),
    )
    op.create_index(op.f("ix_ledger_line_book"), "ledger_line", ["book"])
    op.create_table(
        "masa",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("key", sa.String(length=40)),
        sa.Column("host", ID),
        sa.Column("opened", sa.BigInteger(), nullable=False),
        sa.Column("closed", sa.BigInteger()),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("queue", sa.Text()),
        sa.Column("hosting", sa.Text()),
        sa.Column("own_chips", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("tournament", sa.String(length=12)),
        sa.ForeignKeyConstraint(["host"], ["account.id"], name=op.f("fk_masa_host_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_masa")),
    )
    op.create_index(op.f("ix_masa_tournament"), "masa", ["tournament"])
    op.create_table(
        "mute",
        sa.Column("account", ID, nullable=False),
        sa.Column("muted", ID, nullable=False),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name=op.f("fk_mute_account_account")),
        sa.ForeignKeyConstraint(["muted"], ["account.id"], name=op.f("fk_mute_muted_account")),
        sa.PrimaryKeyConstraint("account", "muted", name=op.f("pk_mute")),
    )
    op.create_table(
        "note",
        sa.Column("account", ID, autoincrement=False, nullable=False),
        sa.Column("about", ID, autoincrement=False, nullable=False),
        sa.Column("text", sa.String(length=500), nullable=False),
        sa.Column("colour", sa.String(length=8)),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["about"], ["account.id"], name=op.f("fk_note_about_account")),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name=op.f("fk_note_account_account")),
        sa.PrimaryKeyConstraint("account", "about", name=op.f("pk_note")),
    )
    op.create_index("ix_note_about", "note", ["about"])
    op.create_table(
        "notice",
        sa.Column("id", ID, autoincrement=True, nullable=False),
        sa.Column("account", ID, nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("words", sa.String(length=300), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_notice_account_account")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notice")),
    )
    op.create_index(op.f("ix_notice_account"), "notice", ["account"])
    op.create_table(
        "one_time_code",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("account", ID),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_one_time_code_account_account")
        ),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_one_time_code")),
    )
    op.create_index(op.f("ix_one_time_code_account"), "one_time_code", ["account"])
    op.create_table(
        "recovery_code",
        sa.Column("account", ID, nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_recovery_code_account_account")
        ),
        sa.PrimaryKeyConstraint("account", "digest", name=op.f("pk_recovery_code")),
    )
    op.create_table(
        "saved_range",
        sa.Column("id", ID, autoincrement=True, nullable=False),
        sa.Column("account", ID, nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_saved_range_account_account")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_saved_range")),
        sa.UniqueConstraint("account", "name", name=op.f("uq_saved_range_account")),
    )
    op.create_table(
        "second_factor",
        sa.Column("account", ID, autoincrement=False, nullable=False),
        sa.Column("secret", sa.String(length=40), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("confirmed", sa.BigInteger()),
        sa.Column("last_step", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_second_factor_account_account")
        ),
        sa.PrimaryKeyConstraint("account", name=op.f("pk_second_factor")),
    )
    op.create_table(
        "session",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("account", ID, nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("label", sa.String(length=80), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger()),
        sa.Column("seen", sa.BigInteger()),
        sa.Column("agent", sa.String(length=200)),
        sa.Column("scopes", sa.String(length=40)),
        sa.Column("confirmed", sa.BigInteger()),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_session_account_account")
        ),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_session")),
    )
    op.create_index(op.f("ix_session_account"), "session", ["account"])
    op.create_table(
        "statistics",
        sa.Column("account", ID, autoincrement=False, nullable=False),
        sa.Column("source", sa.String(length=8), nullable=False),
        sa.Column("hand", sa.BigInteger(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_statistics_account_account")
        ),
        sa.PrimaryKeyConstraint("account", "source", name=op.f("pk_statistics")),
    )
    op.create_table(
        "tally",
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("account", ID, autoincrement=False, nullable=False),
        sa.Column("hands", sa.Integer(), nullable=False),
        sa.Column("won", sa.Float(), nullable=False),
        sa.Column("squares", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name=op.f("fk_tally_account_account")),
        sa.PrimaryKeyConstraint("day", "account", name=op.f("pk_tally")),
    )
    op.create_table(
        "upload",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("account", ID, nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("hero", sa.String(length=80)),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("bytes", sa.BigInteger(), nullable=False),
        sa.Column("format", sa.String(length=12), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("read_bytes", sa.BigInteger(), nullable=False),
        sa.Column("looked_at", sa.Integer(), nullable=False),
        sa.Column("hands", sa.Integer(), nullable=False),
        sa.Column("twice", sa.Integer(), nullable=False),
        sa.Column("refused", sa.Text(), nullable=False),
        sa.Column("words", sa.String(length=300), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_upload_account_account")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_upload")),
    )
    op.create_index(op.f("ix_upload_account"), "upload", ["account"])
    op.create_table(
        "chat",
        sa.Column("id", ID, autoincrement=True, nullable=False),
        sa.Column("masa", sa.String(length=12), nullable=False),
        sa.Column("account", ID, nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.String(length=400), nullable=False),
        sa.Column("reported", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name=op.f("fk_chat_account_account")),
        sa.ForeignKeyConstraint(["masa"], ["masa.id"], name=op.f("fk_chat_masa_masa")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chat")),
    )
    op.create_index(op.f("ix_chat_masa"), "chat", ["masa"])
    op.create_table(
        "hand",
        sa.Column("id", ID, autoincrement=True, nullable=False),
        sa.Column("masa", sa.String(length=12), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("public", sa.String(length=20)),
        sa.Column("board", sa.String(length=10)),
        sa.ForeignKeyConstraint(["masa"], ["masa.id"], name=op.f("fk_hand_masa_masa")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hand")),
        sa.UniqueConstraint("masa", "number", name=op.f("uq_hand_masa")),
    )
    op.create_index(op.f("ix_hand_masa"), "hand", ["masa"])
    op.create_index("ix_hand_public", "hand", ["public"], unique=True)
    op.create_table(
        "seat",
        sa.Column("masa", sa.String(length=12), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("account", ID, nullable=False),
        sa.Column("bought", sa.BigInteger(), nullable=False),
        sa.Column("auto_top_up", sa.BigInteger()),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name=op.f("fk_seat_account_account")),
        sa.ForeignKeyConstraint(["masa"], ["masa.id"], name=op.f("fk_seat_masa_masa")),
        sa.PrimaryKeyConstraint("masa", "side", name=op.f("pk_seat")),
        sa.UniqueConstraint("masa", "account", name=op.f("uq_seat_masa")),
    )
    op.create_table(
        "tournament",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("key", sa.String(length=40)),
        sa.Column("host", ID),
        sa.Column("opened", sa.BigInteger(), nullable=False),
        sa.Column("started", sa.BigInteger()),
        sa.Column("ended", sa.BigInteger()),
        sa.Column("league", sa.String(length=12)),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("row", sa.Text()),
        sa.Column("next", sa.String(length=12)),
        sa.ForeignKeyConstraint(["host"], ["account.id"], name=op.f("fk_tournament_host_account")),
        sa.ForeignKeyConstraint(
            ["league"], ["league.id"], name=op.f("fk_tournament_league_league")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament")),
    )
    op.create_index(op.f("ix_tournament_ended"), "tournament", ["ended"])
    op.create_index(op.f("ix_tournament_league"), "tournament", ["league"])
    op.create_table(
        "uploaded_hand",
        sa.Column("id", ID, autoincrement=True, nullable=False),
        sa.Column("public", sa.String(length=20), nullable=False),
        sa.Column("upload", sa.String(length=12), nullable=False),
        sa.Column("account", ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=32), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("stack", sa.Integer()),
        sa.Column("scale", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=4), nullable=False),
        sa.Column("board", sa.String(length=10), nullable=False),
        sa.Column("net", sa.BigInteger()),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.Column("tournament", sa.String(length=40)),
        sa.Column("big", sa.BigInteger(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("position", sa.String(length=6), nullable=False),
        sa.Column("cards", sa.String(length=4), nullable=False),
        sa.Column("cell", sa.Integer()),
        sa.Column("pot", sa.BigInteger(), nullable=False),
        sa.Column("showdown", sa.Boolean(), nullable=False),
        sa.Column("all_in", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_uploaded_hand_account_account")
        ),
        sa.ForeignKeyConstraint(
            ["upload"], ["upload.id"], name=op.f("fk_uploaded_hand_upload_upload")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_uploaded_hand")),
        sa.UniqueConstraint("account", "digest", name=op.f("uq_uploaded_hand_account")),
        sa.UniqueConstraint("public", name=op.f("uq_uploaded_hand_public")),
    )
    op.create_index("ix_uploaded_hand_account", "uploaded_hand", ["account", "id"])
    op.create_index(
        "ix_uploaded_hand_list",
        "uploaded_hand",
        [
            "account",
            "ended",
            "id",
            "upload",
            "tournament",
            "big",
            "players",
            "position",
            "cell",
            "pot",
            "net",
            "showdown",
            "all_in",
        ],
    )
    op.create_index(op.f("ix_uploaded_hand_upload"), "uploaded_hand", ["upload"])
    op.create_table(
        "visit",
        sa.Column("account", ID, autoincrement=False, nullable=False),
        sa.Column("masa", sa.String(length=12), nullable=False),
        sa.Column("ended", sa.BigInteger()),
        sa.Column("stack", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name=op.f("fk_visit_account_account")),
        sa.ForeignKeyConstraint(["masa"], ["masa.id"], name=op.f("fk_visit_masa_masa")),
        sa.PrimaryKeyConstraint("account", "masa", name=op.f("pk_visit")),
    )
    op.create_table(
        "hand_player",
        sa.Column("hand", ID, nullable=False),
        sa.Column("account", ID, nullable=False),
        sa.Column("stack", sa.Integer(), nullable=False),
        sa.Column("net", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger()),
        sa.Column("masa", sa.String(length=12)),
        sa.Column("tournament", sa.String(length=12)),
        sa.Column("big", sa.BigInteger()),
        sa.Column("players", sa.Integer()),
        sa.Column("position", sa.String(length=6)),
        sa.Column("cards", sa.String(length=4)),
        sa.Column("cell", sa.Integer()),
        sa.Column("pot", sa.BigInteger()),
        sa.Column("showdown", sa.Boolean()),
        sa.Column("all_in", sa.Boolean()),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_hand_player_account_account")
        ),
        sa.ForeignKeyConstraint(["hand"], ["hand.id"], name=op.f("fk_hand_player_hand_hand")),
        sa.PrimaryKeyConstraint("hand", "account", name=op.f("pk_hand_player")),
    )
    op.create_index(
        "ix_hand_player_list",
        "hand_player",
        [
            "account",
            "hand",
            "ended",
            "masa",
            "tournament",
            "big",
            "players",
            "position",
            "cell",
            "pot",
            "net",
            "showdown",
            "all_in",
        ],
    )
    op.create_table(
        "report",
        sa.Column("chat", ID, nullable=False),
        sa.Column("account", ID, nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("settled", sa.BigInteger()),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_report_account_account")
        ),
        sa.ForeignKeyConstraint(["chat"], ["chat.id"], name=op.f("fk_report_chat_chat")),
        sa.PrimaryKeyConstraint("chat", "account", name=op.f("pk_report")),
    )
    op.create_table(
        "share",
        sa.Column("id", sa.String(length=20), nullable=False),
        sa.Column("hand", ID),
        sa.Column("uploaded", ID),
        sa.Column("account", ID, nullable=False),
        sa.Column("hide_names", sa.Boolean(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name=op.f("fk_share_account_account")),
        sa.ForeignKeyConstraint(["hand"], ["hand.id"], name=op.f("fk_share_hand_hand")),
        sa.ForeignKeyConstraint(
            ["uploaded"], ["uploaded_hand.id"], name=op.f("fk_share_uploaded_uploaded_hand")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_share")),
    )
    op.create_index("ix_share_account", "share", ["account", "hand"])
    op.create_index(op.f("ix_share_uploaded"), "share", ["uploaded"])
    op.create_table(
        "tournament_entrant",
        sa.Column("tournament", sa.String(length=12), nullable=False),
        sa.Column("player", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("account", ID, nullable=False),
        sa.Column("paid", sa.BigInteger(), nullable=False),
        sa.Column("prize", sa.BigInteger(), nullable=False),
        sa.Column("bounties", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.Integer()),
        sa.Column("points", sa.Integer()),
        sa.Column("late", sa.Integer(), nullable=False),
        sa.Column("wrong", sa.Integer(), nullable=False),
        sa.Column("hand", sa.String(length=20)),
        sa.Column("is_gone", sa.Boolean(), nullable=False),
        sa.Column("counts", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("leaves", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_tournament_entrant_account_account")
        ),
        sa.ForeignKeyConstraint(
            ["tournament"],
            ["tournament.id"],
            name=op.f("fk_tournament_entrant_tournament_tournament"),
        ),
        sa.PrimaryKeyConstraint("tournament", "player", name=op.f("pk_tournament_entrant")),
    )
    op.create_index(op.f("ix_tournament_entrant_account"), "tournament_entrant", ["account"])
    op.create_table(
        "tournament_order",
        sa.Column("id", ID, autoincrement=True, nullable=False),
        sa.Column("tournament", sa.String(length=12), nullable=False),
        sa.Column("account", ID),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("command", sa.String(length=20), nullable=False),
        sa.Column("about", ID),
        sa.Column("number", sa.Integer()),
        sa.Column("done", sa.BigInteger()),
        sa.ForeignKeyConstraint(
            ["about"], ["account.id"], name=op.f("fk_tournament_order_about_account")
        ),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_tournament_order_account_account")
        ),
        sa.ForeignKeyConstraint(
            ["tournament"],
            ["tournament.id"],
            name=op.f("fk_tournament_order_tournament_tournament"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_order")),
    )
    op.create_index(op.f("ix_tournament_order_tournament"), "tournament_order", ["tournament"])
