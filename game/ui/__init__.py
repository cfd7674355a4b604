"""The window: scenes, controls, painting, motion and sound."""
