"""Hands can be looked for by what they were, and shared by a link."""

import json
import logging
from typing import Any

import sqlalchemy as sa
from alembic import op

from pokermasa.masa import save
from pokermasa.server.storage.hand_summary import hand_board, summary

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
COLUMNS: dict[str, Any] = {
    "ended": sa.BigInteger(),
    "masa": sa.String(length=12),
    "tournament": sa.String(length=12),
    "big": sa.BigInteger(),
    "players": sa.Integer(),
    "position": sa.String(length=6),
    "cards": sa.String(length=4),
    "cell": sa.Integer(),
    "pot": sa.BigInteger(),
    "showdown": sa.Boolean(),
    "all_in": sa.Boolean(),
}
LIST = (
    *("account", "hand", "ended", "masa", "tournament", "big", "players", "position", "cell"),
    *("pot", "net", "showdown", "all_in"),
)
PIECE = 500
SAID_EVERY = 10_000
log = logging.getLogger(__name__)


def upgrade() -> None:
    op.add_column("hand", sa.Column("board", sa.String(length=10), nullable=True))
    for name, kind in COLUMNS.items():
        op.add_column("hand_player", sa.Column(name, kind, nullable=True))
    _fill(op.get_bind())
    op.drop_index("ix_hand_player_account", "hand_player")
    op.create_index("ix_hand_player_list", "hand_player", LIST)
    op.create_table(
        "share",
        sa.Column("id", sa.String(length=20), nullable=False),
        sa.Column("hand", ID, nullable=False),
        sa.Column("account", ID, nullable=False),
        sa.Column("hide_names", sa.Boolean(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name=op.f("fk_share_account_account")),
        sa.ForeignKeyConstraint(["hand"], ["hand.id"], name=op.f("fk_share_hand_hand")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_share")),
    )
    op.create_index(op.f("ix_share_account"), "share", ["account", "hand"])


def _fill(connection: sa.Connection) -> None:
    """Hands played before, a few at a time: 1,000 of them take about a second."""
    hand = sa.table("hand", *map(sa.column, ("id", "masa", "ended", "value", "board")))
    player = sa.table("hand_player", *map(sa.column, ("hand", "account", "stack", *COLUMNS)))
    total = connection.execute(sa.select(sa.func.count()).select_from(hand)).scalar() or 0
    last = done = 0
    while True:
        if total > SAID_EVERY and done % SAID_EVERY == 0:
            log.warning("hands are sorted once for the new lists: %d of %d", done, total)
        wanted = sa.select(hand).where(hand.c.id > last).order_by(hand.c.id).limit(PIECE)
        rows = connection.execute(wanted).all()
        if not rows:
            return
        last, done = rows[-1].id, done + len(rows)
        boards, summaries = [], []
        of = sa.select(player.c.hand, player.c.account, player.c.stack).where(
            player.c.hand.between(rows[0].id, last)
        )
        played: dict[int, list[Any]] = {}
        for row in connection.execute(of):
            played.setdefault(row.hand, []).append(row)
        for row in rows:
            data = json.loads(row.value)
            game = save.game_from_data(data["game"])
            if game is None:
                continue
            boards.append({"own": row.id, "seen": hand_board(game)})
            tournament = (data.get("tournament") or {}).get("id")
            for one in played.get(row.id, ()):
                about = {"ended": row.ended, "masa": row.masa, "tournament": tournament}
                told = {f"new_{name}": value for name, value in summary(game, one.stack).items()}
                told |= {f"new_{name}": value for name, value in about.items()}
                summaries.append({"own": row.id, "who": one.account, **told})
        connection.execute(
            sa.update(hand)
            .where(hand.c.id == sa.bindparam("own"))
            .values(board=sa.bindparam("seen")),
            boards,
        )
        if summaries:
            connection.execute(
                sa.update(player)
                .where(
                    player.c.hand == sa.bindparam("own"), player.c.account == sa.bindparam("who")
                )
                .values({name: sa.bindparam(f"new_{name}") for name in COLUMNS}),
                summaries,
            )


def downgrade() -> None:
    op.drop_index(op.f("ix_share_account"), "share")
    op.drop_table("share")
    op.drop_index("ix_hand_player_list", "hand_player")
    op.create_index("ix_hand_player_account", "hand_player", ["account", "hand"])
    for name in COLUMNS:
        op.drop_column("hand_player", name)
    op.drop_column("hand", "board")
