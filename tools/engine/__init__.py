"""Checks of the engines against slow reference implementations, and a scripted engine that misbehaves."""
