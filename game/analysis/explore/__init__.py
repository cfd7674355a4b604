"""Exploring: a table at which a tree of variations is played, and the analyst beside it. No pygame."""
