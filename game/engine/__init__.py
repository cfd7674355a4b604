"""Opponents in processes of their own, and the lines they speak."""
