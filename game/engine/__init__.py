"""Opponents in processes of their own, and the protocols that they speak."""
