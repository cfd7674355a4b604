"""A crash report on screen: offered at the next start, looked at, and its folder opened."""
