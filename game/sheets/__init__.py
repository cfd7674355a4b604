"""Rule sheets: games of rows described by a short text file instead of code."""
