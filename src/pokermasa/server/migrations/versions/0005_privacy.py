"""Tokens have scopes."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("session", sa.Column("scopes", sa.String(length=40), nullable=True))
    # What a token could do until now, without the account itself and the host's part.
    op.execute("UPDATE session SET scopes = 'play read' WHERE kind = 'token'")


def downgrade() -> None:
    op.drop_column("session", "scopes")
