"""The core of the app, without the user interface: boards, moves, matches, tournaments and files."""
