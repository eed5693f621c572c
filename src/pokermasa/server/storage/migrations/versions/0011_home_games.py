"""Home games: co-hosts and what waits for a yes, chips of a game's own; notes on players."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
OWES = "ck_balance_nobody_owes"


def upgrade() -> None:
    op.add_column("masa", sa.Column("hosting", sa.Text(), nullable=True))
    op.add_column(
        "masa", sa.Column("own_chips", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    with op.batch_alter_table("balance") as balance:
        balance.drop_constraint(op.f(OWES), type_="check")
        balance.create_check_constraint(
            op.f(OWES), "amount >= 0 OR book = 'bank' OR substr(book, 1, 5) = 'bank:'"
        )
    op.create_table(
        "note",
        sa.Column("account", ID, autoincrement=False, nullable=False),
        sa.Column("about", ID, autoincrement=False, nullable=False),
        sa.Column("text", sa.String(length=500), nullable=False),
        sa.Column("colour", sa.String(length=8), nullable=True),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name=op.f("fk_note_account_account")),
        sa.ForeignKeyConstraint(["about"], ["account.id"], name=op.f("fk_note_about_account")),
        sa.PrimaryKeyConstraint("account", "about", name=op.f("pk_note")),
    )
    op.create_index("ix_note_about", "note", ["about"])


def downgrade() -> None:
    """Not while a game with chips of its own is open: close it first, and its bank owes nothing."""
    op.drop_table("note")
    with op.batch_alter_table("balance") as balance:
        balance.drop_constraint(op.f(OWES), type_="check")
        balance.create_check_constraint(op.f(OWES), "amount >= 0 OR book = 'bank'")
    op.drop_column("masa", "own_chips")
    op.drop_column("masa", "hosting")
