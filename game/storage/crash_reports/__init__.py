"""Crash reports: one file for each crash, offered to the player at the next start and never sent."""
