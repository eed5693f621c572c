"""The first version of the database."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=True,
            nullable=False,
        ),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("name_key", sa.String(length=80), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("password", sa.String(length=200), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("deleted", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account")),
        sa.UniqueConstraint("name_key", name=op.f("uq_account_name_key")),
    )
    op.create_table(
        "balance",
        sa.Column("book", sa.String(length=60), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("amount >= 0 OR book = 'bank'", name=op.f("ck_balance_nobody_owes")),
        sa.PrimaryKeyConstraint("book", name=op.f("pk_balance")),
    )
    op.create_table(
        "ledger_entry",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=True,
            nullable=False,
        ),
        sa.Column("key", sa.String(length=120), nullable=False),
        sa.Column("reason", sa.String(length=40), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ledger_entry")),
        sa.UniqueConstraint("key", name=op.f("uq_ledger_entry_key")),
    )
    op.create_table(
        "ledger_line",
        sa.Column("entry", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("book", sa.String(length=60), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["entry"], ["ledger_entry.id"], name=op.f("fk_ledger_line_entry_ledger_entry")
        ),
        sa.PrimaryKeyConstraint("entry", "book", name=op.f("pk_ledger_line")),
    )
    with op.batch_alter_table("ledger_line", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_ledger_line_book"), ["book"], unique=False)

    op.create_table(
        "masa",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("key", sa.String(length=40), nullable=True),
        sa.Column("host", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("opened", sa.BigInteger(), nullable=False),
        sa.Column("closed", sa.BigInteger(), nullable=True),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["host"], ["account.id"], name=op.f("fk_masa_host_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_masa")),
    )
    op.create_table(
        "session",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("account", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("label", sa.String(length=80), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_session_account_account")
        ),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_session")),
    )
    with op.batch_alter_table("session", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_session_account"), ["account"], unique=False)

    op.create_table(
        "chat",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=True,
            nullable=False,
        ),
        sa.Column("masa", sa.String(length=12), nullable=False),
        sa.Column("account", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.String(length=400), nullable=False),
        sa.Column("reported", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name=op.f("fk_chat_account_account")),
        sa.ForeignKeyConstraint(["masa"], ["masa.id"], name=op.f("fk_chat_masa_masa")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chat")),
    )
    with op.batch_alter_table("chat", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_chat_masa"), ["masa"], unique=False)

    op.create_table(
        "hand",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=True,
            nullable=False,
        ),
        sa.Column("masa", sa.String(length=12), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["masa"], ["masa.id"], name=op.f("fk_hand_masa_masa")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hand")),
        sa.UniqueConstraint("masa", "number", name=op.f("uq_hand_masa")),
    )
    with op.batch_alter_table("hand", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_hand_masa"), ["masa"], unique=False)

    op.create_table(
        "journal",
        sa.Column("masa", sa.String(length=12), nullable=False),
        sa.Column("seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("causes", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["masa"], ["masa.id"], name=op.f("fk_journal_masa_masa")),
        sa.PrimaryKeyConstraint("masa", "seq", name=op.f("pk_journal")),
    )
    op.create_table(
        "lease",
        sa.Column("masa", sa.String(length=12), nullable=False),
        sa.Column("owner", sa.String(length=40), nullable=False),
        sa.Column("fence", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["masa"], ["masa.id"], name=op.f("fk_lease_masa_masa")),
        sa.PrimaryKeyConstraint("masa", name=op.f("pk_lease")),
    )
    op.create_table(
        "seat",
        sa.Column("masa", sa.String(length=12), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("account", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("bought", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name=op.f("fk_seat_account_account")),
        sa.ForeignKeyConstraint(["masa"], ["masa.id"], name=op.f("fk_seat_masa_masa")),
        sa.PrimaryKeyConstraint("masa", "side", name=op.f("pk_seat")),
        sa.UniqueConstraint("masa", "account", name=op.f("uq_seat_masa")),
    )
    op.create_table(
        "hand_player",
        sa.Column("hand", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("account", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("stack", sa.Integer(), nullable=False),
        sa.Column("net", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_hand_player_account_account")
        ),
        sa.ForeignKeyConstraint(["hand"], ["hand.id"], name=op.f("fk_hand_player_hand_hand")),
        sa.PrimaryKeyConstraint("hand", "account", name=op.f("pk_hand_player")),
    )
    with op.batch_alter_table("hand_player", schema=None) as batch_op:
        batch_op.create_index("ix_hand_player_account", ["account", "hand"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("hand_player", schema=None) as batch_op:
        batch_op.drop_index("ix_hand_player_account")

    op.drop_table("hand_player")
    op.drop_table("seat")
    op.drop_table("lease")
    op.drop_table("journal")
    with op.batch_alter_table("hand", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_hand_masa"))

    op.drop_table("hand")
    with op.batch_alter_table("chat", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_chat_masa"))

    op.drop_table("chat")
    with op.batch_alter_table("session", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_session_account"))

    op.drop_table("session")
    op.drop_table("masa")
    with op.batch_alter_table("ledger_line", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_ledger_line_book"))

    op.drop_table("ledger_line")
    op.drop_table("ledger_entry")
    op.drop_table("balance")
    op.drop_table("account")
