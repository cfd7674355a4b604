"""The opening trainer without pictures: which side stands better, and openings that ask for a word. No pygame."""
