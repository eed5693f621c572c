"""Who waits at a masa, and blinds that wait for the next hand, are kept with it."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("masa", sa.Column("queue", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("masa", "queue")
