"""The opening trainer: which side stands better, and openings with a choice from both seats."""
