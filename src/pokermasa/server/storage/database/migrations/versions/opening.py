"""Creates all tables of `storage/schema.py`.

No release has another schema yet. Whoever adds the second migration first freezes the tables here,
as they were in the release before it. Until then a copy would only repeat the schema.
`test_the_schema_of_a_revision_never_changes` fails if the schema changes without a migration.
"""

from alembic import op

from pokermasa.server.storage.schema import metadata

revision = "opening"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    metadata.create_all(op.get_bind())
