"""A second factor, its recovery codes, and when a session's owner last gave one."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("session", sa.Column("confirmed", sa.BigInteger(), nullable=True))
    op.create_table(
        "second_factor",
        sa.Column("account", ID, autoincrement=False, nullable=False),
        sa.Column("secret", sa.String(length=40), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("confirmed", sa.BigInteger(), nullable=True),
        sa.Column("last_step", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_second_factor_account_account")
        ),
        sa.PrimaryKeyConstraint("account", name=op.f("pk_second_factor")),
    )
    op.create_table(
        "recovery_code",
        sa.Column("account", ID, autoincrement=False, nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_recovery_code_account_account")
        ),
        sa.PrimaryKeyConstraint("account", "digest", name=op.f("pk_recovery_code")),
    )


def downgrade() -> None:
    op.drop_table("recovery_code")
    op.drop_table("second_factor")
    op.drop_column("session", "confirmed")
