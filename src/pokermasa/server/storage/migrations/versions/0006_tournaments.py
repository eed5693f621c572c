"""Tournaments and leagues: what is kept of them, who entered, what a director ordered. Journal and
lease are for a masa or for a tournament."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "league",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("key", sa.String(length=40), nullable=True),
        sa.Column("host", ID, nullable=True),
        sa.Column("opened", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["host"], ["account.id"], name=op.f("fk_league_host_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league")),
    )
    op.create_table(
        "tournament",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("key", sa.String(length=40), nullable=True),
        sa.Column("host", ID, nullable=True),
        sa.Column("opened", sa.BigInteger(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=True),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.Column("league", sa.String(length=12), nullable=True),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("row", sa.Text(), nullable=True),
        sa.Column("next", sa.String(length=12), nullable=True),
        sa.ForeignKeyConstraint(["host"], ["account.id"], name=op.f("fk_tournament_host_account")),
        sa.ForeignKeyConstraint(
            ["league"], ["league.id"], name=op.f("fk_tournament_league_league")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament")),
    )
    op.create_index(op.f("ix_tournament_ended"), "tournament", ["ended"])
    op.create_index(op.f("ix_tournament_league"), "tournament", ["league"])
    op.create_table(
        "tournament_entrant",
        sa.Column("tournament", sa.String(length=12), nullable=False),
        sa.Column("player", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("account", ID, nullable=False),
        sa.Column("paid", sa.BigInteger(), nullable=False),
        sa.Column("prize", sa.BigInteger(), nullable=False),
        sa.Column("bounties", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("late", sa.Integer(), nullable=False),
        sa.Column("wrong", sa.Integer(), nullable=False),
        sa.Column("hand", sa.String(length=20), nullable=True),
        sa.Column("is_gone", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_tournament_entrant_account_account")
        ),
        sa.ForeignKeyConstraint(
            ["tournament"],
            ["tournament.id"],
            name=op.f("fk_tournament_entrant_tournament_tournament"),
        ),
        sa.PrimaryKeyConstraint("tournament", "player", name=op.f("pk_tournament_entrant")),
    )
    op.create_index(op.f("ix_tournament_entrant_account"), "tournament_entrant", ["account"])
    op.create_table(
        "tournament_order",
        sa.Column("id", ID, autoincrement=True, nullable=False),
        sa.Column("tournament", sa.String(length=12), nullable=False),
        sa.Column("account", ID, nullable=True),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("command", sa.String(length=20), nullable=False),
        sa.Column("about", ID, nullable=True),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("done", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["about"], ["account.id"], name=op.f("fk_tournament_order_about_account")
        ),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_tournament_order_account_account")
        ),
        sa.ForeignKeyConstraint(
            ["tournament"],
            ["tournament.id"],
            name=op.f("fk_tournament_order_tournament_tournament"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_order")),
    )
    op.create_index(op.f("ix_tournament_order_tournament"), "tournament_order", ["tournament"])
    for table in ("journal", "lease"):
        with op.batch_alter_table(table) as batch:
            batch.drop_constraint(f"fk_{table}_masa_masa", type_="foreignkey")
    # No foreign key: SQLite would have to make the table anew, with hands and seats hanging on it.
    op.add_column("masa", sa.Column("tournament", sa.String(length=12), nullable=True))
    op.create_index(op.f("ix_masa_tournament"), "masa", ["tournament"])


def downgrade() -> None:
    op.drop_index(op.f("ix_masa_tournament"), "masa")
    op.drop_column("masa", "tournament")
    for table in ("lease", "journal"):
        with op.batch_alter_table(table) as batch:
            batch.create_foreign_key(f"fk_{table}_masa_masa", "masa", ["masa"], ["id"])
    op.drop_table("tournament_order")
    op.drop_table("tournament_entrant")
    op.drop_table("tournament")
    op.drop_table("league")
