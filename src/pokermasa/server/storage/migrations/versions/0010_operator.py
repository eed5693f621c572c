"""What whoever keeps the room asks for, and a log of it; bans, blocked networks, codes, notices."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("account", sa.Column("role", sa.String(length=8), nullable=True))
    op.add_column("account", sa.Column("banned", sa.BigInteger(), nullable=True))
    op.create_table(
        "admin_request",
        sa.Column("id", ID, autoincrement=True, nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("account", ID, nullable=True),
        sa.Column("system", sa.String(length=80), nullable=True),
        sa.Column("command", sa.String(length=20), nullable=False),
        sa.Column("about", sa.String(length=300), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("reason", sa.String(length=300), nullable=False),
        sa.Column("answered", sa.BigInteger(), nullable=True),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_admin_request_account_account")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_admin_request")),
    )
    op.create_index("ix_admin_request_answered", "admin_request", ["answered", "id"])
    op.create_table(
        "admin_log",
        sa.Column("id", ID, autoincrement=True, nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("account", ID, nullable=True),
        sa.Column("system", sa.String(length=80), nullable=True),
        sa.Column("command", sa.String(length=20), nullable=False),
        sa.Column("about", sa.String(length=300), nullable=False),
        sa.Column("subject", ID, nullable=True),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("reason", sa.String(length=300), nullable=False),
        sa.Column("refused", sa.String(length=40), nullable=True),
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
        "room_setting",
        sa.Column("name", sa.String(length=20), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_room_setting")),
    )
    op.create_table(
        "blocked_network",
        sa.Column("network", sa.String(length=50), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("network", name=op.f("pk_blocked_network")),
    )
    op.create_table(
        "one_time_code",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("account", ID, nullable=True),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_one_time_code_account_account")
        ),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_one_time_code")),
    )
    op.create_index(op.f("ix_one_time_code_account"), "one_time_code", ["account"])
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


def downgrade() -> None:
    for table in (
        *("notice", "one_time_code", "blocked_network", "room_setting"),
        *("admin_log", "admin_request"),
    ):
        op.drop_table(table)
    op.drop_column("account", "banned")
    op.drop_column("account", "role")
