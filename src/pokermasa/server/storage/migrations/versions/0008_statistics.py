"""What the hands of each account add up to, and how far they are counted."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
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


def downgrade() -> None:
    op.drop_table("statistics")
