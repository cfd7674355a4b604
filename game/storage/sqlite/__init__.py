"""SQLite files: opened in any state, migrated to the newest version, and backed up daily."""
