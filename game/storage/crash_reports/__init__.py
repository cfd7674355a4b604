"""Crash reports, which are saved as files, offered to the player at the next start and never sent."""
