"""Recent visits to cash tables."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "visit",
        sa.Column("account", ID, autoincrement=False, nullable=False),
        sa.Column("masa", sa.String(length=12), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.Column("stack", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name=op.f("fk_visit_account_account")),
        sa.ForeignKeyConstraint(["masa"], ["masa.id"], name=op.f("fk_visit_masa_masa")),
        sa.PrimaryKeyConstraint("account", "masa", name=op.f("pk_visit")),
    )


def downgrade() -> None:
    op.drop_table("visit")
