"""Sounds: which event has which sound, when and how loud it is played, and the device that plays it."""
