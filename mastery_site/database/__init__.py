"""The database as a whole: the types of psycopg, the versions that migrated it, the deletion of old rows."""
