"""Database migrations, one per schema version."""
