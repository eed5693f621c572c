"""Deletion in steps, names that are not free yet, where accounts came from (as keyed hashes)."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _of_account(table: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_account_account")
    return sa.ForeignKeyConstraint(["account"], ["account.id"], name=name)


def upgrade() -> None:
    op.create_table(
        "deletion",
        sa.Column("account", ID, autoincrement=False, nullable=False),
        sa.Column("stage", sa.String(length=12), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("names", sa.Text(), nullable=False),
        _of_account("deletion"),
        sa.PrimaryKeyConstraint("account", name=op.f("pk_deletion")),
    )
    op.create_table(
        "deleted_name",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("account", ID, nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=True),
        _of_account("deleted_name"),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_deleted_name")),
    )
    op.create_index(op.f("ix_deleted_name_account"), "deleted_name", ["account"])
    op.create_table(
        "address_use",
        sa.Column("account", ID, autoincrement=False, nullable=False),
        sa.Column("address", sa.String(length=32), nullable=False),
        sa.Column("first", sa.BigInteger(), nullable=False),
        sa.Column("last", sa.BigInteger(), nullable=False),
        _of_account("address_use"),
        sa.PrimaryKeyConstraint("account", "address", name=op.f("pk_address_use")),
    )
    op.create_index(op.f("ix_address_use_last"), "address_use", ["last"])
    op.create_index("ix_address_use_address", "address_use", ["address"])
    # Whoever was deleted before is still called by name in the hands they played.
    op.execute(
        "INSERT INTO deletion (account, stage, at, names)"
        " SELECT id, 'hands', 0, '[]' FROM account WHERE deleted IS NOT NULL"
    )
    op.execute("UPDATE account SET name = 'deleted player' WHERE deleted IS NOT NULL")


def downgrade() -> None:
    op.drop_table("address_use")
    op.drop_table("deleted_name")
    op.drop_table("deletion")
