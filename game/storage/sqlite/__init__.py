"""Opening, migration and daily backup of SQLite files."""
