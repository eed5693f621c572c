"""Chat has manners (mute, report, silence); a seat may top itself up."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("account", sa.Column("silenced", sa.BigInteger(), nullable=True))
    op.add_column("seat", sa.Column("auto_top_up", sa.BigInteger(), nullable=True))
    op.create_table(
        "mute",
        sa.Column("account", _ID, nullable=False),
        sa.Column("muted", _ID, nullable=False),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name=op.f("fk_mute_account_account")),
        sa.ForeignKeyConstraint(["muted"], ["account.id"], name=op.f("fk_mute_muted_account")),
        sa.PrimaryKeyConstraint("account", "muted", name=op.f("pk_mute")),
    )
    op.create_table(
        "report",
        sa.Column("chat", _ID, nullable=False),
        sa.Column("account", _ID, nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.ForeignKeyConstraint(["chat"], ["chat.id"], name=op.f("fk_report_chat_chat")),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_report_account_account")
        ),
        sa.PrimaryKeyConstraint("chat", "account", name=op.f("pk_report")),
    )


def downgrade() -> None:
    op.drop_table("report")
    op.drop_table("mute")
    op.drop_column("seat", "auto_top_up")
    op.drop_column("account", "silenced")
