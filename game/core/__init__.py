"""The pure core: boards, moves, states, matches, tournaments and their files."""
