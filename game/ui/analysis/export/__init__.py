"""Export of games to files: study formats, pictures and animations."""
