"""The user interface: scenes, controls, painting, motion and sound."""
