"""Tokens have scopes, hands have ids that nobody can count up, a player may choose privacy, and a
new name must not look like another's."""

import sqlalchemy as sa
from alembic import op

from pokermasa.server.storage.look_alike import look

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

RANDOM = {
    "sqlite": "lower(hex(randomblob(10)))",
    # Twenty of the digits of a random UUID that are random.
    "postgresql": (
        "substr(replace(gen_random_uuid()::text, '-', ''), 1, 12)"
        " || substr(replace(gen_random_uuid()::text, '-', ''), 25, 8)"
    ),
}
"""By the database itself, in one statement: a million hands take well under a minute."""


def upgrade() -> None:
    op.add_column("session", sa.Column("scopes", sa.String(length=40), nullable=True))
    # What a token could do until now, without the account itself and the host's part.
    op.execute("UPDATE session SET scopes = 'play read' WHERE kind = 'token'")
    op.add_column(
        "account",
        sa.Column("private", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.add_column("account", sa.Column("look", sa.String(length=80), nullable=True))
    _set_looks(op.get_bind())
    op.create_index("ix_account_look", "account", ["look"])
    op.add_column("hand", sa.Column("public", sa.String(length=20), nullable=True))
    op.execute(f"UPDATE hand SET public = {RANDOM[op.get_bind().dialect.name]}")
    op.create_index("ix_hand_public", "hand", ["public"], unique=True)


def _set_looks(connection: sa.Connection) -> None:
    account = sa.table("account", *map(sa.column, ("id", "name", "look", "deleted")))
    named = sa.select(account.c.id, account.c.name).where(account.c.deleted.is_(None))
    rows = [{"own": id, "seen": look(name)[:80]} for id, name in connection.execute(named)]
    if rows:
        is_own = account.c.id == sa.bindparam("own")
        connection.execute(sa.update(account).where(is_own).values(look=sa.bindparam("seen")), rows)


def downgrade() -> None:
    op.drop_index("ix_account_look", "account")
    op.drop_column("account", "look")
    op.drop_index("ix_hand_public", "hand")
    op.drop_column("hand", "public")
    op.drop_column("account", "private")
    op.drop_column("session", "scopes")
