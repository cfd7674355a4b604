"""Watching a far table: the window of one side tells what is played to whoever has keys for that."""
