"""File formats of games: readers for this program's own and foreign formats, and writers for export. No pygame."""
