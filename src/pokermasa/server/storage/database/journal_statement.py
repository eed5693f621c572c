"""Twin of `lost` in storage/journal/lease.py, compared by tests/server/storage/test_lease.py.

For PostgreSQL, one statement and therefore one round trip does the following: it counts the
commit, checks and locks each lease, writes the journal lines of the leases that are still held,
and renews leases that have run for half of their duration.
"""

from pokermasa.server.storage.database.dialect import NOW

KEEP = f"""
WITH mark AS (
    UPDATE writer SET commits = %(commits)s, seen = {NOW}
    WHERE owner = %(owner)s AND connection = %(connection)s RETURNING owner
), given AS MATERIALIZED (
    SELECT * FROM json_to_recordset(%(lines)s::json)
    AS g(masa text, owner text, fence bigint, seq bigint, made bigint, causes text)
), held AS MATERIALIZED (
    SELECT masa, owner, fence, expires FROM lease
    WHERE masa = ANY(ARRAY(SELECT masa FROM given)) ORDER BY masa FOR NO KEY UPDATE
), kept AS (
    INSERT INTO journal (masa, seq, made, causes)
    SELECT masa, seq, made, causes FROM given JOIN held USING (masa, owner, fence), mark
    RETURNING masa, seq
), renewed AS (
    UPDATE lease SET expires = {NOW} + %(duration)s
    FROM given JOIN held USING (masa, owner, fence), mark
    WHERE lease.masa = given.masa AND held.expires < {NOW} + %(duration)s / 2
)
SELECT masa, seq FROM kept UNION ALL SELECT '', 0 FROM mark
"""
"""SQL statement that returns the key of each written line, and an empty row if the commit was
counted."""
