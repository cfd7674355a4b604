"""Crash reports on screen: offered at the next start, displayed, or shown in the file manager."""
