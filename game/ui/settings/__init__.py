"""The settings, and the page of foreign engines."""
