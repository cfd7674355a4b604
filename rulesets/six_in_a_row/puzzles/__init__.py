"""Sets of riddles, as text."""
