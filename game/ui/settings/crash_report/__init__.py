"""Crash reports on screen: offered at the next start, displayed, and shown in the file manager."""
