"""Somebody has seen to what was reported."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("report", sa.Column("settled", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    op.drop_column("report", "settled")
