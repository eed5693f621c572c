"""A session says which browser it is, and when it was last used to play."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("session", sa.Column("seen", sa.BigInteger(), nullable=True))
    op.add_column("session", sa.Column("agent", sa.String(length=200), nullable=True))


def downgrade() -> None:
    op.drop_column("session", "agent")
    op.drop_column("session", "seen")
