"""E-mail addresses of accounts."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "email",
        sa.Column("account", ID, autoincrement=False, nullable=False),
        sa.Column("address", sa.String(length=254), nullable=False),
        sa.Column("lang", sa.String(length=2), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("confirmed", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name=op.f("fk_email_account_account")),
        sa.PrimaryKeyConstraint("account", name=op.f("pk_email")),
    )
    op.create_index(op.f("ix_email_address"), "email", ["address"])


def downgrade() -> None:
    op.drop_table("email")
