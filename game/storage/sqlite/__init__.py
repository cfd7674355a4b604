"""The files of SQLite: opened whatever state they are in, brought up to date, copied day by day."""
