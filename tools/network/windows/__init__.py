"""Two programs as players start them, at one table: real windows with real clicks, bad lines, kills. A command."""
