"""Hands that people bring along, ranges that they save, and what a leaderboard adds up.

Statistics are kept by where hands come from, and know which were played in public: those there are
were made from the hands, and are counted again when somebody asks.
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "upload",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("account", ID, nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("hero", sa.String(length=80), nullable=True),
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
        "uploaded_hand",
        sa.Column("id", ID, autoincrement=True, nullable=False),
        sa.Column("public", sa.String(length=20), nullable=False),
        sa.Column("upload", sa.String(length=12), nullable=False),
        sa.Column("account", ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=32), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("stack", sa.Integer(), nullable=True),
        sa.Column("scale", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=4), nullable=False),
        sa.Column("board", sa.String(length=10), nullable=False),
        sa.Column("net", sa.BigInteger(), nullable=True),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.Column("tournament", sa.String(length=40), nullable=True),
        sa.Column("big", sa.BigInteger(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("position", sa.String(length=6), nullable=False),
        sa.Column("cards", sa.String(length=4), nullable=False),
        sa.Column("cell", sa.Integer(), nullable=True),
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
    op.create_index(op.f("ix_uploaded_hand_upload"), "uploaded_hand", ["upload"])
    op.create_index("ix_uploaded_hand_account", "uploaded_hand", ["account", "id"])
    op.create_index(
        "ix_uploaded_hand_list",
        "uploaded_hand",
        [
            *("account", "ended", "id", "upload", "tournament", "big", "players", "position"),
            *("cell", "pot", "net", "showdown", "all_in"),
        ],
    )
    with op.batch_alter_table("share") as share:
        share.alter_column("hand", existing_type=ID, nullable=True)
        share.add_column(sa.Column("uploaded", ID, nullable=True))
        share.create_foreign_key(
            op.f("fk_share_uploaded_uploaded_hand"), "uploaded_hand", ["uploaded"], ["id"]
        )
        share.create_index(op.f("ix_share_uploaded"), ["uploaded"])
    op.drop_table("statistics")
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
        "tallied",
        sa.Column("what", sa.String(length=8), nullable=False),
        sa.Column("hand", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("what", name=op.f("pk_tallied")),
    )


def downgrade() -> None:
    for name in ("tallied", "tally", "saved_range", "statistics"):
        op.drop_table(name)
    op.create_table(
        "statistics",
        sa.Column("account", ID, autoincrement=False, nullable=False),
        sa.Column("hand", sa.BigInteger(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_statistics_account_account")
        ),
        sa.PrimaryKeyConstraint("account", name=op.f("pk_statistics")),
    )
    op.execute("DELETE FROM share WHERE uploaded IS NOT NULL")
    with op.batch_alter_table("share") as share:
        share.drop_index(op.f("ix_share_uploaded"))
        share.drop_constraint(op.f("fk_share_uploaded_uploaded_hand"), type_="foreignkey")
        share.drop_column("uploaded")
        share.alter_column("hand", existing_type=ID, nullable=False)
    op.drop_table("uploaded_hand")
    op.drop_table("upload")
