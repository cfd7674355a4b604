"""The core, independent of the window: boards, moves, states, matches, tournaments and their files."""
